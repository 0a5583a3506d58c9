"""What one viewer may know of a table of Chickenfoot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from engine.dominoes.line import Sign
from engine.game import Choice, Outcome, Seat
from engine.games.chickenfoot.options import ChickenfootOptions
from engine.tiles import Tile
from engine.words import Message, count, msg, sentences


class TileRole(Enum):
    """The role of a tile on the table."""

    OPENING = "opening"  # the double in the middle
    ARM = "arm"  # laid on the opening double
    DOUBLE = "double"  # a foot: laid crosswise on an end
    TOE = "toe"  # laid on the double of a foot
    PLAIN = "plain"


class Laid(NamedTuple):
    """A tile on the table."""

    tile: Tile
    parent: int | None
    """The index in `laid` of the tile that it touches; None for the opening double."""
    role: TileRole
    seat: Seat
    end: str
    """The letter of the end that the tile was laid on, "" for the opening double.

    Unless the tile is a double, its far half is an end with the same letter.
    """


class OpenEnd(NamedTuple):
    """A place for a tile: a free half, or a free place at an unfinished double.

    Letters are A, B … Z, AA, AB … in the order in which ends were created. A tile that is laid on an end makes a new
    end with the same letter. A double makes three ends: the first has that letter, the others get new letters.
    """

    letter: str
    number: int
    parent: int
    """The index in `laid` of the tile that the place belongs to."""
    role: TileRole
    """What a tile laid here becomes, unless it is a double: ARM or TOE at an unfinished double, else PLAIN."""
    playable: bool
    """Whether a tile may go here now; an unfinished double allows only its own places."""

    @property
    def is_owed(self) -> bool:
        """Whether it is a place of the unfinished double, which must be filled first."""
        return self.role is not TileRole.PLAIN


class Unfinished(NamedTuple):
    """The double that must be filled first: the opening double or a foot."""

    place: int
    """The double's index in `laid`; 0 is the opening double."""
    number: int
    done: int
    """Arms or toes laid so far."""
    missing: int
    """Arms or toes still to come."""

    @property
    def is_foot(self) -> bool:
        return self.place > 0


class DeadFoot(NamedTuple):
    """A foot that can't get three toes, because too few tiles with its number are left."""

    number: int
    in_set: int
    """The number of tiles in the set that show that number."""
    left: int
    """How many of these tiles are not on the table."""
    toes: int | None = None
    """With dead_foot=release, the number of toes with which the foot counts as complete; else None."""

    @property
    def double(self) -> Tile:
        return Tile(self.number, self.number)

    @property
    def why(self) -> Message:
        """The reason why the foot is dead, such as "All 10 tiles with 6 are on the table."."""
        if not self.left:
            return count(
                "All {n} tile with {number} is on the table.",
                "All {n} tiles with {number} are on the table.",
                self.in_set,
                number=self.number,
            )
        return count(
            "Only {n} tile with {number} is left.",
            "Only {n} tiles with {number} are left.",
            self.left,
            number=self.number,
        )

    def describe(self) -> Message:
        """Describe what becomes of the foot and why."""
        if self.toes is None:
            return sentences(msg("{double} stays incomplete.", double=self.double), self.why)
        complete = count(
            "The foot on {double} counts as complete with {n} toe.",
            "The foot on {double} counts as complete with {n} toes.",
            self.toes,
            double=self.double,
        )
        return sentences(complete, self.why)


class Ending(Enum):
    """How a round ended."""

    OUT = "out"
    BLOCKED = "blocked"
    DEAD_FOOT = "dead_foot"  # the option dead_foot=end_round


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A round that was scored."""

    ending: Ending
    out: Seat | None
    """The seat that laid its last tile."""
    values: tuple[int, ...]
    """The points that each seat's hand counts; fewer are better."""
    confirmed: tuple[Seat, ...]
    """The seats that confirmed the block, its proposer first; empty if the round ended otherwise."""


@dataclass(frozen=True, slots=True)
class ChickenfootObservation:
    """Satisfies `engine.game.Observation`; hands that the viewer may not see are None."""

    viewer: Seat | None
    to_act: Seat | None
    outcome: Outcome | None
    round: int
    choices: Sequence[Choice]

    options: ChickenfootOptions
    highest: int
    """The highest number of the set."""
    rounds: int
    """The number of rounds in the game."""
    double: int
    """The number of the round's double: `highest` in round 1, one less in each round after it."""
    searching: bool
    """Whether the players are drawing for the round's double, which nobody holds."""
    laid: tuple[Laid, ...]
    ends: tuple[OpenEnd, ...]
    """In the order of their letters."""
    unfinished: Unfinished | None
    dead_foot: DeadFoot | None
    """The unfinished foot, if it can't be finished."""
    left: tuple[int, ...]
    """For each number, how many of its tiles, including its double, are not on the table."""
    hands: tuple[tuple[Tile, ...] | None, ...]
    """The viewer's own hand; all hands once the round is scored."""
    sizes: tuple[int, ...]
    """Tiles in each hand."""
    scores: tuple[tuple[int, ...], ...]
    """The points of each finished round, by seat."""
    totals: tuple[int, ...]
    yard: int
    """The number of tiles in the yard (the boneyard)."""
    left_to_draw: int
    """How many tiles of the yard may still be drawn in turns; if it is 0, the yard counts as empty."""
    confirmed: tuple[Seat, ...]
    """The seats that have confirmed the block so far, its proposer first; empty if none was proposed."""
    drew: int
    """How many tiles the seat to act has drawn in this turn."""
    drawn: tuple[Tile, ...]
    """The tiles that the seat to act has drawn in this turn, if that is the viewer; else empty."""
    signs: tuple[Sign, ...]
    """The actions of this round other than plays, in order; empty after scoring."""
    playable: tuple[Tile, ...]
    """The viewer's tiles that can be played now; empty outside the viewer's turn."""
    unseen: tuple[Tile, ...]
    """At a round's end the tiles left in the yard, face up; else empty."""
    result: RoundResult | None
    """The result of the round that was just scored, until the next deal."""

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(-total for total in self.totals)

    @property
    def is_scored(self) -> bool:
        return self.result is not None


def ignore_standing(seen: ChickenfootObservation) -> ChickenfootObservation:
    """Return the same position as if another round followed.

    Then this round can't decide the game, so only its points count.
    """
    return replace(seen, rounds=seen.round + 1)
