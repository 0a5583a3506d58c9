"""Hidden means hidden: twins of all games over every channel, their order and pace, and no tile in any log."""

from __future__ import annotations

import asyncio
import re
from itertools import takewhile
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from bot.table.log.model import Status
from engine.game import DEALER
from engine.games import GAMES
from tests.bot.test_secrecy import (
    EXCHANGES,
    LONGEST,
    MOMENTS,
    first_choice,
    new_folder,
    observations_of,
    tables_of,
    viewers,
    views_of,
)
from tests.bot.worlds import differences, world
from tests.engine.play import Setup, all_messages
from tests.engine.twins import goes_on, resting_position, twin, twin_position
from tests.faults.frame import Tally

TILE = re.compile(r"(?<![\d:.-])\d{1,2}-\d{1,2}(?![\d:.-])")
"""As a tile is written; instants and addresses have more around it."""


def compare_twins(times: int, seed: int) -> Tally:
    """Compare twins of each game: a viewer observes, reads, and can do by itself the same. `times` a game."""
    rng, tally, every = Random(seed), Tally(), [setup for key in GAMES for setup in tables_of(key)]
    counted = dict.fromkeys(GAMES, 0)
    while min(counted.values()) < times:
        setup = rng.choice([setup for setup in every if counted[setup.game.key] < times])
        original = resting_position(setup, rng, rng.randrange(1, LONGEST), fouls=1)
        for viewer in setup.viewers():
            other = twin(original, viewer, rng)
            if other == original.state:
                continue
            counted[setup.game.key] += 1
            tally.leaked += _view_of(setup, other, viewer) != _view_of(setup, original.state, viewer)
    tally.runs = min(counted.values())
    tally.note = f"{sum(counted.values()):,} twins that differ in something hidden"
    return tally


def _view_of(setup: Setup, state: Any, viewer: int | None) -> tuple[object, ...]:
    seen = state.observe(viewer)
    return repr(seen), list(map(str, all_messages(setup.game, seen))), goes_on(state)


def compare_worlds(times: int, seed: int) -> Tally:
    """Whole worlds: all messages, pictures, buttons, suggestions, refusals, menus, logs, failures."""
    return asyncio.run(_compare_worlds(times, Random(seed)))


async def _compare_worlds(times: int, rng: Random) -> Tally:
    tally, folder, things = Tally(), Path(mkdtemp()), 0
    counted = dict.fromkeys(GAMES, 0)
    while min(counted.values()) < times:
        key = min(counted, key=lambda key: counted[key])
        original = resting_position(rng.choice(tables_of(key)), rng, rng.randrange(1, LONGEST), fouls=2)
        viewer = rng.choice(viewers(original, rng))
        other = twin_position(original, viewer, rng, EXCHANGES)
        if other.state == original.state:
            continue
        public = () if original.state.outcome is None else ("record",)
        one, two = [(await views_of(position, [viewer], new_folder(folder)))[0] for position in (original, other)]
        found = [name for name in differences(one, two) if name not in public]
        things += len(one)
        counted[key] += 1
        tally.leaked += len(found)
        tally.other += [f"{key}: viewer {viewer} can tell by {name}" for name in found[:3]]
    tally.runs, tally.note = min(counted.values()), f"{things:,} things compared"
    return tally


def order(times: int, seed: int) -> Tally:
    """Number and order of messages, from a deal on, until players do something else in public."""
    return asyncio.run(_order(times, Random(seed)))


async def _order(times: int, rng: Random) -> Tally:
    tally, folder, alike = Tally(), Path(mkdtemp()), 0
    while tally.runs < times:
        for key in GAMES:
            observer = rng.choice((0, None))
            original = resting_position(rng.choice(tables_of(key)), rng, 1)
            other = twin_position(original, observer, rng, exchanges=3)
            if other.state == original.state:
                continue
            one, two = [await observations_of(position, observer, folder) for position in (original, other)]
            pairs = list(takewhile(lambda pair: pair[0][0] == pair[1][0], zip(one, two, strict=False)))
            alike += len(pairs)
            for (_, said_one), (_, said_two) in pairs:
                tally.leaked += list(said_one) != list(said_two) or bool(differences(said_one, said_two))
            tally.runs += 1
    tally.note = f"{alike} of at most {tally.runs * MOMENTS} moments were alike"
    return tally


def logs(times: int, seed: int) -> Tally:
    """Games that are played with every line of the log kept: no line has a tile or a name of a tile's key in it."""
    return asyncio.run(_logs(times, Random(seed)))


async def _logs(times: int, rng: Random) -> Tally:
    tally, lines, keys = Tally(), 0, list(GAMES)
    for number in range(times):
        setup = rng.choice(tables_of(keys[number % len(keys)]))
        position = resting_position(setup, rng, 1)
        async with world(setup, new_folder(Path(mkdtemp()))) as here:
            await here.begin(position.log)
            for _ in range(MOMENTS):
                table = await here.table()
                if table.status is not Status.RUNNING or table.to_act == DEALER:
                    break
                if table.mover is not None:
                    await here.act(table, first_choice(here.state.observe(table.to_act)))
                await here.channel.show(1)
            kept = here.read_log() | await here.failures(rng.choice((0, None)))  # what fails is logged too
            for name, line in kept.items():
                if not name.startswith("log"):
                    continue
                lines += 1
                told = {key: value for key, value in dict(line).items() if key not in ("places", "timestamp")}  # type: ignore[call-overload]  # a line of the log is pairs
                if TILE.search(str(told)):
                    tally.leaked += 1
                    tally.other.append(f"{name}: {told}"[:200])
        tally.runs += 1
    tally.note = f"{lines:,} lines"
    tally.other += [] if lines else ["nothing was logged"]
    return tally
