from __future__ import annotations

from random import Random

import pytest
from shapely import affinity
from shapely.geometry import box

from renderers.kit.geometry import Bounds, Box, Point, around, camera


def test_boxes_hit_exactly_when_their_polygons_overlap() -> None:
    rng = Random(1)
    hits = 0
    for _ in range(2000):
        placed = [
            (rng.uniform(-2, 2), rng.uniform(-2, 2), rng.randrange(8), rng.choice((1.0, 2.0)), rng.choice((0.5, 1.0)))
            for _ in range(2)
        ]
        one, other = (Box.around(Point(x, y), heading, length, width) for x, y, heading, length, width in placed)
        polygons = [
            affinity.rotate(box(x - a / 2, y - b / 2, x + a / 2, y + b / 2), 45 * heading, origin=(x, y))
            for x, y, heading, a, b in placed
        ]
        overlap = polygons[0].intersection(polygons[1]).area
        if not 0 < overlap < 1e-9:
            assert one.hits(other) == (overlap > 0)
            hits += overlap > 0
    assert 300 < hits < 1700


def test_touching_is_no_hit_and_coming_too_near_is_one() -> None:
    one, other = (Box.around(Point(x, 0), 0) for x in (0, 2))
    assert not one.hits(other)
    assert one.hits(other, clearance=0.14)
    assert not one.hits(Box.around(Point(2.14, 0), 0), clearance=0.14)


@pytest.mark.parametrize("heading", range(8))
def test_a_box_around_a_heading_has_the_tiles_reach(heading: int) -> None:
    bounds = around([Box.around(Point(3, 4), heading)], Bounds(3, 4, 3, 4))
    across = {0: (2, 1), 2: (1, 2)}.get(heading % 4, (3 / 2**0.5, 3 / 2**0.5))
    assert (bounds.width, bounds.height) == pytest.approx(across)


def test_what_the_camera_shows_fits_and_is_centred() -> None:
    view = camera(Bounds(-3, -1, 20, 9), (50, 100, 1000, 400))
    left, top = view.at(Point(-3, -1))
    right, bottom = view.at(Point(20, 9))
    assert left >= 50
    assert top >= 100
    assert right <= 1050
    assert bottom <= 500
    assert abs((left - 50) - (1050 - right)) <= 1
    assert abs((top - 100) - (500 - bottom)) <= 1
