"""The events of Moon, and what each viewer may know of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.deal_text import RepeatedByResult
from engine.dominoes.tricks.events import Dealt, NamedTrump, Played, TookTrick
from engine.game import Public, Seat
from engine.games.moon.observation import HandResult
from engine.tiles import Tile
from engine.words import Message, Who, deed

__all__ = ["Bade", "Dealt", "Discarded", "HandEnded", "NamedTrump", "Played", "TookCentre", "TookTrick", "Won"]


@dataclass(frozen=True, slots=True)
class Bade(Public):
    """A seat bid."""

    seat: Seat
    bid: int

    def describe(self) -> Message:
        return deed("{who} bids {bid}.", "You bid {bid}.", who=Who(self.seat), bid=self.bid)


@dataclass(frozen=True, slots=True)
class TookCentre:
    """The bidder took the centre tile; only the bidder sees which."""

    seat: Seat
    bid: int
    tile: Tile | None = field(repr=False)

    def redact_for(self, viewer: Seat | None) -> TookCentre:
        return self if viewer == self.seat else replace(self, tile=None)

    def describe(self) -> Message:
        if self.tile is None:
            return deed("{who} takes the centre tile.", "You take the centre tile.", who=Who(self.seat), bid=self.bid)
        return deed(
            "{who} takes {tile} from the centre.",
            "You take {tile} from the centre.",
            who=Who(self.seat),
            bid=self.bid,
            tile=self.tile,
        )


@dataclass(frozen=True, slots=True)
class Discarded:
    """The bidder put a tile back face down; only the bidder knows which."""

    seat: Seat
    tile: Tile | None = field(repr=False)

    def redact_for(self, viewer: Seat | None) -> Discarded:
        return self if viewer == self.seat else replace(self, tile=None)

    def describe(self) -> Message:
        if self.tile is None:
            return deed("{who} discards a tile.", "You discard a tile.", who=Who(self.seat))
        return deed("{who} discards {tile}.", "You discard {tile}.", who=Who(self.seat), tile=self.tile)


@dataclass(frozen=True, slots=True)
class HandEnded(RepeatedByResult):
    """A round was scored, and its tiles are shown face up."""

    result: HandResult

    def describe(self) -> Message:
        return self.result.describe()


@dataclass(frozen=True, slots=True)
class Won(RepeatedByResult):
    """The game is over."""

    seat: Seat

    def describe(self) -> Message:
        return deed("{who} wins.", "You win.", who=Who(self.seat))
