"""The options of Chickenfoot (chickenfoot.md §2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.dominoes.boneyard import not_for
from engine.game import Seat
from engine.options import OptionRefused, choice, flag
from engine.series import SeriesOptions
from engine.tiles import SIZES, Tile, TileSet, bits, tile_set
from engine.words import Message, msg

HAND_TABLES: Mapping[str, Mapping[tuple[int, int], int]] = {
    "gamerules": {(9, 2): 21, (9, 3): 14, (9, 4): 11, (9, 5): 8, (9, 6): 7, (9, 7): 6, (9, 8): 5},
    "pagat": {(6, 2): 5, (6, 3): 5, (9, 2): 12, (9, 3): 11, (9, 4): 10},
}
"""Published hand sizes: highest number of the set and seats to tiles."""

SEATS = range(2, 9)

TOES = 3
"""A foot is complete with three toes."""


@dataclass(frozen=True)
class ChickenfootOptions(SeriesOptions):
    """Every option with its default first; None is "auto"."""

    set: int | None = choice(None, *SIZES, help=msg("Highest double of the set"))
    hand_size: int | str = choice(
        7,
        *HAND_TABLES,
        *(n for n in range(3, 22) if n != 7),
        help=msg("Tiles dealt to each hand, or a published table"),
    )
    arms: int = choice(4, 3, 6, 8, help=msg("Tiles laid around the opening double before all else"))
    opening_missing: str = choice(
        "draw_in_turn",
        "simultaneous",
        "next_lower_double",
        "set_aside",
        help=msg("What is done when nobody holds the round's double"),
    )
    draw_limit: int | str = choice(1, "until_playable", help=msg("How many tiles one draws when none fits"))
    drawn_tile: str = choice("may", "must", help=msg("Whether a drawn tile that fits may be kept"))
    optional_draw: bool = flag(False, help=msg("Whether one may draw although one can play"))
    dead_foot: str = choice(
        "play_on", "end_round", "release", "forbid", help=msg("What becomes of a foot that cannot get three toes")
    )
    double_blank: int = choice(50, 0, help=msg("What 0-0 counts in a hand"))
    blank_tiles: str = choice("pips", "25_each", help=msg("What the other tiles with a blank count"))
    last_double_ends: bool = flag(True, help=msg("Whether one may go out with a double"))
    rounds: str | int = choice("all", *range(1, 20), help=msg("How many rounds, from the highest double down"))
    verification: str = choice("manual", "auto", help=msg("Everybody confirms a block, or the table does"))

    def highest(self, seats: int) -> int:
        """Return the highest number of the set that this number of seats uses."""
        if self.set is not None:
            return self.set
        return 9 if seats <= 6 else 12

    def dealt(self, seats: int) -> int | None:
        """Return the tiles dealt to each hand; None where the chosen table does not list the combination."""
        if isinstance(self.hand_size, str):
            return HAND_TABLES[self.hand_size].get((self.highest(seats), seats))
        return self.hand_size

    def round_count(self, seats: int) -> int:
        """Return how many rounds are played."""
        return self.highest(seats) + 1 if isinstance(self.rounds, str) else self.rounds

    def refusal(self, seats: int) -> Message | None:
        if (wrong := not_for(msg("Chickenfoot"), SEATS, seats)) is not None:
            return wrong
        highest, dealt = self.highest(seats), self.dealt(seats)
        in_set = len(tile_set(highest))
        if dealt is None:
            return msg(
                "The hand sizes of {table} do not list {seats} players with a double-{set}.",
                table=self.hand_size,
                seats=seats,
                set=highest,
            )
        if seats * dealt + 1 > in_set:
            return msg(
                "{seats} players with {dealt} tiles each and the opening double need {needed} tiles, "
                "but a double-{set} has {in_set}.",
                seats=seats,
                dealt=dealt,
                needed=seats * dealt + 1,
                set=highest,
                in_set=in_set,
            )
        if self.arms > highest:
            return msg(
                "A double-{set} has only {set} other tiles of each number: too few for {arms} arms.",
                set=highest,
                arms=self.arms,
            )
        if self.round_count(seats) > highest + 1:
            return msg("A double-{set} has only {n} doubles, one for each round.", set=highest, n=highest + 1)
        return None


@dataclass(frozen=True)
class Terms:
    """The options worked out for a number of seats. Raises OptionRefused for what cannot be played."""

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
        """Return what a hand counts."""
        return sum(self.values[t] for t in bits(hand))

    def opening_doubles(self, round_: int) -> int:
        """Return the doubles that may open a round: its own, or also lower ones with `next_lower_double` (§3)."""
        highest = self.double_of_round(round_)
        lowest = 0 if self.options.opening_missing == "next_lower_double" else highest
        return sum(self.doubles[lowest : highest + 1])

    def double_of_round(self, round_: int) -> int:
        """Return the number of a round's double, from the highest down (§3)."""
        return self.tiles.highest + 1 - round_

    def after(self, seat: Seat) -> Seat:
        """Return the next seat clockwise."""
        return (seat + 1) % self.seats
