"""Hidden means hidden: whoever may not know a tile gets the same messages, pictures and refusals wherever it lies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.letters import Letter
from engine.game import DEALER, Seat
from engine.games import GAMES
from tests.bot.worlds import differences, world
from tests.engine.play import Position, Setup, setups
from tests.engine.twins import resting_position, twin_position

SEATS = 4
"""More people see nothing else."""
LONGEST, POSITIONS = 90, 30
"""Steps of a log, and positions that are looked at to find one of each kind."""
SHOWN = 2
"""So many steps before a position the messages in the channel are kept up to date."""


def tables_of(key: str) -> list[Setup]:
    return [
        setup
        for setup in setups().values()
        if setup.game.key == key and setup.seats <= max(SEATS, min(setup.game.seats))
    ]


def situations(key: str) -> list[Position]:
    """A random position of each kind there is: by what can be done, or how it ended."""
    rng, found = Random(key), dict[object, Position]()
    for setup in rng.sample(every := tables_of(key), len(every)):
        for steps in rng.sample(range(1, LONGEST), POSITIONS):
            reached = resting_position(setup, rng, steps, fouls=2)
            found[kind(reached.state)] = reached
    assert any(reached.state.observe(None).round > 1 for reached in found.values())
    return list(found.values())


def kind(state: Any) -> object:
    verbs = frozenset(str(action).split()[0] for action in state.legal_actions())
    return verbs, state.to_act in (None, DEALER) and state.to_act


async def got(position: Position, viewers: Sequence[Seat | None], folder: Path) -> list[dict[str, object]]:
    """Everything that each of these viewers gets at a position."""
    async with world(position.setup, folder / str(len(list(folder.iterdir())))) as here:
        await here.play(position.log, SHOWN)
        assert here.state == position.state
        told = [await here.told(viewer) for viewer in viewers]
        assert not any(isinstance(said, Letter) and "went wrong" in said.text for said in told[0].values())
        posted = await here.posted()
        failed = [await here.failures(viewer) for viewer in viewers]
        return [asked | posted | raised for asked, raised in zip(told, failed, strict=True)]


@pytest.mark.parametrize("key", GAMES)
async def test_what_a_viewer_may_not_know_changes_nothing_that_the_viewer_gets(key: str, tmp_path: Path) -> None:
    rng, different, total = Random(key), 0, 0
    for original in situations(key):
        twins = {viewer: twin_position(original, viewer, rng) for viewer in original.setup.viewers()}
        total += len(twins)
        twins = {viewer: other for viewer, other in twins.items() if other.state != original.state}
        different += len(twins)
        expected = await got(original, list(twins), tmp_path) if twins else []
        for (viewer, other), told in zip(twins.items(), expected, strict=True):
            (same,) = await got(other, [viewer], tmp_path)
            assert differences(told, same) == []
    print(f"{key}: {different} of {total} twins differ in something hidden")
    assert different
