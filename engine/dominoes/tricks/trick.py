"""Trick play on plain ints, for the rules and for fast search."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.dominoes.tricks.suits import Suit, Suits
from engine.game import Seat

TRICKS = 7
"""The tricks of a round, and the tiles of a hand."""


class Trick(NamedTuple):
    """A finished trick; its tiles lie in the order of play."""

    leader: Seat
    led: Suit
    tiles: tuple[int, ...]
    winner: Seat


@cache
def find_order(leader: Seat, step: int, seats: int, idle: Seat | None) -> tuple[Seat, ...]:
    """Return the seats that play to a trick, from its leader on.

    `step` and `idle` are those of `Tricks`.
    """
    order = ((leader + step * place) % seats for place in range(seats))
    return tuple(seat for seat in order if seat != idle)


class Tricks(NamedTuple):
    """The finished tricks and the current one of a round; the repr hides the hands."""

    suits: Suits
    step: int
    """What is added to a seat to get the next one: 1, or the number of seats minus 1 for the other direction."""
    hands: tuple[int, ...]
    leader: Seat
    led: Suit = -1
    """The suit that was led; -1 before the lead."""
    tiles: tuple[int, ...] = ()
    """The tiles of the current trick, from the leader on."""
    finished: tuple[Trick, ...] = ()
    idle: Seat | None = None
    """The seat that sits out, if one does; it keeps its hand."""

    def __repr__(self) -> str:
        return f"<Tricks {len(self.finished)}>"

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats that play to the current trick, from its leader on."""
        return find_order(self.leader, self.step, len(self.hands), self.idle)

    @property
    def turn(self) -> Seat:
        """The seat that plays next."""
        if self.idle is None:  # computed without `order`, because rules and searches need it often
            return (self.leader + self.step * len(self.tiles)) % len(self.hands)
        return self.order[len(self.tiles)]

    @property
    def is_over(self) -> bool:
        return len(self.finished) == TRICKS

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """The number of tricks that each seat has won."""
        winners = [trick.winner for trick in self.finished]
        return tuple([winners.count(seat) for seat in range(len(self.hands))])

    def find_legal(self) -> int:
        """Return the mask of the tiles that may be played.

        These are the tiles of the suit that was led. If the hand has none, or no suit was
        led yet, they are all its tiles.
        """
        hand = self.hands[self.turn]
        if not self.tiles:
            return hand
        return hand & self.suits.members[self.led] or hand

    def find_winning_place(self) -> int:
        """Return the index in `tiles` of the tile that is winning the trick.

        Raises ValueError before the lead.
        """
        return _find_winner(self.suits.strength[self.led], self.tiles)

    @property
    def trick(self) -> Trick | None:
        """The trick on the table, as if it were over; None before the lead."""
        if not self.tiles:
            return None
        return Trick(self.leader, self.led, self.tiles, self.order[self.find_winning_place()])

    def play(self, tile: int, suit: Suit | None = None) -> Tricks:
        """Return the tricks after a legal tile.

        `suit` is the suit that a leader calls; if it is None, the tile leads its higher number, or trumps.
        """
        suits, step, hands, leader, led, laid, past, idle = self
        order, tiles = find_order(leader, step, len(hands), idle), (*laid, tile)
        turn = order[len(laid)]
        hands_after = (*hands[:turn], hands[turn] & ~(1 << tile), *hands[turn + 1 :])
        if not laid:
            led = suits.led[tile] if suit is None else suit
        if len(tiles) < len(order):
            return Tricks(suits, step, hands_after, leader, led, tiles, past, idle)
        winner = order[_find_winner(suits.strength[led], tiles)]
        past = (*past, Trick(leader, led, tiles, winner))
        return Tricks(suits, step, hands_after, winner, -1, (), past, idle)  # no suit led, no tiles yet


def _find_winner(strength: tuple[int, ...], tiles: tuple[int, ...]) -> int:
    """Return the place of the strongest tile; ValueError if there is none."""
    ranks = [strength[tile] for tile in tiles]
    return ranks.index(max(ranks))
