from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageDraw

from renderers.kit import palette, picture, sprites
from renderers.kit.picture import Sprite
from renderers.kit.sprites import Style


@pytest.mark.parametrize("number", range(19))
def test_a_half_has_as_many_pips_as_its_number(number: int) -> None:
    spots, radius = sprites.pips(number)
    assert len(set(spots)) == len(spots) == number
    assert all(abs(x) + radius <= 0.47 and abs(y) + radius <= 0.47 for x, y in spots)


@pytest.mark.parametrize("number", range(19))
def test_pips_do_not_touch_each_other(number: int) -> None:
    spots, radius = sprites.pips(number)
    for i, (x, y) in enumerate(spots):
        assert all(((x - a) ** 2 + (y - b) ** 2) ** 0.5 > 2 * radius for a, b in spots[:i])


@pytest.mark.parametrize("number", range(1, 10))
def test_the_pips_that_are_drawn_can_be_counted(number: int) -> None:
    drawn = sprites.tile(number, 0, 2, 64)
    pips = drawn.image.point(lambda level: 255 if level > 170 else 0).convert("L")
    upper = pips.crop((20, 24, pips.width - 20, pips.height // 2 - 4)).point(lambda level: 255 if level > 200 else 0)
    assert _islands(upper) == number


def _islands(mask: Image.Image) -> int:
    """Count the dark islands."""
    found = 0
    while (dark := next((i for i, level in enumerate(mask.tobytes()) if level == 0), None)) is not None:
        ImageDraw.floodfill(mask, (dark % mask.width, dark // mask.width), 255)
        found += 1
    return found


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("heading", range(8))
def test_a_tile_turned_by_a_half_circle_shows_its_halves_exchanged(style: Style, heading: int) -> None:
    one, other = sprites.tile(12, 5, heading, 32, style), sprites.tile(5, 12, heading + 4, 32, style)
    difference = ImageChops.difference(_on_felt(one), _on_felt(other)).convert("L")
    assert sum(level > 60 for level in difference.tobytes()) < 0.05 * difference.width * difference.height


def _on_felt(sprite: Sprite) -> Image.Image:
    canvas = picture.blank(*sprite.image.size)
    picture.stamp(canvas, sprite, canvas.width // 2, canvas.height // 2)
    return canvas


@pytest.mark.parametrize("style", Style)
def test_every_tile_of_a_set_looks_different(style: Style) -> None:
    tiles = [(high, low) for high in range(19) for low in range(high + 1)]
    looks = {_on_felt(sprites.tile(high, low, 2, 24, style)).tobytes() for high, low in tiles}
    assert len(looks) == len(tiles)


def test_a_tile_face_down_is_the_same_whatever_it_is() -> None:
    assert sprites.back(2, 48).image.tobytes() != sprites.tile(6, 2, 2, 48).image.tobytes()


def test_what_cannot_be_played_is_fainter() -> None:
    bright, dim = (_on_felt(sprites.tile(6, 6, 2, 48, dim=dim)).getpixel((50, 20)) for dim in (False, True))
    assert bright == palette.FACE
    assert dim != palette.FACE


def test_the_last_tile_has_a_halo() -> None:
    plain, haloed = (_on_felt(sprites.tile(6, 6, 2, 48, halo=halo)) for halo in (False, True))
    gold = [sum(level == palette.LABEL for level in image.get_flattened_data()) for image in (plain, haloed)]
    assert gold[0] == 0
    assert gold[1] > 500
