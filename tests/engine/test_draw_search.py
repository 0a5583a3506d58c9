"""The rounds that the search plays on, beside the public rules: the same moves at every step, the same result."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import assume, given

from engine.game import Seat
from engine.games.draw.actions import Call, Move, Play
from engine.games.draw.observing import observe
from engine.games.draw.search import Way, simulate
from engine.games.draw.state import DrawState
from tests.engine.play import Setup, honest, position
from tests.engine.test_draw_properties import QUICK, seeds, tables


@QUICK
@given(tables(), seeds)
def test_a_round_played_on_by_the_search_ends_as_the_public_rules_say(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    state: DrawState = position(setup, rng, rng.randrange(1, 30), fouls=1).state
    assume(state.playing)
    asked: list[tuple[Seat, set[str], Move]] = []

    def choose(seat: Seat, _hand: int, possible: Sequence[Way], _seen: int) -> Way:
        way = rng.choice(possible)
        asked.append((seat, {str(way.play or Call.DRAW) for way in possible}, way.play or Call.DRAW))
        return way

    result = simulate(state, choose)
    choices = iter(asked)
    while state.playing:
        honestly = [move for move in honest(state.legal_actions()) if move is not Call.CAN]
        move = honestly[0]
        if any(isinstance(legal, Play) for legal in honestly):
            seat, offered, move = next(choices)
            same = {choice.notation for choice in observe(state, seat).choices if choice.same_as}
            assert seat == state.to_act
            assert offered == {str(legal) for legal in honestly} - same
        state = state.apply(move).state
    assert next(choices, None) is None
    assert state.match.result == result
