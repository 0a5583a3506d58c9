"""The play-out for search beside the public rules: the same moves at every step, the same result."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import assume, given

from engine.dominoes.actions import Call, Play
from engine.dominoes.playout import PlayoutMove, playout
from engine.game import Seat
from engine.games.draw.state import DrawState
from tests.engine.draw.test_properties import QUICK, seeds, tables
from tests.engine.play import Setup, honest, position


@QUICK
@given(tables(), seeds)
def test_a_play_out_ends_as_the_public_rules_do(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    state: DrawState = position(setup, rng, rng.randrange(1, 30), fouls=1).state
    assume(state.playing)
    check_play_out(state, rng)


def check_play_out(state: DrawState, rng: Random, bonuses: set[str] | None = None) -> None:
    """Play a round out in both ways; the kinds of the bonuses that were earned are added to `bonuses`."""
    asked: list[tuple[Seat, int, Sequence[PlayoutMove], PlayoutMove]] = []

    def choose(seat: Seat, hand: int, moves: Sequence[PlayoutMove], _seen: int) -> PlayoutMove:
        asked.append((seat, hand, moves, rng.choice(moves)))
        return asked[-1][-1]

    result = playout(state, choose)
    choices = iter(asked)
    while state.playing:
        honestly = [move for move in honest(state.legal_actions()) if move is not Call.CAN]
        move = honestly[0]
        if any(isinstance(legal, Play) for legal in honestly):
            seat, hand, offered, move = next(choices)
            same = {choice.notation for choice in state.observe(seat).choices if choice.same_as}
            assert (seat, hand) == (state.to_act, state.hands[state.seat])
            assert list(offered) == [legal for legal in honestly if str(legal) not in same]
        state = state.apply(move).state
    assert next(choices, None) is None
    assert state.match.result == result
    if bonuses is not None and result.verdict is not None:
        bonuses.update(bonus.kind for bonus in result.verdict.bonuses)
