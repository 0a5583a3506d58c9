"""`python -m tests.day.waits` prints how often games stand still until a player moves by hand, and how long they take:
as they are, once everybody leaves moves without a choice to the bot, and once they also plan. People's replies are
log-normal, and after so many of their moves (`--ahead`) they plan the next one.

A wait is a turn in which the game stood until its player moved by hand. `--games N` plays so many of each.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.table.clock.pace import HOUR, Preset
from engine.games import GAMES
from tests.day.play import ROBOT_MEDIAN, Played, living, play, scene
from tests.day.scenes import SEATS, options_of

LIVELY = 20
"""The median in seconds of players who sit at a Sprint together."""
AHEAD = 0.4
"""After so many of their moves players plan the next one."""
COLUMNS = f"{'game':12}{'clock':8}{'presses':>18}{'waits':>18}{'%':>12}{'waits a turn %':>17}{'hours':>20}"


async def whole(game: str, preset: Preset, seed: int, *, forced: bool, ahead: float) -> Played:
    """One game of people who reply after log-normal times."""
    median = LIVELY if preset is Preset.SPRINT else ROBOT_MEDIAN
    with tempfile.TemporaryDirectory() as folder:
        async with scene(Path(folder), GAMES) as here:
            table = await here.begin(game, options_of(game), SEATS, preset)
            company = [living(100 * seed + n, median) for n in range(SEATS)]
            return await play(here, table, company, seed, forced=forced, ahead=ahead)


def line(game: str, preset: Preset, ways: Sequence[Sequence[Played]]) -> str:
    """All ways in one line, each the mean of a game."""
    presses, waits = _means(ways, lambda played: played.presses), _means(ways, lambda played: played.waits)
    hours = _means(ways, lambda played: (played.ended - played.began) / HOUR)
    turns = _means(ways, lambda played: played.turns)
    a_turn = [some / all_ for some, all_ in zip(waits, turns, strict=True)]
    return (
        f"{game:12}{preset:8}{_told(presses):>18}{_told(waits):>18}{_less(waits):>12}{_less(a_turn):>17}"
        f"{_told(hours, '.1f'):>20}"
    )


def _means(ways: Sequence[Sequence[Played]], of: Callable[[Played], float]) -> list[float]:
    return [sum(map(of, games)) / len(games) for games in ways]


def _told(numbers: Sequence[float], how: str = ".0f") -> str:
    return " → ".join(f"{number:{how}}" for number in numbers)


def _less(numbers: Sequence[float]) -> str:
    """How much less than the first the others are, in percent."""
    return " ".join(f"{100 * (number / numbers[0] - 1):+.0f}" for number in numbers[1:])


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.day.waits")
    parser.add_argument("game", nargs="?", choices=GAMES)
    parser.add_argument("clock", nargs="?", choices=list(Preset))
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--ahead", type=float, default=AHEAD)
    chosen = parser.parse_args()
    ways = ((False, 0.0), (True, 0.0), (True, chosen.ahead))
    print(COLUMNS)
    for game in [chosen.game] if chosen.game else GAMES:
        for preset in [Preset(chosen.clock)] if chosen.clock else Preset:
            seeds = range(chosen.games)
            played = [[await whole(game, preset, seed, forced=f, ahead=a) for seed in seeds] for f, a in ways]
            print(line(game, preset, played), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
