"""`python -m tests.bench.arena` measures computer players against each other.

It uses all cores and prints its progress.
"""

from __future__ import annotations

import argparse
import math
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import repeat
from multiprocessing import get_context
from typing import Any, NamedTuple, TextIO

from engine.game import Game
from engine.games import GAMES
from engine.options import OptionRefused, Options
from tests.bench.contest import Contest, Estimate, Result, play_deal, share_of

CHECKED = 2
"""How many deals the harness checks itself on."""
ROUNDING = 1e-9
"""By how much a margin can differ from 0 because thirds and the like are rounded."""
NEWS = 10
"""At most how many lines of progress to print if the output is no terminal."""


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
    share: bool = False
    """Whether the guest plays each deal a second time, told all hands."""


class PlayedDeal(NamedTuple):
    """The results of one deal."""

    result: Result
    knowing: Result | None
    """The result with a guest who is told all hands, if that was measured too."""


class WishRefused(Exception):
    """The requested contest is not possible; the text says why."""


def arena(wish: Wish, out: TextIO = sys.stdout, err: TextIO = sys.stderr, pool: Executor | None = None) -> int:
    """Measure and print the result, and return the exit code.

    The code is 0 unless the harness fails its own check. Ctrl-C ends it with what was measured until then. Raises
    WishRefused.
    """
    contest = contest_of(wish, GAMES)
    played: list[PlayedDeal] = []
    with pool or _processes() as workers:
        equal, back = _checks(contest, wish, workers)
        try:
            for deal in workers.map(_over_deal, repeat(wish), _deals(wish, wish.deals)):
                played.append(deal)
                _progress(played, wish.deals, err)
                if len(played) == min(CHECKED, wish.deals) and not _agrees(played, list(equal), list(back)):
                    print("The arena does not agree with itself: its figures would mean nothing.", file=err)
                    workers.shutdown(cancel_futures=True)
                    return 1
        except KeyboardInterrupt:
            workers.shutdown(wait=False, cancel_futures=True)
    if played:
        print(_table(contest, played), file=out)
    return 0


def contest_of(wish: Wish, games: Mapping[str, Game[Any, Any]]) -> Contest:
    """Return the requested contest. Raises WishRefused if it is not possible."""
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


def _processes() -> Executor:
    """Start one process for each core; they ignore Ctrl-C, which this process handles."""
    ignoring = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)
    return ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn"), initializer=ignoring)


def _deals(wish: Wish, number: int) -> range:
    return range(wish.first, wish.first + number)


def _over_deal(wish: Wish, deal: int) -> PlayedDeal:
    """Play one deal in a worker process, which gets only what was typed."""
    contest = contest_of(wish, GAMES)
    return PlayedDeal(play_deal(contest, deal), play_deal(replace(contest, knowing=True), deal) if wish.share else None)


def _checks(contest: Contest, wish: Wish, workers: Executor) -> tuple[Iterator[PlayedDeal], Iterator[PlayedDeal]]:
    """Return a few deals that the harness checks itself by.

    In the first ones the players are equal. In the others, for two sides only, the names are exchanged, which must
    reverse the sign of the margin.
    """
    plain, deals = wish._replace(share=False), _deals(wish, min(wish.deals, CHECKED))
    equal = workers.map(_over_deal, repeat(plain._replace(guest=wish.host)), deals)
    exchanged = plain._replace(guest=wish.host, host=wish.guest)
    return equal, workers.map(_over_deal, repeat(exchanged), deals if len(contest.sides) == 2 else ())


def _agrees(played: Sequence[PlayedDeal], equal: Sequence[PlayedDeal], back: Sequence[PlayedDeal]) -> bool:
    """Return whether equal players get a margin of 0, and exchanged names reverse it."""
    turned = [there.result.margin + here.result.margin for there, here in zip(played, back, strict=False)]
    return not any(abs(margin) > ROUNDING for margin in (*turned, *(deal.result.margin for deal in equal)))


