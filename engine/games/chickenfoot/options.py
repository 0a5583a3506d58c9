"""The options of Chickenfoot (chickenfoot.md §2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.dominoes import settings
from engine.dominoes.boneyard import seat_count_refusal
from engine.game import Seat
from engine.options import (
    DRAWING,
    GAME,
    LENGTH,
    PLAY,
    SCORING,
    OptionRefused,
    Pick,
    choice,
    double,
    flag,
    number_picks,
    points,
    tiles,
)
from engine.options import rounds as rounds_
from engine.series import SeriesOptions
from engine.tiles import SIZES, Tile, TileSet, bits, tile_set
from engine.words import Message, count, msg, term

HAND_TABLES: Mapping[str, Mapping[tuple[int, int], int]] = {
    "gamerules": {(9, 2): 21, (9, 3): 14, (9, 4): 11, (9, 5): 8, (9, 6): 7, (9, 7): 6, (9, 8): 5},
    "pagat": {(6, 2): 5, (6, 3): 5, (9, 2): 12, (9, 3): 11, (9, 4): 10},
}
"""Published sizes of hands, for the set's highest number and the number of seats."""

SEATS = range(2, 9)


def arms(n: int) -> Message:
    """Return a number of arms in words."""
    return count("{n} arm", "{n} arms", n)


TOES = 3
"""A foot is complete with three toes."""


