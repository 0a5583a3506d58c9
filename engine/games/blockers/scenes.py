"""What the pages of the rules show: a hand and its board, a tile that was taken, the end, profi."""

from __future__ import annotations

from engine.game import Scene
from engine.games.blockers.observation import BlockersObservation


def _placed(seen: BlockersObservation) -> int:
    return sum(tile is not None for tile in seen.board)


def _begun(seen: BlockersObservation) -> bool:
    return _placed(seen) >= 12


def _taken(seen: BlockersObservation) -> bool:
    return seen.last is not None and seen.last.captured is not None and _placed(seen) >= 16


def _over(seen: BlockersObservation) -> bool:
    return seen.scored


SCENES = (Scene(_begun, own=True), Scene(_taken), Scene(_over), Scene(_begun, own=True, preset="profi"))