def _progress(played: Sequence[PlayedDeal], deals: int, err: TextIO) -> None:
    margin = Estimate.of([deal.result.margin for deal in played])
    line = f"{len(played)}/{deals} deals, margin {margin.mean:+.2f}{_margin_of_error(margin)}"
    if err.isatty():
        print(f"\r{line} ", end="\n" if len(played) == deals else "", file=err, flush=True)
    elif len(played) * NEWS // deals > (len(played) - 1) * NEWS // deals:
        print(line, file=err, flush=True)


def _table(contest: Contest, played: Sequence[PlayedDeal]) -> str:
    results = [deal.result for deal in played]
    margin = Estimate.of([result.margin for result in results])
    wins = Estimate.of([100 * result.wins for result in results])
    options = (
        ", ".join(f"{name}={value}" for name, value in contest.options.non_default_values().items()) or "usual options"
    )
    what = f"{contest.game.name}, {contest.seats} seats, {options}"
    return "\n".join(
        [
            f"{what}: {contest.guest} among {contest.host}, {len(results)} deals from each {_place(contest)}",
            f"margin {margin.mean:+8.2f} points a round ({_interval(margin, '+.2f')})",
            f"wins   {wins.mean:8.1f} % ({_interval(wins, '.1f')}; chance {100 / len(contest.sides):.1f})",
            *_full_information_lines(results, [deal.knowing for deal in played if deal.knowing is not None]),
        ]
    )


def _place(contest: Contest) -> str:
    return "side" if len(contest.sides) < contest.seats else "seat"


def _full_information_lines(results: Sequence[Result], knowing: Sequence[Result]) -> list[str]:
    """Return lines about how much was won of what knowing all hands would win."""
    if not knowing:
        return []
    margins = Estimate.of([result.margin for result in knowing])
    wins = Estimate.of([100 * result.wins for result in knowing])
    share = share_of(results, knowing)
    margin = _margin_of_error(wins, ".1f")
    gain = f"{margins.mean:+.2f}{_margin_of_error(margins)} points a round, wins {wins.mean:.1f}{margin} %"
    line = f"told the hands, what will be drawn shuffled: {gain}"
    if share is None:
        return ["share  too few deals to tell", line]
    part, low, high = (100 * value for value in (share.mean, share.low, share.high))
    return [f"share  {part:8.1f} % of what knowing the hands would win (95 %: {low:.1f} to {high:.1f})", line]


def _interval(estimate: Estimate, form: str) -> str:
    """Return the 95 % confidence interval, as text."""
    if math.isinf(estimate.around):
        return "one deal tells no interval"
    return f"95 %: {estimate.low:{form}} to {estimate.high:{form}}"


def _margin_of_error(estimate: Estimate, form: str = ".2f") -> str:
    return "" if math.isinf(estimate.around) else f" ± {estimate.around:{form}}"


def parse_wish(arguments: Sequence[str] | None = None) -> Wish:
    """Return what was typed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.arena", description="Measure one computer player among copies of another."
    )
    parser.add_argument("game")
    parser.add_argument("guest", nargs="?", default="hard", help="the player in question (hard)")
    parser.add_argument("host", nargs="?", default="medium", help="who fills the other seats (medium)")
    parser.add_argument("--seats", type=int, help="how many seats (by default, the fewest)")
    parser.add_argument("--deals", type=int, default=100, help="how many deals, each played from every seat (100)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal (0)")
    parser.add_argument(
        "--share",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="play each deal a second time, the player in question told the hands but not what will be drawn: "
        "which part of that does it reach?",
    )
    parser.add_argument(
        "--option", dest="options", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    return Wish(**vars(parser.parse_args(arguments)))


if __name__ == "__main__":
    try:
        sys.exit(arena(parse_wish()))
    except WishRefused as refused:
        sys.exit(str(refused))
