"""A new player takes a computer player's seat between rounds: who agrees, who may, and what they know until then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from unittest.mock import patch

import pytest

from bot.service import Service
from bot.store import Store
from bot.table.log.draft import Draft
from bot.table.log.fold import BrokenStep
from bot.table.log.model import ANY, NO_CAUSE, Person, Status, Table
from bot.table.log.settled.votes import Voted
from bot.table.log.steps import Kind, Subject, encode_notation
from bot.table.record.stepwise import run_to_end
from bot.table.record.transcript import transcript
from bot.table.record.verify import verify
from bot.table.refusals import NotSeated, Refusal
from bot.table.rules import premoves
from bot.talk import card, seat, story, vote, waiting
from bot.talk.words import mentions
from engine.game import DEALER
from engine.words import Words, msg
from tests.bot.games import CARDS_GAME, GAMES
from tests.bot.players import Player, deal_game, vote_of
from tests.bot.tools import (
    ANA,
    BEN,
    DOT,
    EVE,
    GUILD,
    FixedClock,
    entries_after,
    first_choice,
    make_deal,
    play_on,
    play_to_end,
    running_table,
    started_table,
)


async def begin(
    service: Service, *people: Person, computers: Sequence[str] = ("hard",), rounds: int = 3
) -> tuple[Table, Player, Sequence[Player]]:
    """Return a dealt table of people (Ana by default) and computer players; Eve, who doesn't play; and the people."""
    options = CARDS_GAME.options(rounds=rounds)
    table, seated = await deal_game(service, *(people or (ANA,)), computers=computers, options=options)
    return table, Player(service, table.id, EVE), seated


async def to_the_round_after(service: Service, table: Table) -> Table:
    """Play on until the next round is dealt."""
    table = await between(service, table)
    return await make_deal(service, table.id)


async def between(service: Service, table: Table) -> Table:
    while table.to_act != DEALER:
        table = await play_on(service, table)
    return table


async def test_who_takes_a_computers_seat_plays_from_the_next_round_on_once_all_agree(service: Service) -> None:
    table, eve, (ana, ben) = await begin(service, ANA, BEN)
    bolt = table.seats[2]
    asked = await eve.takes_seat()
    assert (asked.seats, asked.newcomers, asked.present_seats) == (table.seats, {2: EVE}, (0, 1))
    assert asked.position_seq == table.position_seq
    assert not (await ana.says_yes()).standing.seat_requests[0].agreed
    agreed = await ben.says_yes()
    assert agreed.standing.seat_requests[0].agreed
    assert agreed.seats[2] == bolt
    over = await between(service, agreed)
    assert (over.seats[2], over.newcomers, over.standing.seat_requests) == (EVE, {}, ())
    after = await make_deal(service, table.id)
    assert (await eve.sees()).hand
    assert (await play_to_end(service, after)).seats[2] == EVE
    service.repository.uncache()
    assert (await service.tables.table(table.id, ANY)).seats[2] == EVE


async def test_silence_agrees_and_the_newcomer_is_in_whatever_process_looks(
    service: Service, store: Store, clock: FixedClock
) -> None:
    table, eve, _ = await begin(service, ANA, BEN)
    asked = await eve.takes_seat()
    await service.outbox.mark_shown(table.id, asked.seq)
    assert asked.timing.silence_at is not None
    clock.time = asked.timing.silence_at
    ticked = await service.clockwork.tick(table.id)
    assert ticked.standing.seat_requests[0].agreed
    other = Service.of(store, GAMES, clock)
    assert await other.tables.table(table.id, ANY) == ticked
    assert (await between(other, ticked)).seats[2] == EVE
    service.repository.uncache()
    assert (await service.tables.table(table.id, ANY)).seats[2] == EVE


async def test_one_no_gives_the_seat_back_to_its_computer_player_by_name(service: Service) -> None:
    table, eve, (_, ben) = await begin(service, ANA, BEN)
    dot = Player(service, table.id, DOT)
    await eve.takes_seat()
    refused = await ben.says_no()
    assert (refused.seats, refused.newcomers, refused.standing.seat_requests) == (table.seats, {}, ())
    assert await service.listing.open_tables_of(EVE.user) == []
    assert (await to_the_round_after(service, refused)).seats == table.seats
    assert vote.vote_text(refused, vote_of(refused))
    with pytest.raises(Refusal, match="You've just asked for a vote"):
        await eve.takes_seat()
    assert (await dot.takes_seat()).newcomers == {2: DOT}, "another player can ask"


