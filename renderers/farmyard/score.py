"""The score of a place for a tile; lower is better.

The weights were found by measuring thousands of random rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cache, cached_property
from math import dist, sqrt
from typing import NamedTuple

from renderers.farmyard.free_space import FreeSpace, Source
from renderers.farmyard.gaps import CLEARANCE, SIBLING_GAP
from renderers.farmyard.ground import NEAR, End, Ground
from renderers.farmyard.pads import SINGLE_ON_END, Foot, Pad, foot_pads, single_pads
from renderers.farmyard.reach import Flood
from renderers.farmyard.room import TALL, aspect
from renderers.kit.geometry import Bounds, Box, Point, are_apart, bounds_around, point_ahead, tile_box

SPARE_SHARE = 0.15
"""The share of the set for which room is planned ahead.

Room is planned for the tiles on the table, one more at each open end, and this share. It widens tile by tile. So a
farmyard fills from the middle outwards, whenever its round ends.
"""
ROOM_PER_TILE = 2.0
"""The room planned for n tiles is this times √n wide, in u.

A farmyard may spread over this room freely. A smaller value makes tiles larger in the picture, but more ends get walled
in.
"""

GROWTH = 2.0
"""Points per u by which the tile makes the picture larger (see _picture_side), for each tile of the set."""
MOST_GROWTH = 200.0
"""The most points per u by which the tile makes the picture larger.

There is a limit because a large set has many ends that could be walled in.
"""
PULL = 4.0
"""Points per u of distance from the opening double.

So the middle fills first, and the ends that still grow lie around it.
"""

FAR_FROM_LETTER = 150.0
"""Points if the tile is far from all letters of its end."""
NEAR_LETTER = 1.6
"""How far from a letter a tile may lie to count as near, in u."""
MOVES_OVER = 1.5
"""Points if another end must reserve a different place."""
LOST_PLACE = 500.0
"""Points if another end has no place left to reserve."""
LOST_TOE = 800.0
"""Points if another end, which is at a double, has too few places left to reserve for its toes."""
NARROWED = 80.0
"""Points if another end has only narrow places left to reserve."""
LOST_FOOT = 120.0
"""Points if another end has no room left to reserve for a double with its toes.

The more ends show the same number, the fewer points.
"""

NO_WAY_ON = 500.0
"""Points if no single fits beyond the tile."""
ONLY_HELD_WAY_ON = 250.0
"""Points if singles fit beyond the tile, but only in room that other ends have reserved."""
NO_FOOT = 250.0
"""Points if no double with its toes fits beyond the tile.

The more ends show the same number, the fewer points.
"""
PER_BLOCKED_PLACE = 1.5
"""Points for each place beyond the tile that is taken, or that another end has reserved."""
NOT_CLEAR = 0.7
"""Points for each of LOOK_AHEAD tiles that can't follow the next tile in a straight line."""
LOOK_AHEAD = 2
BLIND_ALLEY = 13.0
"""Points if not even one tile can follow the next tile in a straight line."""
NEXT_COST_SHARE = 1.0
"""The share of a place's cost that counts if the place is for the next tile, not for this one."""

ALL_FEET_BLOCKED = 118.0
"""Points if the tile blocks all places for a double at another end.

The more ends show the same number, the fewer points.
"""
CUT_OFF = 600.0
"""Points if the tile cuts an end off from the outside, another one or its own."""
CUT_OFF_TOE = 400.0
"""Points for each toe of the tile, a double, that is cut off from the outside."""
SURELY_NEEDED = 4
"""An end counts in full if at least this many tiles with its number are left, else in proportion."""
CRAMPED = 500.0
"""Points for an end without free space of its own.

An end with too little free space gets a share of these points. All ends get fewer points if fewer than TILES_PER_END
tiles are still expected for each open end.
"""
TILES_PER_END = 4
CELLS_PER_TILE = 150
"""How many free cells of its own an end needs for each tile that can still come to it."""
NEIGHBOUR_DISTANCE = 11.0
"""Ends that are closer to each other than this, in u along both x and y, grow into the same free space."""
PLAYED_SHARE = 0.7
"""The share of the set that is on the table at the end of most rounds."""
LAST_SHARE = 0.1
"""The share of the set that is still expected if a round goes on after PLAYED_SHARE is on the table."""
WALLS_PER_ROOT = 4.2
"""The walls let the picture become this times √n wide, in u, for n planned tiles.

Tiles may lie beyond a wall, but only free space within the walls counts. So arms turn near the walls, and fill the free
space that the picture shows anyway.
"""
MOST_BETWEEN_WALLS = 46.0
"""The greatest such width in u; a wider farmyard is too small on a phone to be shown whole."""
WALL_SHARE = 0.6
"""The greatest distance of a wall from the opening double, as a share of that width, or of the height."""


