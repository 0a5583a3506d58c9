"""Properties of random play with any options, and a second, slow engine beside the first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from statistics import mean
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.dominoes.ending import Ending
from engine.game import DEALER
from engine.games.draw import GAME, words
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import DrawState
from engine.tiles import SIZES, bits
from tests.engine.draw.reference import Reference
from tests.engine.play import Setup, Turn, random_deal, walk
from tests.engine.twins import resting_position, twin

QUICK = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.filter_too_much])


@st.composite
def tables(draw: st.DrawFn, /, **fixed: Any) -> Setup:
    """Draw any options that can be played, by any number of seats."""
    chosen: dict[str, Any] = {}
    for name, setting in DrawOptions.settings().items():
        if setting.values:
            chosen[name] = draw(st.sampled_from(setting.values))
    chosen |= {
        "hand_size": draw(st.sampled_from((None, None, 3, 7))),
        "rounds": draw(st.integers(1, 2)),
        "target": draw(st.integers(1, 60)),
        "teams": "none",
        **fixed,
    }
    options, seats = DrawOptions(**chosen), draw(st.integers(2, 8))
    assume(options.refusal(seats) is None)
    return Setup(GAME, options, seats)


seeds = st.integers(0, 2**32)


def steps(setup: Setup, seed: int, fouls: int = 3) -> Iterator[Turn]:
    return walk(setup, Random(seed), fouls)


@QUICK
@given(tables(), seeds)
def test_each_tile_is_exactly_once_in_a_hand_on_the_table_or_in_the_boneyard(setup: Setup, seed: int) -> None:
    for turn in steps(setup, seed):
        state: DrawState = turn.step.state
        if state.match.void is not None:
            continue  # all tiles are with the dealer
        every = state.match.terms.tiles
        table = [every.index[event.tile] for event in state.laid]
        held = [index for hand in state.hands for index in bits(hand)]
        assert sorted([*table, *held, *state.boneyard]) == list(range(len(every)))


@QUICK
@given(tables(), seeds)
def test_a_round_ends_out_blocked_or_by_a_foul_and_the_scores_add_up(setup: Setup, seed: int) -> None:
    scores = [0] * setup.seats
    for turn in steps(setup, seed):
        state: DrawState = turn.step.state
        for event in turn.step.events:
            scores = [
                s - getattr(event, "penalty", 0) * (getattr(event, "seat", -1) == i) for i, s in enumerate(scores)
            ]
        if (result := state.match.result) is not None and turn.before.to_act != DEALER:
            empty = [seat for seat, hand in enumerate(state.hands) if not hand]
            assert (result.ending is Ending.OUT) == bool(empty)
            assert result.residuals == tuple(state.match.terms.tiles.pip_sum(hand) for hand in state.hands)
            assert all(gain == 0 for seat, gain in enumerate(result.gains) if seat not in result.winners)
            assert min(result.gains) >= 0
            if result.ending is Ending.BLOCKED:
                assert not any(hand & state.layout.fits for hand in state.hands)
                assert len(result.confirmed) in ((0, setup.seats) if _early(setup) else (setup.seats,))
            scores = [score + gain for score, gain in zip(scores, result.gains, strict=True)]
        assert list(state.match.scores) == scores
    assert state.outcome is not None
    assert state.outcome.winners == tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def _early(setup: Setup) -> bool:
    assert isinstance(setup.options, DrawOptions)
    return setup.options.early_block == "certain"


@QUICK
@given(tables(), seeds)
def test_the_arithmetic_that_people_read_is_right(setup: Setup, seed: int) -> None:
    """Sums in the text are true, its hands are the residuals, and its totals lead to the engine's scores."""
    for turn in steps(setup, seed):
        seen = turn.step.state.observe(None)
        if turn.step.state.match.result is None or turn.before.to_act == DEALER:
            continue
        read = str(words.tally(seen))
        for total, shown in re.findall(r"([−\d][−+\d ]*) = (−?\d+)", read):
            assert _number(shown) == sum(_number(part) for part in re.findall(r"−? ?\d+", total)), read
        held = re.findall(r"^seat \d: (?:no tiles left|.*\((.*)\))$", read, re.MULTILINE)
        assert [_last(line or "0") for line in held] == list(seen.result.residuals)
        assert [_last(line) for line in re.findall(r", in all: .*", read)] == list(seen.scores)
        scoring = re.findall(r"seat (\d), this round: (.*)", read)
        assert [int(seat) - 1 for seat, _ in scoring] == list(seen.result.winners)
        assert [_last(line) for _, line in scoring] == [seen.result.gains[seat] for seat in seen.result.winners]
        for seat, line in scoring:
            if "share" not in line:
                others = [pips for other, pips in enumerate(seen.result.residuals) if other != int(seat) - 1]
                assert [int(n) for n in re.findall(r"\d+", re.split("[=−]", line)[0])] == others, read
        assert len(read) <= 1900


