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
    """The finished tricks and the current one of a round; the repr hides the hands."""

    suits: Suits
    step: int
    """1 if the seats go round in their order; 2, which is −1 modulo 3, if the other way."""
    hands: tuple[int, ...]
    leader: Seat
    led: Suit = -1
    tiles: tuple[int, ...] = ()
    """The tiles of the current trick, from the leader on."""
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
        """Return the mask of the tiles that may be played.

        They are those of the suit led; if the hand has none, or before the lead, all.
        """
        hand = self.hands[self.turn]
        if not self.tiles:
            return hand
        return hand & self.suits.members[self.led] or hand

    def winning(self) -> int:
        """Return the index in `tiles` of the tile that is winning the trick.

        Raises ValueError before the lead.
        """
        strength = self.suits.strength[self.led]
        ranks = [strength[tile] for tile in self.tiles]
        return ranks.index(max(ranks))

    def play(self, tile: int, suit: Suit | None = None) -> Tricks:
        """Return the tricks after a legal tile.

        `suit` is the suit that a leader calls; if it is None, the tile leads its higher number, or trumps.
        """
        turn, hands = self.turn, self.hands
        hands_after = (*hands[:turn], hands[turn] & ~(1 << tile), *hands[turn + 1 :])
        led = self.led
        if not self.tiles:
            led = self.suits.led[tile] if suit is None else suit
        after = Tricks(self.suits, self.step, hands_after, self.leader, led, (*self.tiles, tile), self.past)
        return after if len(after.tiles) < 3 else after._finish_trick()

    def _finish_trick(self) -> Tricks:
        winner = (self.leader + self.step * self.winning()) % 3
        trick = Trick(self.leader, self.led, self.tiles, winner)
        return Tricks(self.suits, self.step, self.hands, winner, past=(*self.past, trick))
