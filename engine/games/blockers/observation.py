"""What one viewer may know of a table of Blockers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.game import Choice, Outcome, Seat
from engine.games.blockers.board import Space
from engine.games.blockers.events import Move
from engine.games.blockers.options import BlockersOptions
from engine.games.blockers.tiles import Colour, Tile

Spaces = tuple[Space, ...]
"""Ascending."""


class Score(NamedTuple):
    """How one seat stands (blockers.md §6)."""

    groups: int
    prisoners: tuple[int, ...]
    """Captured tiles by colour."""
    most: int
    """Prisoners that cost points: those of the most-captured colour, none under `uptown`."""

    @property
    def points(self) -> int:
        """Never above 0; higher is better."""
        return -self.groups - self.most

    @property
    def total(self) -> int:
        """All prisoners: fewer wins a tie."""
        return sum(self.prisoners)


class Stuck(NamedTuple):
    """What a turn without a placement told everybody: the rack held nothing but signs that had no space then."""

    signs: int
    """These signs, as a mask."""
    held: int
    """How many of them the rack still holds at least: what was laid since may have been among them."""


def fewer(known: Sequence[Stuck], signs: int) -> tuple[Stuck, ...]:
    """Return what is still known when one tile, of these signs, left the rack."""
    left = (Stuck(stuck.signs, stuck.held - bool(stuck.signs & signs)) for stuck in known)
    return tuple(stuck for stuck in left if stuck.held > 0)


class Reach(NamedTuple):
    """Where a tile of the viewer could go now."""

    tile: Tile
    free: Spaces
    captures: Spaces
    """Where it would take a tile;"""
    own: Spaces = ()
    """those of them where that tile is of the viewer's other colour."""


@dataclass(frozen=True, slots=True)
class BlockersObservation:
    """Satisfies `engine.game.Observation`. Tuples "by colour" have one entry for each colour in the game."""

    viewer: Seat | None
    to_act: Seat | None
    outcome: Outcome | None
    round: int
    choices: Sequence[Choice]

    options: BlockersOptions
    seats: int
    board: tuple[Tile | None, ...]
    """What lies on each of the 81 spaces, row by row."""
    groups: tuple[tuple[Spaces, ...], ...]
    """By colour its groups."""
    protected: tuple[Spaces, ...]
    """By colour the spaces whose tile nobody can take now, because its group would fall apart."""
    racks: tuple[tuple[Tile, ...] | None, ...]
    """By colour: the viewer's own; at the end everybody's."""
    rack_sizes: tuple[int, ...]
    supplies: tuple[int, ...]
    """By colour how many tiles are still to be drawn."""
    reach: tuple[Reach, ...]
    """For each tile of the viewer that may still be placed, in or out of turn."""
    turns_left: tuple[int, ...]
    """A seat each: the tiles it still places."""
    scores: tuple[Score, ...]
    """A seat each."""
    last: Move | None
    """The newest placement."""
    recent: tuple[Move | None, ...]
    """A seat each: its latest turn, None if it placed nothing."""
    first: Seat | None
    """The seat that began; None before the deal."""
    acting: Seat | None
    """Whose turn it is, also while the dealer shuffles that seat's supply; None before the deal and at the end."""
    remaining: tuple[tuple[Tile, ...], ...]
    """By colour the tiles not laid so far: as a set everybody knows them, but not which are on the rack."""
    stuck: tuple[tuple[Stuck, ...], ...]
    """By colour what passes and swaps told about its rack."""

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(score.points for score in self.scores)

    @property
    def is_scored(self) -> bool:
        return self.outcome is not None

    def owner(self, colour: Colour) -> Seat:
        """Return the seat that owns a colour."""
        return colour % self.seats

    def colours(self, seat: Seat) -> tuple[Colour, ...]:
        """Return the one or two colours of a seat."""
        return tuple(Colour(c) for c in range(seat, len(self.racks), self.seats))
