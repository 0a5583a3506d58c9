"""What a round was worth, for everybody to check: all hands face up, their pips, the sum; of a block also where every
tile lies that could have ended it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from PIL import Image

from engine.dominoes.ending import Ending
from engine.game import Seat
from engine.games.draw.observation import DrawObservation, RoundResult
from engine.games.draw.words import fouls, situation
from engine.tiles import Tile, tile_set
from engine.words import Join, Message, Words, listed, msg
from renderers.kit import picture, sprites, text
from renderers.kit.palette import DARK, FACE, LABEL, LINE, SOFT
from renderers.kit.pile import pile

_MARGIN, _TALLEST = 24, 1200
_TILES = 330
"""Where the tiles of a row begin; left of them stand the seat's mark and name."""
_PIPS, _GAIN, _SCORE = (picture.WIDTH - 40 - right for right in (270, 130, 0))
"""Where the columns of numbers end."""
_HEADING, _TEXT, _NUMBER = 46, 34, 40
_PLACES = 840
"""Where it is said in words where the tiles of an open end lie."""
_UNITS = (48, 40, 36, 32, 28, 24, 20, 18, 16, 14, 12, 10)
"""Pixels per u; the largest at which everything fits."""


class _Band(NamedTuple):
    """A strip of the picture; `draw` gets the canvas and the strip's upper edge."""

    height: int
    draw: Callable[[Image.Image, int], None]


def certificate(seen: DrawObservation, words: Words) -> Image.Image | None:
    """The picture of a round that was just scored, at most 1200 x 1200 pixels; else None."""
    if seen.result is None:
        return None
    for unit in _UNITS:
        bands = list(_bands(seen, seen.result, words, unit))
        high = sum(band.height for band in bands) + _MARGIN
        if high <= _TALLEST:
            break
    canvas, top = picture.blank(picture.WIDTH, min(high, _TALLEST)), 0
    for band in bands:
        band.draw(canvas, top)
        top += band.height
    return canvas


def _bands(seen: DrawObservation, result: RoundResult, words: Words, unit: int) -> Iterator[_Band]:
    yield _title(seen, result, words)
    if seen.outcome is not None:
        for line in text.lines(words.text(seen.outcome.reason), _HEADING, picture.WIDTH - 2 * _MARGIN):
            yield _won(line)
    if result.ending is Ending.BLOCKED:
        for number in sorted({end.number for end in seen.ends}, reverse=True):
            yield _proof(seen, number, words)
    yield _columns(words)
    for seat in range(len(seen.sizes)):
        yield _hand(seen, result, seat, words, unit)
    if seen.unseen:
        yield _yard(seen)
    for seats, sum_ in equations(result).items():
        yield _sum(seats, sum_)
    for line in (*fouls(seen.penalties), *((result.rule,) if result.rule is not None else ())):
        for part in text.lines(words.text(line), _TEXT, picture.WIDTH - 2 * _MARGIN):
            yield _rule(part)


def _write(canvas: Image.Image, x: int, base: int, line: str, shade: tuple[int, int, int]) -> None:
    text.draw(canvas, x, base, line, _TEXT, shade, limit=picture.WIDTH - _MARGIN - x)


def _title(seen: DrawObservation, result: RoundResult, words: Words) -> _Band:
    """How the round ended, and the marks of those who confirmed the block."""

    def draw(canvas: Image.Image, top: int) -> None:
        right = picture.WIDTH - _MARGIN
        for seat in reversed(result.confirmed):
            picture.stamp(canvas, sprites.mark(seat, 44, numbered=True), right - 22, top + 48)
            right -= 54
        if result.confirmed:
            picture.stamp(canvas, sprites.tick(44, LABEL), right - 26, top + 48)
            right -= 76
        title = words.text(msg("Round {round}: {how}", round=seen.round, how=situation(seen)))
        text.draw(canvas, _MARGIN, top + 64, title, _HEADING, FACE, limit=right - _MARGIN)

    return _Band(96, draw)