async def test_nobody_is_asked_if_nobody_is_there(service: Service) -> None:
    _, eve, (ana,) = await begin(service)
    await ana.stays_away()
    asked = await eve.takes_seat()
    assert asked.standing.seat_requests[0].agreed
    assert (await between(service, asked)).seats[1] == EVE


async def test_who_is_let_in_while_a_deal_is_due_plays_it(service: Service) -> None:
    table, eve, (ana,) = await begin(service)
    await between(service, table)
    await eve.takes_seat()
    assert (await ana.says_yes()).seats[1] == EVE
    assert (await service.tables.observe(table.id, EVE.user)).seat == 1
    assert (await make_deal(service, table.id)).seats[1] == EVE


async def test_a_seat_is_settled_at_the_end_of_the_round_after_the_consent(service: Service) -> None:
    table, eve, (ana,) = await begin(service)
    table = await to_the_round_after(service, await eve.takes_seat())
    assert table.newcomers == {1: EVE}
    await ana.says_yes()
    assert (await between(service, table)).seats[1] == EVE


async def test_a_newcomer_is_a_stranger_to_the_round_under_way(service: Service) -> None:
    table, eve, (ana,) = await begin(service)
    await eve.takes_seat()
    table = await ana.says_yes()
    while table.to_act != 1:
        table = await play_on(service, table)
    channel = (await service.tables.observe(table.id, None)).observation
    assert await eve.sees() == channel
    assert (await service.tables.hand(table.id, EVE.user))[1] == []
    assert await service.listing.choices(EVE.user) == []
    assert await service.listing.tables_to_move_at(EVE.user) == []
    notation = await first_choice(service, table)
    assert [step.notation for step in await service.tables.history(table.id, 0, EVE.user)] == [
        step.notation for step in await service.tables.history(table.id, 0, None)
    ]
    for refused in (
        eve.plays(notation, table.position_seq),
        eve.takes_move_back(),
        eve.calls_vote("cancel"),
        eve.takes_seat_back(),
        eve.does(premoves.add, eve.user, table.position_seq, notation),
        eve.asks_for_hint(),
        eve.says_yes(),
    ):
        with pytest.raises(NotSeated):
            await refused
    assert (await play_on(service, table)).seats[1].name == table.seats[1].name, "its computer player plays on"


async def test_a_game_that_ends_before_the_next_round_was_the_computers(service: Service, store: Store) -> None:
    table, eve, _ = await begin(service)
    await eve.takes_seat()
    over = await play_to_end(service, table)  # nobody answers
    assert (over.status, over.seats, over.newcomers) == (Status.OVER, table.seats, {})
    with pytest.raises(NotSeated):
        await eve.agrees_to_rematch()
    assert [row.user for row in await store.run(lambda tx: tx.tables.seats(table.id))] == [ANA.user, None]


async def test_what_a_newcomer_did_is_theirs_and_what_the_computer_did_is_its(service: Service) -> None:
    table, eve, (ana,) = await begin(service)
    await eve.takes_seat()
    over = await play_to_end(service, await ana.says_yes())
    moves = [
        entry
        for entry in await entries_after(service, table.id, 0)
        if entry.row.kind == Kind.ACT and entry.row.seat == 1
    ]
    theirs = [entry.row.seq for entry in moves if entry.player is None]
    decided = run_to_end((await service.tables.log(table.id)).collect_decisions(EVE.user))
    assert [each.seq for each in decided] == theirs
    assert 0 < len(theirs) < len(moves)
    names, words = table.seats, Words(mentions(over.seats))
    lines = story.build_lines(CARDS_GAME, await service.tables.history(table.id, 0, None))
    text = "\n".join(words.text(line.message) for line in lines)
    assert f"{mentions([EVE])[0]} takes over for {mentions([names[1]])[0]}." in text
    before, _, after = text.partition(f"{mentions([EVE])[0]} takes over for {mentions([names[1]])[0]}.")
    assert str(mentions([EVE])[0]) not in before
    assert str(mentions([names[1]])[0]) not in after


