"""The table of Texas 42: four seats around the trick, and a box for each pair.

The last trick is below. In large print each seat has a row, with its tile beside its plate.
"""

from __future__ import annotations

from PIL import Image

from engine.dominoes.tricks.seen import TrickSeen
from engine.dominoes.tricks.suits import suit_name
from engine.game import Seat
from engine.games.fortytwo.observation import FortytwoObservation, Phase
from engine.games.fortytwo.options import SEATS
from engine.words import Message, Who, Words, count, join_with_dots, msg, sentences
from renderers.fortytwo.boxes import box_height, draw_box
from renderers.fortytwo.head import draw_head
from renderers.fortytwo.words import call_text, counts_of, ending, notice, still_out, worth
from renderers.kit import picture, sprites, text
from renderers.kit.geometry import DOWN
from renderers.kit.palette import DARK, FACE, LABEL, LINE, PANEL, SOFT, Colour
from renderers.look import Layout, usual_badge
from renderers.tricks.parts import MARGIN, draw_count, draw_fitting, draw_last_trick, find_tile, tile_caption
from renderers.tricks.places import Box, Places, Spot, around_the_table, in_rows

_WITH_DEALER = 240
"""A bid in the foot that is wider than this has room for the word "dealer"."""


def board(seen: FortytwoObservation, _layout: Layout, words: Words, *, large: bool = False) -> Image.Image:
    """Return the whole table, 1200 pixels wide, in large print 800."""
    height = box_height(seen, large=large)
    places = in_rows(height, with_bid=seen.bidder is not None) if large else around_the_table(height)
    canvas = picture.blank(places.width, places.height)
    draw_head(canvas, seen, words, large=large)
    picture.plate(canvas, places.panel, 56, PANEL, LINE, 4)
    for number, box in enumerate(places.boxes):
        draw_box(canvas, seen, number, box, words)
    draw_play = _draw_bid if seen.trump is None else _draw_tile
    for spot in places.spots:
        _plate(canvas, seen, spot, words)
        draw_play(canvas, seen, spot, words)
    _notes(canvas, seen, places, words)
    _foot(canvas, seen, places, words)
    return canvas


# --- the seats


def _plate(canvas: Image.Image, seen: FortytwoObservation, spot: Spot, words: Words) -> None:
    """Draw a seat's mark and name, and below them a remark on its tile, or that it deals or sits out."""
    seat = spot.seat
    left, top, width, height = spot.plate
    is_next = seat == seen.to_act
    remark = _remark(seen, seat)
    picture.plate(canvas, spot.plate, 22, DARK, LABEL if is_next else LINE, 8 if is_next else 3)
    middle = top + height // 2 - (0 if remark is None else 21)
    picture.stamp(canvas, usual_badge(seen, seat, 54), left + 44, middle)
    shade = LABEL if is_next else FACE
    draw_fitting(canvas, (left + 80, middle, width - 80 - 16), words.name(seat), 40, shade)
    if remark is not None:
        shade = LABEL if is_next or seat == _find_leader(seen) else SOFT
        text.name(canvas, left + 22, middle + 62, words.text(remark), 36, shade, limit=width - 44)


def _find_leader(seen: FortytwoObservation) -> Seat | None:
    """Return the seat with the highest bid, or with the tile that wins the trick."""
    if seen.trump is None:
        return _find_highest_bidder(seen)
    trick = trick_to_show(seen)
    return None if trick is None else trick.winner


def _find_highest_bidder(seen: FortytwoObservation) -> Seat | None:
    return None if seen.highest is None else seen.highest.seat


def _remark(seen: FortytwoObservation, seat: Seat) -> Message | None:
    if seat == seen.idle:
        return msg("sits out")
    if seen.trump is None:
        return _remark_on_bidding(seen, seat)
    trick = trick_to_show(seen)
    tricks = count("{n} trick", "{n} tricks", seen.taken[seat])
    tile = find_tile(trick, seat)
    if trick is None or tile is None:
        if seat != seen.to_act:
            return tricks
        return msg("to lead") if trick is None else msg("to play")
    return tile_caption(seen, trick, seat, tile, seen.players) or tricks


def _remark_on_bidding(seen: FortytwoObservation, seat: Seat) -> Message | None:
    if seen.phase is Phase.TRUMP and seat == seen.to_act:
        return msg("names trump")
    deals = msg("dealer") if seen.round and seat == seen.dealer else None
    highest = msg("highest bid") if seat == _find_highest_bidder(seen) else None
    return join_with_dots(deals, highest) if deals or highest else None


def trick_to_show(seen: FortytwoObservation) -> TrickSeen | None:
    """Return the trick on the table; after the round, the last one."""
    return seen.past[-1] if seen.phase is Phase.BETWEEN and seen.past else seen.trick


