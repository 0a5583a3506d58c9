"""Text in pictures, on one line and never wider or higher than its place.

It can show the names of people in all scripts.

    text.draw(canvas, 40, 60, "Ana 5", 36, FACE)              # 40 is the left end, 60 the base line
    text.draw(canvas, 600, 60, name, 36, FACE, "centre", limit=300)

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
    "cut_to_width",
    "draw",
    "least_name",
    "lines",
    "name",
    "use_fonts_in",
    "width",
]

Align = Literal["left", "centre", "right"]
_ABOVE = 1.15
"""The part of a line above its base line, as a multiple of the size.

Higher stacks of accents are cut off.
"""
_BELOW = 0.45
"""The part of a line below its base line, as a multiple of the size."""
_LEAST_NAME = 24
"""The least size of a name in a picture of the usual width.

A name is first made smaller, down to this size, and only then cut.
"""
_LEAST = 16
"""The least size of a name in a narrow picture."""
_EAST_ASIAN = "\u2e80-\u9fff\uf900-\ufaff\uff01-\uff60"
"""Ideographs, kana and their punctuation, which have no blanks between them."""
_OPENING = "「『（［｛〈《【〔"
_NO_BEGINNING = "、。，．・：；？！）］｝」』〉》】〕…‥ー々ゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ"
"""Characters that never end a line, and characters that never begin one."""
_BREAK = re.compile(
    rf"(?<=\S)(?=\s)|(?<![\s{_OPENING}])(?:(?<=[{_EAST_ASIAN}])(?=\S)|(?=[{_EAST_ASIAN}]))(?![{_NO_BEGINNING}])(?<!^)"
)
"""Where a line can break: before a blank, or beside an ideograph."""
NARROWEST = 0.7
"""The least width of the letters of a long text, as a share of their usual width.

Only a text that still doesn't fit is cut.
"""


def width(words: str, size: int, face: Face = TEXT) -> int:
    """Return the width of a text in pixels."""
    return _line(words, size, face)[1]


def cut_to_width(words: str, size: int, limit: int, face: Face = TEXT) -> str:
    """Return the text, or as much of its beginning as fits into `limit` pixels with "…"."""
    if width(words, size, face) <= limit:
        return words
    characters = clusters(words)
    fitting, upper = 0, len(characters)  # a binary search for the number of characters that fit
    while fitting < upper:
        middle = (fitting + upper + 1) // 2
        if width("".join(characters[:middle]) + "…", size, face) <= limit:
            fitting = middle
        else:
            upper = middle - 1
    return "".join(characters[:fitting]).rstrip() + "…" if fitting else ""


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

    If it is wider than `limit` pixels, its letters get narrower. If it doesn't fit with the narrowest letters, it is
    cut.
    """
    if limit is not None:
        words = cut_to_width(words, size, int(limit / NARROWEST), face)
    mask, line_width = _line(words, size, face)
    pad = _pad(size)
    if limit is not None and line_width > limit:
        mask, line_width, pad = _narrow_mask(mask, limit / line_width), limit, pad * limit // line_width
    left = x - {"left": 0, "centre": line_width // 2, "right": line_width}[align]
    tint(canvas, mask, left - pad, base - round(size * _ABOVE), shade)
    return line_width


def name(
    canvas: Image.Image,
    x: int,
    base: int,
    words: str,
    size: int,
    shade: Colour,
    align: Align = "left",
    *,
    face: Face = TEXT,
    limit: int,
    least: int | None = None,
) -> int:
    """Write a name, or a label, as large as it fits, and return its width.

    Its size is between `size` and `least`. A name that is still too long is narrowed, then cut.
    """
    sizes = range(size, min(size, least or least_name(canvas.width)) - 1, -2)
    fitting = next((smaller for smaller in sizes if width(words, smaller, face) <= limit), sizes[-1])
    return draw(canvas, x, base, words, fitting, shade, align, face=face, limit=limit)


def least_name(picture_width: int) -> int:
    """Return the least size of a name in a picture of this width.

    Narrow pictures can have smaller names, as a phone shows all pictures equally wide.
    """
    return max(_LEAST, min(_LEAST_NAME, _LEAST_NAME * picture_width // WIDTH))


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
    return size // 4  # the ink of a letter may reach beyond its advance


@lru_cache(maxsize=2048)
def _line(words: str, size: int, face: Face) -> tuple[Image.Image, int]:
    """Return a line as a mask with `_pad` on both sides, and its width without the pads."""
    line_runs = runs(words, face)
    advances = [_advance(run, size, face) for run in line_runs]
    line_width = round(sum(advances))
    mask = Image.new("L", (max(line_width, 1) + 2 * _pad(size), round(size * _ABOVE) + round(size * _BELOW)), 0)
    x = float(_pad(size))
    for run, advance in zip(line_runs, advances, strict=True):
        _write(mask, x, round(size * _ABOVE), run, size, face)
        x += advance
    return mask, line_width


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
