"""Games that two partners have given up, and so lost."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.log.model import Table
from engine.game import Outcome, Seat
from engine.sides import Side, find_side, has_partners, list_seats, name_side
from engine.words import msg


def side_that_can_give_up(table: Table, seat: Seat) -> Side:
    """Return the side of a seat if it can give up the game. Return no seats for a player without partners."""
    sides = table.options.sides(len(table.seats))
    return find_side(sides, seat) if has_partners(sides) else ()


def outcome_of_surrender(table: Table, points: Sequence[int]) -> Outcome | None:
    """Return the outcome of a game that a side gave up; None if no side did. `points` are the points at that time."""
    losers = table.surrendered_side
    if not losers:
        return None
    sides = table.options.sides(len(table.seats))
    winners = [side for side in sides if side != losers]
    reason = msg("{pair} win: {other} give up.", pair=name_side(sides, winners[0]), other=name_side(sides, losers))
    return Outcome(reason, tuple(points), list_seats(winners))
