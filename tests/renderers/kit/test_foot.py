"""The foot of a table's picture."""

from __future__ import annotations

from renderers.kit import picture
from renderers.kit.foot import Foot


def test_what_a_row_of_large_print_cannot_hold_goes_on_in_the_next() -> None:
    said = "no 11 left for 11-11 · 7 of 8 passed"
    short, long = (
        Foot(picture.LARGE_WIDTH, tiles=0, said=words, progress=["1/13"]) for words in ("7 of 8 passed", said)
    )
    assert long.height > short.height
    assert Foot(picture.WIDTH, tiles=0, said=said, progress=["1/13"]).height == short.height
