"""Trick play (moon.md §6) on plain ints, for the rules and for fast search."""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Seat
from engine.games.moon.suits import Suit, Suits

TRICKS = 7


class Trick(NamedTuple):
    """A finished trick; its tiles lie in the order of play."""

    leader: Seat
    led: Suit
    tiles: tuple[int, ...]
    winner: Seat


class Tricks(NamedTuple):
    """The finished and current tricks of one hand; its text hides the hands it holds."""

    suits: Suits
    step: int
    """1 if the seats go round in their order, 2 the other way."""
    hands: tuple[int, ...]
    leader: Seat
    led: Suit = -1
    tiles: tuple[int, ...] = ()
    """On the table, from the leader on."""
    past: tuple[Trick, ...] = ()

    def __repr__(self) -> str:
        return f"<Tricks {len(self.past)}>"

    @property
    def turn(self) -> Seat:
        """The seat that plays next."""
        return (self.leader + self.step * len(self.tiles)) % 3

    @property
    def over(self) -> bool:
        return len(self.past) == TRICKS

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """Tricks won, a seat each."""
        winners = [trick.winner for trick in self.past]
        return winners.count(0), winners.count(1), winners.count(2)

    def legal(self) -> int:
        """Return the tiles that may be played: those of the suit led if any, else all."""
        hand = self.hands[self.turn]
        if not self.tiles:
            return hand
        return hand & self.suits.members[self.led] or hand

    def winning(self) -> int:
        """Return the index in `tiles` of the winning one.

        Raises ValueError before the lead.
        """
        strength = self.suits.strength[self.led]
        ranks = [strength[tile] for tile in self.tiles]
        return ranks.index(max(ranks))

    def play(self, tile: int, suit: Suit | None = None) -> Tricks:
        """Return the tricks after a legal tile.

        `suit` is set if the leader calls another than the usual one of the tile.
        """
        turn, hands = self.turn, self.hands
        left = (*hands[:turn], hands[turn] & ~(1 << tile), *hands[turn + 1 :])
        led = self.led if self.tiles else self.suits.led[tile] if suit is None else suit
        table = Tricks(self.suits, self.step, left, self.leader, led, (*self.tiles, tile), self.past)
        return table if len(table.tiles) < 3 else table._finish_trick()

    def _finish_trick(self) -> Tricks:
        winner = (self.leader + self.step * self.winning()) % 3
        trick = Trick(self.leader, self.led, self.tiles, winner)
        return Tricks(self.suits, self.step, self.hands, winner, past=(*self.past, trick))
