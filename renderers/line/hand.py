"""A hand, and the places for a chosen tile."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set

from PIL import Image

from engine.dominoes.partners import find_partner
from engine.tiles import Tile
from engine.tiles import tile as parse_tile
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
"""In large print, the least pixels per u for the whole line, and those of a part.

A part is shown if the whole line would get fewer than the first. u is the side of half a tile.
"""

Trial = tuple[Tile, Spot]
"""A tile and the place that it would get."""


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

    `chosen` has the notation of the tile that the viewer chose, or is empty. With it, the line of play is below the
    hand and shows the ends that fit. In large print, the other tiles of the hand are then left out.
    """
    tiles = sorted((None if seen.viewer is None else seen.hands[seen.viewer]) or ())
    # of ends that differ only in the picture, buttons offer one; after a tile is chosen, the picture shows all
    fits = fitting_ends(seen, chosen, with_equal_ends=bool(chosen))
    ends = {tile: _best_first(manner, seen, tile, letters) for tile, letters in fits.items()}
    captions = _captions(manner, seen, ends)
    trials = _trials(seen, layout, ends)
    view, table_height = _choose_view(seen, layout, ends, trials, large=large) if chosen and seen.laid else (None, 0)
    shown_tiles = [tile for tile in tiles if str(tile) in ends] if large and table_height and ends else tiles
    slots = max(1, len(shown_tiles))
    partner = _partner_plate(seen, words)
    notice_top = HEADER + (_PLATE_HEIGHT + _PLATE_GAP if partner is not None else 0)
    top = notice_top + (NOTICE_HEIGHT if nothing_fits(seen) else 0)
    room_for_tiles = ROOM - (top - HEADER) - table_height  # ROOM begins below the header
    rack = Rack.fit([slots], room_for_tiles, large=large, captioned=bool(captions))
    canvas = picture.blank(WIDTH, top + rack.height(slots) + MARGIN + table_height)
    pips = count("{n} pip", "{n} pips", sum(tile.pips for tile in tiles))
    side = None if seen.viewer is None else find_side_number(seen, seen.viewer)
    header(canvas, seen.viewer, pips, words, side)
    if partner is not None:
        seats.draw(canvas, partner, (MARGIN, HEADER, WIDTH - 2 * MARGIN, _PLATE_HEIGHT))
    if nothing_fits(seen):
        say_nothing_fits(canvas, {end.number for end in seen.ends}, notice_top, words)
    rack.stand(canvas, shown_tiles, top, ends, waiting=seen.viewer != seen.to_act, captions=captions, hinted=hinted)
    if view is not None:
        table = picture.blank(WIDTH, table_height)
        _stamp(table, trials, view)
        line_of_play(table, seen, layout, view, _letters(ends), manner.pins(seen), grey=manner.grey_ends(seen))
        canvas.paste(table, (0, canvas.height - table_height))
        picture.plate(canvas, (MARGIN, canvas.height - table_height, WIDTH - 2 * MARGIN, 2), 0, LINE)
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
    """Return the ends that a tile fits, with the highest scores first.

    Below a tile there is room for only a few letters.
    """
    return sorted(letters, key=lambda end: -manner.worth(seen, tile, end))


def _captions(manner: Manner[T], seen: T, ends: Mapping[str, Sequence[str]]) -> Captions:
    """Return a caption with the points of each play that would score."""
    worth = {(tile, end): manner.worth(seen, tile, end) for tile, fitting in ends.items() for end in fitting}
    return {play: f"+{points}" for play, points in worth.items() if points}


def _choose_view(
    seen: T, layout: Layout, ends: Mapping[str, Sequence[str]], trials: Sequence[Trial], *, large: bool
) -> tuple[Camera, int]:
    """Return the view of the line of play with the trials, and its height.

    In large print, if the whole line would be too small, the view shows only the part around the first end that fits.
    """
    max_height = _LARGE_TABLE_HEIGHT if large and ends else _TABLE_HEIGHT
    bounds = bounds_around((spot.box for _, spot in trials), close_bounds(seen, layout))
    width = WIDTH - 2 * MARGIN
    unit = camera(bounds, (0, 0, width, max_height - 2 * MARGIN)).unit
    letter_points = [point for letter, point in discs(seen, layout).items() if letter in _letters(ends)]
    if large and letter_points and unit < _LEAST_UNIT:
        return camera_near(letter_points[0], bounds, WIDTH, max_height, _PART_UNIT), max_height
    height = min(max_height - 2 * MARGIN, math.ceil(bounds.height * unit))
    return camera(bounds, (MARGIN, MARGIN, width, height)), height + 2 * MARGIN


def _letters(ends: Mapping[str, Sequence[str]]) -> Set[str]:
    return {letter for letters in ends.values() for letter in letters}


def _trials(seen: T, layout: Layout, ends: Mapping[str, Sequence[str]]) -> Sequence[Trial]:
    """Return the places of the chosen tile on the ends that it fits; nothing if more than one tile can be chosen."""
    if len(ends) != 1:
        return []
    notation, letters = next(iter(ends.items()))
    chosen_tile = parse_tile(notation)
    return [(chosen_tile, place(seen, layout, chosen_tile, letter)) for letter in letters]


def _stamp(table: Image.Image, trials: Sequence[Trial], view: Camera) -> None:
    style = sprites.style_for(view.unit, table.width)
    for chosen_tile, spot in trials:
        sprite = sprites.tile(spot.near, chosen_tile.other(spot.near), spot.heading, view.unit, style, dim=True)
        picture.stamp(table, sprite, *view.at(spot.centre))