async def test_a_record_with_a_newcomer_agrees_with_the_protocol_and_is_told(service: Service) -> None:
    table, eve, (ana,) = await begin(service)
    await eve.takes_seat()
    await play_to_end(service, await ana.says_yes())
    record = await service.tables.record(table.id)
    assert verify(record.to_json(), GAMES).code in (0, 2)
    assert str(EVE.user) not in record.to_json().decode()
    text = transcript(record, CARDS_GAME, msg("Cards 1"), Words(["Ana", "Eve"]))
    assert "Eve takes over for a former player." in text


async def test_a_newcomer_who_changes_their_mind_has_seen_nothing_and_can_ask_again(
    service: Service, clock: FixedClock
) -> None:
    table, eve, (ana,) = await begin(service)
    await eve.takes_seat()
    await ana.says_yes()
    left = await eve.leaves()
    assert (left.seats, left.newcomers, left.standing.vacant) == (table.seats, {}, ())
    assert (await service.people.collect_data(EVE.user)).left == ()
    clock.time += 3600
    assert (await eve.takes_seat()).newcomers == {1: EVE}
    words = Words(mentions(left.seats))
    assert "doesn't want the seat any more" in words.text(vote.vote_text(left, vote_of(left)))


async def test_nobody_who_has_seen_tiles_of_the_game_takes_a_computers_seat(service: Service) -> None:
    table, _, (_, ben) = await begin(service, ANA, BEN)
    dot = Player(service, table.id, DOT)
    await ben.leaves()
    await dot.takes_seat()
    with pytest.raises(Refusal, match="seen the tiles of another seat"):
        await ben.takes_seat(2)
    with pytest.raises(Refusal, match="seen the tiles of another seat"):
        await ben.takes_seat()


async def test_seats_that_are_no_computers_own_are_refused_each_with_a_sentence(service: Service) -> None:
    table, eve, (ana, ben) = await begin(service, ANA, BEN, computers=("easy", "hard"))
    dot = Player(service, table.id, DOT)
    await ben.stays_away()
    for refused, answer in (
        (eve.takes_seat(0), "is taken now"),
        (eve.takes_seat(1), "is taken now"),
        (eve.takes_seat(4), "There is no such seat"),
        (ana.takes_seat(2), "already in"),
        (ben.takes_seat(2), "already in"),
    ):
        with pytest.raises(Refusal, match=answer):
            await refused
    await eve.takes_seat(3)
    with pytest.raises(Refusal, match="asked for a seat already"):
        await eve.takes_seat()
    with pytest.raises(Refusal, match="vote on something else"):
        await dot.takes_seat()
    await ana.says_yes()
    with pytest.raises(Refusal, match="is taken now"):
        await dot.takes_seat(3)
    both = await dot.takes_seat()
    assert both.newcomers == {3: EVE, 2: DOT}
    over = await between(service, await ana.says_yes())
    assert over.seats[2:] == (DOT, EVE)


async def test_a_vote_for_a_second_seat_is_asked_again_when_the_first_newcomer_is_in(service: Service) -> None:
    table, eve, (ana,) = await begin(service, ANA, computers=("easy", "hard"))
    dot = Player(service, table.id, DOT)
    await eve.takes_seat()
    await ana.says_yes()
    over = await between(service, await dot.takes_seat())
    assert (over.seats[1], over.newcomers) == (EVE, {2: DOT})
    asked = vote_of(over)
    assert (asked.subject, asked.outcome) == ("seat", None)
    assert set(vote.pending_voters(over, asked)) == {0, 1}
    await ana.says_yes()
    assert (await eve.says_yes()).seats[2] == DOT


@pytest.mark.parametrize("rounds", [1, 2])
async def test_no_seat_is_on_offer_in_the_last_round(service: Service, rounds: int) -> None:
    table, eve, _ = await begin(service, rounds=rounds)
    while table.standing.scored < rounds - 1:
        assert table.offered_seats == (1,)
        table = await to_the_round_after(service, table)
    assert table.offered_seats == ()
    with pytest.raises(Refusal, match="in the last round"):
        await eve.takes_seat(1)


