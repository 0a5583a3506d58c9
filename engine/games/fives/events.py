"""The event that only Fives has: a count of the line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.game import Event, Public, Seat
from engine.words import Message, Who, deed, msg


@dataclass(frozen=True, slots=True)
class Counted(Public):
    """The line was counted after a play, even if that scored nothing."""

    seat: Seat
    total: int
    points: int

    def describe(self) -> Message:
        if not self.points:
            return msg("The total of the ends is {total}.", total=self.total)
        return deed(
            ("{who} scores {n} point.", "{who} scores {n} points."),
            ("You score {n} point.", "You score {n} points."),
            who=Who(self.seat),
            n=self.points,
        )


@lru_cache(maxsize=1 << 12)
def count_line(seat: Seat, total: int, points: int) -> Counted:
    """Return the cached event of a count."""
    return Counted(seat, total, points)


def condense_events(events: Sequence[Event]) -> Sequence[Event]:
    """Leave out counts that scored nothing, because the total is shown beside the ends."""
    return [event for event in events if not isinstance(event, Counted) or event.points]
