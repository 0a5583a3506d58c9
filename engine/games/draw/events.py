"""What happens at a table of Draw or Block, and who may know it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache
from typing import Self

from engine.blocked import Cancelled, Confirmed
from engine.dealt import with_hands
from engine.game import Outcome, Public, Seat
from engine.games.draw.actions import Play
from engine.games.draw.observation import Ending, RoundResult
from engine.tiles import Tile, tile_set
from engine.words import Message, Who, count, listed, msg, sentences


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round begins: the opener, and what everybody holds (None once hidden)."""

    round: int
    opener: Seat
    hands: tuple[tuple[Tile, ...] | None, ...] = field(repr=False)

    def seen_by(self, viewer: Seat | None) -> Self:
        hidden = (hand if seat == viewer else None for seat, hand in enumerate(self.hands))
        return replace(self, hands=tuple(hidden))

    def describe(self) -> Message:
        told = msg("Round {round}: {who} opens.", round=self.round, who=Who(self.opener))
        return with_hands(told, self.hands)


@dataclass(frozen=True, slots=True)
class Played(Public):
    """A tile was laid; `end` is empty for the opening tile."""

    seat: Seat
    tile: Tile
    end: str

    def describe(self) -> Message:
        if not self.end:
            return msg("{who} opens with {tile}.", who=Who(self.seat), tile=self.tile)
        return msg("{who} plays {tile} on {end}.", who=Who(self.seat), tile=self.tile, end=self.end)


@cache
def played(seat: Seat, play: Play) -> Played:
    """The one object that stands for this event."""
    return Played(seat, play.tile, play.end)


@dataclass(frozen=True, slots=True)
class Drew:
    """Tiles were drawn from the boneyard; which, only the seat knows."""

    seat: Seat
    number: int
    tiles: tuple[Tile, ...] | None = field(repr=False)

    def seen_by(self, viewer: Seat | None) -> Self:
        return self if viewer == self.seat else replace(self, tiles=None)

    def describe(self) -> Message:
        who = Who(self.seat)
        if self.tiles is None:
            return count("{who} draws a tile.", "{who} draws {n} tiles.", self.number, who=who)
        return msg("{who} draws {tiles}.", who=who, tiles=listed(self.tiles))


@dataclass(frozen=True, slots=True)
class Passed(Public):
    """A seat had drawn all it may in a turn, and none fitted."""

    seat: Seat

    def describe(self) -> Message:
        return msg("{who} passes.", who=Who(self.seat))


@dataclass(frozen=True, slots=True)
class Claimed(Public):
    """Asked to confirm a block, a seat said that it can play: true, and it must now."""

    seat: Seat

    def describe(self) -> Message:
        return msg("{who} says: I can play.", who=Who(self.seat))


class FoulKind(Enum):
    """The two false declarations (draw.md §7)."""

    FALSE_INABILITY = "F1"
    CONCEALED_INABILITY = "F2"


@dataclass(frozen=True, slots=True)
class Foul(Public):
    """A declaration was false; `penalty` points are taken off, or there is only a warning."""

    seat: Seat
    kind: FoulKind
    penalty: int
    warning: bool

    def describe(self) -> Message:
        who = Who(self.seat)
        if self.kind is FoulKind.FALSE_INABILITY:
            said = msg("Foul: {who} said “I cannot play” but can.", who=who)
        else:
            said = msg("Foul: {who} said “I can play” but cannot.", who=who)
        if self.warning:
            return sentences(said, msg("This time it is a warning."))
        lost = count("{who} loses 1 point.", "{who} loses {n} points.", self.penalty, who=who)
        return sentences(said, lost if self.penalty else None)


@dataclass(frozen=True, slots=True)
class RoundScored(Public):
    """A round ended and was scored; all tiles are turned over."""

    round: int
    result: RoundResult
    highest: int
    """The highest number of the set."""
    masks: tuple[int, ...]
    """What was left in the hands."""
    indices: tuple[int, ...]
    """What was left of the boneyard, in the order of drawing."""

    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """Each seat's tiles, in canonical order."""
        return tuple(map(tile_set(self.highest).of, self.masks))

    @property
    def boneyard(self) -> tuple[Tile, ...]:
        """The tiles that nobody drew, in the order of drawing."""
        return tuple(tile_set(self.highest).tiles[index] for index in self.indices)

    def describe(self) -> Message:
        return sentences(_how(self.result), _who_scores(self.result))


def _how(result: RoundResult) -> Message:
    match result.ending:
        case Ending.OUT:
            return msg("{who} is out.", who=Who(result.winners[0]))
        case Ending.BLOCKED:
            return msg("The round is blocked.")
        case Ending.FORFEIT:
            return msg("The round is stopped by a foul.")


def _who_scores(result: RoundResult) -> Message:
    if not result.winners:
        return msg("Nobody scores.")
    scores = [
        count("{who} scores 1 point.", "{who} scores {n} points.", result.gains[seat], who=Who(seat))
        for seat in result.winners
    ]
    return sentences(*scores)


@dataclass(frozen=True, slots=True)
class MatchEnded(Public):
    """The match is over."""

    outcome: Outcome

    def describe(self) -> Message:
        return self.outcome.reason


DrawEvent = Dealt | Played | Drew | Passed | Claimed | Foul | RoundScored | MatchEnded | Confirmed | Cancelled
