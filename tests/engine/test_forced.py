"""A step that goes at once tells nothing: in every world that a viewer holds possible, a seat that can take it must."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest

from engine.game import DEALER, Game, Seat
from engine.games import GAMES
from tests.engine.play import Setup, setups, short, walk

WORLDS = 12
"""That a viewer holds possible, of which each is asked."""
SEATS = 3
WAYS = {
    "draw": ({}, {"verification": "auto"}, {"voluntary_draw": "on", "verification": "auto"}, {"mode": "block"},
             {"layout": "cross", "verification": "auto"}),
    "fives": ({}, {"voluntary_draw": "on"}),
    "chickenfoot": ({}, {"optional_draw": "on"}, {"drawn_tile": "must"},
                    {"draw_limit": "until_playable"}),
    "blockers": ({}, {"no_legal": "swap"}),
    "moon": ({}, {"lead_suit": "leader_choice"}),
}  # fmt: skip
"""Options on which it depends what a seat can do beside playing."""


class Step(NamedTuple):
    """A step that a seat is about to take, as a viewer sees the table before it."""

    game: Game[Any, Any]
    seen: Any
    seat: Seat
    notation: str
    only: bool


def tables(key: str) -> list[Setup]:
    """A game with each of these options."""
    rules = GAMES[key]
    return [Setup(rules, short(rules, **more), SEATS) for more in WAYS.get(key, ({},))]


def only(state: Any, notation: str) -> bool:
    """Whether the seat to act has this action and no other."""
    return [str(action) for action in state.legal_actions()] == [notation]


def steps(setup: Setup, rng: Random, games: int) -> Iterator[Step]:
    """Every step of some games, as each viewer sees the table before it."""
    for _ in range(games):
        for turn in walk(setup, rng):
            if turn.before.to_act != DEALER:
                seat = turn.before.to_act
                for viewer in {None, (seat + 1) % setup.seats}:
                    seen = turn.before.observe(viewer)
                    yield Step(setup.game, seen, seat, str(turn.action), only(turn.before, str(turn.action)))


def possible(step: Step, rng: Random) -> list[Any]:
    """Worlds of a viewer in which the seat can take the step."""
    worlds = islice(step.game.worlds(step.seen, rng), WORLDS)
    return [world for world in worlds if step.notation in map(str, world.legal_actions())]


@pytest.mark.parametrize("games", [1, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", WAYS)
def test_what_goes_at_once_was_the_only_way_in_each_world_that_a_viewer_holds_possible(key: str, games: int) -> None:
    rng, asked = Random(key), Counter[str]()
    for setup in tables(key):
        for step in steps(setup, rng, games):
            if step.only and step.game.forced(step.seen, step.notation):
                for world in possible(step, rng):
                    asked[step.notation.split()[0]] += 1
                    assert only(world, step.notation), step.notation
    print(key, dict(asked))
    assert asked or key == "blockers"  # a seat of Blockers can nearly always place


@pytest.mark.parametrize("key", ["draw", "chickenfoot", "moon"])
def test_another_step_that_is_the_only_one_would_tell_a_hand(key: str) -> None:
    rng, others = Random(key), 0
    for step in steps(tables(key)[0], rng, 2):
        if step.only and not step.game.forced(step.seen, step.notation):
            others += any(not only(world, step.notation) for world in possible(step, rng))
    assert others


def test_a_series_knows_what_its_games_know() -> None:
    setup = setups()["chickenfoot-sumof 2-2"]
    told = [step for step in steps(setup, Random(1), 1) if step.game.forced(step.seen, step.notation)]
    assert {step.notation.split()[0] for step in told} >= {"draw", "cannot"}
