"""Pre-moves of games that are played on open ends: `fits 6-2`, `on 6-2 6`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from engine.game import Choice, Seat
from engine.premoves import Group, Premove
from engine.tiles import Tile
from engine.tiles import tile as tile_of
from engine.words import msg

_TEXT = re.compile(r"(?P<kind>fits|on) (?P<tile>[0-9]{1,2}-[0-9]{1,2})(?: (?P<number>[0-9]{1,2}))?")


class End(Protocol):
    """An open end, as any of these games shows it."""

    @property
    def letter(self) -> str: ...
    @property
    def number(self) -> int: ...


class LineSeen(Protocol):
    """The parts of an observation that pre-moves need."""

    @property
    def viewer(self) -> Seat | None: ...
    @property
    def choices(self) -> Sequence[Choice]: ...
    @property
    def hands(self) -> Sequence[tuple[Tile, ...] | None]: ...
    @property
    def ends(self) -> Sequence[End]: ...


class Way(NamedTuple):
    """A play of one tile: its notation, and the end it goes on (None for the opening tile)."""

    notation: str
    end: End | None


def groups(seen: LineSeen) -> Sequence[Group]:
    """Return what a viewer can choose: each tile on any end, or on one open number."""
    numbers = dict.fromkeys(end.number for end in seen.ends)
    on_numbers = [number_premove(tile, number) for tile in viewer_hand(seen) for number in numbers if number in tile]
    on_any_end = [best_end_premove(tile) for tile in viewer_hand(seen)]
    kinds = Group(msg("A tile, wherever it fits"), on_any_end), Group(msg("A tile on one number"), on_numbers)
    return [kind for kind in kinds if kind.premoves]


def read(seen: LineSeen, text: str) -> Premove | None:
    """Return the pre-move with this text, if the viewer holds its tile."""
    match = _TEXT.fullmatch(text)
    if match is None or (tile := tile_of(match["tile"])) not in viewer_hand(seen):
        return None
    if match["number"] is None:
        return best_end_premove(tile) if match["kind"] == "fits" else None
    number = int(match["number"])
    return number_premove(tile, number) if match["kind"] == "on" and number in tile else None


def action(seen: LineSeen, text: str) -> str | None:
    """Return the play that a text means now.

    If the text names a number, it is the only play on that number. Otherwise it is the play after which most of the
    viewer's other tiles fit. Return None if there is no such play.
    """
    match = _TEXT.fullmatch(text)
    if match is None:
        return None
    tile = tile_of(match["tile"])
    plays = list(list_plays(seen, tile))
    if match["number"] is not None:
        plays = [play for play in plays if play.end is not None and play.end.number == int(match["number"])]
        return plays[0].notation if len(plays) == 1 else None
    return max(plays, key=lambda play: count_fitting_tiles(seen, tile, play)).notation if plays else None


def best_end_premove(tile: Tile) -> Premove:
    """Return the pre-move of a tile on the end that is best for the rest of the hand."""
    about = msg("I'll pick the end that suits your hand")
    return Premove(f"fits {tile}", msg("{tile} on any end", tile=str(tile)), about)


def number_premove(tile: Tile, number: int) -> Premove:
    """Return the pre-move of a tile on an end with a number."""
    label = msg("{tile} on {number}", tile=str(tile), number=number)
    return Premove(f"on {tile} {number}", label, msg("If an end with {number} is still open", number=number))


def viewer_hand(seen: LineSeen) -> Sequence[Tile]:
    """Return the viewer's hand; empty for the channel."""
    return () if seen.viewer is None else seen.hands[seen.viewer] or ()


def list_plays(seen: LineSeen, tile: Tile) -> Iterator[Way]:
    """Yield the viewer's plays of a tile, one for each different effect."""
    ends = {end.letter: end for end in seen.ends}
    for choice in seen.choices:
        verb, _, tile_and_end = choice.notation.partition(" ")
        played, _, letter = tile_and_end.partition(" ")
        if verb == "play" and played == str(tile) and choice.enabled and choice.same_as is None:
            yield Way(choice.notation, ends.get(letter))


def count_fitting_tiles(seen: LineSeen, tile: Tile, way: Way) -> int:
    """Return how many of the viewer's other tiles fit an end after a play."""
    if way.end is None:
        return 0
    letter, number = way.end.letter, tile.other(way.end.number)
    numbers = {number, *(end.number for end in seen.ends if end.letter != letter)}
    return sum(other != tile and not numbers.isdisjoint(other) for other in viewer_hand(seen))
