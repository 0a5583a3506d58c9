"""Blockers on plain ints for search, without states and events.

The rules are those of `state.py`, and a property test compares both. A position changes in place, so a search copies it
before it tries a sequence of moves.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.game import DEALER, Seat
from engine.games.blockers.board import EVERYWHERE, Mask, Space, find_capturable, groups
from engine.games.blockers.state import BlockersState
from engine.games.blockers.tiles import FITS, RACK, UNPLAYED, Sign
from engine.tiles import bits


class Placement(NamedTuple):
    """A tile and the space that it is placed on."""

    colour: int
    sign: Sign
    space: Space


class Terms(NamedTuple):
    """The constants of a game."""

    seats: int
    first: Seat
    turns: int
    """The turns of all seats together."""
    uptown: bool
    swaps: bool
    rivals: tuple[tuple[int, ...], ...]
    """For each colour, the colours whose tiles it may take."""


def read_terms(state: BlockersState) -> Terms:
    """Return the terms of a game that has begun."""
    assert state.first is not None
    options, colours = state.options, state.colours()
    return Terms(
        seats=state.seats,
        first=state.first,
        turns=state.turns,
        uptown=options.scoring == "uptown",
        swaps=options.no_legal == "swap",
        rivals=tuple(
            tuple(other for other in colours if not options.spares(state.seats, colour, other)) for colour in colours
        ),
    )


class Position:
    """A position with all racks and supplies.

    Lists "by colour" have one entry for each colour in the game.
    """

    __slots__ = ("laid", "prisoners", "racks", "supplies", "terms", "turn")

    def __init__(self, state: BlockersState) -> None:
        """Take the position from a state. Raises ValueError if no seat is to act in it."""
        if state.to_act is None or state.to_act == DEALER:
            raise ValueError("no seat is to act")
        self.terms = read_terms(state)
        self.turn = state.turn
        self.laid = list(state.laid)
        self.racks = list(state.racks)
        self.supplies = list(state.supplies)
        self.prisoners = [list(counts) for counts in state.prisoners]
        for colour, rack in enumerate(state.racks):
            if rack.bit_count() < RACK:
                self._draw(colour)  # a `Position` refills a rack right after a placement

    def __repr__(self) -> str:
        return f"<Position {self.turn}>"

    def copy(self) -> Position:
        """Return a copy of the position, to be played on separately."""
        other = Position.__new__(Position)
        other.terms, other.turn = self.terms, self.turn
        other.laid, other.racks, other.supplies = self.laid[:], self.racks[:], self.supplies[:]
        other.prisoners = [counts[:] for counts in self.prisoners]
        return other

    @property
    def is_over(self) -> bool:
        return self.turn == self.terms.turns

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return (self.terms.first + self.turn) % self.terms.seats

    def turns_left(self, seat: Seat) -> int:
        """Return the number of turns left to a seat, including the current one."""
        # the turns left are shared out from the current seat on, so the first seats may get one turn more
        seats = self.terms.seats
        return (self.terms.turns - self.turn + seats - 1 - (seat - self.seat) % seats) // seats

    def colours(self, seat: Seat) -> range:
        """Return the colours of a seat."""
        return range(seat, len(self.laid), self.terms.seats)

    def placeable(self, seat: Seat) -> list[int]:
        """Return the colours of a seat that still have a tile to place."""
        return [colour for colour in self.colours(seat) if self.racks[colour].bit_count() > UNPLAYED]

    def empty_spaces(self) -> Mask:
        """Return the spaces without a tile."""
        return EVERYWHERE & ~sum(self.laid)

    def takeable(self, colour: int) -> Mask:
        """Return the spaces whose tile this colour may replace."""
        spaces = 0
        for other in self.terms.rivals[colour]:
            spaces |= find_capturable(self.laid[other])
        return spaces

    def placements(self) -> list[Placement]:
        """Return all that the seat to act can place."""
        free, all_placements = self.empty_spaces(), []
        for colour in self.placeable(self.seat):
            spaces = free | self.takeable(colour)
            for sign in bits(self.racks[colour]):
                all_placements += [Placement(colour, sign, space) for space in bits(FITS[sign] & spaces)]
        return all_placements

    def place(self, colour: int, sign: Sign, space: Space) -> None:
        """Make a legal placement."""
        bit = 1 << space
        for other, tiles in enumerate(self.laid):
            if tiles & bit:
                self.laid[other] = tiles ^ bit
                self.prisoners[self.seat][other] += 1
        self.laid[colour] |= bit
        self.racks[colour] ^= 1 << sign
        self._draw(colour)
        self.turn += 1

    def skip(self) -> None:
        """Take a turn in which nothing can be placed.

        If the rules allow a swap, the lowest tile of the first colour with a supply goes to the end of that supply.
        """
        stocked = [colour for colour in self.colours(self.seat) if self.supplies[colour]]
        if stocked and self.terms.swaps:
            colour = stocked[0]
            sign = next(bits(self.racks[colour]))
            self.racks[colour] ^= 1 << sign
            self.supplies[colour] = (*self.supplies[colour], sign)
            self._draw(colour)
        self.turn += 1

    def _draw(self, colour: int) -> None:
        supply = self.supplies[colour]
        if supply:
            self.racks[colour] |= 1 << supply[0]
            self.supplies[colour] = supply[1:]

    def groups(self, seat: Seat) -> int:
        """Count the groups of all colours of a seat."""
        return sum(self.groups_of(colour) for colour in self.colours(seat))

    def groups_of(self, colour: int) -> int:
        """Count the groups of one colour."""
        return len(groups(self.laid[colour]))

    def penalty(self, seat: Seat) -> int:
        """Return the points that a seat loses by prisoners."""
        return 0 if self.terms.uptown else max(self.prisoners[seat])

    def points(self, seat: Seat) -> int:
        """Return a seat's points if the game ended now."""
        return -self.groups(seat) - self.penalty(seat)
