"""Announcements of the winners and their points."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Seat
from engine.words import Message, Who, count, deed, join_items


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
