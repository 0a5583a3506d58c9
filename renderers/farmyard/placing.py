"""Arrange a farmyard, one row of numbers for each tile.

Rows that exist never change.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from renderers.farmyard.detour import ENOUGH, detours, points_near
from renderers.farmyard.gaps import CLEARANCE, SIBLING_GAP
from renderers.farmyard.grid import Grid
from renderers.farmyard.ground import End, Ground, Laid, Placement
from renderers.farmyard.pads import Pad
from renderers.farmyard.room import MANY
from renderers.farmyard.score import Judge, Trial
from renderers.kit.geometry import GAP, Point, point_ahead, rectangle

Placements = tuple[Placement, ...]

TOO_BAD = 2500.0
"""The score above which a place that touches is worse than a short connector."""
ASTRAY = 900.0
"""The score above which a tile leaves its letter's place if another one is better."""
DIGITS = 4
"""Rows are rounded to this many decimals, so that they survive any way of storing them."""
DISC = 0.46
"""Radius in u of the discs that mark open ends."""
OVERHANG = 0.3
"""How far in u a disc may stick out from many tiles.

Farther out, it stands beside its end if there is room.
"""
KEPT = 64
"""How many farmyards the cache holds, at 0.1 to 0.3 MB each.

Without the cache a picture takes up to 0.08 s more.
"""

_Key = tuple[int, int, tuple[Laid, ...], Placements]
_kept: OrderedDict[_Key, Ground] = OrderedDict()


def arrange(laid: Sequence[Laid], highest: int, arms: int, before: Placements = ()) -> Placements:
    """Return the rows of `before` and one more for each further tile.

    `laid` is in order of play, the opening double first; `highest` is the set's highest number, `arms` 3, 4, 6 or 8.
    """
    tiles = tuple(laid)
    ground = _take(tiles[: len(before)], highest, arms, before)
    rows = list(before)
    for tile in tiles[len(before) :]:
        row = _place(ground, tile)
        ground.lay(tile, row)
        rows.append(row)
    _keep(ground, tiles, tuple(rows))
    return tuple(rows)


def places(laid: Sequence[Laid], highest: int, arms: int, rows: Placements, plays: Sequence[Laid]) -> Placements:
    """Return for each of some plays the row that its tile would get.

    Only one of the plays can come next.
    """
    tiles = tuple(laid)
    ground = _take(tiles, highest, arms, rows)
    found = tuple(_place(ground, play) for play in plays)
    _keep(ground, tiles, rows)
    return found


class Spot(NamedTuple):
    """The disc of radius DISC that marks a place for a tile.

    It touches no tile and no other disc.
    """

    centre: Point
    end: Point
    """The middle of the edge that it marks, which is near unless there was no room."""
    heading: int | None = None
    """The heading in which the next tile is to lie from there, if that is settled."""


def spots(laid: Sequence[Laid], highest: int, arms: int, rows: Placements) -> dict[int, tuple[Spot, ...]]:
    """Return for each open end one spot for each tile that can still come to it.

    The keys are the tiles to which the ends belong.
    """
    tiles = tuple(laid)
    ground = _take(tiles, highest, arms, rows)
    discs = Grid()
    found = {end.owner: [_spot(ground, pad, discs, end) for pad in end.held] for end in ground.live_ends()}
    for end in ground.live_ends():
        found[end.owner] += [
            _spot_elsewhere(ground, discs, end) for _ in range(ground.count_needed_tiles(end) - len(end.held))
        ]
    _keep(ground, tiles, rows)
    return {owner: tuple(there) for owner, there in found.items()}


def _spot(ground: Ground, pad: Pad, discs: Grid, end: End) -> Spot:
    near = point_ahead(pad.centre, pad.heading, -1.0)
    centre = point_ahead(near, pad.heading, DISC + GAP)
    if len(ground.laid) >= MANY and not end.on_double and not _is_within(ground, centre):
        centre = next((point for point in _beside(end) if _is_free(ground, discs, point, end)), centre)
    discs.add(rectangle(centre, 0, DISC, DISC), end.owner)
    return Spot(centre, near, pad.heading)


def _beside(end: End) -> Sequence[Point]:
    """Return the centres of discs that touch the sides of the half with an end."""
    half = point_ahead(end.anchor, end.heading, -0.5)
    return [point_ahead(half, end.heading + turn, 0.5 + GAP + DISC) for turn in (2, -2)]


