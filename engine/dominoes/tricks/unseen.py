"""The places where tiles that a viewer hasn't seen may lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from random import Random
from typing import NamedTuple

from engine.dominoes.tricks.seen import TricksSeen, list_tricks
from engine.dominoes.tricks.suits import SET, Suits
from engine.tiles import bits

Hands = tuple[int, ...]
"""A mask of tiles for each place."""
Take = Callable[[tuple[int, ...], int, int], tuple[int, ...]]
"""Takes the rooms, a place and a tile, and returns the rooms after the tile was put in the place."""


class Demand(NamedTuple):
    """A bid has shown that at least `least` of the unseen tiles in a place are in the mask `tiles`."""

    place: int
    tiles: int
    least: int


class UnseenTiles:
    """The unseen tiles of a round, and the places where they can be.

    A place is a hand, or what lies face down. Its room is the number of unseen tiles that go there. All deals that
    respect the room and the allowed tiles of each place are equally likely.
    """

    def __init__(
        self,
        tiles: int,
        known: Hands,
        rooms: Sequence[int],
        allowed: Sequence[int],
        demands: Sequence[Demand] = (),
    ) -> None:
        """Take the mask of the unseen tiles.

        The other arguments have for each place its `known` tiles, its number of unseen tiles, and the mask of the
        unseen tiles that it can hold.
        """
        self.tiles = tiles
        self._known, self._allowed, self._demands = known, list(allowed), tuple(demands)
        self._rooms = (*rooms, *[max(0, demand.least) for demand in demands])
        """The room of each place, and then how many tiles each demand still lacks."""
        self._take: Take = self._take_and_meet if demands else _take_room
        self._places = range(len(known))
        self._order = sorted(bits(tiles), key=self._count_places)  # the most constrained tiles first
        self._ways_cache: dict[tuple[int, tuple[int, ...]], int] = {}

    def deal(self, rng: Random) -> Hands:
        """Return the tiles of each place in one of the possible deals, each equally likely."""
        rooms, dealt, places = self._rooms, self._known, self._places
        for i, tile in enumerate(self._order):
            weights = [
                self._count_ways(i + 1, self._take(rooms, place, tile)) if self._fits(tile, place, rooms) else 0
                for place in places
            ]
            place = rng.choices(places, weights)[0]
            rooms, dealt = self._take(rooms, place, tile), _add_tile(dealt, place, tile)
        return dealt

    def list_deals(self, limit: int) -> list[Hands] | None:
        """Return all possible deals, or None if there are more than `limit`."""
        if self._count_ways(0, self._rooms) > limit:
            return None
        partial_deals = [(self._rooms, self._known)]
        for tile in self._order:
            partial_deals = [
                (self._take(rooms, place, tile), _add_tile(dealt, place, tile))
                for rooms, dealt in partial_deals
                for place in self._places
                if self._fits(tile, place, rooms)
            ]
        return [dealt for rooms, dealt in partial_deals if not any(rooms)]  # those that meet all demands

    def can_hold(self, holder: int, tiles: int) -> bool:
        """Return whether a place may hold all of these unseen tiles, given as a mask."""
        confined = copy(self)
        confined._allowed = [mask if place == holder else mask & ~tiles for place, mask in enumerate(self._allowed)]
        confined._ways_cache = {}
        return confined._count_ways(0, self._rooms) > 0

    def agrees(self, hands: Sequence[int]) -> bool:
        """Return whether the tiles of each place, as masks, agree with what the viewer has seen."""
        unseen = [hand & self.tiles for hand in hands]
        places_agree = all(
            hand & ~allowed == 0 and hand.bit_count() == room
            for hand, allowed, room in zip(unseen, self._allowed, self._rooms, strict=False)
        )
        return places_agree and all(
            (unseen[place] & tiles).bit_count() >= least for place, tiles, least in self._demands
        )

    def _count_places(self, tile: int) -> int:
        return sum(mask >> tile & 1 for mask in self._allowed)

    def _fits(self, tile: int, place: int, rooms: tuple[int, ...]) -> bool:
        return rooms[place] > 0 and bool(self._allowed[place] >> tile & 1)

    def _take_and_meet(self, rooms: tuple[int, ...], place: int, tile: int) -> tuple[int, ...]:
        """Return the rooms, and what the demands lack, after a tile was put in a place."""
        after, lacking = _take_room(rooms, place, tile), rooms[len(self._places) :]
        still_lacking = [
            max(0, lack - 1) if demand.place == place and demand.tiles >> tile & 1 else lack
            for demand, lack in zip(self._demands, lacking, strict=True)
        ]
        return (*after[: len(self._places)], *still_lacking)

    def _count_ways(self, i: int, rooms: tuple[int, ...]) -> int:
        """Return the number of ways to place the tiles from the i-th on."""
        if i == len(self._order):
            return 0 if self._demands and any(rooms) else 1  # no way if a demand still lacks tiles
        key = i, rooms
        if key not in self._ways_cache:
            tile = self._order[i]
            self._ways_cache[key] = sum(
                self._count_ways(i + 1, self._take(rooms, place, tile))
                for place in self._places
                if self._fits(tile, place, rooms)
            )
        return self._ways_cache[key]


def _take_room(rooms: tuple[int, ...], place: int, _tile: int) -> tuple[int, ...]:
    return (*rooms[:place], rooms[place] - 1, *rooms[place + 1 :])


def _add_tile(dealt: Hands, place: int, tile: int) -> Hands:
    return (*dealt[:place], dealt[place] | 1 << tile, *dealt[place + 1 :])


def find_voids(seen: TricksSeen, suits: Suits) -> list[int]:
    """Return for each seat the mask of the tiles that it can't hold, because it didn't follow their suit."""
    voids = [0] * len(seen.hands)
    for trick in list_tricks(seen):
        members = suits.members[trick.led]
        for laid in trick.laid[1:]:
            if not members >> SET.index[laid.tile] & 1:
                voids[laid.seat] |= members
    return voids
