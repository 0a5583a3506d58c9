"""Runs of a text, the pieces that one font can draw in one direction."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import regex
from bidi import algorithm as bidi

from renderers.kit.text.fonts import SHAPING, TEXT, Face, Source, chain, coverage, emoji
from renderers.kit.text.robot import DRAWN, ROBOT

MISSING = "□"
LOOKALIKES = {"✕": "×"}
"""Signs of ours that the fonts lack, and what to draw for them."""
MAX_LENGTH = 400
"""The most characters of a text that are shown."""
_MAX_ACCENTS = 2
"""The most accents above and below one letter that are shown; more would cover the lines around it."""
_JOINERS = frozenset({0x200C, 0x200D, 0xFE0E, 0xFE0F})
"""Characters that decide how letters join; they need no glyph of their own."""
_CLUSTER = regex.compile(r"\X")
_PICTOGRAPH = regex.compile(r"\p{Extended_Pictographic}|\p{Regional_Indicator}|[0-9#*]\uFE0F?\u20E3")


class Run(NamedTuple):
    """Text for one font and direction, in logical order.

    Without SHAPING it is in visual order, from left to right.
    """

    text: str
    source: Source
    direction: str | None  # "ltr" or "rtl"


def clusters(words: str) -> list[str]:
    """Return what people see as the characters of a text.

    Control characters and surplus space are removed.
    """
    normal = unicodedata.normalize("NFC", words[:MAX_LENGTH])
    shown = "".join(" " if c.isspace() else c for c in normal if c.isspace() or _is_shown(c))
    return [_limit_accents(cluster) for cluster in _CLUSTER.findall(" ".join(shown.split()))]


def _is_shown(char: str) -> bool:
    # format characters (Cf) are hidden, since some would change the direction of the text around a name
    return ord(char) in _JOINERS or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn")


def _limit_accents(cluster: str) -> str:
    accents = 0
    shown = []
    for char in cluster:
        is_accent = unicodedata.combining(char) >= 200  # above or below the letter
        accents += is_accent
        if not is_accent or accents <= _MAX_ACCENTS:
            shown.append(char)
    return "".join(shown)


@lru_cache(maxsize=4096)
def runs(words: str, face: Face) -> Sequence[Run]:
    """Return the runs of a text from left to right.

    If the face lacks one of the letters, the whole text is written in TEXT, since a word in two faces is hard to read.
    """
    characters = clusters(words)
    face = face if _shows_letters(face, characters) else TEXT
    shown = [_choose_form(cluster, face) for cluster in characters]
    levels = _levels("".join(text for text, _ in shown))
    pieces, start = [], 0
    for text, source in shown:
        pieces.append((levels[start] if start < len(levels) else 0, source, text))
        start += len(text)
    ordered = _group_in_visual_order(pieces)
    return tuple(_run(level, source, [text for _, _, text in run]) for (level, source), run in ordered)


def _shows_letters(face: Face, characters: Sequence[str]) -> bool:
    """Return whether the first font of a face has all letters of a text."""
    letters = {ord(char) for cluster in characters for char in cluster if char.isalpha()}
    return letters <= coverage(chain(face)[0])


def _run(level: int, source: Source, texts: Sequence[str]) -> Run:
    backwards = level % 2 == 1
    if not SHAPING:
        return Run("".join(reversed(texts) if backwards else texts), source, None)
    return Run("".join(texts), source, "rtl" if backwards else "ltr")


def _choose_form(cluster: str, face: Face) -> tuple[str, Source]:
    """Return the text shown for a cluster, and the font that has it."""
    if cluster == ROBOT:
        return cluster, DRAWN
    fonts = chain(face)
    if _PICTOGRAPH.match(cluster) and (len(cluster) > 1 or not cluster.isascii()):
        fonts = (emoji(), *fonts)
    for text in _forms(cluster):
        codes = {ord(char) for char in text} - _JOINERS
        for source in fonts if codes else ():
            if codes <= coverage(source):
                return text, source
    return MISSING, _first_with(MISSING, face)


def _forms(cluster: str) -> Iterator[str]:
    """Yield ways to show a cluster, the best first."""
    yield cluster
    yield LOOKALIKES.get(cluster, cluster)
    yield unicodedata.normalize("NFKC", cluster)  # 𝓕 as F
    yield cluster[0]  # without accents


def _first_with(char: str, face: Face) -> Source:
    fonts = chain(face)
    return next((source for source in fonts if ord(char) in coverage(source)), fonts[0])


def _levels(text: str) -> list[int]:
    """Return each character's embedding level by Unicode Standard Annex 9; odd is right to left."""
    if all(unicodedata.bidirectional(char) not in ("R", "AL", "AN") for char in text):
        return [0] * len(text)
    storage = bidi.get_empty_storage()
    storage["base_level"] = bidi.get_base_level(text)
    storage["base_dir"] = "LR"[storage["base_level"]]  # level 0: left to right, 1: right to left
    bidi.get_embedding_levels(text, storage)
    bidi.explicit_embed_and_overrides(storage)
    bidi.resolve_weak_types(storage)
    bidi.resolve_neutral_types(storage, False)
    bidi.resolve_implicit_levels(storage, False)
    return [char["level"] for char in storage["chars"]]


Piece = tuple[int, Source, str]
"""A cluster as it is shown, with its embedding level and its font."""


def _group_in_visual_order(pieces: Sequence[Piece]) -> list[tuple[tuple[int, Source], list[Piece]]]:
    """Group pieces of one level and font, and order these runs from left to right.

    This is rule L2 of Unicode Standard Annex 9.
    """
    grouped = [(key, list(run)) for key, run in groupby(pieces, key=lambda piece: piece[:2])]
    highest = max((level for (level, _), _ in grouped), default=0)
    for level in range(highest, 0, -1):
        reordered: list[tuple[tuple[int, Source], list[Piece]]] = []
        for is_reversed, stretch in groupby(grouped, key=lambda group: group[0][0] >= level):
            groups = list(stretch)
            reordered += groups[::-1] if is_reversed else groups
        grouped = reordered
    return grouped
