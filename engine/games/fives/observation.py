"""What one viewer may know of a table of Fives."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from engine.dominoes.line import LineObservation
from engine.game import Seat
from engine.games.fives.options import FivesOptions
from engine.tiles import Tile
from engine.words import Message, Who, msg


class Ending(Enum):
    """How a round ended."""

    OUT = "out"
    BLOCKED = "blocked"
    REACHED = "reached"  # a play reached the target, and the game is over at once


class RoundResult(NamedTuple):
    """A round that was scored; one entry a seat where it says so."""

    ending: Ending
    winner: Seat | None
    """Who went out, reached the target, or alone held the fewest pips of a block."""
    residuals: tuple[int, ...]
    """Pips left, a seat each."""
    plays: tuple[int, ...]
    """Points by plays, a seat each,"""
    pips: tuple[int, ...]
    """and for the pips that the others were left with."""
    confirmed: tuple[Seat, ...]
    """Who confirmed the block, the proposer first."""

    @property
    def gains(self) -> tuple[int, ...]:
        """Points of this round, a seat each."""
        return tuple(played + left for played, left in zip(self.plays, self.pips, strict=True))

    def describe(self) -> Message:
        return msg("{how}.", how=self.how())

    def how(self) -> Message:
        """How the round ended, in a phrase."""
        if self.ending is Ending.BLOCKED:
            return msg("the round is blocked")
        who = Who(self.winner or 0)
        return msg("{who} is out", who=who) if self.ending is Ending.OUT else msg("{who} reaches the target", who=who)


class Statistics(NamedTuple):
    """What a seat did in all rounds of the game."""

    plays: int = 0
    """Points by plays."""
    biggest: int = 0
    """The most points by one play."""
    outs: int = 0
    """Rounds gone out."""


class Would(NamedTuple):
    """What the line would count after a play of the viewer, and what that would score."""

    tile: Tile
    end: str
    count: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FivesObservation(LineObservation):
    """Satisfies `engine.game.Observation`; `spinner` is the first double, where that is one."""

    options: FivesOptions
    roots: tuple[int, ...]
    """The places in `laid` of the doubles from which arms go up and down: C and D from the first, then E and F …"""
    count: int
    """What the open ends count now."""
    plays: tuple[int, ...]
    """Points by plays in this round, a seat each."""
    last: int
    """What the tile laid last scored."""
    inside: tuple[bool, ...]
    """Whose plays count, a seat each."""
    would: tuple[Would, ...]
    """For each play of the viewer."""
    statistics: tuple[Statistics, ...]
    result: RoundResult | None
    """The round that was just scored, until the next deal."""

    @property
    def four_armed(self) -> bool:
        """Whether there is or will be a spinner."""
        return self.options.spinner != "none"
