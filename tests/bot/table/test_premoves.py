"""What a player plans is made when their turn comes, once, at a moment like their own; nobody else learns of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from random import Random
from sqlite3 import connect
from typing import Any

import msgspec
import pytest

from bot.desk.privacy import exported
from bot.store import Store
from bot.table.clock import own
from bot.table.clock.own import Rhythm
from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset, pace
from bot.table.clock.reminders import Wishes
from bot.table.clock.timing import Timing
from bot.table.draft import Draft
from bot.table.model import ANY, By, Status, Table
from bot.table.posts import CALLS
from bot.table.refusals import NotSeated, Refusal
from bot.table.rules import computers, forced, holiday, premoves, seats, votes
from bot.table.steps import Kind
from bot.talk import hand, privacy
from bot.talk import turn as talk
from engine.games import GAMES
from engine.premoves import Group
from engine.words import Words
from tests.bot.mailbox import Mailbox
from tests.bot.table.test_forced import HABITS, NOON, WAKING, act, told_apart, until_made, waiting
from tests.bot.tools import ANA, EVE
from tests.day.play import Scene, scene

GAME = GAMES["draw"]


async def begun(here: Scene, game: str = "draw", options: str = "day") -> Table:
    """A table of three whose first tiles are dealt and shown."""
    table = await here.begin(game, options, 3, Preset.DAY)
    await here.show()
    return await now(here, table)


async def now(here: Scene, table: Table) -> Table:
    return await here.parts.service.tables.table(table.id, ANY)


async def offered(here: Scene, table: Table, seat: int) -> Sequence[Group]:
    """What the player of a seat can choose."""
    seen = await here.parts.service.tables.observe(table.id, table.seats[seat].user)
    return GAMES[table.game].premoves.groups(seen.observation)


async def plan(here: Scene, table: Table, seat: int, *texts: str) -> Table:
    """Plan all of these for a seat."""
    for text in texts:
        user = table.seats[seat].user
        await here.parts.service.tables.do(table.id, By(user), premoves.add, user, table.position_seq, text)
    return await now(here, table)


def kept(table: Table, seat: int) -> tuple[str, ...]:
    return own.premoves(table.timing, seat)


async def planned(here: Scene) -> tuple[Table, int]:
    """A table where the turn of a player has just come who has planned what is possible, and their seat."""
    table = await begun(here)
    for _ in range(60):
        seat = ((table.to_act or 0) + 1) % 3
        texts = [each.text for each in (await offered(here, table, seat))[0].premoves][:3]
        await plan(here, table, seat, *texts)
        here.clock.time += 40
        await act(here, table)
        await here.show()
        table = await now(here, table)
        if table.to_act == seat and own.own_at(table.timing):
            return table, seat
    raise AssertionError("no plan was ever possible")


# --- it is made


async def test_a_plan_is_made_once_at_its_moment_in_another_process_too_and_is_its_players_own(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        before, seat = await planned(here)
        text, notation = premoves.due(await here.parts.service.repository.read(before.id)) or ("", "")
        here.restart()
        after = await until_made(here, before)
        steps = await here.parts.service.tables.history(before.id, before.position_seq, before.seats[seat].user)
        (step,) = [step for step in steps if step.kind == "act"]
        assert (step.seat, step.notation, step.by_clock, step.by_wish) == (seat, notation, False, False)
        assert after.timing.seats[seat].replies == before.timing.seats[seat].replies
        assert kept(after, seat) == kept(before, seat)[kept(before, seat).index(text) + 1 :]
        await here.wake()
        assert (await now(here, before)).position_seq == after.position_seq
        rows = await here.parts.service.tables._store.run(lambda tx: tx.log.steps(before.id, 0, 999))
        assert rows[step.seq - 1].user == before.seats[seat].user


async def test_a_plan_is_tried_in_one_turn_only_and_a_move_by_hand_ends_it(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, seat = await planned(here)
        assert kept(table, seat)
        await act(here, table)
        table = await now(here, table)
        assert table.to_act != seat
        assert not kept(table, seat)


@pytest.mark.parametrize("by_bot", [False, True])
async def test_a_turn_that_left_no_choice_to_a_player_keeps_their_plan_where_the_bot_made_it(
    by_bot: bool, tmp_path: Path
) -> None:
    async with scene(tmp_path, GAMES) as here:
        draft = await here.parts.service.repository.read((await waiting(here)).id)
        seat = draft.table.to_act or 0
        seen = draft.state.observe(seat)
        held = [each.text for each in GAME.premoves.groups(seen)[0].premoves]
        text = next(each for each in held if GAME.premoves.first(seen, [each]) is None)
        timing = own.with_premoves(draft.table.timing, seat, (text,))
        draft.for_player = by_bot
        assert own.premoves(premoves.standing(draft, timing, seat), seat) == ((text,) if by_bot else ())


async def test_the_clock_playing_a_late_turn_ends_a_plan(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, seat = await planned(here)

        def late(draft: Draft) -> None:
            draft.step(Kind.LATE, seat, str(draft.state.at_deadline()))

        table = await here.parts.service.tables.do(table.id, By(None), late)
        assert not kept(table, seat)


async def test_a_plan_waits_for_the_end_of_a_holiday(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, seat = await planned(here)
        user = table.seats[seat].user
        await here.parts.service.tables.do(table.id, By(user), holiday.begin, user, here.clock.time + 5 * DAY)
        after = await until_made(here, table)
        assert after.position_seq == table.position_seq
        assert (own.own_at(after.timing) or 0) > here.clock.time + 4 * DAY


@pytest.mark.parametrize("seats_of", ["mine", "another's"])
async def test_a_move_that_is_taken_back_ends_all_plans(seats_of: str, tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await begun(here, "blockers", "standard")
        mover, waiter = table.to_act or 0, ((table.to_act or 0) + 1) % 3
        text = (await offered(here, table, waiter))[0].premoves[0].text
        if seats_of == "another's":
            await plan(here, table, waiter, text)
        await act(here, table)
        table = await now(here, table)
        if seats_of == "mine":
            await plan(here, table, mover, (await offered(here, table, mover))[0].premoves[0].text)
        user = table.seats[mover].user
        table = await here.parts.service.tables.do(table.id, By(user), votes.undo, user, table.position_seq)
        assert table.to_act == mover
        assert not any(kept(table, seat) for seat in range(3))


async def test_nothing_planned_outlives_its_round_its_seat_or_its_game(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, ended = await begun(here, "chickenfoot", "day"), list[Status]()
        while table.status is Status.RUNNING:
            for seat in {0, 1, 2} - {table.to_act or 0}:
                if not kept(table, seat) and table.mover is not None:
                    groups = await offered(here, table, seat)
                    table = await plan(here, table, seat, *[each.text for each in groups[0].premoves][-1:])
            before = table
            if table.mover is not None:
                await act(here, table)
            await here.show()
            table = await now(here, table)
            if table.round != before.round or table.status is not Status.RUNNING:
                ended.append(table.status)
                assert not any(kept(table, seat) for seat in range(3))
        assert ended == [Status.RUNNING, Status.OVER]


async def test_a_player_who_leaves_and_one_for_whom_a_computer_plays_has_no_plan(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await begun(here)
        one, two = [seat for seat in range(3) if seat != table.to_act]
        for seat in (one, two):
            await plan(here, table, seat, (await offered(here, table, seat))[0].premoves[0].text)
        user = table.seats[one].user
        table = await here.parts.service.tables.do(table.id, By(user), seats.leave, user)
        assert (kept(table, one), len(kept(table, two))) == ((), 1)
        table = await here.parts.service.tables.do(table.id, By(None), computers.sit, two, seats.STRENGTH)
        assert not kept(table, two)


async def test_a_game_that_is_closed_keeps_no_plan(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await begun(here)
        seat = ((table.to_act or 0) + 1) % 3
        await plan(here, table, seat, (await offered(here, table, seat))[0].premoves[0].text)

        def close(draft: Draft) -> None:
            draft.table = replace(draft.table, status=Status.CLOSED)
            draft.step(Kind.CLOSE)

        assert not kept(await here.parts.service.tables.do(table.id, By(None), close), seat)


# --- it is refused


async def test_every_plan_that_cannot_be_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await begun(here)
        mover, seat = table.to_act or 0, ((table.to_act or 0) + 1) % 3
        mine = [each.text for each in (await offered(here, table, seat))[0].premoves]
        with pytest.raises(Refusal, match="your turn already"):
            await plan(here, table, mover, "fits 6-2")
        with pytest.raises(Refusal, match="can't happen any more in this round"):
            await plan(here, table, seat, "bid 6")
        with pytest.raises(NotSeated):
            await here.parts.service.tables.do(table.id, By(EVE.user), premoves.add, EVE.user, 99, mine[0])
        with pytest.raises(Refusal, match="Tiles were dealt since then"):
            await plan(here, replace(table, standing=table.standing._replace(position_seq=1)), seat, mine[0])
        table = await plan(here, table, seat, mine[0], *mine[:3], mine[2])
        assert kept(table, seat) == tuple(mine[:3])
        first = next(each for each in mine[:3] if each.startswith("fits "))
        other = "fits " + "-".join(reversed(first.removeprefix("fits ").split("-")))
        assert kept(await plan(here, table, seat, other), seat) == tuple(mine[:3])  # the same tile, turned round
        with pytest.raises(Refusal, match="planned 3 moves already"):
            await plan(here, table, seat, mine[3])
        table = await here.parts.service.tables.do(table.id, By(None), computers.sit, seat, seats.STRENGTH)
        with pytest.raises(Refusal, match="A computer player plays for you"):
            await plan(here, table, seat, mine[0])


async def test_a_plan_is_given_up_and_giving_it_up_twice_changes_nothing(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, seat = await planned(here)
        user, (first, *rest) = table.seats[seat].user, kept(table, seat)
        for _ in range(2):
            table = await here.parts.service.tables.do(table.id, By(user), premoves.remove, user, first)
            assert kept(table, seat) == tuple(rest)
            assert own.own_at(table.timing) is None  # they are there, so this turn is theirs


async def test_alone_with_computer_players_there_is_nothing_to_plan(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        service = here.parts.service
        table = await service.tables.new("draw", ANA.by(), ANA, 7, 8, preset="day", players=("easy", "easy"))
        await here.show()
        table = await now(here, table)
        with pytest.raises(Refusal, match=r"(don't keep you waiting)|(your turn already)"):
            await plan(here, table, 0, "fits 6-2")


# --- nobody else learns of it


async def test_planning_is_no_step_and_nothing_is_sent(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await begun(here)
        seat, said, told = ((table.to_act or 0) + 1) % 3, len(here.mailbox.said), list[int]()
        here.parts.service.repository.watch(told.append)
        after = await plan(here, table, seat, (await offered(here, table, seat))[0].premoves[0].text)
        await here.show()
        assert (after.seq, after.standing, len(here.mailbox.said), told) == (table.seq, table.standing, said, [])
        assert repr(after.timing.seats) == repr(table.timing.seats)
        wakes, user = (await row_of(here, table)).wake_at, table.seats[seat].user
        await here.parts.service.tables.do(table.id, By(user), premoves.remove, user, kept(after, seat)[0])
        assert wakes == (await row_of(here, table)).wake_at


async def row_of(here: Scene, table: Table) -> Any:
    return await here.parts.service.tables._store.run(lambda tx: tx.tables.table(table.id))


async def test_what_others_and_the_channel_see_is_the_same_with_and_without_a_plan(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, seat = await planned(here)
        turn = table.timing.turn
        assert turn
        bare = own.with_premoves(table.timing, seat, ()).but(turn=msgspec.structs.replace(turn, own_after=0))
        without, words, observe = replace(table, timing=bare), Words(table.names), here.parts.service.tables.observe
        for viewer in (None, *table.people):
            seen = await observe(table.id, viewer.user if viewer else None)
            both = replace(seen, table=table), replace(seen, table=without)
            calls = [talk.waits(GAME, one, call, [], words, whole=True) for one in both for call in CALLS]
            assert calls[:3] == calls[3:]
            mine, theirs = [hand.letter(GAME, one, words) for one in both]
            assert (mine == theirs) is (seen.seat != seat)


@asynccontextmanager
async def twin(here: Scene, folder: Path) -> AsyncIterator[Scene]:
    """The same table in another database, where time stands at the same moment."""
    with closing(connect(folder / "day.db")) as one, closing(connect(folder / "twin.db")) as two:
        one.backup(two)
    store, mailbox = await Store.open(f"sqlite:///{folder / 'twin.db'}"), Mailbox(clock=here.clock)
    mailbox.there.update(here.mailbox.there)
    other = Scene(store, here.clock, mailbox, here.games)
    yield other
    await other.parts.close()
    await store.close()


async def test_the_channel_reads_the_same_of_a_planned_move_and_of_one_by_hand(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, seat = await planned(here)
        _, notation = premoves.due(await here.parts.service.repository.read(table.id)) or ("", "")
        at, said = own.own_at(table.timing) or 0, len(here.mailbox.said)
        async with twin(here, tmp_path) as other:
            await until_made(here, table)
            assert here.clock.time == at
            person = table.seats[seat]
            await other.parts.service.tables.act(table.id, person.by(), person, table.position_seq, notation)
            await other.show()
            mine = [(what.split()[0], letter.text, letter.rows) for what, letter in here.mailbox.said[said:]]
            assert mine == [(what.split()[0], letter.text, letter.rows) for what, letter in other.mailbox.said]
            logs = [await each.store.run(lambda tx: tx.log.steps(table.id, 0, 999)) for each in (here, other)]
            assert logs[0] == logs[1]


# --- nobody can tell by the time either


def turns(draft: Draft, habit: Any, number: int, rng: Random, *, masked: bool) -> tuple[list[int], list[int]]:
    """How long a player seems to take for turns by hand and for those that they have planned, by the clock on the wall;
    `draft` is a turn of theirs in which what they planned is possible."""
    table, seat, clock = draft.table, draft.table.to_act or 0, NOON
    timing = Timing(Preset.WEEK).started(pace(Preset.WEEK, DAY, 3, 40), 3, NOON)
    texts, free, ahead = own.premoves(table.timing, seat), list[int](), list[int]()
    for turn in range(number):
        clock += rng.randrange(MINUTE, 5 * HOUR)
        by_hand = rng.random() < 0.5
        timing = own.with_premoves(timing, seat, () if by_hand else texts).begun(seat, clock, formality=False)
        draft.table, draft.now, draft.chance = replace(table, timing=timing), clock, rng
        forced.plan(draft, Wishes())
        planned = own.own_at(draft.table.timing)
        assert (planned is None) or not by_hand
        if not by_hand and not masked:
            planned = clock + 2
        awake = Rhythm(timing.hours, WAKING)
        at = planned or awake.after(clock, max(2, round(habit(rng)))) or clock
        if turn > 200:  # until the hours are known
            (ahead if planned else free).append(at - clock)
        timing = own.replied(timing, seat, at, own=planned is None).but(turn=None)
        clock = at
    return free, ahead


@pytest.mark.long
@pytest.mark.parametrize("habit", HABITS)
async def test_nobody_can_tell_by_the_time_they_take_which_of_ten_thousand_turns_were_planned(
    habit: str, tmp_path: Path
) -> None:
    async with scene(tmp_path, GAMES) as here:
        table, _ = await planned(here)
        draft = await here.parts.service.repository.read(table.id)
        free, ahead = turns(draft, HABITS[habit], 10_000, Random(habit), masked=True)
        print(habit, len(free), len(ahead))
        assert not told_apart(free, ahead)
        assert told_apart(*turns(draft, HABITS[habit], 10_000, Random(habit), masked=False))


# --- what is kept about a person


async def test_what_is_planned_is_told_given_as_a_file_and_gone_with_its_person(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await begun(here)
        seat = ((table.to_act or 0) + 1) % 3
        text = (await offered(here, table, seat))[0].premoves[0].text
        table = await plan(here, table, seat, text)
        user, people = table.seats[seat].user, here.parts.service.people
        assert "1 move that you planned ahead" in Words(()).text(privacy.told(await people.kept_about(user)))
        (given,) = msgspec.json.decode(exported(user, await people.kept_about(user)))["seats"]
        assert given["premoves"] == [text]
        await people.forget(user)
        assert text not in (await row_of(here, table)).clock
