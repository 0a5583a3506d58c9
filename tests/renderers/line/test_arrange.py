"""Where the tiles lie: over whole sets, checked with polygons, which the layout itself does not use."""

from __future__ import annotations

from random import Random

import pytest
from shapely import affinity
from shapely.geometry import Polygon, box
from shapely.strtree import STRtree

from engine.dominoes.line import Laid
from engine.games.draw.observation import DrawObservation
from engine.tiles import SIZES, Tile
from engine.words import Words
from renderers.draw import LOOK
from renderers.kit.geometry import GAP, camera
from renderers.line.arrange import extend_layout
from renderers.line.board import extent, view
from renderers.line.branches import needs_search
from renderers.line.ends import OUT, Spot, end, spots
from renderers.look import Layout
from tests.renderers.draw.tables import observe_table, prefix, random_line

LAYOUTS = ("line", "spinner", "cross")
GAMES = {6: 30, 9: 15, 12: 8, 15: 5, 18: 3}

every_set = pytest.mark.parametrize("highest", SIZES)
every_layout = pytest.mark.parametrize("layout", LAYOUTS)


def full_lines(highest: int, layout: str) -> list[DrawObservation]:
    return [random_line(Random(f"{highest} {layout} {i}"), highest, layout) for i in range(GAMES[highest])]


def polygon(spot: Spot) -> Polygon:
    """Return the tile's outline, turned by a library."""
    upright = box(spot.x - 1, spot.y - 0.5, spot.x + 1, spot.y + 0.5)
    return affinity.rotate(upright, 45 * spot.heading, origin=(spot.x, spot.y))


def half(spot: Spot, number: int, tile: Tile) -> Polygon:
    """Return the half of a tile that shows a number; of a double the whole tile."""
    if tile.double:
        return polygon(spot)
    left = spot.x - 1 if number == spot.near else spot.x
    upright = box(left, spot.y - 0.5, left + 1, spot.y + 0.5)
    return affinity.rotate(upright, 45 * spot.heading, origin=(spot.x, spot.y))


@every_set
@every_layout
def test_no_two_tiles_overlap_and_strangers_keep_their_distance(highest: int, layout: str) -> None:
    for table in full_lines(highest, layout):
        shapes = [polygon(spot) for spot in spots(extend_layout(table, ()))]
        tree = STRtree(shapes)
        for i, shape in enumerate(shapes):
            for other in tree.query(shape.buffer(0.2)):
                if other < i:
                    assert shape.distance(shapes[other]) >= GAP - 1e-6


@every_set
@every_layout
def test_matching_halves_lie_beside_each_other(highest: int, layout: str) -> None:
    """But for those that a cord leads to, a few where a row had turned before its spinner came."""
    away = tiles = 0
    for table in full_lines(highest, layout):
        rows = spots(extend_layout(table, ()))
        last: dict[str, int] = {}
        for i, laid in enumerate(table.laid[1:], start=1):
            root = 0 if laid.arm in "AB" else table.spinner or 0
            joined = last.get(laid.arm, root)
            number = rows[i].near
            assert number in laid.tile
            assert number in table.laid[joined].tile
            gap = half(rows[i], number, laid.tile).distance(half(rows[joined], number, table.laid[joined].tile))
            away += gap > 2 * GAP + 1e-6
            tiles += needs_search(table, rows)
            last[laid.arm] = i
    assert away <= tiles / 40


@every_layout
def test_tiles_on_the_table_never_move(layout: str) -> None:
    for table in full_lines(6, layout)[:10] + full_lines(12, layout)[:1]:
        whole = extend_layout(table, ())
        growing: Layout = ()
        for tiles in range(len(table.laid) + 1):
            growing = extend_layout(prefix(table, tiles), growing)
            assert growing == whole[:tiles]


def test_rows_of_an_older_version_stay_where_they_are() -> None:
    table = random_line(Random(4), 6, "line")
    moved = tuple((x + 5, y - 3, *rest) for x, y, *rest in extend_layout(prefix(table, 9), ()))
    later = extend_layout(table, moved)
    assert later[:9] == moved
    shapes = [polygon(spot) for spot in spots(later)]
    for i, shape in enumerate(shapes):
        assert all(shape.distance(other) >= GAP - 1e-6 for other in shapes[:i])