class Trial(NamedTuple):
    """A place that is being scored."""

    pad: Pad
    double: bool
    toes: tuple[Pad, ...] = ()
    """Places for the toes of a double."""
    cords: tuple[Box, ...] = ()
    """The visible parts of the connector."""
    corners: tuple[float, ...] = ()
    """The x and y of each corner of the connector."""

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The boxes of the tile and its connector."""
        return (self.pad.box, *self.cords)

    @property
    def claims(self) -> tuple[Box, ...]:
        """The boxes of the tile, its connector, and its toes, for which room is reserved at once."""
        return (self.pad.box, *self.cords, *(toe.box for toe in self.toes))


class Judge:
    """Scores the places for one tile at `end`; `number` is the number that the tile will leave open."""

    def __init__(self, ground: Ground, end: End, number: int, double: bool) -> None:
        self.ground, self.end, self.number, self.double = ground, end, number, double
        self.remaining = ground.remaining[number] - 1  # without the tile itself
        self._aspect = aspect(ground.highest, len(ground.laid))
        tiles = (ground.highest + 1) * (ground.highest + 2) / 2  # in the whole set
        self._others = [other for other in ground.live_ends() if other is not end]
        tiles_soon = len(ground.laid) + len(self._others) + 1 + SPARE_SHARE * tiles
        planned = min(tiles_soon, (PLAYED_SHARE + LAST_SHARE) * tiles)
        self._planned_side = ROOM_PER_TILE * sqrt(planned)
        self._growth = min(GROWTH * tiles, MOST_GROWTH)
        self._walls = self._allowed_bounds(min(WALLS_PER_ROOT * sqrt(planned), MOST_BETWEEN_WALLS))
        to_come = max(PLAYED_SHARE * tiles - len(ground.laid), LAST_SHARE * tiles)
        self._space_weight = min(1.0, to_come / (len(self._others) + 1) / TILES_PER_END)
        self._ends_by_number = Counter(other.number for other in self._others)

    def _allowed_bounds(self, planned: float) -> Bounds:
        """Return the walls: within them, a tile makes the picture no wider than planned.

        If the tiles on the table are wider already, a tile within the walls makes the picture no wider than now.
        """
        left, top, right, bottom = self.ground.extent
        width = max(planned, right - left, (bottom - top) * self._aspect)
        height = width / self._aspect
        x, y = WALL_SHARE * width, WALL_SHARE * height
        # the left wall is `width` from the right edge of the tiles on the table, but at most `x` from the opening
        # double, and never to the right of the tiles' left edge; the other three walls are found likewise
        return Bounds(
            min(left, max(right - width, -x)),
            min(top, max(bottom - height, -y)),
            max(right, min(left + width, x)),
            max(bottom, min(top + height, y)),
        )

    def quick_score(self, trial: Trial) -> float:
        """Return the part of the score that is quick to compute."""
        score = trial.pad.cost + sum(toe.cost for toe in trial.toes) / 2
        return (
            score
            + self._last_foot_cost(trial)
            + self._letter_cost(trial)
            + self._size_cost(trial)
            + self._conflict_cost(trial)
        )

    @property
    def further(self) -> Sequence[Callable[[Trial], float]]:
        """The parts of the score that take longer to compute, the quickest first; they are never negative."""
        return self.future_cost, self.cramping_cost, self.foot_cost, self.cut_off_cost

    def future_cost(self, trial: Trial) -> float:
        """Return the cost of having few places beyond this one."""
        if self.remaining <= 0:
            return 0.0
        return self._future_of_double(trial) if self.double else self._future_of_single(trial)

    def _size_cost(self, trial: Trial) -> float:
        extent = self.ground.extent
        x, y = trial.pad.far
        growth = self._picture_side(bounds_around(trial.claims, extent)) - self._picture_side(extent)
        return PULL * max(abs(x), abs(y) * self._aspect) + self._growth * growth

    def _picture_side(self, extent: Bounds) -> float:
        """Return the size of the picture as a width in u, but at least the planned width.

        It is the width of a picture of the same area with the usual aspect for this many tiles. If this aspect is TALL,
        it is the picture's own width, which alone decides how large the tiles of a tall picture appear. A picture's
        width is never less than TALL times its height.
        """
        width = max(extent.width, extent.height * TALL)
        side = width if self._aspect == TALL else sqrt(width * extent.height * self._aspect)
        return max(side, self._planned_side)

    def _conflict_cost(self, trial: Trial) -> float:
        """Return the cost of taking room that other ends have reserved."""
        ground = self.ground
        claims = trial.claims
        score = 0.0
        for end in ground.holders(ground.held, claims, self.end):
            places = ground.find_other_pads(end, claims)
            if places:
                score += MOVES_OVER + sum(pad.cost for pad in places) - sum(pad.cost for pad in end.held)
            elif ground.find_other_narrow_pads(end, claims):
                score += NARROWED
            else:
                score += LOST_TOE if end.on_double else LOST_PLACE
        for end in ground.holders(ground.feet, claims, self.end):
            foot = ground.find_other_foot(end, claims)
            # the sum if there is another foot, else the quotient
            score += MOVES_OVER + foot.pad.cost if foot else LOST_FOOT / sqrt(self._ends_by_number[end.number])
        return score

    def _letter_cost(self, trial: Trial) -> float:
        letters = [point_ahead(pad.centre, pad.heading, -1.0) for pad in self.end.held]
        is_far = letters and all(dist(letter, trial.pad.centre) > NEAR_LETTER for letter in letters)
        return FAR_FROM_LETTER if is_far else 0.0

    def _last_foot_cost(self, trial: Trial) -> float:
        """Return the cost of blocking all places for a double at other ends."""
        x, y = trial.pad.centre
        claims = trial.claims
        score = 0.0
        claims_bounds = bounds_around(claims, Bounds(x, y, x, y)).with_margin(CLEARANCE)
        for end in self._others:
            is_close = abs(end.anchor[0] - x) <= NEAR and abs(end.anchor[1] - y) <= NEAR
            if is_close and end.feet and all(_is_lost(foot, claims, claims_bounds) for foot in end.feet):
                score += ALL_FEET_BLOCKED / sqrt(self._ends_by_number[end.number])
        return score

    def _future_of_double(self, trial: Trial) -> float:
        toes = trial.toes[: self.remaining]
        return sum(self._straight_on_cost(toe, trial.claims) + NEXT_COST_SHARE * toe.cost for toe in toes)

    def _future_of_single(self, trial: Trial) -> float:
        """Return the cost of having few places for a single beyond this one."""
        ground = self.ground
        free_pads = [pad for pad in _places_after(trial.pad) if ground.tiles.is_free(pad.box, CLEARANCE)]
        unheld_pads = [pad for pad in free_pads if not ground.is_reserved_by_others(pad.box, self.end.owner)]
        score = PER_BLOCKED_PLACE * (len(SINGLE_ON_END) - len(unheld_pads))
        if not free_pads:
            score += NO_WAY_ON
        elif not unheld_pads:
            score += ONLY_HELD_WAY_ON
        else:
            score += min(NEXT_COST_SHARE * pad.cost + self._straight_on_cost(pad, trial.boxes) for pad in unheld_pads)
        return score

    def foot_cost(self, trial: Trial) -> float:
        """Return the cost of having no room for a double beyond a single."""
        if self.double or self.remaining <= 0 or not self.ground.doubles[self.number]:
            return 0.0
        if self._has_room_for_foot(trial.pad.far, trial.pad.heading, trial.boxes, self.number):
            return 0.0
        return NO_FOOT / sqrt(self._ends_by_number[self.number] + 1)

    def _straight_on_cost(self, pad: Pad, boxes: Sequence[Box]) -> float:
        """Return the cost if few or no tiles fit in a straight line beyond a pad."""
        clear_tiles = 0
        while clear_tiles < LOOK_AHEAD:
            # 2.08 u are the length of a tile and the gap of a joint
            centre = point_ahead(pad.centre, pad.heading, 2.08 * (clear_tiles + 1))
            box = tile_box(centre, pad.heading)
            if not self.ground.tiles.is_free(box, CLEARANCE) or not all(are_apart(box, b, SIBLING_GAP) for b in boxes):
                break
            clear_tiles += 1
        return NOT_CLEAR * (LOOK_AHEAD - clear_tiles) if clear_tiles else BLIND_ALLEY

    def _has_room_for_foot(self, anchor: Point, heading: int, boxes: Sequence[Box], number: int) -> bool:
        """Return whether the double of a number and its toes would have room at an anchor.

        Other tiles lie at `boxes`.
        """
        ground, owner = self.ground, self.end.owner
        for template, toe_templates in foot_pads(heading):
            pad = template.at(*anchor)
            if not ground.tiles.is_free(pad.box, CLEARANCE) or not ground.foot_is_free([pad.box], owner, number):
                continue
            toes = (toe.at(*anchor) for toe in toe_templates)
            free_toes = (
                toe
                for toe in toes
                if all(are_apart(toe.box, box, CLEARANCE) for box in boxes)
                and ground.foot_is_free([toe.box], owner, number)
            )
            if ground.toes_of(free_toes):  # None if there are too few places for toes
                return True
        return False

    @cached_property
    def _cut_off_owners(self) -> Container[int]:
        """The owners of the other ends that are already cut off."""
        flood = self.ground.raster.flood()
        return {end.owner for end in self._others if not _gets_out(end, flood)}

    @cached_property
    def _free_space(self) -> FreeSpace:
        return FreeSpace(self.ground.raster, self.end.anchor, self._walls)

    @cached_property
    def _neighbours(self) -> Sequence[Source]:
        """The other ends nearby, which grow into the same free space."""
        x, y = self.end.anchor
        near_ends = (
            end
            for end in self._others
            if abs(end.anchor[0] - x) < NEIGHBOUR_DISTANCE and abs(end.anchor[1] - y) < NEIGHBOUR_DISTANCE and end.pads
        )
        remaining, needed = self.ground.remaining, self.ground.count_needed_tiles
        return [self._source((pad.outer for pad in end.pads), remaining[end.number], needed(end)) for end in near_ends]

    @cached_property
    def _present_shortage(self) -> float:
        """How much free space the neighbours lack before the tile is laid."""
        return self._free_space.shortage(self._neighbours)

    def _source(self, points: Iterable[Point], remaining: int, tiles: int = 1) -> Source:
        """Return the source of an end that grows from `points` and takes `tiles`, while `remaining` have its number."""
        weight = self._space_weight * min(1.0, remaining / SURELY_NEEDED)
        return Source(self._free_space.cells_at(points), CELLS_PER_TILE * tiles, weight)

    def cramping_cost(self, trial: Trial) -> float:
        """Return the cost of leaving the neighbours, and the tile's own ends, too little free space."""
        arms = trial.toes if self.double else (trial.pad,)
        new_sources = [self._source(_points_after(arm), self.remaining) for arm in arms] if self.remaining > 0 else []
        shortage = self._free_space.shortage([*self._neighbours, *new_sources], trial.claims)
        return CRAMPED * max(0.0, shortage - self._present_shortage)

    def cut_off_cost(self, trial: Trial) -> float:
        """Return the cost of cutting ends off from the outside."""
        flood = self.ground.raster.flood(trial.claims)
        score = 0.0
        for end in self._others:
            if end.pads and not _gets_out(end, flood) and end.owner not in self._cut_off_owners:
                score += CUT_OFF * min(1.0, self.ground.remaining[end.number] / SURELY_NEEDED)
        if self.remaining <= 0:
            return score
        if self.double:
            return score + CUT_OFF_TOE * sum(not _goes_on(toe, flood) for toe in trial.toes)
        if not _goes_on(trial.pad, flood):
            score += CUT_OFF * min(1.0, self.remaining / SURELY_NEEDED)
        return score


