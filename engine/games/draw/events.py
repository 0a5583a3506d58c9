"""What happens at a table of Draw or Block, and who may know it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.game import Public, Seat
from engine.words import Message, Who, count, msg, sentences


class FoulKind(Enum):
    """The two false declarations (draw.md §7)."""

    FALSE_INABILITY = "F1"
    CONCEALED_INABILITY = "F2"


@dataclass(frozen=True, slots=True)
class Foul(Public):
    """A declaration was false; it costs `penalty` points, 0 if that is only a warning."""

    seat: Seat
    kind: FoulKind
    penalty: int
    warning: bool

    def describe(self) -> Message:
        who = Who(self.seat)
        if self.kind is FoulKind.FALSE_INABILITY:
            said = msg("Foul: {who} says “I can't play”, but can.", who=who)
        else:
            said = msg("Foul: {who} says “I can play”, but can't.", who=who)
        if self.warning:
            return sentences(said, msg("This time it is a warning."))
        lost = count("{who} loses 1 point.", "{who} loses {n} points.", self.penalty, who=who)
        return sentences(said, lost if self.penalty else None)