@dataclass(frozen=True)
class ChickenfootOptions(SeriesOptions):
    """Every option with its default first; with `set=None`, the set depends on the number of seats."""

    set: int | None = choice(
        {
            None: Pick(msg("By number of players"), msg("Up to 6 players use double-nine, more double-twelve.")),
            **number_picks(double, SIZES),
        },
        name=msg("Set of tiles"),
        help=msg("The highest double of the set."),
        group=GAME,
    )
    hand_size: int | str = choice(
        {
            7: Pick(tiles(7)),
            "gamerules": Pick(msg("Large hands"), msg("In double-nine, 21 tiles for two players and 5 for eight.")),
            "pagat": Pick(msg("Middle hands"), msg("In double-nine, 12 tiles for two players and 10 for four.")),
            **number_picks(tiles, (n for n in range(3, 22) if n != 7)),
        },
        name=msg("Tiles in a hand"),
        help=msg("How many tiles each player is dealt."),
        group=GAME,
    )
    arms: int = choice(
        number_picks(arms, (4, 3, 6, 8)),
        name=msg("Arms"),
        help=msg("How many tiles must be played on the opening double before anything else."),
        group=GAME,
    )
    opening_missing: str = choice(
        {
            "draw_in_turn": Pick(
                msg("Draw in turn"), msg("Players take turns drawing a tile until the double is found.")
            ),
            "simultaneous": Pick(msg("All draw at once"), msg("All players draw a tile until the double is found.")),
            "next_lower_double": Pick(
                msg("The next lower double"), msg("The highest lower double in a hand opens instead.")
            ),
            "set_aside": Pick(
                msg("Taken out before the deal"), msg("The double is never dealt: the opener is given it.")
            ),
        },
        name=msg("Nobody has the double"),
        help=msg("What happens when nobody holds the double that opens the round."),
        group=GAME,
    )
    draw_limit: int | str = choice(
        {1: Pick(tiles(1)), "until_playable": Pick(msg("Until one fits"), msg("You draw until a tile fits."))},
        name=msg("Draw limit"),
        help=msg("How many tiles you draw when nothing fits."),
        group=DRAWING,
    )
    drawn_tile: str = choice(
        {
            "may": Pick(msg("May be kept"), msg("You play the drawn tile or keep it.")),
            "must": Pick(msg("Must be played"), msg("If the drawn tile fits, you play it.")),
        },
        name=msg("A drawn tile"),
        help=msg("May you keep a drawn tile that fits?"),
        group=DRAWING,
    )
    optional_draw: bool = flag(
        False, name=msg("Draw by choice"), help=msg("May you draw although a tile fits?"), group=DRAWING
    )
    dead_foot: str = choice(
        {
            "play_on": Pick(msg("Play goes on"), msg("You draw or pass until the round is blocked.")),
            "end_round": Pick(msg("The round ends"), msg("The round ends at once and is scored.")),
            "release": Pick(
                msg("The foot is released"),
                msg("Once its number is used up, the foot counts as complete and play goes on."),
            ),
            "forbid": Pick(msg("It can't happen"), msg("A double that can't get three toes can't be played.")),
        },
        name=msg("A foot that can't get three toes"),
        help=msg("What happens to a double that can't get its three toes."),
        group=PLAY,
    )
    double_blank: int = choice(
        number_picks(points, (50, 0)), name=msg("Double blank"), help=msg("What 0-0 counts in a hand."), group=SCORING
    )
    blank_tiles: str = choice(
        {
            "pips": Pick(msg("Their pips"), msg("0-5 counts 5.")),
            "25_each": Pick(points(25), msg("Each other tile with a blank counts 25.")),
        },
        name=msg("Other blanks"),
        help=msg("What the other tiles with a blank count in a hand."),
        group=SCORING,
    )
    last_double_ends: bool = flag(
        True,
        name=msg("Go out with a double"),
        help=msg("May you go out with a double, without drawing a tile after it?"),
        group=PLAY,
    )
    yard_rest: int = choice(
        {
            0: Pick(term("None", "tiles in reserve")),
            1: Pick(tiles(1), msg("The last tile is never drawn, with two players the last two.")),
        },
        name=msg("Reserve"),
        help=msg("Tiles that always stay in the boneyard."),
        group=DRAWING,
    )
    rounds: str | int = choice(
        {
            "all": Pick(msg("One for each double"), msg("From the highest double down to 0-0.")),
            **number_picks(rounds_, range(1, 20)),
        },
        name=msg("Number of rounds"),
        help=msg("How many rounds to play, from the highest double down."),
        group=LENGTH,
    )
    verification: str = settings.verification(settings.BY_TABLE, PLAY)

    summary_options = frozenset(("set", "hand_size", "rounds"))

    def summarize(self, seats: int) -> Sequence[Message]:
        dealt = self.hand_size_for(seats)
        hand = None if dealt is None else msg("{tiles} each", tiles=tiles(dealt))
        length = rounds_(self.rounds_a_game(seats))
        return [part for part in (double(self.highest(seats)), hand, length, self.blanks()) if part]

    def blanks(self) -> Message | None:
        """Describe which tiles don't count their pips; None if all do (§8)."""
        zero = msg("0-0 counts {n}", n=self.double_blank) if self.double_blank else None
        if self.blank_tiles != "25_each":
            return zero
        if zero is None:
            return msg("each tile with a blank but 0-0 counts 25")
        return msg("{zero}, each other tile with a blank 25", zero=zero)

    def highest(self, seats: int) -> int:
        """Return the highest number of the set that this number of seats uses."""
        if self.set is not None:
            return self.set
        return 9 if seats <= 6 else 12

    def hand_size_for(self, seats: int) -> int | None:
        """Return the number of tiles dealt to a hand; None if HAND_TABLES doesn't have these seats."""
        if isinstance(self.hand_size, str):
            return HAND_TABLES[self.hand_size].get((self.highest(seats), seats))
        return self.hand_size

    def rest_for(self, seats: int) -> int:
        """Return the number of tiles that always stay in the yard."""
        if not self.yard_rest:
            return 0
        return 2 if seats == 2 else 1

    def rounds_a_game(self, seats: int) -> int:
        return self.highest(seats) + 1 if isinstance(self.rounds, str) else self.rounds

    def refusal(self, seats: int) -> Message | None:
        if (refusal := seat_count_refusal(msg("Chickenfoot"), SEATS, seats)) is not None:
            return refusal
        highest, dealt = self.highest(seats), self.hand_size_for(seats)
        in_set = len(tile_set(highest))
        if dealt is None:
            return count(
                "{table}: not for {n} player with a double-{set}.",
                "{table}: not for {n} players with a double-{set}.",
                seats,
                table=self.describe_value("hand_size"),
                set=highest,
            )
        if seats * dealt + 1 > in_set:  # one more for the opening double
            return count(
                "{seats} × {dealt} and the opening double are {n} tile, but a double-{set} has {in_set}.",
                "{seats} × {dealt} and the opening double are {n} tiles, but a double-{set} has {in_set}.",
                seats * dealt + 1,
                seats=seats,
                dealt=dealt,
                set=highest,
                in_set=in_set,
            )
        if self.arms > highest:  # the number of the opening double is on `highest` other tiles
            return count(
                "A double-{set} allows {n} arm at most.",
                "A double-{set} allows {n} arms at most.",
                highest,
                set=highest,
            )
        if self.rounds_a_game(seats) > highest + 1:
            return count(
                "A double-{set} allows {n} round at most, one for each double.",
                "A double-{set} allows {n} rounds at most, one for each double.",
                highest + 1,
                set=highest,
            )
        return None


