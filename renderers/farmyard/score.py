"""The score of a place for a tile; lower is better.

The weights were found by measuring thousands of random rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cache, cached_property
from math import dist, sqrt
from typing import NamedTuple

from renderers.farmyard.free_space import Country, Source
from renderers.farmyard.gaps import CLEARANCE, SIBLING_GAP
from renderers.farmyard.ground import NEAR, End, Ground
from renderers.farmyard.pads import SINGLE_ON_END, Foot, Pad, foot_pads, single_pads
from renderers.farmyard.reach import Flood
from renderers.farmyard.room import TALL, aspect
from renderers.kit.geometry import Bounds, Box, Point, are_apart, bounds_around, point_ahead, tile_box

SPARE = 0.15
"""The share of the set for which room is planned ahead.

Room is planned for the tiles on the table, one for each open end, and this share. It widens tile by tile, so a farmyard
fills from the middle outwards, whenever its round ends.
"""
ROOM_PER_TILE = 2.0
"""The width in u of that room, by the root of the tiles for which it is planned.

A farmyard may spread over it freely. A smaller value makes larger pictures of tiles, but walls more ends in.
"""

GROWTH, MOST_GROWTH = 2.0, 200.0
"""Points per u of growth and per tile of the set, and the most points per u.

Growth is that of the picture's scale. The most is limited because a large set has many ends that could be walled in.
"""
PULL = 4.0
"""Points per u away from the opening double.

What is full lies in the middle, and what still grows lies around it.
"""

ASIDE, BESIDE = 150.0, 1.6
"""Points for a tile far from its letter, and the distance in u beyond which it is far."""
MOVES_OVER = 1.5
"""Points if another end must move the room it keeps."""
LOST_PLACE = 500.0
"""Points if another end has no room left of its own.

They are more if it is a toe that must come next, and less if only a double lacks room.
"""
LOST_TOE = 800.0
NARROWED = 80.0
"""Points if the only room left of its own lies narrowly between other tiles."""
LOST_FOOT = 120.0

NO_WAY_ON = 500.0
"""Points if nothing fits behind the tile."""
ONLY_HELD_WAY_ON = 250.0
"""Points if other ends hold all that fits behind the tile."""
NO_FOOT = 250.0
"""Points if no double fits behind the tile."""
NO_WAY = 1.5
"""Points for each place behind the tile that is taken."""
NOT_CLEAR = 0.7
"""Points for each of LOOK_AHEAD tiles that could not go straight on from there."""
LOOK_AHEAD = 2
BLIND_ALLEY = 13.0
"""Points if not even one tile could go straight on."""
HABIT = 1.0
"""How much the cost of a place counts if it is only a next place."""

LAST_FOOT = 118.0
"""Points if tiles leave another end no place for a double."""
CUT_OFF = 600.0
"""Points if an end is cut off from outside that was not before."""
CUT_OFF_TOE = 400.0
SURELY_NEEDED = 4
"""The number of tiles left for an end with which it counts in full."""
CRAMPED = 500.0
"""Points for an end without any country of its own, or a share for one with some.

They are fewer once there are fewer than EACH tiles to come for each open end.
"""
EACH = 4
ENOUGH = 150
"""The cells of its own that are enough for a tile to come."""
NEIGHBOURS = 11.0
"""The distance in u to each side of an end in which others are its neighbours.

Neighbours grow towards the same country.
"""
PLAYED, LAST = 0.7, 0.1
"""The share of the set on the table when most rounds end, and a share beyond it.

The latter is still expected to come if a round goes on.
"""
WALLS = 4.2
"""The distance in u between the walls, by the root of the tiles to make room for.

Arms turn near the walls, so they fill the country that the picture shows anyway.
"""
SHOWN = 46.0
"""The greatest distance in u between the walls.

What is wider is too small to be shown whole on a phone.
"""
ANCHORED = 0.6
"""The greatest distance of a wall from the opening double.

It is a share of the distance between the walls.
"""


class Trial(NamedTuple):
    """A place under examination, with the toes of a double and the parts of a connector."""

    pad: Pad
    double: bool
    toes: tuple[Pad, ...] = ()
    cords: tuple[Box, ...] = ()
    corners: tuple[float, ...] = ()

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The boxes of what will lie there."""
        return (self.pad.box, *self.cords)

    @property
    def claims(self) -> tuple[Box, ...]:
        """The boxes of what will lie there and of what will be kept free at once."""
        return (self.pad.box, *self.cords, *(toe.box for toe in self.toes))


