"""Records that the bot's own rules made: both verifiers agree with them, and say the same of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random

import pytest

from bot.table.log.beacon import QUICKNET
from bot.table.log.draft import Draft, new_row
from bot.table.log.fold import RULES_VERSION, Position
from bot.table.log.model import Person, Status
from bot.table.log.steps import Subject
from bot.table.record import report
from bot.table.record.stepwise import run_to_end
from bot.table.record.verify import UNCOMPARED
from bot.table.rules import computers, deadlines, deals, lobby, play, seats, votes
from engine.game import DEALER
from engine.games import GAMES
from tests.bot.drand import our_network, sign_round, snowflake_at
from tests.bot.proofs.both import assert_same, here, node
from tests.bot.records import BEGAN, PEOPLE
from tests.engine.play import short


@pytest.fixture(autouse=True)
def _ours() -> Iterator[None]:
    with our_network():
        yield


def let_it_go_on(_draft: Draft, _moves: int) -> None:
    """Let the game go on."""


def with_changes_of_seats(draft: Draft, moves: int) -> None:
    """Let a player leave and another take the seat; let a computer play for one who is away."""
    host, second, third = PEOPLE[0], PEOPLE[1], PEOPLE[7]
    match moves:
        case 1:
            seats.leave(draft, second.user)
        case 3:
            seats.take(draft, third, 1)
        case 4:
            computers.sit_in(draft, 0, "medium")
        case 7:
            computers.take_back(draft, host.user)


def with_a_newcomer(draft: Draft, moves: int) -> None:
    """Let a new player take the computer player's seat once the round is over."""
    if moves == 1:
        seats.take(draft, PEOPLE[7])
        asked = draft.table.standing.vote
        for seat in draft.table.present_seats:
            votes.cast_vote(draft, draft.table.seats[seat].user, asked.seq if asked else 0, yes=True)


def against_the_beacon(_draft: Draft, _moves: int) -> None:
    """Let all vote to go on without the beacon while the second deal waits for it."""


def with_a_cancellation(draft: Draft, moves: int) -> None:
    """Let all agree to cancel the game in the middle of a round."""
    if moves == 5:
        for seat in draft.table.present_seats:
            votes.call_vote(draft, draft.table.seats[seat].user, Subject.CANCEL)


def agree(draft: Draft, *agreeing: int) -> None:
    asked = draft.table.standing.vote
    assert asked is not None
    for seat in agreeing:
        votes.cast_vote(draft, draft.table.seats[seat].user, asked.seq, yes=True)


def with_moves_taken_back(draft: Draft, moves: int) -> None:
    """Players take back their own fresh move at once, and an older one after all agreed."""
    own = draft.position.past[-1] if draft.position.past else None
    if own is None or moves > 30 or moves % 3 == 2:
        return
    draft.now += 90 * (moves % 3)
    deadlines.update_clock(draft)  # it knows who has taken a move back already
    votes.undo(draft, draft.table.seats[own.seat].user)
    if draft.table.standing.votes.open_about(Subject.UNDO):
        agree(draft, *(seat for seat in draft.table.present_seats if seat != own.seat))


def with_a_surrender(draft: Draft, moves: int) -> None:
    """Let the second pair agree to give up; one partner is away."""
    if moves == 9:
        computers.sit_in(draft, 1, "medium")
        votes.call_vote(draft, draft.table.seats[3].user, Subject.GIVE_UP)
        agree(draft, 1)


