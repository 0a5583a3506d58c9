"""The options of Fives, and the points of counts and pips (fives.md §2, §5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.dominoes import settings
from engine.dominoes.boneyard import hand_size_refusal, seat_count_refusal
from engine.dominoes.settings import (
    BY_TABLE,
    CHANCE_LEADS,
    DOUBLE_LEADS,
    OTHER_HANDS,
    OTHERS_LESS_OWN,
    LineOptions,
    Shape,
)
from engine.options import (
    BLOCKS,
    GAME,
    LENGTH,
    SCORING,
    Pick,
    choice,
    double,
    number_picks,
)
from engine.options import rounds as rounds_
from engine.words import Message, count, msg, term

SEATS = range(2, 5)
_HANDS = {6: (7, 7, 5), 9: (9, 9, 7), 12: (9, 9, 7)}
"""Tiles for each hand by set, for 2, 3 and 4 seats."""


@dataclass(frozen=True)
class FivesOptions(LineOptions):
    """Every option with its default first; None is "auto"."""

    set: int = choice(
        number_picks(double, _HANDS), name=msg("Set of tiles"), help=msg("The highest double of the set."), group=GAME
    )
    hand_size: int | None = settings.hand_size(12)
    spinner: str = choice(
        {
            "first": Pick(msg("The first double"), msg("Only the first double gets four arms, as in All Fives.")),
            "none": Pick(msg("No double"), msg("The line has two ends, as in Muggins.")),
            "all": Pick(msg("Every double"), msg("Every double gets four arms, as in Five-Up.")),
        },
        name=msg("Four arms"),
        help=msg("Which doubles get four arms."),
        group=GAME,
    )
    first_lead: str = settings.first_lead({"random": CHANCE_LEADS, "highest_double": DOUBLE_LEADS})
    next_lead: str = settings.next_lead()
    boneyard_reserve: int = settings.reserve()
    voluntary_draw: bool = settings.draw_by_choice()
    score_unit: str = choice(
        {
            "points": Pick(term("Points", "what a count scores"), msg("A count of 15 scores 15.")),
            "fives": Pick(term("Fives", "what a count scores"), msg("A count of 15 scores 3.")),
        },
        name=msg("Score in"),
        help=msg("What a count of 15 is worth."),
        group=SCORING,
    )
    rounding: str = choice(
        {
            "sum": Pick(msg("The total"), msg("The pips of all hands are added, then rounded to fives.")),
            "each": Pick(msg("Each hand"), msg("Each hand is rounded to fives, then they are added.")),
            "none": Pick(msg("No rounding"), msg("Each pip counts.")),
        },
        name=msg("Rounding"),
        help=msg("How the pips left in hands are rounded at the end of a round."),
        group=SCORING,
    )
    blocked_score: str = settings.block_score(
        {
            "others_minus_own": OTHERS_LESS_OWN,
            "others_sum": OTHER_HANDS,
            "nothing": Pick(term("Nothing", "points for a block"), msg("Nobody scores for a block.")),
        },
        BLOCKS,
    )
    get_in: int = choice(
        {
            0: Pick(msg("From the start"), msg("Every play counts.")),
            10: Pick(msg("After one play of 10"), msg("Your plays count once one of them makes at least 10.")),
        },
        name=msg("Plays count"),
        help=msg("What one play must make before your plays count."),
        group=SCORING,
    )
    target: int = settings.target(150, low=50, high=500)
    ends: str = choice(
        {
            "at_once": Pick(msg("As soon as it is hit"), msg("The play that reaches the target wins.")),
            "round_end": Pick(msg("After the round"), msg("The round is played to its end. The most points win.")),
        },
        name=msg("The target ends it"),
        help=msg("When a play that reaches the target ends the game."),
        group=LENGTH,
    )
    match: str = settings.match()
    rounds: int = settings.rounds()
    verification: str = settings.verification(BY_TABLE, BLOCKS)
    teams: str = settings.teams()
    pair_score: str = settings.pair_score()
    shutout: str = settings.shutout()
    blocked_by: str = settings.blocked_by()
    direction: str = settings.direction()

    summary_options = frozenset(("set", "spinner", "match", "target", "rounds", "teams"))

    def variant_name(self) -> Message | None:
        return {"none": msg("Muggins"), "all": msg("Five-Up")}.get(self.spinner)

    def summarize(self, seats: int) -> Sequence[Message]:
        goal = self.goal(seats)
        length = rounds_(self.rounds) if goal is None else count("to {n} point", "to {n} points", goal)
        pairs = term("in pairs", "kind of game") if self.has_pairs else None
        return [part for part in (pairs, double(self.set), length) if part]

    def refusal(self, seats: int) -> Message | None:
        return (
            seat_count_refusal(self.variant_name() or msg("Fives"), SEATS, seats)
            or hand_size_refusal(self.hand_size_for(seats), seats, self.set)
            or self.pairs_refusal(seats)
        )

    def hand_size_for(self, seats: int) -> int:
        return self.hand_size or _HANDS[self.set][seats - SEATS[0]]

    def highest(self, seats: int) -> int:
        return self.set

    def shape(self, seats: int) -> Shape:
        return Shape(self.set, self.spinner, counted=True)

    def score_count(self, total: int) -> int:
        """Return the points of a count: 0 unless it is a multiple of five."""
        return 0 if total % 5 else self._to_score_unit(total)

    def score_pips(self, out: bool, others: Sequence[int], own: Sequence[int]) -> int:
        """Return the points that the winner of a round gets for the pips in other hands.

        `out` is whether a seat went out, and `others` are the pips of the hands that score. After a block, the options
        may subtract the pips of the winner's `own` hands.
        """
        if not out and self.blocked_score == "nothing":
            return 0
        deducted = own if not out and self.blocked_score == "others_minus_own" else ()
        if self.rounding == "each":
            others = [round_to_fives(pips) for pips in others]
            deducted = [round_to_fives(pips) for pips in deducted]
        difference = max(0, sum(others) - sum(deducted))
        return self._to_score_unit(round_to_fives(difference) if self.rounding == "sum" else difference)

    def describe_rounding(self, out: bool, others: Sequence[int], own: Sequence[int]) -> Message | None:
        """Say how the pips that `score_pips` counts are rounded; None if rounding doesn't change them."""
        deducted = own if not out and self.blocked_score == "others_minus_own" else ()
        if self.rounding == "each":
            unrounded = _write_difference(others, deducted)
            rounded_sum = _write_difference(map(round_to_fives, others), map(round_to_fives, deducted))
        else:
            difference = max(0, sum(others) - sum(deducted))
            unrounded = f"{sum(others)} − {sum(deducted)} = {difference}" if sum(deducted) else str(difference)
            rounded_sum = str(round_to_fives(difference)) if self.rounding == "sum" else str(difference)
        if unrounded.rpartition("= ")[2] == rounded_sum:  # `unrounded` without its subtraction
            return None
        return msg("Pips left: {pips}, rounded to {points}.", pips=unrounded, points=rounded_sum)

    def _to_score_unit(self, points: int) -> int:
        """Return points in the unit in which the table keeps score."""
        return points // 5 if self.score_unit == "fives" else points


def _write_difference(others: Iterable[int], deducted: Iterable[int]) -> str:
    """Return a sum of hands from which others are subtracted: "12 + 8 − 3"."""
    return " + ".join(map(str, others)) + "".join(f" − {pips}" for pips in deducted)


def round_to_fives(pips: int) -> int:
    """Return the multiple of five nearest to a number of pips."""
    return (pips + 2) // 5 * 5