class Judge:
    """Scores the trials for one tile at `end`; once it lies there it offers `number`."""

    def __init__(self, ground: Ground, end: End, number: int, double: bool) -> None:
        self.ground, self.end, self.number, self.double = ground, end, number, double
        self.remaining = ground.remaining[number] - 1
        self._aspect = aspect(ground.highest, len(ground.laid))
        tiles = (ground.highest + 1) * (ground.highest + 2) / 2
        self._others = [other for other in ground.live_ends() if other is not end]
        soon = min(len(ground.laid) + len(self._others) + 1 + SPARE * tiles, (PLAYED + LAST) * tiles)
        self._target, self._growth = ROOM_PER_TILE * sqrt(soon), min(GROWTH * tiles, MOST_GROWTH)
        self._walls = self._allowed_bounds(min(WALLS * sqrt(soon), SHOWN))
        to_come = max(PLAYED * tiles - len(ground.laid), LAST * tiles)
        self._growing = min(1.0, to_come / (len(self._others) + 1) / EACH)
        self._rivals = Counter(other.number for other in self._others)

    def _allowed_bounds(self, planned: float) -> Bounds:
        """Return the bounds in which a tile makes the picture no wider than planned.

        If the picture is wider already, they are as wide as it is.
        """
        left, top, right, bottom = self.ground.extent
        wide = max(planned, right - left, (bottom - top) * self._aspect)
        high = wide / self._aspect
        x, y = ANCHORED * wide, ANCHORED * high
        return Bounds(
            min(left, max(right - wide, -x)),
            min(top, max(bottom - high, -y)),
            max(right, min(left + wide, x)),
            max(bottom, min(top + high, y)),
        )

    def local(self, trial: Trial) -> float:
        """Return the part of the score that is quickly found."""
        score = trial.pad.cost + sum(toe.cost for toe in trial.toes) / 2
        return score + self._last_feet(trial) + self._aside(trial) + self._size(trial) + self._conflicts(trial)

    @property
    def further(self) -> Sequence[Callable[[Trial], float]]:
        """The parts that take longer, the quicker ones first; they are never negative."""
        return self.future, self.cramping, self.footing, self.cutting_off

    def future(self, trial: Trial) -> float:
        """Return the cost of few places behind this one."""
        if self.remaining <= 0:
            return 0.0
        return self._future_of_double(trial) if self.double else self._future_of_single(trial)

    def _size(self, trial: Trial) -> float:
        extent, (x, y) = self.ground.extent, trial.pad.far
        growth = self._scale(bounds_around(trial.claims, extent)) - self._scale(extent)
        return PULL * max(abs(x), abs(y) * self._aspect) + self._growth * growth

    def _scale(self, extent: Bounds) -> float:
        """Return the side of the area of a picture.

        The picture may be as low as it likes, but not narrower than TALL. If tiles get small, it is the picture's
        width, on which their size depends.
        """
        wide = max(extent.width, extent.height * TALL)
        side = wide if self._aspect == TALL else sqrt(wide * extent.height * self._aspect)
        return max(side, self._target)

    def _conflicts(self, trial: Trial) -> float:
        """Return the cost for other ends that held this room."""
        ground, claims = self.ground, trial.claims
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
            score += MOVES_OVER + foot.pad.cost if foot else LOST_FOOT / sqrt(self._rivals[end.number])
        return score

    def _aside(self, trial: Trial) -> float:
        near = (point_ahead(pad.centre, pad.heading, -1.0) for pad in self.end.held)
        astray = self.end.held and all(dist(point, trial.pad.centre) > BESIDE for point in near)
        return ASIDE if astray else 0.0

    def _last_feet(self, trial: Trial) -> float:
        """Return the cost of leaving other ends no place for a double."""
        x, y = trial.pad.centre
        claims, score = trial.claims, 0.0
        near = bounds_around(claims, Bounds(x, y, x, y)).with_margin(CLEARANCE)
        for end in self._others:
            close = abs(end.anchor[0] - x) <= NEAR and abs(end.anchor[1] - y) <= NEAR
            if close and end.feet and all(_is_lost(foot, claims, near) for foot in end.feet):
                score += LAST_FOOT / sqrt(self._rivals[end.number])
        return score

    def _future_of_double(self, trial: Trial) -> float:
        toes = trial.toes[: self.remaining]
        return sum(self._straight_on(toe, trial.claims) + HABIT * toe.cost for toe in toes)

    def _future_of_single(self, trial: Trial) -> float:
        """Return the cost of few singles that fit behind this one."""
        ground = self.ground
        ways = [pad for pad in _ways_on(trial.pad) if ground.tiles.is_free(pad.box, CLEARANCE)]
        unheld = [pad for pad in ways if not ground.is_reserved_by_others(pad.box, self.end.owner)]
        score = NO_WAY * (len(SINGLE_ON_END) - len(unheld))
        if not ways:
            score += NO_WAY_ON
        elif not unheld:
            score += ONLY_HELD_WAY_ON
        else:
            score += min(HABIT * pad.cost + self._straight_on(pad, trial.boxes) for pad in unheld)
        return score

    def footing(self, trial: Trial) -> float:
        """Return the cost of a single behind which a double would have no room."""
        if self.double or self.remaining <= 0 or not self.ground.doubles[self.number]:
            return 0.0
        if self._foot_at(trial.pad.far, trial.pad.heading, trial.boxes, self.number):
            return 0.0
        return NO_FOOT / sqrt(self._rivals[self.number] + 1)

    def _straight_on(self, pad: Pad, boxes: Sequence[Box]) -> float:
        """Return the cost if few or no tiles could go straight on from a pad."""
        clear = 0
        while clear < LOOK_AHEAD:
            centre = point_ahead(pad.centre, pad.heading, 2.08 * (clear + 1))
            box = tile_box(centre, pad.heading)
            if not self.ground.tiles.is_free(box, CLEARANCE) or not all(are_apart(box, b, SIBLING_GAP) for b in boxes):
                break
            clear += 1
        return NOT_CLEAR * (LOOK_AHEAD - clear) if clear else BLIND_ALLEY

    def _foot_at(self, anchor: Point, heading: int, boxes: Sequence[Box], number: int) -> bool:
        """Return whether a double of a number would have room there with its toes.

        Other tiles lie at `boxes`.
        """
        ground, owner = self.ground, self.end.owner
        for template, toe_templates in foot_pads(heading):
            pad = template.at(*anchor)
            if not ground.tiles.is_free(pad.box, CLEARANCE) or not ground.foot_is_free([pad.box], owner, number):
                continue
            toes = (toe.at(*anchor) for toe in toe_templates)
            free = (
                toe
                for toe in toes
                if all(are_apart(toe.box, box, CLEARANCE) for box in boxes)
                and ground.foot_is_free([toe.box], owner, number)
            )
            if ground.toes_of(free):
                return True
        return False

    @cached_property
    def _cut_off_owners(self) -> Container[int]:
        """The owners of the other ends that are cut off already, whatever comes."""
        flood = self.ground.raster.flood()
        return {end.owner for end in self._others if not _gets_out(end, flood)}

    @cached_property
    def _country(self) -> Country:
        return Country(self.ground.raster, self.end.anchor, self._walls)

    @cached_property
    def _neighbours(self) -> Sequence[Source]:
        x, y = self.end.anchor
        near = (
            end
            for end in self._others
            if abs(end.anchor[0] - x) < NEIGHBOURS and abs(end.anchor[1] - y) < NEIGHBOURS and end.pads
        )
        remaining, needed = self.ground.remaining, self.ground.count_needed_tiles
        return [self._source((pad.outer for pad in end.pads), remaining[end.number], needed(end)) for end in near]

    @cached_property
    def _lacking(self) -> float:
        """What the neighbours lack already."""
        return self._country.lacking(self._neighbours)

    def _source(self, points: Iterable[Point], remaining: int, tiles: int = 1) -> Source:
        return Source(self._country.cells(points), ENOUGH * tiles, self._growing * min(1.0, remaining / SURELY_NEEDED))

    def cramping(self, trial: Trial) -> float:
        """Return the cost of leaving ends less country of their own."""
        arms = trial.toes if self.double else (trial.pad,)
        new = [self._source(_outer_on(arm), self.remaining) for arm in arms] if self.remaining > 0 else []
        return CRAMPED * max(0.0, self._country.lacking([*self._neighbours, *new], trial.claims) - self._lacking)

    def cutting_off(self, trial: Trial) -> float:
        """Return the cost of ends from which the outside can't be reached."""
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
    """Return whether the outside can be reached from behind a single."""
    return any(flood.reaches(point) for point in _outer_on(pad))


def _ways_on(pad: Pad) -> Iterator[Pad]:
    """Yield the places in which a single can follow a single."""
    return (way.at(*pad.far) for way in single_pads(pad.heading))


def _outer_on(pad: Pad) -> Iterator[Point]:
    """Yield the outer ends of the singles that can follow a single."""
    x, y = pad.far
    return ((x + dx, y + dy) for dx, dy in _outer_from(pad.heading))


@cache
def _outer_from(heading: int) -> Sequence[Point]:
    return [way.outer for way in single_pads(heading)]


def _is_lost(foot: Foot, claims: Sequence[Box], near: Bounds) -> bool:
    """Return whether a foot comes too close to what is claimed.

    All claims lie in `near`.
    """
    return any(_is_blocked(box, claims, near) for box in foot.boxes)


def _is_blocked(box: Box, claims: Sequence[Box], near: Bounds) -> bool:
    left, top, right, bottom = near
    if box[0] >= right or left >= box[1] or box[2] >= bottom or top >= box[3]:
        return False  # most boxes end here: comparing edges is cheaper than the exact test
    return not all(are_apart(box, claim, CLEARANCE) for claim in claims)