def _number(text: str) -> int:
    return int(text.replace("−", "-").replace(" ", ""))


def _last(text: str) -> int:
    return _number(re.findall(r"−?\d+", text)[-1])


@settings(QUICK, max_examples=40)
@given(tables(foul_action="none"), seeds)
def test_automatic_and_manual_verification_give_the_same_result_with_honest_play(setup: Setup, seed: int) -> None:
    results = []
    for verification in ("manual", "auto"):
        options = DrawOptions.from_json(setup.options.to_json() | {"verification": verification})
        results.append(_honest_match(Setup(GAME, options, setup.seats), seed))
    assert results[0] == results[1]


def _honest_match(setup: Setup, seed: int) -> list[Any]:
    """Return what everybody plays and every round's result, if the first play or draw is taken each time."""
    state, rng, story = setup.start(), Random(seed), []
    while state.to_act is not None:
        if state.to_act == DEALER:
            state = state.apply(random_deal(state, rng)).state
            continue
        plays = [action for action in state.legal_actions() if str(action).startswith(("play", "draw", "pass"))]
        action = plays[rng.randrange(len(plays))] if plays else state.at_deadline()
        state = state.apply(action).state
        story.append((str(action), state.match.result, state.match.scores))
    return story


@settings(QUICK, max_examples=150)
@given(tables(foul_action="none"), seeds)
def test_a_second_engine_finds_the_same_moves_at_every_position(setup: Setup, seed: int) -> None:
    other: Reference | None = None
    for turn in steps(setup, seed):
        before: DrawState = turn.before
        if before.to_act == DEALER:
            other = _reference(setup, turn.step.state)
        elif other is not None:
            assert sorted(map(str, before.legal_actions())) == sorted(other.legal())
            assert before.to_act == other.to_act
            other.do(str(turn.action))
            assert other.over() == (turn.step.state.to_act in (DEALER, None))


def _reference(setup: Setup, dealt: DrawState) -> Reference:
    every = dealt.match.terms.tiles
    hands = [[tuple(every.tiles[index]) for index in bits(hand)] for hand in dealt.hands]
    boneyard = [tuple(every.tiles[index]) for index in dealt.boneyard]
    assert dealt.to_act is not None
    forced = dealt.match.terms.is_lead_forced(dealt.match.round)
    assert isinstance(setup.options, DrawOptions)
    return Reference(setup.options, hands, boneyard, dealt.to_act, forced, dealt.match.round)  # type: ignore[arg-type]  # pairs


@settings(QUICK, max_examples=25)
@given(tables(), seeds)
def test_twins_look_the_same_under_any_options(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    original = resting_position(setup, rng, steps=rng.randint(1, 40), fouls=2)
    for viewer in setup.viewers():
        other = twin(original, viewer, rng, exchanges=8)
        assert other.observe(viewer) == original.state.observe(viewer)


def test_every_set_is_played() -> None:
    for highest in SIZES:
        setup = Setup(GAME, DrawOptions(set=highest, match="rounds"), 5)
        *_, last = steps(setup, 1)
        assert last.step.state.outcome is not None


@pytest.mark.parametrize(("mode", "seats"), [("draw", 2), ("draw", 4), ("draw", 7), ("block", 2), ("block", 6)])
@pytest.mark.parametrize("rounds", [True, False])
def test_a_match_takes_as_many_turns_as_foretold(mode: str, seats: int, rounds: bool) -> None:
    options = DrawOptions(mode=mode, match="rounds" if rounds else "target", rounds=4)
    lengths = [
        sum(
            turn.before.to_act != DEALER and not _by_itself(turn)
            for turn in walk(Setup(GAME, options, seats), Random(seed))
        )
        for seed in range(12)
    ]
    assert int(mean(lengths)) in GAME.turns(options, seats)


def _by_itself(turn: Turn) -> bool:
    return turn.before.automatic() is not None or str(turn.action) in ("draw", "can")
