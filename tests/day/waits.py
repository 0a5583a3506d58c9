"""`python -m tests.day.waits` prints how often games stand still until a player moves by hand, and how long they take:
before and after everybody leaves moves without a choice to the bot, with people whose replies are log-normal.

A wait is a turn in which the game stood until its player moved by hand. `--games N` plays so many of each.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bot.table.clock.pace import HOUR, Preset
from engine.games import GAMES
from tests.day.play import ROBOT_MEDIAN, Played, living, play, scene
from tests.day.scenes import SEATS, options_of

LIVELY = 20
"""The median in seconds of players who sit at a Sprint together."""
COLUMNS = f"{'game':12}{'clock':8}{'presses':>16}{'waits':>16}{'waits %':>9}{'waits a turn %':>16}{'hours':>16}"


async def whole(game: str, preset: Preset, seed: int, *, forced: bool) -> Played:
    """One game of people who reply after log-normal times."""
    median = LIVELY if preset is Preset.SPRINT else ROBOT_MEDIAN
    with tempfile.TemporaryDirectory() as folder:
        async with scene(Path(folder), GAMES) as here:
            table = await here.begin(game, options_of(game), SEATS, preset)
            company = [living(100 * seed + n, median) for n in range(SEATS)]
            return await play(here, table, company, seed, forced=forced)


def line(game: str, preset: Preset, before: Sequence[Played], after: Sequence[Played]) -> str:
    """Both in one line, each the mean of a game."""
    presses = [sum(played.presses for played in games) / len(games) for games in (before, after)]
    waits = [sum(played.waits for played in games) / len(games) for games in (before, after)]
    hours = [sum(played.ended - played.began for played in games) / len(games) / HOUR for games in (before, after)]
    turns = [sum(played.turns for played in games) / len(games) for games in (before, after)]
    less = round(100 * (waits[1] / waits[0] - 1))
    a_turn = round(100 * (waits[1] / turns[1] / (waits[0] / turns[0]) - 1))
    return (
        f"{game:12}{preset:8}{_both(presses):>16}{_both(waits):>16}{less:>+9}{a_turn:>+16}"
        f"{f'{hours[0]:.1f} → {hours[1]:.1f}':>16}"
    )


def _both(numbers: Sequence[float]) -> str:
    return f"{numbers[0]:.0f} → {numbers[1]:.0f}"


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.day.waits")
    parser.add_argument("game", nargs="?", choices=GAMES)
    parser.add_argument("clock", nargs="?", choices=list(Preset))
    parser.add_argument("--games", type=int, default=3)
    chosen = parser.parse_args()
    print(COLUMNS)
    for game in [chosen.game] if chosen.game else GAMES:
        for preset in [Preset(chosen.clock)] if chosen.clock else Preset:
            seeds = range(chosen.games)
            before = [await whole(game, preset, seed, forced=False) for seed in seeds]
            after = [await whole(game, preset, seed, forced=True) for seed in seeds]
            print(line(game, preset, before, after), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
