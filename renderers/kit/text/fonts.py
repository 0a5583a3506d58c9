"""The font files, the characters that each can show, and the order in which they are tried."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from PIL import ImageFont, features
from PIL.ImageFont import FreeTypeFont, Layout


class Source(NamedTuple):
    """One font of a font file, by its number in the file."""

    path: str
    number: int = 0


class Face(NamedTuple):
    """The look of a text: the font that is tried first, and the weight."""

    package: str
    file: str
    weight: int


TEXT = Face("fontpkg_inter", "files/Inter[opsz,wght].ttf", 600)
LABEL = Face("fontpkg_fredoka", "files/Fredoka[wdth,wght].ttf", 650)
"""For numerals and letters on tiles and discs."""

_SCRIPTS = "manimgx_fonts"
_EAST_ASIAN = ("manimgx_fonts_cjk", "NotoSansCJK-VF.otf.ttc")
"""The font of Chinese, Japanese and Korean.

It is the last of our fonts that is tried, because reading its coverage takes a quarter of a second.
"""
_EMOJI = "NotoEmoji[wght].ttf"
_FONT_SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")
_extra: list[Source] = []
"""The fonts of the operator's folder."""

SHAPING = features.check("raqm")
"""Whether letters can be joined, as in Arabic.

For that Pillow needs FriBiDi, which a system may lack. Without it such letters stand apart.
"""


def use_fonts_in(folder: Path | None) -> None:
    """Also use the fonts of a folder, for scripts that our own fonts lack.

    The fonts of its subfolders are used, too. If some files are named "…Regular…", only these files are used. With
    None, the fonts of an earlier folder are removed. Call this at start-up, before anything is drawn: reading the
    coverage of a large font takes a second. Raises OSError for a file that is no font.
    """
    _extra.clear()
    if folder is not None:
        paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in _FONT_SUFFIXES)
        regular = [path for path in paths if "regular" in path.stem.lower()]
        sources = [Source(str(path)) for path in regular or paths]
        for source in sources:
            coverage(source)
        _extra.extend(sources)
    chain.cache_clear()


@cache
def chain(face: Face) -> Sequence[Source]:
    """Return all fonts in the order in which they are tried for a letter."""
    font_of_face = Source(str(files(face.package) / face.file))
    text = Source(str(files(TEXT.package) / TEXT.file))
    folder = Path(str(files(_SCRIPTS)))
    scripts = sorted(path for path in folder.glob("NotoSans*.ttf") if "Italic" not in path.name)
    own_fonts = [font_of_face, text, *(Source(str(path)) for path in scripts), emoji(), _east_asian()]
    return tuple(dict.fromkeys([*own_fonts, *_extra]))


def _east_asian() -> Source:
    package, file = _EAST_ASIAN
    return Source(str(files(package) / file))


@cache
def emoji() -> Source:
    """Return the font that is tried first for pictographs."""
    return Source(str(files(_SCRIPTS) / _EMOJI))


@lru_cache(maxsize=256)
def font(source: Source, size: int, weight: int) -> FreeTypeFont:
    """Return a font ready to draw, in this weight if it has weights."""
    loaded = ImageFont.truetype(
        source.path, size, index=source.number, layout_engine=Layout.RAQM if SHAPING else Layout.BASIC
    )
    try:
        axes = loaded.get_variation_axes()
    except OSError:  # not a variable font
        return loaded
    loaded.set_variation_by_axes([_axis_value(axis, weight, size) for axis in axes])
    return loaded


def _axis_value(axis: ImageFont.Axis, weight: int, size: int) -> float:
    low, usual, high = axis["minimum"] or 0, axis["default"] or 0, axis["maximum"] or 0
    value = {b"Weight": weight, b"Optical size": size}.get(axis["name"] or b"", usual)
    return min(max(value, low), high)


@cache
def coverage(source: Source) -> frozenset[int]:
    """Return the code points that a font can show, from its `cmap` table.

    Raises OSError if the table cannot be read.
    """
    try:
        return frozenset(_read_code_points(*_find_cmap(Path(source.path).read_bytes(), source.number)))
    except (struct.error, ValueError) as reason:
        raise OSError(f"{source.path} is not a font that can be read") from reason


def _find_cmap(data: bytes, number: int) -> tuple[bytes, int]:
    """Return the file and the offset of its `cmap` table.

    Raises ValueError if there is none.
    """
    start = struct.unpack_from(">I", data, 12 + 4 * number)[0] if data[:4] == b"ttcf" else 0
    for i in range(struct.unpack_from(">H", data, start + 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, start + 12 + 16 * i)
        if tag == b"cmap":
            return data, offset
    raise ValueError("no cmap table")


def _read_code_points(data: bytes, cmap: int) -> Iterator[int]:
    """Yield the code points of the Unicode subtables.

    They are formats 4 and 12 of the OpenType specification.
    """
    for i in range(struct.unpack_from(">H", data, cmap + 2)[0]):
        platform, _, offset = struct.unpack_from(">HHI", data, cmap + 4 + 8 * i)
        kind = struct.unpack_from(">H", data, cmap + offset)[0]
        if platform in (0, 3) and kind == 12:
            yield from _read_format_12(data, cmap + offset)
        elif platform in (0, 3) and kind == 4:
            yield from _read_format_4(data, cmap + offset)


def _read_format_12(data: bytes, table: int) -> Iterator[int]:
    for i in range(struct.unpack_from(">I", data, table + 12)[0]):
        first, last, _ = struct.unpack_from(">III", data, table + 16 + 12 * i)
        yield from range(first, last + 1)


def _read_format_4(data: bytes, table: int) -> Iterator[int]:
    n = struct.unpack_from(">H", data, table + 6)[0] // 2
    # four arrays of n numbers follow a header of 14 bytes; 2 bytes of padding are behind the first
    lasts_at, firsts_at, deltas_at, offsets_at = table + 14, *(table + 16 + 2 * n * i for i in (1, 2, 3))
    columns = [struct.unpack_from(f">{n}H", data, start) for start in (lasts_at, firsts_at, deltas_at, offsets_at)]
    for i, (last, first, delta, range_offset) in enumerate(zip(*columns, strict=True)):
        for code in range(first, min(last, 0xFFFE) + 1):  # 0xFFFF ends the table
            if range_offset == 0:
                glyph = code + delta
            else:  # the offset of the glyphs is counted from where the offset itself is stored
                place = offsets_at + 2 * i + range_offset + 2 * (code - first)
                glyph = struct.unpack_from(">H", data, place)[0]
            if glyph & 0xFFFF:  # glyph 0 stands for a missing character
                yield code
