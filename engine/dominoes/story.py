"""One viewer's record of a round, and deals of unseen tiles that agree with it.

Tiles come to a seat in *batches*: first its dealt hand, then each draw. If a seat shows that nothing fits, then no
fitting tile was in any of its batches so far. A tile on the table was in a batch of its owner that came before the
play. A tile is its index in the set, several tiles are a mask.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from engine.dominoes.unseen_tiles import Deals, Limit, Promise
from engine.game import Seat
from engine.tiles import bits

DEALT = 0
"""The first moment. Moments are numbered in the order of what was recorded."""


class _Batch(NamedTuple):
    """Tiles that came to a seat together."""

    seat: Seat
    since: int
    """The moment when the tiles came."""
    size: int
    among: int
    """The mask of the tiles that may be in the batch, as far as was known when it came."""


class _Lack(NamedTuple):
    """A seat held none of these tiles in its batches between two moments."""

    seat: Seat
    since: int
    moment: int
    tiles: int


class _Holding(NamedTuple):
    """A seat held at least one of these tiles in its batches between two moments."""

    seat: Seat
    since: int
    moment: int
    tiles: int


class Story:
    """A record of the round, filled in chronological order.

    The viewer's own actions may be recorded too, but have no effect.
    """

    def __init__(self, seats: int, tiles: int, viewer: Seat | None, hand: int) -> None:
        """Begin with two masks: all `tiles` of the set, and the viewer's `hand` as it is now."""
        self.seats = seats
        self.now = DEALT
        """The number of the latest moment."""
        self.table = 0
        """The mask of the tiles on the table."""
        self._tiles = tiles & ~hand
        """The mask of the tiles outside the viewer's hand that the viewer hasn't laid."""
        self._viewer = viewer
        self._batches: list[_Batch] = []
        self._lacks: list[_Lack] = []
        self._holdings: list[_Holding] = []
        self._laid: dict[int, tuple[Seat, int]] = {}
        """For each tile laid by another seat, the seat and the moment."""
        self._non_reserve: list[int] = []
        """Masks of tiles; at least one tile of each is neither in the reserve nor in the viewer's hand."""
        self._undrawn = (0, 0)
        """The sizes of the boneyard without its reserve, and of the reserve."""
        self._limits: list[Limit] = []

    def record_arrival(self, seat: Seat, size: int, among: int = -1) -> None:
        """Record that `size` tiles reached a seat, all from the mask `among`."""
        if seat != self._viewer and size:
            self.now += 1
            self._batches.append(_Batch(seat, self.now, size, among))

    def limit_hands(self, tiles: int, most: int) -> None:
        """Record that none of the hands dealt so far had more than `most` of these tiles."""
        self._limits = [Limit(tiles, 1 << place, most) for place in range(len(self._batches))]

    def record_draw(self, seat: Seat, number: int, fits: int, *, freely: bool, stopped: bool, doubtful: bool) -> None:
        """Record a draw of a seat.

        A seat that can't play draws until a tile fits. A seat that draws `freely` may have been able to play.
        `stopped` is whether the seat stopped although it could have drawn more. `doubtful` is whether no later play
        proves that a drawn tile fitted.
        """
        if freely:
            self.record_arrival(seat, 1)  # a free draw is always one tile
            if stopped and doubtful:  # it can play the drawn tile or an earlier one, else it would have drawn again
                self.record_holding(seat, fits)
            return
        self.record_lack(seat, fits)
        self.record_arrival(seat, number - 1, ~fits)
        self.record_arrival(seat, 1, fits if stopped else -1)  # unless it stopped, the last tile may not fit

    def record_lack(self, seat: Seat, tiles: int, since: int = DEALT) -> None:
        """Record that none of these tiles reached a seat between `since` and now."""
        if seat != self._viewer:
            self.now += 1
            self._lacks.append(_Lack(seat, since, self.now, tiles))

    def record_holding(self, seat: Seat, tiles: int, since: int = DEALT) -> None:
        """Record that at least one of these tiles reached a seat between `since` and now."""
        if seat != self._viewer:
            self.now += 1
            self._holdings.append(_Holding(seat, since, self.now, tiles & ~self.table))

    def record_play(self, seat: Seat, tile: int) -> None:
        """Record that a seat laid a tile."""
        self.now += 1
        self.table |= 1 << tile
        if seat == self._viewer:
            self._tiles &= ~(1 << tile)
        else:
            self._laid[tile] = seat, self.now

    def record_non_reserve(self, tiles: int) -> None:
        """Record that at least one of these tiles is neither in the reserve nor in the viewer's hand."""
        self._non_reserve.append(tiles & ~self.table)

    def record_remainder(self, yard: int, reserve: int = 0) -> None:
        """Record the present size of the boneyard, and how many of its tiles are the reserve."""
        self._undrawn = (yard - reserve, reserve)

    def sizes(self) -> list[int]:
        """Return how many tiles each place has: the batches, then boneyard and reserve."""
        return [*(batch.size for batch in self._batches), *self._undrawn]

    def possible_places(self) -> dict[int, int]:
        """Return the possible places of each tile outside the viewer's hand, as masks."""
        undrawn = 0b11 << len(self._batches)  # the last two places, boneyard and reserve
        possible = dict.fromkeys(bits(self._tiles & ~self.table), undrawn) | dict.fromkeys(self._laid, 0)
        for place, batch in enumerate(self._batches):
            for tile in bits(self._find_remaining(batch)):
                possible[tile] |= 1 << place
            for tile, (seat, moment) in self._laid.items():
                if seat == batch.seat and self._may_come_from(tile, batch, moment):
                    possible[tile] |= 1 << place
        return possible

    def _find_remaining(self, batch: _Batch) -> int:
        """Return the tiles of a batch that may still be in the hand, as a mask."""
        tiles = self._tiles & ~self.table & batch.among
        for lack in self._lacks:
            if lack.seat == batch.seat and lack.since <= batch.since < lack.moment:
                tiles &= ~lack.tiles
        return tiles

    def _may_come_from(self, tile: int, batch: _Batch, laid_at: int) -> bool:
        """Return whether a tile may have come in a batch; `laid_at` is the moment when it was laid."""
        if batch.since >= laid_at or not batch.among >> tile & 1:
            return False
        return not any(
            lack.tiles >> tile & 1
            for lack in self._lacks
            if lack.seat == batch.seat and lack.since <= batch.since < lack.moment < laid_at
        )

    def promises(self) -> list[Promise]:
        """Return a promise for each group of tiles of which at least one lies in certain places."""
        reserve = 1 << len(self._batches) + 1  # the last place
        promises = [Promise(tiles, ~reserve) for tiles in self._non_reserve]
        for holding in self._holdings:
            places = 0
            for place, batch in enumerate(self._batches):
                if batch.seat == holding.seat and holding.since <= batch.since < holding.moment:
                    places |= 1 << place
            promises.append(Promise(holding.tiles, places))
        return promises

    def limits(self) -> list[Limit]:
        """Return the limits on the hands as they were dealt."""
        return self._limits

    def places(self, seat: Seat, newest: int = 0) -> tuple[int, int]:
        """Return two masks of a seat's places: for its earlier and its newest tiles.

        `newest` is the number of its newest tiles.
        """
        earlier_places = newest_places = 0
        for place in reversed([place for place, batch in enumerate(self._batches) if batch.seat == seat]):
            if newest > 0:
                newest_places |= 1 << place
                newest -= self._batches[place].size
            else:
                earlier_places |= 1 << place
        return earlier_places, newest_places

    def owners(self) -> list[Seat]:
        """Return the owner of each batch."""
        return [batch.seat for batch in self._batches]


