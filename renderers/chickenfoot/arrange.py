"""Translates the tiles and ends of an observation to those of `renderers.farmyard`, and its results back."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import lru_cache

from engine.games.chickenfoot.observation import ChickenfootObservation, OpenEnd
from engine.tiles import Tile
from renderers import farmyard
from renderers.farmyard import Placement, Spot
from renderers.look import Layout


def extend_layout(seen: ChickenfootObservation, before: Layout) -> Layout:
    """Return the rows of `before` and one for each tile laid since."""
    laid = _farmyard_tiles(seen)
    return farmyard.arrange(laid, seen.highest, seen.options.arms, before[: len(laid)])


@lru_cache(maxsize=4)  # one picture needs it several times
def spots(seen: ChickenfootObservation, layout: Layout) -> Mapping[OpenEnd, Spot]:
    """Return the spot of each open end.

    Ends for which no tile is left have no spot.
    """
    if not seen.laid:
        return {}
    spots_of = farmyard.spots(_farmyard_tiles(seen), seen.highest, seen.options.arms, layout)
    unused_spots = {parent: list(end_spots) for parent, end_spots in spots_of.items()}
    return {end: unused_spots[end.parent].pop(0) for end in seen.ends if unused_spots.get(end.parent)}


def rows_on_ends(
    seen: ChickenfootObservation, layout: Layout, tile: Tile, letters: Container[str]
) -> Sequence[tuple[OpenEnd, Placement]]:
    """Return these ends, each with the row that a tile would get on it."""
    ends = [end for end in seen.ends if end.letter in letters]
    plays = [farmyard.Laid(tile, end.parent, _sibling_letters(seen, end).index(end.letter)) for end in ends]
    rows = farmyard.rows_for_plays(_farmyard_tiles(seen), seen.highest, seen.options.arms, layout, plays)
    return list(zip(ends, rows, strict=True))


def _sibling_letters(seen: ChickenfootObservation, end: OpenEnd) -> Sequence[str]:
    """Return, in order, the letters of all ends of the tile that `end` belongs to."""
    return sorted((other.letter for other in seen.ends if other.parent == end.parent), key=_letter_order)


def _letter_order(letter: str) -> tuple[int, str]:
    return len(letter), letter


@lru_cache(maxsize=4)
def joining_numbers(seen: ChickenfootObservation) -> Sequence[int]:
    """Return for each tile the number that joins it to its parent.

    For the opening double it is the double's own number.
    """
    numbers: list[int] = []
    for laid in seen.laid:
        parent = laid.parent
        numbers.append(laid.tile.high if parent is None else seen.laid[parent].tile.other(numbers[parent]))
    return numbers


def _farmyard_tiles(seen: ChickenfootObservation) -> list[farmyard.Laid]:
    """Return the tiles, each with the index of its end among its parent's open ends.

    The ends are ordered by their letters.
    """
    letters: dict[int, list[str]] = {}
    for end in seen.ends:
        letters.setdefault(end.parent, []).append(end.letter)
    for laid in seen.laid[1:]:
        letters.setdefault(laid.parent or 0, []).append(laid.end)
    for parent_letters in letters.values():
        parent_letters.sort(key=_letter_order)
    tiles = []
    for laid in seen.laid:
        remaining = letters[laid.parent] if laid.parent is not None else [laid.end]
        tiles.append(farmyard.Laid(laid.tile, laid.parent, remaining.index(laid.end)))
        remaining.remove(laid.end)
    return tiles
