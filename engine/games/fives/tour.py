"""The tour of Fives: that of a line of play, and what is scored."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes import tour as line
from engine.game import Tip
from engine.games.fives.observation import FivesObservation
from engine.words import msg

_GOAL = msg("After each play the open ends are added up: 5, 10, 15 and so on are points at once.")


def tour(seen: FivesObservation) -> Sequence[Tip]:
    """Return the steps that are true of this position."""
    return line.steps(seen, _GOAL)
