"""A new player takes a computer player's seat between rounds: who agrees, who may, and what they know until then."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

from bot.service import Service
from bot.table.log.draft import Draft
from bot.table.log.fold import BrokenStep
from bot.table.log.model import ANY, NO_CAUSE, Cause, Person, Status, Table
from bot.table.log.settled.votes import Voted
from bot.table.log.steps import Kind, Subject, encode_notation
from bot.table.record.stepwise import run_to_end
from bot.table.record.transcript import transcript
from bot.table.record.verify import verify
from bot.table.refusals import NotSeated, Refusal
from bot.table.rules import computers, hints, lobby, play, premoves, ready, rematch, seats, votes
from bot.talk import card, seat, story, vote, waiting
from bot.talk.words import mentions
from engine.game import DEALER
from engine.words import Words, msg
from tests.bot.games import CARDS_GAME, GAMES
from tests.bot.tools import ANA, BEN, CHANNEL, DOT, EVE, GUILD, FixedClock, dealt, play_on, played_out, told

ROUNDS = "3"


async def begun(service: Service, *people: Person, computer: tuple[str, ...] = ("hard",), **options: str) -> Table:
    """A dealt table of three rounds with these people, Ana alone where nobody is named, and then computer players."""
    host, *others = people or (ANA,)
    table = await service.tables.new("cards", host.by(), host, GUILD, CHANNEL)
    await service.tables.do(table.id, Cause(host.user), lobby.options, host.user, {"rounds": ROUNDS, **options})
    for person in others:
        await service.tables.do(table.id, person.by(), ready.join, person)
    for player in computer:
        await service.tables.do(table.id, Cause(host.user), computers.add, host.user, player)
    await service.tables.do(table.id, Cause(host.user), ready.start, host.user)
    return await dealt(service, table.id)


async def take(service: Service, table: Table, person: Person, seat: int | None = None) -> Table:
    return await service.tables.do(table.id, person.by(), seats.take, person, seat)


async def answer(service: Service, table: Table, person: Person, *, yes: bool = True) -> Table:
    asked = (await service.tables.table(table.id, ANY)).standing.vote
    assert asked is not None
    return await service.tables.do(table.id, Cause(person.user), votes.cast_vote, person.user, asked.seq, yes=yes)


async def to_the_round_after(service: Service, table: Table) -> Table:
    """The table once the round under way is over and the next one is dealt."""
    table = await between(service, table)
    return await dealt(service, table.id)


async def between(service: Service, table: Table) -> Table:
    while table.to_act != DEALER:
        table = await play_on(service, table)
    return table


async def test_who_takes_a_computers_seat_plays_from_the_next_round_on_once_all_agree(service: Service) -> None:
    table = await begun(service, ANA, BEN)
    bolt = table.seats[2]
    asked = await take(service, table, EVE)
    assert (asked.seats, asked.newcomers, asked.present) == (table.seats, {2: EVE}, (0, 1))
    assert asked.position_seq == table.position_seq
    assert not (await answer(service, table, ANA)).standing.coming[0].agreed
    agreed = await answer(service, table, BEN)
    assert agreed.standing.coming[0].agreed
    assert agreed.seats[2] == bolt
    over = await between(service, agreed)
    assert (over.seats[2], over.newcomers, over.standing.coming) == (EVE, {}, ())
    after = await dealt(service, table.id)
    assert (await service.tables.observe(table.id, EVE.user)).observation.hand
    assert (await played_out(service, after)).seats[2] == EVE
    service.repository._cache.clear()
    assert (await service.tables.table(table.id, ANY)).seats[2] == EVE


async def test_silence_agrees_and_the_newcomer_is_in_whatever_process_looks(
    service: Service, clock: FixedClock
) -> None:
    table = await begun(service, ANA, BEN)
    asked = await take(service, table, EVE)
    await service.outbox.mark_shown(table.id, asked.seq)
    assert asked.timing.silence_at is not None
    clock.time = asked.timing.silence_at
    ticked = await service.clockwork.tick(table.id)
    assert ticked.standing.coming[0].agreed
    other = Service.of(service.tables._store, GAMES, clock)
    assert await other.tables.table(table.id, ANY) == ticked
    assert (await between(other, ticked)).seats[2] == EVE
    service.repository._cache.clear()
    assert (await service.tables.table(table.id, ANY)).seats[2] == EVE


async def test_one_no_gives_the_seat_back_to_its_computer_player_by_name(service: Service) -> None:
    table = await begun(service, ANA, BEN)
    await take(service, table, EVE)
    refused = await answer(service, table, BEN, yes=False)
    assert (refused.seats, refused.newcomers, refused.standing.coming) == (table.seats, {}, ())
    assert await service.listing.of(EVE.user) == []
    assert (await to_the_round_after(service, refused)).seats == table.seats
    assert vote.vote_text(refused, refused.standing.vote)  # type: ignore[arg-type]  # there is one
    with pytest.raises(Refusal, match="You've just asked for a vote"):
        await take(service, table, EVE)
    assert (await take(service, table, DOT)).newcomers == {2: DOT}, "another player can ask"


async def test_nobody_is_asked_if_nobody_is_there(service: Service) -> None:
    table = await begun(service)
    await service.tables.do(table.id, NO_CAUSE, computers.sit, 0, "easy")
    assert (await take(service, table, EVE)).standing.coming[0].agreed
    assert (await between(service, await service.tables.table(table.id, ANY))).seats[1] == EVE


async def test_who_is_let_in_while_a_deal_is_due_plays_it(service: Service) -> None:
    table = await between(service, await begun(service))
    await take(service, table, EVE)
    assert (await answer(service, table, ANA)).seats[1] == EVE
    assert (await service.tables.observe(table.id, EVE.user)).seat == 1
    assert (await dealt(service, table.id)).seats[1] == EVE


async def test_a_seat_is_settled_at_the_end_of_the_round_after_the_consent(service: Service) -> None:
    table = await begun(service)
    await take(service, table, EVE)
    table = await to_the_round_after(service, await service.tables.table(table.id, ANY))
    assert table.newcomers == {1: EVE}
    await answer(service, table, ANA)
    assert (await between(service, table)).seats[1] == EVE


async def test_a_newcomer_is_a_stranger_to_the_round_under_way(service: Service) -> None:
    table = await begun(service)
    await take(service, table, EVE)
    table = await answer(service, table, ANA)
    while table.to_act != 1:
        table = await play_on(service, table)
    channel = (await service.tables.observe(table.id, None)).observation
    assert (await service.tables.observe(table.id, EVE.user)).observation == channel
    assert (await service.tables.hand(table.id, EVE.user))[1] == []
    assert await service.listing.choices(EVE.user) == []
    assert await service.listing.turns(EVE.user) == []
    notation = str((await service.tables.see(table.id, play.question_now)).observation.choices[0].notation)  # type: ignore[union-attr]  # it waits
    assert [step.notation for step in await service.tables.history(table.id, 0, EVE.user)] == [
        step.notation for step in await service.tables.history(table.id, 0, None)
    ]
    for refused in (
        service.tables.act(table.id, EVE.by(), EVE, table.position_seq, notation),
        service.tables.do(table.id, Cause(EVE.user), votes.undo, EVE.user),
        service.tables.do(table.id, Cause(EVE.user), votes.call_vote, EVE.user, "cancel"),
        service.tables.do(table.id, Cause(EVE.user), computers.take_back, EVE.user),
        service.tables.do(table.id, Cause(EVE.user), premoves.add, EVE.user, table.position_seq, notation),
        service.tables.see(table.id, hints.require_hint_question, EVE.user),
    ):
        with pytest.raises(NotSeated):
            await refused
    with pytest.raises(NotSeated):
        await answer(service, table, EVE)
    assert (await play_on(service, table)).seats[1].name == table.seats[1].name, "its computer player plays on"


async def test_a_game_that_ends_before_the_next_round_was_the_computers(service: Service) -> None:
    table = await begun(service)
    await take(service, table, EVE)
    over = await played_out(service, table)  # nobody answers
    assert (over.status, over.seats, over.newcomers) == (Status.OVER, table.seats, {})
    with pytest.raises(NotSeated):
        await service.tables.do(table.id, Cause(EVE.user), rematch.agree, EVE.user)
    assert [seat.user for seat in await service.tables._store.run(lambda tx: tx.tables.seats(table.id))] == [
        ANA.user,
        None,
    ]


async def test_what_a_newcomer_did_is_theirs_and_what_the_computer_did_is_its(service: Service) -> None:
    table = await begun(service)
    await take(service, table, EVE)
    await answer(service, table, ANA)
    over = await played_out(service, await service.tables.table(table.id, ANY))
    moves = [entry for entry in await told(service, table.id, 0) if entry.row.kind == Kind.ACT and entry.row.seat == 1]
    theirs = [entry.row.seq for entry in moves if entry.player is None]
    decided = run_to_end((await service.tables.log(table.id)).decisions(EVE.user))
    assert [each.seq for each in decided] == theirs
    assert 0 < len(theirs) < len(moves)
    names, words = table.seats, Words(mentions(over.seats))
    lines = story.build_lines(CARDS_GAME, await service.tables.history(table.id, 0, None))
    text = "\n".join(words.text(line.message) for line in lines)
    assert f"{mentions([EVE])[0]} takes over for {mentions([names[1]])[0]}." in text
    before, _, after = text.partition(f"{mentions([EVE])[0]} takes over for {mentions([names[1]])[0]}.")
    assert mentions([EVE])[0] not in before
    assert mentions([names[1]])[0] not in after


async def test_a_record_with_a_newcomer_agrees_with_the_protocol_and_is_told(service: Service) -> None:
    table = await begun(service)
    await take(service, table, EVE)
    await answer(service, table, ANA)
    await played_out(service, await service.tables.table(table.id, ANY))
    record = await service.tables.record(table.id)
    assert verify(record.to_json(), GAMES).code in (0, 2)
    assert str(EVE.user) not in record.to_json().decode()
    text = transcript(record, CARDS_GAME, msg("Cards 1"), Words(["Ana", "Eve"]))
    assert "Eve takes over for a former player." in text


async def test_a_newcomer_who_changes_their_mind_has_seen_nothing_and_can_ask_again(
    service: Service, clock: FixedClock
) -> None:
    table = await begun(service)
    await take(service, table, EVE)
    await answer(service, table, ANA)
    left = await service.tables.do(table.id, Cause(EVE.user), seats.leave, EVE.user)
    assert (left.seats, left.newcomers, left.standing.vacant) == (table.seats, {}, ())
    assert (await service.people.collect_data(EVE.user)).left == ()
    clock.time += 3600
    assert (await take(service, table, EVE)).newcomers == {1: EVE}
    words = Words(mentions(left.seats))
    assert left.standing.vote is not None
    assert "doesn't want the seat any more" in words.text(vote.vote_text(left, left.standing.vote))


async def test_nobody_who_has_seen_tiles_of_the_game_takes_a_computers_seat(service: Service) -> None:
    table = await begun(service, ANA, BEN)
    await service.tables.do(table.id, Cause(BEN.user), seats.leave, BEN.user)
    await take(service, table, DOT)
    with pytest.raises(Refusal, match="seen the tiles of another seat"):
        await take(service, table, BEN, 2)
    with pytest.raises(Refusal, match="seen the tiles of another seat"):
        await take(service, table, BEN)


async def test_seats_that_are_no_computers_own_are_refused_each_with_a_sentence(service: Service) -> None:
    table = await begun(service, ANA, BEN, computer=("easy", "hard"))
    await service.tables.do(table.id, NO_CAUSE, computers.sit, 1, "easy")
    for person, place, answered in (
        (EVE, 0, "is taken now"),
        (EVE, 1, "is taken now"),
        (EVE, 4, "There is no such seat"),
        (ANA, 2, "already in"),
        (BEN, 2, "already in"),
    ):
        with pytest.raises(Refusal, match=answered):
            await take(service, table, person, place)
    await take(service, table, EVE, 3)
    with pytest.raises(Refusal, match="asked for a seat already"):
        await take(service, table, EVE)
    with pytest.raises(Refusal, match="vote on something else"):
        await take(service, table, DOT)
    await answer(service, table, ANA)
    with pytest.raises(Refusal, match="is taken now"):
        await take(service, table, DOT, 3)
    both = await take(service, table, DOT)
    assert both.newcomers == {3: EVE, 2: DOT}
    await answer(service, table, ANA)
    over = await between(service, await service.tables.table(table.id, ANY))
    assert over.seats[2:] == (DOT, EVE)


async def test_a_vote_for_a_second_seat_is_asked_again_when_the_first_newcomer_is_in(service: Service) -> None:
    table = await begun(service, ANA, computer=("easy", "hard"))
    await take(service, table, EVE)
    await answer(service, table, ANA)
    await take(service, table, DOT)
    over = await between(service, await service.tables.table(table.id, ANY))
    assert (over.seats[1], over.newcomers) == (EVE, {2: DOT})
    asked = over.standing.vote
    assert asked is not None
    assert (asked.subject, asked.outcome) == ("seat", None)
    assert set(vote.pending_voters(over, asked)) == {0, 1}
    await answer(service, table, ANA)
    assert (await answer(service, table, EVE)).seats[2] == DOT


@pytest.mark.parametrize("rounds", ["1", "2"])
async def test_no_seat_is_on_offer_in_the_last_round(service: Service, rounds: str) -> None:
    table = await begun(service, rounds=rounds)
    while table.standing.scored < int(rounds) - 1:
        assert table.on_offer == (1,)
        table = await to_the_round_after(service, table)
    assert table.on_offer == ()
    with pytest.raises(Refusal, match="in the last round"):
        await take(service, table, EVE, 1)


async def test_no_seat_is_on_offer_before_the_seats_are_drawn(service: Service) -> None:
    options = CARDS_GAME.options(rounds=3)
    opened = await service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL, options=options)
    await service.tables.do(opened.id, Cause(ANA.user), computers.add, ANA.user, "hard")
    due = await service.tables.do(opened.id, Cause(ANA.user), ready.start, ANA.user)
    assert len(due.on_offer) == 1
    with patch.object(type(options), "has_seat_draw", return_value=True):
        assert list((await service.tables.table(due.id, ANY)).on_offer) == []
        with pytest.raises(Refusal, match="before the seats are drawn"):
            await take(service, due, EVE, 1)


async def test_the_game_goes_on_for_a_newcomer_when_its_last_player_leaves(service: Service) -> None:
    table = await begun(service)
    await take(service, table, EVE)
    left = await service.tables.do(table.id, Cause(ANA.user), seats.leave, ANA.user)
    assert (left.status, left.standing.coming[0].agreed) == (Status.RUNNING, True)
    again = await service.tables.do(table.id, Cause(EVE.user), seats.leave, EVE.user)
    assert (again.status, again.standing.closed) == (Status.CLOSED, "left")


async def test_a_newcomer_who_is_deleted_leaves_nothing_behind(service: Service) -> None:
    table = await begun(service)
    await take(service, table, EVE)
    await answer(service, table, ANA)
    kept = await service.people.collect_data(EVE.user)
    assert [(each.table.id, each.seat) for each in kept.seats] == [(table.id, 1)]
    assert [each.id for each in await service.listing.of(EVE.user)] == [table.id]
    await service.people.forget(EVE.user)
    kept = await service.people.collect_data(EVE.user)
    assert (kept.seats, kept.left) == ([], ())
    gone = await service.tables.table(table.id, ANY)
    assert (gone.seats, gone.newcomers) == (table.seats, {})
    assert (await between(service, gone)).seats == table.seats


async def test_a_closed_game_keeps_no_newcomer(service: Service) -> None:
    table = await begun(service)
    await take(service, table, EVE)
    await answer(service, table, ANA)
    closed = await service.tables.do(table.id, Cause(ANA.user), votes.call_vote, ANA.user, "cancel")
    assert (closed.status, closed.newcomers, closed.seats) == (Status.CLOSED, {}, table.seats)


async def test_a_game_that_is_closed_since_nobody_moved_keeps_no_newcomer(service: Service, clock: FixedClock) -> None:
    table = await begun(service)
    await take(service, table, EVE)
    waiting_for_her = await answer(service, table, ANA)
    assert waiting_for_her.newcomers == {1: EVE}
    clock.time = waiting_for_her.timing.archive_at
    closed = await service.clockwork.tick(table.id)
    assert (closed.status, closed.newcomers, closed.standing.coming) == (Status.CLOSED, {}, ())
    assert closed.seats == table.seats


async def test_the_log_lets_nobody_in_without_consent_or_within_a_round(service: Service) -> None:
    table = await begun(service)
    await take(service, table, EVE)

    def join(draft: Draft) -> None:
        draft.step(Kind.JOIN, 1)

    def ask_for(draft: Draft, place: int) -> None:
        draft.table.newcomers[place] = DOT  # type: ignore[index]  # as a forged row would have it
        draft.step(Kind.VOTE, place, encode_notation(Voted(yes=True, subject=Subject.SEAT, name="Bolt")))

    for forged in (join, lambda draft: ask_for(draft, 0)):
        with pytest.raises(BrokenStep):
            await service.tables.do(table.id, NO_CAUSE, forged)
    await answer(service, table, ANA)
    with pytest.raises(BrokenStep, match="in the middle of a round"):
        await service.tables.do(table.id, NO_CAUSE, join)
    with pytest.raises(BrokenStep):
        await service.tables.do(table.id, NO_CAUSE, lambda draft: ask_for(draft, 1))


class Ended(Exception):
    """The process ends here."""


@pytest.mark.parametrize("nth", range(1, 9))
async def test_a_process_that_ends_in_any_step_leaves_the_newcomer_out_and_the_same_press_lets_them_in(
    nth: int, service: Service, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, real, left = await begun(service), Draft.step, [nth]

    def ends(draft: Draft, *what: Any, **how: Any) -> None:
        real(draft, *what, **how)
        left[0] -= 1
        if not left[0]:
            raise Ended

    async def comes(now: Service) -> None:
        await now.tables.do(table.id, Cause(EVE.user, 7), seats.take, EVE)

    async def is_let_in(now: Service) -> None:
        await _agrees(now, table)

    async def plays_on(now: Service) -> None:
        await between(now, await now.tables.table(table.id, ANY))

    monkeypatch.setattr(Draft, "step", ends)
    for each in (comes, is_let_in, plays_on):
        try:
            await each(service)
        except Ended:
            service = Service.of(service.tables._store, GAMES, clock)
            await each(service)
    assert left[0] <= 0
    over = await service.tables.table(table.id, ANY)
    assert (over.seats[1], over.newcomers) == (EVE, {})
    rows = await service.tables._store.run(lambda tx: tx.log.steps(over.id, 0, over.seq))
    assert sum((row.kind, row.user) == ("join", EVE.user) for row in rows) == 1


async def _agrees(service: Service, table: Table) -> None:
    asked = (await service.tables.table(table.id, ANY)).standing.vote
    assert asked is not None
    await service.tables.do(table.id, Cause(ANA.user, 8), votes.cast_vote, ANA.user, asked.seq, yes=True)


async def test_the_card_and_the_newcomers_own_list_say_who_comes(service: Service) -> None:
    table = await begun(service, ANA, BEN, computer=("easy",))
    words = Words(mentions(table.seats))
    seen = await service.tables.observe(table.id, None)
    labels = [button.label for row in card.card(CARDS_GAME, seen, words).rows for button in row]  # type: ignore[union-attr]
    assert labels == ["My hand", "Replace a computer"]
    asked = await take(service, table, EVE)
    assert asked.standing.vote is not None
    text = words.text(vote.vote_text(asked, asked.standing.vote))
    assert text.startswith(
        f"{mentions([EVE])[0]} asks to replace a computer player from the next round on.\n0 of 2 agree."
    )
    assert str(seat.newcomer_notice(asked, EVE.user)) == "You play from the next round on, if all players there agree."
    assert seat.newcomers(asked) is None
    await answer(service, table, ANA)
    agreed = await answer(service, table, BEN)
    bolt = mentions([table.seats[2]])[0]
    said = words.text(card.card(CARDS_GAME, await service.tables.observe(table.id, None), words).text)
    assert f"{mentions([EVE])[0]} plays for {bolt} from the next round on." in said
    assert str(seat.newcomer_notice(agreed, EVE.user)) == "You play from the next round on."
    row = words.text(waiting.row(agreed, msg("Cards 1"), EVE.user, GUILD))
    assert "You play from the next round on" in row
