"""`python -m tests.day.finish` compares expected ends of games with real ones.

It gives the median error from the clock alone, and once twenty games on the server are over, with people whose replies
are log-normal. Games have two, three and four players in turn, if the game allows it; `--games N` plays N games after
those twenty.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from bot.service.game_lengths import turns_of_people
from bot.table.clock.finish import expected_finish, slowness
from bot.table.clock.pace import HOUR, Preset
from bot.table.clock.timing import Timing
from engine.games import GAMES
from tests.bot.databases import shared_databases
from tests.day.bare import begin_game, play_game
from tests.day.company import Company
from tests.day.play import HOURS
from tests.day.waits import company_on

LEARNT = 20
"""The number of games after which a server's own pace counts."""


class Ended(NamedTuple):
    """A game that is over: how long it took in playing hours, and how many turns it was expected to have."""

    took: int
    turns: float
    slowness: float


async def simulate_game(game: str, preset: Preset, seed: int) -> Ended:
    """Play a game of people who reply after log-normal times."""
    sizes = [n for n in (2, 3, 4) if n in GAMES[game].seats]
    seats, timing = sizes[seed % len(sizes)], Timing(preset, HOURS)
    table = await begin_game(game, preset, seats, seed)
    over = play_game(table, company_on(preset), Company(seed))
    turns = turns_of_people(GAMES[game], table.table.options, seats, seats)
    return Ended(HOURS.seconds_between(over.began, over.ended), turns, slowness(timing, over.began, over.ended, turns))


def errors(preset: Preset, games: Sequence[Ended]) -> tuple[float, float]:
    """Return the median errors, as shares of what the games took: from the clock alone, and as learnt before."""
    timing, blind, learnt = Timing(preset, HOURS), list[float](), list[float]()
    for n, game in enumerate(games):
        known = [before.slowness for before in reversed(games[:n])]
        for kept, times in ((blind, []), (learnt, known)):
            found = expected_finish(timing, game.turns, times)
            if found is not None and (kept is blind or n >= LEARNT):
                kept.append(abs(found.seconds - game.took) / game.took)
    return median(blind), median(learnt)


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.day.finish")
    parser.add_argument("game", nargs="?", choices=GAMES)
    parser.add_argument("clock", nargs="?", choices=[Preset.SPRINT, Preset.DAY, Preset.WEEK])
    parser.add_argument("--games", type=int, default=20)
    chosen = parser.parse_args()
    print(f"{'game':12}{'clock':8}{'hours':>8}{'clock alone':>14}{'learnt':>9}")
    for game in [chosen.game] if chosen.game else GAMES:
        for preset in [Preset(chosen.clock)] if chosen.clock else (Preset.SPRINT, Preset.DAY, Preset.WEEK):
            games = [await simulate_game(game, preset, seed) for seed in range(LEARNT + chosen.games)]
            blind, learnt = errors(preset, games)
            hours = median(game.took for game in games) / HOUR
            print(f"{game:12}{preset:8}{hours:8.1f}{blind:14.0%}{learnt:9.0%}", flush=True)


if __name__ == "__main__":
    with shared_databases():
        asyncio.run(main())
