"""Newcomers come into a running game with its next round; both verifiers tell a true record from a forged one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.table import film, late, report
from bot.table.beacon import QUICKNET
from bot.table.check.decks import dominoes, need_deck
from bot.table.check.refused import Refused
from bot.table.check.start import Begun
from bot.table.clock.pace import HOUR
from bot.table.clock.reminders import Wishes
from bot.table.draft import Draft, new_row
from bot.table.events import SatDown
from bot.table.facts import Fact, needed
from bot.table.fold import RULES_VERSION, Folded
from bot.table.marks import departure
from bot.table.model import By, Person, Seen, Status
from bot.table.record import RecordedDeal
from bot.table.refusals import NotSeated, Refusal
from bot.table.rules import deals, lobby, play, ready, removal, room, seats, time, votes
from bot.table.rules import late as rules
from bot.table.scores import COMEBACK, FASTEST, JOINED, Told, scores
from bot.table.stepwise import whole
from bot.table.tenure import Tenures
from bot.table.verify import AGREES, REFUSED, verify
from bot.talk import late as talk
from bot.talk.since import round_before
from bot.talk.vote import unanswered
from engine.chronicle import facts, joined
from engine.game import DEALER
from engine.games import GAMES
from engine.words import Who, Words
from tests.bot.drand import OURS, at, signed, speaking_ours
from tests.bot.proofs.books import Record, file, rehashed
from tests.bot.proofs.both import Node, here, node
from tests.bot.proofs.forgeries import insert, new_step, nth, without
from tests.bot.records import BEGAN, PEOPLE

GAMES_HERE = {
    "draw": {"rounds": "3", "verification": "auto"},
    "chickenfoot": {"set": "6", "hand_size": "5", "rounds": "3"},
}
DORA, EMIL = Person(900, "Dora"), Person(901, "Emil")


@pytest.fixture(autouse=True)
def _ours() -> Iterator[None]:
    with speaking_ours():
        yield


@pytest.fixture(scope="module")
def other() -> Iterator[Node]:
    with node() as program:
        yield program


def begun(
    key: str,
    people: int = 2,
    *,
    allowed: bool = True,
    beacon: bool = False,
    dealt: bool = True,
    out: Person | None = None,
    **options: Any,
) -> Draft:
    """A game whose first round is dealt, or due; its host has taken a player `out` before."""
    game = GAMES[key]
    chosen: Any = game.options()
    for name, text in {**GAMES_HERE[key], **options}.items():
        chosen = chosen.with_option(name, text)
    row = new_row(game, replace(chosen, late_joining=allowed), PEOPLE[0], 7, 8, RULES_VERSION, BEGAN)._replace(id=1)
    draft = Draft.of(row, (), game, Folded(1), {0: b"q" * 32}, BEGAN)
    draft.beacon = beacon
    lobby.open_(draft, PEOPLE[0])
    deals.posted(draft, 1, 8, at(draft.now + 1))
    for person in PEOPLE[1:people]:
        lobby.join(draft, person)
    if out is not None:
        lobby.join(draft, out)
        removal.take_out(draft, PEOPLE[0].user, str(out.user))
    draft.now += 60
    lobby.start(draft)
    if dealt:
        deal(draft)
    time.settle(draft)
    return draft


def deal(draft: Draft) -> None:
    """Announce the deal that is due, and make it."""
    draft.now += 60
    due = draft.table.standing.due
    assert due is not None
    deals.posted(draft, due.seq, 8, at(draft.now + 1))
    due = draft.table.standing.due
    if due is not None and draft.table.to_act == DEALER:
        assert due.message is not None
        deals.deal(draft, due.deal, signed(QUICKNET.round_of(due.message)))


def round_over(draft: Draft, rng: Random | None = None) -> None:
    """Play to the end of the round, honestly."""
    while draft.table.running and draft.table.to_act != DEALER:
        draft.now += 60
        assert draft.table.mover is not None
        legal = draft.state.legal_actions()
        able = [action for action in legal if str(action).startswith("play ")]
        play.act(draft, draft.table.mover, None, str((rng or Random(draft.now)).choice(able or legal)))


def played_out(draft: Draft) -> bytes:
    while draft.table.status is Status.RUNNING:
        round_over(draft)
        if draft.table.running:
            deal(draft)
    log = report.log(draft, draft.steps)
    return log.record(whole(log.replayed())).to_json()


@pytest.mark.parametrize("key", GAMES_HERE)
def test_a_newcomer_sits_down_with_the_next_round_and_the_mean(key: str) -> None:
    draft = begun(key)
    rules.join(draft, DORA)
    assert draft.table.seats == PEOPLE[:2]
    assert [*draft.table.coming] == [DORA]
    assert draft.table.names[2] == "Dora"
    assert late.round_of(draft.table, 2) == 2
    assert draft.table.seat_of(DORA.user) is None
    round_over(draft)
    before = tuple(draft.state.observe(None).points)
    assert len(before) == 2
    deal(draft)
    assert [*draft.table.seats][2:] == [DORA]
    assert [*draft.table.coming] == []
    seen = draft.state.observe(2)
    assert tuple(seen.points) == (*before, sum(before) // 2)
    assert seen.hands[2]
    assert draft.state.observe(0).hands[2] is None
    assert len(draft.table.timing.seats) == 3
    told = [event for entry in draft.entries for event in entry.events if isinstance(event, SatDown)]
    assert told == [SatDown(2, abs(sum(before) // 2))]


@pytest.mark.parametrize("beacon", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", GAMES_HERE)
def test_both_verifiers_agree_with_a_game_that_newcomers_joined_and_left(key: str, beacon: bool, other: Node) -> None:
    draft = begun(key, beacon=beacon)
    rules.join(draft, EMIL)
    rules.join(draft, DORA)
    rules.leave(draft, EMIL.user)
    assert [*draft.table.coming] == [DORA]
    lobby.word(draft, DORA.user, "more of it")
    round_over(draft)
    data = played_out(draft)
    assert draft.table.seats[2] == DORA
    assert here(data).verdict == AGREES, here(data).lines
    assert verify(data, GAMES, (), OURS).code == AGREES
    assert other(data).verdict == AGREES, other(data).lines


def test_seats_by_lot_leave_a_newcomer_where_they_are(other: Node) -> None:
    """They come in before the first deal draws the seats of the others."""
    draft = begun("draw", 3, dealt=False, drawseat="on")
    for n, person in enumerate(draft.table.people):
        lobby.word(draft, person.user, f"word {n}")
    rules.join(draft, DORA)
    assert late.round_of(draft.table, 3) == 2
    lobby.word(draft, DORA.user, "luck")
    mark = draft.table.standing.dealing.marks[3]
    deal(draft)
    assert {*draft.table.seats} == {*PEOPLE[:3]}
    assert draft.table.standing.dealing.marks[3] == mark
    data = played_out(draft)
    assert draft.table.seats[3] == DORA
    outcome = draft.state.outcome
    assert outcome is not None
    told = [Told.of(step, draft.game) for step in whole(report.log(draft, draft.steps).replayed())]
    rows = scores(draft.table, draft.game, outcome, told)
    assert [row.user for row in rows] == [person.user for person in draft.table.seats]
    assert verify(data, GAMES, (), OURS).code == AGREES
    assert other(data).verdict == AGREES


def test_a_newcomers_word_goes_into_the_deal_with_which_they_sit_down() -> None:
    draft = begun("draw")
    rules.join(draft, DORA)
    lobby.word(draft, DORA.user, "luck")
    round_over(draft)
    due = draft.table.standing.due
    assert due is not None
    assert len(due.marks) == 3
    assert due.marks[2]


def test_once_a_deal_is_announced_the_next_newcomer_waits_for_the_one_after_it() -> None:
    draft = begun("draw")
    round_over(draft)
    rules.join(draft, DORA)
    assert late.round_of(draft.table, 2) == 3
    deal(draft)
    assert draft.table.seats == PEOPLE[:2]
    assert [*draft.table.coming] == [DORA]
    round_over(draft)
    deal(draft)
    assert draft.table.seats[2] == DORA


def test_a_newcomer_who_leaves_an_announced_deal_has_their_seat_played_by_a_computer_player(other: Node) -> None:
    draft = begun("draw")
    rules.join(draft, DORA)
    round_over(draft)
    rules.leave(draft, DORA.user)
    deal(draft)
    assert draft.table.seats[2].computer
    assert draft.table.standing.vacant == (2,)
    seats.take(draft, EMIL)
    assert draft.table.seats[2] == EMIL
    data = played_out(draft)
    assert verify(data, GAMES, (), OURS).code == AGREES
    assert other(data).verdict == AGREES


def test_who_may_not_join_reads_why() -> None:
    def refused(draft: Draft, person: Person = DORA) -> str:
        with pytest.raises(Refusal) as refusal:
            rules.join(draft, person)
        return str(refusal.value.message)

    assert "late" in refused(begun("draw", allowed=False))
    assert "already in" in refused(begun("draw"), PEOPLE[0])
    twice = begun("draw")
    rules.join(twice, DORA)
    assert "already in" in refused(twice)
    full = begun("draw", 3, hand_size="9")  # a fourth hand would need another set
    for table in (full, _full()):
        seats_ = len(table.table.seats) + len(table.table.coming)
        assert f"Late joining is on, but all {seats_} seats are taken." in refused(table)
        assert talk.free(table.game, table.table) == late.full(table.table, table.game)
    assert talk.free(begun("draw", allowed=False).game, begun("draw", allowed=False).table) is None
    last = begun("draw")
    round_over(last)
    deal(last)
    round_over(last)
    assert "No further round" in refused(last)
    assert "No further round" in str(talk.free(last.game, last.table))
    left = begun("draw", 3)
    seats.leave(left, PEOPLE[1].user)
    assert "open" in refused(left)


def _full() -> Draft:
    """A table of four with the double-six: more would play another set."""
    draft = begun("draw", 3)
    rules.join(draft, EMIL)
    return draft


def test_who_has_seen_a_hand_cannot_come_in() -> None:
    draft = begun("draw")
    draft.facts = replace(draft.facts, departures=(departure(draft.table.id, DORA.user, 0),))
    with pytest.raises(Refusal, match="seen tiles"):
        rules.join(draft, DORA)
    rules.join(draft, EMIL)
    with pytest.raises(NotSeated):
        rules.leave(draft, 77)


def test_a_game_that_ends_before_takes_its_newcomers_with_it() -> None:
    draft = begun("draw")
    rules.join(draft, DORA)
    for person in draft.table.seats:
        seats.leave(draft, person.user)
    assert draft.table.status is Status.CLOSED
    assert not draft.table.coming
    assert not draft.table.standing.coming


def test_a_table_with_a_newcomer_is_read_from_its_rows_as_it_was() -> None:
    draft = begun("chickenfoot")
    rules.join(draft, DORA)
    again = Draft.of(draft.saved(), draft.seats, draft.game, draft.folded, draft.seeds, draft.now)
    assert again.table == draft.table


def test_clocks_know_the_seat_of_a_newcomer() -> None:
    draft = begun("draw")
    rules.join(draft, DORA)
    time.settle(draft)
    round_over(draft)
    deal(draft)
    time.settle(draft)
    while draft.table.to_act != 2:
        assert draft.table.mover is not None
        play.act(draft, draft.table.mover, None, str(draft.state.at_deadline()))
        time.settle(draft)
    turn = draft.table.timing.turn
    assert turn is not None
    assert turn.seat == 2
    draft.now += 400 * HOUR
    draft.table = replace(draft.table, shown_seq=draft.folded.seq)
    time.tick(draft, Wishes())


def test_a_vote_is_asked_once_more_when_a_newcomer_sits_down_and_who_agreed_still_agrees() -> None:
    draft = begun("draw", people=3)
    rules.join(draft, DORA)
    votes.ask(draft, PEOPLE[0].user, "cancel")
    votes.answer(draft, PEOPLE[1].user, draft.folded.seq, yes=True)
    assert draft.table.standing.vote is not None
    assert draft.table.standing.vote.outcome is None
    round_over(draft)
    deal(draft)
    vote = draft.table.standing.vote
    assert vote is not None
    assert (vote.outcome, vote.asker) == (None, 0)
    assert unanswered(draft.table, vote) == [2, 3]
    for person in (PEOPLE[2], DORA):
        votes.answer(draft, person.user, vote.seq, yes=True)
    assert draft.table.standing.closed == "cancel"


@pytest.mark.parametrize("key", GAMES_HERE)
def test_a_game_with_a_newcomer_is_counted_filmed_and_told(key: str) -> None:
    draft = begun(key)
    rules.join(draft, EMIL)
    rules.leave(draft, EMIL.user)
    rules.join(draft, DORA)
    played_out(draft)
    outcome = draft.state.outcome
    assert outcome is not None
    log = report.log(draft, draft.steps)
    told = [Told.of(step, draft.game) for step in whole(log.replayed())]
    rows = scores(draft.table, draft.game, outcome, told)
    assert [row.user for row in rows] == [PEOPLE[0].user, PEOPLE[1].user, DORA.user]
    assert [JOINED in row.marks for row in rows] == [False, False, True]
    shots = whole(film.shots(log, face_up=True))
    assert {len(shot.hands) for shot in shots} == {2, 3}
    seen = draft.state.observe(None)
    facts(draft.game.voice, seen, draft.folded.chapters, penalties=draft.game.penalties)
    assert {len(chapter.points) for chapter in draft.folded.chapters} == {3}
    assert [joined(seen, draft.folded.chapters, seat) for seat in range(3)] == [0, 0, 1]
    report.story(draft, draft.entries, 2)


def test_a_user_whom_the_host_has_taken_out_joins_no_running_game() -> None:
    draft = begun("draw", 3, dealt=False, out=DORA)
    with pytest.raises(Refusal, match="host has taken you out"):
        rules.join(draft, DORA)
    deal(draft)
    seats.leave(draft, PEOPLE[1].user)
    with pytest.raises(Refusal, match="host has taken you out"):
        seats.take(draft, DORA)
    seats.take(draft, EMIL)


def test_nobody_makes_a_log_longer_and_longer_by_coming_and_going() -> None:
    draft = begun("draw")
    draft.facts = replace(draft.facts, joins=room.MOST_JOINS)
    with pytest.raises(Refusal, match="10 times"):
        rules.join(draft, DORA)
    assert all(Fact.JOINS in needed(rule) for rule in (rules.join, seats.take, ready.join))


def test_computer_players_in_the_seats_of_several_newcomers_have_names_of_their_own() -> None:
    draft = begun("draw")
    rules.join(draft, DORA)
    rules.join(draft, EMIL)
    round_over(draft)
    rules.leave(draft, DORA.user)
    rules.leave(draft, EMIL.user)
    names = [person.name for person in draft.table.coming]
    assert len({*names}) == 2, names


def test_a_newcomer_is_not_called_by_the_name_of_another_who_left_before_they_sat_down() -> None:
    draft = begun("draw")
    for person in (EMIL, DORA):
        draft.by = By(person.user)
        rules.join(draft, person)
    draft.by = By(EMIL.user)
    rules.leave(draft, EMIL.user)
    round_over(draft)
    deal(draft)
    assert draft.table.seats[2] == DORA
    draft.by = By(PEOPLE[0].user)
    seats.leave(draft, DORA.user, by=0)
    named = Tenures(draft.table, draft.entries).names(draft.entries[-1])
    assert named[Who(2, before=True)] == Person(DORA.user, "")


def test_what_a_newcomer_was_behind_and_how_fast_a_game_was_is_no_record_of_theirs() -> None:
    draft = begun("draw")
    rules.join(draft, DORA)
    round_over(draft)
    deal(draft)
    played_out(draft)
    told = [Told.of(step, draft.game) for step in whole(report.log(draft, draft.steps).replayed())]
    for winner in (0, 2):
        assert draft.state.outcome is not None
        outcome = replace(draft.state.outcome, winners=(winner,))
        rows = scores(draft.table, draft.game, outcome, told, (winner, 40))
        assert [COMEBACK in row.marks and FASTEST in row.marks for row in rows] == [winner == 0, False, False]


def test_what_a_newcomer_has_for_rounds_before_stands_in_brackets_as_in_the_picture() -> None:
    draft = begun("chickenfoot")
    rules.join(draft, DORA)
    round_over(draft)
    mean = -(sum(draft.state.observe(None).points) // 2)
    deal(draft)
    for _ in range(2):
        round_over(draft)
        seen: Any = draft.state.observe(None)
        told = str(draft.game.voice.tally(seen)).splitlines()
        assert told[-1].endswith(f", ({mean}) + {seen.totals[2] - mean} = {seen.totals[2]} in all")
        assert not any("= (" in line or ", (" in line for line in told[:-1])
        if draft.table.running:
            deal(draft)


def test_a_newcomers_first_hand_tells_nothing_of_rounds_that_they_did_not_play() -> None:
    draft = begun("draw")
    rules.join(draft, DORA)
    round_over(draft)
    deal(draft)
    draft.recent = tuple(draft.entries)

    def told(seat: int) -> tuple[str, list[str]]:
        seen = Seen(draft.table, seat, draft.state.observe(seat), chapters=draft.folded.chapters)
        happened = report.recap(draft, seat)
        words, before = Words(draft.table.names), round_before(draft.game, seen, happened)
        lines = [words.text(event.describe()) for step in happened for event in step.events]
        return "" if before is None else words.text(before), lines

    before, (joins, *_) = told(2)
    assert (before, joins.partition(" with")[0]) == ("", "Dora joins the game")
    first, _ = told(0)
    assert first
    assert "Dora" not in first


# --- forgeries: what a host could try with newcomers


def _invented(record: Record) -> Record:
    """A newcomer whom nobody saw."""
    return insert(record, nth(record, "due", 2), new_step("join", "", 3))


def _denied(record: Record) -> Record:
    return without(record, _joins(record)[0])


def _earlier(record: Record) -> Record:
    """The newcomer of round 2 sits down with round 1."""
    step = _joins(record)[0]
    record = without(record, step)
    return insert(record, nth(record, "due", 0), dict(step))


def _later(record: Record) -> Record:
    step = _joins(record)[0]
    record = without(record, step)
    return insert(record, nth(record, "due", 2), dict(step))


def _not_allowed(record: Record) -> Record:
    start = nth(record, "start")
    start["notation"] = start["notation"].replace('"late_joining":true', '"late_joining":false')
    return rehashed(record)


def _left_unseen(record: Record) -> Record:
    """The newcomer left before they sat down."""
    return insert(record, nth(record, "due", 1), new_step("leave", "", 2))


def _joins(record: Record) -> list[Any]:
    began = nth(record, "start")["seq"]
    return [step for step in record["steps"] if step["kind"] == "join" and step["seq"] > began]


@pytest.mark.parametrize("forge", [_invented, _denied, _earlier, _later, _not_allowed, _left_unseen])
@pytest.mark.parametrize("key", ["draw", pytest.param("chickenfoot", marks=pytest.mark.long)])
def test_both_verifiers_refuse_a_forged_newcomer(key: str, forge: Callable[[Record], Record], other: Node) -> None:
    draft = begun(key)
    rules.join(draft, DORA)
    honest = played_out(draft)
    assert here(honest).verdict == AGREES
    forged = file(forge(json.loads(honest)))
    for answer in (here(forged), other(forged)):
        assert answer.verdict == REFUSED, answer.lines


def test_a_record_that_gives_a_newcomer_points_is_refused_since_they_follow_from_the_moves(other: Node) -> None:
    draft = begun("draw")
    rules.join(draft, DORA)
    honest = json.loads(played_out(draft))
    (step,) = _joins(honest)
    assert step["notation"] == ""
    step["notation"] = '{"points":99}'
    forged = file(rehashed(honest))
    for answer in (here(forged), other(forged)):
        assert answer.verdict == REFUSED


def test_a_deal_for_more_seats_than_its_set_of_tiles_is_for_is_refused() -> None:
    deck = RecordedDeal(", ".join(dominoes(6)), "", 1, 0)
    four = Begun("draw", 1, 4, {"late_joining": True})
    need_deck(four, 2, deck, 4)
    with pytest.raises(Refused, match="can't grow to 5"):
        need_deck(four, 2, deck, 5)
    need_deck(Begun("draw", 1, 4, {"late_joining": True, "set": 6}), 2, deck, 5)
    with pytest.raises(Refused, match="can't grow to 4"):
        need_deck(Begun("fives", 1, 3, {}), 1, deck, 4)
