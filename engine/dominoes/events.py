"""The events of every game of dominoes with a boneyard.

Only the deal and drawn tiles have something to hide.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Generic, Protocol, Self, TypeVar

from engine.deal_text import RepeatedByResult, RoundBegins, with_hands
from engine.dominoes.actions import Play
from engine.dominoes.hands import hide_other_hands
from engine.game import Outcome, Public, Seat
from engine.tiles import Tile, tile_set
from engine.words import Message, Who, deed, join_items, msg


@dataclass(frozen=True, slots=True)
class Dealt(RoundBegins):
    """A round begins. A hand is None for everybody who may not see it."""

    round: int
    opener: Seat
    hands: tuple[tuple[Tile, ...] | None, ...] = field(repr=False)

    def redact_for(self, viewer: Seat | None) -> Self:
        return replace(self, hands=hide_other_hands(viewer, self.hands))

    def describe(self) -> Message:
        line = msg("Round {round} begins.", round=self.round)
        return with_hands(line, self.hands)


@dataclass(frozen=True, slots=True)
class VoidDeal(Public):
    """A deal is void because one hand has too many doubles; nobody has seen any of its hands."""

    seat: Seat
    doubles: int

    def describe(self) -> Message:
        return deed(
            (
                "{who} is dealt {n} double, so the tiles are dealt again.",
                "{who} is dealt {n} doubles, so the tiles are dealt again.",
            ),
            (
                "You're dealt {n} double, so the tiles are dealt again.",
                "You're dealt {n} doubles, so the tiles are dealt again.",
            ),
            who=Who(self.seat),
            n=self.doubles,
        )


@dataclass(frozen=True, slots=True)
class Played(Public):
    """A tile was laid; `end` is empty for the opening tile."""

    seat: Seat
    tile: Tile
    end: str

    def describe(self) -> Message:
        if not self.end:
            return deed("{who} opens with {tile}.", "You open with {tile}.", who=Who(self.seat), tile=self.tile)
        return deed(
            "{who} plays {tile} on {end}.",
            "You play {tile} on {end}.",
            who=Who(self.seat),
            tile=self.tile,
            end=self.end,
        )


@cache
def play_event(seat: Seat, play: Play) -> Played:
    """Return the cached event of a play."""
    return Played(seat, play.tile, play.end)


MOST_NAMED = 4
"""A sentence names at most this many drawn tiles. If there are more, it only gives their number."""


@dataclass(frozen=True, slots=True)
class Drew:
    """Tiles were drawn from the boneyard; only the seat knows which."""

    seat: Seat
    number: int
    tiles: tuple[Tile, ...] | None = field(repr=False)

    def redact_for(self, viewer: Seat | None) -> Self:
        return self if viewer == self.seat else replace(self, tiles=None)

    def describe(self) -> Message:
        who = Who(self.seat)
        if self.tiles is None or len(self.tiles) > MOST_NAMED:
            return _draw_line(who, self.number)
        return deed("{who} draws {tiles}.", "You draw {tiles}.", who=who, tiles=join_items(self.tiles))


def _draw_line(who: Who, number: int) -> Message:
    """Say that a seat draws tiles, without their names."""
    if number == 1:
        return deed("{who} draws a tile.", "You draw a tile.", who=who)
    return deed(
        ("{who} draws {n} tile.", "{who} draws {n} tiles."),
        ("You draw {n} tile.", "You draw {n} tiles."),
        who=who,
        n=number,
    )


@dataclass(frozen=True, slots=True)
class Passed(Public):
    """A seat ended its turn without a play."""

    seat: Seat

    def describe(self) -> Message:
        return deed("{who} passes.", "You pass.", who=Who(self.seat))


@dataclass(frozen=True, slots=True)
class Claimed(Public):
    """A seat that was asked to confirm a block said truthfully that it can play, and must play now."""

    seat: Seat

    def describe(self) -> Message:
        return deed("{who} can play.", "You can play.", who=Who(self.seat))


class Described(Protocol):
    """A result that describes its ending and the gains in a sentence or two."""

    def describe(self) -> Message: ...

    def describe_ending(self) -> Message: ...


R = TypeVar("R", bound=Described)


@dataclass(frozen=True, slots=True)
class RoundScored(RepeatedByResult, Generic[R]):
    """A round ended and was scored; all tiles are turned over."""

    round: int
    result: R
    highest: int
    """The highest number of the set."""
    masks: tuple[int, ...]
    """The tiles left in each hand, as a mask."""
    indices: tuple[int, ...]
    """The indices of the tiles left in the boneyard, in the order of drawing."""

    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """Each seat's tiles, in canonical order."""
        return tuple(map(tile_set(self.highest).of, self.masks))

    @property
    def boneyard(self) -> tuple[Tile, ...]:
        """The undrawn tiles, in the order of drawing."""
        return tuple(tile_set(self.highest).tiles[index] for index in self.indices)

    def describe(self) -> Message:
        return self.result.describe()

    def describe_ending(self) -> Message:
        return self.result.describe_ending()


@dataclass(frozen=True, slots=True)
class GameEnded(RepeatedByResult):
    """The last round was scored."""

    outcome: Outcome

    def describe(self) -> Message:
        return self.outcome.reason


class ShutoutWon(GameEnded):
    """The last round was scored, and the pair that lost has no points."""

    __slots__ = ()
