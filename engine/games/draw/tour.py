"""The tour of Draw and Block: the steps of every line game, and how a round is won."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes import tour as line
from engine.game import Tip
from engine.games.draw.observation import DrawObservation
from engine.words import msg, sentences

_GOAL = sentences(
    msg("Empty your hand first and you score everyone else's pips, the dots on their tiles."),
    msg("If nobody can move, the hand with the fewest pips wins."),
)


_GOAL_OF_PAIRS = sentences(
    msg("Your partner sits opposite, and you share one score."),
    msg("If one of you empties their hand first, your pair scores. If nobody can move, the fewest pips win."),
)


def tour(seen: DrawObservation) -> Sequence[Tip]:
    """Return the steps that apply to this position."""
    return line.steps(seen, _GOAL_OF_PAIRS if seen.options.has_pairs else _GOAL, seen.options.draw_limit)
