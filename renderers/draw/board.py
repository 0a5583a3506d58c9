"""The table of Draw: the line of play, its open ends, the boneyard and the seats."""

from __future__ import annotations

import math
from collections.abc import Iterator, Set

from PIL import Image

from engine.game import Seat
from engine.games.draw.observation import DrawObservation
from engine.words import Message, Who, Words, msg
from renderers import picture, seats, sprites, text
from renderers.draw.arrange import end, spots
from renderers.geometry import Bounds, Box, Camera, Point, around, camera
from renderers.look import Layout
from renderers.palette import FACE, FELT, LABEL, MUTED, SOFT
from renderers.seats import Plate

_MARGIN, _FOOTER = 24, 84
_HIGHEST, _LOWEST = 720, 400
"""The room of the line of play, in pixels."""
_DISC = 0.66
"""From an open end to the centre of its disc, in u."""
_WORDS = 38


def board(seen: DrawObservation, layout: Layout, words: Words) -> Image.Image:
    """The whole table, 1200 pixels wide."""
    top = seats.height(len(seen.sizes))
    if not seen.laid:
        return _waiting(seen, words, top)
    bounds = extent(seen, layout)
    wide = picture.WIDTH - 2 * _MARGIN
    unit = camera(bounds, (0, 0, wide, _HIGHEST)).unit
    high = max(_LOWEST, round(bounds.height * unit))
    canvas = picture.blank(picture.WIDTH, top + high + _FOOTER)
    live = {open_end.letter for open_end in seen.ends} if seen.result is None else set()
    line_of_play(canvas, seen, layout, camera(bounds, (_MARGIN, top, wide, high)), live)
    _frame(canvas, seen, words)
    return canvas


def extent(seen: DrawObservation, layout: Layout) -> Bounds:
    """What must be seen, in u: the tiles, the discs, and at least 16 by 5 u around the first tile."""
    boxes = [spot.place.box for spot in spots(layout)]
    boxes += [Box.around(point, 0, 1, 1) for point in _discs(seen, layout).values()]
    return around(boxes, Bounds(-8, -2.5, 8, 2.5)).grown(0.4)


def line_of_play(canvas: Image.Image, seen: DrawObservation, layout: Layout, view: Camera, live: Set[str]) -> None:
    """Stamp the tiles and the open ends; those not in `live` are grey."""
    style = sprites.style_for(view.unit, canvas.width)
    last = len(layout) - 1
    for i, (laid, spot) in enumerate(zip(seen.laid, spots(layout), strict=True)):
        far = laid.tile.other(spot.near)
        tile = sprites.tile(spot.near, far, spot.heading, view.unit, style, halo=i == last)
        picture.stamp(canvas, tile, *view.at(spot.place.centre))
    for letter, point in _discs(seen, layout).items():
        disc = sprites.label(letter, view.unit, LABEL if letter in live else MUTED)
        picture.stamp(canvas, disc, *view.at(point))


def _discs(seen: DrawObservation, layout: Layout) -> dict[str, Point]:
    rows = spots(layout)
    ends = {open_end.letter: end(seen, rows, open_end.letter) for open_end in seen.ends}
    return {letter: place.point.ahead(place.heading, _DISC) for letter, place in ends.items()}


def _frame(canvas: Image.Image, seen: DrawObservation, words: Words) -> None:
    """The seats above the line of play, the boneyard and what else matters below it."""
    seats.strip(canvas, [plate(seen, seat, words) for seat in range(len(seen.sizes))])
    if not seen.round:
        return
    middle = canvas.height - _FOOTER // 2
    base = middle + 13
    x = pile(canvas, 2 * _MARGIN, middle, seen.boneyard)
    x += text.draw(canvas, x, base, str(seen.boneyard), 44, FACE, face=text.LABEL) + 40
    right = canvas.width - _MARGIN - 12
    right -= text.draw(canvas, right, base, words.text(msg("Round {round}", round=seen.round)), _WORDS, SOFT, "right")
    if seen.confirmed:
        text.draw(canvas, x, base, words.text(_block(seen)), _WORDS, LABEL, limit=right - x - 40)


def _block(seen: DrawObservation) -> Message:
    return msg("Block? {number} of {seats} confirm", number=len(seen.confirmed), seats=len(seen.sizes))


def plate(seen: DrawObservation, seat: Seat, words: Words) -> Plate:
    """What the strip shows of a seat."""
    gain = seen.result.gains[seat] if seen.result else 0
    return Plate(
        seat,
        words.name(seat),
        tiles=seen.sizes[seat],
        score=str(seen.scores[seat]).replace("-", "−"),
        note=f"+{gain}" if gain else "",
        turn=seat == seen.to_act,
        done=seat in (seen.result.confirmed if seen.result else seen.confirmed),
    )


def pile(canvas: Image.Image, x: int, middle: int, tiles: int) -> int:
    """The boneyard as a few tiles face down, none when it is empty; gives where the number can stand."""
    for i in range(min(tiles, 3)):
        picture.stamp(canvas, sprites.back(2, 26), x + 14 + 16 * i, middle)
    if not tiles:
        picture.plate(canvas, (x, middle - 26, 26, 52), 4, MUTED)
        picture.plate(canvas, (x + 3, middle - 23, 20, 46), 2, FELT)
    return x + 14 + 16 * max(min(tiles, 3) - 1, 0) + 30


_HEAP = 18


def _heap(tiles: int) -> Iterator[tuple[Point, int]]:
    """Tiles strewn over an ellipse like the seeds of a sunflower: where each lies and its heading."""
    for i in range(tiles):
        angle, radius = i * math.radians(137.5), math.sqrt((i + 0.5) / tiles)
        yield Point(5.4 * radius * math.cos(angle), 2.3 * radius * math.sin(angle)), 3 * i % 8


def _waiting(seen: DrawObservation, words: Words, top: int) -> Image.Image:
    """Before the first tile: the heap of tiles face down, and who opens."""
    canvas = picture.blank(picture.WIDTH, top + 480 + _FOOTER)
    view = Camera(60, picture.WIDTH / 2, top + 200)
    for point, heading in _heap(_HEAP):
        picture.stamp(canvas, sprites.back(heading, view.unit), *view.at(point))
    opener = seen.to_act
    shuffled = opener is None or opener < 0
    line = msg("The tiles are being shuffled") if shuffled else msg("{who} opens the round", who=Who(opener or 0))
    middle = picture.WIDTH // 2
    text.draw(canvas, middle, top + 440, words.text(line), 48, LABEL, "centre", limit=picture.WIDTH - 4 * _MARGIN)
    _frame(canvas, seen, words)
    return canvas
