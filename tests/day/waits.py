"""`python -m tests.day.waits` prints how often games wait for a player.

It also prints how long they take. Each game is played in both ways, without plans and with them: the deals are the
same, and people reply as fast, play alike and plan what they would play. A wait is a turn in which the game stood until
its player moved by hand. `--games N` plays N games, `--why` shows what the waits are made of, `--ahead` sets the share
of moves after which people plan. With `--prompt` all reply after 30 seconds.
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
from tests.day.bare import Bare, begin_game, play_game
from tests.day.company import Company
from tests.day.play import ROBOT_MEDIAN, Habit, living, prompt
from tests.engine.play import usual_seats

LIVELY = 20
"""The median in seconds of players who sit at a Sprint together."""
AHEAD = 0.4
"""The share of their moves after which players plan ahead."""
COLUMNS = (
    f"{'game':12}{'clock':8}{'presses':>14}{'waits':>14}{'%':>6}{'waits in 100':>14}{'%':>6}{'by the clock':>14}"
    f"{'hours':>16}"
)


def company_on(preset: Preset) -> Callable[[int], Habit]:
    """People whose replies are log-normal, on a clock."""
    return partial(living, median=LIVELY if preset is Preset.SPRINT else ROBOT_MEDIAN)


async def whole(game: str, preset: Preset, seed: int, ahead: float, *, prompted: bool = False) -> Sequence[Bare]:
    """Play a game in each way; people reply after half a minute if `prompted`, else after log-normal times."""
    table, kind = (
        await begin_game(game, preset, usual_seats(GAMES[game]), seed),
        (lambda _: prompt) if prompted else company_on(preset),
    )
    return [play_game(table, kind, Company(seed, stays)) for stays in (0.0, ahead)]


def line(game: str, preset: Preset, ways: Sequence[Sequence[Bare]]) -> str:
    """Return all ways in one line, each the mean of a game."""
    presses, waits = _means(ways, lambda game: game.presses), _means(ways, lambda game: game.waits)
    hours = _means(ways, lambda game: (game.ended - game.began) / HOUR)
    turns, late = _means(ways, lambda game: game.turns), _means(ways, lambda game: game.late)
    share = [100 * some / all_ for some, all_ in zip(waits, turns, strict=True)]
    return (
        f"{game:12}{preset:8}{_join(presses):>14}{_join(waits):>14}{_percent_less(waits):>6}{_join(share):>14}"
        f"{_percent_less(share):>6}{_join(late):>14}{_join(hours, '.1f'):>16}"
    )


def why(games: Sequence[Bare]) -> str:
    """Return the causes of the waits of a game, in one way."""
    causes = sum((game.stood for game in games), Counter[str]())
    return ", ".join(f"{cause} {number / len(games):.1f}" for cause, number in causes.most_common())


def _means(ways: Sequence[Sequence[Bare]], of: Callable[[Bare], float]) -> list[float]:
    return [sum(map(of, games)) / len(games) for games in ways]


def _join(numbers: Sequence[float], how: str = ".0f") -> str:
    return " → ".join(f"{number:{how}}" for number in numbers)


def _percent_less(numbers: Sequence[float]) -> str:
    """Return how much less than the first the others are, in percent."""
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
