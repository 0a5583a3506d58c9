"""Moon with all hands open: how many tricks the bidder can take, exactly.

The two others play together against the bidder. Here a tile is a bit in an order made for one trump: non-doubles by
their pips, above them the doubles, above them the trumps by rank. In this order the highest tile of those that may win
a trick does win it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from engine.game import Seat
from engine.games.moon.suits import DECK, SET, SUITS, TRUMP_SUIT, Suit, Trump, suits
from engine.tiles import bits


class Lead(NamedTuple):
    """A way to begin a trick."""

    tile: int
    asked: int
    """The tiles of the suit that is asked for."""
    winning: int
    """The tiles that can win: that suit and the trumps."""


class Ranking:
    """The order of the tiles under one trump."""

    def __init__(self, trump: Trump) -> None:
        self._table = suits(trump)
        rank = self._table.strength[TRUMP_SUIT]
        order = sorted(map(SET.index.__getitem__, DECK), key=lambda i: (rank[i], SET.tiles[i].double, i))
        self._bit = {tile: 1 << place for place, tile in enumerate(order)}
        self.trumps = self.rank_tiles(self._table.trumps)
        self._members = tuple(self.rank_tiles(self._table.members[suit]) for suit in SUITS)
        self.leads = {bit: (self.lead(tile, self._table.led[tile]),) for tile, bit in self._bit.items()}
        """How each tile begins a trick; by its higher number."""
        self.any_leads = {
            bit: tuple(self.lead(tile, suit) for suit in self._table.choices(tile)) for tile, bit in self._bit.items()
        }
        """The same if the leader chooses which of its numbers counts."""

    def rank_tiles(self, mask: int) -> int:
        """Translate a mask in the order of the set to this order."""
        return sum(self._bit[tile] for tile in bits(mask))

    def lead(self, tile: int, suit: Suit) -> Lead:
        """Return the lead of a tile, given by its index in the set, as one of this suit."""
        return Lead(self._bit[tile], self._members[suit], self._members[suit] | self.trumps)


@cache
def ranking(trump: Trump) -> Ranking:
    """Return the cached order of one trump."""
    return Ranking(trump)


class Solver:
    """A solver for one trump, with a cache of its results.

    Seats count from the bidder, seat 0, in the order of play, and hands are ranked masks: b the bidder's, x and y the
    others'.
    """

    def __init__(self, trump: Trump, leader_choice: bool = False) -> None:
        self.ranking = ranking(trump)
        self._trumps = self.ranking.trumps
        self._leads = self.ranking.any_leads if leader_choice else self.ranking.leads
        self._known: dict[tuple[int, int, int, Seat], tuple[int, int]] = {}
        self._spread: dict[int, tuple[int, ...]] = {0: ()}

    @property
    def effort(self) -> int:
        """The number of positions that it has examined."""
        return len(self._known)

    def most(self, b: int, x: int, y: int, leader: Seat, guess: int) -> int:
        """Return how many of the tricks to come the bidder takes.

        `leader` begins the next one; a good `guess` saves time.
        """
        return find_highest_need(lambda need: self.reaches(b, x, y, leader, need), b.bit_count(), guess)

    def reaches(self, b: int, x: int, y: int, leader: Seat, need: int) -> bool:
        """Return whether the bidder takes `need` of the tricks to come."""
        n = b.bit_count()
        if need <= 0 or need > n:
            return need <= 0
        key = b, x, y, leader
        low, high = self._known.get(key, (0, n))
        if need <= low or need > high:
            return need <= low
        if n - need < self._count_sure_losses(b, x, y):
            found = False
        elif leader == 0:
            found = need <= self._count_sure_tricks(b, x, y) or self._bidder_begins(b, x, y, need)
        else:
            found = self._other_begins(b, x, y, leader, need)
        self._known[key] = (need, high) if found else (low, need - 1)
        return found

    def _bidder_begins(self, b: int, x: int, y: int, need: int) -> bool:
        for tile in self._different(b, x | y):
            for lead in self._leads[tile]:
                if self.goes_on(b ^ tile, x, y, 1, tile, 0, lead, need):
                    return True
        return False

    def _other_begins(self, b: int, x: int, y: int, leader: Seat, need: int) -> bool:
        for tile in self._different(x if leader == 1 else y, b | (y if leader == 1 else x)):
            left = (x ^ tile, y) if leader == 1 else (x, y ^ tile)
            for lead in self._leads[tile]:
                if not self.goes_on(b, *left, (leader + 1) % 3, tile, leader, lead, need):
                    return False
        return True

    def goes_on(self, b: int, x: int, y: int, turn: Seat, best: int, owner: Seat, lead: Lead, need: int) -> bool:
        """Return whether the bidder takes `need` tricks, counting the one under way.

        `turn` is to play; `owner` wins so far with `best`.
        """
        _, asked, winning = lead
        if turn == 0:
            last = x.bit_count() == y.bit_count()
            for tile in self._different(b & asked or b, x | y | best):
                won = tile & winning > best
                if last:
                    found = self.reaches(b ^ tile, x, y, 0 if won else owner, need - (won or owner == 0))
                elif won:
                    found = self.goes_on(b ^ tile, x, y, 1, tile, 0, lead, need)
                else:
                    found = self.goes_on(b ^ tile, x, y, 1, best, owner, lead, need)
                if found:
                    return True
            return False
        if turn == 1:
            last = y.bit_count() < x.bit_count()
            for tile in self._different(x & asked or x, b | y | best):
                won = tile & winning > best
                if last:
                    found = self.reaches(b, x ^ tile, y, 1 if won else owner, need - (owner == 0 and not won))
                elif won:
                    found = self.goes_on(b, x ^ tile, y, 2, tile, 1, lead, need)
                else:
                    found = self.goes_on(b, x ^ tile, y, 2, best, owner, lead, need)
                if not found:
                    return False
            return True
        last = b.bit_count() < y.bit_count()
        for tile in self._different(y & asked or y, b | x | best):
            won = tile & winning > best
            if last:
                found = self.reaches(b, x, y ^ tile, 2 if won else owner, need - (owner == 0 and not won))
            elif won:
                found = self.goes_on(b, x, y ^ tile, 0, tile, 2, lead, need)
            else:
                found = self.goes_on(b, x, y ^ tile, 0, best, owner, lead, need)
            if not found:
                return False
        return True

    def _count_sure_tricks(self, b: int, x: int, y: int) -> int:
        """Return the least number of tricks that the bidder takes when leading.

        It leads the highest trumps, then what can't be beaten.
        """
        trumps, others = self._trumps, x | y
        longest = max((x & trumps).bit_count(), (y & trumps).bit_count())
        top = ((b & trumps) >> (others & trumps).bit_length()).bit_count()
        if top < longest:
            return top
        sure = (b & trumps).bit_count()
        for tile in self._tiles(b & ~trumps):
            for lead in self._leads[tile]:
                if others & lead.asked < tile:
                    sure += 1
                    break
        return sure

    def _count_sure_losses(self, b: int, x: int, y: int) -> int:
        """Return the least number of tricks that the bidder loses.

        They go to trumps in one hand above all of the bidder's.
        """
        trumps = self._trumps
        above = (b & trumps).bit_length()
        return max(((x & trumps) >> above).bit_count(), ((y & trumps) >> above).bit_count())

    def _tiles(self, mask: int) -> tuple[int, ...]:
        """Return the tiles of a mask as single bits, the highest first."""
        found = self._spread.get(mask)
        if found is None:
            found = self._spread[mask] = tuple(1 << place for place in sorted(bits(mask), reverse=True))
        return found

    def _different(self, mask: int, others: int) -> Sequence[int]:
        """Return the tiles of a mask, and of adjacent trumps only the highest.

        Trumps are adjacent if none of the others' trumps lies between them.
        """
        tiles, trumps = self._tiles(mask), self._trumps
        held = mask & trumps
        if held & held - 1 == 0:
            return tiles
        between, chosen, previous = others & trumps, [], 0
        for tile in tiles:
            if not (previous and tile & trumps) or between & (previous - tile):
                chosen.append(tile)
            previous = tile
        return chosen


def find_highest_need(reaches: Callable[[int], bool], most: int, guess: int) -> int:
    """Return the highest need from 0 to `most` that is reached."""
    low, high = 0, most
    need = min(max(guess, 1), most)
    while low < high:
        if reaches(need):
            low = need
        else:
            high = need - 1
        need = low + 1 if need == low else high
    return low
