"""Properties of random pairs in Draw and Block, with any options that go together.

`tests.engine.dominoes.second_score` computes their rounds once more.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any, cast

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import DEALER
from engine.games.draw import GAME, words
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import DrawState
from engine.sides import PAIRS
from tests.engine.draw import test_playout, test_properties
from tests.engine.draw.test_properties import QUICK, seeds, steps
from tests.engine.play import Setup, position
from tests.engine.twins import resting_position, twin

EARNED: dict[str, Any] = {"capicua": 25, "last_blank": 30, "pass_round": 25, "pass_first": "25_50"}
"""The bonuses that are earned in a round."""
BONUSES = ("capicua", "last_blank", "pass_round", "pass_first", "round_bonus")
SINGLE = ("share", "full", "lightest_tile")
"""The rules for equal hands that pairs don't have."""


@st.composite
def tables(draw: st.DrawFn, /, **fixed: Any) -> Setup:
    """Draw any options of pairs that can be played."""
    chosen: dict[str, Any] = {}
    for name, setting in DrawOptions.settings().items():
        values = [value for value in setting.values if value not in SINGLE]
        if values:
            chosen[name] = draw(st.sampled_from(values))
    chosen |= {
        "teams": "pairs",
        "set": draw(st.sampled_from((None, None, 9))),
        "hand_size": draw(st.sampled_from((None, None, 3, 7 if chosen["mode"] == "block" else 5))),
        "rounds": draw(st.integers(1, 2)),
        "target": draw(st.integers(1, 60)),
        **fixed,
    }
    if chosen["pair_score"] == "all":
        chosen["blocked_score"] = "others_sum"
    if chosen["layout"] != "line":
        chosen["capicua"] = 0
    if chosen["mode"] == "draw":
        chosen |= {"pass_round": 0, "pass_first": 0}
    options = DrawOptions(**chosen)
    assert options.refusal(4) is None
    return Setup(GAME, options, 4)


def body(test: Any) -> Callable[[Setup, int], None]:
    """Check one table for a property of any table."""
    return cast(Callable[[Setup, int], None], test.hypothesis.inner_test)


def scored_rounds(setup: Setup, seed: int) -> list[DrawState]:
    """Return the states right after each round was scored."""
    return [
        turn.step.state
        for turn in steps(setup, seed)
        if turn.before.to_act != DEALER and turn.step.state.match.result is not None
    ]


@QUICK
@given(tables(), seeds)
def test_whole_pairs_win_and_their_points_are_equal(setup: Setup, seed: int) -> None:
    for turn in steps(setup, seed):
        scores = turn.step.state.match.scores
        assert scores[:2] == scores[2:]
        if (result := turn.step.state.match.result) is not None:
            assert result.winners in ((), *PAIRS)
            assert result.gains[:2] == result.gains[2:]
    outcome = turn.step.state.outcome
    assert outcome is not None
    assert outcome.winners in (*PAIRS, (0, 1, 2, 3))


@QUICK
@given(tables(), seeds)
def test_the_arithmetic_that_people_read_is_right(setup: Setup, seed: int) -> None:
    for state in scored_rounds(setup, seed):
        seen = state.observe(None)
        read = str(words.tally(seen))
        for total, shown in re.findall(r"([−\d][−+\d ]*) = (−?\d+)", read):
            assert _number(shown) == sum(_number(part) for part in re.findall(r"−? ?\d+", total)), read
        totals = [_number(re.findall(r"−?\d+", line)[-1]) for line in re.findall(r", in all: .*", read)]
        assert totals == list(seen.scores[:2])
        assert len(read) <= 1900
        assert len(str(GAME.voice.headline(seen))) <= 400


def _number(text: str) -> int:
    return int(text.replace("−", "-").replace(" ", ""))


@settings(QUICK, max_examples=25)
@given(tables(), seeds)
def test_a_partner_knows_no_more_than_an_opponent(setup: Setup, seed: int) -> None:
    """Twins: what each seat sees stays, whatever of its partner's and the others' tiles is exchanged."""
    rng = Random(seed)
    original = resting_position(setup, rng, steps=rng.randint(1, 40), fouls=2)
    for viewer in setup.viewers():
        other = twin(original, viewer, rng, exchanges=8)
        assert other.observe(viewer) == original.state.observe(viewer)


@settings(QUICK, max_examples=25)
@given(tables(), seeds)
def test_exchanging_tiles_with_the_partner_changes_nothing_that_a_viewer_sees(setup: Setup, seed: int) -> None:
    state: DrawState = position(setup, Random(seed), 6, fouls=1).state
    if not state.playing:
        return
    for viewer in range(4):
        partner, other = (viewer + 2) % 4, (viewer + 1) % 4
        mine, theirs = state.hands[partner], state.hands[other]
        if mine.bit_count() != theirs.bit_count() or state.to_act != viewer:
            continue
        hands = list(state.hands)
        hands[partner], hands[other] = theirs, mine
        assert state.redeal_hidden(tuple(hands), state.boneyard).observe(viewer) == state.observe(viewer)


@settings(QUICK, max_examples=25)
@given(tables(foul_penalty="hundred"), seeds)
def test_a_position_that_is_made_up_shows_each_viewer_what_it_sees(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    for turn in steps(setup, seed):
        if rng.random() > 0.05:
            continue
        for viewer in setup.viewers():
            seen = turn.step.state.observe(viewer)
            assert setup.game.sample(seen, rng).observe(viewer) == seen


@settings(QUICK, max_examples=40)
@given(tables(), seeds)
def test_pairs_play_by_the_rules_of_any_round(setup: Setup, seed: int) -> None:
    """Tiles, moves and play-outs are those of players who are alone."""
    body(test_properties.test_each_tile_is_exactly_once_in_a_hand_on_the_table_or_in_the_boneyard)(setup, seed)


@settings(QUICK, max_examples=40)
@given(tables(foul_action="none"), seeds)
def test_a_second_engine_finds_the_same_moves(setup: Setup, seed: int) -> None:
    body(test_properties.test_a_second_engine_finds_the_same_moves_at_every_position)(setup, seed)


@settings(QUICK, max_examples=40)
@given(tables(), seeds)
def test_a_play_out_ends_as_the_public_rules_do(setup: Setup, seed: int) -> None:
    body(test_playout.test_a_play_out_ends_as_the_public_rules_do)(setup, seed)


def test_a_play_out_earns_each_bonus_as_the_public_rules_do() -> None:
    setup, seen = Setup(GAME, DrawOptions(teams="pairs", mode="block", hand_size=4, **EARNED), 4), set[str]()
    for seed in range(150):
        test_playout.check_play_out(position(setup, Random(seed), 1).state, Random(seed), seen)
    assert seen == set(EARNED)
