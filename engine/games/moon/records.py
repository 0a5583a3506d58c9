"""What a hand of Moon consists of, in tiles and seats: its phases, calls and tricks, and its result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from engine.game import Seat
from engine.games.moon.suits import Suit
from engine.tiles import Tile
from engine.words import Message, Who, count, msg


class Phase(Enum):
    """What is going on."""

    BETWEEN = "between"  # before the first deal, and whenever a hand is over
    BIDDING = "bidding"
    DISCARD = "discard"
    TRUMP = "trump"
    PLAY = "play"


class Call(NamedTuple):
    """What a seat said in the bidding; PASS for nothing."""

    seat: Seat
    bid: int


class Laid(NamedTuple):
    """A tile on the table."""

    seat: Seat
    tile: Tile


class TrickSeen(NamedTuple):
    """A trick, the leader's tile first; `winner` took it, or is winning it so far."""

    led: Suit
    laid: tuple[Laid, ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class HandResult:
    """A hand that is over, face up; one entry a seat where it says so."""

    dealt: tuple[tuple[Tile, ...], ...]
    """The hands as they were dealt, a seat each."""
    centre: Tile
    discard: Tile | None
    """None, like `bidder`, if all three passed."""
    bidder: Seat | None
    bid: int
    made: bool
    taken: tuple[int, ...]
    """Tricks, a seat each."""
    before: tuple[int, ...]
    """The scores before this hand, a seat each."""
    gains: tuple[int, ...]
    """Points of this hand, a seat each."""

    def describe(self) -> Message:
        """Whether the bid was made, in a phrase."""
        if self.bidder is None:
            return msg("All three passed, the tiles are dealt anew")
        who, taken = Who(self.bidder), count("{n} trick", "{n} tricks", self.taken[self.bidder])
        if self.made:
            return msg("{who} bid {bid} and made it with {taken}", who=who, bid=self.bid, taken=taken)
        return msg("{who} bid {bid} and failed with {taken}", who=who, bid=self.bid, taken=taken)
