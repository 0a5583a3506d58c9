"""How good a place for a tile is: lower is better. The weights were found by measuring thousands of random rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from functools import cached_property
from math import dist, hypot, sqrt
from typing import NamedTuple

from renderers.farmyard.gaps import CLEARANCE, SIBLING_GAP
from renderers.farmyard.ground import NEAR, End, Ground
from renderers.farmyard.pads import Pad, foot_pads, single_pads
from renderers.farmyard.reach import Flood
from renderers.kit.geometry import DIRECTIONS, Bounds, Box, Point, ahead, apart, around, tile_box

WIDE, ASPECT, MANY = 1.75, 1.4, 30
"""Width to height of the room that a picture has for a farmyard: till so many tiles lie, and then."""
ROOM_PER_TILE = 2.2
"""A farmyard may spread freely over a width of so many u times the root of the tiles in the set: smaller makes
larger pictures of tiles, but walls more ends in."""

GROWTH, MOST_GROWTH = 0.8, 110.0
"""Per u by which the picture's scale grows, and per tile of the set; and the most per u, as a large set has many ends
that could be walled in."""
PULL = 4.0
"""Per u away from the opening double: what is full lies in the middle, and what still grows around it."""
REACHING_OUT = 0.37
"""Per u by which the new end nears or leaves the picture's edge."""
INWARDS = 2.0
"""For heading back to the opening double."""
CENTRE = 3.0
"""u around the opening double in which every direction is as good."""
OUTWARDS_ENOUGH = 0.3
"""Cosine of the angle to the outward direction from which on a heading is outwards."""

ASIDE, BESIDE = 70.0, 1.6
"""The tile lies more than so many u from where its letter was shown."""
MOVES_OVER = 1.5
"""Another end must keep other room than it did."""
LOST_PLACE = 500.0
"""Another end has no room left of its own; more if it is a toe that must come next, less if only a double lacks it."""
LOST_TOE = 800.0
NARROWED = 80.0
"""It has only room of its own that lies narrowly between other tiles."""
LOST_FOOT = 120.0

NO_WAY_ON = 500.0
"""Nothing fits behind the tile."""
ONLY_HELD_WAY_ON = 250.0
"""What fits behind it is held by others."""
NO_FOOT = 250.0
"""No double fits behind it."""
WAY_ON = -1.5
"""For each place behind it."""
CLEAR_TILE_AHEAD = -0.7
"""For each tile that could go straight on from there, up to LOOK_AHEAD."""
LOOK_AHEAD = 2
BLIND_ALLEY = 12.0
"""Not even one could."""
HABIT = 1.0
"""How much the cost of a place counts when it is only a next place."""

SQUEEZE = 10.0
"""For the share of the places of another end that is lost; in full where none remains."""
SQUEEZE_FOOT = 10.0
"""The same of its places for a double."""
LAST_FOOT = 108.0
"""On top of that where none remains."""
CROWD = 10.0
"""For each other end so near that they will be in each other's way."""
CROWD_RADIUS = 9.0

CUT_OFF = 600.0
"""An end from which nobody gets outside any more, though they did."""
CUT_OFF_TOE = 400.0
SURELY_NEEDED = 4
"""With so many tiles left for it, an end counts in full."""
OPENNESS = 160.0
"""For a new end with no open country ahead within the walls; in proportion, and less once there are fewer than EACH
tiles to come for each open end."""
EACH = 4
WALLS, WALLS_PER_TILE, MANY_ARMS = 3.3, 0.35, 31.5
"""How far the walls stand apart: so many u times the root of the tiles in the set, or so many for each tile; with more
than four arms at least so many. Arms turn near them, so they fill the country that the picture shows anyway."""
WINDOW = 5.0
"""u to each side of the middle of that country."""
FOOT_OPENNESS = 250.0
"""The same around a double, where three arms will grow."""
FOOT_WINDOW = 8.0


class Trial(NamedTuple):
    """A place under examination: the tile, the toes of a double, and the parts of a connector."""

    pad: Pad
    double: bool
    toes: tuple[Pad, ...] = ()
    cords: tuple[Box, ...] = ()
    corners: tuple[float, ...] = ()

    @property
    def boxes(self) -> tuple[Box, ...]:
        """What will lie there."""
        return (self.pad.box, *self.cords)

    @property
    def claims(self) -> tuple[Box, ...]:
        """That and what will be kept free at once."""
        return (self.pad.box, *self.cords, *(toe.box for toe in self.toes))