def test_the_rows_of_the_last_round_are_forgotten() -> None:
    table = random_line(Random(5), 6, "line")
    assert extend_layout(prefix(table, 0), extend_layout(table, ())) == ()


@every_set
@every_layout
def test_a_row_says_which_number_faces_the_open_end(highest: int, layout: str) -> None:
    for table in full_lines(highest, layout):
        rows = spots(extend_layout(table, ()))
        for open_end in table.ends:
            assert end(table, rows, open_end.letter).number == open_end.number


@pytest.mark.parametrize("layout", ["line", "cross"])  # before a spinner is played its row may be of any length
@every_set
def test_a_full_set_leaves_tiles_large_enough_to_read(highest: int, layout: str) -> None:
    units = {"line": (56, 52, 45, 38, 32), "cross": (52, 40, 34, 30, 24)}
    room = 936  # of the whole picture, below the plates of eight seats
    unit = units[layout][SIZES.index(highest)]
    for table in full_lines(highest, layout):
        bounds = extent(table, extend_layout(table, ()))
        assert camera(bounds, (0, 0, 1200, room)).unit >= unit


@every_set
@every_layout
def test_every_picture_shows_the_last_tile_large_enough_to_read_and_the_whole_on_request(
    highest: int, layout: str
) -> None:
    for whole in full_lines(highest, layout)[:4]:
        for tiles in {1, len(whole.laid) // 4, len(whole.laid) // 2, len(whole.laid)}:
            table = prefix(whole, tiles)
            rows = extend_layout(table, ())
            shown, high, part = view(table, rows)
            assert shown.unit >= 24
            left, right, top, bottom = spots(rows)[-1].box[:4]
            (x, y), (x_, y_) = shown.at((left, top)), shown.at((right, bottom))
            assert 0 < x < x_ < 1200
            assert 0 < y < y_ < high
            if part:
                assert LOOK.needs_whole_view(table, rows)
                assert LOOK.draw_whole(table, rows, Words(["Ana"] * 4)) is not None


def laid(*plays: str) -> tuple[Laid, ...]:
    """Read the tiles of "6-6", "6-2 A" ..."""
    words = [play.split() for play in plays]
    return tuple(
        Laid(Tile(*sorted(map(int, w[0].split("-")), reverse=True)), w[1] if len(w) > 1 else "", 0) for w in words
    )


def test_an_opening_double_lies_crosswise() -> None:
    (row,) = spots(extend_layout(observe_table(laid("6-6")), ()))
    assert (row.x, row.y, row.heading % 4) == (0, 0, 2)


def test_the_higher_number_of_an_opening_tile_faces_arm_a() -> None:
    table = observe_table(laid("6-2"))
    rows = spots(extend_layout(table, ()))
    assert end(table, rows, "A").number == 6
    assert end(table, rows, "A").point[0] == -1
    assert end(table, rows, "B").number == 2


def test_a_leads_left_b_right_c_up_and_d_down() -> None:
    table = observe_table(laid("6-6", "6-1 A", "6-2 B", "6-3 C", "6-4 D"), layout="cross", spinner=0)
    rows = spots(extend_layout(table, ()))
    for row, arm in zip(rows[1:], "ABCD", strict=True):
        assert row.heading == OUT[arm]
        assert row.near == 6


def test_a_spinner_played_later_gets_its_arms_where_it_lies() -> None:
    table = observe_table(laid("5-4", "5-3 A", "3-3 A", "3-1 A", "3-6 C", "3-2 D"), layout="spinner", spinner=2)
    rows = spots(extend_layout(table, ()))
    assert rows[2].x < -3
    assert rows[4].x == rows[5].x == rows[2].x
    assert rows[4].y < rows[2].y < rows[5].y


def test_a_cross_that_did_not_begin_with_a_double_is_a_line() -> None:
    plays = laid("6-5", "5-4 B", "4-3 B", "3-2 B", "2-1 B", "1-0 B", "6-0 A", "0-2 A", "2-4 A", "4-6 A", "6-3 A")
    assert extend_layout(observe_table(plays, layout="cross"), ()) == extend_layout(observe_table(plays), ())
