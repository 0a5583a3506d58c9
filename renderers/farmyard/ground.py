"""The working data of one farmyard.

It consists of tiles, open ends, and the room that each end holds for its next tile. Everything here is computed from
the tiles and their rows, so it can be rebuilt from them at any time.

A tile's siblings are joined to the same parent. Tiles that are neither its siblings nor joined to it are strangers.
A place is *narrow* if it is closer to strangers than usual, as near as siblings are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from engine.tiles import Tile
from renderers.farmyard.gaps import CLEARANCE, SIBLING_GAP, cord_box
from renderers.farmyard.grid import Grid
from renderers.farmyard.pads import (
    TOES_OF_A_DOUBLE,
    Foot,
    FootPads,
    Pad,
    arm_pads,
    cheapest_together,
    foot_pads,
    single_pads,
    spare_foot_pads,
    spare_pads,
    spare_toe_pads,
    toe_pads,
)
from renderers.farmyard.reach import Raster
from renderers.kit.geometry import Bounds, Box, Point, are_apart, bounds_around, point_ahead, tile_box

Placement = tuple[float, ...]
"""The x and y of a tile's centre, and its heading.

If the tile could not touch its parent, the x and y of each corner of its connector follow.
"""

TILE_NUMBERS = 3
"""How many numbers of a row place the tile; further ones are the corners of its connector."""
NEAR = 7.0
"""The distance in u beyond which a new tile blocks no place of an end.

