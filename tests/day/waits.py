"""`python -m tests.day.waits` prints how often games stand still until a player moves by hand, and how long they take:
as they are, once everybody leaves moves without a choice to the bot, once they also plan, and once the bot also knows
from other games in which hours they act. Each game is played in all ways: with the same deals, and people who reply as
fast, play alike and plan what they would play.

A wait is a turn in which the game stood until its player moved by hand. `--games N` plays so many, `--why` tells what
the waits are made of, `--ahead` after how many of their moves people plan, `--company prompt` has them reply at once.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from unittest.mock import patch

from bot.table.clock.pace import HOUR, Preset
from engine.games import GAMES
from tests.bot.databases import shared
from tests.day.company import Company
from tests.day.play import ROBOT_MEDIAN, Played, living, play, prompt, scene
from tests.day.scenes import SEATS, options_of

LIVELY = 20
"""The median in seconds of players who sit at a Sprint together."""
AHEAD = 0.4
"""After so many of their moves players plan what comes next."""
COLUMNS = (
    f"{'game':12}{'clock':8}{'presses':>20}{'waits':>20}{'%':>13}{'waits in 100':>20}{'%':>13}{'by the clock':>19}"
    f"{'hours':>31}"
)


async def whole(game: str, preset: Preset, company: Company, *, at_once: bool = False) -> Played:
    """One game, which has the same deals in whichever way it is played."""
    median, chance = LIVELY if preset is Preset.SPRINT else ROBOT_MEDIAN, Random(company.seed)
    habits = [prompt if at_once else living(100 * company.seed + n, median) for n in range(SEATS)]
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(secrets, "token_bytes", lambda size=32: chance.randbytes(size)),
        patch.object(secrets, "token_hex", lambda size=32: chance.randbytes(size).hex()),
    ):
        async with scene(Path(folder), GAMES, silent=True) as here:
            table = await here.begin(game, options_of(game), SEATS, preset)
            return await play(here, table, habits, company)


def line(game: str, preset: Preset, ways: Sequence[Sequence[Played]]) -> str:
    """All ways in one line, each the mean of a game."""
    presses, waits = _means(ways, lambda played: played.presses), _means(ways, lambda played: played.waits)
    hours = _means(ways, lambda played: (played.ended - played.began) / HOUR)
    turns, late = _means(ways, lambda played: played.turns_of_people), _means(ways, lambda played: played.turns_late)
    share = [100 * some / all_ for some, all_ in zip(waits, turns, strict=True)]
    return (
        f"{game:12}{preset:8}{_told(presses):>20}{_told(waits):>20}{_less(waits):>13}{_told(share):>20}"
        f"{_less(share):>13}{_told(late):>19}{_told(hours, '.1f'):>31}"
    )


def why(games: Sequence[Played]) -> str:
    """What the waits of a game are made of, in one way."""
    causes = sum((played.stood for played in games), Counter[str]())
    return ", ".join(f"{cause} {number / len(games):.1f}" for cause, number in causes.most_common())


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
    parser.add_argument("--company", choices=("living", "prompt"), default="living")
    parser.add_argument("--why", action="store_true")
    chosen = parser.parse_args()
    ways = (), (True,), (True, chosen.ahead), (True, chosen.ahead, True)
    at_once = chosen.company == "prompt"
    print(COLUMNS)
    for game in [chosen.game] if chosen.game else GAMES:
        for preset in [Preset(chosen.clock)] if chosen.clock else Preset:
            companies = [[Company(seed, *way) for seed in range(chosen.games)] for way in ways]
            played = [[await whole(game, preset, each, at_once=at_once) for each in way] for way in companies]
            print(line(game, preset, played), flush=True)
            for games in played if chosen.why else ():
                print("    " + why(games))


if __name__ == "__main__":
    with shared():
        asyncio.run(main())
