"""What one viewer may know of a table of Draw or Block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from engine.game import Choice, Outcome, Seat
from engine.games.draw.options import DrawOptions
from engine.tiles import Tile
from engine.words import Message


class Laid(NamedTuple):
    """A tile on the table, in order of play.

    `arm` is the letter of the arm it was laid on, "" for the opening tile. A and B are the two arms of the line (A to
    the left); C (up) and D (down) begin at the spinner. Of an opening tile that is no double, the higher number faces
    A.
    """

    tile: Tile
    arm: str
    seat: Seat


class OpenEnd(NamedTuple):
    """Where a tile may be laid: the arm's letter and the number it must show."""

    letter: str
    number: int


class Sign(NamedTuple):
    """What a seat did without laying a tile, as everybody saw it."""

    seat: Seat
    laid: int
    """How many tiles lay on the table then."""
    drew: int
    """Tiles drawn; 0 for a pass or a declaration."""
    able: bool | None
    """Whether it showed that the seat could lay a tile; None of a draw."""


class Ending(Enum):
    """How a round ended."""

    OUT = "out"
    BLOCKED = "blocked"
    FORFEIT = "forfeit"  # a foul stopped it


class RoundResult(NamedTuple):
    """A round that was scored; one entry a seat where it says so."""

    ending: Ending
    winners: tuple[Seat, ...]
    """Who scored; empty when nobody did."""
    lowest: tuple[Seat, ...]
    """Who held the fewest pips of a blocked round: more than one is a tie."""
    residuals: tuple[int, ...]
    """Pips left, a seat each."""
    gains: tuple[int, ...]
    """Points of this round, a seat each (penalties for fouls not included)."""
    confirmed: tuple[Seat, ...]
    """Who confirmed the block, the proposer first."""
    rule: Message | None
    """The tie rule that decided, if one did."""


@dataclass(frozen=True, slots=True)
class DrawObservation:
    """Satisfies `engine.game.Observation`; hands that the viewer may not see are None."""

    viewer: Seat | None
    to_act: Seat | None
    outcome: Outcome | None
    round: int
    choices: Sequence[Choice]

    options: DrawOptions
    highest: int
    """The highest number of the set."""
    laid: tuple[Laid, ...]
    ends: tuple[OpenEnd, ...]
    spinner: int | None
    """The place in `laid` of the double from which four arms go, once there is one."""
    hands: tuple[tuple[Tile, ...] | None, ...]
    """The viewer's own hand; after a round that was scored everybody's."""
    sizes: tuple[int, ...]
    """Tiles in each hand."""
    scores: tuple[int, ...]
    boneyard: int
    drawable: int
    """How many tiles of the boneyard may still be drawn."""
    confirmed: tuple[Seat, ...]
    """Who confirmed the block so far, the proposer first; empty while nobody proposes one."""
    drawn: int
    """How many tiles the seat to act has drawn in this turn."""
    declared: bool
    """Whether it has declared something in this turn: then it can only play."""
    signs: tuple[Sign, ...]
    """What was done in this round without laying a tile, in order; empty once it was scored."""
    fouls: tuple[int, ...]
    """False declarations so far, a seat each."""
    playable: tuple[Tile, ...]
    """The viewer's tiles that can be played now."""
    unseen: tuple[Tile, ...]
    """At a round's end the tiles left in the boneyard, face up; else empty."""
    result: RoundResult | None
    """The round that was just scored, until the next deal."""
    penalties: tuple[int, ...] = ()
    """Points taken off for fouls in this round, a seat each; empty for none."""

    @property
    def points(self) -> tuple[int, ...]:
        return self.scores

    @property
    def four_armed(self) -> bool:
        """Whether there is or will be a spinner: a cross that did not begin with a double is a line."""
        opened_single = bool(self.laid) and not self.laid[0].tile.double
        return self.options.layout == "spinner" or (self.options.layout == "cross" and not opened_single)

    @property
    def scored(self) -> bool:
        return self.result is not None
