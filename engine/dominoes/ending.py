"""The possible endings of a round of dominoes, and their descriptions."""

from __future__ import annotations

from enum import Enum

from engine.game import Seat
from engine.words import Message, Who, deed, msg


class Ending(Enum):
    """The ending of a round on a line."""

    OUT = "out"
    BLOCKED = "blocked"
    FORFEIT = "forfeit"  # a foul stopped it
    REACHED = "reached"  # a play reached the target, and the game is over at once

    def phrase(self, winner: Seat | None) -> Message:
        """Return the ending as a phrase.

        `winner` is the seat that went out or reached the target.
        """
        match self:
            case Ending.OUT:
                return deed("{who} goes out", "you go out", who=Who(winner or 0))
            case Ending.REACHED:
                return deed("{who} reaches the target", "you reach the target", who=Who(winner or 0))
            case Ending.BLOCKED:
                return msg("the round is blocked")
            case Ending.FORFEIT:
                return msg("a foul stops the round")

    def sentence(self, winner: Seat | None) -> Message:
        """Return the ending as a sentence."""
        match self:
            case Ending.OUT:
                return deed("{who} goes out!", "You go out!", who=Who(winner or 0))
            case Ending.BLOCKED:
                return msg("Blocked!")
            case Ending.FORFEIT:
                return msg("A foul stops the round.")
            case _:
                return msg("{how}.", how=self.phrase(winner))
