"""A sampled state agrees with all that its viewer has seen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.engine.play import Setup, setups, walk
from tests.long import few

SETUPS = setups()


@pytest.mark.parametrize("name", few({name: name for name in SETUPS}))
def test_a_sampled_state_looks_to_its_viewer_like_the_true_one(name: str) -> None:
    setup = SETUPS[name]
    rng = Random(name)
    different = 0
    for number, turn in enumerate(walk(setup, rng)):
        if number % 7 == 0:
            different += sum(_looks_alike(setup, turn.step.state, viewer, rng) for viewer in setup.viewers())
    assert different


def _looks_alike(setup: Setup, state: Any, viewer: int | None, rng: Random) -> bool:
    """Return whether the sample differs in what is hidden."""
    seen = state.observe(viewer)
    other = setup.game.sample(seen, rng)
    assert other.observe(viewer) == seen
    return bool(other != state)
