"""How long a game of Moon can get: tricks without a bid are points, so one careful seat is enough for an end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from engine.game import DEALER, Action, Deal
from engine.games import GAMES
from engine.notation import find
from engine.players import find_best_action, judge
from tests.engine.play import Setup, random_deal, short, walk

GAME = GAMES["moon"]
HANDS = 40
"""More than a game of any company below ever took; six are usual."""
Choose = Callable[[Any, Random], Action]


def reckless(state: Any, rng: Random) -> Action:
    """Bid as high as one can, whatever the hand; play anything."""
    actions: Sequence[Action] = state.legal_actions()
    return actions[-1] if str(actions[-1]).startswith("bid ") else rng.choice(actions)


def easy(state: Any, rng: Random) -> Action:
    """Choose as the easy computer player does."""
    seen = state.observe(state.to_act)
    action = find(state.legal_actions(), find_best_action(judge(GAME, "easy", seen, rng)))
    assert action is not None
    return action


def hands(company: Sequence[Choose], seed: int) -> int:
    """Return how many hands a game of this company takes, or one more than allowed."""
    rng, state, dealt = Random(seed), GAME.start(GAME.options(), 3), 0
    while state.to_act is not None and dealt <= HANDS:
        seat: int = state.to_act
        if seat == DEALER:
            dealt += 1
            state = state.apply(random_deal(state, rng)).state
        else:
            state = state.apply(company[seat](state, rng)).state
    return dealt


@pytest.mark.parametrize("others", [(easy, easy), (reckless, easy), (reckless, reckless)])
def test_a_game_with_a_computer_player_ends_however_the_others_bid(others: tuple[Choose, Choose]) -> None:
    assert max(hands((easy, *others), seed) for seed in range(12)) <= HANDS


def test_a_short_game_of_random_bids_ends_after_a_few_hands() -> None:
    games = (walk(Setup(GAME, short(GAME), 3), Random(seed)) for seed in range(150))
    assert max(sum(isinstance(turn.action, Deal) for turn in turns) for turns in games) <= 8
