"""A hand, and where a chosen tile can go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.tiles import Tile, tile
from engine.words import Words, count
from renderers.kit import picture, sprites
from renderers.kit.geometry import Camera, around, camera
from renderers.kit.hand import (
    HEADER,
    MARGIN,
    NOTHING,
    ROOM,
    WIDTH,
    Captions,
    Rack,
    groups,
    header,
    say_nothing_fits,
)
from renderers.kit.palette import LINE
from renderers.line.arrange import place
from renderers.line.board import discs, extent, line_of_play, near
from renderers.line.ends import Spot
from renderers.line.table import Manner, T
from renderers.line.words import fitting_ends, nothing_fits
from renderers.look import Layout

_TABLE, _LARGE_TABLE = 400, 600
"""Pixels of the line of play below a hand."""
_READABLE, _PART = 36, 44
"""In large print: pixels per u below which only the part around an end is shown, and those of that part."""

Trial = tuple[Tile, Spot]
"""A tile and where it would lie."""


def hand(
    manner: Manner[T],
    seen: T,
    layout: Layout,
    words: Words,
    chosen: tuple[str, ...] = (),
    *,
    large: bool = False,
    apart: bool = False,
) -> Image.Image:
    """Return the viewer's hand, 680 pixels wide, perhaps with the doubles `apart`; with `chosen`, the line of play
    below it with the ends that fit, and in large print no other tile."""
    tiles = sorted((seen.hands[seen.viewer] if seen.viewer is not None else None) or ())
    ends = {tile: _best_first(manner, seen, tile, fitting) for tile, fitting in fitting_ends(seen, chosen).items()}
    captions = _captions(manner, seen, ends)
    below = (_LARGE_TABLE if large and ends else _TABLE) if chosen and seen.laid else 0
    shown = [tile for tile in tiles if str(tile) in ends] if large and below and ends else tiles
    standing, acting = groups(shown, apart=apart), seen.viewer == seen.to_act
    sizes = [max(1, len(group)) for group in standing]
    top = HEADER + (NOTHING if nothing_fits(seen) else 0)
    rack = Rack.of(sizes, ROOM - below - (top - HEADER), large=large, captioned=bool(captions))
    canvas = picture.blank(WIDTH, top + rack.height(sizes) + MARGIN + below)
    header(canvas, seen.viewer, count("{n} pip", "{n} pips", sum(tile.pips for tile in tiles)), words)
    if top > HEADER:
        say_nothing_fits(canvas, {end.number for end in seen.ends}, HEADER, words)
    rack.stand(canvas, standing, top, ends, waiting=not acting, captions=captions)
    if below:
        _target(canvas, manner, seen, layout, ends, canvas.height - below, large=large)
    return canvas


def _best_first(manner: Manner[T], seen: T, tile: str, ends: Sequence[str]) -> Sequence[str]:
    """Return the ends a tile fits: below a tile there is room for a few."""
    return sorted(ends, key=lambda end: -manner.worth(seen, tile, end))


def _captions(manner: Manner[T], seen: T, ends: Mapping[str, Sequence[str]]) -> Captions:
    """Return what each of these plays would score."""
    worth = {(tile, end): manner.worth(seen, tile, end) for tile, fitting in ends.items() for end in fitting}
    return {play: f"+{points}" for play, points in worth.items() if points}


def _target(
    canvas: Image.Image,
    manner: Manner[T],
    seen: T,
    layout: Layout,
    ends: Mapping[str, Sequence[str]],
    top: int,
    *,
    large: bool,
) -> None:
    """Draw the line of play with the chosen tile, dim, wherever it fits; in large print the part around the first, if
    need be."""
    live = {letter for letters in ends.values() for letter in letters}
    trials = _trials(seen, layout, ends)
    bounds = around((spot.box for _, spot in trials), extent(seen, layout, large=large))
    table = picture.blank(WIDTH, canvas.height - top)
    view = camera(bounds, (MARGIN, MARGIN, WIDTH - 2 * MARGIN, table.height - 2 * MARGIN))
    lit = [point for letter, point in discs(seen, layout).items() if letter in live]
    if large and lit and view.unit < _READABLE:
        view = near(lit[0], bounds, *table.size, _PART)
    _stamp(table, trials, view)
    line_of_play(table, seen, layout, view, live, manner.pins(seen))
    canvas.paste(table, (0, top))
    picture.plate(canvas, (MARGIN, top, WIDTH - 2 * MARGIN, 2), 0, LINE)


def _trials(seen: T, layout: Layout, ends: Mapping[str, Sequence[str]]) -> Sequence[Trial]:
    """Return where the one chosen tile would lie on the ends it fits."""
    if len(ends) != 1:
        return []
    chosen, letters = next(iter(ends.items()))
    return [(tile(chosen), place(seen, layout, tile(chosen), letter)) for letter in letters]


def _stamp(table: Image.Image, trials: Sequence[Trial], view: Camera) -> None:
    style = sprites.style_for(view.unit, table.width)
    for chosen, spot in trials:
        sprite = sprites.tile(spot.near, chosen.other(spot.near), spot.heading, view.unit, style, dim=True)
        picture.stamp(table, sprite, *view.at(spot.centre))
