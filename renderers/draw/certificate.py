"""The certificate of what a round was worth, for everybody to check.

It shows all hands face up, their pips and the sum; of a block also the place of every tile that could have ended it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from PIL import Image

from engine.dominoes.blocked import confirmation
from engine.dominoes.ending import Ending
from engine.game import Seat
from engine.games.draw.observation import DrawObservation, RoundResult
from engine.games.draw.words import fouls, situation
from engine.tiles import Tile, tile_set
from engine.words import Join, Message, Words, count, join_items, msg, sentences
from renderers.kit import picture, sprites, text
from renderers.kit.palette import FACE, LABEL
from renderers.line import sheet
from renderers.line.sheet import MARGIN, NUMBER, TEXT, Band, Column, Row, largest, write

_PLACES = 840
"""The rightmost x at which the words about the tiles of an open end begin."""
_APART, _PITCH = 36, 42
"""Pixels between the tiles and these words, and from one of their lines to the next."""
_ASKED = msg("Is the round blocked?")


def certificate(seen: DrawObservation, words: Words) -> Image.Image | None:
    """Return the picture of a round that was just scored, else None.

    It is at most 1200 x 1200 pixels.
    """
    return None if seen.result is None else sheet.draw_bands(partial(_bands, seen, seen.result, words, ()))


def lap(seen: DrawObservation, words: Words) -> Iterator[tuple[Message, Image.Image]]:
    """Yield the pictures of a block's last lap, each with its caption.

    The first is the certificate with all hands face down; then each confirmation turns its hand over. Without a round
    that was just blocked there are none.
    """
    result = seen.result
    if result is None or result.ending is not Ending.BLOCKED or not result.confirmed:
        return
    seats = len(seen.sizes)
    for number in range(len(result.confirmed) + 1):
        covered = tuple(seat for seat in range(seats) if seat not in result.confirmed[:number])
        said = confirmation(result.confirmed[number - 1], number, seats).describe() if number else _ASKED
        yield said, sheet.draw_bands(partial(_bands, seen, result, words, covered))


def _bands(
    seen: DrawObservation, result: RoundResult, words: Words, covered: Sequence[Seat], unit: int
) -> Iterator[Band]:
    """Yield the strips of the certificate.

    While any hand is covered, they hide what the round was worth.
    """
    confirmed = [seat for seat in result.confirmed if seat not in covered]
    yield sheet.title(seen, _ASKED if covered else situation(seen), confirmed, words)
    yield from (_later(band, covered) for band in sheet.winner_bands(seen, words))
    if result.ending is Ending.BLOCKED:
        for number in sorted({end.number for end in seen.ends}, reverse=True):
            yield _proof(seen, number, words, covered)
    blank = [""] * len(seen.sizes)
    pips = ["" if seat in covered else str(pips) for seat, pips in enumerate(result.residuals)]
    columns = (
        Column(msg("pips"), pips),
        Column(msg("round"), blank if covered else sheet.format_gains(result.gains), LABEL),
        Column(msg("score"), blank if covered else list(map(str, seen.scores))),
    )
    yield from sheet.hands(seen, columns, () if covered else result.winners, words, unit, covered)
    yield from sheet.yard(seen, unit)
    rule = [] if result.rule is None else [result.rule]
    after = [
        *(_sum(seats, sum_) for seats, sum_ in equations(result).items()),
        *sheet.rules([*fouls(seen.penalties), *rule], words),
    ]
    yield from (_later(band, covered) for band in after)


def _later(band: Band, covered: Sequence[Seat]) -> Band:
    """Leave a strip empty while any hand is covered."""
    return Band(band.height, lambda _canvas, _top: None) if covered else band


def _proof(seen: DrawObservation, number: int, words: Words, covered: Sequence[Seat]) -> Band:
    """Return a strip with every tile that has the number of an open end.

    A tile that is not on the table has a tile's back below it, or the mark of its seat once that hand is not `covered`.
    Words beside the tiles count them by place.
    """
    tiles = [tile for tile in sorted(tile_set(seen.highest).tiles, reverse=True) if tile.has(number)]
    owners = {tile: seat for seat, hand in enumerate(seen.hands) for tile in hand or ()}
    row = Row(tiles, largest(len(tiles), _PLACES - 20, lines=1, at_most=32), _PLACES - 20)
    marked = 1 if any(tile in owners or tile in seen.unseen for tile in tiles) else 0
    unit, start = row.unit, min(row.right + _APART, _PLACES)
    places = text.lines(words.text(_whereabouts(seen, number, tiles, owners)), TEXT, picture.WIDTH - MARGIN - start)
    high = max(row.height + marked * (row.unit + 4), 64, _PITCH * len(places))

    def draw(canvas: Image.Image, top: int) -> None:
        for i, end in enumerate(end for end in seen.ends if end.number == number):
            picture.stamp(canvas, sprites.label(end.letter, 56), MARGIN + 28 + 60 * i, top + high // 2)
        for tile, x, y in row.places(top, high - marked * (unit + 4)):
            picture.stamp(canvas, sprites.tile(number, tile.other(number), 2, unit, row.style), x, y)
            below = y + unit + unit // 2 + 6
            if tile in owners and owners[tile] not in covered:
                picture.stamp(canvas, sprites.mark(owners[tile], unit), x, below)
            elif tile in owners or tile in seen.unseen:
                picture.stamp(canvas, sprites.back(0, unit // 2), x, below)
        for i, line in enumerate(places):
            base = top + high // 2 + 12 + _PITCH * i - _PITCH * (len(places) - 1) // 2
            write(canvas, start, base, line, FACE)

    return Band(high + 12, draw)


def _whereabouts(seen: DrawObservation, number: int, tiles: Sequence[Tile], owners: Mapping[Tile, Seat]) -> Message:
    held = sum(tile in owners for tile in tiles)
    left = sum(tile in seen.unseen for tile in tiles)
    if not held and not left:
        all_laid = count(
            "All {n} tile with {number} is on the table.",
            "All {n} tiles with {number} are on the table.",
            len(tiles),
            number=number,
        )
        return sentences(all_laid, msg("Nobody can play."))
    places = [msg("{tiles} on the table", tiles=len(tiles) - held - left)]
    places += [msg("{tiles} in hands", tiles=held)] if held else []
    places += [msg("{tiles} in the boneyard", tiles=left)] if left else []
    said = join_items(places, Join.COMMA)
    return said if held else msg("No one has a tile with {number}: {places}.", number=number, places=said)


def _sum(winners: Sequence[Seat], sum_: str) -> Band:
    def draw(canvas: Image.Image, top: int) -> None:
        x = MARGIN + 36
        for seat in winners:
            picture.stamp(canvas, sprites.mark(seat, 44, numbered=True), x, top + 32)
            x += 54
        limit = picture.WIDTH - MARGIN - x
        text.draw(canvas, x - 16, top + 47, sum_, NUMBER, LABEL, face=text.LABEL, limit=limit)

    return Band(60, draw)


def equations(result: RoundResult) -> Mapping[tuple[Seat, ...], str]:
    """Return in numbers how the winners' points come about: "30 + 46 = 76".

    It is empty if there is nothing to add.
    """
    found: dict[str, tuple[Seat, ...]] = {}
    for seat in result.winners:
        if (sum_ := _equation(result, seat)) is not None:
            found[sum_] = (*found.get(sum_, ()), seat)
    return {seats: sum_ for sum_, seats in found.items()}


def _equation(result: RoundResult, seat: Seat) -> str | None:
    gain, own = result.gains[seat], result.residuals[seat]
    others = [pips for other, pips in enumerate(result.residuals) if other != seat]
    if sum(others) == gain:
        return f"{_sum_text(others)} = {gain}" if len(others) > 1 else None
    if len(result.winners) == 1 or sum(others) - own == gain:
        return f"{_sum_text(others)} − {own} {'=' if sum(others) - own == gain else '→'} {gain}"
    pot = [pips for other, pips in enumerate(result.residuals) if other not in result.winners]
    shares = len(result.winners)
    whole = f"({_sum_text(pot)})" if len(pot) > 1 else _sum_text(pot)
    return f"{whole} ÷ {shares} {'=' if sum(pot) == gain * shares else '→'} {gain}"


def _sum_text(numbers: Sequence[int]) -> str:
    return " + ".join(map(str, numbers))
