from __future__ import annotations

from math import dist
from random import Random
from typing import NamedTuple

import pytest
from PIL import ImageChops

from engine.dominoes.line import Sign
from engine.tiles import Tile, tile
from engine.words import Words
from renderers.kit import foot, last_turns, picture, sprites
from renderers.kit.foot import Foot
from renderers.kit.geometry import Camera
from renderers.line.arrange import extend_layout
from renderers.line.board import discs
from renderers.line.ends import spots
from tests.renderers.draw.tables import prefix, random_line


class Laid(NamedTuple):
    tile: Tile
    seat: int


class Round(NamedTuple):
    laid: tuple[Laid, ...]
    signs: tuple[Sign, ...] = ()


def last_turn_of(round_: Round, seat: int) -> str:
    deed = last_turns.last_turn_text(round_, seat)
    return Words(["Ana", "Ben", "Cid"]).text(deed) if deed else ""


LAID = (Laid(tile("6-6"), 0), Laid(tile("6-2"), 1), Laid(tile("2-0"), 1))


def test_all_tiles_of_the_last_turn_are_marked() -> None:
    assert last_turns.find_last_turn(Round(LAID)) == 1
    assert last_turns.find_last_turn(Round(LAID[:1])) == 0
    assert last_turns.find_last_turn(Round(())) == 0


def test_a_plate_tells_all_tiles_of_the_last_turn_and_of_no_other() -> None:
    assert [last_turn_of(Round(LAID), seat) for seat in range(3)] == ["", "6-2, 2-0", ""]
    assert [last_turn_of(Round(()), seat) for seat in range(3)] == [""] * 3


def test_a_tile_before_which_another_seat_passed_belongs_to_another_turn() -> None:
    assert last_turns.find_last_turn(Round(LAID, (Sign(0, 2, 0, False),))) == 2


def test_a_plate_says_who_drew_and_who_passed_since_their_last_tile() -> None:
    signs = (Sign(2, 1, 2, None), Sign(0, 2, 0, False))
    assert [last_turn_of(Round(LAID, signs), seat) for seat in range(3)] == ["passed", "2-0", "drew 2"]


def test_what_a_seat_drew_before_its_last_tile_is_forgotten() -> None:
    assert last_turn_of(Round(LAID, (Sign(1, 1, 3, None),)), 1) == "6-2, 2-0"


def test_a_false_claim_is_no_pass() -> None:
    assert last_turn_of(Round(LAID, (Sign(2, 3, 0, True),)), 2) == ""


@pytest.mark.parametrize("kind", ["line", "cross"])
def test_the_mark_at_the_last_tile_hides_no_other_tile_and_no_letter(kind: str) -> None:
    for seed in range(4):
        whole = random_line(Random(seed), 6, kind)
        rows = spots(extend_layout(whole, ()))
        for number, last in enumerate(rows[1:], 1):
            letters = discs(prefix(whole, number + 1), tuple(rows[: number + 1])).values()
            others = [half for row in rows[:number] for half in last_turns.halves(row.centre, row.heading)]
            mark = last_turns.badge_spot(last.centre, last.heading, [*others, *letters])
            assert min(dist(mark, at) for at in [*others, *letters]) > 0.78
            assert 0.6 < dist(mark, last.centre) < 1.2


@pytest.mark.parametrize("at", [(0.05, 3.0), (5.9, 0.1), (3.0, 5.95), (3.0, 3.0)])
def test_the_edge_of_a_picture_cuts_no_mark_at_a_tile(at: tuple[float, float]) -> None:
    canvas = picture.blank(240, 240)
    last_turns.badge(canvas, 2, at, Camera(40, 0, 0))
    shown, whole = (
        ImageChops.difference(canvas, picture.blank(*canvas.size)).getbbox(),
        sprites.mark(2, 24).mask.getbbox(),
    )
    assert shown is not None
    assert whole is not None
    assert (shown[2] - shown[0], shown[3] - shown[1]) == (whole[2] - whole[0], whole[3] - whole[1])


@pytest.mark.parametrize("ends", [0, 3, 12, 30])
@pytest.mark.parametrize("wide", [picture.WIDTH, picture.TALL_WIDTH, picture.LARGE_WIDTH])
def test_a_foot_is_no_higher_than_the_room_kept_for_it(ends: int, wide: int) -> None:
    letters = [(end % 19, chr(65 + end % 26)) for end in range(ends)]
    below = Foot(wide, tiles=30, ends=letters, progress=["18-18 · round 1 of 19", "1/19"])
    assert below.height <= (foot.reserved_height(wide) if ends < 30 or wide > picture.LARGE_WIDTH else foot.height(4))
