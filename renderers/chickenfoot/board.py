"""The table of Chickenfoot: the seats, the farmyard, and below it what may be played."""

from __future__ import annotations

from math import ceil

from PIL import Image

from engine.game import Seat
from engine.games.chickenfoot.observation import ChickenfootObservation
from engine.tiles import Tile
from engine.words import Join, Message, Who, Words, count, listed, msg
from renderers.chickenfoot import tableau
from renderers.chickenfoot.note import note
from renderers.chickenfoot.words import dead
from renderers.kit import legend, picture, seats, sprites, text
from renderers.kit.geometry import Camera
from renderers.kit.legend import Legend
from renderers.kit.palette import LABEL, LOSS, SOFT
from renderers.kit.pile import pile
from renderers.kit.seats import Plate
from renderers.look import Layout

_HIGHEST, _MARGIN = 1200, 24
_FOOTER = 84
_WHOLE = (1600, 1200)
_LOWEST = 420
"""The least room of the farmyard, in pixels."""
_HAPPENING, _WORDS, _APART = 44, 38, 36
_LEGEND = 84
"""Room that is kept for the legend even where it needs less, so that the zoom depends less on it."""


def board(seen: ChickenfootObservation, layout: Layout, words: Words, *, large: bool = False) -> Image.Image:
    """Return the table, 1200 pixels wide, in large print 800; of a farmyard too large to be read on a phone the part
    that matters."""
    wide = _wide(large=large)
    top, ends = seats.height(len(seen.sizes), wide), _legend(seen, wide)
    below = ends.height + _FOOTER
    if not seen.laid:
        high = 560
        canvas = picture.blank(wide, top + high + below)
        _waiting(canvas, seen, words, top)
    else:
        camera, high = view(seen, layout, large=large)
        canvas = picture.blank(wide, top + high + below)
        table = picture.blank(wide, high)
        tableau.draw(table, seen, layout, camera, playable(seen))
        note(table, seen, layout, words, camera, playable(seen))
        canvas.paste(table, (0, top))
    seats.strip(canvas, [plate(seen, seat, words) for seat in range(len(seen.sizes))])
    ends.draw(canvas, top + high)
    _footer(canvas, seen, words)
    return canvas


def whole(seen: ChickenfootObservation, layout: Layout, words: Words) -> Image.Image | None:
    """Return the whole farmyard, as large as it gets, if `board` shows only a part of it or all of it too small."""
    if not layout or _part(seen, layout) is None:
        return None
    wide, high = _WHOLE[0], _WHOLE[1] - _FOOTER
    bounds = tableau.extent(seen, layout)
    unit = tableau.view_of_all(seen, layout, wide, high).unit
    size = max(ceil(bounds.width * unit), 800), max(ceil(bounds.height * unit), _LOWEST)
    canvas = picture.blank(size[0], size[1] + _FOOTER)
    tableau.draw(canvas, seen, layout, tableau.view_of_all(seen, layout, *size), playable(seen))
    _footer(canvas, seen, words)
    return canvas


def stage(seen: ChickenfootObservation, layout: Layout, _words: Words, room: tuple[int, int]) -> Image.Image | None:
    """Return the farmyard alone, as large as it gets."""
    if not layout:
        return None
    bounds, unit = tableau.extent(seen, layout), tableau.view_of_all(seen, layout, *room).unit
    size = tuple(min(most, ceil(side * unit)) for most, side in zip(room, (bounds.width, bounds.height), strict=True))
    canvas = picture.blank(size[0], size[1])
    tableau.draw(canvas, seen, layout, tableau.view_of_all(seen, layout, size[0], size[1]), set())
    return canvas


def playable(seen: ChickenfootObservation) -> set[str]:
    """Return the letters of the ends on which a tile may be laid now; of a double's not more than there are tiles for
    it."""
    letters: dict[int, list[str]] = {}
    for end in seen.ends:
        there = letters.setdefault(end.parent, [])
        if end.playable and len(there) < seen.left[end.number]:
            there.append(end.letter)
    return {letter for there in letters.values() for letter in there}


def plate(seen: ChickenfootObservation, seat: Seat, words: Words) -> Plate:
    """Return what the strip shows of a seat."""
    gain = seen.result.values[seat] if seen.result else 0
    return Plate(
        seat,
        words.name(seat),
        tiles=None if seen.result else seen.sizes[seat],
        score=str(seen.totals[seat]),
        note=f"+{gain}" if gain else "",
        shade=LOSS,
        turn=seat == seen.to_act,
        done=seat in (seen.result.confirmed if seen.result else seen.confirmed),
    )


def view(seen: ChickenfootObservation, layout: Layout, *, large: bool = False) -> tuple[Camera, int]:
    """Return what is shown of the farmyard and how high it is in pixels; after the round, when no end counts, all."""
    wide = _wide(large=large)
    room = _room(seen, wide)
    if seen.result is None:
        part, high = _part(seen, layout, large=large), room - _legend(seen, wide).height
        if part is not None:
            return tableau.raised(part, seen, layout, (wide, room - legend.most(wide), high)), high
    room -= max(_legend(seen, wide).height, _LEGEND)
    beginning = tableau.view_of_beginning(seen, layout, wide, room)
    if beginning is not None:
        return beginning
    unit = tableau.view_of_all(seen, layout, wide, room).unit
    high = max(_LOWEST, ceil(tableau.extent(seen, layout).height * unit))
    return tableau.view_of_all(seen, layout, wide, high), high


