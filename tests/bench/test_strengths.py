"""The order of the three strengths, over fixed deals with fixed budgets.

The same deals and walks give the same margins on any machine, so a margin changes only if play changes. Each floor lies
3.3 standard errors below the margin that was measured, where chance hardly gets after such a change; `hard` over
`medium` has few deals here and lower floors, since it thinks long. With partners a player holds both seats of a pair.
More deals, other games and seats, and intervals are a command: `python -m tests.bench.arena`.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from engine.games import GAMES
from tests.bench.contest import Contest, Estimate, play_deal


class Order(NamedTuple):
    """A stronger player and a weaker one, and what the stronger wins at least, in points a deal."""

    game: str
    options: str
    """Those that are not the usual ones, such as "mode=block teams=pairs"."""
    seats: int
    guest: str
    host: str
    deals: int
    floor: float


ORDERS = [
    Order("draw", "", 2, "medium", "easy", 200, 5.5),
    Order("draw", "mode=block", 2, "medium", "easy", 200, 2.0),
    Order("draw", "mode=block", 2, "hard", "medium", 100, 0.3),
    Order("draw", "teams=pairs", 4, "medium", "easy", 60, 2.9),
    Order("draw", "mode=block teams=pairs", 4, "medium", "easy", 80, 2.4),
    Order("draw", "mode=block teams=pairs", 4, "hard", "medium", 12, 0.7),
    Order("fives", "", 2, "medium", "easy", 150, 1.7),
    Order("fives", "teams=pairs", 4, "medium", "easy", 50, 0.1),
    Order("chickenfoot", "", 2, "medium", "easy", 40, 6.7),
    Order("chickenfoot", "", 2, "hard", "medium", 10, 2.4),
    Order("chickenfoot", "", 4, "medium", "easy", 40, 1.2),
    Order("blockers", "", 2, "medium", "easy", 10, 1.2),
    Order("fortytwo", "", 4, "medium", "easy", 120, 0.15),
    Order("fortytwo", "scoring=points", 4, "hard", "medium", 18, 3.0),
]


def margins(order: Order) -> list[float]:
    """Return the margin of each deal."""
    game = GAMES[order.game]
    options = game.options()
    for option in order.options.split():
        options = options.with_option(*option.split("="))
    contest = Contest(game, options, order.seats, order.guest, order.host)
    return [play_deal(contest, deal).margin for deal in range(order.deals)]


def name(order: Order) -> str:
    values = [option.partition("=")[2] for option in order.options.split()]
    return "-".join([order.game, *values, str(order.seats), order.guest])


@pytest.mark.long
@pytest.mark.parametrize("order", ORDERS, ids=name)
def test_each_strength_beats_the_one_below_it(order: Order) -> None:
    assert Estimate.of(margins(order)).mean > order.floor
