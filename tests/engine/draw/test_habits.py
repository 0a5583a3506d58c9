"""What the tiles that others laid tell of those they kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.dominoes.worlds import replay_line
from engine.game import DEALER
from engine.games import GAMES
from engine.games.draw.habits import Habits
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import start
from engine.games.draw.worlds import possible
from engine.notation import find
from engine.players import candidate_notations, find_best_action, judge
from engine.tiles import tile
from tests.engine.draw.positions import deal_hands, play_steps
from tests.engine.play import Setup, random_deal, walk

ROUND = DrawOptions(verification="auto", match="rounds", rounds=1)


def positions(player: str, seats: int, seed: int) -> Iterator[Any]:
    """Yield the positions of a round in which a seat has to choose, all seats played alike."""
    setup, rng = Setup(GAMES["draw"], ROUND, seats), Random(seed)
    state = setup.start()
    state = state.apply(random_deal(state, rng)).state
    while state.to_act is not None and state.to_act != DEALER:
        action = state.automatic()
        if action is None:
            seen = state.observe(state.to_act)
            if len(candidate_notations(seen)) > 1:
                yield state
            action = find(state.legal_actions(), find_best_action(judge(setup.game, player, seen, rng)))
        state = state.apply(action).state


@pytest.mark.parametrize("seats", [2, 4])
def test_the_true_deal_explains_what_heavy_players_laid_better_than_others_do(seats: int) -> None:
    better, rng = [], Random(1)
    for seed in range(12):
        for state in positions("smart", seats, seed):
            seen = state.observe(state.to_act)
            habits = Habits(seen)
            others = [habits.likelihood(world) for world in islice(possible(seen, rng), 20)]
            if min(others) < max(others):
                better.append(sum(each <= habits.likelihood(state) for each in others) / len(others))
    assert len(better) > 20
    assert sum(better) / len(better) > 0.6


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_deal_that_agrees_with_what_was_seen_remains_possible(seats: int) -> None:
    rng = Random(2)
    for seed in range(6):
        for state in positions("random", seats, seed):
            habits = Habits(state.observe(state.to_act))
            assert 0 < habits.likelihood(state) <= 1
            for world in islice(possible(state.observe(state.to_act), rng), 5):
                assert 0 < habits.likelihood(world) <= 1


def test_before_anybody_had_a_choice_all_deals_explain_the_plays_alike() -> None:
    states = (next(positions("random", 2, seed)) for seed in range(20))
    seen = next(seen for state in states if len((seen := state.observe(state.to_act)).laid) == 1)  # a forced opening
    assert {Habits(seen).likelihood(world) for world in islice(possible(seen, Random(3)), 9)} == {1.0}


def test_a_seat_that_opened_four_holds_fours_rather_than_ones() -> None:
    """Seat 1 could have opened 1 with 6-1 as well."""
    state = deal_hands(start(DrawOptions(mode="block", hand_size=4), 2), ["6-6 5-5 3-3 2-2", "6-4 6-1 4-3 4-2"])
    state = play_steps(state, "play 6-6", "play 6-4 A")
    tiles, habits = state.match.terms.tiles, Habits(state.observe(0))

    def holding(names: str) -> Any:
        return state._replace(hands=(state.hands[0], tiles.mask(map(tile, names.split()))))

    fours, ones = holding("6-1 4-3 4-2"), holding("6-1 3-1 2-1")
    assert habits.likelihood(fours) > 1.5 * habits.likelihood(ones)


@pytest.mark.parametrize("layout", ["line", "spinner", "cross"])
def test_a_play_on_either_of_two_like_ends_is_the_same_choice(layout: str) -> None:
    rng, twins = Random(layout), 0
    for _ in range(12):
        for turn in walk(Setup(GAMES["draw"], replace(ROUND, layout=layout), 2), rng):
            if turn.before.to_act in (0, 1):
                seen = turn.before.observe(turn.before.to_act)
                twins += any(laid.arm in there.twins for laid, there in zip(seen.laid, replay_line(seen), strict=False))
                assert 0 < Habits(seen).likelihood(next(possible(seen, rng))) <= 1
    assert twins > 5
