"""The table of Moon.

Each seat has a column, with its bid, tricks and points, and the tile that it played to the trick. In large print each
seat has a row, with the tile beside its plate.
"""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from engine.dominoes.tricks.suits import suit_name
from engine.game import Seat
from engine.games.moon.actions import PASS
from engine.games.moon.observation import MoonObservation, Phase, TrickSeen, is_centre_taken
from engine.games.moon.options import SEATS
from engine.games.moon.scoring import tricks_needed
from engine.games.moon.words import last_hand_line
from engine.words import Message, Words, count, msg, term
from renderers.kit import picture, sprites, text
from renderers.kit.geometry import RIGHT
from renderers.kit.palette import DARK, FACE, LABEL, LINE, MUTED, PANEL, SOFT, Colour
from renderers.look import Layout
from renderers.moon.words import points, seats_in_order
from renderers.tricks.parts import MARGIN, TITLE_SIZE, draw_last_trick, find_tile, pill, tile_caption, trump_pill

_GAP = 15
_COLUMN = (picture.WIDTH - 2 * MARGIN - 2 * _GAP) // 3
"""The width of a column, and of a plate."""
_HEAD = 108
"""The height of what is above the seats."""
_TABLE_HEIGHT = 300
"""The height of the table with the tiles."""
_FOOT_HEIGHT = 108
"""The height of what is below the table."""
_LARGE_ROW = 248
"""The height of a seat's row in large print."""
_LINE = 72
"""The height of a line above and below the seats in large print."""
_PLATE_HEIGHT = 142
"""The height of a plate."""
_TRICKS_HEIGHT = 66
"""How much higher a plate is once there are tricks to count."""
_UNIT = 140
"""Pixels per u (the side of half a tile) of the tiles on the table."""
_TEXT_SIZE, _CAPTION_SIZE = 42, 38


class _Spot(NamedTuple):
    """The places of a seat's plate and of its tile."""

    seat: Seat
    left: int
    top: int
    height: int
    """Left, top and height are those of the plate."""
    tile_x: int
    """The middle of the tile from left to right."""
    table_top: int
    """The upper edge of the tile's place."""
    table_bottom: int
    """The lower edge of the tile's place."""

    @property
    def tile_y(self) -> int:
        """The y of the tile's middle; below it there is room for a caption."""
        return self.table_top + (self.table_bottom - self.table_top - 44) // 2


def board(seen: MoonObservation, _layout: Layout, words: Words, *, large: bool = False) -> Image.Image:
    """Return the whole table, 1200 pixels wide, in large print 800."""
    spots = _rows(seen) if large else _columns(seen)
    left = min(spot.tile_x for spot in spots) - _COLUMN // 2 if large else MARGIN
    width = picture.LARGE_WIDTH if large else picture.WIDTH
    canvas = picture.blank(width, spots[-1].table_bottom + _FOOT_HEIGHT + (_LINE if large else 0))
    _head(canvas, seen, words, large=large)
    top = spots[0].table_top
    picture.plate(canvas, (left, top, width - MARGIN - left, spots[-1].table_bottom - top), 56, PANEL, LINE, 4)
    for spot in spots:
        _plate(canvas, seen, spot, words)
        if _has_tricks(seen):
            _draw_tile(canvas, seen, spot, words)
        else:
            _draw_bid(canvas, seen, spot, words)
    _foot(canvas, seen, words, large=large)
    return canvas


def _has_tricks(seen: MoonObservation) -> bool:
    """Return whether the tricks of this round have begun."""
    return seen.trump is not None and seen.phase is not Phase.DISCARD


def _columns(seen: MoonObservation) -> list[_Spot]:
    """Return the places of the seats clockwise, from left to right."""
    height = _PLATE_HEIGHT + (_TRICKS_HEIGHT if _has_tricks(seen) else 0)
    table_top = _HEAD + height + _GAP
    lefts = (MARGIN + i * (_COLUMN + _GAP) for i in range(SEATS))
    return [
        _Spot(
            seat,
            left,
            _HEAD,
            height,
            tile_x=left + _COLUMN // 2,
            table_top=table_top,
            table_bottom=table_top + _TABLE_HEIGHT,
        )
        for seat, left in zip(seats_in_order(seen), lefts, strict=True)
    ]


def _rows(seen: MoonObservation) -> list[_Spot]:
    """Return the places of the seats clockwise, from top to bottom."""
    middle = picture.LARGE_WIDTH - MARGIN - _COLUMN // 2
    tops = (_HEAD + _LINE + i * (_LARGE_ROW + _GAP) for i in range(SEATS))
    return [
        _Spot(seat, MARGIN, top, _LARGE_ROW, tile_x=middle, table_top=top, table_bottom=top + _LARGE_ROW)
        for seat, top in zip(seats_in_order(seen), tops, strict=True)
    ]


