"""What stays the same for a whole table: the options, the seats and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.game import Seat
from engine.games.chickenfoot.options import ChickenfootOptions
from engine.options import OptionRefused
from engine.tiles import Tile, TileSet, bits, tile_set


@dataclass(frozen=True)
class Setup:
    """The options with the number of seats. Raises OptionRefused for what cannot be played."""

    options: ChickenfootOptions
    seats: int

    def __post_init__(self) -> None:
        if refused := self.options.refusal(self.seats):
            raise OptionRefused(refused)

    @cached_property
    def tiles(self) -> TileSet:
        return tile_set(self.options.highest(self.seats))

    @cached_property
    def dealt(self) -> int:
        """Tiles dealt to each hand."""
        dealt = self.options.dealt(self.seats)
        assert dealt is not None, "a table that does not list the combination is refused"
        return dealt

    @cached_property
    def rounds(self) -> int:
        return self.options.round_count(self.seats)

    @cached_property
    def forbids_dead_feet(self) -> bool:
        return self.options.dead_foot == "forbid"

    @cached_property
    def ends_with_dead_foot(self) -> bool:
        return self.options.dead_foot == "end_round"

    @cached_property
    def releases_dead_feet(self) -> bool:
        return self.options.dead_foot == "release"

    @cached_property
    def doubles(self) -> tuple[int, ...]:
        """For each number the mask that holds its double alone."""
        return tuple(self.tiles.mask([Tile(n, n)]) for n in range(self.tiles.highest + 1))

    @cached_property
    def values(self) -> tuple[int, ...]:
        """What each tile counts when it is left in a hand (§8)."""
        return tuple(self._value(t) for t in self.tiles.tiles)

    def _value(self, tile: Tile) -> int:
        if tile == Tile(0, 0):
            return self.options.double_blank
        if tile.has(0) and self.options.blank_tiles == "25_each":
            return 25
        return tile.pips

    def value(self, hand: int) -> int:
        """What a hand counts."""
        return sum(self.values[t] for t in bits(hand))

    def opening_doubles(self, round_: int) -> int:
        """The doubles that may open a round: its own, or also lower ones with `next_lower_double` (§3)."""
        highest = self.double_of_round(round_)
        lowest = 0 if self.options.opening_missing == "next_lower_double" else highest
        return sum(self.doubles[lowest : highest + 1])

    def double_of_round(self, round_: int) -> int:
        """The number of a round's double, from the highest down (§3)."""
        return self.tiles.highest + 1 - round_

    def after(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return (seat + 1) % self.seats
