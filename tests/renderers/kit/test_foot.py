"""The foot of a table's picture."""

from __future__ import annotations

import pytest

from renderers.kit import picture
from renderers.kit.foot import Foot, group_by_letter


def test_what_a_row_of_large_print_cannot_hold_goes_on_in_the_next() -> None:
    said = "no 11 left for 11-11 · 7 of 8 passed"
    short, long = (
        Foot(picture.LARGE_WIDTH, tiles=0, note=words, progress=["1/13"]) for words in ("7 of 8 passed", said)
    )
    assert long.height > short.height
    assert Foot(picture.WIDTH, tiles=0, note=said, progress=["1/13"]).height == short.height


@pytest.mark.parametrize(
    ("numbers", "grey", "shown"),
    [
        ("4143", "", ["4 A", "1 B", "4 C", "3 D"]),
        ("4422", "", ["4 AB", "2 CD"]),
        ("2055", "B", ["2 A", "5 CD", "0 B"]),
        ("2555", "CD", ["2 A", "5 B", "5 CD"]),
        ("41434", "", ["4 ACE", "1 B", "3 D"]),
    ],
)
def test_ends_stand_by_their_letters_and_the_grey_ones_last(numbers: str, grey: str, shown: list[str]) -> None:
    ends = [(int(number), letter) for number, letter in zip(numbers, "ABCDE", strict=False)]
    groups = group_by_letter(ends, grey)
    assert [f"{number} {''.join(letters)}" for number, letters in groups] == shown
