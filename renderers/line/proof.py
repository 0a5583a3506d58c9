"""The proof that a round is blocked: the places of all tiles with the number of an open end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from PIL import Image

from engine.dominoes.ending import Ending
from engine.game import Seat
from engine.tiles import Tile, tile_set
from engine.words import Join, Message, Who, Words, count, join_items, msg
from renderers.kit import picture, sprites, text
from renderers.kit.geometry import DOWN, RIGHT
from renderers.kit.palette import FACE, LABEL
from renderers.kit.partners import find_side_number
from renderers.line import sheet
from renderers.line.sheet import MARGIN, Band
from renderers.line.table import Table

_LETTER = 60
"""The width of the letter of an end."""
_GAP = 24
"""The gap between letters, tiles and words."""
_STEP = 1.24
"""The distance from the middle of a tile to the middle of the next, in u (the width of a standing tile)."""
_ENLARGEMENT = 1.25
"""How many times larger tiles are than in a hand."""
_LEAST_UNIT = 24
"""The least pixels per u."""
_TEXT_SIZE = 38
"""The size of the letters of words."""
_LINE_HEIGHT = 46
"""The pixels from line to line."""
_LEAST_WORDS_WIDTH = 300
"""The least room for words beside the tiles."""
_TICK = 44
"""The size of the tick beside confirmations."""


class Result(Protocol):
    """How a round ended."""

    @property
    def ending(self) -> Ending: ...

    def describe(self) -> Message:
        """Return a sentence about how the round ended."""
        ...


class Scored(Protocol):
    """An observation of a game with rounds; its `result` is None while a round is played."""

    @property
    def result(self) -> Result | None: ...


def is_blocked(seen: Scored) -> bool:
    """Return whether the round was just blocked, so that its result is a certificate."""
    return seen.result is not None and seen.result.ending is Ending.BLOCKED


def draw_proof(
    result: Result, words: Words, height: int, account: Callable[[int], Iterable[Band]]
) -> Image.Image | None:
    """Return the certificate with the strips of `account` if the round was blocked.

    Otherwise, return None. The certificate is drawn below a title, and at most `height` pixels high.
    """
    if result.ending is not Ending.BLOCKED:
        return None

    def bands(unit: int) -> Iterator[Band]:
        yield sheet.space(10)
        yield from sheet.sentences([result.describe()], words)
        yield from account(unit)

    return sheet.draw_bands(bands, height)


def proofs(seen: Table, words: Words, unit: int, covered: Collection[Seat] = ()) -> Iterator[Band]:
    """Yield a strip for each number of an open end, the highest first.

    It shows every tile with that number. Below a tile in a hand is the mark of its seat. Below a tile in the boneyard
    or in a `covered` hand is a tile's back. A sentence says how many of the tiles are on the table, in hands and in
    the boneyard.
    """
    for number in sorted({end.number for end in seen.ends}, reverse=True):
        yield _proof(seen, number, words, max(round(_ENLARGEMENT * unit), _LEAST_UNIT), covered)


def confirmations(seats: Sequence[Seat], words: Words, covered: Collection[Seat] = ()) -> Band:
    """Return the strip that names the seats that confirmed the block.

    Seats that are still `covered` are left out. If there is no room for the names, it says how many seats confirmed.
    """
    shown_seats = [seat for seat in seats if seat not in covered]
    line = words.text(msg("Confirmed by {names}.", names=join_items([Who(seat) for seat in shown_seats])))
    room = picture.WIDTH - 2 * MARGIN - _TICK - 16
    if text.width(line, _TEXT_SIZE) > room:
        line = words.text(count("Confirmed by {n} player.", "Confirmed by {n} players.", len(shown_seats)))

    def draw(canvas: Image.Image, top: int) -> None:
        if shown_seats:
            picture.stamp(canvas, sprites.tick(_TICK, LABEL), MARGIN + _TICK // 2, top + 26)
            text.draw(canvas, MARGIN + _TICK + 16, top + 40, line, _TEXT_SIZE, FACE, limit=room)

    return Band(60, draw)


class _Place(NamedTuple):
    """The words about a number, and their place."""

    lines: Sequence[str]
    x: int
    y: int
    """The distance from the upper edge of the tiles."""
    height: int
    """The height of tiles and words together."""


def _proof(seen: Table, number: int, words: Words, max_unit: int, covered: Collection[Seat]) -> Band:
    tiles = [tile for tile in sorted(tile_set(seen.highest).tiles, reverse=True) if tile.has(number)]
    owners = {tile: seat for seat, hand in enumerate(seen.hands) for tile in hand or ()}
    letters = [end.letter for end in seen.ends if end.number == number]
    left = MARGIN + _LETTER * len(letters) + _GAP
    unit = min(max_unit, int((picture.WIDTH - MARGIN - left) / (_STEP * len(tiles))))
    mark_room = round(0.9 * unit) if any(tile in owners or tile in seen.unseen for tile in tiles) else 0
    sentence = words.text(_whereabouts(seen, number, tiles, owners))
    place = _place_words(sentence, left, round(_STEP * unit * len(tiles)), 2 * unit + mark_room + 6)

    def draw(canvas: Image.Image, top: int) -> None:
        for i, letter in enumerate(letters):
            disc = sprites.label(letter, _LETTER - 4)
            picture.stamp(canvas, disc, MARGIN + _LETTER // 2 + _LETTER * i, top + max(unit, _LETTER // 2))
        for i, tile in enumerate(tiles):
            x = left + round((i + 0.5) * _STEP * unit)
            sprite = sprites.tile(number, tile.other(number), DOWN, unit, sprites.style_for(unit))
            picture.stamp(canvas, sprite, x, top + unit)
            mark_middle = top + 2 * unit + mark_room // 2 + 2
            if tile in owners and owners[tile] not in covered:
                picture.stamp(
                    canvas,
                    sprites.mark(owners[tile], round(0.8 * unit), side=find_side_number(seen, owners[tile])),
                    x,
                    mark_middle,
                )
            elif tile in owners or tile in seen.unseen:
                picture.stamp(canvas, sprites.back(RIGHT, round(0.38 * unit)), x, mark_middle)
        for i, line in enumerate(place.lines):
            text.draw(canvas, place.x, top + place.y + 34 + _LINE_HEIGHT * i, line, _TEXT_SIZE, FACE)

    return Band(place.height + 18, draw)


def _place_words(words: str, left: int, tiles_width: int, tiles_height: int) -> _Place:
    """Put words beside the tiles, or below them if that takes less height."""
    lines_below = text.lines(words, _TEXT_SIZE, picture.WIDTH - MARGIN - left)
    options = [_Place(lines_below, left, tiles_height + 4, tiles_height + 4 + _LINE_HEIGHT * len(lines_below))]
    start = left + tiles_width + _GAP
    if picture.WIDTH - MARGIN - start >= _LEAST_WORDS_WIDTH:
        lines_beside = text.lines(words, _TEXT_SIZE, picture.WIDTH - MARGIN - start)
        words_height = _LINE_HEIGHT * len(lines_beside)
        options.append(
            _Place(lines_beside, start, max(tiles_height - words_height, 0) // 2, max(tiles_height, words_height))
        )
    return min(options, key=lambda place: place.height)


def _whereabouts(seen: Table, number: int, tiles: Sequence[Tile], owners: Mapping[Tile, Seat]) -> Message:
    in_hands = sum(tile in owners for tile in tiles)
    in_boneyard = sum(tile in seen.unseen for tile in tiles)
    if not in_hands and not in_boneyard:
        return count(
            "All {n} tile with {number} is on the table.",
            "All {n} tiles with {number} are on the table.",
            len(tiles),
            number=number,
        )
    places = [msg("{tiles} on the table", tiles=len(tiles) - in_hands - in_boneyard)]
    places += [msg("{tiles} in hands", tiles=in_hands)] if in_hands else []
    places += [msg("{tiles} in the boneyard", tiles=in_boneyard)] if in_boneyard else []
    listed = join_items(places, Join.COMMA)
    return listed if in_hands else msg("No one has a tile with {number}: {places}.", number=number, places=listed)
