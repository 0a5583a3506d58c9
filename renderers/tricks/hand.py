"""A hand in a game of tricks.

Its tiles stand upright, sorted by suit, trumps first; tiles that can't be played are dim and last.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from engine.dominoes.partners import find_partner
from engine.dominoes.tricks.seen import TricksSeen, find_viewer_hand
from engine.dominoes.tricks.suits import TRUMP_SUIT, suit_name, suit_of, trump_title
from engine.game import Seat
from engine.tiles import Tile
from engine.words import Message, Words, msg
from renderers.kit import picture, seats, sprites, text
from renderers.kit.geometry import DOWN
from renderers.kit.palette import FACE, LABEL, SOFT
from renderers.kit.partners import find_partners, find_side_number
from renderers.kit.seats import Plate
from renderers.tricks.parts import draw_count

_WIDTH, _MARGIN, _HEADER = 720, 20, 84
_SUIT_GAP = 14
_PLATE_HEIGHT, _PLATE_GAP = 92, 14
"""The height of a partner's plate, and the gap below it."""
_BADGE = 0.32
"""The height of the space for badges above the tiles, in u."""
_TICK_SPACE = 62
"""The space below the tiles for a tick."""


class _TileSize(NamedTuple):
    """How large the tiles are."""

    unit: int
    """Pixels per u, which is the side of half a tile."""
    pitch: int
    """Pixels from the middle of a tile to the middle of the next."""
    columns: int
    """The most tiles in a row."""

    @property
    def row_height(self) -> int:
        """The height of a row in pixels."""
        return 2 * self.unit + 20 + _TICK_SPACE


_USUAL = _TileSize(unit=72, pitch=82, columns=8)
_LARGE = _TileSize(unit=132, pitch=160, columns=4)


class HandStyle(NamedTuple):
    """What a game adds to the picture of a hand at this moment."""

    hint: Message
    """What stands in the header on the right."""
    plays: bool
    """Whether the viewer is to play a tile; then playable tiles have a tick, and the others are dim."""
    notes: Mapping[Tile, Message]
    """A word below some tiles, if no tick stands there."""
    counts: Mapping[Tile, int] = {}
    """The points that some tiles are worth, for the badges of these tiles."""
    idle: Seat | None = None
    """The seat that sits out, if any."""


