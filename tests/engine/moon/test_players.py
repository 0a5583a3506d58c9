"""Computer players of Moon: the open-hand solver, the tiles they deal themselves, what they choose."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from engine.game import DEALER, Seat
from engine.games.moon import GAME
from engine.games.moon.actions import PASS
from engine.games.moon.observation import MoonObservation, Phase
from engine.games.moon.options import MoonOptions
from engine.games.moon.players.search import Budget, Search
from engine.games.moon.players.stakes import Stakes, find_chances
from engine.games.moon.solver import Solver
from engine.games.moon.state import MoonState
from engine.games.moon.suits import DECK, SET, TRUMPS, suits
from engine.games.moon.tricks import Tricks
from engine.games.moon.unseen_tiles import Unseen, World
from engine.players import find_best_action, judge
from engine.tiles import bits
from tests.engine.judgement import decisions, judges_by_what_it_sees, judges_what_it_may_do
from tests.engine.moon.positions import MO_16, after, deal, deal_round, game, plays
from tests.engine.moon.test_properties import all_options, quick, seeds, steps
from tests.engine.play import Setup

FEW: Any = Search(Budget(bidding=2, declaring=2, plans=2, playing=2))
QUICK = replace(GAME, players={**GAME.players, "search": FEW})
OPTIONS = {
    "usual": MoonOptions(),
    "forced": MoonOptions(all_pass="last_must_bid_4", lead_suit="leader_choice", first_lead="trump", seats="random"),
    "trump first": MoonOptions(trump_first=True),
    "short": MoonOptions(target=3, moon_success="plus_21", bidder_goes_out=True, doubles_trump=False, no_trump=False),
}
WEAK = ("3-1 4-2 5-1 6-2 4-3 5-3 6-4", "6-6 6-5 5-5 5-4 4-4 6-3 6-1", "3-3 2-2 1-1 0-0 2-1 3-2 5-2")
"""Hands of which the first promises nothing."""


# --- the solver


def most(table: Tricks, bidder: Seat, choice: bool) -> int:
    """Return the bidder's tricks, by trying everything with the rules of the game."""
    if not any(table.hands):
        return 0
    found = []
    for tile in bits(table.find_legal()):
        for suit in table.suits.choices(tile) if choice and not table.tiles else (None,):
            next_ = table.play(tile, suit)
            found.append((not next_.tiles and next_.leader == bidder) + most(next_, bidder, choice))
    return max(found) if table.turn == bidder else min(found)


@pytest.mark.parametrize("seed", range(60))
def test_with_open_hands_the_solver_finds_as_many_tricks_as_trying_everything(seed: int) -> None:
    rng = Random(seed)
    size, trump, choice = rng.choice([2, 3, 3, 4]), rng.choice(TRUMPS), rng.random() < 0.4
    step, leader, bidder = rng.choice([1, 2]), rng.randrange(3), rng.randrange(3)
    tiles = rng.sample([SET.index[t] for t in DECK], 3 * size)
    hands = tuple(sum(1 << tile for tile in tiles[seat * size :][:size]) for seat in range(3))
    solver = Solver(trump, choice)
    order = [(bidder + step * place) % 3 for place in range(3)]
    b, x, y = (solver.ranking.rank_tiles(hands[seat]) for seat in order)
    expected = most(Tricks(suits(trump), step, hands, leader), bidder, choice)
    for guess in (1, size):
        assert solver.count_tricks(b, x, y, order.index(leader), guess) == expected
        assert Solver(trump, choice).reaches(b, x, y, order.index(leader), expected)
        assert not Solver(trump, choice).reaches(b, x, y, order.index(leader), expected + 1)


# --- what is unseen


@quick
@given(options=all_options, seed=seeds)
def test_the_true_deal_is_always_among_those_that_are_held_possible(options: MoonOptions, seed: int) -> None:
    for state, _, _ in steps(options, seed, hands=3):
        for viewer in (0, 1, 2, None):
            if state.phase is not Phase.BETWEEN:
                assert Unseen(state.observe(viewer)).allows(World.from_state(state))


@quick
@given(options=all_options, seed=seeds)
def test_a_deal_that_a_player_thinks_of_can_be_played_as_it_was(options: MoonOptions, seed: int) -> None:
    rng = Random(seed)
    for number, (state, _, step) in enumerate(steps(options, seed, hands=2)):
        for viewer in (0, 1, 2, None) if number % 5 == 0 else ():
            seen = step.state.observe(viewer)
            assert GAME.sample(seen, rng).observe(viewer) == seen
            assert state.round <= 3


def test_who_did_not_follow_suit_is_dealt_none_of_it() -> None:
    """Seat 2 had 5-2 for the first trump that was led and none for the second, so 5-3 is not there."""
    called = after(deal_round(), "bid 4", "pass", "pass", "discard 6-3", "trump 5")
    rng, trumps = Random(1), suits(5).trumps
    before, later = (
        Unseen(after(called, *plays(laid)).observe(1)) for laid in ("5-5 5-1 5-2", "5-5 5-1 5-2 5-4 6-5 0-0")
    )
    assert any(before.deal_world(rng).hands[2] & trumps for _ in range(50))
    assert not any(later.deal_world(rng).hands[2] & trumps for _ in range(50))


