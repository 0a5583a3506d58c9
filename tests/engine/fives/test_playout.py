"""The play-out for search beside the public rules: the same moves at every step, the same gains."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.dominoes.actions import Play
from engine.game import Seat
from engine.games.fives import GAME
from engine.games.fives.options import FivesOptions
from engine.games.fives.playout import DRAW, Way, find_ends, playout
from engine.games.fives.state import FivesState
from tests.engine.play import Setup, position

QUICK = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.filter_too_much])


@st.composite
def tables(draw: Any) -> Setup:
    """Draw any options that can be played, of a game of two rounds or to a low target."""
    chosen = {name: draw(st.sampled_from(setting.values)) for name, setting in _named_settings().items()}
    chosen |= {"target": 50, "rounds": 2, "hand_size": draw(st.sampled_from([None, 3, 6]))}
    chosen["set"] = draw(st.sampled_from([6, 6, 9]))
    if chosen["pair_score"] == "all" and chosen["blocked_score"] == "others_minus_own":
        chosen["blocked_score"] = "others_sum"
    seats = 4 if chosen["teams"] == "pairs" else draw(st.sampled_from(GAME.seats))
    return Setup(GAME, FivesOptions(**chosen), seats)


def _named_settings() -> dict[str, Any]:
    return {name: setting for name, setting in FivesOptions.settings().items() if setting.values and name != "series"}


@QUICK
@given(tables(), st.integers(0, 2**32))
def test_a_play_out_gains_what_the_public_rules_give(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    state: FivesState = position(setup, rng, rng.randrange(1, 30)).state
    assume(state.playing)
    asked: list[tuple[Seat, int, Sequence[Way], Way]] = []

    def choose(seat: Seat, hand: int, ways: Sequence[Way], _seen: int) -> Way:
        asked.append((seat, hand, ways, rng.choice(ways)))
        return asked[-1][-1]

    scores, gains, choices = state.match.scores, playout(state, choose), iter(asked)
    while state.playing:
        action = state.legal_actions()[0]
        if isinstance(action, Play):
            seat, hand, ways, way = next(choices)
            assert (seat, hand) == (state.to_act, state.hands[state.seat])
            assert len(ways) == sum(choice.same_as is None for choice in state.observe(seat).choices)
            action = _action(state, way)
        state = state.apply(action).state
    assert next(choices, None) is None
    assert [after - before for before, after in zip(scores, state.match.scores, strict=True)] == gains


def _action(state: FivesState, way: Way) -> Any:
    """Return the public move of a way, which must count and score the same."""
    if way is DRAW:
        return state.legal_actions()[-1]
    tile, unit = state.terms.tiles.tiles[way.tile], 5 if state.terms.options.score_unit == "fives" else 1
    ends = find_ends(state.layout)
    play = next(
        play
        for play in state.placements()
        if play.tile == tile and (play.number is None or ends[play.end] == (way.number, way.side))
    )
    assert (state.preview_play(play).total, state.preview_play(play).points) == (way.total, way.points // unit)
    return play
