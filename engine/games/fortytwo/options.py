"""The options of Texas 42 (fortytwo.md §2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.dominoes.tricks.settings import BIDDING, REDEAL
from engine.options import LENGTH, PLAY, SCORING, Group, Pick, choice, flag, number
from engine.series import SeriesOptions
from engine.sides import PAIRS, Sides, single_sides
from engine.words import Message, count, msg, term

SEATS = 4
TRUMP = Group("trump", term("Trump", "group of options"))
MARKS, POINTS = "marks", "points"
OFF, HIGH, LOW, OWN, ANY = "off", "high", "low", "own", "any"
_MOST_MARKS, _LEAST_POINTS = 50, 50


@dataclass(frozen=True)
class FortytwoOptions(SeriesOptions):
    """Every option with its default first."""

    all_pass: str = choice(
        {
            "dealer_bids": Pick(msg("The dealer bids"), msg("If three pass, the dealer must bid.")),
            "redeal": REDEAL,
        },
        name=msg("If nobody bids"),
        help=msg("What happens if all four would pass."),
        group=BIDDING,
    )
    doubles_trump: bool = flag(
        True, name=msg("Doubles as trump"), help=msg("May the bidder name the doubles as trump?"), group=TRUMP
    )
    no_trump: str = choice(
        {
            HIGH: Pick(msg("Doubles high"), msg("Without trump, each double is the highest of its number.")),
            ANY: Pick(msg("The bidder's choice"), msg("Without trump, the bidder says what the doubles are.")),
            OFF: Pick(msg("Not allowed"), msg("There must be a trump.")),
        },
        name=msg("Follow me"),
        help=msg("May the bidder play without trump, and what are the doubles then?"),
        group=TRUMP,
    )
    nello: str = choice(
        {
            OFF: Pick(msg("Not allowed"), msg("No bid can be played as nello.")),
            OWN: Pick(msg("Doubles are a suit"), msg("In nello the doubles are a suit of their own.")),
            HIGH: Pick(msg("Doubles high"), msg("In nello each double is the highest of its number.")),
            LOW: Pick(term("Doubles low", "option"), msg("In nello each double is the lowest of its number.")),
        },
        name=term("Nello", "option"),
        help=msg("May a bidder of a mark promise to take no trick at all?"),
        group=TRUMP,
    )
    plunge: bool = flag(
        False,
        name=term("Plunge", "option"),
        help=msg("May a hand with four doubles bid 4 marks at once?"),
        group=BIDDING,
    )
    splash: bool = flag(
        False,
        name=term("Splash", "option"),
        help=msg("May a hand with three doubles bid 2 marks, or 3?"),
        group=BIDDING,
    )
    scoring: str = choice(
        {
            MARKS: Pick(msg("Marks"), msg("A round is worth the marks that were bid.")),
            POINTS: Pick(msg("Points taken"), msg("A round is worth what the pairs take.")),
        },
        name=msg("Marks or points"),
        help=msg("What a round is worth."),
        group=SCORING,
    )
    target: int | None = number(
        None,
        low=1,
        high=1000,
        auto=Pick(msg("7 marks or 250 points")),
        name=msg("Score to win"),
        help=msg("How many marks or points win the game."),
        group=LENGTH,
    )
    play_out: bool = flag(
        False,
        name=msg("Play it out"),
        help=msg("Are the last tricks played if the bid is decided?"),
        group=PLAY,
        idle=("scoring", frozenset((POINTS,))),
    )
    claims: bool = flag(
        True,
        name=msg("Laying down"),
        help=msg("May a leader whose tiles all win take the rest at once?"),
        group=PLAY,
    )

    @property
    def goal(self) -> int:
        """The marks or points that win."""
        return self.target or (7 if self.scoring == MARKS else 250)

    def has_points(self) -> bool:
        return self.scoring == POINTS

    def sides(self, seats: int) -> Sides:
        return PAIRS if seats == SEATS else single_sides(seats)

    def refusal(self, seats: int) -> Message | None:
        if seats != SEATS:
            return msg("Texas 42 is played by exactly four, two against two.")
        if self.scoring == MARKS and self.goal > _MOST_MARKS:
            return msg("A game for marks is to {most} marks at most.", most=_MOST_MARKS)
        if self.scoring == POINTS and self.goal < _LEAST_POINTS:
            return msg("A game for points is to {least} points at least.", least=_LEAST_POINTS)
        return None

    def describe_value(self, name: str) -> Message:
        if name != "target" or self.target is None:
            return super().describe_value(name)
        if self.scoring == MARKS:
            return count("{n} mark", "{n} marks", self.target)
        return count("{n} point", "{n} points", self.target)

    summary_options = frozenset(("scoring", "target"))

    def summarize(self, seats: int) -> Sequence[Message]:
        if self.scoring == MARKS:
            return [count("to {n} mark", "to {n} marks", self.goal)]
        return [count("to {n} point", "to {n} points", self.goal)]
