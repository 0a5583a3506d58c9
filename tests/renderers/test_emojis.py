"""The emojis are within Discord's limits, and two halves make a tile."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from renderers.emojis import emojis, left_half_name, right_half_name
from renderers.kit.palette import BORDER, SEATS, colour, contrast

EMOJIS = emojis()


def picture(name: str) -> Image.Image:
    return Image.open(io.BytesIO(EMOJIS[name]))


def opaque_rows(image: Image.Image, x: int) -> list[int]:
    return [y for y in range(128) if image.getchannel("A").getpixel((x, y)) == 255]


def test_there_are_both_halves_of_every_number_the_seats_and_a_back() -> None:
    halves = {name(number) for number in range(19) for name in (left_half_name, right_half_name)}
    assert set(EMOJIS) == halves | {f"seat_{seat}" for seat in range(1, 9)} | {"tile_back"}
    assert len(set(EMOJIS.values())) == len(EMOJIS) == 47


def test_discord_takes_every_emoji() -> None:
    for name, data in EMOJIS.items():
        assert re.fullmatch(r"\w{2,32}", name, re.ASCII)
        assert len(data) <= 256 * 1024
        image = picture(name)
        assert (image.format, image.size, image.mode) == ("PNG", (128, 128), "RGBA")


def test_the_same_emoji_is_drawn_every_time() -> None:
    assert emojis() == EMOJIS


def test_two_halves_meet_without_a_gap_and_end_in_round_corners() -> None:
    for first in range(19):
        one, other = picture(left_half_name(first)), picture(right_half_name(18 - first))
        assert opaque_rows(one, 127) == opaque_rows(other, 0)
        assert len(opaque_rows(one, 127)) > 110
        assert not opaque_rows(one, 0)
        assert not opaque_rows(other, 127)


@pytest.mark.parametrize("theme", ["#FFFFFF", "#313338", "#1A1A1E"])
def test_a_seats_mark_reads_on_light_and_dark_themes(theme: str) -> None:
    for seat, shade in enumerate(SEATS, 1):
        image = picture(f"seat_{seat}")
        middle = image.crop((44, 44, 84, 84)).convert("RGB").getcolors(100_000) or []
        assert shade in {found for _, found in middle}
        assert max(contrast(part, colour(theme)) for part in (shade, BORDER)) >= 3
        assert BORDER in {found for _, found in image.convert("RGB").getcolors(100_000) or []}


def test_nothing_is_cut_off_above_and_below() -> None:
    for name in EMOJIS:
        alpha = picture(name).getchannel("A")
        assert alpha.crop((0, 0, 128, 1)).getextrema()[1] == 0, name
        assert alpha.crop((0, 127, 128, 128)).getextrema()[1] == 0, name
