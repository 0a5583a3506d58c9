"""An animated picture shows each frame as it was drawn, and holds little more than what changes."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from renderers.kit import picture, text
from renderers.kit.gif import Film
from renderers.kit.palette import FACE, FELT


def frames(count: int) -> list[Image.Image]:
    """Pictures that differ in a word and in their height."""
    drawn = []
    for number in range(count):
        canvas = picture.blank(400, 240 - 20 * (number % 3))
        text.draw(canvas, 20, 100, f"Frame {number}", 60, FACE)
        drawn.append(canvas)
    return drawn


def film(images: list[Image.Image]) -> Image.Image:
    made = Film()
    for number, image in enumerate(images):
        made.add(image, 50 + number)
    return Image.open(io.BytesIO(made.to_bytes()))


def test_every_frame_is_the_one_that_was_drawn_with_felt_below_a_lower_one() -> None:
    images = frames(6)
    shown = film(images)
    assert (shown.size, getattr(shown, "n_frames", 0), shown.info["loop"]) == ((400, 240), 6, 0)
    for number, image in enumerate(images):
        shown.seek(number)
        seen = shown.convert("RGB")
        expected = Image.new("RGB", (400, 240), FELT)
        expected.paste(picture.quantise(image).convert("RGB"), (0, 0))
        assert seen.tobytes() == expected.tobytes()
        assert shown.info["duration"] == 10 * (50 + number)


def test_a_frame_that_is_like_the_one_before_takes_almost_no_room() -> None:
    (image,) = frames(1)
    sizes = []
    for repeated in (1, 11):
        made = Film()
        for _ in range(repeated):
            made.add(image, 50)
        sizes.append(len(made.to_bytes()))
    assert sizes[1] - sizes[0] < 10 * 100


def test_there_is_no_film_without_a_frame() -> None:
    with pytest.raises(ValueError, match="without a frame"):
        Film().to_bytes()