def test_when_few_deals_are_left_each_is_looked_at_once() -> None:
    unseen = Unseen(_late())
    ways = unseen.list_worlds(10_000)
    assert ways is not None
    assert len(ways) == len(set(ways)) > 1
    assert unseen.list_worlds(len(ways) - 1) is None
    assert {unseen.deal_world(Random(seed)) for seed in range(20 * len(ways))} == set(ways)


def _late() -> MoonObservation:
    rng = Random(4)
    state = after(deal_round(), "bid 4", "pass", "pass", "discard 6-3", "trump 5")
    while len(state.observe(None).past) < 5:
        state = after(state, str(rng.choice(state.legal_actions())))
    assert state.to_act is not None
    return state.observe(state.to_act)


# --- what is at stake


def test_a_made_bid_is_worth_more_than_a_failed_one_and_to_the_others_the_reverse() -> None:
    seen = after(deal_round(), "bid 5").observe(0)
    bidder, other = Stakes(seen, 0), Stakes(seen, 1)
    assert bidder.find_worth(0, 5, (5, 1, 1)) > 0 > bidder.find_worth(0, 5, (4, 2, 1))
    assert other.find_worth(0, 5, (5, 1, 1)) < 0 < other.find_worth(0, 5, (4, 2, 1))


def test_a_hand_that_wins_the_game_is_worth_more_than_its_points() -> None:
    won, going_on = (Stakes(deal_round(scores=scores).observe(0), 0) for scores in ((17, 16, 16), (3, 2, 2)))
    assert won.find_worth(0, 4, (4, 2, 1)) > going_on.find_worth(0, 4, (4, 2, 1)) + 3


def test_the_chances_of_winning_add_up_and_follow_the_scores() -> None:
    chance = find_chances(21, (20, 3, 10))
    assert sum(chance) == pytest.approx(1)
    assert chance[0] > 0.9 > 0.1 > chance[2] > chance[1]


# --- what they choose


def choose_best(name: str, state: MoonState) -> str:
    assert state.to_act is not None
    return find_best_action(judge(GAME, name, state.observe(state.to_act), Random(1)))


@pytest.mark.parametrize("name", ["easy", "medium", "hard", "heuristic"])
def test_seven_tricks_for_sure_are_bid_and_taken(name: str) -> None:
    sure = ("6-6 6-5 6-4 6-3 6-2 6-1 5-5", *MO_16[1:])
    rest = iter(t for t in DECK if str(t) not in sure[0].split())
    hands = [sure[0], *(" ".join(str(next(rest)) for _ in range(7)) for _ in range(2))]
    state = after(game(), deal(hands, str(next(rest))))
    assert choose_best(name, state) == "bid 21"
    state = after(state, "bid 21")
    while state.to_act not in (None, DEALER):
        state = after(state, choose_best(name, state) if state.to_act == 0 else str(state.legal_actions()[0]))
    assert state.outcome is not None
    assert state.outcome.winners == (0,)


@pytest.mark.parametrize("name", ["easy", "medium", "hard", "heuristic"])
def test_who_names_trump_first_names_the_longest_suit_and_then_puts_no_trump_back(name: str) -> None:
    long = "6-5 6-4 6-3 6-2 6-1 3-1 2-1"
    rest = iter(t for t in DECK if str(t) not in long.split())
    hands = [long, *(" ".join(str(next(rest)) for _ in range(7)) for _ in range(2))]
    state = after(game(MoonOptions(trump_first=True)), deal(hands, str(next(rest))), "bid 7", "pass", "pass")
    assert choose_best(name, state) == "trump 6"
    assert "6" not in choose_best(name, after(state, "trump 6"))
    assert "1" not in choose_best(name, after(state, "trump 1"))


@pytest.mark.parametrize("name", ["easy", "medium", "hard", "heuristic"])
def test_a_hand_without_promise_is_passed(name: str) -> None:
    assert choose_best(name, after(game(), deal(WEAK, "4-1", first=1), "bid 6", "pass")) == "pass"


@pytest.mark.parametrize("name", ["medium", "hard"])
def test_who_wins_the_game_with_the_last_trick_takes_it(name: str) -> None:
    """Seat 1 has bid 4 and needs both of the last two tricks; 6-6 first would lose the second."""
    state = after(deal_round(), "bid 4", "pass", "pass", "discard 6-3", "trump 5")
    assert choose_best(name, state) in {"play 5-5", "play 5-4"}


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("name", ["easy", "search"])
def test_a_player_judges_all_it_may_do_by_what_it_sees_alone(name: str, options: str) -> None:
    setup, rng = Setup(QUICK, OPTIONS[options], 3), Random(options)
    different = 0
    for reached in decisions(setup, rng, range(1, 40, 3)):
        judges_what_it_may_do(name, reached)
        different += judges_by_what_it_sees(name, reached, rng)
    assert different


def test_a_single_legal_action_is_taken_without_search() -> None:
    state = after(deal_round(), "bid 4", "pass", "pass", "discard 6-3", "trump 6", *plays("2-2"))
    seen, rng = state.observe(1), Random(1)
    assert [choice.notation for choice in seen.choices] == ["play 2-1"]
    before = rng.getstate()
    assert judge(GAME, "hard", seen, rng) == {"play 2-1": 0.0}
    assert rng.getstate() == before


def test_a_pass_of_all_is_foreseen_to_be_worth_nothing() -> None:
    seen = after(game(), deal(WEAK, "4-1", first=1), "pass", "pass").observe(0)
    assert [call.bid for call in seen.calls] == [PASS, PASS]
    assert judge(QUICK, "search", seen, Random(1))["pass"] == 0
