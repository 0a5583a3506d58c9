"""A newcomer joins between two rounds: every game that allows it, whole games at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import pytest

from engine.game import DEALER, Deal
from engine.games import GAMES
from engine.games.chickenfoot import scoring
from engine.late import mean
from engine.tiles import tile_set
from engine.words import Message
from tests.engine.play import Position, Setup, honest, random_deal, said
from tests.engine.twins import twin_since

MOST = 250
"""Steps of a game: enough for some rounds."""
OPTIONS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "draw": ("draw", {"target": "120"}),
    "draw by rounds, in turn": ("draw", {"rounds": "6", "next_lead": "rotate", "verification": "auto"}),
    "block": ("draw", {"mode": "block", "rounds": "8"}),
    "chickenfoot": ("chickenfoot", {"set": "6", "hand_size": "5", "rounds": "5"}),
    "chickenfoot, set aside": (
        "chickenfoot",
        {"set": "6", "hand_size": "4", "rounds": "4", "opening_missing": "set_aside"},
    ),
}


class Played(NamedTuple):
    """A step of a game with newcomers; `start` is the position in which its round was dealt, newcomers among them."""

    start: Position
    now: Position
    joined: int


def setup_of(name: str, seats: int = 2) -> Setup:
    key, values = OPTIONS[name]
    options: Any = GAMES[key].options()
    for option, text in values.items():
        options = options.with_option(option, text)
    return Setup(GAMES[key], replace(options, late_joining=True), seats)


def play(setup: Setup, rng: Random) -> Iterator[Played]:
    """A game at random; in the first break a newcomer joins, then in about every second, where there is room."""
    late = setup.game.late
    assert late
    start = now = Position(setup, (), setup.start())
    joined = 0
    for _ in range(MOST):
        state = now.state
        if state.to_act is None:
            return
        seats = len(state.observe(None).points)
        if state.to_act == DEALER:
            free = late.most(setup.options, seats) - seats
            if state.observe(None).scored and free and (not joined or rng.random() < 0.5):
                joined += 1
                state = late.widened(state, seats + 1)
            start = now = Position(setup, now.log, state)
        action = random_deal(state, rng) if state.to_act == DEALER else rng.choice(honest(state.legal_actions()))
        entry = action if isinstance(action, Deal) else str(action)
        now = Position(setup, (*now.log, entry), state.apply(action).state)
        yield Played(start, now, joined)


@pytest.mark.parametrize("name", OPTIONS)
def test_no_tile_is_lost_and_every_hand_is_as_large_as_the_rules_say(name: str) -> None:
    setup = setup_of(name)
    for place, played in enumerate(play(setup, Random(name))):
        state = played.now.state
        if place % 3 and not isinstance(played.now.log[-1], Deal):
            continue
        everything = state.observe(None)
        every = tile_set(everything.highest)
        yard = getattr(state, "boneyard", None) if hasattr(state, "boneyard") else state.yard
        assert yard is not None
        held = [n for hand in state.hands for n in range(len(every)) if hand >> n & 1]
        laid = [every.index[laid.tile] for laid in everything.laid]
        assert len({*held, *yard, *laid}) == len(held) + len(yard) + len(laid) == len(every)
        assert len(everything.hands) == len(everything.sizes) == len(everything.points) == len(told(setup, state))
        if isinstance(played.now.log[-1], Deal) and not everything.laid and name != "chickenfoot, set aside":
            seats = len(everything.sizes)
            options: Any = setup.options
            dealt = options.dealt(seats) if hasattr(options, "dealt") else options.hand(seats)
            assert set(everything.sizes) == {dealt}
    assert played.joined


def told(setup: Setup, state: Any) -> Sequence[Message]:
    """The standings, once all that is said in the position has been said."""
    for viewer in (None, *range(len(state.observe(None).points))):
        said(setup.game, state.observe(viewer))
    return setup.game.voice.standings(state.observe(None))


@pytest.mark.parametrize("name", OPTIONS)
def test_a_newcomer_has_the_mean_and_all_others_what_they_had(name: str) -> None:
    setup, joined = setup_of(name), 0
    before: tuple[int, ...] = (0,) * setup.seats
    for played in play(setup, Random(name)):
        points = tuple(played.now.state.observe(None).points)
        if len(points) > len(before):
            assert points == (*before, sum(before) // len(before))
            joined += 1
        before = points
    assert joined == played.joined > 0


@pytest.mark.parametrize("name", OPTIONS)
def test_what_a_viewer_may_not_see_of_a_newcomers_round_changes_nothing(name: str) -> None:
    setup, rng = setup_of(name), Random(name)
    different = total = 0
    for place, played in enumerate(play(setup, rng)):
        state = played.now.state
        if not played.joined or place % 21 or state.to_act in (None, DEALER):
            continue
        if state.automatic() is not None:
            continue
        for viewer in (None, *range(len(state.observe(None).points))):
            other = twin_since(played.start, played.now, viewer, rng, 6).state
            total += 1
            different += other != state
            assert other.observe(viewer) == state.observe(viewer)
            assert repr(other) == repr(state)
    print(f"{name}: {different} of {total} twins differ in something hidden")
    assert different


@pytest.mark.parametrize("name", OPTIONS)
def test_computer_players_know_positions_with_a_newcomer(name: str) -> None:
    setup, rng = setup_of(name), Random(name)
    looked = 0
    for place, played in enumerate(play(setup, rng)):
        state = played.now.state
        if played.joined and not place % 25 and state.to_act not in (None, DEALER):
            for viewer in (None, *range(len(state.observe(None).points))):
                seen = state.observe(viewer)
                assert setup.game.sample(seen, rng).observe(viewer) == seen
                looked += 1
    assert looked


@pytest.mark.parametrize("name", OPTIONS)
def test_nobody_joins_in_a_round_or_before_the_first_or_where_no_seat_is_free(name: str) -> None:
    setup = setup_of(name)
    late = setup.game.late
    assert late
    state = setup.start()
    with pytest.raises(ValueError, match="nobody can join"):
        late.widened(state, 3)
    state = state.apply(random_deal(state, Random(1))).state
    with pytest.raises(ValueError, match="nobody can join"):
        late.widened(state, 3)
    while state.to_act != DEALER:
        state = state.apply(honest(state.legal_actions())[0]).state
    most = late.most(setup.options, 2)
    assert len(late.widened(state, most).observe(None).points) == most
    with pytest.raises(ValueError, match="nobody can join"):
        late.widened(state, most + 1)


def test_the_set_of_tiles_limits_the_seats() -> None:
    def most(key: str, seats: int, **values: Any) -> int:
        late = GAMES[key].late
        assert late
        return late.most(GAMES[key].options(**{"late_joining": True, **values}), seats)

    assert most("draw", 2) == 4
    assert most("draw", 5) == 6
    assert most("draw", 2, set=9) == 8
    assert most("draw", 2, hand_size=10) == 2
    assert most("draw", 2, late_joining=False) == 2
    assert most("chickenfoot", 3) == 6
    assert most("chickenfoot", 7) == 8
    assert most("chickenfoot", 2, set=6, hand_size=5) == 5
    assert most("chickenfoot", 2, hand_size="pagat") == 4


def test_a_series_refuses_late_joining() -> None:
    for key in ("draw", "chickenfoot"):
        options = GAMES[key].options(late_joining=True, series="match 2")
        assert "series" in str(options.refusal(2))
        assert GAMES[key].options(series="match 2").refusal(2) is None


def test_the_mean_is_rounded_against_the_newcomer() -> None:
    assert mean((10, 15)) == 12
    assert mean((-10, -15)) == -13  # 13 points against them


def test_rounds_that_a_newcomer_missed_break_no_tie() -> None:
    """Both others had a round of zero, so the newcomer's share of it is no round of their own."""
    rounds = ((0, 0), (10, 10))
    scores = (*scoring.grown(rounds, 3), (5, 5, 5))
    assert [sum(points[seat] for points in scores) for seat in range(3)] == [15, 15, 15]
    assert scoring.outcome(scores, (0, 0, 2)).winners == (0, 1)
    assert scoring.outcome(scores).winners == (0, 1, 2)