def _draw_bid(canvas: Image.Image, seen: FortytwoObservation, spot: Spot, words: Words) -> None:
    """Write the bid of a seat in large letters; the highest has a frame."""
    highest = spot.seat == _find_leader(seen)
    is_next = spot.seat == seen.to_act
    height = spot.unit + 8
    box = (spot.x - 74, spot.y - height // 2, 148, height)
    edge = LABEL if highest or is_next else LINE
    picture.plate(canvas, box, 24, DARK if highest else PANEL, edge, 7 if highest else 3)
    bid = call_text(seen, spot.seat)
    no_bid_text = "?" if is_next and seen.phase is Phase.BIDDING else ""
    bid_text = no_bid_text if bid is None else words.text(bid)
    size = 84 if len(bid_text) < 3 else 38  # a number, or words
    parts = text.lines(bid_text, size, 150, text.LABEL) if bid_text else []
    for i, part in enumerate(parts):
        base = spot.y + round(0.36 * size) + round((i - (len(parts) - 1) / 2) * 1.05 * size)
        shade = LABEL if highest else SOFT
        text.name(canvas, spot.x, base, part, size, shade, "centre", face=text.LABEL, limit=130)


def _draw_tile(canvas: Image.Image, seen: FortytwoObservation, spot: Spot, _words: Words) -> None:
    """Draw the tile that a seat played, or the place for it."""
    trick = trick_to_show(seen)
    unit = spot.unit
    tile = find_tile(trick, spot.seat)
    width, height = (unit, 2 * unit) if spot.heading == DOWN else (2 * unit, unit)
    left, top = spot.x - width // 2, spot.y - height // 2
    if trick is None or tile is None:
        edge, edge_width = (LABEL, 7) if spot.seat == seen.to_act else (LINE, 3)
        if spot.seat != seen.idle:
            picture.plate(canvas, (left, top, width, height), 22, PANEL, edge, edge_width)
        return
    wins = spot.seat == trick.winner
    picture.stamp(canvas, sprites.tile(tile.high, tile.low, spot.heading, unit, halo=wins), spot.x, spot.y)
    counts = counts_of(seen)
    if tile in counts:
        draw_count(canvas, spot.x, top, counts[tile], unit)


# --- words on the table and below it


def _notes(canvas: Image.Image, seen: FortytwoObservation, places: Places, words: Words) -> None:
    """Write the suit to follow and the worth of the trick; on the right, the round and the points still out."""
    trick = trick_to_show(seen)
    unusual = notice(seen)
    if trick is not None:
        led = words.text(msg("Led: {suit}", suit=suit_name(trick.led)))
        # in nello, and after the round, the worth decides nothing
        worth_line = [] if seen.nello or seen.result is not None else [(words.text(worth(trick)), SOFT, 38)]
        _write(canvas, places.notes[0], [(led, FACE, 50), *worth_line])
    elif unusual is not None:
        sentence = words.text(unusual)
        room = places.notes[0][2] - 40
        size = next((size for size in range(38, 24, -2) if len(text.lines(sentence, size, room)) < 3), 24)
        _write(canvas, places.notes[0], [(line, LABEL, size) for line in text.lines(sentence, size, room)])
    if seen.round:
        trick_number = msg("trick {trick} of 7", trick=len(seen.past) + 1) if seen.phase is Phase.PLAY else None
        progress = join_with_dots(msg("Round {round}", round=seen.round), trick_number)
        fact = still_out(seen) or msg("Dealer: {who}", who=Who(seen.dealer))
        _write(canvas, places.notes[1], [(words.text(progress), FACE, 44), (words.text(fact), SOFT, 38)], "right")


def _write(canvas: Image.Image, box: Box, lines: list[tuple[str, Colour, int]], align: text.Align = "left") -> None:
    """Write lines one below the other, at the lower end of a box."""
    left, top, width, height = box
    x = left + 26 if align == "left" else left + width - 26
    for i, (line, shade, size) in enumerate(reversed(lines)):
        text.name(canvas, x, top + height - 28 - 52 * i, line, size, shade, align, limit=width - 40)


def _foot(canvas: Image.Image, seen: FortytwoObservation, places: Places, words: Words) -> None:
    """Draw the last trick; before it, the bids in their order, and after the round, how it ended."""
    box = (MARGIN, places.foot, canvas.width - 2 * MARGIN, canvas.height - places.foot)
    if seen.phase is Phase.BETWEEN:
        closing_message = (
            msg("The tiles are being shuffled") if seen.result is None else sentences(*ending(seen, seen.result))
        )
        _write_sentence(canvas, words.text(closing_message), box)
    elif not seen.past:
        _draw_bids(canvas, seen, box, words)
    else:
        draw_last_trick(canvas, seen, range(SEATS), canvas.height - 54, words)


def _write_sentence(canvas: Image.Image, sentence: str, box: Box) -> None:
    """Write a text in the middle of a box, as large as it fits."""
    left, top, width, height = box
    sizes = range(44, 22, -2)
    size = next((size for size in sizes if len(text.lines(sentence, size, width)) * 1.25 * size <= height), sizes[-1])
    lines = text.lines(sentence, size, width)
    for i, line in enumerate(lines):
        base = top + height // 2 + round(0.36 * size + (i - (len(lines) - 1) / 2) * 1.25 * size)
        text.draw(canvas, left + width // 2, base, line, size, LABEL, "centre", limit=width)


def _draw_bids(canvas: Image.Image, seen: FortytwoObservation, box: Box, words: Words) -> None:
    """Draw the seats in the order of their bids, the dealer last, each with its bid; the highest is framed."""
    left, top, width, height = box
    step, middle = width // SEATS, top + height // 2
    dealer = words.text(msg("dealer"))
    for i, seat in enumerate(seen.order):
        x, end = left + i * step, left + (i + 1) * step - 20
        bid = call_text(seen, seat)
        bid_text = "–" if bid is None else words.text(bid)
        is_highest = seat == _find_highest_bidder(seen)
        frame, frame_width = (LABEL, 5) if is_highest else (LINE, 2)
        picture.plate(canvas, (x + 4, middle - 36, step - 8, 72), 20, DARK, frame, frame_width)
        picture.stamp(canvas, usual_badge(seen, seat, 44), x + 38, middle)
        if seat == seen.dealer and step > _WITH_DEALER:
            end -= 12 + text.name(canvas, end, middle + 12, dealer, 32, SOFT, "right", limit=step // 3)
        shade = LABEL if is_highest else SOFT
        text.name(canvas, x + 70, middle + 13, bid_text, 38, shade, limit=end - x - 70, face=text.LABEL)
