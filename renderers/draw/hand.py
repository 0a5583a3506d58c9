"""A hand of Draw: tiles standing upright, those that can be played with the letters of the ends they fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.games.draw.observation import DrawObservation
from engine.tiles import Tile
from engine.words import Words, count
from renderers import picture, sprites, text
from renderers.draw.board import extent, line_of_play
from renderers.draw.words import fitting_ends
from renderers.geometry import camera
from renderers.look import Layout
from renderers.palette import FACE, LABEL, LINE, SOFT
from renderers.sprites import Style

_WIDTH, _HEADER, _MARGIN, _TABLE = 680, 76, 20, 400
_ROWS = ((14, 7, 64), (30, 10, 45), (60, 14, 32), (190, 20, 22))
"""Up to how many tiles, how many in a row, pixels per u."""


def hand(seen: DrawObservation, layout: Layout, words: Words, chosen: tuple[str, ...] = ()) -> Image.Image:
    """The viewer's hand, 680 pixels wide; with `chosen`, the line of play below it with the ends that fit."""
    tiles = sorted((seen.hands[seen.viewer] if seen.viewer is not None else None) or ())
    ends = fitting_ends(seen, chosen)
    _, columns, unit = next(row for row in _ROWS if len(tiles) <= row[0])
    rows = max(1, -(-len(tiles) // columns))
    pitch = round(2.2 * unit) + 2 * _slot(unit)
    below = _TABLE if chosen and seen.laid else 0
    canvas = picture.blank(_WIDTH, _HEADER + rows * pitch + _MARGIN + below)
    _header(canvas, seen, tiles, words)
    wide = min(len(tiles), columns) * round(1.42 * unit)
    left = (_WIDTH - wide) // 2
    for i, tile in enumerate(tiles):
        x = left + round((i % columns + 0.5) * round(1.42 * unit))
        _stand(canvas, tile, x, _HEADER + i // columns * pitch, unit, ends, waiting=seen.viewer != seen.to_act)
    if below:
        _target(canvas, seen, layout, ends, canvas.height - below)
    return canvas


def _header(canvas: Image.Image, seen: DrawObservation, tiles: Sequence[Tile], words: Words) -> None:
    if seen.viewer is None:
        return
    picture.stamp(canvas, sprites.mark(seen.viewer, 48, numbered=True), _MARGIN + 26, _HEADER // 2)
    base, right = _HEADER // 2 + 11, _WIDTH - _MARGIN - 4
    pips = words.text(count("{n} pip", "{n} pips", sum(tile.pips for tile in tiles)))
    right -= text.draw(canvas, right, base, pips, 32, SOFT, "right") + 24
    text.draw(canvas, _MARGIN + 66, base, words.name(seen.viewer), 34, FACE, limit=right - _MARGIN - 66)


def _slot(unit: int) -> int:
    """Half the height of the discs below a tile."""
    return max(round(0.36 * unit), 11)


def _stand(
    canvas: Image.Image, tile: Tile, x: int, top: int, unit: int, ends: Mapping[str, Sequence[str]], *, waiting: bool
) -> None:
    """One tile and, below it, the discs of the ends it fits."""
    fits = ends.get(str(tile))
    style = Style.PIPS if unit >= 26 else Style.NUMERALS
    dim = fits is None and not waiting
    picture.stamp(canvas, sprites.tile(tile.high, tile.low, 2, unit, style, dim=dim), x, top + round(1.08 * unit))
    if not fits:
        return
    middle = top + round(2.2 * unit) + _slot(unit)
    if fits == [""]:
        picture.stamp(canvas, sprites.tick(2 * _slot(unit), LABEL), x, middle)
        return
    step = min(2 * _slot(unit), round(1.36 * unit / len(fits)))
    for i, letter in enumerate(fits):
        disc = sprites.label(letter, step, LABEL)
        picture.stamp(canvas, disc, round(x + (i - (len(fits) - 1) / 2) * step), middle)


def _target(
    canvas: Image.Image, seen: DrawObservation, layout: Layout, ends: Mapping[str, Sequence[str]], top: int
) -> None:
    """The line of play with the chosen tile's ends lit."""
    picture.plate(canvas, (_MARGIN, top, _WIDTH - 2 * _MARGIN, 2), 0, LINE)
    live = {letter for letters in ends.values() for letter in letters}
    area = (_MARGIN, top + _MARGIN, _WIDTH - 2 * _MARGIN, _TABLE - 2 * _MARGIN)
    line_of_play(canvas, seen, layout, camera(extent(seen, layout), area), live)