def _head(canvas: Image.Image, seen: MoonObservation, words: Words, *, large: bool) -> None:
    """Write the trump on the left, and the progress of the round on the right; in large print, below the trump."""
    middle = _HEAD // 2
    if seen.trump is not None:
        trump_pill(canvas, seen.trump, middle, words)
    elif seen.round:
        pill(canvas, MARGIN, middle, words.text(_phase_name(seen)))
    progress = words.text(_progress(seen))
    if large:
        text.draw(canvas, MARGIN + 12, _HEAD + _LINE - 24, progress, 48, SOFT, limit=canvas.width - 2 * MARGIN - 12)
    else:
        text.draw(canvas, canvas.width - MARGIN - 12, middle + 17, progress, 48, SOFT, "right", limit=620)


def _phase_name(seen: MoonObservation) -> Message:
    match seen.phase:
        case Phase.BIDDING:
            return term("Bidding", "part of a round")
        case Phase.DISCARD:
            return msg("Centre tile")
        case Phase.TRUMP:
            return msg("Trump?")
    return msg("All pass")


def _progress(seen: MoonObservation) -> Message:
    if seen.phase is Phase.PLAY:
        return msg("Round {round} · trick {trick} of 7", round=seen.round, trick=len(seen.past) + 1)
    if seen.phase is Phase.BETWEEN and seen.round:
        return msg("Round {round} is over", round=seen.round)
    return msg("Round {round}", round=seen.round) if seen.round else term("Moon", "game")


# --- the plates


