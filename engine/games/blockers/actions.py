"""The actions of a seat (blockers.md §4).

Notation: `place F F6`, in profi `place red F F6`; `pass`; `swap F`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

from engine.games.blockers.board import Mask, Space, space_name
from engine.games.blockers.tiles import FITS, JOKER, SIGNS, Tile
from engine.tiles import bits
from engine.words import Message, msg

TAKES, TAKES_OWN = "⚔", "⚠"
"""The signs beside a space whose tile would be taken, and if that tile is one's own."""
CROWN = "crown"
"""The word that people read on a joker."""


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a tile on a free space, or take the tile there."""

    tile: Tile
    space: Space
    named: bool = False
    """Whether the colour is part of the notation, as for a seat with two colours."""
    captures: bool = field(default=False, compare=False)
    own: bool = field(default=False, compare=False)
    """Whether the tile that it captures is of the seat's other colour."""

    def __str__(self) -> str:
        return _place_text(self.tile, self.space, self.named)

    @property
    def label(self) -> Message:
        tile, space = (self.tile.full_text if self.named else self.tile.text), space_name(self.space)
        sign = "" if not self.captures else f" {TAKES_OWN if self.own else TAKES}"
        if self.named:  # no blanks around the arrow: "yellow triangle→F9 ⚔" has just 20 characters
            return msg("{tile}→{space}{sign}", tile=tile, space=space, sign=sign)
        return msg("{tile} → {space}{sign}", tile=tile, space=space, sign=sign)

    @property
    def spellings(self) -> tuple[str, ...]:
        """The action as the log spells it: with the colour, and "on" before the space."""
        space, written = space_name(self.space), str(self.tile)
        signs: tuple[str, ...] = (written,) if self.named else (written, SIGNS[self.tile.sign])
        if self.tile.sign == JOKER:
            signs += tuple(sign.replace(SIGNS[JOKER], CROWN) for sign in signs)
        return tuple(f"place {sign} {on}{space}" for sign in signs for on in ("", "on "))

    @property
    def parts(self) -> tuple[str, ...]:
        """Tile and space; a joker's 81 spaces go by rows."""
        space = space_name(self.space)
        tile = _sign(self.tile, self.named)
        return (tile, space[0], space) if self.tile.sign == JOKER else (tile, space)


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because no tile can be placed."""

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
    """Shuffle a tile back into its supply and draw again, as no tile can be placed."""

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
def placements(tile: Tile, free: Mask, taken: Mask, own: Mask, named: bool) -> tuple[Place, ...]:
    """Return the placements of a tile on these spaces, in their order.

    Of the `taken` spaces, the `own` hold a tile of the same seat. The result is cached, because it seldom changes from
    turn to turn.
    """
    either = free | taken
    return tuple([ways[bool(taken & space) + bool(own & space)]
                  for space, ways in _everywhere(tile, named) if either & space])  # fmt: skip


@cache
def _everywhere(tile: Tile, named: bool) -> tuple[tuple[Mask, tuple[Place, Place, Place]], ...]:
    """Return every space that the tile fits, each with its three placements.

    They are on the free space, by a capture, and by a capture of an own tile.
    """
    return tuple((1 << space, _ways(tile, space, named)) for space in bits(FITS[tile.sign]))


def _ways(tile: Tile, space: Space, named: bool) -> tuple[Place, Place, Place]:
    taking = Place(tile, space, named, captures=True)
    return Place(tile, space, named), taking, replace(taking, own=True)


@cache
def _place_text(tile: Tile, space: Space, named: bool) -> str:
    return f"place {_sign(tile, named)} {space_name(space)}"


def _sign(tile: Tile, named: bool) -> str:
    return str(tile) if named else SIGNS[tile.sign]
