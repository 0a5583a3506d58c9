"""The play-out for search beside the public rules: the same moves at every step, the same result."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import assume, given

from engine.games.draw.actions import Call, Move, Play
from engine.games.draw.playout import playout
from engine.games.draw.state import DrawState
from tests.engine.play import Setup, position
from tests.engine.test_draw_properties import QUICK, seeds, tables


@QUICK
@given(tables(), seeds)
def test_a_play_out_ends_as_the_public_rules_do(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    state: DrawState = position(setup, rng, rng.randrange(1, 30), fouls=1).state
    assume(state.playing)
    asked: list[tuple[Sequence[Move], Move]] = []

    def choose(moves: Sequence[Move]) -> Move:
        asked.append((moves, rng.choice(moves)))
        return asked[-1][1]

    result = playout(state, choose)
    choices = iter(asked)
    while state.playing:
        moves, forced = _truthful(state)
        if forced is None:
            offered, forced = next(choices)
            assert tuple(offered) == moves
        state = state.apply(forced).state
    assert next(choices, None) is None
    assert state.match.result == result


def _truthful(state: DrawState) -> tuple[tuple[Move, ...], Move | None]:
    """What can be done without a declaration, and what must be done where no tile can be laid."""
    legal = state.legal_actions()
    able = any(isinstance(move, Play) for move in legal)
    return tuple(move for move in legal if move not in (Call.CANNOT, Call.CAN)), None if able else legal[0]
