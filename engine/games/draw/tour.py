"""The tour of Draw and Block: that of a line of play, and how a round is won."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes import tour as line
from engine.game import Tip
from engine.games.draw.observation import DrawObservation
from engine.words import msg

_GOAL = msg("Play all your tiles first, and you score the pips that the others hold. If all are blocked, few pips win.")


def tour(seen: DrawObservation) -> Sequence[Tip]:
    """Return the steps that are true of this position."""
    return line.steps(seen, _GOAL, seen.options.draw_limit)
