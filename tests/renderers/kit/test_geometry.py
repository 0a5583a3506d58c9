from __future__ import annotations

from random import Random

import pytest
from shapely import affinity
from shapely.geometry import box

from renderers.kit.geometry import Bounds, are_apart, bounds_around, camera, rectangle, tile_box


def test_boxes_are_apart_exactly_when_their_polygons_do_not_overlap() -> None:
    rng = Random(1)
    hits = 0
    for _ in range(2000):
        placed = [
            (rng.uniform(-2, 2), rng.uniform(-2, 2), rng.randrange(8), rng.choice((1.0, 2.0)), rng.choice((0.5, 1.0)))
            for _ in range(2)
        ]
        one, other = (rectangle((x, y), heading, length / 2, width / 2) for x, y, heading, length, width in placed)
        polygons = [
            affinity.rotate(box(x - a / 2, y - b / 2, x + a / 2, y + b / 2), 45 * heading, origin=(x, y))
            for x, y, heading, a, b in placed
        ]
        overlap = polygons[0].intersection(polygons[1]).area
        if not 0 < overlap < 1e-9:
            assert are_apart(one, other, 0.0) == (overlap == 0)
            hits += overlap > 0
    assert 300 < hits < 1700


def test_tiles_that_touch_are_apart_and_tiles_that_come_too_near_are_not() -> None:
    one, other = (tile_box((x, 0), 0) for x in (0, 2))
    assert are_apart(one, other, 0.0)
    assert not are_apart(one, other, 0.14)
    assert are_apart(one, tile_box((2.141, 0), 0), 0.14)


@pytest.mark.parametrize("heading", range(8))
def test_a_box_around_a_heading_has_the_tiles_reach(heading: int) -> None:
    bounds = bounds_around([tile_box((3, 4), heading)], Bounds(3, 4, 3, 4))
    across = {0: (2, 1), 2: (1, 2)}.get(heading % 4, (3 / 2**0.5, 3 / 2**0.5))
    assert (bounds.width, bounds.height) == pytest.approx(across)


def test_what_the_camera_shows_fits_and_is_centred() -> None:
    view = camera(Bounds(-3, -1, 20, 9), (50, 100, 1000, 400))
    left, top = view.at((-3, -1))
    right, bottom = view.at((20, 9))
    assert left >= 50
    assert top >= 100
    assert right <= 1050
    assert bottom <= 500
    assert abs((left - 50) - (1050 - right)) <= 1
    assert abs((top - 100) - (500 - bottom)) <= 1
