"""Moves of Blockers that everyone can recognise as forced once they are made."""

from __future__ import annotations

from random import Random

from engine.games.blockers.actions import Place
from engine.games.blockers.observation import BlockersObservation
from engine.games.blockers.tiles import Tile
from engine.games.blockers.worlds import can_hold, sample
from engine.tiles import bits


def is_forced_move(seen: BlockersObservation, notation: str) -> bool:
    """Return whether everyone can see that this was the only legal move.

    A pass is always forced. A placement is forced if its tile has only one space, and no rack with that tile can also
    hold another tile that has a space.
    """
    if not notation.startswith("place "):
        return notation == "pass"
    world = sample(seen, Random(0))  # any world will do, because the board is the same in all
    assert seen.to_act is not None
    colours = [colour for colour in seen.colours(seen.to_act) if world.placeable(colour)]
    spaces = {tile: [*bits(world.spaces(tile))] for colour in colours for tile in seen.remaining[colour]}
    played = next(tile for tile in spaces if notation in _placements(seen, tile, spaces[tile]))
    others = [tile for tile in spaces if tile != played and spaces[tile]]
    return len(spaces[played]) == 1 and not any(_can_hold_both(seen, played, other) for other in others)


def _placements(seen: BlockersObservation, tile: Tile, spaces: list[int]) -> list[str]:
    return [str(Place(tile, space, seen.options.profi)) for space in spaces]


def _can_hold_both(seen: BlockersObservation, played: Tile, other: Tile) -> bool:
    """Return whether the seat may hold `other` as well as the tile that it plays."""
    signs = {other.sign, played.sign} if other.colour == played.colour else {other.sign}
    return can_hold(seen, other.colour, signs)
