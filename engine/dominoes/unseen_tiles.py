"""Random deals of unseen tiles that agree with what a player has seen.

Each item (a tile) lies in one of several places (a dealt hand, what was drawn in one turn, the boneyard). What was seen
restricts the places of an item. Augmenting paths find a first deal if there is one. Others follow by exchanges of two
items that don't contradict what was seen. As every exchange is as likely as its reverse, all deals that agree are
equally likely in the long run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from engine.tiles import bits

Item = int


class Promise(NamedTuple):
    """At least one of these items lies in one of these places; both are masks."""

    items: int
    places: int

    def is_certain(self, possible: Mapping[Item, int], item: Item) -> bool:
        """Return whether this item, wherever it lies, keeps the promise."""
        return bool(self.items >> item & 1) and not possible[item] & ~self.places

    def is_kept(self, slots: Iterable[Item], places: Iterable[int]) -> bool:
        """Return whether a deal keeps the promise, from its items and their places' masks."""
        return any(self.items >> item & 1 and self.places & place for item, place in zip(slots, places, strict=True))


class Limit(NamedTuple):
    """At most `most` of these items lie in this place; items and place are masks."""

    items: int
    place: int
    most: int

    def find_excess(self, slots: Iterable[Item], places: Iterable[int]) -> Sequence[Item]:
        """Return the items in the place if there are too many; else none."""
        items = [item for item, place in zip(slots, places, strict=True) if self.holds(item, place)]
        return items if len(items) > self.most else ()

    def holds(self, item: Item, place: int) -> bool:
        """Return whether an item in a place counts towards the limit."""
        return bool(self.items >> item & 1 and self.place & place)


class Deals:
    """A sequence of deals; `slots` has the item of every slot, place after place."""

    def __init__(
        self,
        sizes: Sequence[int],
        possible: Mapping[Item, int],
        promises: Sequence[Promise],
        rng: Random,
        limits: Sequence[Limit] = (),
    ) -> None:
        """Make a first deal.

        `sizes` has the number of items in each place, `possible` the places of each item as a mask. Raises ValueError
        if no deal agrees, which means that what was seen was recorded wrongly.
        """
        doubtful = [promise for promise in promises if not any(promise.is_certain(possible, item) for item in possible)]
        first_deal = _find_deal(sizes, possible, doubtful, limits, rng)
        if first_deal is None or len(first_deal) != sum(sizes):
            raise ValueError("no deal agrees with what was seen")
        self.slots = first_deal
        self._place = [1 << place for place, size in enumerate(sizes) for _ in range(size)]
        self._possible = possible
        self._promises = doubtful
        self._limits = limits
        # the items with several places, whose mask has more than one bit
        self._movable = [slot for slot, item in enumerate(first_deal) if possible[item] & possible[item] - 1]
        have_same_places = len({possible[first_deal[slot]] for slot in self._movable}) < 2
        # without restrictions, one sweep already makes every deal equally likely
        self._sweeps = 1 if have_same_places and not doubtful and not limits else 2
        self._random = rng.random

    def shuffle(self) -> None:
        """Go on to another deal by a Fisher-Yates shuffle that skips impossible exchanges."""
        slots, place, possible, movable, random = self.slots, self._place, self._possible, self._movable, self._random
        for _ in range(self._sweeps):
            for last in range(len(movable) - 1, 0, -1):
                slot, other_slot = movable[last], movable[int(random() * (last + 1))]
                a, b = slots[slot], slots[other_slot]
                if possible[a] & place[other_slot] and possible[b] & place[slot]:
                    slots[slot], slots[other_slot] = b, a
                    if (self._promises and self._is_promise_broken(a, place[slot], place[other_slot], b)) or (
                        self._limits and self._is_limit_exceeded(a, place[slot], place[other_slot], b)
                    ):
                        slots[slot], slots[other_slot] = a, b  # undo the exchange

    def _is_promise_broken(self, a: Item, from_place: int, to_place: int, b: Item) -> bool:
        """Return whether moving `a` from one place to another, and `b` back, has broken a promise."""
        # only a promise that lost an item can be broken
        return any(
            not promise.is_kept(self.slots, self._place)
            for promise in self._promises
            if (promise.items >> a & 1 and promise.places & from_place and not promise.places & to_place)
            or (promise.items >> b & 1 and promise.places & to_place and not promise.places & from_place)
        )

    def _is_limit_exceeded(self, a: Item, from_place: int, to_place: int, b: Item) -> bool:
        """Return whether moving `a` from one place to another, and `b` back, has exceeded a limit."""
        return any(
            limit.find_excess(self.slots, self._place)
            for limit in self._limits
            if limit.holds(a, to_place) or limit.holds(b, from_place)
        )


def _find_deal(
    sizes: Sequence[int],
    possible: Mapping[Item, int],
    promises: Sequence[Promise],
    limits: Sequence[Limit],
    rng: Random,
) -> list[Item] | None:
    """Return a deal that keeps all promises and limits, if there is one.

    If a random deal breaks a promise, one of the promise's items is confined to the promise's places. If it
    exceeds a limit, one of the surplus items is kept out of the limit's place.
    """
    deal = _find_any_deal(sizes, possible, rng)
    if deal is None:
        return None
    place_of_slot = [1 << place for place, size in enumerate(sizes) for _ in range(size)]
    broken_promises = [promise for promise in promises if not promise.is_kept(deal, place_of_slot)]
    if broken_promises:
        items, places = broken_promises[0]
        candidates = [item for item in possible if items >> item & 1 and possible[item] & places]
    elif exceeded := next((limit for limit in limits if limit.find_excess(deal, place_of_slot)), None):
        candidates, places = list(exceeded.find_excess(deal, place_of_slot)), ~exceeded.place
    else:
        return deal
    for item in rng.sample(candidates, len(candidates)):
        deal = _find_deal(sizes, {**possible, item: possible[item] & places}, promises, limits, rng)
        if deal is not None:
            return deal
    return None


def _find_any_deal(sizes: Sequence[int], possible: Mapping[Item, int], rng: Random) -> list[Item] | None:
    """Return any deal, as the items of every slot; None if there is none.

    The items with the fewest places are placed first.
    """
    items_by_place: list[list[Item]] = [[] for _ in sizes]
    order = sorted(possible, key=lambda item: (possible[item].bit_count(), rng.random()))
    if not all(_place_item(item, items_by_place, sizes, possible, rng, set()) for item in order):
        return None
    for items in items_by_place:
        rng.shuffle(items)
    return [item for items in items_by_place for item in items]


def _place_item(
    item: Item,
    items_by_place: list[list[Item]],
    sizes: Sequence[int],
    possible: Mapping[Item, int],
    rng: Random,
    tried: set[int],
) -> bool:
    """Put an item in one of its places, and return whether that was possible.

    If all its places are full, other items are moved to make room.
    """
    places = [place for place in bits(possible[item]) if place not in tried]
    # a place with more free slots is likelier
    free = [place for place in places for _ in range(sizes[place] - len(items_by_place[place]))]
    if free:
        items_by_place[rng.choice(free)].append(item)
        return True
    for place in places:
        if place in tried:  # by a call below, for another item
            continue
        tried.add(place)
        for position, other in enumerate(items_by_place[place]):
            if _place_item(other, items_by_place, sizes, possible, rng, tried):
                items_by_place[place][position] = item
                return True
    return False
