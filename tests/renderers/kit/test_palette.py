from __future__ import annotations

from itertools import combinations

import pytest

from renderers.kit import palette, sprites
from renderers.kit.palette import PALETTE, SEATS, VALUES, contrast


def test_a_palette_picture_has_at_most_256_colours() -> None:
    assert len(PALETTE) == len(set(PALETTE)) <= 256


def test_numbers_read_on_a_tile() -> None:
    assert len(VALUES) == 19
    for value in VALUES:
        assert contrast(value, palette.FACE) >= 4
        assert contrast(value, palette.WHITE) >= 4


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        (palette.FACE, palette.FELT),
        (palette.FACE, palette.DARK),
        (palette.SOFT, palette.FELT),
        (palette.SOFT, palette.DARK),
        (palette.LABEL, palette.FELT),
        (palette.LABEL, palette.DARK),
        (palette.FACE, palette.PANEL),
        (palette.INK, palette.LABEL),
        (palette.GRID_TEXT, palette.GRID),
    ],
)
def test_text_reads_on_its_ground(ink: palette.Colour, ground: palette.Colour) -> None:
    assert contrast(ink, ground) >= 7


def test_points_against_a_player_read_wherever_they_stand() -> None:
    for ground in palette.DARK, palette.FELT:
        assert contrast(palette.LOSS, ground) >= 4.5
    assert contrast(palette.LOSS, palette.LABEL) > 1.5


def test_letters_read_on_ends_that_cannot_be_used() -> None:
    assert contrast(palette.SOFT, palette.DARK) >= 7


def test_a_seats_number_reads_on_its_mark_and_its_mark_on_a_plate() -> None:
    for seat in SEATS:
        assert contrast(seat, palette.DARK) >= 3  # what WCAG asks of symbols and of large text


def test_the_eight_seats_differ_in_shape_not_in_colour_alone() -> None:
    shapes = [sprites.mark_shape(seat, 64).tobytes() for seat in range(8)]
    for one, other in combinations(shapes, 2):
        differing = sum(abs(a - b) > 128 for a, b in zip(one, other, strict=True))
        assert differing > 0.04 * len(one)
    assert len(set(SEATS)) == 8


def test_marks_still_differ_at_the_size_of_a_phone() -> None:
    small = [sprites.mark_shape(seat, 64).reduce(4).tobytes() for seat in range(8)]
    for one, other in combinations(small, 2):
        assert sum(abs(a - b) > 96 for a, b in zip(one, other, strict=True)) >= 8