def _proof(seen: DrawObservation, number: int, words: Words) -> _Band:
    """Where every tile with the number of an open end lies: what is not on the table has a mark below it."""
    tiles = [tile for tile in sorted(tile_set(seen.highest).tiles, reverse=True) if tile.has(number)]
    owners = {tile: seat for seat, hand in enumerate(seen.hands) for tile in hand or ()}
    row = _Row(tiles, _largest(len(tiles), _PLACES - 20, lines=1, at_most=32), _PLACES - 20)
    marked = 1 if any(tile in owners or tile in seen.unseen for tile in tiles) else 0
    unit, high = row.unit, max(row.height + marked * (row.unit + 4), 64)
    places = text.lines(words.text(_whereabouts(seen, tiles, owners)), _TEXT, picture.WIDTH - _MARGIN - _PLACES)

    def draw(canvas: Image.Image, top: int) -> None:
        for i, end in enumerate(end for end in seen.ends if end.number == number):
            picture.stamp(canvas, sprites.label(end.letter, 56), _MARGIN + 28 + 60 * i, top + high // 2)
        for tile, x, y in row.places(top, high - marked * (unit + 4)):
            picture.stamp(canvas, sprites.tile(number, tile.other(number), 2, unit, row.style), x, y)
            below = y + unit + unit // 2 + 6
            if tile in owners:
                picture.stamp(canvas, sprites.mark(owners[tile], unit), x, below)
            elif tile in seen.unseen:
                picture.stamp(canvas, sprites.back(0, unit // 2), x, below)
        for i, line in enumerate(places):
            _write(canvas, _PLACES, top + high // 2 + 12 + 42 * i - 21 * (len(places) - 1), line, SOFT)

    return _Band(high + 12, draw)


def _whereabouts(seen: DrawObservation, tiles: Sequence[Tile], owners: Mapping[Tile, Seat]) -> Message:
    held = sum(tile in owners for tile in tiles)
    left = sum(tile in seen.unseen for tile in tiles)
    if not held and not left:
        return msg("all {tiles} on the table", tiles=len(tiles))
    places = [msg("{tiles} on the table", tiles=len(tiles) - held - left)]
    places += [msg("{tiles} in hands", tiles=held)] if held else []
    places += [msg("{tiles} in the boneyard", tiles=left)] if left else []
    return listed(places, Join.COMMA)


def _columns(words: Words) -> _Band:
    def draw(canvas: Image.Image, top: int) -> None:
        for right, heading in (_PIPS, msg("pips")), (_GAIN, msg("round")), (_SCORE, msg("score")):
            text.draw(canvas, right, top + 34, words.text(heading), 30, SOFT, "right", limit=128)

    return _Band(46, draw)


def _hand(seen: DrawObservation, result: RoundResult, seat: Seat, words: Words, unit: int) -> _Band:
    """A seat's row: mark, name, tiles, and what they come to."""
    row = _Row(sorted(seen.hands[seat] or ()), unit, _PIPS - 90)
    high = max(row.height + 16, 68)

    def draw(canvas: Image.Image, top: int) -> None:
        won = seat in result.winners
        box = (_MARGIN - 8, top, picture.WIDTH - 2 * _MARGIN + 16, high)
        picture.plate(canvas, box, 14, DARK, LABEL if won else LINE, 5 if won else 2)
        base = top + high // 2 + 14
        picture.stamp(canvas, sprites.mark(seat, 48, numbered=True), _MARGIN + 36, top + high // 2)
        text.draw(canvas, _MARGIN + 74, base, words.name(seat), _TEXT, FACE, limit=_TILES - _MARGIN - 86)
        row.draw(canvas, top, high)
        gain = f"+{result.gains[seat]}" if result.gains[seat] else ""
        numbers = (
            (_PIPS, str(result.residuals[seat]), FACE),
            (_GAIN, gain, LABEL),
            (_SCORE, str(seen.scores[seat]), FACE),
        )
        for right, number, shade in numbers:
            text.draw(canvas, right, base, number.replace("-", "−"), _NUMBER, shade, "right", face=text.LABEL)

    return _Band(high + 8, draw)


def _yard(seen: DrawObservation) -> _Band:
    """What was left in the boneyard."""
    right = picture.WIDTH - _MARGIN
    row = _Row(seen.unseen, _largest(len(seen.unseen), right, lines=2, at_most=28), right)
    high = max(row.height, 60)

    def draw(canvas: Image.Image, top: int) -> None:
        middle = top + 8 + high // 2
        pile(canvas, _MARGIN + 8, middle, seen.boneyard)
        row.draw(canvas, top + 8, high)

    return _Band(high + 16, draw)


def _sum(winners: Sequence[Seat], sum_: str) -> _Band:
    def draw(canvas: Image.Image, top: int) -> None:
        x = _MARGIN + 36
        for seat in winners:
            picture.stamp(canvas, sprites.mark(seat, 44, numbered=True), x, top + 32)
            x += 54
        limit = picture.WIDTH - _MARGIN - x
        text.draw(canvas, x - 16, top + 47, sum_, _NUMBER, LABEL, face=text.LABEL, limit=limit)

    return _Band(60, draw)


def equations(result: RoundResult) -> Mapping[tuple[Seat, ...], str]:
    """How the winners' points come about, in numbers: "30 + 46 = 76". Empty where there is nothing to add."""
    found: dict[str, tuple[Seat, ...]] = {}
    for seat in result.winners:
        if (sum_ := _equation(result, seat)) is not None:
            found[sum_] = (*found.get(sum_, ()), seat)
    return {seats: sum_ for sum_, seats in found.items()}


def _equation(result: RoundResult, seat: Seat) -> str | None:
    gain, own = result.gains[seat], result.residuals[seat]
    others = [pips for other, pips in enumerate(result.residuals) if other != seat]
    if sum(others) == gain:
        return f"{_added(others)} = {gain}" if len(others) > 1 else None
    if len(result.winners) == 1 or sum(others) - own == gain:
        return f"{_added(others)} − {own} {'=' if sum(others) - own == gain else '→'} {gain}"
    pot = [pips for other, pips in enumerate(result.residuals) if other not in result.winners]
    shares = len(result.winners)
    whole = f"({_added(pot)})" if len(pot) > 1 else _added(pot)
    return f"{whole} ÷ {shares} {'=' if sum(pot) == gain * shares else '→'} {gain}"


def _added(numbers: Sequence[int]) -> str:
    return " + ".join(map(str, numbers))


def _won(line: str) -> _Band:
    """Who won the game, once it is over."""

    def draw(canvas: Image.Image, top: int) -> None:
        text.draw(canvas, _MARGIN, top + 40, line, _HEADING, LABEL, limit=picture.WIDTH - 2 * _MARGIN)

    return _Band(60, draw)


def _rule(line: str) -> _Band:
    return _Band(50, lambda canvas, top: _write(canvas, _MARGIN, top + 38, line, LABEL))


def _largest(tiles: int, right: int, *, lines: int, at_most: int) -> int:
    """The largest unit at which so many tiles need no more than `lines` up to `right`; else the smallest there is."""
    fits = (unit for unit in _UNITS if unit <= at_most and tiles <= lines * _columns_of(unit, right))
    return next(fits, _UNITS[-1])


def _columns_of(unit: int, right: int) -> int:
    return max(1, (right - _TILES) // round(1.2 * unit))


class _Row:
    """Tiles standing side by side from `_TILES` to `right`, in as many lines as they need."""

    def __init__(self, tiles: Sequence[Tile], unit: int, right: int) -> None:
        self.unit, self.style = unit, sprites.style_for(unit)
        self._tiles, self._step = tiles, (round(1.2 * unit), round(2.3 * unit))
        self._columns = _columns_of(unit, right)
        self.height = -(-len(tiles) // self._columns) * self._step[1]

    def places(self, top: int, high: int) -> Iterator[tuple[Tile, int, int]]:
        """Each tile and the pixel of its centre, the whole in the middle of `high`."""
        across, down = self._step
        top += (high - self.height) // 2
        for i, tile in enumerate(self._tiles):
            x, y = _TILES + i % self._columns * across, top + i // self._columns * down
            yield tile, x + across // 2, y + down // 2

    def draw(self, canvas: Image.Image, top: int, high: int) -> None:
        for tile, x, y in self.places(top, high):
            picture.stamp(canvas, sprites.tile(tile.high, tile.low, 2, self.unit, self.style), x, y)
