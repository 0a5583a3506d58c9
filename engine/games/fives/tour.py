"""The tour of Fives: the steps of all games on a line, and how points are made."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes import tour as line
from engine.game import Tip
from engine.games.fives.observation import FivesObservation
from engine.words import Message, msg, sentences


def tour(seen: FivesObservation) -> Sequence[Tip]:
    """Return the steps that apply to this position."""
    return line.steps(seen, _goal(seen), opening=msg("Your first tile counts both its halves."))


def _goal(seen: FivesObservation) -> Message:
    """Explain what scores."""
    scores = msg("After each play I add up the open ends. A total of 5, 10, 15 and so on scores that many points.")
    if seen.options.score_unit == "fives":
        scores = msg(
            "After each play I add up the open ends. A total of 5, 10, 15 and so on scores a point for each five."
        )
    doubles, getting_in = msg("A double at an end counts twice."), seen.options.get_in
    begins = msg("That begins with a play of at least {n}.", n=getting_in) if getting_in else None
    return sentences(scores, doubles, begins)
