"""The actions of games in tricks, and their notation."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dominoes.tricks.suits import Suit, Trump, suit_name, trump_notation, trump_title
from engine.game import Argument, Verb
from engine.tiles import Tile
from engine.words import Message, msg, term

PASS = 0
"""The bid of a seat that passed."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass in the bidding."""

    def __str__(self) -> str:
        return "pass"

    @property
    def label(self) -> Message:
        return term("Pass", "move")

    @property
    def parts(self) -> tuple[str, ...]:
        return ("pass",)


@dataclass(frozen=True, slots=True)
class NameTrump:
    """Name trump."""

    trump: Trump

    def __str__(self) -> str:
        return f"trump {trump_notation(self.trump)}"

    @property
    def label(self) -> Message:
        return trump_title(self.trump)

    @property
    def parts(self) -> tuple[str, ...]:
        return (trump_notation(self.trump),)


@dataclass(frozen=True, slots=True)
class Play:
    """Play a tile to the trick; `suit` is set only if the leader calls it."""

    tile: Tile
    suit: Suit | None = None

    def __str__(self) -> str:
        return f"play {self.tile}" if self.suit is None else f"play {self.tile} as {self.suit}"

    @property
    def label(self) -> Message:
        if self.suit is None:
            return msg("{tile}", tile=str(self.tile))
        return msg("{tile} as {suit}", tile=str(self.tile), suit=suit_name(self.suit))

    @property
    def parts(self) -> tuple[str, ...]:
        return (str(self.tile),) if self.suit is None else (str(self.tile), str(self.suit))


PASS_VERB = Verb("pass", msg("Bid nothing"))
TRUMP_VERB = Verb("trump", msg("Name trump"), Argument("trump", msg("A number from 0 to 6, doubles or none")))
