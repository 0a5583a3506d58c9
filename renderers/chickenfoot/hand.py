"""A hand of Chickenfoot.

Tiles that were just drawn stand apart. If a tile is chosen, the farmyard below shows the ends it fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.games.chickenfoot.observation import ChickenfootObservation
from engine.tiles import tile as parse_tile
from engine.words import Message, Words, count, msg
from renderers.chickenfoot import tableau
from renderers.chickenfoot.arrange import rows_on_ends
from renderers.chickenfoot.words import fitting_ends, nothing_fits, special_values, worth
from renderers.kit import picture, text
from renderers.kit.geometry import tile_box
from renderers.kit.hand import HEADER, MARGIN, NOTICE_HEIGHT, ROOM, WIDTH, Rack, header, say_nothing_fits
from renderers.kit.palette import LABEL, LINE, PANEL
from renderers.look import Layout

_TABLE_HEIGHT, _LARGE_TABLE_HEIGHT = 440, 600
"""The greatest height of the farmyard below a hand in pixels; the second is for large print."""
_LEAST_UNIT, _LEAST_LARGE_UNIT = 24, 36
"""The least scale at which all of the farmyard is shown.

The second is for large print. Both are in pixels per u. A u is the side of half a tile.
"""


def hand(
    seen: ChickenfootObservation,
    layout: Layout,
    words: Words,
    chosen: tuple[str, ...] = (),
    *,
    large: bool = False,
    hinted: tuple[str, ...] = (),
) -> Image.Image:
    """Return the viewer's hand, 680 pixels wide; the tile of a hint has a halo.

    `chosen` has the notation of the tile that the viewer chose, or is empty. With it, the farmyard is below the hand
    and shows the ends that fit. In large print, the other tiles of the hand are then left out.
    """
    held = () if seen.viewer is None else seen.hands[seen.viewer] or ()
    ends_by_tile = fitting_ends(seen, chosen, with_equal_ends=bool(chosen))
    farmyard = (
        _draw_fitting_ends(seen, layout, ends_by_tile, large=large) if chosen and layout and ends_by_tile else None
    )
    farmyard_height = 0 if farmyard is None else farmyard.height
    shown_tiles = [tile for tile in held if str(tile) in ends_by_tile] if large and farmyard_height else held
    # new tiles stand apart only if the whole hand is shown
    new_tiles = [tile for tile in seen.drawn if tile in shown_tiles] if shown_tiles is held else []
    others = sorted(tile for tile in shown_tiles if tile not in new_tiles)
    slots = max(1, len(others))
    caption_height = 60 if new_tiles else 0
    has_notice = nothing_fits(seen) and not new_tiles  # the caption of new tiles says whether one fits
    rack_top = HEADER + (NOTICE_HEIGHT if has_notice else 0)
    special = special_values(seen, held)
    room = ROOM - farmyard_height - caption_height - (rack_top - HEADER)
    rack = Rack.fit([slots, len(new_tiles)], room, large=large, captioned=bool(special))
    new_top = rack_top + rack.height(slots)
    new_height = rack.height(len(new_tiles)) + caption_height
    canvas = picture.blank(WIDTH, new_top + new_height + MARGIN + farmyard_height)
    header(canvas, seen.viewer, count("{n} point", "{n} points", worth(seen, held)), words)
    if has_notice:
        say_nothing_fits(canvas, {end.number for end in seen.ends if end.playable}, HEADER, words)
    waiting = seen.viewer != seen.to_act
    rack.stand(canvas, others, rack_top, ends_by_tile, waiting=waiting, worths=special, hinted=hinted)
    if new_tiles:
        picture.plate(canvas, (MARGIN, new_top, WIDTH - 2 * MARGIN, new_height - 4), 16, PANEL, LINE, 3)
        line = words.text(_new_tile_notice(seen))
        text.draw(canvas, WIDTH // 2, new_top + 42, line, 34, LABEL, "centre", limit=WIDTH - 4 * MARGIN)
        rack.stand(canvas, new_tiles, new_top + 54, ends_by_tile, waiting=False, worths=special, hinted=hinted)
    if farmyard is not None:
        canvas.paste(farmyard, (0, canvas.height - farmyard_height))
        picture.plate(canvas, (MARGIN, canvas.height - farmyard_height, WIDTH - 2 * MARGIN, 2), 0, LINE)
    return canvas


def _new_tile_notice(seen: ChickenfootObservation) -> Message:
    fits = any(tile in seen.playable for tile in seen.drawn)
    return msg("Just drawn: it fits") if fits else msg("Just drawn: it doesn't fit")


def _draw_fitting_ends(
    seen: ChickenfootObservation, layout: Layout, ends_by_tile: Mapping[str, Sequence[str]], *, large: bool
) -> Image.Image:
    """Return the farmyard with the chosen tile, dim, at each end it fits.

    If the whole farmyard would be too small, only the part with the most of these ends is shown.
    """
    max_height, least_unit = (_LARGE_TABLE_HEIGHT, _LEAST_LARGE_UNIT) if large else (_TABLE_HEIGHT, _LEAST_UNIT)
    live = {letter for letters in ends_by_tile.values() for letter in letters}
    chosen_tile = parse_tile(next(iter(ends_by_tile)))
    trials = rows_on_ends(seen, layout, chosen_tile, sorted(live)) if len(ends_by_tile) == 1 else []
    boxes = [tile_box((x, y), int(heading), crosswise=chosen_tile.double) for _, (x, y, heading, *_) in trials]
    view, height = tableau.view_of_trials(seen, layout, WIDTH, max_height, boxes)
    if view.unit < least_unit:
        view, height = tableau.view_of_ends(seen, layout, WIDTH, max_height, live, least_unit), max_height
    table = picture.blank(WIDTH, height)
    tableau.draw_trials(table, chosen_tile, trials, view)
    tableau.draw(table, seen, layout, view, live, has_trials=bool(trials))
    return table
