"""What happens at a table of Fives: the count, and what happens in every game of dominoes."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dominoes.words import points
from engine.game import Public, Seat
from engine.words import Message, Who, msg


@dataclass(frozen=True, slots=True)
class Counted(Public):
    """The line was counted after a play, also where that scored nothing."""

    seat: Seat
    total: int
    points: int

    def describe(self) -> Message:
        if not self.points:
            return msg("Count {total}.", total=self.total)
        who, scored = Who(self.seat), points(self.points)
        return msg("Count {total}: {who} scores {points}.", total=self.total, who=who, points=scored)
