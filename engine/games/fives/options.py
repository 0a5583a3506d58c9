"""The options of Fives, and what they make of counts and pips (fives.md §2, §5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.dominoes.blocked import AUTO, MANUAL
from engine.dominoes.boneyard import not_for, too_many
from engine.options import choice, flag, number
from engine.series import SeriesOptions
from engine.words import Message, msg

SEATS = range(2, 5)
_HANDS = {6: (7, 7, 5), 9: (9, 9, 7), 12: (9, 9, 7)}
"""Tiles for each hand by set, for 2, 3 and 4 seats."""


@dataclass(frozen=True)
class FivesOptions(SeriesOptions):
    """Every option with its default first; None is "auto"."""

    set: int = choice(*_HANDS, help=msg("Highest double of the set"))
    hand_size: int | None = number(None, low=3, high=12, help=msg("Tiles dealt to each hand"))
    spinner: str = choice("first", "none", "all", help=msg("Which doubles get four arms: All Fives, Muggins, Five-Up"))
    first_lead: str = choice("random", "highest_double", help=msg("Who opens the first round"))
    next_lead: str = choice("winner", "rotate", "highest_double", help=msg("Who opens later rounds"))
    boneyard_reserve: int = choice(0, 1, 2, help=msg("Tiles that always stay in the boneyard"))
    voluntary_draw: bool = flag(False, help=msg("Whether you may draw although you can play"))
    score_unit: str = choice("points", "fives", help=msg("A count of 15 is worth 15 points, or 3"))
    rounding: str = choice("sum", "each", "none", help=msg("Round the others' pips to fives: together or by hand"))
    blocked_score: str = choice("others_minus_own", "others_sum", "nothing", help=msg("What wins a block"))
    get_in: int = choice(0, 10, help=msg("What one play must make before your plays count"))
    target: int = number(150, low=50, high=500, help=msg("Points that win the game"))
    ends: str = choice("at_once", "round_end", help=msg("When a play that reaches the target ends the game"))
    match: str = choice("target", "rounds", help=msg("Play to a target or a number of rounds"))
    rounds: int = number(1, low=1, high=50, help=msg("Rounds of the game, where it goes by rounds"))
    verification: str = choice(AUTO, MANUAL, help=msg("The table confirms a block, or everybody does"))

    def refusal(self, seats: int) -> Message | None:
        return not_for(msg("Fives"), SEATS, seats) or too_many(self.hand(seats), seats, self.set)

    def hand(self, seats: int) -> int:
        """Return the tiles dealt to each."""
        return self.hand_size or _HANDS[self.set][seats - SEATS[0]]

    @property
    def goal(self) -> int | None:
        """The points that win the game; None where it goes by rounds."""
        return self.target if self.match == "target" else None

    def worth(self, total: int) -> int:
        """Return what a count scores: nothing unless it is a multiple of five."""
        return 0 if total % 5 else self._scored(total)

    def reward(self, out: bool, others: Sequence[int], own: int) -> int:
        """Return what the winner of a round scores for the pips in the hands of the others; after a block less its
        own."""
        if not out and self.blocked_score == "nothing":
            return 0
        taken = own if not out and self.blocked_score == "others_minus_own" else 0
        if self.rounding == "each":
            others, taken = [nearest(pips) for pips in others], nearest(taken)
        left = max(0, sum(others) - taken)
        return self._scored(nearest(left) if self.rounding == "sum" else left)

    def _scored(self, points: int) -> int:
        """Return points in the unit in which the table keeps score."""
        return points // 5 if self.score_unit == "fives" else points


def nearest(pips: int) -> int:
    """Return the multiple of five next to a number of pips."""
    return (pips + 2) // 5 * 5