@dataclass(frozen=True)
class Terms:
    """The options, and the values that follow from them for a number of seats.

    Raises OptionRefused if they can't be played.
    """

    options: ChickenfootOptions
    seats: int

    def __post_init__(self) -> None:
        if refusal := self.options.refusal(self.seats):
            raise OptionRefused(refusal)

    @cached_property
    def tiles(self) -> TileSet:
        return tile_set(self.options.highest(self.seats))

    @cached_property
    def hand_size(self) -> int:
        """Tiles dealt to each hand."""
        dealt = self.options.hand_size_for(self.seats)
        assert dealt is not None, "`refusal` refuses numbers of seats that have no hand size"
        return dealt

    @cached_property
    def rest(self) -> int:
        """The number of tiles that stay in the yard. Once only these are left, the yard counts as empty."""
        return self.options.rest_for(self.seats)

    @cached_property
    def rounds(self) -> int:
        return self.options.rounds_a_game(self.seats)

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
        """For each number the mask of its double."""
        return tuple(self.tiles.mask([Tile(n, n)]) for n in range(self.tiles.highest + 1))

    @cached_property
    def values(self) -> tuple[int, ...]:
        """For each tile of the set the points that it costs in a hand (§8)."""
        return tuple(self.value_of(t) for t in self.tiles.tiles)

    def value_of(self, tile: Tile) -> int:
        """Return the points that a tile costs in a hand."""
        if tile == Tile(0, 0):
            return self.options.double_blank
        if tile.has(0) and self.options.blank_tiles == "25_each":
            return 25
        return tile.pips

    @cached_property
    def values_other_than_pips(self) -> Mapping[Tile, int]:
        """The points of the tiles whose points are not their pips."""
        tiles_and_values = zip(self.tiles.tiles, self.values, strict=True)
        return {tile: value for tile, value in tiles_and_values if value != tile.pips}

    def value(self, hand: int) -> int:
        """Return the points of a hand, given as a mask."""
        return sum(self.values[t] for t in bits(hand))

    def opening_doubles(self, round_: int) -> int:
        """Return the mask of the doubles that may open a round.

        With `next_lower_double`, these are the round's own double and all lower doubles (§3).
        """
        highest = self.double_of_round(round_)
        lowest = 0 if self.options.opening_missing == "next_lower_double" else highest
        return sum(self.doubles[lowest : highest + 1])

    def double_of_round(self, round_: int) -> int:
        """Return the number of a round's double, from the highest down (§3)."""
        return self.tiles.highest + 1 - round_

    def next_seat(self, seat: Seat) -> Seat:
        """Return the next seat clockwise."""
        return (seat + 1) % self.seats
