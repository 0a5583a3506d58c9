"""The possible endings of a round of dominoes, and their descriptions."""

from __future__ import annotations

from enum import Enum

from engine.game import Seat
from engine.words import Message, Who, deed, join_with_dots, msg


class Ending(Enum):
    """The ending of a round on a line."""

    OUT = "out"
    BLOCKED = "blocked"
    FORFEIT = "forfeit"  # a foul ended it
    REACHED = "reached"  # a play reached the target, and the game is over at once

    def describe(self, winner: Seat | None) -> Message:
        """Return the ending as a sentence.

        `winner` is the seat that went out or reached the target. For other endings it may be None.
        """
        match self:
            case Ending.OUT:
                return deed("{who} goes out!", "You go out!", who=Who(winner or 0))
            case Ending.REACHED:
                return deed("{who} reaches the target!", "You reach the target!", who=Who(winner or 0))
            case Ending.BLOCKED:
                return msg("Blocked!")
            case Ending.FORFEIT:
                return msg("A foul stops the round.")


def round_title(number: int, ending: Message) -> Message:
    """Return the title of a round that is over: "Round 2 · Ana goes out!"."""
    return join_with_dots(msg("Round {round}", round=number), ending)
