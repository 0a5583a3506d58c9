"""How fast people reply, as it is kept of them across tables: the newest times on each clock, in seconds.

Nobody answers in a Sprint as they do in a game of weeks. With the times no table is kept and no date. Those of a game
join them when it is over and its tiles are open: which turns left a choice can't be learnt at another table before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from bot.table.clock.pace import Preset

KEPT = 16
"""So many are kept of each clock, and of each seat at a table."""
ENOUGH = 10
"""So many replies must be known before a player's own times alone count."""


def read(kept: str | None) -> Mapping[Preset, Sequence[int]]:
    """Return the times on each clock on which any are known, oldest first."""
    return msgspec.json.decode(kept, type=dict[Preset, list[int]]) if kept else {}


def of(kept: str | None, preset: Preset) -> Sequence[int]:
    """Return those on a clock."""
    return read(kept).get(_alike(preset), ())


def added(kept: str | None, preset: Preset, newest: Sequence[int]) -> str:
    """Return times as they are kept, with more on a clock."""
    times = [*of(kept, preset), *newest][-KEPT:]
    return msgspec.json.encode({**read(kept), _alike(preset): times}).decode()


def filled(here: Sequence[int], kept: Sequence[int]) -> Sequence[int]:
    """Return the times that are known at a table, and where they are few as many as are missing of those kept before
    them: after a game at one sitting a player is not as quick in one of days."""
    return here if len(here) >= ENOUGH else (*kept[len(here) - ENOUGH :], *here)


def _alike(preset: Preset) -> Preset:
    """Return the clock whose times hold for another one too: without one people answer as in a Week."""
    return Preset.WEEK if preset is Preset.OPEN else preset
