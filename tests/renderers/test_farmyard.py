"""The layout of Chickenfoot, held against Shapely over random rounds of every kind."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import combinations
from math import dist
from random import Random
from typing import NamedTuple

import pytest
from shapely.geometry import Point, box
from shapely.ops import unary_union

from engine.tiles import tile
from renderers.farmyard import DISC, TILE_NUMBERS, Laid, Placement, Placements, arrange, placing, room, score, spots
from renderers.farmyard.free_space import FreeSpace, Source
from renderers.farmyard.ground import Ground
from renderers.farmyard.pads import Pad, foot_pads, single_pads, spare_foot_pads, spare_pads
from renderers.farmyard.reach import Raster
from renderers.farmyard.score import Judge, Trial
from renderers.kit.geometry import GAP, Bounds, point_ahead, rectangle
from tests.long import some
from tests.renderers.farmyards import Kind, random_farmyard
from tests.renderers.polygons import connector, inner_half, outer_half, overlapping, tile_polygon

PLAYED = {
    Kind(9, 4, 7): 50,
    Kind(12, 6, 11): 50,
    Kind(18, 8, 11): 50,
    Kind(9, 4, 7, arms=3): 15,
    Kind(9, 4, 7, arms=6): 15,
    Kind(12, 6, 7, arms=8): 15,
}
"""What is played and how many rounds of it; `python -m tests.bench.farmyard` plays thousands."""
BROAD = Kind(9, 4, 7), Kind(18, 8, 11), Kind(12, 6, 7, arms=8)
"""The kinds of which the default run lays some rounds."""
UNSEEN = range(9000, 9060)
"""Rounds with which no weight of the layout was found."""
TOGETHER = 10
"""Rounds that are laid in one go: few, so that several processes share the work."""


class Round(NamedTuple):
    """A round as a running table lays it, tile by tile."""

    laid: list[Laid]
    rows: Placements
    moved: int
    """How often a tile was not where it had been."""


class Yards(NamedTuple):
    """Some rounds of one kind."""

    kind: Kind
    rounds: Sequence[Round]


GROUPS = {
    f"{kind}, from {first}": (kind, first) for kind, rounds in PLAYED.items() for first in range(0, rounds, TOGETHER)
}


@pytest.fixture(scope="module", params=some(GROUPS, [f"{kind}, from 0" for kind in BROAD]))
def yards(request: pytest.FixtureRequest) -> Yards:
    kind, first = request.param
    seeds = range(first, min(first + TOGETHER, PLAYED[kind]))
    return Yards(kind, [laid_out(kind, random_farmyard(kind, Random(seed))) for seed in seeds])


def laid_out(kind: Kind, laid: list[Laid]) -> Round:
    rows: Placements = ()
    moved = 0
    for tiles in range(1, len(laid) + 1):
        longer = arrange(laid[:tiles], kind.highest, kind.arms, rows)
        moved += longer[:-1] != rows
        rows = longer
    return Round(laid, rows, moved)


def test_no_two_tiles_overlap(yards: Yards) -> None:
    assert [overlapping(laid, rows) for laid, rows, _ in yards.rounds] == [[]] * len(yards.rounds)


def test_matching_halves_touch_or_are_joined_by_a_connector(yards: Yards) -> None:
    for laid, rows, _ in yards.rounds:
        for i, (played, row) in enumerate(zip(laid, rows, strict=True)):
            if played.parent is None:
                continue
            parent = laid[played.parent]
            shown = tile_polygon(rows[played.parent], True) if parent.tile.double else outer_half(rows[played.parent])
            joined = tile_polygon(row, True) if played.tile.double else inner_half(row)
            cord = connector(row)
            if cord is None:
                assert shown.distance(joined) == pytest.approx(GAP, abs=0.001), (i, played)
            else:
                assert shown.distance(Point(cord.coords[0])) < 0.001, (i, played)
                assert joined.distance(Point(cord.coords[-1])) < 0.001, (i, played)


@pytest.mark.parametrize("kind", some({str(kind): kind for kind in PLAYED}, [str(BROAD[0])]))
def test_over_many_rounds_at_most_one_tile_in_a_hundred_needs_a_connector(kind: Kind) -> None:
    rounds = [on_connectors(kind, seed) for seed in UNSEEN]
    assert sum(few for few, _ in rounds) <= sum(tiles for _, tiles in rounds) / 100
    assert sum(few > max(3, tiles / 40) for few, tiles in rounds) <= len(rounds) / 20


def on_connectors(kind: Kind, seed: int) -> tuple[int, int]:
    """Count the tiles of a round that are on a connector, and all of its tiles."""
    laid = random_farmyard(kind, Random(seed))
    rows = arrange(laid, kind.highest, kind.arms)
    apart = [len(row) > TILE_NUMBERS for row in rows]
    if kind.arms == 8:  # eight tiles cannot touch a double
        apart = [far and played.parent != 0 for far, played in zip(apart, laid, strict=True)]
    return sum(apart), len(apart)


def test_each_tile_still_to_come_has_a_free_spot_for_its_letter(yards: Yards) -> None:
    kind = yards.kind
    for laid, rows, _ in yards.rounds[::3]:
        for tiles in {3, len(laid) // 2, len(laid)}:
            shown = spots(laid[:tiles], kind.highest, kind.arms, rows[:tiles])
            assert {owner: len(there) for owner, there in shown.items()} == still_to_come(laid[:tiles], kind)
            discs = [Point(spot.centre).buffer(DISC) for there in shown.values() for spot in there]
            lying = [tile_polygon(row, t.tile.double) for t, row in zip(laid, rows[:tiles], strict=False)]
            assert not [disc for disc in discs for polygon in lying if disc.intersects(polygon)]
            assert not [pair for pair in combinations(discs, 2) if pair[0].intersects(pair[1])]


@pytest.mark.parametrize("part", [1 / 3, 1])
def test_a_farmyard_fills_a_fifth_of_its_bounds_early_and_in_the_end(yards: Yards, part: float) -> None:
    tiles, bounds = 0, 0.0
    for laid, rows, _ in yards.rounds:
        there = rows[: max(1, int(part * len(rows)))]
        lying = [tile_polygon(row, t.tile.double) for t, row in zip(laid, there, strict=False)]
        tiles += len(there)
        bounds += box(*unary_union(lying).bounds).area
    assert 2 * tiles > 0.2 * bounds


def test_of_many_tiles_most_letters_that_would_stick_out_stand_beside_their_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kind = Kind(12, 6, 11)
    played = [(laid, arrange(laid, 12, 4)) for laid in (random_farmyard(kind, Random(seed)) for seed in range(4))]
    few, many = room.MANY - 1, sum(sticking_out(*one) for one in played)
    early = [spots(laid[:few], 12, 4, rows[:few]) for laid, rows in played]
    monkeypatch.setattr(placing, "OVERHANG", 9.0)
    assert sum(sticking_out(*one) for one in played) > 2 * many
    assert [spots(laid[:few], 12, 4, rows[:few]) for laid, rows in played] == early


def sticking_out(laid: list[Laid], rows: Placements) -> int:
    """Count the letters of singles that stand farther out than all tiles."""
    lying = unary_union([tile_polygon(row, t.tile.double) for t, row in zip(laid, rows, strict=True)])
    within = box(*lying.bounds).buffer(0.3, join_style="mitre")
    shown = spots(laid, 12, 4, rows)
    return sum(
        not within.covers(Point(there[0].centre).buffer(DISC)) for i, there in shown.items() if not laid[i].tile.double
    )


def still_to_come(laid: Sequence[Laid], kind: Kind) -> dict[int, int]:
    """Return for each open end how many tiles it lacks that are not on the table yet, by the rules alone."""
    lacking, offers = {}, list[int]()
    for i, (t, parent, _) in enumerate(laid):
        offers.append(t.high if parent is None else t.other(offers[parent]))
        lacking[i] = kind.arms if parent is None else 3 if t.double else 1
        if parent is not None:
            lacking[parent] -= 1
    on_table = [sum(played.tile.has(number) for played in laid) for number in range(kind.highest + 1)]
    left = {i: min(n, kind.highest + 1 - on_table[offers[i]]) for i, n in lacking.items()}
    return {i: n for i, n in left.items() if n}


def test_a_tile_once_laid_never_moves(yards: Yards) -> None:
    assert [played.moved for played in yards.rounds] == [0] * len(yards.rounds)


def test_rows_continue_the_same_whether_the_working_data_was_kept_or_not() -> None:
    laid = random_farmyard(Kind(12, 6, 11), Random(0))
    rows = arrange(laid, 12, 4)
    for tiles in range(0, len(laid), 7):
        placing.clear_cache()
        assert arrange(laid, 12, 4, rows[:tiles]) == rows


def test_another_process_lays_every_tile_at_the_same_place() -> None:
    program = (
        "from random import Random; from renderers.farmyard import arrange, spots;"
        "from tests.renderers.farmyards import Kind, random_farmyard;"
        "laid = random_farmyard(Kind(12, 6, 11), Random(7)); rows = arrange(laid, 12, 4);"
        "print(rows, spots(laid, 12, 4, rows))"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    ]
    laid = random_farmyard(Kind(12, 6, 11), Random(7))
    rows = arrange(laid, 12, 4)
    here = f"{rows} {spots(laid, 12, 4, rows)}\n".encode()
    assert outputs == [here, here]


@pytest.mark.parametrize("heading", [0, 1])
def test_each_place_at_an_end_lies_at_the_half_that_shows_its_number(heading: int) -> None:
    x, y = point_ahead((0.0, 0.0), heading, -1.0)
    laid = (x, y, float(heading))
    singles = [tuple(_row(pad)) for pad in (*single_pads(heading), *spare_pads(heading))]
    feet = [(_row(pad), toes) for pad, toes in (*foot_pads(heading), *spare_foot_pads(heading))]
    joined = [*map(inner_half, singles), *(tile_polygon(row, True) for row, _ in feet)]
    assert [outer_half(laid).distance(half) for half in joined] == pytest.approx([GAP] * len(joined), abs=0.001)
    lying = [*(tile_polygon(row, False) for row in singles), *(tile_polygon(row, True) for row, _ in feet)]
    assert not [shape for shape in lying if shape.intersects(tile_polygon(laid, False))]
    for row, toes in feet:
        shown = [tile_polygon(row, True).distance(inner_half(_row(toe))) for toe in toes]
        assert shown == pytest.approx([GAP] * len(toes), abs=0.001)


def _row(pad: Pad) -> Placement:
    return *pad.centre, float(pad.heading)


EVERYWHERE = Bounds(-99, -99, 99, 99)


def lack(ends: Sequence[tuple[float, float]], walls: Bounds = EVERYWHERE, enough: float = 150) -> float:
    """Return the room that ends lack which grow within a square of tiles, 8 u wide."""
    raster = Raster()
    for turn in range(0, 8, 2):
        raster.block(rectangle(point_ahead((0.0, 0.0), turn, 4.5), turn, 0.5, 5.0))
    free_space = FreeSpace(raster, (0.0, 0.0), walls)
    return free_space.shortage([Source(free_space.cells_at([end]), enough, 1.0) for end in ends])


def test_an_end_lacks_the_more_the_less_country_is_left_for_it() -> None:
    assert lack([(0.0, 0.0)]) == 0.0
    assert 0.0 < lack([(0.0, 0.0)], enough=300) < lack([(0.0, 0.0)], enough=600) < 1.0
    assert lack([(4.5, 0.0)]) == 1.0  # it lies on a tile


def test_country_beyond_the_walls_of_the_picture_does_not_count() -> None:
    assert 0.0 < lack([(0.0, 0.0)], Bounds(-99, -99, 1, 99)) < lack([(0.0, 0.0)], Bounds(-99, -1, 1, 99)) < 1.0
    assert lack([(0.0, 0.0)], Bounds(2, -99, 99, 99)) == 1.0


def test_ends_share_the_country_that_both_could_grow_into() -> None:
    assert lack([(-0.5, 0.0)]) == lack([(0.5, 0.0)]) == 0.0
    both = [(-0.5, 0.0), (0.5, 0.0)]
    assert lack(both, enough=70) == 0.0 < lack(both)


def test_an_end_that_is_cut_off_already_counts_against_no_place_elsewhere() -> None:
    laid = [Laid(tile(t), parent) for t, parent in (("9-9", None), ("9-5", 0), ("9-4", 0), ("9-3", 0), ("9-2", 0))]
    ground = Ground(9, 4)
    for each, row in zip(laid, arrange(laid, 9, 4), strict=True):
        ground.lay(each, row)
    x, y = ground.ends[1].anchor
    for aside in -5.0, 5.0:
        ground.raster.block(rectangle((x + aside, y), 2, 6.0, 0.5))
        ground.raster.block(rectangle((x, y + aside), 0, 6.0, 0.5))
    assert not any(ground.raster.flood().reaches(pad.outer) for pad in ground.ends[1].pads)
    other = max(ground.live_ends(), key=lambda end: dist(end.anchor, (x, y)))
    assert Judge(ground, other, 0, double=False).cut_off_cost(Trial(other.pads[0], False)) < score.CUT_OFF


def test_a_toe_lies_where_its_letter_was_shown() -> None:
    laid = [Laid(tile(t), parent) for t, parent in (("9-9", None), ("9-5", 0), ("9-4", 0), ("9-3", 0), ("9-2", 0))]
    laid.append(Laid(tile("5-5"), 1))
    rows = arrange(laid, 9, 4)
    shown = spots(laid, 9, 4, rows)[5]
    for place in range(3):
        row = arrange([*laid, Laid(tile("5-0"), 5, place)], 9, 4, rows)[-1]
        assert tile_polygon(row, False).contains(Point(shown[place].centre))


def test_the_letters_that_stay_keep_their_spots() -> None:
    laid = [Laid(tile(t), parent) for t, parent in (("9-9", None), ("9-5", 0), ("9-4", 0), ("9-3", 0), ("9-2", 0))]
    laid.append(Laid(tile("5-5"), 1))
    before = spots(laid, 9, 4, arrange(laid, 9, 4))[5]
    laid.append(Laid(tile("5-0"), 5, 1))
    assert spots(laid, 9, 4, arrange(laid, 9, 4))[5] == (before[0], before[2])
