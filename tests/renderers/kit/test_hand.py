"""The hand that games with open ends share."""

from __future__ import annotations

import pytest

from renderers.kit.hand import ROOM, Rack

MOST = 150
"""More tiles than anybody holds while others play."""


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("below", [0, 400, 440])
def test_a_hand_of_any_size_leaves_room_for_what_stands_below_it(below: int, large: bool) -> None:
    for tiles in range(1, MOST + 1):
        for groups in [tiles], [tiles - tiles // 3, tiles // 3]:
            rack = Rack.of(groups, ROOM - below, large=large)
            assert sum(map(rack.high, groups)) <= ROOM - below, groups


@pytest.mark.parametrize("tiles", [1, 7, 14])
def test_large_print_is_larger(tiles: int) -> None:
    assert Rack.of([tiles], ROOM, large=True).unit > Rack.of([tiles], ROOM).unit
