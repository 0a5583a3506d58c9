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
"""Spaces in ascending order."""


class Score(NamedTuple):
    """The score of one seat (blockers.md §6)."""

    groups: int
    prisoners: tuple[int, ...]
    """Captured tiles by colour."""
    penalised: int
    """The number of prisoners that cost points: the prisoners of the most-captured colour; 0 with `uptown`."""

    @property
    def points(self) -> int:
        """The points, never above 0; higher is better."""
        return -self.groups - self.penalised

    @property
    def total(self) -> int:
        """The number of all prisoners; in a tie fewer win."""
        return sum(self.prisoners)


class Stuck(NamedTuple):
    """What everybody knows from a turn without a placement: no tile on the rack had a space."""

    signs: int
    """The signs without a space in that turn, as a mask."""
    held: int
    """The least number of these signs that the rack must still hold, after the tiles that were placed since."""


def forget_sign(known: Sequence[Stuck], signs: int) -> tuple[Stuck, ...]:
    """Return what is still known after a tile with one of these signs left the rack."""
    remaining = (stuck._replace(held=stuck.held - 1) if stuck.signs & signs else stuck for stuck in known)
    return tuple(stuck for stuck in remaining if stuck.held > 0)


class Reach(NamedTuple):
    """A tile of the viewer and the spaces that it could go to now."""

    tile: Tile
    free: Spaces
    captures: Spaces
    """The spaces on which the tile would take another."""
    own: Spaces = ()
    """The spaces in `captures` whose tile has the viewer's other colour."""


@dataclass(frozen=True, slots=True)
class BlockersObservation:
    """Satisfies `engine.game.Observation`.

    Tuples "by colour" have one entry for each colour in the game.
    """

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
    """By colour its groups; a group is the spaces that its tiles lie on."""
    protected: tuple[Spaces, ...]
    """By colour the spaces whose tile can't be taken now, because its group would fall apart."""
    racks: tuple[tuple[Tile, ...] | None, ...]
    """By colour the tiles on its rack; None if the viewer may not see them before the end."""
    rack_sizes: tuple[int, ...]
    supplies: tuple[int, ...]
    """By colour the number of tiles that can still be drawn."""
    reach: tuple[Reach, ...]
    """The spaces for each tile of the viewer that may still be placed, also outside the viewer's turn."""
    turns_left: tuple[int, ...]
    """By seat the number of turns left, including the current one."""
    scores: tuple[Score, ...]
    """By seat."""
    last: Move | None
    """The newest placement."""
    recent: tuple[Move | None, ...]
    """By seat the placement of its latest turn; None if it placed nothing."""
    first: Seat | None
    """The seat that began; None before the deal."""
    acting: Seat | None
    """The seat whose turn it is, even while its supply is shuffled; None before the deal and at the end."""
    remaining: tuple[tuple[Tile, ...], ...]
    """By colour the tiles on the rack and in the supply together.

    Everybody knows these, but not which of them are on the rack.
    """
    stuck: tuple[tuple[Stuck, ...], ...]
    """By colour what passes and swaps showed about its rack."""

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