async def test_no_seat_is_on_offer_before_the_seats_are_drawn(service: Service) -> None:
    options = CARDS_GAME.options(rounds=3)
    due = await started_table(service, ANA, BEN, computers=["hard"], options=options)  # so that the first deal waits
    eve = Player(service, due.id, EVE)
    assert due.offered_seats == (2,)
    with patch.object(type(options), "has_seat_draw", return_value=True):
        assert list((await service.tables.table(due.id, ANY)).offered_seats) == []
        with pytest.raises(Refusal, match="before the seats are drawn"):
            await eve.takes_seat(2)


async def test_the_game_goes_on_for_a_newcomer_when_its_last_player_leaves(service: Service) -> None:
    _, eve, (ana,) = await begin(service)
    await eve.takes_seat()
    left = await ana.leaves()
    assert (left.status, left.standing.seat_requests[0].agreed) == (Status.RUNNING, True)
    again = await eve.leaves()
    assert (again.status, again.standing.closed) == (Status.CLOSED, "left")


async def test_a_newcomer_who_is_deleted_leaves_nothing_behind(service: Service) -> None:
    table, eve, (ana,) = await begin(service)
    await eve.takes_seat()
    await ana.says_yes()
    kept = await service.people.collect_data(EVE.user)
    assert [(each.table.id, each.seat) for each in kept.seats] == [(table.id, 1)]
    assert [each.id for each in await service.listing.open_tables_of(EVE.user)] == [table.id]
    await service.people.forget(EVE.user)
    kept = await service.people.collect_data(EVE.user)
    assert (kept.seats, kept.left) == ([], ())
    gone = await service.tables.table(table.id, ANY)
    assert (gone.seats, gone.newcomers) == (table.seats, {})
    assert (await between(service, gone)).seats == table.seats


async def test_a_closed_game_keeps_no_newcomer(service: Service) -> None:
    table, eve, (ana,) = await begin(service)
    await eve.takes_seat()
    await ana.says_yes()
    closed = await ana.calls_vote("cancel")
    assert (closed.status, closed.newcomers, closed.seats) == (Status.CLOSED, {}, table.seats)


async def test_a_game_that_is_closed_since_nobody_moved_keeps_no_newcomer(service: Service, clock: FixedClock) -> None:
    table, eve, (ana,) = await begin(service)
    await eve.takes_seat()
    waiting_for_her = await ana.says_yes()
    assert waiting_for_her.newcomers == {1: EVE}
    clock.time = waiting_for_her.timing.archive_at
    closed = await service.clockwork.tick(table.id)
    assert (closed.status, closed.newcomers, closed.standing.seat_requests) == (Status.CLOSED, {}, ())
    assert closed.seats == table.seats


async def test_the_log_lets_nobody_in_without_consent_or_within_a_round(service: Service) -> None:
    table, eve, (ana,) = await begin(service)
    await eve.takes_seat()

    def join(draft: Draft) -> None:
        draft.step(Kind.JOIN, 1)

    def ask_for(draft: Draft, place: int) -> None:
        draft.table.newcomers[place] = DOT  # type: ignore[index]  # as a forged row would have it
        draft.step(Kind.VOTE, place, encode_notation(Voted(yes=True, subject=Subject.SEAT, name="Bolt")))

    for forged in (join, lambda draft: ask_for(draft, 0)):
        with pytest.raises(BrokenStep):
            await service.tables.do(table.id, NO_CAUSE, forged)
    await ana.says_yes()
    with pytest.raises(BrokenStep, match="in the middle of a round"):
        await service.tables.do(table.id, NO_CAUSE, join)
    with pytest.raises(BrokenStep):
        await service.tables.do(table.id, NO_CAUSE, lambda draft: ask_for(draft, 1))


class Ended(Exception):
    """The process ends here."""


