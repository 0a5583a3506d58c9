"""The play-out for search beside the public rules: the same moves at every step, the same gains."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from random import Random
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.dominoes.actions import Play
from engine.dominoes.layout import Layout
from engine.dominoes.playout import Way, playout
from engine.game import Seat
from engine.games.fives import GAME
from engine.games.fives.options import FivesOptions
from engine.games.fives.players import Count
from engine.games.fives.state import FivesState
from tests.engine.play import Setup, position

QUICK = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.filter_too_much])


@st.composite
def tables(draw: Any) -> Setup:
    """Any options that can be played, of a game of two rounds or to a low target."""
    chosen = {name: draw(st.sampled_from(setting.values)) for name, setting in _named().items()}
    chosen |= {"target": 50, "rounds": 2, "hand_size": draw(st.sampled_from([None, 3, 6]))}
    chosen["set"] = draw(st.sampled_from([6, 6, 9]))
    return Setup(GAME, FivesOptions(**chosen), draw(st.sampled_from(GAME.seats)))


def _named() -> dict[str, Any]:
    return {name: setting for name, setting in FivesOptions.settings().items() if setting.values and name != "series"}


@QUICK
@given(tables(), st.integers(0, 2**32))
def test_a_play_out_gains_what_the_public_rules_give(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    state: FivesState = position(setup, rng, rng.randrange(1, 30)).state
    assume(state.playing)
    asked: list[tuple[Seat, int, Sequence[Way], Way]] = []

    def choose(seat: Seat, hand: int, ways: Sequence[Way], _seen: int, _there: Layout) -> Way:
        asked.append((seat, hand, ways, rng.choice(ways)))
        return asked[-1][-1]

    count = Count(state)
    pips, scores, choices = playout(state, choose, count).pips, state.match.scores, iter(asked)
    while state.playing:
        action = state.legal_actions()[0]
        if isinstance(action, Play):
            seat, hand, ways, action = next(choices)
            assert (seat, hand) == (state.to_act, state.hands[state.seat])
            same = {choice.notation for choice in state.observe(seat).choices if choice.same_as}
            assert list(ways) == [legal for legal in state.legal_actions() if str(legal) not in same]
        state = state.apply(action).state
    assert next(choices, None) is None
    gains = map(add, count.gains, pips)
    assert [after - before for before, after in zip(scores, state.match.scores, strict=True)] == [*gains]
