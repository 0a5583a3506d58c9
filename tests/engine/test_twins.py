"""What a viewer may not know changes nothing that the viewer gets: every game, preset and number of seats."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.game import DEALER
from tests.engine.play import Setup, setups
from tests.engine.twins import resting_position, twin

STEPS = (2, 6, 12, 25, 50)
"""Where the positions lie: early and late in a round, and in a later one."""
SETUPS = setups()


@pytest.mark.parametrize("name", SETUPS)
def test_an_observation_depends_only_on_what_the_viewer_can_see(name: str) -> None:
    setup = SETUPS[name]
    rng = Random(name)
    different = total = 0
    for steps in STEPS:
        original = resting_position(setup, rng, steps, fouls=1)
        for viewer in setup.viewers():
            other = twin(original, viewer, rng)
            total += 1
            different += other != original.state
            assert repr(other) == repr(original.state)
            assert other.observe(viewer) == original.state.observe(viewer)
            assert repr(other.observe(viewer)) == repr(original.state.observe(viewer))
            if viewer is not None and viewer == original.state.to_act:
                assert _told_to_the_seat_to_act(setup, other) == _told_to_the_seat_to_act(setup, original.state)
    print(f"{name}: {different} of {total} twins differ in something hidden")
    assert different


def _told_to_the_seat_to_act(setup: Setup, state: Any) -> list[str]:
    """What its own state says to it: refusals of anything one may type, and what a deadline would do."""
    refusals = [str(state.why_not(notation)) for notation in _typed(setup)]
    return [*refusals, str(state.at_deadline())]


def _typed(setup: Setup) -> Iterator[str]:
    """Notations right and wrong: every verb alone, with every tile, and with a tile and a place."""
    tiles = sorted({str(tile) for tile in setup.start().deck})
    yield from ("", "?", "play", "play 99-99 A")
    for verb in (verb.name for verb in setup.game.verbs):
        yield verb
        yield from (f"{verb} {tile}" for tile in tiles)
        yield from (f"{verb} {tile} {place}" for tile in tiles for place in "AB")


def test_positions_wait_for_a_person_or_are_over() -> None:
    for name, setup in SETUPS.items():
        state = resting_position(setup, Random(name), steps=20).state
        assert state.to_act in (None, DEALER) or state.automatic() is None