def _gets_out(end: End, flood: Flood) -> bool:
    """Return whether the outside can be reached from any place of an end."""
    return any(flood.reaches(pad.outer) for pad in end.pads)


def _goes_on(pad: Pad, flood: Flood) -> bool:
    """Return whether the outside can be reached from beyond a single."""
    return any(flood.reaches(point) for point in _points_after(pad))


def _places_after(pad: Pad) -> Iterator[Pad]:
    """Yield the places in which a single can follow a single."""
    return (way.at(*pad.far) for way in single_pads(pad.heading))


def _points_after(pad: Pad) -> Iterator[Point]:
    """Yield the centres of the outer halves of the singles that can follow a single."""
    x, y = pad.far
    return ((x + dx, y + dy) for dx, dy in _outer_points(pad.heading))


@cache
def _outer_points(heading: int) -> Sequence[Point]:
    return [way.outer for way in single_pads(heading)]


def _is_lost(foot: Foot, claims: Sequence[Box], claims_bounds: Bounds) -> bool:
    """Return whether a foot comes too close to any of the claims.

    `claims_bounds` are the bounds of all claims with a margin.
    """
    return any(_is_blocked(box, claims, claims_bounds) for box in foot.boxes)


def _is_blocked(box: Box, claims: Sequence[Box], claims_bounds: Bounds) -> bool:
    left, top, right, bottom = claims_bounds
    # a box begins with left, right, top, bottom: another order than that of bounds
    if box[0] >= right or left >= box[1] or box[2] >= bottom or top >= box[3]:
        return False  # true of most boxes, and cheaper to find out than by the exact test
    return not all(are_apart(box, claim, CLEARANCE) for claim in claims)
