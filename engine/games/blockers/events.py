"""The events of Blockers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from engine.deal_text import IndependentDraw, RepeatedByResult, RoundBegins, with_hands
from engine.game import Outcome, Public, Seat
from engine.games.blockers.board import Space, space_name
from engine.games.blockers.tiles import Tile
from engine.words import Message, Value, Who, deed, msg, sentences


class Move(NamedTuple):
    """A tile that was placed, and the one that it captured."""

    seat: Seat
    tile: Tile
    space: Space
    captured: Tile | None
    victim: Seat | None
    """The seat whose tile was captured."""


Rack = tuple[Tile, ...]
"""The tiles of one colour that a seat holds."""


@dataclass(frozen=True, slots=True)
class Dealt(RoundBegins):
    """The tiles were dealt; each rack is seen only by its owner."""

    first: Seat
    seats: int
    racks: tuple[Rack | None, ...] = field(repr=False)
    """By colour; colour c belongs to seat c modulo the number of seats."""

    def redact_for(self, viewer: Seat | None) -> Self:
        visible_racks = (rack if colour % self.seats == viewer else None for colour, rack in enumerate(self.racks))
        return replace(self, racks=tuple(visible_racks))

    def describe(self) -> Message:
        line = msg("The tiles are dealt.")
        return with_hands(line, [self._hand(seat) for seat in range(self.seats)])

    def _hand(self, seat: Seat) -> list[Value] | None:
        """Return a seat's tiles in all its colours."""
        racks = [rack for rack in self.racks[seat :: self.seats] if rack is not None]
        return [tile.full_text for rack in racks for tile in rack] if racks else None


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile was placed.

    In its last turn, the seat also draws a tile at once, which only that seat sees.
    """

    move: Move
    with_colour: bool
    """Whether the sentence names the tile's colour."""
    drawn: Tile | None = field(default=None, repr=False)

    def redact_for(self, viewer: Seat | None) -> Self:
        return self if viewer == self.move.seat else replace(self, drawn=None)

    def describe(self) -> Message:
        placed = describe_move(self.move, self.with_colour)
        if self.drawn is None:
            return placed
        tile = self.drawn.full_text if self.with_colour else self.drawn.text
        return sentences(
            placed, deed("{who} draws {tile}.", "You draw a new tile: {tile}.", who=Who(self.move.seat), tile=tile)
        )


@dataclass(frozen=True, slots=True)
class Refilled(IndependentDraw):
    """At the beginning of its turn, a seat replaced the last tile that it placed; only that seat sees the new tile."""

    seat: Seat
    tile: Tile | None = field(repr=False)
    with_colour: bool
    """Whether the sentence names the tile's colour."""

    def redact_for(self, viewer: Seat | None) -> Self:
        return self if viewer == self.seat else replace(self, tile=None)

    def describe(self) -> Message:
        if self.tile is None:
            return deed("{who} draws a tile.", "You draw a tile.", who=Who(self.seat))
        tile = self.tile.full_text if self.with_colour else self.tile.text
        return deed("{who} draws {tile}.", "You draw a new tile: {tile}.", who=Who(self.seat), tile=tile)


@dataclass(frozen=True, slots=True)
class Passed(Public):
    """A seat had no legal placement."""

    seat: Seat

    def describe(self) -> Message:
        return deed("{who} can't place a tile and passes.", "You can't place a tile, so you pass.", who=Who(self.seat))


@dataclass(frozen=True, slots=True)
class Swapped:
    """A seat without a legal placement put a tile back; only that seat knows which."""

    seat: Seat
    tile: Tile | None = field(repr=False)

    def redact_for(self, viewer: Seat | None) -> Self:
        return self if viewer == self.seat else replace(self, tile=None)

    def describe(self) -> Message:
        who = Who(self.seat)
        if self.tile is None:
            return deed("{who} can't place a tile and swaps one.", "You can't place a tile, so you swap one.", who=who)
        return deed(
            "{who} can't place a tile and swaps {tile}.",
            "You can't place a tile, so you swap {tile}.",
            who=who,
            tile=self.tile.full_text,
        )


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew the tile that it gets in a swap; only that seat sees the tile."""

    seat: Seat
    tile: Tile | None = field(repr=False)

    def redact_for(self, viewer: Seat | None) -> Self:
        return self if viewer == self.seat else replace(self, tile=None)

    def describe(self) -> Message:
        if self.tile is None:
            return deed("{who} draws a tile.", "You draw a tile.", who=Who(self.seat))
        return deed("{who} draws {tile}.", "You draw a new tile: {tile}.", who=Who(self.seat), tile=self.tile.full_text)


@dataclass(frozen=True, slots=True)
class Ended(RepeatedByResult):
    """Every seat has had all its turns; the racks are shown."""

    outcome: Outcome
    racks: tuple[Rack, ...]
    """By colour."""

    def describe(self) -> Message:
        return self.outcome.reason


def describe_move(move: Move, with_colour: bool) -> Message:
    """Describe a placement and the tile that it captured."""
    tile = move.tile.full_text if with_colour else move.tile.text
    values: dict[str, Value] = {"who": Who(move.seat), "tile": tile, "space": space_name(move.space)}
    placed = deed("{who} places {tile} on {space}.", "You place {tile} on {space}.", **values)
    if move.captured is None or move.victim is None:
        return placed
    taken_text = move.captured.full_text
    if move.victim == move.seat:
        return sentences(placed, msg("Own tile taken: {taken}.", taken=taken_text))
    return deed(
        "{who} places {tile} on {space} and takes {taken} from {victim}.",
        "You place {tile} on {space} and take {taken} from {victim}.",
        victim=Who(move.victim),
        taken=taken_text,
        **values,
    )