class Judge:
    """Scores the trials for one tile that offers `number` once it lies at `end`."""

    def __init__(self, ground: Ground, end: End, number: int, double: bool) -> None:
        self.ground, self.end, self.number, self.double = ground, end, number, double
        self.left = ground.left[number] - 1
        self._aspect = WIDE if len(ground.laid) < MANY else ASPECT
        tiles = (ground.highest + 1) * (ground.highest + 2) / 2
        self._target, self._growth = ROOM_PER_TILE * sqrt(tiles), min(GROWTH * tiles, MOST_GROWTH)
        self._walls = self._allowed(tiles)
        self._others = [other for other in ground.live_ends() if other is not end]
        self._crowd = [other.anchor for other in self._others]
        to_come = tiles - len(ground.laid)
        self._growing = min(1.0, to_come / (len(self._others) + 1) / EACH)
        self._rivals = Counter(other.number for other in self._others)

    def _allowed(self, tiles: float) -> Bounds:
        """Return where a tile may lie so that the picture is not wider than the walls stand apart, or than it is."""
        left, top, right, bottom = self.ground.extent
        planned = max(WALLS * sqrt(tiles), WALLS_PER_TILE * tiles, MANY_ARMS * (self.ground.arms > 4))
        wide = max(planned, right - left, (bottom - top) * self._aspect)
        high = wide / self._aspect
        return Bounds(right - wide, bottom - high, left + wide, top + high)

    def local(self, trial: Trial) -> float:
        """Return the part of the score that is quickly found."""
        score = trial.pad.cost + sum(toe.cost for toe in trial.toes) / 2
        score += self._squeezing(trial) + self._aside(trial)
        score += self._size(trial) + self._inwards(trial) + self._conflicts(trial) + self._crowding(trial)
        if self.left > 0:
            score += self._future_of_double(trial) if self.double else self._future_of_single(trial)
        return score

    def _size(self, trial: Trial) -> float:
        extent = self.ground.extent
        before = self._scale(extent)
        after = around(trial.claims, extent)
        scale = self._scale(after)
        x, y = trial.pad.far
        dx = abs(x - (after.left + after.right) / 2)
        dy = abs(y - (after.top + after.bottom) / 2) * self._aspect
        score = PULL * max(abs(x), abs(y) * self._aspect) + self._growth * (scale - before)
        return score + REACHING_OUT * max(0.0, 2 * (max(dx, dy) + 1.0) - scale)

    def _scale(self, extent: Bounds) -> float:
        return max(extent.width, extent.height * self._aspect, self._target)

    def _inwards(self, trial: Trial) -> float:
        x, y = trial.pad.centre
        distance = hypot(x, y)
        if distance <= CENTRE:
            return 0.0
        dx, dy = DIRECTIONS[trial.pad.heading]
        return INWARDS * max(0.0, OUTWARDS_ENOUGH - (dx * x + dy * y) / distance)

    def _conflicts(self, trial: Trial) -> float:
        """Return what it costs other ends that held this room."""
        ground, claims = self.ground, trial.claims
        score = 0.0
        for end in ground.holders(ground.held, claims, self.end):
            places = ground.elsewhere(end, claims)
            if places:
                score += MOVES_OVER + sum(pad.cost for pad in places) - sum(pad.cost for pad in end.held)
            elif ground.narrowly_elsewhere(end, claims):
                score += NARROWED
            else:
                score += LOST_TOE if end.on_double else LOST_PLACE
        for end in ground.holders(ground.feet, claims, self.end):
            foot = ground.another_foot(end, claims)
            score += MOVES_OVER + foot.pad.cost if foot else LOST_FOOT / sqrt(self._rivals[end.number])
        return score

    def _aside(self, trial: Trial) -> float:
        near = (ahead(pad.centre, pad.heading, -1.0) for pad in self.end.held)
        astray = self.end.held and all(dist(point, trial.pad.centre) > BESIDE for point in near)
        return ASIDE if astray else 0.0

    def _squeezing(self, trial: Trial) -> float:
        """Return what it costs that other ends have fewer places to choose from."""
        x, y = trial.pad.centre
        claims, score = trial.claims, 0.0
        near = around(claims, Bounds(x, y, x, y)).grown(CLEARANCE)
        for end in self._others:
            if abs(end.anchor[0] - x) > NEAR or abs(end.anchor[1] - y) > NEAR:
                continue
            lost = _lost([(pad.box,) for pad in end.pads], claims, near)
            score += SQUEEZE * lost / (len(end.pads) - lost + 1)
            if end.feet:
                lost = _lost([foot.boxes for foot in end.feet], claims, near)
                score += SQUEEZE_FOOT * lost / (len(end.feet) - lost + 1)
                if lost == len(end.feet):
                    score += LAST_FOOT / sqrt(self._rivals[end.number])
        return score

    def _crowding(self, trial: Trial) -> float:
        x, y = trial.pad.far
        near = (hypot(x - ax, y - ay) for ax, ay in self._crowd)
        return sum(CROWD * (1 - distance / CROWD_RADIUS) for distance in near if distance < CROWD_RADIUS)

    def _future_of_double(self, trial: Trial) -> float:
        toes = trial.toes[: self.left]
        return sum(self._clear_ahead(toe, trial.claims) + HABIT * toe.cost for toe in toes)

    def _future_of_single(self, trial: Trial) -> float:
        """Return the ways on from the new end."""
        ground = self.ground
        anchor, heading = trial.pad.far, trial.pad.heading
        ways = [
            pad for pad in (way.at(*anchor) for way in single_pads(heading)) if ground.tiles.is_free(pad.box, CLEARANCE)
        ]
        unheld = [pad for pad in ways if not ground.held_by_others(pad.box, self.end.owner)]
        score = WAY_ON * len(unheld)
        if not ways:
            score += NO_WAY_ON
        elif not unheld:
            score += ONLY_HELD_WAY_ON
        else:
            score += min(HABIT * pad.cost + self._clear_ahead(pad, trial.boxes) for pad in unheld)
        if ground.doubles[self.number] and not self._foot_at(anchor, heading, trial.boxes, self.number):
            score += NO_FOOT / sqrt(self._rivals[self.number] + 1)
        return score

    def _clear_ahead(self, pad: Pad, boxes: Sequence[Box]) -> float:
        """Credit for straight room behind a pad; a penalty for none."""
        clear = 0
        while clear < LOOK_AHEAD:
            centre = ahead(pad.centre, pad.heading, 2.08 * (clear + 1))
            box = tile_box(centre, pad.heading)
            if not self.ground.tiles.is_free(box, CLEARANCE) or not all(apart(box, b, SIBLING_GAP) for b in boxes):
                break
            clear += 1
        return CLEAR_TILE_AHEAD * clear if clear else BLIND_ALLEY

    def _foot_at(self, anchor: Point, heading: int, boxes: Sequence[Box], number: int) -> bool:
        """Return whether a double of a number would have room there with its toes, beside what lies at `boxes`."""
        ground, owner = self.ground, self.end.owner
        for template, toe_templates in foot_pads(heading):
            pad = template.at(*anchor)
            if not ground.tiles.is_free(pad.box, CLEARANCE) or not ground.foot_is_free([pad.box], owner, number):
                continue
            toes = (toe.at(*anchor) for toe in toe_templates)
            free = [
                toe
                for toe in toes
                if all(apart(toe.box, box, CLEARANCE) for box in boxes)
                and ground.foot_is_free([toe.box], owner, number)
            ]
            if ground.toes_of(free):
                return True
        return False

    @cached_property
    def _shut(self) -> Container[int]:
        """Return the owners of the other ends that are cut off already, whatever comes."""
        flood = self.ground.raster.flood()
        return {end.owner for end in self._others if not _gets_out(end, flood)}

    def reach(self, trial: Trial) -> float:
        """Return the part of the score that needs a flood: never negative."""
        flood = self.ground.raster.flood(trial.claims)
        score = 0.0
        for end in self._others:
            if end.pads and not _gets_out(end, flood) and end.owner not in self._shut:
                score += CUT_OFF * min(1.0, self.ground.left[end.number] / SURELY_NEEDED)
        if self.left <= 0:
            return score
        if self.double:
            shut = sum(not _goes_on(toe, flood) for toe in trial.toes)
            middle = ahead(trial.pad.centre, trial.pad.heading, FOOT_WINDOW)
            closed = 1.0 - flood.share(middle, FOOT_WINDOW, self._walls)
            return score + CUT_OFF_TOE * shut + FOOT_OPENNESS * self._growing * closed
        if not _goes_on(trial.pad, flood):
            score += CUT_OFF * min(1.0, self.left / SURELY_NEEDED)
        closed = 1.0 - flood.share(ahead(trial.pad.far, trial.pad.heading, WINDOW), WINDOW, self._walls)
        return score + OPENNESS * self._growing * closed


def _gets_out(end: End, flood: Flood) -> bool:
    """Return whether from some place of an end the outside can be reached."""
    return any(flood.reaches(pad.outer) for pad in end.pads)


def _goes_on(pad: Pad, flood: Flood) -> bool:
    """Return whether from behind a single the outside can be reached."""
    return any(flood.reaches(way.at(*pad.far).outer) for way in single_pads(pad.heading))


def _lost(places: Iterable[Sequence[Box]], claims: Sequence[Box], near: Bounds) -> int:
    """Return how many of the places come too close to what is claimed, all of which lies in `near`."""
    return sum(any(_blocked(box, claims, near) for box in boxes) for boxes in places)


def _blocked(box: Box, claims: Sequence[Box], near: Bounds) -> bool:
    left, top, right, bottom = near
    if box[0] >= right or left >= box[1] or box[2] >= bottom or top >= box[3]:
        return False  # most are: a look at their edges spares the exact one
    return not all(apart(box, claim, CLEARANCE) for claim in claims)
