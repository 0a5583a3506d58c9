"""The actions of a seat (blockers.md §4).

Notation: `place F F6`, in profi `place red F F6`; `pass`; `swap F`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

from engine.games.blockers.board import Mask, Space, space_name
from engine.games.blockers.tiles import FITS, JOKER, SIGNS, Tile
from engine.tiles import bits
from engine.words import Message, msg, term

TAKES, TAKES_OWN = "✕", "⚠"
"""The sign beside a space whose tile would be taken, and the sign if that tile has the seat's other colour."""
CROWN = "crown"
"""The word that people read on a joker."""


@dataclass(frozen=True, slots=True)
class Place:
    """Place a tile on a free space, or on one whose tile it captures."""

    tile: Tile
    space: Space
    with_colour: bool = False
    """Whether the notation names the colour of the tile, as it does for a seat with two."""
    captures: bool = field(default=False, compare=False)
    """Whether it captures the tile on the space. Not compared, because the notation doesn't say it."""
    own: bool = field(default=False, compare=False)
    """Whether the tile that it captures is of the seat's other colour. Not compared either."""

    def __str__(self) -> str:
        return _place_text(self.tile, self.space, self.with_colour)

    @property
    def label(self) -> Message:
        tile, space = self.tile.text, space_name(self.space)
        sign = f" {TAKES_OWN if self.own else TAKES}" if self.captures else ""
        if self.with_colour:  # no blanks around the arrow: "triangle→F9 yellow ✕" has just 20 characters
            colour = self.tile.colour.text
            return msg("{tile}→{space} {colour}{takes}", tile=tile, space=space, colour=colour, takes=sign)
        return msg("{tile} → {space}{sign}", tile=tile, space=space, sign=sign)

    @property
    def spellings(self) -> tuple[str, ...]:
        """The other ways to write the action, for example with the colour, or with "on" before the space."""
        space, full_name = space_name(self.space), str(self.tile)
        names: tuple[str, ...] = (full_name,) if self.with_colour else (full_name, SIGNS[self.tile.sign])
        if self.tile.sign == JOKER:
            names += tuple(name.replace(SIGNS[JOKER], CROWN) for name in names)
        return tuple(f"place {name} {on}{space}" for name in names for on in ("", "on "))

    @property
    def parts(self) -> tuple[str, ...]:
        """Tile and space. A joker fits all 81 spaces, so it has the row as a part of its own, before the space."""
        space = space_name(self.space)
        tile = _tile_name(self.tile, self.with_colour)
        return (tile, space[0], space) if self.tile.sign == JOKER else (tile, space)


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because no tile can be placed."""

    def __str__(self) -> str:
        return "pass"

    @property
    def label(self) -> Message:
        return term("Pass", "move")

    @property
    def parts(self) -> tuple[str, ...]:
        return ("pass",)


@dataclass(frozen=True, slots=True)
class Swap:
    """Shuffle a tile back into its supply and draw another, because no tile can be placed."""

    tile: Tile
    with_colour: bool = False

    def __str__(self) -> str:
        return f"swap {_tile_name(self.tile, self.with_colour)}"

    @property
    def label(self) -> Message:
        if self.with_colour:
            return msg("Swap {tile} {colour}", tile=self.tile.text, colour=self.tile.colour.text)
        return msg("Swap {tile}", tile=self.tile.text)

    @property
    def parts(self) -> tuple[str, ...]:
        return (str(self),)


BlockersAction = Place | Pass | Swap


@lru_cache(maxsize=4096)
def placements(tile: Tile, free: Mask, taken: Mask, own: Mask, with_colour: bool) -> tuple[Place, ...]:
    """Return the placements of a tile on these spaces, in their order.

    A placement on a `taken` space captures the tile there. If the space is also in `own`, that tile belongs to the same
    seat. The result is cached, because it seldom changes from turn to turn.
    """
    spaces = free | taken
    # the index of the variant: 0 for a free space, 1 for a capture, 2 for a capture of an own tile
    return tuple([variants[bool(taken & space_mask) + bool(own & space_mask)]
                  for space_mask, variants in _all_placements(tile, with_colour) if spaces & space_mask])  # fmt: skip


@cache
def _all_placements(tile: Tile, with_colour: bool) -> tuple[tuple[Mask, tuple[Place, Place, Place]], ...]:
    """Return every space that the tile fits, with three variants of its placement.

    The variants are for the free space, for a capture, and for a capture of an own tile.
    """
    return tuple((1 << space, _variants(tile, space, with_colour)) for space in bits(FITS[tile.sign]))


def _variants(tile: Tile, space: Space, with_colour: bool) -> tuple[Place, Place, Place]:
    capture = Place(tile, space, with_colour, captures=True)
    return Place(tile, space, with_colour), capture, replace(capture, own=True)


@cache
def _place_text(tile: Tile, space: Space, with_colour: bool) -> str:
    return f"place {_tile_name(tile, with_colour)} {space_name(space)}"


def _tile_name(tile: Tile, with_colour: bool) -> str:
    return str(tile) if with_colour else SIGNS[tile.sign]