def _plate(canvas: Image.Image, seen: MoonObservation, spot: _Spot, words: Words) -> None:
    """Draw a seat's mark, name, bid, points and tricks."""
    seat, left, top = spot.seat, spot.left, spot.top
    is_next = seat == seen.to_act
    picture.plate(canvas, (left, top, _COLUMN, spot.height), 22, DARK, LABEL if is_next else LINE, 8 if is_next else 3)
    picture.stamp(canvas, sprites.mark(seat, 70, numbered=True), left + 58, top + 48)
    shade = LABEL if is_next else FACE
    text.name(canvas, left + 106, top + 62, words.name(seat), _TEXT_SIZE, shade, limit=_COLUMN - 106 - 22)
    base, right = top + 120, left + _COLUMN - 24
    total = words.text(points(seen.scores[seat]))
    right -= text.name(canvas, right, base, total, 40, FACE, "right", face=text.LABEL, limit=_COLUMN * 3 // 5)
    bid = _bid_text(seen, seat)
    if bid is not None:
        shade = LABEL if seat == seen.bidder else SOFT
        text.name(canvas, left + 24, base, words.text(bid), 40, shade, face=text.LABEL, limit=right - left - 40)
    if _has_tricks(seen):
        _tricks(canvas, seen, spot, top + 162, words)


def _bid_text(seen: MoonObservation, seat: Seat) -> Message | None:
    bids = [call.bid for call in seen.calls if call.seat == seat]
    if not bids:
        return None
    return msg("passed") if bids[0] == PASS else msg("bid {bid}", bid=bids[0])


def _tricks(canvas: Image.Image, seen: MoonObservation, spot: _Spot, middle: int, words: Words) -> None:
    """Draw a dot for each trick; the tricks that the bidder still needs are empty dots."""
    seat = spot.seat
    taken = seen.taken[seat]
    needed = tricks_needed(seen.bid) if seat == seen.bidder else 0
    dots = max(taken, needed)
    for i in range(dots):
        box = (spot.left + 24 + 32 * i, middle - 13, 26, 26)
        if i < taken:
            picture.plate(canvas, box, 13, LABEL if needed else SOFT)
        else:
            picture.plate(canvas, box, 13, DARK, MUTED, 4)
    total = msg("{taken} of {asked}", taken=taken, asked=needed) if needed else count("{n} trick", "{n} tricks", taken)
    right = spot.left + _COLUMN - 24
    limit = right - spot.left - 24 - 32 * dots
    text.name(canvas, right, middle + 14, words.text(total), 36, FACE if needed else SOFT, "right", limit=limit)


# --- the table


def _draw_bid(canvas: Image.Image, seen: MoonObservation, spot: _Spot, words: Words) -> None:
    """Write the bid of a seat in large letters."""
    bids = [call.bid for call in seen.calls if call.seat == spot.seat]
    middle, base = spot.tile_x, spot.tile_y + 56
    if bids and bids[0] != PASS:
        is_highest = bids[0] == seen.bid
        shade = LABEL if is_highest else SOFT
        text.draw(canvas, middle, base, str(bids[0]), 170, shade, "centre", face=text.LABEL)
        if is_highest:
            _caption(canvas, spot, words.text(_highest_bid_caption(seen)), LABEL)
    elif bids:
        text.draw(canvas, middle, base - 18, words.text(msg("pass")), 76, SOFT, "centre", face=text.LABEL)
    elif spot.seat == seen.to_act:
        text.draw(canvas, middle, base, "?", 170, SOFT, "centre", face=text.LABEL)


def _highest_bid_caption(seen: MoonObservation) -> Message:
    return msg("highest bid") if seen.phase is Phase.BIDDING else msg("bidder")


def trick_to_show(seen: MoonObservation) -> TrickSeen | None:
    """Return the trick on the table; after the round, the last one."""
    return seen.past[-1] if seen.phase is Phase.BETWEEN else seen.trick


def _draw_tile(canvas: Image.Image, seen: MoonObservation, spot: _Spot, words: Words) -> None:
    """Draw the tile that a seat played, or the place for it."""
    trick = trick_to_show(seen)
    tile = find_tile(trick, spot.seat)
    if trick is None or tile is None:
        is_next = spot.seat == seen.to_act
        box = (spot.tile_x - _UNIT, spot.tile_y - _UNIT // 2, 2 * _UNIT, _UNIT)
        picture.plate(canvas, box, 24, PANEL, LABEL if is_next else LINE, 7 if is_next else 3)
        if is_next:
            _caption(canvas, spot, words.text(msg("to lead") if trick is None else msg("to play")), LABEL)
        return
    wins = spot.seat == trick.winner
    sprite = sprites.tile(tile.high, tile.low, RIGHT, _UNIT, halo=wins)
    picture.stamp(canvas, sprite, spot.tile_x, spot.tile_y)
    caption = tile_caption(seen, trick, spot.seat, tile, SEATS)
    if caption is not None:
        _caption(canvas, spot, words.text(caption), LABEL if wins else FACE)


def _caption(canvas: Image.Image, spot: _Spot, words: str, shade: Colour) -> None:
    is_column = spot.table_bottom - spot.table_top == _TABLE_HEIGHT
    base = spot.table_bottom - (34 if is_column else 24)
    text.draw(canvas, spot.tile_x, base, words, _CAPTION_SIZE, shade, "centre", limit=_COLUMN - 30)


# --- below the table


def _foot(canvas: Image.Image, seen: MoonObservation, words: Words, *, large: bool) -> None:
    """Write the suit to follow and draw the last trick.

    Before the tricks, the foot shows the centre tile instead; after them, how the round ended.
    """
    width = canvas.width - 2 * MARGIN - 24
    bottom_line = canvas.height - _FOOT_HEIGHT // 2 + 18
    first_line = bottom_line - (_LINE if large else 0)
    if seen.phase is Phase.BETWEEN:
        sentence = words.text(last_hand_line(seen)) if seen.round else words.text(msg("The tiles are being shuffled"))
        for i, line in enumerate(text.lines(sentence, 44, width)[:2] if large else [sentence]):
            text.draw(canvas, canvas.width // 2, first_line + i * _LINE, line, 44, LABEL, "centre", limit=width)
        return
    if not _has_tricks(seen):
        picture.stamp(canvas, sprites.back(RIGHT, 32), MARGIN + 46, first_line - 18)
        sentence = words.text(_centre(seen))
        for i, line in enumerate(text.lines(sentence, _TEXT_SIZE, width - 100)[:2] if large else [sentence]):
            text.draw(canvas, MARGIN + 100, first_line + i * _LINE, line, _TEXT_SIZE, SOFT, limit=width - 100)
        return
    if seen.trick is not None:
        led = words.text(msg("Led: {suit}", suit=suit_name(seen.trick.led)))
        text.draw(canvas, MARGIN + 12, first_line, led, TITLE_SIZE, FACE, face=text.LABEL, limit=520)
    if seen.past:
        draw_last_trick(canvas, seen, seats_in_order(seen), canvas.height - _FOOT_HEIGHT // 2, words)


def _centre(seen: MoonObservation) -> Message:
    if not is_centre_taken(seen.phase, seen.options):
        return msg("One tile lies face down in the centre")
    if seen.phase is Phase.DISCARD:
        return msg("One of eight tiles goes back face down")
    return msg("One tile went back face down")