def _part(seen: ChickenfootObservation, layout: Layout, *, large: bool = False) -> Camera | None:
    """Return the part that matters, if the whole is too large; the same throughout a turn, whatever the legend
    needs."""
    wide = _wide(large=large)
    room = _room(seen, wide)
    return tableau.view_of_part(seen, layout, wide, room - legend.most(wide), room - _LEGEND, large=large)


def _wide(*, large: bool) -> int:
    return picture.LARGE_WIDTH if large else picture.WIDTH


def _room(seen: ChickenfootObservation, wide: int) -> int:
    """Return the pixels between the seats and the footer."""
    return _HIGHEST - seats.height(len(seen.sizes), wide) - _FOOTER


def _legend(seen: ChickenfootObservation, wide: int) -> Legend:
    live = playable(seen) if seen.result is None and seen.laid else set()
    return Legend(((end.number, end.letter) for end in seen.ends if end.letter in live), wide)


def _footer(canvas: Image.Image, seen: ChickenfootObservation, words: Words) -> None:
    """Draw the chicken yard, what the table waits for, and the round."""
    middle = canvas.height - _FOOTER // 2
    x = pile(canvas, 2 * _MARGIN, middle, seen.yard) + 36
    base, right = middle + 13, canvas.width - _MARGIN - 12
    happening = words.text(_happening(seen) or "")
    number, rounds = max(seen.round, 1), seen.rounds
    progress = words.text(
        msg("{double} · round {round} of {rounds}", double=_double(seen.double), round=number, rounds=rounds)
    )
    room = right - x - text.width(happening, _HAPPENING) - _APART
    fitting = [told for told in (progress, f"{number}/{rounds}") if text.width(told, _WORDS) <= room]
    if fitting:
        right -= text.draw(canvas, right, base, fitting[0], _WORDS, SOFT, "right") + _APART
    text.draw(canvas, x, base, happening, _HAPPENING, LABEL, limit=right - x)


def _happening(seen: ChickenfootObservation) -> Message | None:
    """Return what everybody must know before anything else, in a few words."""
    if seen.result is not None:
        out = seen.result.out
        if out is not None:
            return msg("{who} goes out", who=Who(out))
        return msg("nobody can play") if seen.dead_foot is None else dead(seen.dead_foot)
    missing = _missing(seen)
    if seen.confirmed:
        blocked = msg("{number} of {seats} passed", number=len(seen.confirmed), seats=len(seen.sizes))
        return listed([missing, blocked], Join.DOT) if missing else blocked
    return missing


def _missing(seen: ChickenfootObservation) -> Message | None:
    if seen.unfinished is None:
        return None
    if seen.dead_foot is not None:
        return dead(seen.dead_foot)
    double, missing = _double(seen.unfinished.number), seen.unfinished.missing
    if seen.unfinished.place:
        return count("foot {double}: {n} toe missing", "foot {double}: {n} toes missing", missing, double=double)
    return count("{double}: {n} arm missing", "{double}: {n} arms missing", missing, double=double)


_HEAP = ((-4.6, -1.1, 1), (-3.4, 1.2, 6), (-5.4, 0.7, 3), (-2.8, -1.3, 2), (-2.4, 2.0, 0), (-0.9, -2.0, 7),
         (0.9, -2.2, 4), (1.0, 2.2, 5), (3.0, -1.3, 3), (3.1, 1.3, 0), (4.5, -0.7, 6), (5.4, 0.9, 1))  # fmt: skip


def _waiting(canvas: Image.Image, seen: ChickenfootObservation, words: Words, top: int) -> None:
    """Draw what there is before the first tile: the heap face down, in its middle the double that is looked for."""
    view = Camera(min(64, canvas.width // 14), canvas.width / 2, top + 220)
    for x, y, heading in _HEAP:
        picture.stamp(canvas, sprites.back(heading, view.unit), *view.at((x, y)))
    sprite = sprites.tile(seen.double, seen.double, 2, 96, dim=True)
    picture.stamp(canvas, sprite, *view.at((0, 0)))
    said = text.lines(words.text(_opening(seen)), 48, canvas.width - 4 * _MARGIN)[:2]
    for i, line in enumerate(said):
        text.draw(canvas, canvas.width // 2, top + 528 - 28 * len(said) + 56 * i, line, 48, LABEL, "centre")


def _opening(seen: ChickenfootObservation) -> Message:
    if seen.to_act is None or seen.to_act < 0 or not seen.round:
        return msg("The tiles are being shuffled")
    if seen.searching:
        return msg("Nobody holds {double}: {who} draws for it", double=_double(seen.double), who=Who(seen.to_act))
    return msg("{who} opens the round", who=Who(seen.to_act))


def _double(number: int) -> str:
    return str(Tile(number, number))
