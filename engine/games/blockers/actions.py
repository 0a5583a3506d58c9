"""What a seat can do (blockers.md §4). Notation: `place F F6`, in profi `place red F F6`; `pass`; `swap F`."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache

from engine.games.blockers.board import Mask, Space, space_name
from engine.games.blockers.tiles import FITS, JOKER, SIGNS, Tile
from engine.tiles import bits
from engine.words import Message, msg


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a tile on a free space, or take the tile there."""

    tile: Tile
    space: Space
    named: bool = False
    """Whether the colour is part of the notation, as it is where a seat has two."""
    captures: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return _place_text(self.tile, self.space, self.named)

    @property
    def label(self) -> Message:
        tile, space = (self.tile.full_text if self.named else self.tile.text), space_name(self.space)
        if self.named:  # no blanks around the arrow: "yellow triangle→F9 ⚔" has just 20 characters
            taking = msg("{tile}→{space} ⚔", tile=tile, space=space)
            return taking if self.captures else msg("{tile}→{space}", tile=tile, space=space)
        taking = msg("{tile} → {space} ⚔", tile=tile, space=space)
        return taking if self.captures else msg("{tile} → {space}", tile=tile, space=space)

    @property
    def parts(self) -> tuple[str, ...]:
        """Tile and space; a joker's 81 spaces go by rows."""
        space = space_name(self.space)
        tile = _sign(self.tile, self.named)
        return (tile, space[0], space) if self.tile.sign == JOKER else (tile, space)


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, where no tile can be placed."""

    def __str__(self) -> str:
        return "pass"

    @property
    def label(self) -> Message:
        return msg("Pass")

    @property
    def parts(self) -> tuple[str, ...]:
        return ("pass",)


@dataclass(frozen=True, slots=True)
class Swap:
    """Shuffle a tile back into its supply and draw again, where no tile can be placed."""

    tile: Tile
    named: bool = False

    def __str__(self) -> str:
        return f"swap {_sign(self.tile, self.named)}"

    @property
    def label(self) -> Message:
        return msg("Swap {tile}", tile=self.tile.full_text if self.named else self.tile.text)

    @property
    def parts(self) -> tuple[str, ...]:
        return (str(self),)


BlockersAction = Place | Pass | Swap


@lru_cache(maxsize=4096)
def placements(tile: Tile, free: Mask, taken: Mask, named: bool) -> tuple[Place, ...]:
    """A tile on each of these spaces, in their order. Kept, since few of them change from turn to turn."""
    either = free | taken
    return tuple([take if taken & space else lay for space, lay, take in _everywhere(tile, named) if either & space])


@cache
def _everywhere(tile: Tile, named: bool) -> tuple[tuple[Mask, Place, Place], ...]:
    """Every space that the tile fits, and both ways to come there: where it is free, and by a capture."""
    return tuple(
        (1 << space, Place(tile, space, named, False), Place(tile, space, named, True))
        for space in bits(FITS[tile.sign])
    )


@cache
def _place_text(tile: Tile, space: Space, named: bool) -> str:
    return f"place {_sign(tile, named)} {space_name(space)}"


def _sign(tile: Tile, named: bool) -> str:
    return str(tile) if named else SIGNS[tile.sign]
