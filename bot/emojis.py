"""Tiles in the text of messages: two emojis in a row that look like one tile, where Discord has them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.tiles import Tile
from renderers.emojis import left, right


class Emojis:
    """The emojis there are: by name, what stands for them in a message (`<:6_:1234>`)."""

    def __init__(self, known: Mapping[str, str] | None = None) -> None:
        self._known = dict(known or {})

    def tile(self, tile: Tile) -> str:
        """A tile as two emojis, or as plain text where one of them is missing."""
        halves = [self._known.get(name) for name in (left(tile.high), right(tile.low))]
        return "".join(half for half in halves if half) if all(halves) else str(tile)


def without_emojis(text: str) -> str:
    """The text with its tiles as plain text: an emoji takes up to 27 of the characters of a message."""
    return _TILE.sub(r"\1-\2", text)


_TILE = re.compile(r"<:([0-9]+)_:[0-9]+><:_([0-9]+):[0-9]+>")
