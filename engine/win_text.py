"""Announcements of the winners and their points."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Seat
from engine.sides import Sides, find_leaders, list_seats, name_side
from engine.words import Message, Who, count, deed, join_items


def describe_outcome(sides: Sides, points: Sequence[int]) -> Message:
    """Announce the sides with the most points, given each seat's points."""
    best, leaders = max(points), find_leaders(sides, points)
    if len(leaders) > 1:
        return describe_shared_win(list_seats(leaders), best)
    (winner,) = leaders
    if len(winner) == 1:
        return describe_win(winner[0], best)
    side = name_side(sides, winner)
    return count("{side} win with {n} point.", "{side} win with {n} points.", best, side=side)


def describe_win(winner: Seat, points: int) -> Message:
    """Announce a winner and the points."""
    return deed(
        ("{who} wins with {n} point.", "{who} wins with {n} points."),
        ("You win with {n} point.", "You win with {n} points."),
        who=Who(winner),
        n=points,
    )


def describe_shared_win(winners: Sequence[Seat], points: int) -> Message:
    """Announce several winners, and the points that each has."""
    who = join_items([Who(seat) for seat in winners])
    return count("{who} share the win: {n} point each.", "{who} share the win: {n} points each.", points, who=who)