def _is_free(ground: Ground, discs: Grid, centre: Point, end: End) -> bool:
    """Return whether a disc there suits its end.

    It must not make the farmyard wider, and could not be that of another end.
    """
    disc, own = rectangle(centre, 0, DISC, DISC), (end.owner,)
    return (
        _is_within(ground, centre)
        and ground.tiles.is_free(disc, CLEARANCE, own)
        and ground.held.is_free(disc, SIBLING_GAP, own)
        and discs.is_free(disc, SIBLING_GAP)
    )


def _is_within(ground: Ground, centre: Point) -> bool:
    """Return whether a disc there hardly sticks out from the tiles."""
    left, top, right, bottom = ground.extent.with_margin(OVERHANG - DISC)
    return left <= centre[0] <= right and top <= centre[1] <= bottom


def _spot_elsewhere(ground: Ground, discs: Grid, end: End) -> Spot:
    """Return the spot of an end that holds no room.

    It is the nearest point at which a disc is in nobody's way.
    """
    for centre in points_near(ground, end):
        box = rectangle(centre, 0, DISC, DISC)
        if ground.tiles.is_free(box, 0.0) and discs.is_free(box, 0.0):
            discs.add(box, end.owner)
            return Spot(centre, end.anchor)
    raise AssertionError("the plane is unbounded")


def clear_cache() -> None:
    """Clear the cache of working data; later results do not depend on it."""
    _kept.clear()


def _take(laid: tuple[Laid, ...], highest: int, arms: int, rows: Placements) -> Ground:
    """Return the working data for these rows, from the cache or made again."""
    ground = _kept.pop((highest, arms, laid, rows), None)
    if ground is None:
        ground = Ground(highest, arms)
        for tile, row in zip(laid, rows, strict=True):
            ground.lay(tile, row)
    return ground


def _keep(ground: Ground, laid: tuple[Laid, ...], rows: Placements) -> None:
    _kept[ground.highest, ground.arms, laid, rows] = ground
    while len(_kept) > KEPT:
        _kept.popitem(last=False)


def _place(ground: Ground, laid: Laid) -> Placement:
    """Return the row of the next tile."""
    if laid.parent is None:
        return (0.0, 0.0, 0.0)
    end = ground.ends[laid.parent]
    double = laid.tile.double
    judge = Judge(ground, end, laid.tile.other(end.number), double)
    best, score = _best(judge, _trials_at_place(end, laid.place))
    if best is None or score > ASTRAY:
        best, score = _best(judge, _touching(end, double))
    if best is None or score > TOO_BAD:
        closer, at = _best(judge, _narrow_trials(ground, end, double))
        if best is None or at < score:
            best, score = closer, at
    if best is None or score > TOO_BAD:
        found = _best(judge, list(islice(detours(ground, end, double), ENOUGH)))
        if best is None or found[1] < score:
            best = found[0]
    assert best is not None, "the plane is unbounded"
    return _row(best)


def _trials_at_place(end: End, place: int) -> list[Trial]:
    """Return the place at a double whose letter the player has named, in a list."""
    return [_trial_on(pad) for pad in end.held[place : place + 1]] if end.on_double else []


def _touching(end: End, double: bool) -> list[Trial]:
    if double:
        return [Trial(foot.pad, True, foot.toes) for foot in end.feet]
    return [_trial_on(pad) for pad in end.pads]


def _narrow_trials(ground: Ground, end: End, double: bool) -> list[Trial]:
    if double:
        return [Trial(foot.pad, True, foot.toes) for foot in ground.narrow_feet(end)]
    return [_trial_on(pad) for pad in ground.narrow_pads(end)]


def _trial_on(pad: Pad) -> Trial:
    return Trial(pad, False, corners=pad.stub)


def _best(judge: Judge, trials: Sequence[Trial]) -> tuple[Trial | None, float]:
    """Return the trial with the lowest score, the earliest of equals.

    Parts of the score that take longer are computed only if they can matter.
    """
    cheap = sorted((judge.local(trial), i) for i, trial in enumerate(trials))
    best, lowest = None, float("inf")
    for score, i in cheap:
        if score >= lowest:
            break
        for part in judge.further:
            score += part(trials[i])
            if score >= lowest:
                break
        else:
            best, lowest = trials[i], score
    return best, lowest


def _row(trial: Trial) -> Placement:
    x, y = trial.pad.centre
    numbers = (x, y, float(trial.pad.heading), *trial.corners)
    return tuple(round(number, DIGITS) + 0.0 for number in numbers)
