"""The exact number of tricks that a bidder of Moon takes if all hands are open.

The two others play together against the bidder. For speed, the three hands are separate arguments, not a tuple.
"""

from __future__ import annotations

from engine.dominoes.tricks.solver import Lead, TileLists, find_highest_need, find_ranking
from engine.dominoes.tricks.suits import Trump
from engine.game import Seat
from engine.games.moon.suits import DECK_MASK


class Solver(TileLists):
    """A solver for one trump, with a cache of its results.

    Seats are numbered in the order of play from the bidder, who is seat 0. Hands are ranked masks: b is the bidder's, x
    and y are those of seats 1 and 2.
    """

    def __init__(self, trump: Trump, leader_choice: bool = False) -> None:
        super().__init__(find_ranking(DECK_MASK, trump))
        self._leads = self.ranking.any_leads if leader_choice else self.ranking.leads
        self._bounds: dict[tuple[int, int, int, Seat], tuple[int, int]] = {}
        """The bounds known so far, by position: the fewest and the most tricks that the bidder can still take."""

    @property
    def effort(self) -> int:
        """The number of positions that the solver has examined."""
        return len(self._bounds)

    def count_tricks(self, b: int, x: int, y: int, leader: Seat, guess: int) -> int:
        """Return the number of the remaining tricks that the bidder takes.

        `leader` begins the next trick; a good `guess` saves time.
        """
        return find_highest_need(lambda need: self.reaches(b, x, y, leader, need), b.bit_count(), guess)

    def reaches(self, b: int, x: int, y: int, leader: Seat, need: int) -> bool:
        """Return whether the bidder takes at least `need` of the remaining tricks."""
        tricks_left = b.bit_count()
        if need <= 0 or need > tricks_left:  # reached already, or out of reach
            return need <= 0
        key = b, x, y, leader
        low, high = self._bounds.get(key, (0, tricks_left))
        if need <= low or need > high:  # known from an earlier search
            return need <= low
        if tricks_left - need < self._count_sure_losses(b, x, y):
            reached = False
        elif leader == 0:
            reached = need <= self._count_sure_tricks(b, x, y) or self._reaches_as_leader(b, x, y, need)
        else:
            reached = self._reaches_as_follower(b, x, y, leader, need)
        self._bounds[key] = (need, high) if reached else (low, need - 1)
        return reached

    def _reaches_as_leader(self, b: int, x: int, y: int, need: int) -> bool:
        for tile in self._distinct_tiles(b, x | y):
            for lead in self._leads[tile]:
                if self.reaches_from_trick(b ^ tile, x, y, 1, tile, 0, lead, need):
                    return True
        return False

    def _reaches_as_follower(self, b: int, x: int, y: int, leader: Seat, need: int) -> bool:
        leader_hand, partner_hand = (x, y) if leader == 1 else (y, x)
        for tile in self._distinct_tiles(leader_hand, b | partner_hand):
            hands_after = (x ^ tile, y) if leader == 1 else (x, y ^ tile)
            for lead in self._leads[tile]:
                if not self.reaches_from_trick(b, *hands_after, (leader + 1) % 3, tile, leader, lead, need):
                    return False
        return True

    def reaches_from_trick(
        self, b: int, x: int, y: int, turn: Seat, best: int, owner: Seat, lead: Lead, need: int
    ) -> bool:
        """Return whether the bidder takes `need` tricks, including the current one.

        `turn` is the seat that plays next. `best` is the tile that is winning the trick, and `owner` its seat. It is
        enough for the bidder to have one tile that reaches `need`, and for each of the others to have one that
        prevents it.
        """
        _, asked, winning = lead
        # a trick that the bidder takes (seat 0) lowers the need for the next ones by 1
        if turn == 0:
            is_last = x.bit_count() == y.bit_count()  # one of the others led; now both have played
            for tile in self._distinct_tiles(b & asked or b, x | y | best):
                won = tile & winning > best
                if is_last:
                    reached = self.reaches(b ^ tile, x, y, 0 if won else owner, need - (won or owner == 0))
                elif won:
                    reached = self.reaches_from_trick(b ^ tile, x, y, 1, tile, 0, lead, need)
                else:
                    reached = self.reaches_from_trick(b ^ tile, x, y, 1, best, owner, lead, need)
                if reached:
                    return True
            return False
        if turn == 1:
            is_last = y.bit_count() < x.bit_count()  # y has played
            for tile in self._distinct_tiles(x & asked or x, b | y | best):
                won = tile & winning > best
                if is_last:
                    reached = self.reaches(b, x ^ tile, y, 1 if won else owner, need - (owner == 0 and not won))
                elif won:
                    reached = self.reaches_from_trick(b, x ^ tile, y, 2, tile, 1, lead, need)
                else:
                    reached = self.reaches_from_trick(b, x ^ tile, y, 2, best, owner, lead, need)
                if not reached:
                    return False
            return True
        is_last = b.bit_count() < y.bit_count()  # the bidder has played
        for tile in self._distinct_tiles(y & asked or y, b | x | best):
            won = tile & winning > best
            if is_last:
                reached = self.reaches(b, x, y ^ tile, 2 if won else owner, need - (owner == 0 and not won))
            elif won:
                reached = self.reaches_from_trick(b, x, y ^ tile, 0, tile, 2, lead, need)
            else:
                reached = self.reaches_from_trick(b, x, y ^ tile, 0, best, owner, lead, need)
            if not reached:
                return False
        return True

    def _count_sure_tricks(self, b: int, x: int, y: int) -> int:
        """Return a lower bound of the tricks that the bidder takes when leading.

        The bidder leads trumps while they are the highest. Then, if the others have no trump left, the bidder leads all
        tiles that can't be beaten.
        """
        trumps, others = self._trumps, x | y
        to_draw = max((x & trumps).bit_count(), (y & trumps).bit_count())  # leads until the others have no trump
        unbeaten = ((b & trumps) >> (others & trumps).bit_length()).bit_count()  # above all trumps of the others
        if unbeaten < to_draw:
            return unbeaten
        sure = (b & trumps).bit_count()
        for tile in self._tiles(b & ~trumps):
            for lead in self._leads[tile]:
                if others & lead.asked < tile:  # the others have no higher tile of its suit
                    sure += 1
                    break
        return sure

    def _count_sure_losses(self, b: int, x: int, y: int) -> int:
        """Return a lower bound of the tricks that the bidder loses.

        It is the number of trumps in one hand that beat all trumps of the bidder.
        """
        trumps = self._trumps
        above_bidder = (b & trumps).bit_length()  # the lowest place above the bidder's trumps
        return max(((x & trumps) >> above_bidder).bit_count(), ((y & trumps) >> above_bidder).bit_count())
