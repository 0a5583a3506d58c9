"""Suits and ranks of the double-six set under each kind of trump, and their names.

A tile is its index in the set, a hand is a bit mask, and trump is one of the kinds below. The tables of a deck under
one trump are computed once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from engine.tiles import Tile, bits, tile_set
from engine.words import Message, msg, term

SET = tile_set(6)

Trump = int
"""0 … 6 for a number, DOUBLES, or one of the three kinds of no trump."""
NUMBERS = range(7)
DOUBLES = 7
NO_TRUMP = 8
"""No tile is a trump, and doubles are the highest of their numbers."""
NO_TRUMP_LOW = 9
"""No tile is a trump, and doubles are the lowest of their numbers."""
NO_TRUMP_OWN = 10
"""No tile is a trump, and the doubles are a suit of their own."""

Suit = int
"""The suit that a trick asks for: 0 … 6 for a number, TRUMP_SUIT for any kind of trumps, or DOUBLE_SUIT."""

TRUMP_SUIT = 7
DOUBLE_SUIT = 8
"""The doubles, if they are a suit of their own but not trumps."""
SUITS: tuple[Suit, ...] = (*NUMBERS, TRUMP_SUIT, DOUBLE_SUIT)
TRUMP_STRENGTH = 20
"""Added to the rank of a trump, so that it is above all ranks of other suits."""


class Suits:
    """The suits and ranks of a deck under one trump, in tuples that are indexed by suit or by tile."""

    def __init__(self, deck: int, trump: Trump) -> None:
        self.deck, self.trump = deck, trump
        tiles = [SET.tiles[i] for i in bits(deck)]
        self.members: tuple[int, ...] = tuple(SET.mask(t for t in tiles if self._belongs(t, suit)) for suit in SUITS)
        """For each suit, the mask of its tiles; a trump is in no number suit."""
        self.trumps: int = self.members[TRUMP_SUIT]
        self.led: tuple[Suit, ...] = tuple(map(self._suit_led, SET.tiles))
        """The suit that each tile leads, unless its player names its lower number."""
        self.strength: tuple[tuple[int, ...], ...] = tuple(
            tuple(self._strength(t, led) for t in SET.tiles) for led in SUITS
        )
        """strength[led][tile]; the strongest tile wins a trick, and a tile of strength 0 never does."""
        self._choices: tuple[tuple[Suit, ...], ...] = tuple(
            tuple(suit for suit in reversed(SUITS) if self.members[suit] >> tile & 1) for tile in range(len(SET))
        )
        self._hand_order = sorted(bits(deck), key=lambda i: (self.led[i], self.strength[self.led[i]][i]), reverse=True)

    def __reduce__(self) -> tuple[Callable[[int, Trump], Suits], tuple[int, Trump]]:
        return find_suits, (self.deck, self.trump)

    def sort_tiles(self, mask: int) -> tuple[int, ...]:
        """Return the tiles of a mask in the order of a player's hand.

        Trumps come first, then sixes down to zeros, each suit from high to low.
        """
        return tuple([i for i in self._hand_order if mask >> i & 1])

    def choices(self, tile: int) -> tuple[Suit, ...]:
        """Return the suits a tile belongs to, its higher number first.

        Trumps and doubles belong to only one.
        """
        return self._choices[tile]

    def find_higher(self, tile: int) -> int:
        """Return the mask of the tiles that beat a tile in the suit that it leads."""
        rank, members = self.strength[self.led[tile]], self.members[self.led[tile]]
        return sum(1 << i for i in bits(members) if rank[i] > rank[tile])

    def _is_trump(self, t: Tile) -> bool:
        return t.double if self.trump == DOUBLES else self.trump in t  # no tile shows a kind of no trump

    def _is_in_double_suit(self, t: Tile) -> bool:
        return t.double and self.trump == NO_TRUMP_OWN

    def _suit_led(self, t: Tile) -> Suit:
        if self._is_trump(t):
            return TRUMP_SUIT
        return DOUBLE_SUIT if self._is_in_double_suit(t) else t.high

    def _belongs(self, t: Tile, suit: Suit) -> bool:
        if suit in NUMBERS:
            return suit in t and not self._is_trump(t) and not self._is_in_double_suit(t)
        return self._suit_led(t) == suit

    def _strength(self, t: Tile, led: Suit) -> int:
        if self._is_trump(t):
            return TRUMP_STRENGTH + self._rank(t, self.trump)
        return self._rank(t, led) if self._belongs(t, led) else 0

    def _rank(self, t: Tile, suit: Suit | Trump) -> int:
        """Return the rank within a suit, from 1.

        In the suit of a number, tiles rank by their other number; the double is above them, or below if doubles are
        low. Doubles in a suit of their own, and as trumps, rank by number.
        """
        if suit not in NUMBERS:
            return 1 + t.high
        doubles_low = self.trump == NO_TRUMP_LOW
        if t.double:
            return 1 if doubles_low else 8  # the other tiles have ranks from 2, or up to 7
        return t.other(suit) + (2 if doubles_low else 1)


@cache
def find_suits(deck: int, trump: Trump) -> Suits:
    """Return the cached tables of a deck, given as a mask, under one trump."""
    return Suits(deck, trump)


def suit_of(tile: Tile, trump: Trump | None) -> Suit:
    """Return the suit that a tile is sorted into.

    Before trump is named, it is the suit that the tile has without trumps.
    """
    return find_suits(SET.all, NO_TRUMP if trump is None else trump).led[SET.index[tile]]


def tiles_of(mask: int, trump: Trump | None = None) -> tuple[Tile, ...]:
    """Return the tiles of a hand, sorted; before trump is named, as under no trump."""
    order = find_suits(SET.all, NO_TRUMP if trump is None else trump).sort_tiles(mask)
    return tuple([SET.tiles[i] for i in order])


_SUIT_NAMES = (
    *(msg("zeros"), msg("ones"), msg("twos"), msg("threes"), msg("fours"), msg("fives"), msg("sixes")),
    *(msg("trumps"), msg("doubles")),
)


def suit_name(suit: Suit) -> Message:
    """Return the name of the tiles that a trick asks for: "fives", "trumps"."""
    return _SUIT_NAMES[suit]


def trump_name(trump: Trump) -> Message:
    """Return the name of trump inside a sentence.

    Examples are "trump 2", "trump doubles" and "no trump".
    """
    return _TRUMP_NAMES.get(trump) or msg("trump {number}", number=trump)


_TRUMP_NAMES = {
    DOUBLES: msg("trump doubles"),
    NO_TRUMP: msg("no trump"),
    NO_TRUMP_LOW: msg("no trump, doubles low"),
    NO_TRUMP_OWN: msg("no trump, doubles a suit"),
}


def trump_title(trump: Trump) -> Message:
    """Return the name of trump on its own: "Trump 2", "Trump doubles", "No trump"."""
    return _TRUMP_TITLES.get(trump) or msg("Trump {number}", number=trump)


_TRUMP_TITLES = {
    DOUBLES: msg("Trump doubles"),
    NO_TRUMP: term("No trump", "trump"),
    NO_TRUMP_LOW: term("Doubles low", "trump"),
    NO_TRUMP_OWN: msg("Doubles a suit"),
}


def trump_notation(trump: Trump) -> str:
    """Write trump in notation: "2", "doubles", "none"."""
    return _TRUMP_NOTATIONS.get(trump, str(trump))


_TRUMP_NOTATIONS = {DOUBLES: "doubles", NO_TRUMP: "none", NO_TRUMP_LOW: "none low", NO_TRUMP_OWN: "none own"}
