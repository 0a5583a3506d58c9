"""What every computer player promises, whatever its game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from random import Random
from typing import Any

from engine.game import DEALER, Game
from engine.players import candidate_notations, judge
from tests.engine.play import Position, Setup
from tests.engine.twins import resting_position, twin


def decisions(setup: Setup, rng: Random, steps: range) -> Iterator[Position]:
    """Yield random positions in which a seat has to decide, one for each number of steps."""
    for step in steps:
        reached = resting_position(setup, rng, step)
        if reached.state.to_act not in (None, DEALER):
            yield reached


WORLDS = 24
"""How many worlds a player looks at in tests that are not about its strength; the hard ones would look at thousands."""


def after(looks: int) -> Callable[[], bool]:
    """Return a time that is over when it is asked for the last of `looks` times."""
    asked = count(1)
    return lambda: next(asked) >= looks


def judge_quickly(game: Game[Any, Any], player: str, seen: Any, rng: Random) -> Mapping[str, float]:
    """Return what a player holds its actions worth after few worlds."""
    return judge(game, player, seen, rng, after(WORLDS))


def judges_what_it_may_do(player: str, position: Position) -> None:
    """Check that it holds each of its actions worth something, and the same for the same seed."""
    seen = position.state.observe(position.state.to_act)
    worth = judge_quickly(position.setup.game, player, seen, Random("seed"))
    assert list(worth) == list(candidate_notations(seen))
    assert judge_quickly(position.setup.game, player, seen, Random("seed")) == worth


def judges_by_what_it_sees(player: str, position: Position, rng: Random) -> bool:
    """Check that it judges a twin alike; return whether the twin differs in what is hidden."""
    seat = position.state.to_act
    other = twin(position, seat, rng)
    judged = judge_quickly(position.setup.game, player, position.state.observe(seat), Random("seed"))
    assert judge_quickly(position.setup.game, player, other.observe(seat), Random("seed")) == judged
    return bool(other != position.state)
