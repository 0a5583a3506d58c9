"""`python -m tests.day.waits` prints how often games stand still until a player moves by hand, and how long they take:
as they are, and once their players plan. Each game is played in both ways: with the same deals, and people who reply as
fast, play alike and plan what they would play.

A wait is a turn in which the game stood until its player moved by hand. `--games N` plays so many, `--why` tells what
the waits are made of, `--ahead` after how many of their moves people plan. With `--prompt` all reply after 30 seconds.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from bot.table.clock.pace import HOUR, Preset
from engine.games import GAMES
from tests.bot.databases import shared_databases
from tests.day.bare import Bare, begun, played
from tests.day.company import Company
from tests.day.play import ROBOT_MEDIAN, Habit, living, prompt
from tests.engine.play import usual_seats

LIVELY = 20
"""The median in seconds of players who sit at a Sprint together."""
AHEAD = 0.4
"""After so many of their moves players plan what comes next."""
COLUMNS = (
    f"{'game':12}{'clock':8}{'presses':>14}{'waits':>14}{'%':>6}{'waits in 100':>14}{'%':>6}{'by the clock':>14}"
    f"{'hours':>16}"
)


def company_on(preset: Preset) -> Callable[[int], Habit]:
    """People whose replies are log-normal, on a clock."""
    return partial(living, median=LIVELY if preset is Preset.SPRINT else ROBOT_MEDIAN)


async def whole(game: str, preset: Preset, seed: int, ahead: float, *, prompted: bool = False) -> Sequence[Bare]:
    """One game in each way; `prompted` among people who reply after half a minute, else after log-normal times."""
    table, kind = (
        await begun(game, preset, usual_seats(GAMES[game]), seed),
        (lambda _: prompt) if prompted else company_on(preset),
    )
    return [played(table, kind, Company(seed, stays)) for stays in (0.0, ahead)]


def line(game: str, preset: Preset, ways: Sequence[Sequence[Bare]]) -> str:
    """All ways in one line, each the mean of a game."""
    presses, waits = _means(ways, lambda game: game.presses), _means(ways, lambda game: game.waits)
    hours = _means(ways, lambda game: (game.ended - game.began) / HOUR)
    turns, late = _means(ways, lambda game: game.turns), _means(ways, lambda game: game.late)
    share = [100 * some / all_ for some, all_ in zip(waits, turns, strict=True)]
    return (
        f"{game:12}{preset:8}{_told(presses):>14}{_told(waits):>14}{_less(waits):>6}{_told(share):>14}"
        f"{_less(share):>6}{_told(late):>14}{_told(hours, '.1f'):>16}"
    )


def why(games: Sequence[Bare]) -> str:
    """What the waits of a game are made of, in one way."""
    causes = sum((game.stood for game in games), Counter[str]())
    return ", ".join(f"{cause} {number / len(games):.1f}" for cause, number in causes.most_common())


def _means(ways: Sequence[Sequence[Bare]], of: Callable[[Bare], float]) -> list[float]:
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
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--ahead", type=float, default=AHEAD)
    parser.add_argument("--why", action="store_true")
    parser.add_argument("--prompt", action="store_true")
    chosen = parser.parse_args()
    print(COLUMNS)
    for game in [chosen.game] if chosen.game else GAMES:
        for preset in [Preset(chosen.clock)] if chosen.clock else Preset:
            seeds = range(chosen.games)
            games = [await whole(game, preset, seed, chosen.ahead, prompted=chosen.prompt) for seed in seeds]
            ways = list(zip(*games, strict=True))
            print(line(game, preset, ways), flush=True)
            for way in ways if chosen.why else ():
                print("    " + why(way))


if __name__ == "__main__":
    with shared_databases():
        asyncio.run(main())