It is long enough for a double, a toe and a bend.
"""

_NOTHING = Bounds(0.0, 0.0, 0.0, 0.0)


class Laid(NamedTuple):
    """A tile as the rules laid it.

    `parent` is the index, in order of play, of the tile to which it is joined; None for the opening.
    """

    tile: Tile
    parent: int | None
    place: int = 0
    """The index of its place among the open ones at its parent, as `spots` lists them.

    Only a double has several.
    """


@dataclass(slots=True)
class End:
    """An open end: the free half of a tile, or a double that still lacks toes or arms."""

    owner: int
    """The index of the tile it belongs to."""
    number: int
    owed: int
    """How many tiles must still come here: 1, or the number of missing toes or arms."""
    anchor: Point
    """The point from which its places are measured: the middle of the free edge, or of the double."""
    heading: int
    pads: list[Pad]
    """The places where a single is not blocked."""
    feet: list[Foot]
    """The places where a double and its toes are not blocked."""
    held: tuple[Pad, ...] = ()
    """The pads that are reserved for this end.

    Their order does not change, as each has a letter.
    """
    foot: Foot | None = None
    """The foot that is reserved for this end."""
    on_double: bool = False
    narrow: bool = False
    """Whether it has got narrow pads, because it had too few others."""

    @property
    def clearance(self) -> float:
        """The gap between its places and strangers."""
        return SIBLING_GAP if self.narrow else CLEARANCE


@dataclass
class Ground:
    """A farmyard with the tiles laid so far."""

    highest: int
    arms: int
    tiles: Grid = field(default_factory=Grid)
    """The boxes of the tiles; the owner is the tile's index."""
    held: Grid = field(default_factory=Grid)
    """The boxes of the held pads; the owner is the tile of the end."""
    feet: Grid = field(default_factory=Grid)
    """The boxes of the held feet; the owner is the tile of the end."""
    raster: Raster = field(default_factory=Raster)
    extent: Bounds = _NOTHING
    """The bounds of all tiles."""
    ends: dict[int, End] = field(default_factory=dict)
    """Open ends by owner, in order of play."""
    laid: list[Laid] = field(default_factory=list)
    offered: list[int] = field(default_factory=list)
    """The number that each tile offers to the next one, by index."""
    _by_number: dict[int, set[int]] = field(default_factory=dict)
    """The tiles that have offered each number."""
    children: dict[int, list[int]] = field(default_factory=dict)
    """The tiles that are joined to each tile."""
    remaining: list[int] = field(default_factory=list)
    """How many tiles with each number are not on the table."""
    doubles: list[bool] = field(default_factory=list)
    """Whether the double of each number can still come."""

    def __post_init__(self) -> None:
        self.remaining = [self.highest + 1] * (self.highest + 1)
        self.doubles = [True] * (self.highest + 1)

    def fits(self, box: Box, parent: int, clearance: float = CLEARANCE) -> bool:
        """Return whether a tile joined to `parent` can lie here.

        It must be `clearance` away from strangers, and SIBLING_GAP from its siblings.
        """
        for owner in self.tiles.owners_near(box, clearance):
            if owner == parent:
                continue
            if owner not in self.children.get(parent, ()) or not self.tiles.is_apart(owner, box, SIBLING_GAP):
                return False
        return True

    def is_reserved_by_others(self, box: Box, owner: int) -> bool:
        """Return whether an end other than that of `owner` holds this room."""
        own_end = (owner,)
        return not (self.held.is_free(box, SIBLING_GAP, own_end) and self.feet.is_free(box, SIBLING_GAP, own_end))

    def foot_is_free(self, boxes: Sequence[Box], owner: int, number: int) -> bool:
        """Return whether a double and its toes would take no room that other ends hold.

        Ends with the same number may hold the same room for its double, since only one of them can get it.
        """
        own_end, same_number = (owner,), self._by_number.get(number, ())
        return all(
            self.held.is_free(box, SIBLING_GAP, own_end) and self.feet.is_free(box, SIBLING_GAP, same_number)
            for box in boxes
        )

    def holders(self, grid: Grid, boxes: Sequence[Box], end: End) -> list[End]:
        """Return the other ends that hold any of this room in `grid`, in order of play."""
        owners = {owner for box in boxes for owner in grid.owners_near(box, SIBLING_GAP)}
        return [self.ends[owner] for owner in sorted(owners) if owner != end.owner]

    def live_ends(self) -> Iterator[End]:
        """Yield the ends to which tiles can still come."""
        return (end for end in self.ends.values() if self.remaining[end.number])

    def count_needed_tiles(self, end: End) -> int:
        """Return how many tiles can still come to an end."""
        return min(end.owed, self.remaining[end.number])

    def single_places(self, parent: int, anchor: Point, heading: int) -> list[Pad]:
        """Return the places in which a single can follow a single."""
        pads = [pad.at(*anchor) for pad in single_pads(heading)]
        return [pad for pad in pads if self.fits(pad.box, parent)]

    def foot_places(
        self,
        parent: int,
        anchor: Point,
        heading: int,
        clearance: float = CLEARANCE,
        owed: int = TOES_OF_A_DOUBLE,
        places: Callable[[int], Sequence[FootPads]] = foot_pads,
    ) -> Iterator[Foot]:
        """Yield the places in which a double can follow with all its toes."""
        for template, toe_templates in places(heading):
            pad = template.at(*anchor)
            if self.fits(pad.box, parent, clearance):
                toes = self.toes_of([toe.at(*anchor) for toe in toe_templates], clearance, owed)
                if toes is not None:
                    yield Foot.with_boxes(pad, toes)

    def toes_of(
        self, places: Iterable[Pad], clearance: float = CLEARANCE, owed: int = TOES_OF_A_DOUBLE
    ) -> tuple[Pad, ...] | None:
        """Return the cheapest places for the toes of a double that is not yet laid, if there are enough."""
        free_toes = [toe for toe in places if self.tiles.is_free(toe.box, clearance)]
        return cheapest_together(free_toes, owed)

    def narrow_pads(self, end: End) -> list[Pad]:
        """Return the places for a single, including narrow ones."""
        if end.on_double:
            places = self._places_around_double(end.owner, end.heading)
            if end.owner:  # tile 0, the opening double, has arms instead of toes
                places = (*places, *spare_toe_pads(end.heading))
        else:
            places = (*single_pads(end.heading), *spare_pads(end.heading))
        pads = [pad.at(*end.anchor) for pad in places]
        return [pad for pad in pads if self.fits(pad.box, end.owner, SIBLING_GAP)]

    def narrow_feet(self, end: End) -> list[Foot]:
        """Return the places for a double, including narrow ones.

        A double gets no more places for toes than there are tiles left for them.
        """
        owed = min(TOES_OF_A_DOUBLE, self.remaining[end.number] - 1)  # without the double itself
        return list(self.foot_places(end.owner, end.anchor, end.heading, SIBLING_GAP, owed, spare_foot_pads))

    def _places_around_double(self, owner: int, heading: int) -> Sequence[Pad]:
        return toe_pads(heading) if self.laid[owner].parent is not None else arm_pads(self.arms)

    def lay(self, laid: Laid, row: Placement) -> None:
        """Lay a tile where its row places it."""
        index = len(self.laid)
        centre, heading = (row[0], row[1]), int(row[2])
        boxes = [tile_box(centre, heading, crosswise=laid.tile.double), *self._cords(row)]
        for box in boxes:
            self.tiles.add(box, index)
            self.raster.block(box)
        self.extent = bounds_around(boxes, self.extent)
        self._count_tile(laid, index)
        displaced = self._block_places(boxes, centre, index)
        self._open_end(index, centre, heading)
        if laid.parent is not None:
            displaced += self._use_end(laid.parent)
        self._release_unneeded_room()
        self._reserve_room(index, displaced)

    def _cords(self, row: Placement) -> list[Box]:
        """Return the straight parts of a connector that lie free.

        A part that passes under a tile blocks nothing more.
        """
        corners = list(zip(row[TILE_NUMBERS::2], row[TILE_NUMBERS + 1 :: 2], strict=True))
        boxes = [cord_box(a, b) for a, b in pairwise(corners)]
        return [box for box in boxes if self.tiles.is_free(box, 0.0)]

    def _count_tile(self, laid: Laid, index: int) -> None:
        tile, parent = laid.tile, laid.parent
        self.laid.append(laid)
        if parent is not None:
            self.children.setdefault(parent, []).append(index)
        self.remaining[tile.high] -= 1
        if tile.double:
            self.doubles[tile.high] = False
        else:
            self.remaining[tile.low] -= 1
        self.offered.append(tile.high if parent is None else tile.other(self.offered[parent]))
        self._by_number.setdefault(self.offered[index], set()).add(index)

    def _block_places(self, boxes: Sequence[Box], centre: Point, index: int) -> list[int]:
        """Remove the places of all ends that a new tile blocks.

        Return the owners of the ends that lost room that they held.
        """
        displaced = []
        reach = NEAR if len(boxes) == 1 else float("inf")  # a connector may be long
        for end in self.ends.values():
            if abs(end.anchor[0] - centre[0]) > reach or abs(end.anchor[1] - centre[1]) > reach:
                continue
            self._block_places_of(end, boxes, index)
            if any(pad not in end.pads for pad in end.held) or (end.foot and end.foot not in end.feet):
                displaced.append(end.owner)
        return displaced

    def _block_places_of(self, end: End, boxes: Sequence[Box], index: int) -> None:
        """Remove the blocked places of an end; if too few remain, give it narrow ones."""
        gap = SIBLING_GAP if index in self.children.get(end.owner, ()) else end.clearance
        end.pads = [pad for pad in end.pads if all(are_apart(pad.box, box, gap) for box in boxes)]
        end.feet = [foot for foot in end.feet if all(are_apart(a, b, gap) for a in foot.boxes for b in boxes)]
        needed = self.count_needed_tiles(end)
        if end.owner == self.laid[index].parent:
            needed -= 1  # the new tile is one of the needed tiles
        if not end.narrow and len(end.pads) < needed:
            end.narrow = True
            end.pads = self.narrow_pads(end)

    def _use_end(self, owner: int) -> list[int]:
        """Record that a tile has come to the end of `owner`.

        Return [owner] if more tiles are to come there, else an empty list.
        """
        end = self.ends[owner]
        end.owed -= 1
        if end.owed:
            return [owner]
        self._release(end)
        del self.ends[owner]
        return []

    def _open_end(self, index: int, centre: Point, heading: int) -> None:
        """Open the end of the tile that was just laid."""
        laid, number = self.laid[index], self.offered[index]
        if laid.tile.double:
            places = (place.at(*centre) for place in self._places_around_double(index, heading))
            pads = [pad for pad in places if self.fits(pad.box, index)]
            owed = self.arms if laid.parent is None else TOES_OF_A_DOUBLE
            self.ends[index] = End(index, number, owed, centre, heading, pads, [], on_double=True)
        else:
            anchor = point_ahead(centre, heading, 1.0)
            pads = self.single_places(index, anchor, heading)
            feet = list(self.foot_places(index, anchor, heading)) if self.doubles[number] else []
            self.ends[index] = End(index, number, 1, anchor, heading, pads, feet)

    def _release_unneeded_room(self) -> None:
        """Release the room of ends for which no tile is left, and of feet whose double is laid."""
        for end in self.ends.values():
            if end.foot and not self.doubles[end.number]:
                end.feet = []
                end.foot = None
                self.feet.remove(end.owner)
            if not self.remaining[end.number]:
                end.pads = []
                end.feet = []
                self._release(end)

    def _release(self, end: End) -> None:
        self.held.remove(end.owner)
        self.feet.remove(end.owner)
        end.held, end.foot = (), None

    def _reserve_room(self, new_owner: int, displaced: Sequence[int]) -> None:
        """Reserve room for the new end and for the ends that lost theirs.

        Ends on doubles come first, as they have the least choice.
        """
        displaced_ends = [self.ends[owner] for owner in displaced if owner in self.ends and owner != new_owner]
        newest = self.ends[new_owner]
        for end in displaced_ends:
            still_free = tuple(pad for pad in end.held if pad in end.pads)
            self._release(end)
            self._hold(end, still_free[: self.count_needed_tiles(end)])
        displaced_ends.sort(key=lambda end: (not end.on_double, len(end.pads), end.owner))
        for end in [newest, *displaced_ends] if newest.on_double else [*displaced_ends, newest]:
            self._hold_pads(end)
        for end in [newest, *self.ends.values()]:  # the newest end chooses first
            if end.feet and not end.foot:
                self._hold_foot(end)

    def _hold_pads(self, end: End) -> None:
        """Let an end hold as many pads as it needs, or as many as possible."""
        need = self.count_needed_tiles(end)
        if len(end.held) == need:
            return
        free_pads = [pad for pad in end.pads if not self.is_reserved_by_others(pad.box, end.owner)]
        beside_held = [pad for pad in free_pads if all(are_apart(pad.box, held.box, SIBLING_GAP) for held in end.held)]
        chosen = cheapest_together(beside_held, need - len(end.held))  # first try to keep what is held
        if chosen is not None:
            self._hold(end, end.held + chosen)
            return
        chosen = cheapest_together(free_pads, need) or self._displace_others(end, need)
        while chosen is None:  # a group of no pads always exists, so this ends
            need -= 1
            chosen = cheapest_together(free_pads, need)
        self._hold(end, chosen)

    def _hold(self, end: End, pads: tuple[Pad, ...]) -> None:
        self.held.remove(end.owner)
        end.held = pads
        for pad in pads:
            self.held.add(pad.box, end.owner)

    def _displace_others(self, end: End, need: int) -> tuple[Pad, ...] | None:
        """Return pads whose room other ends hold but don't need, and release that room.

        Feet always give way. Pads give way if their end has other pads.
        """
        chosen = cheapest_together([pad for pad in end.pads if self._others_can_move(pad.box, end)], need)
        if chosen is None:
            return None
        boxes = [pad.box for pad in chosen]
        holders = self.holders(self.held, boxes, end)
        for other in self.holders(self.feet, boxes, end):
            self.feet.remove(other.owner)
            other.foot = None
        for other in holders:
            self._hold(other, self.find_other_pads(other, boxes) or ())
        return chosen

    def _others_can_move(self, box: Box, end: End) -> bool:
        return all(self.find_other_pads(other, [box]) for other in self.holders(self.held, [box], end))

    def find_other_pads(self, end: End, boxes: Sequence[Box]) -> tuple[Pad, ...] | None:
        """Return the pads that an end could hold if something lay at `boxes`.

        No other end holds their room. Return None if there are too few.
        """
        return self._choose_free(end.pads, end, boxes, end.clearance)

    def find_other_narrow_pads(self, end: End, boxes: Sequence[Box]) -> tuple[Pad, ...] | None:
        """Return the narrow pads that an end could hold if something lay at `boxes`.

        Return None if there are too few, or if the end has narrow pads already.
        """
        return None if end.narrow else self._choose_free(self.narrow_pads(end), end, boxes, SIBLING_GAP)

    def _choose_free(
        self, pads: Sequence[Pad], end: End, boxes: Sequence[Box], clearance: float
    ) -> tuple[Pad, ...] | None:
        free_pads = [
            pad
            for pad in pads
            if all(are_apart(pad.box, box, clearance) for box in boxes)
            and not self.is_reserved_by_others(pad.box, end.owner)
        ]
        return cheapest_together(free_pads, self.count_needed_tiles(end))

    def find_other_foot(self, end: End, boxes: Sequence[Box]) -> Foot | None:
        """Return the foot that an end could hold if something lay at `boxes`."""
        for foot in end.feet:
            if all(are_apart(a, b, CLEARANCE) for a in foot.boxes for b in boxes) and self.foot_is_free(
                foot.boxes, end.owner, end.number
            ):
                return foot
        return None

    def _hold_foot(self, end: End) -> None:
        end.foot = self.find_other_foot(end, ())
        if end.foot:
            for box in end.foot.boxes:
                self.feet.add(box, end.owner)
