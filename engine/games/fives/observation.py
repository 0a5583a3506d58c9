"""What one viewer may know of a table of Fives."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.dominoes.ending import Ending
from engine.dominoes.line import LineObservation, OpenEnd
from engine.dominoes.partner_text import describe_win
from engine.dominoes.partners import Verdict
from engine.dominoes.summary import describe_lightest
from engine.game import Seat
from engine.games.fives.options import FivesOptions
from engine.tiles import Tile
from engine.words import Message, msg, sentences

TIED = msg("Tie: nobody scores the pips of the others.")


class RoundResult(NamedTuple):
    """A round that was scored."""

    ending: Ending
    winner: Seat | None
    """The seat that went out or reached the target, or that alone had the lightest hand in a block."""
    residuals: tuple[int, ...]
    """The pips left in each hand."""
    plays: tuple[int, ...]
    """Each seat's points by plays in this round."""
    pips: tuple[int, ...]
    """Each seat's points for the pips left in other hands."""
    confirmed: tuple[Seat, ...]
    """The seats that confirmed the block, the proposer first."""
    verdict: Verdict | None = None
    """The verdict between partners; None if everyone plays alone."""

    @property
    def gains(self) -> tuple[int, ...]:
        """Each seat's points from this round."""
        return tuple(map(sum, zip(self.plays, self.pips, strict=True)))

    def describe(self) -> Message:
        if self.verdict is not None:
            tied = None if self.verdict.winner else TIED
            return sentences(self.describe_ending(), tied, describe_win(self.verdict, self.pips))
        blocked = self.ending is Ending.BLOCKED
        return sentences(self.describe_ending(), self.describe_lightest() if blocked else None)

    def describe_lightest(self) -> Message:
        """Describe the lightest hands of a blocked round, and their points for the others' pips."""
        fewest = min(self.residuals)
        lowest = [seat for seat, pips in enumerate(self.residuals) if pips == fewest]
        if self.winner is None:
            return describe_lightest(lowest, fewest, winners=(), gain=0, rule=TIED)
        return describe_lightest(lowest, fewest, winners=(self.winner,), gain=self.pips[self.winner], rule=TIED)

    def describe_ending(self) -> Message:
        """Describe how the round ended."""
        return self.ending.describe(self.winner)


class Statistics(NamedTuple):
    """A seat's statistics of all rounds of the game."""

    plays: int = 0
    """Points by plays."""
    biggest: int = 0
    """The most points by one play; 0 until one has scored."""
    outs: int = 0
    """Times gone out."""


class Preview(NamedTuple):
    """The count after a possible play of the viewer, and its points."""

    tile: Tile
    end: str
    total: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FivesObservation(LineObservation):
    """Satisfies `engine.game.Observation`; `spinner` is set only if the first double alone is a spinner."""

    options: FivesOptions
    roots: tuple[int, ...]
    """The indices in `laid` of the doubles from which arms go up and down.

    C and D go from the first, then E and F …
    """
    total: int
    """The present count of the open ends."""
    plays: tuple[int, ...]
    """Each seat's points by plays in this round."""
    last: int
    """The points that the latest play scored."""
    previews: tuple[Preview, ...]
    """One for each play that the viewer can make now."""
    statistics: tuple[Statistics, ...]
    result: RoundResult | None
    counts_win: bool = True
    """Whether computer players value winning the game, beside the points of the round."""

    @property
    def ends_without_count(self) -> tuple[OpenEnd, ...]:
        """The ends that count nothing yet: the short sides of spinners on which no tile was laid."""
        begun_arms = {"A", "B", *(laid.arm for laid in self.laid)}
        return tuple(end for end in self.ends if end.letter not in begun_arms)

    @property
    def four_armed(self) -> bool:
        """Whether there is or will be a spinner."""
        return self.options.spinner != "none"

    @property
    def branching(self) -> bool:
        """Whether every double is a spinner."""
        return self.options.spinner == "all"


def ignore_standing(seen: FivesObservation) -> FivesObservation:
    """Return the same position for players who count only points.

    The target stays as it is, because a play that reaches it ends the round: then nobody scores any more.
    """
    return replace(seen, counts_win=False)
