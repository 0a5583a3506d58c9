"""What a player plans is played as soon as their turn comes, once and openly; until then nobody else learns of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.service.exports import export_as_json
from bot.table.clock.pace import MINUTE, Preset
from bot.table.clock.timing import private_of, with_plans, without_private
from bot.table.log.draft import Draft
from bot.table.log.model import ANY, NO_CAUSE, Person, Played, Status, Table
from bot.table.log.steps import Kind, Subject
from bot.table.posts import TURN_KINDS
from bot.table.private import Plans
from bot.table.refusals import NotSeated, Refusal
from bot.table.rules import premoves, votes
from bot.talk import hand, privacy
from bot.talk import turn as talk
from engine.games import GAMES
from engine.premoves import Group
from engine.words import Words
from tests.bot.players import Player
from tests.bot.tools import ANA, EVE, PRESSES, question_at
from tests.day.play import Scene, scene

GAME = GAMES["draw"]


async def begin_game(here: Scene, game: str = "draw", options: str = "day") -> Table:
    """Return a table of three whose first tiles are dealt and shown."""
    table = await here.begin(game, options, 3, Preset.DAY)
    await here.show()
    return await now(here, table)


async def now(here: Scene, table: Table) -> Table:
    return await here.parts.service.tables.table(table.id, ANY)


async def act(here: Scene, table: Table, notation: str = "", *, interaction: int | None = None) -> Played:
    """Move by hand: this move, or what the rules do for an absent player."""
    question = await question_at(here.parts.service, table)
    assert table.mover
    person = Person(table.mover.user, table.mover.name)
    mover = Player(here.parts.service, table.id, person)
    return await mover.acts(notation or question.at_deadline, table.position_seq, press=interaction or next(PRESSES))


async def plans_offered_to(here: Scene, table: Table, seat: int) -> Sequence[Group]:
    """Return what the player of a seat can choose."""
    seen = await here.parts.service.tables.observe(table.id, table.seats[seat].user)
    return GAMES[table.game].premoves.groups(seen.observation)


def player(here: Scene, table: Table, seat: int) -> Player:
    return Player(here.parts.service, table.id, table.seats[seat])


async def plan(here: Scene, table: Table, seat: int, *texts: str) -> Table:
    """Plan all of these for a seat."""
    planner = player(here, table, seat)
    for text in texts:
        await planner.does(premoves.add, planner.user, table.position_seq, text)
    return await now(here, table)


async def rows_of(here: Scene, table: Table, after: int) -> Sequence[Any]:
    """Return the rows of the log after a step."""
    return await here.store.run(lambda tx: tx.log.steps(table.id, after, 999))


def kept_plans(table: Table, seat: int) -> tuple[str, ...]:
    return private_of(table.timing, seat).planned


def dropped_plans(table: Table, seat: int) -> tuple[str, ...]:
    return private_of(table.timing, seat).dropped


async def bidding(here: Scene, *plans: Sequence[str]) -> tuple[Table, list[int]]:
    """Return a table of Moon before the first bid, and its seats in order; those after the first have plans."""
    table = await begin_game(here, "moon", "day")
    order = list((await here.parts.service.tables.observe(table.id, None)).observation.order)
    for seat, texts in zip(order[1:], plans, strict=False):
        table = await plan(here, table, seat, *texts)
    return table, order


# --- it is played


async def test_a_plan_is_played_at_once_and_is_its_players_own(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, (first, second, third) = await bidding(here, ["bid 5"])
        bank = table.timing.seats[second].bank
        here.clock.time += MINUTE
        await act(here, table, "bid 4")
        after = await now(here, table)
        rows = await rows_of(here, table, table.seq)
        assert [(row.kind, row.seat, row.notation, row.at) for row in rows[:2]] == [
            ("act", first, "bid 4", here.clock.time),
            ("act", second, "bid 5", here.clock.time),
        ]
        assert (rows[1].user, rows[1].interaction) == (table.seats[second].user, None)
        assert (after.to_act, after.timing.seats[second].bank) == (third, bank)
        assert not kept_plans(after, second)
        steps = await here.parts.service.tables.history(table.id, table.seq, None)
        assert [(step.by_clock, step.is_delegated) for step in steps[:2]] == [(False, False)] * 2


async def test_plans_of_several_players_are_played_one_after_the_other_and_told_in_one_message(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, (first, second, third) = await bidding(here, ["bid 5", "pass"], ["bid 6"])
        said = len(here.mailbox.said)
        done = await act(here, table, "bid 4")
        table = await now(here, table)
        assert [row.notation for row in await rows_of(here, table, table.seq - 3)] == ["bid 4", "bid 5", "bid 6"]
        assert table.to_act == third  # who won the bidding
        assert kept_plans(table, second) == ()  # what would be a bid can't come true any more
        assert [event.describe() for event in done.events]
        await here.show()
        calls = [letter for what, letter in here.mailbox.said[said:] if what.startswith("sent") and letter.pings]
        assert [letter.pings for letter in calls] == [(table.seats[third].user,)]
        assert calls[0].text.count("bids") == 3
        assert first != third


async def test_the_first_plan_that_is_possible_is_played_those_before_it_are_dropped_and_told(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, (_, second, _) = await bidding(here, ["bid 4", "bid 6", "pass"])
        await act(here, table, "bid 5")
        table = await now(here, table)
        (row,) = [row for row in await rows_of(here, table, 0) if row.seat == second and row.kind == "act"]
        assert row.notation == "bid 6"
        assert dropped_plans(table, second) == ("bid 4",)
        assert "What you planned isn't possible now, so I dropped it." in await hand_of(here, table, second)


async def test_if_no_plan_is_possible_all_are_dropped_and_the_player_reads_of_it_until_they_have_moved(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, (_, second, _) = await bidding(here, ["bid 4", "bid 5"])
        await act(here, table, "bid 6")
        table = await now(here, table)
        assert (table.to_act, kept_plans(table, second), dropped_plans(table, second)) == (
            second,
            (),
            ("bid 4", "bid 5"),
        )
        assert "so I dropped it" in await hand_of(here, table, second)
        await act(here, table, "pass")
        table = await now(here, table)
        assert not dropped_plans(table, second)
        assert "dropped" not in await hand_of(here, table, second)


async def test_a_plan_that_is_dropped_is_named_while_its_tile_is_held(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await begin_game(here)
        for _ in range(60):
            seat = ((table.to_act or 0) + 1) % 3
            await here.parts.service.tables.do(table.id, NO_CAUSE, clear)
            texts = [each.text for group in await plans_offered_to(here, table, seat) for each in group.premoves]
            one = [text for text in texts if text.startswith("fits ")][:1]
            await plan(here, table, seat, *one)
            await act(here, table)
            await here.show()
            table = await now(here, table)
            if table.to_act == seat and dropped_plans(table, seat):
                break
        assert dropped_plans(table, seat) == tuple(one)
        tile = one[0].removeprefix("fits ")
        told = f"**Dropped from your plan**, since it isn't possible now: {tile} on any end"
        assert told in await hand_of(here, table, seat)


def clear(draft: Draft) -> None:
    """Remove all plans."""
    timing = draft.table.timing
    draft.table = replace(draft.table, timing=msgspec.json.decode(without_private(encode(timing)), type=type(timing)))


def encode(timing: Any) -> str:
    return msgspec.json.encode(timing).decode()


async def hand_of(here: Scene, table: Table, seat: int) -> str:
    """Return what the player of a seat reads in their hand."""
    seen = await here.parts.service.tables.observe(table.id, table.seats[seat].user)
    return hand.letter(GAMES[table.game], seen, Words(table.names)).text


async def test_the_same_press_again_tells_the_same_with_what_was_planned(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, _ = await bidding(here, ["bid 5"], ["bid 6"])
        once = await act(here, table, "bid 4", interaction=77)
        again = await act(here, table, "bid 4", interaction=77)
        assert len(once.events) >= 3
        assert (again.events, again.seq) == (once.events, once.seq)


async def test_a_hand_recalls_the_move_that_was_planned(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, (_, second, _) = await bidding(here, ["bid 5"])
        await act(here, table, "bid 4")
        _, happened = await here.parts.service.tables.hand(table.id, table.seats[second].user)
        assert "bid 5" in [step.notation for step in happened]


async def test_a_plan_waits_while_the_game_is_paused_and_is_played_when_it_goes_on(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, (first, second, _) = await bidding(here, ["bid 5"])

        def pause(draft: Draft) -> None:
            draft.step(Kind.ACT, first, "bid 4")
            for person in draft.table.seats:
                votes.call_vote(draft, person.user, Subject.PAUSE)

        table = await here.parts.service.tables.do(table.id, NO_CAUSE, pause)
        assert (table.to_act, kept_plans(table, second)) == (second, ("bid 5",))
        table = await player(here, table, first).resumes()
        assert table.to_act != second
        assert (await rows_of(here, table, table.seq - 1))[0].notation == "bid 5"


async def test_the_clock_of_a_player_whose_move_was_planned_does_not_run(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, (_, second, third) = await bidding(here, ["bid 5"])
        before = table.timing.seats
        here.clock.time += 7 * MINUTE
        await act(here, table, "bid 4")
        after = (await now(here, table)).timing
        assert after.seats[second].bank == before[second].bank
        assert after.turn is not None
        assert (after.turn.seat, after.turn.since) == (third, here.clock.time)


# --- it ends


@pytest.mark.parametrize("seats_of", ["mine", "another's"])
async def test_a_move_that_is_taken_back_drops_all_plans(seats_of: str, tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await begin_game(here, "blockers", "standard")
        mover, waiter = table.to_act or 0, ((table.to_act or 0) + 2) % 3
        planner = mover if seats_of == "mine" else waiter
        if seats_of == "another's":
            text = (await plans_offered_to(here, table, waiter))[0].premoves[0].text
            await plan(here, table, waiter, text)
        await act(here, table)
        table = await now(here, table)
        if seats_of == "mine":
            text = (await plans_offered_to(here, table, mover))[0].premoves[0].text
            await plan(here, table, mover, text)
        table = await player(here, table, mover).takes_move_back(table.position_seq)
        assert table.to_act == mover
        assert not any(kept_plans(table, seat) for seat in range(3))
        assert dropped_plans(table, planner) == (text,)


async def test_nothing_planned_outlives_its_round_its_seat_or_its_game(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, ended = await begin_game(here, "chickenfoot", "long day"), list[Status]()
        while table.status is Status.RUNNING:
            for seat in {0, 1, 2} - {table.to_act or 0}:
                if not kept_plans(table, seat) and table.mover is not None:
                    groups = await plans_offered_to(here, table, seat)
                    table = await plan(here, table, seat, *[each.text for each in groups[0].premoves][-1:])
            before = table
            if table.mover is not None:
                await act(here, table)
            await here.show()
            table = await now(here, table)
            if table.round != before.round or table.status is not Status.RUNNING:
                ended.append(table.status)
                assert not any(kept_plans(table, seat) or dropped_plans(table, seat) for seat in range(3))
        assert ended == [Status.RUNNING, Status.OVER]


async def test_a_player_who_leaves_and_one_for_whom_a_computer_plays_has_no_plan(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await begin_game(here)
        one, two = [seat for seat in range(3) if seat != table.to_act]
        for seat in (one, two):
            await plan(here, table, seat, (await plans_offered_to(here, table, seat))[0].premoves[0].text)
        table = await player(here, table, one).leaves()
        assert (kept_plans(table, one), len(kept_plans(table, two))) == ((), 1)
        table = await player(here, table, two).stays_away()
        assert not kept_plans(table, two)


async def test_a_game_that_is_closed_keeps_no_plan(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await begin_game(here)
        seat = ((table.to_act or 0) + 1) % 3
        await plan(here, table, seat, (await plans_offered_to(here, table, seat))[0].premoves[0].text)

        def close(draft: Draft) -> None:
            draft.table = replace(draft.table, status=Status.CLOSED)
            draft.step(Kind.CLOSE)

        assert not kept_plans(await here.parts.service.tables.do(table.id, NO_CAUSE, close), seat)


# --- it is refused


async def test_every_plan_that_cannot_be_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await begin_game(here)
        mover, seat = table.to_act or 0, ((table.to_act or 0) + 1) % 3
        mine = [each.text for each in (await plans_offered_to(here, table, seat))[0].premoves]
        with pytest.raises(Refusal, match="your turn already"):
            await plan(here, table, mover, "fits 6-2")
        with pytest.raises(Refusal, match="can't happen any more in this round"):
            await plan(here, table, seat, "bid 6")
        with pytest.raises(NotSeated):
            await Player(here.parts.service, table.id, EVE).does(premoves.add, EVE.user, 99, mine[0])
        with pytest.raises(Refusal, match="Tiles were dealt since then"):
            await plan(here, replace(table, standing=table.standing._replace(position_seq=1)), seat, mine[0])
        table = await plan(here, table, seat, mine[0], *mine[:3], mine[2])
        assert kept_plans(table, seat) == tuple(mine[:3])
        first = next(each for each in mine[:3] if each.startswith("fits "))
        other = "fits " + "-".join(reversed(first.removeprefix("fits ").split("-")))
        assert kept_plans(await plan(here, table, seat, other), seat) == tuple(mine[:3])  # the same tile, turned round
        with pytest.raises(Refusal, match="planned 3 moves already"):
            await plan(here, table, seat, mine[3])
        table = await player(here, table, seat).stays_away()
        with pytest.raises(Refusal, match="A computer player plays for you"):
            await plan(here, table, seat, mine[0])


async def test_a_plan_is_given_up_and_giving_it_up_twice_changes_nothing(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, (_, second, _) = await bidding(here, ["bid 5", "bid 6"])
        planner = player(here, table, second)
        for _ in range(2):
            table = await planner.does(premoves.remove, planner.user, "bid 5")
            assert kept_plans(table, second) == ("bid 6",)


async def test_alone_with_computer_players_there_is_nothing_to_plan(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        service = here.parts.service
        table = await service.tables.new("draw", ANA.cause(), ANA, 7, 8, preset="day", players=("easy", "easy"))
        await here.show()
        table = await now(here, table)
        with pytest.raises(Refusal, match=r"(don't keep you waiting)|(your turn already)"):
            await plan(here, table, 0, "fits 6-2")


# --- nobody else learns of it


async def test_planning_is_no_step_and_nothing_is_sent(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await begin_game(here)
        seat, said, told = ((table.to_act or 0) + 1) % 3, len(here.mailbox.said), list[int]()
        here.parts.service.repository.watch(told.append)
        after = await plan(here, table, seat, (await plans_offered_to(here, table, seat))[0].premoves[0].text)
        await here.show()
        assert (after.seq, after.standing, len(here.mailbox.said), told) == (table.seq, table.standing, said, [])
        assert repr(after.timing) == repr(table.timing)
        wakes, planner = (await row_of(here, table)).wake_at, player(here, table, seat)
        await planner.does(premoves.remove, planner.user, kept_plans(after, seat)[0])
        assert wakes == (await row_of(here, table)).wake_at


async def row_of(here: Scene, table: Table) -> Any:
    return await here.parts.service.store.run(lambda tx: tx.tables.table(table.id))


async def test_what_others_and_the_channel_see_is_the_same_with_and_without_a_plan(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await begin_game(here)
        seat = ((table.to_act or 0) + 1) % 3
        without, (text, other) = (
            table,
            [each.text for each in (await plans_offered_to(here, table, seat))[0].premoves][:2],
        )
        table = await plan(here, table, seat, text)
        private = Plans(kept_plans(table, seat), (other,))
        table = replace(table, timing=with_plans(table.timing, seat, private))
        words, observe = Words(table.names), here.parts.service.tables.observe
        for viewer in (None, *table.people):
            seen = await observe(table.id, viewer.user if viewer else None)
            both = replace(seen, table=table), replace(seen, table=without)
            calls = [
                talk.ongoing_letter(GAME, one, call, [], words, offers_whole_board=True)
                for one in both
                for call in TURN_KINDS
            ]
            assert calls[:3] == calls[3:]
            mine, theirs = [hand.letter(GAME, one, words) for one in both]
            assert (mine == theirs) is (seen.seat != seat)


# --- what is kept about a person


async def test_what_is_planned_is_told_given_as_a_file_and_gone_with_its_person(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await begin_game(here)
        seat = ((table.to_act or 0) + 1) % 3
        text = (await plans_offered_to(here, table, seat))[0].premoves[0].text
        table = await plan(here, table, seat, text)
        user, people = table.seats[seat].user, here.parts.service.people
        assert "1 move that you planned ahead" in Words(()).text(
            privacy.stored_data_text(await people.collect_data(user))
        )
        (given,) = msgspec.json.decode(export_as_json(user, await people.collect_data(user)))["seats"]
        assert given["planned"] == [text]
        await people.forget(user)
        assert text not in (await row_of(here, table)).clock
