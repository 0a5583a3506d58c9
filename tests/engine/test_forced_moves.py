"""A step that goes at once tells nothing: in every world that a viewer holds possible, a seat that can take it must."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest

from engine.forced_moves import distinct_notations
from engine.game import DEALER, Game, Seat
from engine.games import GAMES
from tests.engine.play import Setup, find_action, honest, random_deal, setups, short, walk

WORLDS = 12
"""That a viewer holds possible, of which each is asked."""
MANY = 2000
"""That the channel holds possible, which are asked until one leaves something else."""
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
    """Return a game with each of these options."""
    rules = GAMES[key]
    return [Setup(rules, short(rules, **more), SEATS) for more in WAYS.get(key, ({},))]


def only(state: Any, notation: str) -> bool:
    """Return whether the seat to act has only this action; those that differ in the picture are one."""
    return distinct_notations(state.observe(state.to_act)) == [notation]


def steps(setup: Setup, rng: Random, games: int) -> Iterator[Step]:
    """Yield every step of some games, as each viewer sees the table before it."""
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
    return [world for world in worlds if can(world, step.notation)]


def can(state: Any, notation: str) -> bool:
    """Return whether the seat to act has this action."""
    return notation in map(str, state.legal_actions())


class Press(NamedTuple):
    """A move that a player makes by hand at a table that makes the forced ones."""

    setup: Setup
    state: Any
    notation: str
    """Of actions that differ only in the picture the first."""


def presses(setup: Setup, rng: Random) -> Iterator[Press]:
    """Yield every press of a random game."""
    state = setup.start()
    while state.to_act is not None:
        if state.to_act == DEALER:
            state = state.apply(random_deal(state, rng)).state
        elif (notation := setup.by_itself(state)) is not None:
            state = state.apply(find_action(state, notation)).state
        else:
            action = rng.choice(honest(state.legal_actions()))
            yield Press(setup, state, _first_of(state, str(action)))
            state = state.apply(action).state


def _first_of(state: Any, notation: str) -> str:
    choices = {choice.notation: choice for choice in state.observe(state.to_act).choices}
    return choices[notation].same_as or notation


def everybody_knows(press: Press, rng: Random) -> bool:
    """Return whether all worlds of the channel leave nothing else, if the move can be taken there."""
    worlds = islice(press.setup.game.worlds(press.state.observe(None), rng), MANY)
    return not any(can(world, press.notation) and not only(world, press.notation) for world in worlds)


@pytest.mark.parametrize("games", [1, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", WAYS)
def test_what_goes_at_once_was_the_only_way_in_each_world_that_a_viewer_holds_possible(key: str, games: int) -> None:
    rng, asked = Random(key), Counter[str]()
    for setup in tables(key):
        for step in steps(setup, rng, games):
            if step.only and step.game.is_forced(step.seen, step.notation):
                for world in possible(step, rng):
                    asked[step.notation.split()[0]] += 1
                    assert only(world, step.notation), step.notation
    print(key, dict(asked))
    assert asked or key == "blockers"  # a seat of Blockers can nearly always place


@pytest.mark.parametrize("games", [1, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", WAYS)
def test_of_no_press_everybody_knows_that_it_was_the_only_way(key: str, games: int) -> None:
    rng, asked = Random(key), 0
    for setup in tables(key):
        for _ in range(games):
            for press in presses(setup, rng):
                asked += 1
                assert not everybody_knows(press, rng), press.notation
    assert asked


@pytest.mark.parametrize("key", ["draw", "fives", "chickenfoot", "moon"])
def test_by_hand_everybody_knows_of_some_presses_that_they_were_the_only_way(key: str) -> None:
    """Control: count what the test above would say of a table that makes no forced move."""
    by_hand = Setup(GAMES[key], short(GAMES[key], forced_moves="by_hand"), SEATS)
    rng = Random(key)
    assert any(everybody_knows(press, rng) for press in presses(by_hand, rng))


@pytest.mark.parametrize("key", WAYS)
def test_a_move_comes_by_itself_in_all_worlds_of_the_channel_or_in_none(key: str) -> None:
    """Nothing more is told by a move that comes by itself than by the move."""
    rng, asked = Random(key), Counter[bool]()
    for setup in tables(key):
        for turn in walk(setup, rng):
            if turn.before.to_act == DEALER or turn.before.automatic() is not None:
                continue
            notation = _first_of(turn.before, str(turn.action))
            alone = setup.by_itself(turn.before) == notation
            asked[alone] += 1
            for world in islice(setup.game.worlds(turn.before.observe(None), rng), WORLDS):
                if can(world, notation):
                    assert (setup.by_itself(world) == notation) == alone, notation
    assert asked[False]
    assert asked[True] or key == "blockers"


@pytest.mark.parametrize("key", ["draw", "chickenfoot", "moon"])
def test_another_step_that_is_the_only_one_would_tell_a_hand(key: str) -> None:
    rng, others = Random(key), 0
    for step in steps(tables(key)[0], rng, 2):
        if step.only and not step.game.is_forced(step.seen, step.notation):
            others += any(not only(world, step.notation) for world in possible(step, rng))
    assert others


def test_a_series_knows_what_its_games_know() -> None:
    setup = setups()["chickenfoot-sumof 2-2"]
    told = [step for step in steps(setup, Random(1), 1) if step.game.is_forced(step.seen, step.notation)]
    assert {step.notation.split()[0] for step in told} >= {"draw", "cannot"}
