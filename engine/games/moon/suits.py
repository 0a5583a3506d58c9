"""Tiles, suits and ranks (moon.md §1 and §3), and the names of suits and trumps.

A tile is its index in the double-six set, a hand a bit mask, trump one of TRUMPS. What follows from the choice of trump
is worked out once for each of the nine.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from engine.tiles import Tile, bits, tile_set
from engine.words import Message, msg, term

SET = tile_set(6)
DECK: tuple[Tile, ...] = tuple(t for t in SET.tiles if t.low > 0 or t.high == 0)
"""The 22 tiles of Moon: no blank but 0-0."""

Trump = int
"""0 … 6 for a number, DOUBLES or NO_TRUMP."""

DOUBLES = 7
NO_TRUMP = 8
TRUMPS: tuple[Trump, ...] = (0, 1, 2, 3, 4, 5, 6, DOUBLES, NO_TRUMP)

Suit = int
"""What a trick asks for: 0 … 6 for a number suit, TRUMP_SUIT for any kind of trumps."""

TRUMP_SUIT = 7
SUITS: tuple[Suit, ...] = (0, 1, 2, 3, 4, 5, 6, TRUMP_SUIT)


class Suits:
    """The suits and ranks under one trump, in tuples that are indexed by suit or by tile."""

    def __init__(self, trump: Trump) -> None:
        self.trump = trump
        self.members: tuple[int, ...] = tuple(SET.mask(t for t in DECK if self._belongs(t, suit)) for suit in SUITS)
        """For each suit the mask of its tiles; a trump is in no number suit."""
        self.trumps: int = self.members[TRUMP_SUIT]
        self.led: tuple[Suit, ...] = tuple(TRUMP_SUIT if self._is_trump(t) else t.high for t in SET.tiles)
        """The suit that each tile leads when its higher number counts."""
        self.strength: tuple[tuple[int, ...], ...] = tuple(
            tuple(self._strength(t, led) for t in SET.tiles) for led in SUITS
        )
        """strength[led][tile]: the strongest tile of a trick wins it; one of strength 0 never does."""
        self._choices: tuple[tuple[Suit, ...], ...] = tuple(
            tuple(suit for suit in reversed(SUITS) if self.members[suit] >> tile & 1) for tile in range(len(SET))
        )
        self._hand_order = sorted(
            (SET.index[t] for t in DECK), key=lambda i: (self.led[i], self.strength[self.led[i]][i]), reverse=True
        )

    def __reduce__(self) -> tuple[Callable[[Trump], Suits], tuple[Trump]]:
        return suits, (self.trump,)

    def sort_tiles(self, mask: int) -> tuple[int, ...]:
        """Return the tiles of a mask in the order of a player's hand.

        Trumps come first, then sixes to ones, each suit from high to low.
        """
        return tuple([i for i in self._hand_order if mask >> i & 1])

    def choices(self, tile: int) -> tuple[Suit, ...]:
        """Return the suits a tile belongs to, its higher number first.

        Trumps and doubles have one.
        """
        return self._choices[tile]

    def _is_trump(self, t: Tile) -> bool:
        return t.double if self.trump == DOUBLES else self.trump in t

    def _belongs(self, t: Tile, suit: Suit) -> bool:
        return self._is_trump(t) if suit == TRUMP_SUIT else suit in t and not self._is_trump(t)

    def _strength(self, t: Tile, led: Suit) -> int:
        if self._is_trump(t):
            return 20 + self._rank(t, self.trump)  # above all ranks of another suit
        return self._rank(t, led) if self._belongs(t, led) else 0

    def _rank(self, t: Tile, suit: Suit | Trump) -> int:
        """Return the rank within a suit, 1 … 8.

        The double is the highest, the others rank by their other number. If doubles are trump, they rank by number.
        """
        if suit == DOUBLES:
            return 1 + t.high
        return 8 if t.double else 1 + t.other(suit)


@cache
def suits(trump: Trump) -> Suits:
    """Return the cached tables of one trump."""
    return Suits(trump)


def suit_of(tile: Tile, trump: Trump | None) -> Suit:
    """Return the suit that a tile is sorted into.

    Before trump is named, it is the suit that the tile has without trumps.
    """
    return suits(NO_TRUMP if trump is None else trump).led[SET.index[tile]]


def tiles_of(mask: int, trump: Trump | None = None) -> tuple[Tile, ...]:
    """Return the tiles of a hand, sorted; before trump is named, as if there were none."""
    return tuple(SET.tiles[i] for i in suits(NO_TRUMP if trump is None else trump).sort_tiles(mask))


def lightest(mask: int) -> int:
    """Return the tile with the fewest pips; of equal ones, that with the lowest high number."""
    return next(bits(mask))


_SUIT_NAMES = (msg("zeros"), msg("ones"), msg("twos"), msg("threes"), msg("fours"), msg("fives"), msg("sixes"))


def suit_name(suit: Suit) -> Message:
    """Return the name of the tiles that a trick asks for: "fives", "trumps"."""
    return msg("trumps") if suit == TRUMP_SUIT else _SUIT_NAMES[suit]


def trump_name(trump: Trump) -> Message:
    """Return the name of trump inside a sentence.

    Examples are "trump 2", "trump doubles" and "no trump".
    """
    if trump == DOUBLES:
        return msg("trump doubles")
    if trump == NO_TRUMP:
        return msg("no trump")
    return msg("trump {number}", number=trump)


def trump_title(trump: Trump) -> Message:
    """Return the name of trump on its own: "Trump 2", "Trump doubles", "No trump"."""
    if trump == DOUBLES:
        return msg("Trump doubles")
    if trump == NO_TRUMP:
        return term("No trump", "trump")
    return msg("Trump {number}", number=trump)


def trump_notation(trump: Trump) -> str:
    """Write trump in notation: "2", "doubles", "none"."""
    return {DOUBLES: "doubles", NO_TRUMP: "none"}.get(trump, str(trump))