def hand(
    seen: TricksSeen, style: HandStyle, words: Words, chosen: tuple[str, ...] = (), *, large: bool = False
) -> Image.Image:
    """Return the viewer's hand, 720 pixels wide; the chosen tile has a halo."""
    tiles = tuple(find_viewer_hand(seen))
    if style.plays:
        tiles = tuple(sorted(tiles, key=lambda tile: tile not in seen.playable))
    size = _LARGE if large else _USUAL
    least_rows = max(-(-len(tiles) // size.columns), 1)  # rounded up
    per_row = max(-(-len(tiles) // least_rows), 1)  # even rows: 3 + 2, not 4 + 1
    rows = [tiles[i : i + per_row] for i in range(0, len(tiles), per_row)]
    partner = _partner_plate(seen, style, words)
    badge_height = round(size.unit * _BADGE) if style.counts else 0
    top = _HEADER + (0 if partner is None else _PLATE_HEIGHT + _PLATE_GAP)
    row_height = size.row_height + badge_height
    canvas = picture.blank(_WIDTH, top + max(len(rows), 1) * row_height)
    _header(canvas, seen, words.text(style.hint), words)
    if partner is not None:
        seats.draw(canvas, partner, (_MARGIN, _HEADER, _WIDTH - 2 * _MARGIN, _PLATE_HEIGHT))
    for n, row in enumerate(rows):
        places = zip(row, _middles(seen, row, size), strict=True)
        # the chosen tile comes last, so that its halo is on top
        for tile, x in sorted(places, key=lambda place: str(place[0]) in chosen):
            middle = top + n * row_height + badge_height + size.unit + 4
            _draw_tile(canvas, seen, tile, (x, middle), size.unit, style, words, chosen)
    return canvas


def trump_hint(seen: TricksSeen) -> Message:
    """Return the trump, and the suit that was led if a trick is on the table."""
    assert seen.trump is not None
    trump = trump_title(seen.trump)
    if seen.trick is None:
        return trump
    return msg("{trump} · led: {suit}", trump=trump, suit=suit_name(seen.trick.led))


def _header(canvas: Image.Image, seen: TricksSeen, hint: str, words: Words) -> None:
    """Write whose hand it is, and the hint."""
    if seen.viewer is None:
        return
    side = find_side_number(seen, seen.viewer)
    picture.stamp(canvas, sprites.mark(seen.viewer, 52, numbered=True, side=side), _MARGIN + 28, _HEADER // 2)
    base, right = _HEADER // 2 + 13, _WIDTH - _MARGIN - 4
    room = right - _MARGIN - 70
    name = words.name(seen.viewer)
    # the hint gets most of the header; with partners, it leaves the name the room that it needs, up to half
    limit = room * 3 // 4 if side is None else max(room // 2, room - text.width(name, 36) - 24)
    right -= text.name(canvas, right, base, hint, 36, LABEL, "right", face=text.LABEL, limit=limit) + 24
    text.name(canvas, _MARGIN + 70, base, name, 36, FACE, limit=right - _MARGIN - 70)


def _partner_plate(seen: TricksSeen, style: HandStyle, words: Words) -> Plate | None:
    """Return the plate of the viewer's partner, if they have one."""
    sides = find_partners(seen)
    if not sides or seen.viewer is None:
        return None
    seat = find_partner(sides, seen.viewer)
    note = words.text(msg("sits out") if seat == style.idle else msg("partner"))
    return Plate(
        seat,
        words.name(seat),
        side=find_side_number(seen, seat),
        tiles=seen.sizes[seat],
        note=note,
        shade=SOFT,
        turn=seat == seen.to_act,
    )


def _middles(seen: TricksSeen, tiles: tuple[Tile, ...], size: _TileSize) -> list[int]:
    """Return the x of each tile's middle in a row; suits stand a little apart."""
    suits = [suit_of(tile, seen.trump) for tile in tiles]
    steps = [size.pitch + (_SUIT_GAP if before != after else 0) for before, after in pairwise(suits)]
    room = _WIDTH - 2 * _MARGIN - size.unit
    scale = min(1.0, room / sum(steps)) if steps else 1.0
    width = sum(steps) * scale
    return [round((_WIDTH - width) / 2 + sum(steps[:i]) * scale) for i in range(len(tiles))]


def _draw_tile(
    canvas: Image.Image,
    seen: TricksSeen,
    tile: Tile,
    centre: tuple[int, int],
    unit: int,
    style: HandStyle,
    words: Words,
    chosen: tuple[str, ...],
) -> None:
    """Draw a tile, with a line below it if it is a trump, then a tick if it can be played, else its note."""
    dim = style.plays and tile not in seen.playable
    x, middle = centre
    sprite = sprites.tile(tile.high, tile.low, DOWN, unit, dim=dim, halo=str(tile) in chosen)
    picture.stamp(canvas, sprite, x, middle)
    if tile in style.counts:
        draw_count(canvas, x, middle - unit, style.counts[tile], unit)
    line_top = middle + unit + 14
    if suit_of(tile, seen.trump) == TRUMP_SUIT:
        picture.plate(canvas, (x - unit // 2, line_top, unit, 8), 4, LABEL)
    if style.plays and not dim:
        picture.stamp(canvas, sprites.tick(44, LABEL), x, line_top + 34)
    elif tile in style.notes:
        room = 2 * min(unit, x, _WIDTH - x)
        text.draw(canvas, x, line_top + 30, words.text(style.notes[tile]), 28, LABEL, "centre", limit=room)
