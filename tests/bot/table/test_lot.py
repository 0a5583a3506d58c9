"""Seats by lot, drawn with the first deal: as provable as the deals are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.stats.scores import StepResult, score_game
from bot.table.log.beacon import QUICKNET
from bot.table.log.draft import Draft, new_row
from bot.table.log.fold import RULES_VERSION, Position
from bot.table.log.model import Status
from bot.table.log.steps import Subject
from bot.table.record import report
from bot.table.record.stepwise import run_to_end
from bot.table.record.verify import REFUSED, UNCOMPARED
from bot.table.rules import away, computers, deals, lobby, play, seats, votes
from bot.talk.story import with_names_at_step
from bot.talk.words import mentions
from engine.deal import draw_seats
from engine.game import DEALER
from engine.games import GAMES
from engine.words import Words
from tests.bot.drand import our_network, sign_round, snowflake_at
from tests.bot.proofs.books import file, head22, rehash
from tests.bot.proofs.both import Node, here, node
from tests.bot.records import BEGAN, PEOPLE
from tests.engine.play import short, usual_seats


@pytest.fixture(autouse=True)
def _ours() -> Iterator[None]:
    with our_network():
        yield


@pytest.fixture(scope="module")
def other() -> Iterator[Node]:
    with node() as program:
        yield program


def among(*usual: str, but: str = "") -> list[Any]:
    """Return all games; those not named only for long runs."""
    return [key if key in usual else pytest.param(key, marks=pytest.mark.long) for key in GAMES if key != but]


def open_table(key: str, people: int = 3, *, beacon: bool = True, secret: bytes = b"q" * 32, **options: str) -> Draft:
    """Return a table that waits for its game."""
    game = GAMES[key]
    row = new_row(game, short(game, **options), PEOPLE[0], 7, 8, RULES_VERSION, BEGAN)._replace(id=1)
    draft = Draft.of(row, (), game, Position(1), {0: secret}, BEGAN)
    draft.beacon = beacon
    lobby.open_(draft, PEOPLE[0])
    for person in PEOPLE[1:people]:
        lobby.join(draft, person)
    draft.now += 5
    return draft


def deal(draft: Draft) -> None:
    due = draft.table.standing.due_deal
    assert due is not None
    deals.note_post(draft, due.seq, 8, snowflake_at(draft.now + 1))
    due = draft.table.standing.due_deal
    if due is not None and draft.table.to_act == DEALER:
        assert due.message is not None
        deals.deal(draft, due.deal, sign_round(QUICKNET.round_of(due.message)))


def played_out(draft: Draft) -> bytes:
    """Return the record of the whole game, played at random."""
    rng = Random(draft.table.game)
    while draft.table.status is Status.RUNNING:
        draft.now += 60
        if draft.table.to_act == DEALER:
            deal(draft)
        else:
            assert draft.table.mover is not None
            play.act(draft, draft.table.mover, None, str(rng.choice(draft.state.legal_actions())))
    log = report.open_log(draft, draft.steps)
    return log.record(run_to_end(log.replay_steps())).to_json()


@pytest.mark.parametrize("beacon", [True, pytest.param(False, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", among("blockers"))
def test_seats_are_drawn_with_the_first_deal_of_every_game_and_both_verifiers_agree(
    key: str, beacon: bool, other: Node
) -> None:
    people = usual_seats(GAMES[key])
    draft = open_table(key, people, beacon=beacon, series="sumof 2", drawseat="on")
    lobby.start(draft)
    before = draft.table.seats
    draft.now += 60
    deal(draft)
    order = tuple(before.index(person) for person in draft.table.seats)
    assert sorted(order) == list(range(people))
    data = played_out(draft)
    for answer in (here(data), other(data)):
        assert answer.verdict == UNCOMPARED, answer.lines


@pytest.mark.parametrize("n", range(4))
def test_both_verifiers_know_who_plays_a_seat_drawn_after_a_vote_against_the_beacon(n: int, other: Node) -> None:
    """Let one be away since before the draw, and the others agree to a pause asked for before it."""
    draft = open_table("blockers", 3, secret=bytes([n]) * 32, series="sumof 2", drawseat="on")
    lobby.start(draft)
    due = draft.table.standing.due_deal
    assert due is not None
    deals.note_post(draft, due.seq, 8, snowflake_at(draft.now + 1))
    for person in PEOPLE[:3]:
        votes.call_vote(draft, person.user, Subject.BEACON)
    computers.sit_in(draft, 2, "medium")
    votes.call_vote(draft, PEOPLE[0].user, Subject.PAUSE)
    draft.now += 60
    deal(draft)
    assert len(draft.position.deals) == 1
    votes.call_vote(draft, PEOPLE[1].user, Subject.PAUSE)
    assert draft.table.is_paused
    votes.resume(draft, PEOPLE[0].user)
    computers.take_back(draft, PEOPLE[2].user)
    data = played_out(draft)
    for answer in (here(data), other(data)):
        assert answer.verdict == UNCOMPARED, answer.lines


def test_the_lot_takes_every_order_as_often() -> None:
    found = Counter(draw_seats(7, n.to_bytes(32, "big"), "", 3) for n in range(1800))
    assert len(found) == 6
    assert all(230 < times < 370 for times in found.values())


@pytest.mark.parametrize("beacon", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_record_in_which_the_lot_is_denied_has_another_head_at_its_end(beacon: bool, other: Node) -> None:
    """Bind the options of the start by a head that a reader saw."""
    draft = open_table("blockers", 3, beacon=beacon, series="sumof 2", drawseat="on")
    lobby.start(draft)
    honest = played_out(draft)
    assert here(honest).verdict == UNCOMPARED
    record = json.loads(honest)
    end = head22(next(step["hash"] for step in record["steps"] if step["kind"] == "end"))
    start = next(step for step in record["steps"] if step["kind"] == "start")
    start["notation"] = start["notation"].replace('"drawseat":true', '"drawseat":false')
    forged = _rehash(record)
    for answer in (here(forged, [end]), other(forged, [end])):
        assert answer.verdict == REFUSED


def _moves_players(secret: bytes) -> bool:
    draft = open_table("blockers", 3, secret=secret, drawseat="on")
    lobby.start(draft)
    before = draft.table.seats
    deal(draft)
    return draft.table.seats != before


def _rehash(record: dict[str, Any]) -> bytes:
    return file(rehash(record))


def test_what_was_settled_before_the_lot_goes_with_its_player() -> None:
    secret = next(s for s in (bytes([n]) * 32 for n in range(20)) if _moves_players(s))
    draft = open_table("blockers", 3, secret=secret, drawseat="on")
    lobby.start(draft)
    away.announce(draft, PEOPLE[2].user, draft.now + 100)
    votes.call_vote(draft, PEOPLE[1].user, Subject.PAUSE)
    deal(draft)
    table = draft.table
    assert [table.seats[absent.seat] for absent in table.standing.away] == [PEOPLE[2]]
    assert table.standing.vote is not None
    assert table.seats[table.standing.vote.asker] == PEOPLE[1]
    told = report.tell_steps(draft, draft.entries, None)
    gone = next(step for step in told if "away" in step.kind)
    words = Words(mentions(table.seats))
    assert words.text(with_names_at_step(gone.events[0].describe(), gone)).startswith(
        f"<@{PEOPLE[2].user}> is away until"
    )


def test_a_player_who_leaves_before_the_lot_is_not_kept_from_any_seat() -> None:
    draft = open_table("blockers", 3, drawseat="on")
    lobby.start(draft)
    seats.leave(draft, PEOPLE[2].user)
    assert draft.departures == []
    deal(draft)
    (vacant,) = draft.table.standing.vacant
    assert draft.table.seats[vacant].computer
    seats.take(draft, PEOPLE[2], vacant)
    assert draft.table.seats[vacant] == PEOPLE[2]


def test_the_scores_are_of_those_who_played_each_seat() -> None:
    draft = open_table("blockers", 3, drawseat="on")
    lobby.start(draft)
    played_out(draft)
    outcome = draft.state.outcome
    assert outcome is not None
    log = report.open_log(draft, draft.steps)
    told = [
        StepResult.of(step, draft.game)._replace(row=row)
        for step, row in zip(run_to_end(log.replay_steps()), draft.steps, strict=False)
    ]
    rows = score_game(draft.table, draft.game, outcome, told)
    assert [(row.user, row.final) for row in rows] == [(person.user, True) for person in draft.table.seats]
    assert all(row.moves for row in rows)
