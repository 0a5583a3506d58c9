"""The actions in Moon, and their notation."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dominoes.tricks.actions import PASS, NameTrump, Pass, Play
from engine.tiles import Tile
from engine.words import Message, msg

__all__ = ["BIDS", "MOON", "PASS", "Bid", "Discard", "NameTrump", "Pass", "Play"]

BIDS = (4, 5, 6, 7, 21)
MOON = 21
"""The bid that promises all seven tricks and ends the bidding."""


@dataclass(frozen=True, slots=True)
class Bid:
    """Promise to take `bid` tricks; 21 promises all seven."""

    bid: int

    def __str__(self) -> str:
        return f"bid {self.bid}"

    @property
    def label(self) -> Message:
        return msg("Bid {bid}", bid=self.bid)

    @property
    def parts(self) -> tuple[str, ...]:
        return (str(self.bid),)


@dataclass(frozen=True, slots=True)
class Discard:
    """Put one tile back face down."""

    tile: Tile

    def __str__(self) -> str:
        return f"discard {self.tile}"

    @property
    def label(self) -> Message:
        return msg("Discard {tile}", tile=str(self.tile))

    @property
    def parts(self) -> tuple[str, ...]:
        return (str(self.tile),)
