"""A hand of Chickenfoot: tiles standing upright over the letters of the ends they fit; what was just drawn apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.games.chickenfoot.observation import ChickenfootObservation
from engine.tiles import Tile
from engine.words import Message, Words, count, msg
from renderers import picture, sprites, text
from renderers.chickenfoot import tableau
from renderers.chickenfoot.words import fitting_ends
from renderers.look import Layout
from renderers.palette import FACE, LABEL, LINE, PANEL, SOFT
from renderers.sprites import Style

_WIDTH, _HEADER, _MARGIN, _TABLE = 680, 76, 20, 440
_ROWS = ((14, 7, 64), (30, 10, 45), (60, 14, 32), (190, 20, 22))
"""Up to how many tiles, how many in a row, pixels per u."""
_TARGET_UNIT = 24
_FEW = 3
"""So many letters fit below a tile."""


def hand(seen: ChickenfootObservation, layout: Layout, words: Words, chosen: tuple[str, ...] = ()) -> Image.Image:
    """The viewer's hand, 680 pixels wide; with `chosen`, the farmyard below it with the ends that fit."""
    held = (seen.hands[seen.viewer] if seen.viewer is not None else None) or ()
    drawn = [tile for tile in seen.drawn if tile in held]
    kept = sorted(tile for tile in held if tile not in drawn)
    ends = fitting_ends(seen, chosen)
    _, columns, unit = next(row for row in _ROWS if len(held) <= row[0])
    pitch = round(2.2 * unit) + 2 * _slot(unit)
    rows, drawn_rows = max(1, -(-len(kept) // columns)), -(-len(drawn) // columns)
    below = _TABLE if chosen and layout and ends else 0
    apart = drawn_rows * pitch + 60 if drawn else 0
    canvas = picture.blank(_WIDTH, _HEADER + rows * pitch + apart + _MARGIN + below)
    _header(canvas, seen, held, words)
    _stand(canvas, kept, _HEADER, columns, unit, ends, waiting=seen.viewer != seen.to_act)
    if drawn:
        top = _HEADER + rows * pitch
        picture.plate(canvas, (_MARGIN, top, _WIDTH - 2 * _MARGIN, apart - 4), 16, PANEL, LINE, 3)
        line = words.text(_drawn(seen))
        text.draw(canvas, _WIDTH // 2, top + 42, line, 34, LABEL, "centre", limit=_WIDTH - 4 * _MARGIN)
        _stand(canvas, drawn, top + 54, columns, unit, ends, waiting=False)
    if below:
        _target(canvas, seen, layout, ends, canvas.height - below)
    return canvas


def _header(canvas: Image.Image, seen: ChickenfootObservation, held: Sequence[Tile], words: Words) -> None:
    if seen.viewer is None:
        return
    picture.stamp(canvas, sprites.mark(seen.viewer, 48, numbered=True), _MARGIN + 26, _HEADER // 2)
    base, right = _HEADER // 2 + 11, _WIDTH - _MARGIN - 4
    pips = words.text(count("{n} pip", "{n} pips", sum(tile.pips for tile in held)))
    right -= text.draw(canvas, right, base, pips, 32, SOFT, "right") + 24
    text.draw(canvas, _MARGIN + 66, base, words.name(seen.viewer), 34, FACE, limit=right - _MARGIN - 66)


def _drawn(seen: ChickenfootObservation) -> Message:
    fits = any(tile in seen.playable for tile in seen.drawn)
    return msg("Just drawn: it fits") if fits else msg("Just drawn: it does not fit")


def _slot(unit: int) -> int:
    """Half the height of the discs below a tile."""
    return max(round(0.36 * unit), 11)


def _stand(
    canvas: Image.Image, tiles: Sequence[Tile], top: int, columns: int, unit: int, ends: Mapping[str, Sequence[str]],
    *, waiting: bool,
) -> None:  # fmt: skip
    """Tiles side by side, in as many rows as they need."""
    pitch, step = round(2.2 * unit) + 2 * _slot(unit), round(1.42 * unit)
    left = (_WIDTH - min(len(tiles), columns) * step) // 2
    style = Style.PIPS if unit >= 26 else Style.NUMERALS
    for i, tile in enumerate(tiles):
        x, y = left + round((i % columns + 0.5) * step), top + i // columns * pitch
        fits = ends.get(str(tile))
        sprite = sprites.tile(tile.high, tile.low, 2, unit, style, dim=fits is None and not waiting)
        picture.stamp(canvas, sprite, x, y + round(1.08 * unit))
        if fits:
            _letters(canvas, fits, x, y + round(2.2 * unit) + _slot(unit), unit)


def _letters(canvas: Image.Image, fits: Sequence[str], x: int, middle: int, unit: int) -> None:
    """The ends a tile fits; where they are many, the first and how many more."""
    if list(fits) == [""]:
        picture.stamp(canvas, sprites.tick(2 * _slot(unit), LABEL), x, middle)
        return
    shown = list(fits) if len(fits) <= _FEW else [*fits[: _FEW - 1], f"+{len(fits) - _FEW + 1}"]
    step = min(2 * _slot(unit), round(1.36 * unit / len(shown)))
    for i, letter in enumerate(shown):
        disc = sprites.label(letter, step, LABEL)
        picture.stamp(canvas, disc, round(x + (i - (len(shown) - 1) / 2) * step), middle)


def _target(
    canvas: Image.Image, seen: ChickenfootObservation, layout: Layout, ends: Mapping[str, Sequence[str]], top: int
) -> None:
    """The farmyard, or the part of it with most of the ends that fit."""
    live = {letter for letters in ends.values() for letter in letters}
    table = picture.blank(_WIDTH, _TABLE - 2)
    view = tableau.view_of_all(seen, layout, *table.size)
    if view.unit < _TARGET_UNIT:
        view = tableau.view_of_ends(seen, layout, *table.size, live, _TARGET_UNIT)
    tableau.draw(table, seen, layout, view, live)
    canvas.paste(table, (0, top + 2))
    picture.plate(canvas, (_MARGIN, top, _WIDTH - 2 * _MARGIN, 2), 0, LINE)
