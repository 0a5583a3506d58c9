"""What everybody sees of a line: tiles, open ends, and other actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple, TypeVar

from engine.dominoes.events import VoidDeal
from engine.dominoes.settings import LineOptions
from engine.game import DEALER, Choice, Outcome, Seat
from engine.sides import Sides
from engine.tiles import Tile


class Laid(NamedTuple):
    """A tile on the table.

    `arm` is the letter of the arm it was laid on, "" for the opening tile. A and B are the two arms of the line (A to
    the left); C (up) and D (down) begin at a double. If the opening tile is not a double, its higher number faces A.
    """

    tile: Tile
    arm: str
    seat: Seat


class OpenEnd(NamedTuple):
    """A place for a tile: the arm's letter and the number that the tile must show."""

    letter: str
    number: int


class Sign(NamedTuple):
    """An action that isn't a play, as everybody saw it."""

    seat: Seat
    tiles_on_table: int
    """How many tiles lay on the table at that moment; 0 before the opening tile."""
    drew: int
    """Tiles drawn; 0 for a pass or a declaration."""
    could_play: bool | None
    """Whether the action showed that the seat could lay a tile, or that it couldn't; None if it showed neither."""


@cache
def letter(rank: int) -> str:
    """Return the letter of an arm or end by its rank, from 0: A … Z, then AA, AB …"""
    first, last = divmod(rank, 26)
    return (letter(first - 1) if first else "") + chr(ord("A") + last)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineObservation:
    """What one viewer may know of a round on a line.

    Hands that the viewer may not see are None.
    """

    viewer: Seat | None
    to_act: Seat | None
    outcome: Outcome | None
    round: int
    choices: Sequence[Choice]

    options: LineOptions
    highest: int
    """The highest number of the set."""
    opener: Seat
    """The seat that opened the round, or will open it."""
    void: VoidDeal | None
    """Why the round's deal was void, until the tiles are dealt again."""
    laid: tuple[Laid, ...]
    ends: tuple[OpenEnd, ...]
    spinner: int | None
    """The index in `laid` of the only double that gets four arms, if there is one."""
    hands: tuple[tuple[Tile, ...] | None, ...]
    """The viewer's own hand; everybody's once the round is scored."""
    sizes: tuple[int, ...]
    """Tiles in each hand."""
    scores: tuple[int, ...]
    boneyard: int
    drawable: int
    """How many tiles of the boneyard may still be drawn."""
    confirmed: tuple[Seat, ...]
    """The seats that confirmed the block, the proposer first; empty without a proposal."""
    drawn: int
    """How many tiles the seat to act has drawn in this turn."""
    signs: tuple[Sign, ...]
    """The actions of this round other than plays, in order; empty after scoring."""
    playable: tuple[Tile, ...]
    """The viewer's tiles that can be played now."""
    unseen: tuple[Tile, ...]
    """The tiles left in the boneyard at a round's end, face up; empty during a round."""
    result: object | None
    """The round that was just scored, until the next deal."""
    latest_openers: tuple[Seat, ...] = ()
    """For each pair, the partner who opened a round most recently; the latest opener comes last."""

    @property
    def points(self) -> tuple[int, ...]:
        return self.scores

    @property
    def sides(self) -> Sides:
        """The seats that win together."""
        return self.options.sides(len(self.sizes))

    @property
    def is_scored(self) -> bool:
        return self.result is not None

    @property
    def playing(self) -> bool:
        """Whether a seat is to act."""
        return self.to_act is not None and self.to_act != DEALER

    @property
    def confirming(self) -> bool:
        """Whether the seat to act is asked to confirm a block, after others passed."""
        return bool(self.confirmed)

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The viewer's own hand; empty for the channel."""
        return () if self.viewer is None else self.hands[self.viewer] or ()

    @property
    def draws(self) -> int:
        """How many tiles the seat to act may still draw in this turn."""
        return self.drawable


L = TypeVar("L", bound=LineObservation)


def ignore_standing(seen: L) -> L:
    """Return the same position in a game to the highest target, so that the round can't end the game."""
    furthest = seen.options.settings()["target"].high
    options = seen.options.with_option("match", "target").with_option("target", str(furthest))
    return replace(seen, options=options, scores=(0,) * len(seen.scores))
