"""`python -m bot arena`: computer players measured against each other on all cores, with progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import repeat
from multiprocessing import get_context
from typing import Any, NamedTuple, TextIO

from engine.arena import Contest, Estimate, Result, over_deal
from engine.game import Game
from engine.games import GAMES
from engine.options import OptionRefused, Options

CHECKED = 2
"""Deals on which the harness checks itself."""


class Wish(NamedTuple):
    """What to measure, as it was typed."""

    game: str
    seats: int | None
    deals: int
    guest: str
    host: str
    options: Sequence[str]
    first: int
    """The number of the first deal."""


class WishRefused(Exception):
    """A contest that cannot be held; its text says why."""


def arena(wish: Wish, out: TextIO = sys.stdout, err: TextIO = sys.stderr) -> int:
    """Measure and print; 0 unless the harness fails its own check. Raises WishRefused."""
    contest = contest_of(wish, GAMES)
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        measure = partial(_measured, pool)
        if not _agrees_with_itself(contest, wish, measure):
            print("The arena does not agree with itself: its figures would mean nothing.", file=err)
            return 1
        results: list[Result] = []
        for result in measure(wish):
            results.append(result)
            _progress(results, wish.deals, err)
    print(_table(contest, results), file=out)
    return 0


def contest_of(wish: Wish, games: Mapping[str, Game[Any, Any]]) -> Contest:
    """The contest that was wished for. Raises WishRefused."""
    game = games.get(wish.game)
    if game is None:
        raise WishRefused(f"There is no game {wish.game}. There are: {', '.join(games)}.")
    for name in (wish.guest, wish.host):
        if name not in game.players:
            raise WishRefused(f"{game.key} has no player {name}. There are: {', '.join(game.players)}.")
    seats = wish.seats or min(game.seats)
    options: Options = game.options()
    try:
        for option in wish.options:
            name, _, value = option.partition("=")
            options = options.with_option(name, value)
    except OptionRefused as refused:
        raise WishRefused(str(refused)) from None
    if seats not in game.seats:
        raise WishRefused(f"{game.key} is for {min(game.seats)} to {max(game.seats)} seats.")
    if refusal := options.refusal(seats):
        raise WishRefused(str(refusal))
    if wish.deals < 1:
        raise WishRefused("It takes at least one deal.")
    return Contest(game, options, seats, wish.guest, wish.host)


def _measured(pool: ProcessPoolExecutor, wish: Wish) -> Iterator[Result]:
    """The results in the order of the deals."""
    return pool.map(_over_deal, repeat(wish), range(wish.first, wish.first + wish.deals))


def _over_deal(wish: Wish, deal: int) -> Result:
    """Runs in a worker: only what was typed travels."""
    return over_deal(contest_of(wish, GAMES), deal)


def _agrees_with_itself(contest: Contest, wish: Wish, measure: Callable[[Wish], Iterator[Result]]) -> bool:
    """Equal players come to 0; at two seats exchanging the names turns the margin round."""
    few = wish._replace(deals=min(wish.deals, CHECKED))
    if any(result.margin for result in measure(few._replace(guest=wish.host))):
        return False
    if contest.seats > 2:
        return True
    back = measure(few._replace(guest=wish.host, host=wish.guest))
    return all(there.margin == -here.margin for there, here in zip(measure(few), back, strict=True))


def _progress(results: Sequence[Result], deals: int, err: TextIO) -> None:
    if err.isatty():
        margin = Estimate.of([result.margin for result in results])
        print(f"\r{len(results)}/{deals} deals, margin {margin.mean:+.2f} ± {margin.around:.2f} ", end="", file=err)


def _table(contest: Contest, results: Sequence[Result]) -> str:
    margin = Estimate.of([result.margin for result in results])
    wins = Estimate.of([100 * result.wins for result in results])
    options = ", ".join(f"{name}={value}" for name, value in contest.options.changed().items()) or "usual options"
    what = f"{contest.game.name}, {contest.seats} seats, {options}"
    return "\n".join(
        [
            f"{what}: {contest.guest} among {contest.host}, {len(results)} deals from each seat",
            f"margin {margin.mean:+8.2f} points a round (95 %: {margin.low:+.2f} to {margin.high:+.2f})",
            f"wins   {wins.mean:8.1f} % (95 %: {wins.low:.1f} to {wins.high:.1f}; chance {100 / contest.seats:.1f})",
        ]
    )
