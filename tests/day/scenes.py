"""The scripted days: each game with each clock and each company."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.table.clock.pace import Preset
from bot.table.clock.timing import Absence
from engine import games
from tests.day.play import Habit, Played, asleep, never_again, play, prompt, scene
from tests.engine.play import usual_seats

PRESETS: Mapping[str, str] = {"draw": "sprint", "moon": "day", "chickenfoot": "day", "blockers": "standard"}
"""The options with which a game is played; one that is not named is played with its first."""
GAMES = tuple(games.GAMES)
COMPANIES: Mapping[str, Sequence[Habit]] = {
    "all prompt": (prompt, prompt, prompt),
    "one asleep": (prompt, asleep, prompt),
    "one gone": (prompt, never_again, prompt),
    "all gone": (never_again, never_again, never_again),
}


def options_of(game: str) -> str:
    """Return the preset of options with which a game is played."""
    return PRESETS.get(game, next(iter(games.GAMES[game].presets)))


async def day(game: str, preset: Preset, company: str, absence: Absence = Absence.BOT) -> Played:
    """Play one scripted day."""
    played, preset_of_game = games.GAMES[game], options_of(game)
    seats = usual_seats(played)
    habits = COMPANIES[company]
    with tempfile.TemporaryDirectory() as folder:
        async with scene(Path(folder), games.GAMES) as here:
            table = await here.begin(game, preset_of_game, seats, preset, absence=absence)
            return await play(here, table, [habits[seat % len(habits)] for seat in range(seats)])
