"""The table of Chickenfoot: the seats, the farmyard, and below it what may be played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from engine.game import Seat
from engine.games.chickenfoot.observation import ChickenfootObservation, Ending, OpenEnd
from engine.tiles import Tile
from engine.words import Join, Message, Who, Words, count, listed, msg
from renderers import picture, seats, sprites, text
from renderers.chickenfoot import tableau
from renderers.geometry import Camera, Point
from renderers.look import Layout
from renderers.palette import DARK, FACE, FELT, LABEL, LINE, MUTED, SOFT, VALUES, WHITE
from renderers.seats import Plate

_HIGHEST, _MARGIN = 1200, 24
_FOOTER = 84
_WHOLE = (1600, 1200)
_LOWEST = 420
"""The least room of the farmyard, in pixels."""
_WORDS, _NOTE = 38, 36
_LEGEND = (60, 52, 45)
"""Pixels per u of the letters in the legend; the largest at which they need the fewest lines."""


def board(seen: ChickenfootObservation, layout: Layout, words: Words) -> Image.Image:
    """The table, 1200 pixels wide; of a farmyard too large to be read on a phone the part that matters."""
    top, legend = seats.height(len(seen.sizes)), _Legend(seen)
    below = legend.height + _FOOTER
    if not seen.laid:
        high = 560
        canvas = picture.blank(picture.WIDTH, top + high + below)
        _waiting(canvas, seen, words, top)
    else:
        room = _HIGHEST - top - below
        camera, high = view(seen, layout, room)
        canvas = picture.blank(picture.WIDTH, top + high + below)
        canvas.paste(_farmyard(seen, layout, words, camera, high), (0, top))
    seats.strip(canvas, [plate(seen, seat, words) for seat in range(len(seen.sizes))])
    legend.draw(canvas, top + high)
    _footer(canvas, seen, words)
    return canvas


def whole(seen: ChickenfootObservation, layout: Layout, words: Words) -> Image.Image | None:
    """The whole farmyard, as large as it gets, if `board` shows only a part of it or all of it too small."""
    room = _HIGHEST - seats.height(len(seen.sizes)) - _Legend(seen).height - _FOOTER
    if not layout or _readable(seen, layout, room):
        return None
    wide, high = _WHOLE[0], _WHOLE[1] - _FOOTER
    bounds = tableau.extent(seen, layout)
    unit = tableau.view_of_all(seen, layout, wide, high).unit
    size = max(round(bounds.width * unit), 800), max(round(bounds.height * unit), _LOWEST)
    canvas = picture.blank(size[0], size[1] + _FOOTER)
    tableau.draw(canvas, seen, layout, tableau.view_of_all(seen, layout, *size), playable(seen))
    _footer(canvas, seen, words)
    return canvas


def playable(seen: ChickenfootObservation) -> set[str]:
    """The letters of the ends on which a tile may be laid now."""
    return {end.letter for end in seen.ends if end.playable and seen.left[end.number]}


def plate(seen: ChickenfootObservation, seat: Seat, words: Words) -> Plate:
    """What the strip shows of a seat."""
    gain = seen.result.values[seat] if seen.result else 0
    return Plate(
        seat,
        words.name(seat),
        tiles=None if seen.result else seen.sizes[seat],
        score=str(seen.totals[seat]),
        note=f"+{gain}" if gain else "",
        turn=seat == seen.to_act,
        done=seat in (seen.result.confirmed if seen.result else seen.confirmed),
    )


def pile(canvas: Image.Image, x: int, middle: int, tiles: int) -> int:
    """The chicken yard as a few tiles face down and how many there are; gives where it ends."""
    for i in range(min(tiles, 3)):
        picture.stamp(canvas, sprites.back(2, 26), x + 14 + 16 * i, middle)
    if not tiles:
        picture.plate(canvas, (x, middle - 26, 26, 52), 4, MUTED)
        picture.plate(canvas, (x + 3, middle - 23, 20, 46), 2, FELT)
    x += 44 + 16 * max(min(tiles, 3) - 1, 0)
    return x + text.draw(canvas, x, middle + 13, str(tiles), 44, FACE, face=text.LABEL)


def _readable(seen: ChickenfootObservation, layout: Layout, room: int) -> bool:
    """Whether the whole farmyard is large enough for a phone."""
    return tableau.view_of_all(seen, layout, picture.WIDTH, room).unit >= tableau.READABLE


def view(seen: ChickenfootObservation, layout: Layout, room: int) -> tuple[Camera, int]:
    """What is shown of the farmyard and how high, at most `room` pixels; after the round, when no end counts, all."""
    if seen.result is None and not _readable(seen, layout, room):
        return tableau.view_of_part(seen, layout, picture.WIDTH, room, playable(seen)), room
    unit = tableau.view_of_all(seen, layout, picture.WIDTH, room).unit
    high = max(_LOWEST, round(tableau.extent(seen, layout).height * unit))
    return tableau.view_of_all(seen, layout, picture.WIDTH, high), high


def _farmyard(seen: ChickenfootObservation, layout: Layout, words: Words, view: Camera, high: int) -> Image.Image:
    canvas = picture.blank(picture.WIDTH, high)
    tableau.draw(canvas, seen, layout, view, playable(seen))
    shown = tableau.tiles_in(layout, view, (0, 0, *canvas.size))
    if shown < len(layout):
        note = words.text(msg("A part: {shown} of {tiles} tiles", shown=shown, tiles=len(layout)))
        left, top, wide, _ = box = _emptiest(layout, view, canvas.size, (text.width(note, _NOTE) + 40, 58))
        picture.plate(canvas, box, 16, DARK, LINE, 3)
        text.draw(canvas, left + wide // 2, top + 41, note, _NOTE, FACE, "centre")
    return canvas


def _emptiest(
    layout: Layout, view: Camera, canvas: tuple[int, int], size: tuple[int, int]
) -> tuple[int, int, int, int]:
    """The corner in which a plate hides the fewest tiles: left, top, width, height."""
    room = 2 * view.unit
    corners = [(x, y, *size) for y in (canvas[1] - size[1] - 12, 12) for x in (_MARGIN, canvas[0] - size[0] - _MARGIN)]
    grown = [(x - room, y - room, size[0] + 2 * room, size[1] + 2 * room) for x, y, *_ in corners]
    return min(zip(corners, grown, strict=True), key=lambda pair: tableau.tiles_in(layout, view, pair[1]))[0]


class _Legend:
    """The ends that may be played on, by number: to be read where the letters on the table are too small."""

    def __init__(self, seen: ChickenfootObservation) -> None:
        live = playable(seen) if seen.result is None and seen.laid else set()
        self._groups = _by_number([end for end in seen.ends if end.letter in live])
        self._unit = min(_LEGEND, key=self._rows)
        self.height = self._rows(self._unit) * self._pitch(self._unit) + 12 if self._groups else 0

    def draw(self, canvas: Image.Image, top: int) -> None:
        """Draw it across the canvas."""
        unit = self._unit
        for x, row, number, letters in self._places(unit):
            middle = top + 6 + row * self._pitch(unit) + self._pitch(unit) // 2
            picture.plate(canvas, (x, middle - unit // 2, unit, unit), unit // 6, VALUES[number])
            size = round(unit * (0.8 if number < 10 else 0.68))
            text.draw(
                canvas, x + unit // 2, middle + round(size * 0.345), str(number), size, WHITE, "centre", face=text.LABEL
            )
            for i, letter in enumerate(letters):
                picture.stamp(canvas, sprites.label(letter, unit), x + round((1.55 + 0.98 * i) * unit), middle)

    def _rows(self, unit: int) -> int:
        return max((row for _, row, _, _ in self._places(unit)), default=-1) + 1

    def _places(self, unit: int) -> Iterator[tuple[int, int, int, Sequence[str]]]:
        x, row = _MARGIN, 0
        for number, letters in self._groups.items():
            wide = round((1.1 + 0.98 * len(letters)) * unit)
            if x + wide > picture.WIDTH - _MARGIN and x > _MARGIN:
                x, row = _MARGIN, row + 1
            yield x, row, number, letters
            x += wide + unit // 2

    @staticmethod
    def _pitch(unit: int) -> int:
        return round(1.2 * unit)


def _by_number(ends: Sequence[OpenEnd]) -> dict[int, list[str]]:
    groups: dict[int, list[str]] = {}
    for end in sorted(ends, key=lambda end: -end.number):
        groups.setdefault(end.number, []).append(end.letter)
    return groups


def _footer(canvas: Image.Image, seen: ChickenfootObservation, words: Words) -> None:
    """The chicken yard, what the table waits for, and the round."""
    middle = canvas.height - _FOOTER // 2
    x = pile(canvas, 2 * _MARGIN, middle, seen.yard) + 36
    base, right = middle + 13, canvas.width - _MARGIN - 12
    round_ = msg(
        "{double} · round {round} of {rounds}",
        double=_double(seen.double),
        round=max(seen.round, 1),
        rounds=seen.rounds,
    )
    right -= text.draw(canvas, right, base, words.text(round_), _WORDS, SOFT, "right") + 36
    happening = _happening(seen)
    if happening is not None:
        text.draw(canvas, x, base, words.text(happening), 44, LABEL, limit=right - x)


def _happening(seen: ChickenfootObservation) -> Message | None:
    """What everybody must know before anything else, in a few words."""
    if seen.result is not None:
        out = seen.result.out
        if out is not None:
            return msg("{who} is out", who=Who(out))
        return msg("the foot is dead") if seen.result.ending is Ending.DEAD_FOOT else msg("nobody can play")
    missing = _missing(seen)
    if seen.confirmed:
        blocked = msg("{number} of {seats} cannot play", number=len(seen.confirmed), seats=len(seen.sizes))
        return listed([missing, blocked], Join.DOT) if missing else blocked
    return missing


def _missing(seen: ChickenfootObservation) -> Message | None:
    if seen.unfinished is None:
        return None
    double, missing = _double(seen.unfinished.number), seen.unfinished.missing
    if seen.unfinished.place:
        return count("foot {double}: {n} toe missing", "foot {double}: {n} toes missing", missing, double=double)
    return count("{double}: {n} arm missing", "{double}: {n} arms missing", missing, double=double)


_HEAP = ((-4.6, -1.1, 1), (-3.4, 1.2, 6), (-5.4, 0.7, 3), (-2.8, -1.3, 2), (-2.4, 2.0, 0), (-0.9, -2.0, 7),
         (0.9, -2.2, 4), (1.0, 2.2, 5), (3.0, -1.3, 3), (3.1, 1.3, 0), (4.5, -0.7, 6), (5.4, 0.9, 1))  # fmt: skip


def _waiting(canvas: Image.Image, seen: ChickenfootObservation, words: Words, top: int) -> None:
    """Before the first tile: the heap face down, in its middle the double that is looked for."""
    view = Camera(64, picture.WIDTH / 2, top + 220)
    for x, y, heading in _HEAP:
        picture.stamp(canvas, sprites.back(heading, view.unit), *view.at(Point(x, y)))
    sprite = sprites.tile(seen.double, seen.double, 2, 96, dim=True)
    picture.stamp(canvas, sprite, *view.at(Point(0, 0)))
    line = words.text(_opening(seen))
    text.draw(canvas, picture.WIDTH // 2, top + 500, line, 48, LABEL, "centre", limit=picture.WIDTH - 4 * _MARGIN)


def _opening(seen: ChickenfootObservation) -> Message:
    if seen.to_act is None or seen.to_act < 0 or not seen.round:
        return msg("The tiles are being shuffled")
    if seen.searching:
        return msg("Nobody holds {double}: {who} draws for it", double=_double(seen.double), who=Who(seen.to_act))
    return msg("{who} opens the round", who=Who(seen.to_act))


def _double(number: int) -> str:
    return str(Tile(number, number))