class Unseen:
    """The unseen tiles, dealt again for every world."""

    def __init__(self, story: Story, rng: Random, confined: Mapping[int, int] = MappingProxyType({})) -> None:
        """Prepare deals with each of the `confined` tiles in one of its places.

        Raises ValueError if there is no such deal.
        """
        owners, sizes, possible = story.owners(), story.sizes(), story.possible_places()
        possible |= {tile: possible[tile] & places for tile, places in confined.items()}
        self._deals = Deals(sizes, possible, story.promises(), rng, story.limits())
        self._seats = story.seats
        self._batches = list(zip(owners, sizes, strict=False))
        self._owner = [owner for owner, size in self._batches for _ in range(size)]
        # tiles on the table are dealt to their owners, but are in no hand now
        self._bit = {tile: 0 if story.table >> tile & 1 else 1 << tile for tile in self._deals.slots}

    def deal(self) -> tuple[list[int], tuple[int, ...]]:
        """Return the hands (masks, the viewer's empty) and the boneyard in drawing order."""
        self._deals.shuffle()
        slots, bit = self._deals.slots, self._bit
        hands = [0] * self._seats
        for owner, tile in zip(self._owner, slots, strict=False):
            hands[owner] |= bit[tile]
        return hands, tuple(slots[len(self._owner) :])

    def batches(self) -> list[tuple[Seat, list[int]]]:
        """Return the batches that reached the other seats in the latest deal, in their order."""
        slots = iter(self._deals.slots)
        return [(owner, list(islice(slots, size))) for owner, size in self._batches]