@pytest.mark.parametrize("nth", range(1, 9))
async def test_a_process_that_ends_in_any_step_leaves_the_newcomer_out_and_the_same_press_lets_them_in(
    nth: int, service: Service, store: Store, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await running_table(service, ANA, computers=["hard"], options=CARDS_GAME.options(rounds=3))
    real, left = Draft.step, [nth]

    def ends(draft: Draft, *what: Any, **how: Any) -> None:
        real(draft, *what, **how)
        left[0] -= 1
        if not left[0]:
            raise Ended

    async def comes(now: Service) -> None:
        await Player(now, table.id, EVE, iter([7])).takes_seat()

    async def is_let_in(now: Service) -> None:
        await Player(now, table.id, ANA, iter([8])).says_yes()

    async def plays_on(now: Service) -> None:
        await between(now, await now.tables.table(table.id, ANY))

    monkeypatch.setattr(Draft, "step", ends)
    for each in (comes, is_let_in, plays_on):
        try:
            await each(service)
        except Ended:
            service = Service.of(store, GAMES, clock)
            await each(service)
    assert left[0] <= 0
    over = await service.tables.table(table.id, ANY)
    assert (over.seats[1], over.newcomers) == (EVE, {})
    rows = await store.run(lambda tx: tx.log.steps(over.id, 0, over.seq))
    assert sum((row.kind, row.user) == ("join", EVE.user) for row in rows) == 1


async def test_the_card_and_the_newcomers_own_list_say_who_comes(service: Service) -> None:
    table, eve, (ana, ben) = await begin(service, ANA, BEN, computers=("easy",))
    words = Words(mentions(table.seats))
    seen = await service.tables.observe(table.id, None)
    labels = [button.label for row in card.card(CARDS_GAME, seen, words).rows for button in row]  # type: ignore[union-attr]
    assert labels == ["My hand", "Replace a computer"]
    asked = await eve.takes_seat()
    text = words.text(vote.vote_text(asked, vote_of(asked)))
    assert text.startswith(
        f"{mentions([EVE])[0]} asks to replace {mentions([table.seats[2]])[0]} from the next round on.\n0 of 2 agree."
    )
    assert str(seat.newcomer_notice(asked, EVE.user)) == "You play from the next round on, if all players there agree."
    assert seat.newcomers_line(asked) is None
    await ana.says_yes()
    agreed = await ben.says_yes()
    bolt = mentions([table.seats[2]])[0]
    said = words.text(card.card(CARDS_GAME, await service.tables.observe(table.id, None), words).text)
    assert f"{mentions([EVE])[0]} plays for {bolt} from the next round on." in said
    assert str(seat.newcomer_notice(agreed, EVE.user)) == "You play from the next round on."
    row = words.text(waiting.row(agreed, msg("Cards 1"), EVE.user, GUILD))
    assert "You play from the next round on" in row


async def test_where_people_have_partners_all_read_beside_whom_the_newcomer_would_play(service: Service) -> None:
    options = CARDS_GAME.options(rounds=3, partners=True)
    table, (ana, _) = await deal_game(service, ANA, BEN, computers=("hard", "hard"), options=options)
    eve, words = Player(service, table.id, EVE), Words(mentions(table.seats))
    beside, bolt = mentions([table.seats[0], table.seats[2]])
    asked = await eve.takes_seat()
    assert f"asks to replace {bolt} from the next round on. Their partner: {beside} (◆).\n" in words.text(
        vote.vote_text(asked, vote_of(asked))
    )
    notice = seat.newcomer_notice(asked, EVE.user)
    assert notice
    assert words.text(notice).endswith(f"if all players there agree. Your partner: {beside} (◆).")
    for seat_number in asked.present_seats:
        await Player(service, table.id, asked.seats[seat_number]).says_yes()
    agreed = await service.tables.table(table.id, ANY)
    coming = seat.newcomers_line(agreed)
    assert coming
    assert words.text(coming).endswith(f"plays for {bolt} from the next round on. Their partner: {beside} (◆).")
    after = await between(service, agreed)
    assert words.text(seat.taken_notice(after, 2)).endswith(f"Your partner: {beside} (◆).")
    left = await ana.leaves()
    assert words.text(card.open_seats(left) or "").startswith("Seat 1 (◆) is open")
