from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from renderers.kit import picture, seats, text
from renderers.kit.palette import LABEL
from renderers.kit.seats import Plate
from tests.renderers import pairs
from tests.renderers.names import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_a_plate_leaves_its_frame(name: str) -> None:
    with_name, without = (
        _plate(Plate(1, shown, tiles=12, score="−1234", note="a long note " * 5)) for shown in (name, "")
    )
    changed = ImageChops.difference(with_name, without).getbbox()
    if changed is not None:
        assert changed[0] >= 14
        assert changed[1] >= 3
        assert changed[2] <= 290 - 3
        assert changed[3] <= 116 - 3


LONG_NAMES = ("გიორგი მაისურაძე", "Nguyễn Thị Hạnh", "Maximiliane von Habsburg", "კონსტანტინე გამსახურდია")
HEIGHTS = (0, 400, 600, 950, 1020)
"""Of a picture below its strip."""


@pytest.mark.parametrize("seats_there", [4, 8])
def test_a_long_name_stands_above_its_mark_and_is_not_cut(monkeypatch: pytest.MonkeyPatch, seats_there: int) -> None:
    names = [name for name in NAMES if 180 < text.width(name, 28) < 280]
    assert names
    for name in names:
        plates = [Plate(seat, name, tiles=12, score="134", note="drew 2") for seat in range(seats_there)]
        assert texts_of_strip(monkeypatch, plates).count(name) == seats_there


@pytest.mark.parametrize("name", LONG_NAMES)
@pytest.mark.parametrize("wide", [picture.WIDTH, picture.TALL_WIDTH, picture.LARGE_WIDTH])
@pytest.mark.parametrize("number", range(2, 9))
def test_no_name_is_cut(monkeypatch: pytest.MonkeyPatch, name: str, wide: int, number: int) -> None:
    plates = [Plate(seat, name, tiles=12, score="134", note="drew 2") for seat in range(number)]
    for below in HEIGHTS:
        assert texts_of_strip(monkeypatch, plates, wide, below).count(name) == number


@pytest.mark.parametrize("wide", [picture.WIDTH, picture.TALL_WIDTH])
@pytest.mark.parametrize("number", range(2, 9))
def test_the_seats_take_15_hundredths_of_a_picture_at_most(number: int, wide: int) -> None:
    for high in (900, 1200):
        strip = seats.reserved_height(number, wide, high)
        assert seats.height(number, wide, high - strip) == strip
        for below in range(766, high - strip + 1):
            strip = seats.height(number, wide, below)
            assert 100 * strip <= 15 * (strip + below)


def test_the_seats_of_a_board_with_few_tiles_are_lower_than_those_of_a_full_one() -> None:
    lower, usual = (seats.reserved_height(8, picture.WIDTH, high) for high in (900, 1200))
    assert lower < usual
    assert seats.height(4, picture.WIDTH, 0) == seats.height(4, picture.WIDTH, 1000)
    assert seats.height(8, picture.LARGE_WIDTH, 0) == seats.height(8, picture.LARGE_WIDTH, 1000)


def _plate(plate: Plate) -> Image.Image:
    canvas = picture.blank(290, 116)
    seats.draw(canvas, plate, (0, 0, 290, 116))
    return canvas


@pytest.mark.parametrize("wide", [picture.WIDTH, picture.TALL_WIDTH])
@pytest.mark.parametrize("number", range(2, 9))
def test_the_strip_holds_up_to_eight_seats(number: int, wide: int) -> None:
    for below in HEIGHTS:
        high = seats.height(number, wide, below)
        canvas = picture.blank(wide, high + 50)
        seats.strip(canvas, [Plate(seat, NAMES[seat], 7, "38") for seat in range(number)], high)
        box = ImageChops.difference(canvas, picture.blank(*canvas.size)).getbbox()
        assert box is not None
        assert box[2] <= wide - 10
        assert box[3] <= high


def test_whose_turn_it_is_has_a_yellow_frame() -> None:
    waiting, acting = (_plate(Plate(0, "Ana", 7, "38", turn=turn)) for turn in (False, True))
    assert waiting.getpixel((145, 4)) != LABEL
    assert acting.getpixel((145, 4)) == LABEL


def test_who_confirmed_has_a_check_mark() -> None:
    assert _plate(Plate(0, "Ana", done=True)).tobytes() != _plate(Plate(0, "Ana")).tobytes()


def texts_of_strip(
    monkeypatch: pytest.MonkeyPatch, plates: list[Plate], wide: int = picture.WIDTH, below: int = 1020
) -> list[str]:
    """Return every text on a strip over a picture of this height, as it was cut."""
    high = seats.height(len(plates), wide, below)
    return pairs.written_texts(monkeypatch, lambda: seats.strip(picture.blank(wide, high), plates, high))


@pytest.mark.parametrize("wide", [picture.WIDTH, picture.TALL_WIDTH])
@pytest.mark.parametrize("gain", ["+5", "+52", "+108"])
@pytest.mark.parametrize("score", ["0", "52", "−130"])
@pytest.mark.parametrize("tiles", [None, 0, 14])
@pytest.mark.parametrize("number", range(2, 9))
def test_no_plate_cuts_a_gain_or_a_score(
    monkeypatch: pytest.MonkeyPatch, number: int, tiles: int | None, score: str, gain: str, wide: int
) -> None:
    for below in (400, 1020):
        plates = [Plate(seat, f"{number}{seat}", tiles, score, gain) for seat in range(number)]
        told = texts_of_strip(monkeypatch, plates, wide, below)
        assert told.count(gain) == number
        assert told.count(score) >= number
        assert not any("…" in words for words in told)
