"""The events that only Draw and Block have."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.game import Public, Seat
from engine.words import Message, Who, count, deed, msg, sentences


class FoulKind(Enum):
    """The two false declarations (draw.md §7)."""

    FALSE_INABILITY = "F1"
    CONCEALED_INABILITY = "F2"


@dataclass(frozen=True, slots=True)
class Foul(Public):
    """A declaration was false; it costs `penalty` points, or 0 if it only brings a warning."""

    seat: Seat
    kind: FoulKind
    penalty: int
    warning: bool

    def describe(self) -> Message:
        who = Who(self.seat)
        if self.kind is FoulKind.FALSE_INABILITY:
            claim = deed(
                "Foul: {who} says “I can't play”, but can.", "Foul: you say “I can't play”, but you can.", who=who
            )
        else:
            claim = deed(
                "Foul: {who} says “I can play”, but can't.", "Foul: you say “I can play”, but you can't.", who=who
            )
        if self.warning:
            return sentences(claim, msg("This time it is a warning."))
        return sentences(claim, self._describe_loss() if self.penalty else None)

    def _describe_loss(self) -> Message:
        return count("−{n} point.", "−{n} points.", self.penalty)


class PairFoul(Foul):
    """A foul whose points come off the score of a pair."""

    __slots__ = ()

    def _describe_loss(self) -> Message:
        return deed(
            ("{who} and their partner lose {n} point.", "{who} and their partner lose {n} points."),
            ("You and your partner lose {n} point.", "You and your partner lose {n} points."),
            n=self.penalty,
            who=Who(self.seat),
        )
