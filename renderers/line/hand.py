"""A hand, and the places for a chosen tile."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set

from PIL import Image

from engine.dominoes.partners import find_partner
from engine.tiles import Tile, tile
from engine.words import Words, count, msg
from renderers.kit import picture, seats, sprites
from renderers.kit.geometry import Camera, bounds_around, camera
from renderers.kit.hand import (
    HEADER,
    MARGIN,
    NOTICE_HEIGHT,
    ROOM,
    WIDTH,
    Captions,
    Rack,
    header,
    say_nothing_fits,
)
from renderers.kit.palette import LINE, SOFT
from renderers.kit.partners import find_partners, find_side_number
from renderers.kit.seats import Plate
from renderers.line.arrange import place
from renderers.line.board import camera_near, close_bounds, discs, line_of_play
from renderers.line.ends import Spot
from renderers.line.table import Manner, T
from renderers.line.words import fitting_ends, nothing_fits
from renderers.look import Layout

_TABLE_HEIGHT, _LARGE_TABLE_HEIGHT = 400, 600
"""The greatest height of the line of play below a hand in pixels; the second is for large print."""
_PLATE_HEIGHT, _PLATE_GAP = 92, 14
"""The height of a partner's plate, and the gap below it."""
_LEAST_UNIT, _PART_UNIT = 36, 44
"""In large print: the fewest pixels per u for showing the whole line, and the pixels per u of a part of it."""

Trial = tuple[Tile, Spot]
"""A tile and the row that it would get."""


def hand(
    manner: Manner[T],
    seen: T,
    layout: Layout,
    words: Words,
    chosen: tuple[str, ...] = (),
    *,
    large: bool = False,
    hinted: tuple[str, ...] = (),
) -> Image.Image:
    """Return the viewer's hand, 680 pixels wide; the tile of a hint has a halo.

    With `chosen`, the line of play is below the hand and shows the ends that fit. In large print, the other tiles of
    the hand are then left out.
    """
    held = None if seen.viewer is None else seen.hands[seen.viewer]
    tiles = sorted(held or ())
    # with a chosen tile, the picture shows all ends, though buttons offer only one of equal ends
    fits = fitting_ends(seen, chosen, alike=bool(chosen))
    ends = {tile: _best_first(manner, seen, tile, letters) for tile, letters in fits.items()}
    captions = _captions(manner, seen, ends)
    trials = _trials(seen, layout, ends)
    view, below = _choose_view(seen, layout, ends, trials, large=large) if chosen and seen.laid else (None, 0)
    shown = [tile for tile in tiles if str(tile) in ends] if large and below and ends else tiles
    slots = max(1, len(shown))
    partner = _partner_plate(seen, words)
    below_header = HEADER + (_PLATE_HEIGHT + _PLATE_GAP if partner is not None else 0)
    top = below_header + (NOTICE_HEIGHT if nothing_fits(seen) else 0)
    rack = Rack.fit([slots], ROOM - below - (top - HEADER), large=large, captioned=bool(captions))
    canvas = picture.blank(WIDTH, top + rack.height(slots) + MARGIN + below)
    pips = count("{n} pip", "{n} pips", sum(tile.pips for tile in tiles))
    side = None if seen.viewer is None else find_side_number(seen, seen.viewer)
    header(canvas, seen.viewer, pips, words, side)
    if partner is not None:
        seats.draw(canvas, partner, (MARGIN, HEADER, WIDTH - 2 * MARGIN, _PLATE_HEIGHT))
    if top > below_header:
        say_nothing_fits(canvas, {end.number for end in seen.ends}, below_header, words)
    rack.stand(canvas, shown, top, ends, waiting=seen.viewer != seen.to_act, captions=captions, hinted=hinted)
    if view is not None:
        table = picture.blank(WIDTH, below)
        _stamp(table, trials, view)
        line_of_play(table, seen, layout, view, _letters(ends), manner.pins(seen), grey=manner.grey_ends(seen))
        canvas.paste(table, (0, canvas.height - below))
        picture.plate(canvas, (MARGIN, canvas.height - below, WIDTH - 2 * MARGIN, 2), 0, LINE)
    return canvas


def _partner_plate(seen: T, words: Words) -> Plate | None:
    """Return the plate of the viewer's partner, if they have one."""
    sides = find_partners(seen)
    if not sides or seen.viewer is None:
        return None
    seat = find_partner(sides, seen.viewer)
    return Plate(
        seat,
        words.name(seat),
        side=find_side_number(seen, seat),
        tiles=seen.sizes[seat],
        note=words.text(msg("partner")),
        shade=SOFT,
        turn=seat == seen.to_act,
    )


def _best_first(manner: Manner[T], seen: T, tile: str, letters: Sequence[str]) -> Sequence[str]:
    """Return the ends a tile fits, those with the highest score first.

    Below a tile there is room for only a few.
    """
    return sorted(letters, key=lambda end: -manner.worth(seen, tile, end))


def _captions(manner: Manner[T], seen: T, ends: Mapping[str, Sequence[str]]) -> Captions:
    """Return a caption for each play that would score: its points."""
    worth = {(tile, end): manner.worth(seen, tile, end) for tile, fitting in ends.items() for end in fitting}
    return {play: f"+{points}" for play, points in worth.items() if points}


def _choose_view(
    seen: T, layout: Layout, ends: Mapping[str, Sequence[str]], trials: Sequence[Trial], *, large: bool
) -> tuple[Camera, int]:
    """Return the view of the line of play with the trials, and its height.

    In large print, if the whole line would be too small, the view shows only the part around the first end.
    """
    max_height = _LARGE_TABLE_HEIGHT if large and ends else _TABLE_HEIGHT
    bounds = bounds_around((spot.box for _, spot in trials), close_bounds(seen, layout))
    width = WIDTH - 2 * MARGIN
    unit = camera(bounds, (0, 0, width, max_height - 2 * MARGIN)).unit
    fitting = [point for letter, point in discs(seen, layout).items() if letter in _letters(ends)]
    if large and fitting and unit < _LEAST_UNIT:
        return camera_near(fitting[0], bounds, WIDTH, max_height, _PART_UNIT), max_height
    height = min(max_height - 2 * MARGIN, math.ceil(bounds.height * unit))
    return camera(bounds, (MARGIN, MARGIN, width, height)), height + 2 * MARGIN


def _letters(ends: Mapping[str, Sequence[str]]) -> Set[str]:
    return {letter for letters in ends.values() for letter in letters}


def _trials(seen: T, layout: Layout, ends: Mapping[str, Sequence[str]]) -> Sequence[Trial]:
    """Return the places of the one chosen tile on the ends it fits."""
    if len(ends) != 1:
        return []
    chosen, letters = next(iter(ends.items()))
    return [(tile(chosen), place(seen, layout, tile(chosen), letter)) for letter in letters]


def _stamp(table: Image.Image, trials: Sequence[Trial], view: Camera) -> None:
    style = sprites.style_for(view.unit, table.width)
    for chosen, spot in trials:
        sprite = sprites.tile(spot.near, chosen.other(spot.near), spot.heading, view.unit, style, dim=True)
        picture.stamp(table, sprite, *view.at(spot.centre))
