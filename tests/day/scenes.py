"""The scripted days: each game with each clock and each company."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.clocks.pace import Preset
from bot.clocks.timing import Absence
from engine import games
from tests.day.play import Habit, Played, asleep, gone, play, prompt, scene

GAMES: Mapping[str, tuple[str, int]] = {
    "draw": ("sprint", 3),
    "moon": ("day", 3),
    "chickenfoot": ("day", 3),
    "blockers": ("standard", 3),
}
"""The options of each game, and for how many."""
COMPANIES: Mapping[str, Sequence[Habit]] = {
    "all prompt": (prompt, prompt, prompt),
    "one asleep": (prompt, asleep, prompt),
    "one gone": (prompt, gone, prompt),
    "all gone": (gone, gone, gone),
}


async def day(game: str, preset: Preset, company: str, absence: Absence = Absence.BOT) -> Played:
    """One scripted day."""
    options, seats = GAMES[game]
    with tempfile.TemporaryDirectory() as folder:
        async with scene(Path(folder), games.GAMES) as here:
            table = await here.begin(game, options, seats, preset, absence=absence)
            return await play(here, table, COMPANIES[company])