def played_record(
    key: str, happens: Callable[[Draft, int], None] = let_it_go_on, *, beacon: bool, pairs: bool = False
) -> bytes:
    """Return the record of a short series of players who choose at random."""
    game, rng = GAMES[key], Random(key)
    options = short(game, series="sumof 2", **({"teams": "pairs"} if pairs else {}))
    row = new_row(game, options, PEOPLE[0], 7, 8, RULES_VERSION, BEGAN)
    draft = Draft.of(row, (), game, Position(0), {0: b"q" * 32}, BEGAN)
    draft.beacon = beacon
    lobby.open_(draft, PEOPLE[0])
    with_computer = happens is with_a_newcomer
    for person in PEOPLE[1 : (4 if pairs else min(game.seats)) - with_computer]:
        lobby.join(draft, person)
    if with_computer:
        computers.seat_computer(draft, Person(0, "Bo\\lt", "medium"))
    draft.now += 5
    lobby.start(draft)
    moves = 0
    while draft.table.status is Status.RUNNING:
        draft.now += 60
        seats.let_in(draft)
        if draft.table.to_act == DEALER:
            deal(draft, against=happens is against_the_beacon and draft.table.round == 1)
        else:
            happens(draft, moves := moves + 1)
            mover = draft.table.mover if draft.table.is_running else None
            if mover is not None:
                play.act(draft, mover, None, str(rng.choice(draft.state.legal_actions())))
    log = report.open_log(draft, draft.steps)
    return log.record(run_to_end(log.replay_steps())).to_json()


def deal(draft: Draft, *, against: bool) -> None:
    due = draft.table.standing.due_deal
    assert due is not None
    if not draft.table.standing.dealing.shared:
        deals.deal_unannounced(draft)
        return
    deals.note_post(draft, due.seq, 8, snowflake_at(draft.now + 1))
    if against and draft.table.standing.beacon:
        for seat in draft.table.present_seats:
            votes.call_vote(draft, draft.table.seats[seat].user, Subject.BEACON)
        return
    due = draft.table.standing.due_deal
    if due is not None and draft.table.to_act == DEALER:
        assert due.message is not None
        deals.deal(draft, due.deal, sign_round(QUICKNET.round_of(due.message)))


@pytest.mark.parametrize("beacon", [True, False])
@pytest.mark.parametrize("key", GAMES)
def test_both_verifiers_agree_with_a_record_that_the_bot_made(key: str, beacon: bool) -> None:
    agreed(played_record(key, beacon=beacon))


HAPPENS = {
    with_changes_of_seats: {"leave", "join", "seat"},
    with_a_cancellation: {"vote", "close", "end"},
    against_the_beacon: {"vote", "nobeacon"},
}


@pytest.mark.parametrize("happens", HAPPENS)
@pytest.mark.parametrize("key", GAMES)
def test_both_verifiers_agree_with_a_record_of_the_bot_in_which_much_happened(
    key: str, happens: Callable[[Draft, int], None]
) -> None:
    data = played_record(key, happens, beacon=True)
    kinds = {step["kind"] for step in json.loads(data)["steps"]}
    assert kinds >= HAPPENS[happens]
    agreed(data)


@pytest.mark.parametrize("key", GAMES)
def test_both_verifiers_agree_with_a_record_in_which_a_new_player_takes_a_computers_seat(key: str) -> None:
    data = played_record(key, with_a_newcomer, beacon=True)
    steps = json.loads(data)["steps"]
    begun = next(step["seq"] for step in steps if step["kind"] == "start")
    assert [step["seat"] for step in steps if step["kind"] == "join" and step["seq"] > begun] == [
        min(GAMES[key].seats) - 1
    ]
    agreed(data)


@pytest.mark.parametrize("happens", [with_moves_taken_back, with_a_surrender, with_changes_of_seats])
@pytest.mark.parametrize("key", ["draw", "fives"])
def test_both_verifiers_agree_with_a_record_of_the_bot_in_pairs(
    key: str, happens: Callable[[Draft, int], None]
) -> None:
    data = played_record(key, happens, beacon=True, pairs=True)
    steps = [(step["kind"], step["notation"]) for step in json.loads(data)["steps"]]
    assert happens is not with_a_surrender or ("close", "giveup") in steps
    assert happens is not with_moves_taken_back or sum(kind == "undo" for kind, _ in steps) > 4
    agreed(data)


def agreed(data: bytes) -> None:
    """Check that both find nothing wrong, and print the same."""
    ours = here(data)
    assert ours.verdict == UNCOMPARED, ours.lines
    with node() as other:
        theirs = other(data)
    assert theirs.verdict == UNCOMPARED, theirs.lines
    assert_same(ours, theirs)
