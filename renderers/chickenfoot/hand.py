"""A hand of Chickenfoot.

Tiles that were just drawn stand apart. If a tile is chosen, the farmyard below shows the ends it fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.games.chickenfoot.observation import ChickenfootObservation
from engine.tiles import tile
from engine.words import Message, Words, count, msg
from renderers.chickenfoot import tableau
from renderers.chickenfoot.arrange import places
from renderers.chickenfoot.words import fitting_ends, nothing_fits, special_values, worth
from renderers.kit import picture, text
from renderers.kit.geometry import tile_box
from renderers.kit.hand import HEADER, MARGIN, NOTHING, ROOM, WIDTH, Rack, header, say_nothing_fits
from renderers.kit.palette import LABEL, LINE, PANEL
from renderers.look import Layout

_TABLE, _LARGE_TABLE = 440, 600
"""Pixels of the farmyard below a hand."""
_TARGET_UNIT, _LARGE_UNIT = 24, 36


def hand(
    seen: ChickenfootObservation, layout: Layout, words: Words, chosen: tuple[str, ...] = (), *, large: bool = False
) -> Image.Image:
    """Return the viewer's hand, 680 pixels wide.

    With `chosen`, the farmyard below it shows the ends that fit, and in large print all other tiles of the hand are
    left out.
    """
    held = (seen.hands[seen.viewer] if seen.viewer is not None else None) or ()
    ends = fitting_ends(seen, chosen, alike=bool(chosen))
    target = _target(seen, layout, ends, large=large) if chosen and layout and ends else None
    below = 0 if target is None else target.height
    shown = [tile for tile in held if str(tile) in ends] if large and below else held
    drawn = [tile for tile in seen.drawn if tile in shown] if shown is held else []
    kept = sorted(tile for tile in shown if tile not in drawn)
    standing, caption = max(1, len(kept)), 60 if drawn else 0
    first = HEADER + (NOTHING if nothing_fits(seen) and not drawn else 0)
    dear, room = special_values(seen, held), ROOM - below - caption - (first - HEADER)
    rack = Rack.of([standing, len(drawn)], room, large=large, captioned=bool(dear))
    top, aside = first + rack.height(standing), rack.height(len(drawn)) + caption
    canvas = picture.blank(WIDTH, top + aside + MARGIN + below)
    header(canvas, seen.viewer, count("{n} point", "{n} points", worth(seen, held)), words)
    if first > HEADER:
        say_nothing_fits(canvas, {end.number for end in seen.ends if end.playable}, HEADER, words)
    rack.stand(canvas, kept, first, ends, waiting=seen.viewer != seen.to_act, worths=dear)
    if drawn:
        picture.plate(canvas, (MARGIN, top, WIDTH - 2 * MARGIN, aside - 4), 16, PANEL, LINE, 3)
        line = words.text(_new_tile_notice(seen))
        text.draw(canvas, WIDTH // 2, top + 42, line, 34, LABEL, "centre", limit=WIDTH - 4 * MARGIN)
        rack.stand(canvas, drawn, top + 54, ends, waiting=False, worths=dear)
    if target is not None:
        canvas.paste(target, (0, canvas.height - below))
        picture.plate(canvas, (MARGIN, canvas.height - below, WIDTH - 2 * MARGIN, 2), 0, LINE)
    return canvas


def _new_tile_notice(seen: ChickenfootObservation) -> Message:
    fits = any(tile in seen.playable for tile in seen.drawn)
    return msg("Just drawn: it fits") if fits else msg("Just drawn: it doesn't fit")


def _target(
    seen: ChickenfootObservation, layout: Layout, ends: Mapping[str, Sequence[str]], *, large: bool
) -> Image.Image:
    """Return the farmyard with the chosen tile, dim, at each end it fits.

    If the whole would be too small, it is the part with most of these ends.
    """
    most, least = (_LARGE_TABLE, _LARGE_UNIT) if large else (_TABLE, _TARGET_UNIT)
    live = {letter for letters in ends.values() for letter in letters}
    chosen = tile(next(iter(ends)))
    trials = places(seen, layout, chosen, sorted(live)) if len(ends) == 1 else []
    boxes = [tile_box((row[0], row[1]), int(row[2]), crosswise=chosen.double) for _, row in trials]
    view, high = tableau.view_of_trials(seen, layout, WIDTH, most, boxes)
    if view.unit < least:
        view, high = tableau.view_of_ends(seen, layout, WIDTH, most, live, least), most
    table = picture.blank(WIDTH, high)
    tableau.draw_trials(table, chosen, trials, view)
    tableau.draw(table, seen, layout, view, live, tried=bool(trials))
    return table
