"""The order of the tiles under one trump, for solvers with open hands.

Here a tile is a bit, in an order made for one trump. A mask of such bits is called ranked. The order begins with
the tiles that are neither doubles nor trumps, by their pips. The doubles follow them (low doubles come before them),
then the trumps by rank. The tile that wins a trick is the highest, in this order, of those that can win it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from engine.dominoes.tricks.suits import NO_TRUMP_LOW, SET, SUITS, TRUMP_SUIT, Suit, Trump, find_suits
from engine.tiles import bits


class Lead(NamedTuple):
    """A way to begin a trick; all fields are ranked masks."""

    tile: int
    asked: int
    """The tiles of the suit that the lead asks for."""
    winning: int
    """The tiles that can win the trick: the tiles of the suit, and the trumps."""


class Ranking:
    """The order of a deck's tiles under one trump."""

    def __init__(self, deck: int, trump: Trump) -> None:
        suits = find_suits(deck, trump)
        trump_rank, doubles_low = suits.strength[TRUMP_SUIT], trump == NO_TRUMP_LOW
        order = sorted(bits(deck), key=lambda i: (trump_rank[i], SET.tiles[i].double != doubles_low, i))
        self._bit = {tile: 1 << place for place, tile in enumerate(order)}
        self.tiles = tuple(order)
        """For each place in the order, the index of its tile in the set."""
        self.trumps = self.rank_tiles(suits.trumps)
        self._members = tuple(self.rank_tiles(suits.members[suit]) for suit in SUITS)
        self.leads = {bit: (self.lead(tile, suits.led[tile]),) for tile, bit in self._bit.items()}
        """For each tile, a tuple of its one lead, by its higher number."""
        self.any_leads = {
            bit: tuple(self.lead(tile, suit) for suit in suits.choices(tile)) for tile, bit in self._bit.items()
        }
        """For each tile, its leads if the leader chooses which of its numbers counts."""

    def rank_tiles(self, mask: int) -> int:
        """Translate a mask of set indices to a ranked mask."""
        return sum(self._bit[tile] for tile in bits(mask))

    def lead(self, tile: int, suit: Suit) -> Lead:
        """Return the lead of a tile, given by its index in the set, if it is led as this suit."""
        return Lead(self._bit[tile], self._members[suit], self._members[suit] | self.trumps)


@cache
def find_ranking(deck: int, trump: Trump) -> Ranking:
    """Return the cached order of a deck under one trump."""
    return Ranking(deck, trump)


class TileLists:
    """The tiles of ranked masks as lists, cached."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking
        self._trumps = ranking.trumps
        self._tiles_of_mask: dict[int, tuple[int, ...]] = {0: ()}

    def _tiles(self, mask: int) -> tuple[int, ...]:
        """Return the tiles of a mask as single bits, the highest first."""
        tiles = self._tiles_of_mask.get(mask)
        if tiles is None:
            tiles = self._tiles_of_mask[mask] = tuple(1 << place for place in sorted(bits(mask), reverse=True))
        return tiles

    def _distinct_tiles(self, mask: int, others: int) -> Sequence[int]:
        """Return the tiles of a mask, but of adjacent trumps only the highest.

        Trumps are adjacent if none of the others' trumps lies between them, so it makes no difference which of them
        is played.
        """
        tiles, trumps = self._tiles(mask), self._trumps
        held_trumps = mask & trumps
        if held_trumps & held_trumps - 1 == 0:  # at most one trump
            return tiles
        other_trumps, distinct = others & trumps, list[int]()
        previous = 0
        for tile in tiles:
            # `previous - tile` is a mask of the ranks from `tile` to below `previous`
            is_adjacent = previous and tile & trumps and not other_trumps & (previous - tile)
            if not is_adjacent:
                distinct.append(tile)
            previous = tile
        return distinct


def find_highest_need(reaches: Callable[[int], bool], most: int, guess: int) -> int:
    """Return the highest need from 0 to `most` that is reached; 0 always is.

    If a need is reached, every lower need must be reached, too. The search begins at `guess` and goes up or down by
    one.
    """
    low, high = 0, most
    need = min(max(guess, 1), most)
    while low < high:
        if reaches(need):
            low = need
        else:
            high = need - 1
        need = low + 1 if need == low else high
    return low
