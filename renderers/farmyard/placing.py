"""Places the tiles of a farmyard and the letters of its open ends.

Each tile gets a row of numbers: its centre and heading. If it can't touch its end, a connector joins them, and the row
also has the corners of the connector. A row never changes once it is returned.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from renderers.farmyard.detour import PLACES_TO_TRY, detours, points_near
from renderers.farmyard.gaps import CLEARANCE, SIBLING_GAP
from renderers.farmyard.grid import Grid
from renderers.farmyard.ground import End, Ground, Laid, Placement
from renderers.farmyard.pads import Pad
from renderers.farmyard.room import MANY
from renderers.farmyard.score import Judge, Trial
from renderers.kit.geometry import GAP, Point, point_ahead, rectangle

Placements = tuple[Placement, ...]

TOO_BAD = 2500.0
"""The score above which a place is too bad; lower scores are better.

If all places at which a tile touches its end are too bad, narrow places are tried, then connectors.
"""
LETTER_TOO_BAD = 900.0
"""The score above which the place that the player chose by its letter is too bad.

Then any place at the same double is allowed.
"""
DIGITS = 4
"""Rows are rounded to this many decimals, so that they survive any way of storing them."""
DISC = 0.46
"""Radius of the discs that mark open ends, in u: half tiles (see `renderers.kit.geometry`)."""
OVERHANG = 0.3
"""The most that a disc may stick out, in u, from a farmyard of many tiles.

A disc that would stick out farther is beside its end if there is room.
"""
CACHE_SIZE = 64
"""How many farmyards the cache holds, at 0.1 to 0.3 MB each.

