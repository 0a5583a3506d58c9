"""Positions for the pages of the rules: a hand and its board, a taken tile, the end, profi."""

from __future__ import annotations

from engine.game import Scene
from engine.games.blockers.observation import BlockersObservation


def _count_placed(seen: BlockersObservation) -> int:
    return sum(tile is not None for tile in seen.board)


def _is_under_way(seen: BlockersObservation) -> bool:
    return _count_placed(seen) >= 12


def _has_capture(seen: BlockersObservation) -> bool:
    return seen.last is not None and seen.last.captured is not None and _count_placed(seen) >= 16


def _is_over(seen: BlockersObservation) -> bool:
    return seen.is_scored


SCENES = (
    Scene(_is_under_way, shows_hand=True),
    Scene(_has_capture),
    Scene(_is_over),
    Scene(_is_under_way, shows_hand=True, preset="profi"),
)
