"""The options of Draw and Block (draw.md §2), and what they come to for a number of seats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from engine.dominoes.blocked import AUTO, MANUAL
from engine.dominoes.boneyard import UNLIMITED, Boneyard, not_for, too_many
from engine.dominoes.hands import highest_lead
from engine.options import OptionRefused, choice, flag, number
from engine.series import SeriesOptions
from engine.tiles import SIZES, tile_set
from engine.words import Message, count, msg

SEATS = range(2, 9)

_HANDS = {
    6: (7, 5, 5, 4, 3),
    9: (9, 7, 7, 6, 6, 5, 5),
    12: (12, 10, 9, 9, 8, 7, 7),
    15: (15, 13, 12, 11, 10, 10, 9),
    18: (18, 16, 15, 14, 13, 12, 12),
}
"""Tiles for each hand by set, for 2, 3, 4 … seats (draw.md §3); a set is not played by more."""
_BLOCK_HANDS = _HANDS | {6: (7, 7, 7, 5, 4)}
_TARGETS = {6: 100, 9: 300, 12: 600, 15: 1000, 18: 1500}


@dataclass(frozen=True)
class DrawOptions(SeriesOptions):
    """Every option with its default first; None is "auto"."""

    mode: str = choice("draw", "block", help=msg("Draw from the boneyard, or only block"))
    set: int | None = choice(None, *SIZES, help=msg("Highest double of the set"))
    hand_size: int | None = number(None, low=3, high=95, help=msg("Tiles dealt to each hand"))
    layout: str = choice("line", "spinner", "cross", help=msg("Two ends, or four from a double"))
    draw_limit: int | None = choice(None, 1, 3, none="unlimited", help=msg("How many tiles one may draw in a turn"))
    boneyard_reserve: int = choice(0, 1, 2, help=msg("Tiles that always stay in the boneyard"))
    voluntary_draw: bool = flag(False, help=msg("Whether one may draw although one can play"))
    early_block: str = choice("off", "certain", help=msg("End at once when no unplayed tile fits"))
    verification: str = choice(MANUAL, AUTO, help=msg("Everybody confirms a block, or the table does"))
    foul_action: str = choice("points", "warning", "forfeit_round", "none", help=msg("What a false declaration costs"))
    foul_penalty: str = choice("target_share", "hand", "hundred", help=msg("How the points of a penalty are reckoned"))
    foul_fixed: int = number(30, low=0, high=1000, help=msg("The least a penalty costs"))
    foul_percent: int = number(20, low=0, high=100, help=msg("The penalty in percent of the target"))
    blocked_score: str = choice("others_sum", "others_minus_own", help=msg("What the winner of a block scores"))
    blocked_tie: str = choice(
        "no_score",
        "share",
        "full",
        "lightest_tile",
        "leader",
        "last_player_wins",
        "last_player_loses",
        help=msg("Who scores when several hold the fewest pips"),
    )
    first_lead: str = choice("highest_double", "random", help=msg("Who opens the first round"))
    next_lead: str = choice("winner", "rotate", "highest_double", help=msg("Who opens later rounds"))
    match: str = choice("target", "rounds", help=msg("Play to a target or a number of rounds"))
    target: int | None = number(None, low=1, high=5000, help=msg("Points that win the match"))
    rounds: int = number(1, low=1, high=50, help=msg("Rounds of the match, where it goes by rounds"))

    def refusal(self, seats: int) -> Message | None:
        if (wrong := not_for(msg("Draw Dominoes"), SEATS, seats)) is not None:
            return wrong
        highest = self.highest(seats)
        most = 1 + len(_HANDS[highest])
        if seats > most:
            return msg("A double-{highest} set is for at most {most} players.", highest=highest, most=most)
        return too_many(self.hand(seats), seats, highest, left=0 if self.mode == "block" else 1)

    def highest(self, seats: int) -> int:
        """Return the highest number of the set."""
        if self.set is not None:
            return self.set
        return 6 if seats <= 4 else 9 if seats <= 6 else 12

    def hand(self, seats: int) -> int:
        """Return the tiles dealt to each."""
        if self.hand_size is not None:
            return self.hand_size
        hands = _BLOCK_HANDS if self.mode == "block" else _HANDS
        return hands[self.highest(seats)][seats - SEATS[0]]

    def goal(self, seats: int) -> int | None:
        """Return the points that win the match; None where it goes by rounds."""
        if self.match == "rounds":
            return None
        return _TARGETS[self.highest(seats)] if self.target is None else self.target

    def foul_points(self, goal: int | None) -> int:
        """Return what a foul costs where the options say a share of the target (draw.md §7)."""
        share = 0 if goal is None else -(-self.foul_percent * goal // 100)
        return max(self.foul_fixed, share)

    def about(self) -> Message | None:
        if self.mode == "block":
            return msg("Block: match the open ends, pass when you cannot, and be the first without tiles.")
        return None

    def note(self, seats: int) -> Message | None:
        """Return the penalty in force; where the table confirms a block by itself nothing can be declared falsely."""
        if self.verification == AUTO:
            return None
        match self.foul_action:
            case "none":
                return msg("A false declaration costs nothing.")
            case "forfeit_round":
                return msg("A false declaration ends the round, and whoever made it cannot win it.")
            case "warning":
                price = self._foul_price(seats)
                return msg("The first false declaration is a warning, every later one costs {price}.", price=price)
            case _:
                return msg("A false declaration costs {price}.", price=self._foul_price(seats))

    def _foul_price(self, seats: int) -> Message:
        match self.foul_penalty:
            case "hand":
                return msg("as many points as one holds pips, at least 50")
            case "hundred":
                return msg("100 points")
            case _:
                return count("{n} point", "{n} points", self.foul_points(self.goal(seats)))


@dataclass(frozen=True, slots=True)
class Terms(Boneyard[DrawOptions]):
    """The options worked out for a number of seats."""

    manual: bool
    """Whether every seat declares for itself."""
    early_block: bool
    only_plays: bool
    """Whether a seat that can play can never do anything else."""
    goal: int | None

    def __reduce__(self) -> tuple[Callable[..., Terms], tuple[object, ...]]:
        return terms, (self.options, self.seats)

    def leads(self, hand: int, round_: int) -> int:
        """Return the tiles of the opener's hand, as a mask, that may open a round (draw.md §4)."""
        doubles = hand & self.tiles.doubles
        if self.forced_lead(round_):
            return highest_lead(self.tiles, hand)
        return hand if self.options.layout == "line" else doubles or hand


@lru_cache(maxsize=1024)
def terms(options: DrawOptions, seats: int) -> Terms:
    """Return what the options come to. Raises OptionRefused where this number of seats cannot play them."""
    if (refusal := options.refusal(seats)) is not None:
        raise OptionRefused(refusal)
    tiles = tile_set(options.highest(seats))
    return Terms(
        options,
        seats,
        tiles,
        options.hand(seats),
        len(tiles) if options.mode == "block" else options.boneyard_reserve,
        options.draw_limit or UNLIMITED,
        options.verification == MANUAL,
        options.early_block == "certain",
        options.verification == AUTO and not options.voluntary_draw,
        options.goal(seats),
    )