Without the cache a picture takes up to 0.08 s more.
"""

_Key = tuple[int, int, tuple[Laid, ...], Placements]
_cache: OrderedDict[_Key, Ground] = OrderedDict()


def arrange(laid: Sequence[Laid], highest: int, arms: int, before: Placements = ()) -> Placements:
    """Return the rows of `before` and one more for each further tile.

    `laid` is in order of play, the opening double first. `highest` is the set's highest number, and `arms` is how many
    arms the opening double gets: 3, 4, 6 or 8.
    """
    tiles = tuple(laid)
    ground = _take(tiles[: len(before)], highest, arms, before)
    rows = list(before)
    for tile in tiles[len(before) :]:
        row = _place(ground, tile)
        ground.lay(tile, row)
        rows.append(row)
    _store(ground, tiles, tuple(rows))
    return tuple(rows)


def rows_for_plays(
    laid: Sequence[Laid], highest: int, arms: int, rows: Placements, plays: Sequence[Laid]
) -> Placements:
    """Return the row that the tile of each of these plays would get.

    The plays are alternatives, so none takes room from another.
    """
    tiles = tuple(laid)
    ground = _take(tiles, highest, arms, rows)
    new_rows = tuple(_place(ground, play) for play in plays)
    _store(ground, tiles, rows)
    return new_rows


class Spot(NamedTuple):
    """The disc of radius DISC that marks a place for a tile.

    It touches no tile and no other disc.
    """

    centre: Point
    edge: Point
    """The middle of the edge at which the next tile would begin.

    The disc is beside that edge, or farther away if there was no room.
    """
    heading: int | None = None
    """The heading of the next tile, if room is reserved for it."""


def spots(laid: Sequence[Laid], highest: int, arms: int, rows: Placements) -> dict[int, tuple[Spot, ...]]:
    """Return for each open end one spot for each tile that can still come to it.

    The keys are the tiles to which the ends belong.
    """
    tiles = tuple(laid)
    ground = _take(tiles, highest, arms, rows)
    discs = Grid()
    spots_by_owner = {end.owner: [_spot(ground, pad, discs, end) for pad in end.held] for end in ground.live_ends()}
    for end in ground.live_ends():
        pads_missing = ground.count_needed_tiles(end) - len(end.held)
        spots_by_owner[end.owner] += [_spot_elsewhere(ground, discs, end) for _ in range(pads_missing)]
    _store(ground, tiles, rows)
    return {owner: tuple(end_spots) for owner, end_spots in spots_by_owner.items()}


def _spot(ground: Ground, pad: Pad, discs: Grid, end: End) -> Spot:
    near_edge = point_ahead(pad.centre, pad.heading, -1.0)
    centre = point_ahead(near_edge, pad.heading, DISC + GAP)
    if len(ground.laid) >= MANY and not end.on_double and not _is_within(ground, centre):
        # in a crowded picture, a disc that would make it wider moves to a side of its tile
        centre = next((point for point in _points_beside(end) if _is_free(ground, discs, point, end)), centre)
    discs.add(rectangle(centre, 0, DISC, DISC), end.owner)
    return Spot(centre, near_edge, pad.heading)


def _points_beside(end: End) -> Sequence[Point]:
    """Return the centres of the two discs that fit beside an open half, right and left of it."""
    half = point_ahead(end.anchor, end.heading, -0.5)
    right, left = 2, -2  # a quarter turn is two headings
    return [point_ahead(half, end.heading + turn, 0.5 + GAP + DISC) for turn in (right, left)]


def _is_free(ground: Ground, discs: Grid, centre: Point, end: End) -> bool:
    """Return whether a disc for this end can be there.

    The disc may stick out by OVERHANG. Other tiles, reserved room and other discs must be so far away that it can't
    seem to belong to another end.
    """
    disc = rectangle(centre, 0, DISC, DISC)
    own_end = (end.owner,)
    return (
        _is_within(ground, centre)
        and ground.tiles.is_free(disc, CLEARANCE, own_end)
        and ground.held.is_free(disc, SIBLING_GAP, own_end)
        and discs.is_free(disc, SIBLING_GAP)
    )


def _is_within(ground: Ground, centre: Point) -> bool:
    """Return whether a disc with this centre sticks out from the tiles by at most OVERHANG."""
    # these are the limits for the centre; the rim is DISC farther out
    left, top, right, bottom = ground.extent.with_margin(OVERHANG - DISC)
    return left <= centre[0] <= right and top <= centre[1] <= bottom


def _spot_elsewhere(ground: Ground, discs: Grid, end: End) -> Spot:
    """Return a spot for an end that has no pad reserved.

    It is the nearest point at which a disc touches no tile and no other disc.
    """
    for centre in points_near(ground, end):
        box = rectangle(centre, 0, DISC, DISC)
        if ground.tiles.is_free(box, 0.0) and discs.is_free(box, 0.0):
            discs.add(box, end.owner)
            return Spot(centre, end.anchor)
    raise AssertionError("the plane is unbounded")


def clear_cache() -> None:
    """Clear the cache of working data; later results do not depend on it."""
    _cache.clear()


def _take(laid: tuple[Laid, ...], highest: int, arms: int, rows: Placements) -> Ground:
    """Take the working data for these rows out of the cache, or build it.

    The caller may change it, and puts it back with `_store`.
    """
    ground = _cache.pop((highest, arms, laid, rows), None)
    if ground is None:
        ground = Ground(highest, arms)
        for tile, row in zip(laid, rows, strict=True):
            ground.lay(tile, row)
    return ground


def _store(ground: Ground, laid: tuple[Laid, ...], rows: Placements) -> None:
    _cache[ground.highest, ground.arms, laid, rows] = ground
    while len(_cache) > CACHE_SIZE:
        _cache.popitem(last=False)


def _place(ground: Ground, laid: Laid) -> Placement:
    """Return the row of the next tile."""
    if laid.parent is None:
        return (0.0, 0.0, 0.0)
    end = ground.ends[laid.parent]
    double = laid.tile.double
    judge = Judge(ground, end, laid.tile.other(end.number), double)
    # 1. the place of the chosen letter
    best, score = _best(judge, _trials_at_letter(end, laid.place))
    if best is None or score > LETTER_TOO_BAD:
        # 2. any place at which the tile touches its end
        best, score = _best(judge, _touching_trials(end, double))
    if best is None or score > TOO_BAD:
        # 3. narrow places, and short connectors at doubles
        narrow, narrow_score = _best(judge, _narrow_trials(ground, end, double))
        if best is None or narrow_score < score:
            best, score = narrow, narrow_score
    if best is None or score > TOO_BAD:
        # 4. connectors
        detour, detour_score = _best(judge, list(islice(detours(ground, end, double), PLACES_TO_TRY)))
        if best is None or detour_score < score:
            best = detour
    assert best is not None, "the plane is unbounded"
    return _row(best)


def _trials_at_letter(end: End, place: int) -> list[Trial]:
    """Return a list with the place that the player chose by its letter.

    It is empty unless the end is a double.
    """
    return [_trial_on(pad) for pad in end.held[place : place + 1]] if end.on_double else []


def _touching_trials(end: End, double: bool) -> list[Trial]:
    if double:
        return [Trial(foot.pad, double=True, toes=foot.toes) for foot in end.feet]
    return [_trial_on(pad) for pad in end.pads]


def _narrow_trials(ground: Ground, end: End, double: bool) -> list[Trial]:
    if double:
        return [Trial(foot.pad, double=True, toes=foot.toes) for foot in ground.narrow_feet(end)]
    return [_trial_on(pad) for pad in ground.narrow_pads(end)]


def _trial_on(pad: Pad) -> Trial:
    """Return the trial of a single on a pad, with the pad's short connector if it has one."""
    return Trial(pad, double=False, corners=pad.stub)


def _best(judge: Judge, trials: Sequence[Trial]) -> tuple[Trial | None, float]:
    """Return the trial with the lowest score.

    If several have it, the lowest quick score decides, then their order. Parts of the score that take longer are
    computed only if they can matter.
    """
    by_quick_score = sorted((judge.quick_score(trial), i) for i, trial in enumerate(trials))
    best, lowest = None, float("inf")
    for score, i in by_quick_score:
        if score >= lowest:
            break
        for part in judge.further:
            score += part(trials[i])
            if score >= lowest:
                break
        else:  # no part has raised the score to `lowest`
            best, lowest = trials[i], score
    return best, lowest


def _row(trial: Trial) -> Placement:
    x, y = trial.pad.centre
    numbers = (x, y, float(trial.pad.heading), *trial.corners)
    return tuple(round(number, DIGITS) + 0.0 for number in numbers)  # + 0.0 turns -0.0 into 0.0
