"""A hand of Moon.

Its tiles stand upright, sorted by suit, trumps first; what can't be played is dim and last.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from engine.games.moon.observation import MoonObservation, Phase
from engine.games.moon.suits import TRUMP_SUIT, suit_name, suit_of, trump_title
from engine.games.moon.words import call
from engine.tiles import Tile
from engine.words import Join, Message, Words, join_items, msg
from renderers.kit import picture, sprites, text
from renderers.kit.geometry import DOWN
from renderers.kit.palette import FACE, LABEL
from renderers.look import Layout

_WIDTH, _MARGIN, _HEADER = 720, 20, 84
_SUIT_GAP = 14
_TICK_SPACE = 62
"""The space below the tiles for a tick."""


class _TileSize(NamedTuple):
    """How large the tiles are."""

    unit: int
    """Pixels per u, which is the side of half a tile."""
    pitch: int
    """Pixels from the middle of a tile to that of the next."""
    columns: int
    """The most tiles in a row."""

    @property
    def row_height(self) -> int:
        """The height of a row in pixels."""
        return 2 * self.unit + 20 + _TICK_SPACE


_USUAL, _LARGE = _TileSize(72, 82, 8), _TileSize(132, 160, 4)


def hand(
    seen: MoonObservation, _layout: Layout, words: Words, chosen: tuple[str, ...] = (), *, large: bool = False
) -> Image.Image:
    """Return the viewer's hand, 720 pixels wide; the chosen tile has a halo."""
    tiles = (seen.hands[seen.viewer] if seen.viewer is not None else None) or ()
    if _is_to_play(seen):
        tiles = tuple(sorted(tiles, key=lambda tile: tile not in seen.playable))
    size = _LARGE if large else _USUAL
    per_row = -(-len(tiles) // -(-len(tiles) // size.columns)) if tiles else 1  # even rows: 3 + 2, not 4 + 1
    rows = [tiles[i : i + per_row] for i in range(0, len(tiles), per_row)]
    canvas = picture.blank(_WIDTH, _HEADER + max(len(rows), 1) * size.row_height)
    _header(canvas, seen, words)
    for n, row in enumerate(rows):
        for tile, x in zip(row, _middles(seen, row, size), strict=True):
            _draw_tile(canvas, seen, tile, (x, _HEADER + n * size.row_height + size.unit + 4), size.unit, words, chosen)
    return canvas


def _header(canvas: Image.Image, seen: MoonObservation, words: Words) -> None:
    """Write whose hand it is, and a hint for the player's choice.

    Once trump is named, the hint has the trump and the suit that was led.
    """
    if seen.viewer is None:
        return
    picture.stamp(canvas, sprites.mark(seen.viewer, 52, numbered=True), _MARGIN + 28, _HEADER // 2)
    base, right = _HEADER // 2 + 13, _WIDTH - _MARGIN - 4
    hint, limit = words.text(_choice_hint(seen)), (right - _MARGIN - 70) * 3 // 4
    right -= text.name(canvas, right, base, hint, 36, LABEL, "right", face=text.LABEL, limit=limit) + 24
    text.name(canvas, _MARGIN + 70, base, words.name(seen.viewer), 36, FACE, limit=right - _MARGIN - 70)


def _choice_hint(seen: MoonObservation) -> Message:
    if seen.trump is None:
        return call(seen) if seen.viewer == seen.to_act else msg("Round {round}", round=seen.round)
    trump = trump_title(seen.trump)
    if seen.phase is Phase.DISCARD and seen.viewer == seen.to_act:
        return join_items([trump, call(seen)], Join.DOT)
    if seen.trick is None:
        return trump
    return msg("{trump} · led: {suit}", trump=trump, suit=suit_name(seen.trick.led))


def _middles(seen: MoonObservation, tiles: tuple[Tile, ...], size: _TileSize) -> list[int]:
    """Return the x of each tile's middle in a row; suits stand a little apart."""
    suits = [suit_of(tile, seen.trump) for tile in tiles]
    steps = [size.pitch + (_SUIT_GAP if before != after else 0) for before, after in pairwise(suits)]
    room = _WIDTH - 2 * _MARGIN - size.unit
    scale = min(1.0, room / sum(steps)) if steps else 1.0
    width = sum(steps) * scale
    return [round((_WIDTH - width) / 2 + sum(steps[:i]) * scale) for i in range(len(tiles))]


def _is_to_play(seen: MoonObservation) -> bool:
    """Return whether the viewer is to play a tile."""
    return seen.viewer == seen.to_act and seen.phase is Phase.PLAY


def _draw_tile(
    canvas: Image.Image,
    seen: MoonObservation,
    tile: Tile,
    centre: tuple[int, int],
    unit: int,
    words: Words,
    chosen: tuple[str, ...],
) -> None:
    """Draw a tile.

    Below it are a line if it is a trump, a tick if it can be played, and in the discard phase the word "centre" if it
    came from there.
    """
    is_to_play = _is_to_play(seen)
    dim = is_to_play and tile not in seen.playable
    x, middle = centre
    sprite = sprites.tile(tile.high, tile.low, DOWN, unit, dim=dim, halo=str(tile) in chosen)
    picture.stamp(canvas, sprite, x, middle)
    below = middle + unit + 14
    if suit_of(tile, seen.trump) == TRUMP_SUIT:
        picture.plate(canvas, (x - unit // 2, below, unit, 8), 4, LABEL)
    if is_to_play and not dim:
        picture.stamp(canvas, sprites.tick(44, LABEL), x, below + 34)
    elif seen.phase is Phase.DISCARD and tile == seen.centre:
        room = 2 * min(unit, x, _WIDTH - x)
        text.draw(canvas, x, below + 30, words.text(msg("centre")), 28, LABEL, "centre", limit=room)
