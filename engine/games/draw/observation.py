"""What one viewer may know of a table of Draw or Block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.dominoes.ending import Ending
from engine.dominoes.line import LineObservation
from engine.dominoes.partner_text import describe_win
from engine.dominoes.partners import Bonus, Verdict
from engine.dominoes.summary import describe_lightest
from engine.game import Seat
from engine.games.draw.options import DrawOptions
from engine.words import Message, Who, deed, msg, sentences


class RoundResult(NamedTuple):
    """A round that was scored."""

    ending: Ending
    winners: tuple[Seat, ...]
    """The seats that scored; empty if no seat scored."""
    lowest: tuple[Seat, ...]
    """The seats with the fewest pips in a blocked round; several are a tie."""
    residuals: tuple[int, ...]
    """The pips left in each hand."""
    gains: tuple[int, ...]
    """Each seat's points from this round, without penalties for fouls."""
    confirmed: tuple[Seat, ...]
    """The seats that confirmed the block, the proposer first."""
    rule: Message | None
    """The tie rule that decided, if one did."""
    verdict: Verdict | None = None
    """The verdict between partners; None if everyone plays alone."""

    def describe(self) -> Message:
        if self.verdict is not None:
            return sentences(self.describe_ending(), self.rule, describe_win(self.verdict, self.gains))
        if self.ending is Ending.BLOCKED:
            return sentences(self.describe_ending(), self.describe_lightest())
        if not self.winners:
            return sentences(self.describe_ending(), msg("Nobody scores."))
        scores = [
            deed(
                ("{who} scores {n} point.", "{who} scores {n} points."),
                ("You score {n} point.", "You score {n} points."),
                n=self.gains[seat],
                who=Who(seat),
            )
            for seat in self.winners
        ]
        return sentences(self.describe_ending(), *scores)

    def describe_lightest(self) -> Message:
        """Describe the lightest hands of a blocked round, and their points."""
        gain = self.gains[self.winners[0]] if self.winners else 0
        return describe_lightest(self.lowest, self.residuals[self.lowest[0]], self.winners, gain, self.rule)

    def describe_ending(self) -> Message:
        """Describe how the round ended, without the points."""
        if self.verdict is not None:
            return self.ending.describe(self.verdict.decider)
        return self.ending.describe(self.winners[0] if self.winners else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawObservation(LineObservation):
    """Satisfies `engine.game.Observation`."""

    options: DrawOptions
    declared: bool
    """Whether the seat to act has declared something in this turn, so it can only play."""
    fouls: tuple[int, ...]
    """Each seat's false declarations so far."""
    result: RoundResult | None
    """The round that was just scored, until the next deal."""
    penalties: tuple[int, ...] = ()
    """Points taken off for fouls in this round, by the seat of the foul; empty without fouls."""
    bonuses: tuple[Bonus, ...] = ()
    """The bonuses that partners earned in this round, in order."""
    inside: tuple[Seat, ...] = ()
    """The seats whose side has gained enough in a round for its points to count (`get_in`)."""

    @property
    def confirming(self) -> bool:
        return bool(self.confirmed) and not self.declared

    @property
    def four_armed(self) -> bool:
        """Whether there is or will be a spinner.

        A cross that did not begin with a double is a line.
        """
        opened_without_double = bool(self.laid) and not self.laid[0].tile.double
        return self.options.layout == "spinner" or (self.options.layout == "cross" and not opened_without_double)

    @property
    def roots(self) -> tuple[int, ...]:
        """The places in `laid` of the doubles from which arms go up and down."""
        return () if self.spinner is None else (self.spinner,)

    @property
    def branching(self) -> bool:
        """Whether every double is a spinner."""
        return False

    @property
    def draws(self) -> int:
        return min(self.drawable, max(0, self.options.draws_a_turn - self.drawn))
