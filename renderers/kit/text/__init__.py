"""Text in pictures, on one line and never wider or higher than its place.

It may be whatever a person is called.

    text.draw(canvas, 40, 60, "Ana 5", 36, FACE)              # 40 is the left end, 60 the base line
    text.draw(canvas, 600, 60, name, 36, FACE, "centre", width=300)

Names are best effort: what no font can show becomes "□". Sizes are pixels.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from typing import Literal

from PIL import Image, ImageDraw

from renderers.kit.palette import Colour
from renderers.kit.picture import WIDTH, tint
from renderers.kit.text import robot
from renderers.kit.text.fonts import LABEL, TEXT, Face, font, use_fonts_in
from renderers.kit.text.runs import Run, clusters, runs

__all__ = [
    "LABEL",
    "NARROWEST",
    "TEXT",
    "Align",
    "draw",
    "fitted",
    "least_name",
    "lines",
    "name",
    "use_fonts_in",
    "width",
]

Align = Literal["left", "centre", "right"]
_ABOVE, _BELOW = 1.15, 0.45
"""How much of a line is kept above and below its base line, in sizes.

Towers of accents are cut off there.
"""
_LEAST_NAME, _LEAST = 24, 16
"""The least size of a name in a picture of the usual width, and in any other.

A name is written smaller rather than cut, but no smaller than this.
"""
_EAST_ASIAN = "\u2e80-\u9fff\uf900-\ufaff\uff01-\uff60"
"""Ideographs, kana and their punctuation, which have no blanks between them."""
_OPENING = "「『（［｛〈《【〔"
_NO_BEGINNING = "、。，．・：；？！）］｝」』〉》】〕…‥ー々ゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ"
"""What no line ends with, and what none begins with."""
_BREAK = re.compile(
    rf"(?<=\S)(?=\s)|(?<![\s{_OPENING}])(?:(?<=[{_EAST_ASIAN}])(?=\S)|(?=[{_EAST_ASIAN}]))(?![{_NO_BEGINNING}])(?<!^)"
)
"""Where a line can break: before a blank, or beside an ideograph."""
NARROWEST = 0.7
"""The share of their width to which the letters of a long text get narrower.

Only what still doesn't fit is cut.
"""


def width(words: str, size: int, face: Face = TEXT) -> int:
    """Return how wide a text is."""
    return _line(words, size, face)[1]


def cut_to_width(words: str, size: int, limit: int, face: Face = TEXT) -> str:
    """Return the text, or the beginning of it that fits into `limit` pixels, with "…"."""
    if width(words, size, face) <= limit:
        return words
    whole = clusters(words)
    low, high = 0, len(whole)
    while low < high:
        middle = (low + high + 1) // 2
        if width("".join(whole[:middle]) + "…", size, face) <= limit:
            low = middle
        else:
            high = middle - 1
    return "".join(whole[:low]).rstrip() + "…" if low else ""


def draw(
    canvas: Image.Image,
    x: int,
    base: int,
    words: str,
    size: int,
    shade: Colour,
    align: Align = "left",
    *,
    face: Face = TEXT,
    limit: int | None = None,
) -> int:
    """Write one line and return its width.

    If it is wider than `limit` pixels, its letters get narrower; it is cut once they are as narrow as can be.
    """
    mask, wide = _line(words if limit is None else cut_to_width(words, size, int(limit / NARROWEST), face), size, face)
    pad = _pad(size)
    if limit is not None and wide > limit:
        mask, wide, pad = _narrow_mask(mask, limit / wide), limit, pad * limit // wide
    left = x - {"left": 0, "centre": wide // 2, "right": wide}[align]
    tint(canvas, mask, left - pad, base - round(size * _ABOVE), shade)
    return wide


def name(
    canvas: Image.Image,
    x: int,
    base: int,
    said: str,
    size: int,
    shade: Colour,
    align: Align = "left",
    *,
    face: Face = TEXT,
    limit: int,
    least: int | None = None,
) -> int:
    """Write a name, or a label, as large as it fits, and return its width.

    It is at most `size`, and narrower if it is too long at its `least`.
    """
    sizes = range(size, min(size, least or least_name(canvas.width)) - 1, -2)
    fitting = next((smaller for smaller in sizes if width(said, smaller, face) <= limit), sizes[-1])
    return draw(canvas, x, base, said, fitting, shade, align, face=face, limit=limit)


def least_name(wide: int) -> int:
    """Return the least size of a name in a picture `wide` pixels wide.

    A phone shows all pictures equally wide.
    """
    return max(_LEAST, min(_LEAST_NAME, _LEAST_NAME * wide // WIDTH))


def lines(words: str, size: int, limit: int, face: Face = TEXT) -> list[str]:
    """Return a text broken between words, or between ideographs, into lines of at most `limit` pixels."""
    broken: list[str] = []
    for paragraph in words.splitlines():
        line = ""
        for piece in _BREAK.split(" ".join(paragraph.split())):
            longer = line + piece if line else piece.lstrip()
            if line and width(longer, size, face) > limit:
                broken.append(line)
                longer = piece.lstrip()
            line = longer
        broken.append(cut_to_width(line, size, limit, face))
    return broken


def _narrow_mask(mask: Image.Image, share: float) -> Image.Image:
    return mask.resize((max(round(mask.width * share), 1), mask.height), Image.Resampling.HAMMING)


def _pad(size: int) -> int:
    return size // 4  # letters may reach out of their advance


@lru_cache(maxsize=2048)
def _line(words: str, size: int, face: Face) -> tuple[Image.Image, int]:
    """Return a line as a mask with `_pad` on both sides, and its width without that."""
    parts = runs(words, face)
    advances = [_advance(run, size, face) for run in parts]
    wide = round(sum(advances))
    mask = Image.new("L", (max(wide, 1) + 2 * _pad(size), round(size * _ABOVE) + round(size * _BELOW)), 0)
    x = float(_pad(size))
    for run, advance in zip(parts, advances, strict=True):
        _write(mask, x, round(size * _ABOVE), run, size, face)
        x += advance
    return mask, wide


def _advance(run: Run, size: int, face: Face) -> float:
    if run.source == robot.DRAWN:
        return robot.advance(size) * len(run.text)
    return font(run.source, size, face.weight).getlength(run.text, direction=run.direction)


def _write(mask: Image.Image, x: float, base: int, run: Run, size: int, face: Face) -> None:
    if run.source == robot.DRAWN:
        robot.draw(mask, x, base, len(run.text), size)
        return
    with suppress(OSError):  # FreeType gives up on a few glyphs ("raster overflow"); they stay blank
        source = font(run.source, size, face.weight)
        ImageDraw.Draw(mask).text((x, base), run.text, 255, font=source, anchor="ls", direction=run.direction)
