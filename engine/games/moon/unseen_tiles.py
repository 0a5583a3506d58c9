"""The worlds that agree with what a viewer of Moon has seen, and the full states in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from random import Random
from typing import NamedTuple

from engine.game import Action, Seat
from engine.games.moon.actions import PASS, Bid, Discard, NameTrump, Pass, Play
from engine.games.moon.observation import HandResult, Laid, MoonObservation, Phase, TrickSeen, is_centre_taken
from engine.games.moon.options import SEATS
from engine.games.moon.state import MoonState
from engine.games.moon.suits import DECK, SET, suits
from engine.tiles import Tile, bits

ALL_TILES = SET.mask(DECK)
BURIED = SEATS
"""The place, after those of the seats, of the tile face down in the middle.

That is the centre tile, and later the discard.
"""


class World(NamedTuple):
    """One way in which the tiles may lie; the repr hides them."""

    hands: tuple[int, ...]
    """What each seat holds now."""
    buried: int | None
    """The tile face down in the middle; None while the bidder holds all eight."""

    def __repr__(self) -> str:
        return "<World>"

    @classmethod
    def of(cls, state: MoonState) -> World:
        """Return the world of a position within a round."""
        buried = state.discard if state.is_centre_taken else state.centre
        return cls(tuple(map(state.hand_of, range(SEATS))), buried)


class Unseen:
    """The tiles of a round that one viewer has not seen, and where they can be.

    A place is a seat or BURIED. All worlds that agree with the sizes of the hands, and with the suits that seats did
    not follow, are equally likely.
    """

    def __init__(self, seen: MoonObservation) -> None:
        self._known = [0 if hand is None else SET.mask(hand) for hand in seen.hands]
        self._buried = None if seen.discard is None else SET.index[seen.discard]
        self._allowed = [ALL_TILES & ~void for void in _voids(seen)] + [ALL_TILES]
        """For each place the mask of the tiles that it can hold."""
        visible = SET.mask(laid.tile for trick in _tricks(seen) for laid in trick.laid) | sum(self._known)
        self.tiles = ALL_TILES & ~visible & ~(0 if self._buried is None else 1 << self._buried)
        """The mask of all tiles that the viewer has not seen."""
        rooms = [size if hand is None else 0 for size, hand in zip(seen.sizes, seen.hands, strict=True)]
        self._rooms = (*rooms, self.tiles.bit_count() - sum(rooms))
        """For each place the number of unseen tiles there."""
        self._order = sorted(bits(self.tiles), key=self._count_places)  # the most constrained tiles first
        self._ways_cache: dict[tuple[int, tuple[int, ...]], int] = {}

    def world(self, rng: Random) -> World:
        """Return one of the possible worlds, each equally likely."""
        rooms = self._rooms
        dealt = (*self._known, 0)
        for i, tile in enumerate(self._order):
            weights = [
                self._ways(i + 1, _take_room(rooms, place)) if self._fits(tile, place, rooms) else 0 for place in PLACES
            ]
            place = rng.choices(PLACES, weights)[0]
            rooms, dealt = _take_room(rooms, place), _add_tile(dealt, place, tile)
        return self._world(dealt)

    def list_worlds(self, limit: int) -> list[World] | None:
        """Return all possible worlds, or None if there are more than `limit`."""
        if self._ways(0, self._rooms) > limit:
            return None
        found = [(self._rooms, (*self._known, 0))]
        for tile in self._order:
            found = [
                (_take_room(rooms, place), _add_tile(dealt, place, tile))
                for rooms, dealt in found
                for place in PLACES
                if self._fits(tile, place, rooms)
            ]
        return [self._world(dealt) for rooms, dealt in found if not any(rooms)]

    def _world(self, dealt: tuple[int, ...]) -> World:
        *hands, middle = dealt
        return World(tuple(hands), middle.bit_length() - 1 if middle else self._buried)

    def can_hold(self, seat: Seat, tiles: int) -> bool:
        """Return whether a seat may hold all of these unseen tiles, given as a mask."""
        confined = copy(self)
        confined._allowed = [mask if place == seat else mask & ~tiles for place, mask in enumerate(self._allowed)]
        confined._ways_cache = {}
        return confined._ways(0, self._rooms) > 0

    def allows(self, world: World) -> bool:
        """Return whether a world agrees with what the viewer has seen."""
        places = [*world.hands, self.tiles & (0 if world.buried is None else 1 << world.buried)]
        return all(
            hand & self.tiles & ~allowed == 0 and (hand & self.tiles).bit_count() == room
            for hand, allowed, room in zip(places, self._allowed, self._rooms, strict=True)
        )

    def _count_places(self, tile: int) -> int:
        return sum(mask >> tile & 1 for mask in self._allowed)

    def _fits(self, tile: int, place: int, rooms: tuple[int, ...]) -> bool:
        return rooms[place] > 0 and bool(self._allowed[place] >> tile & 1)

    def _ways(self, i: int, rooms: tuple[int, ...]) -> int:
        """Return in how many ways the tiles from the i-th on can be placed."""
        if i == len(self._order):
            return 1
        key = i, rooms
        if key not in self._ways_cache:
            tile = self._order[i]
            self._ways_cache[key] = sum(
                self._ways(i + 1, _take_room(rooms, place)) for place in PLACES if self._fits(tile, place, rooms)
            )
        return self._ways_cache[key]


PLACES = (*range(SEATS), BURIED)


def _take_room(rooms: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*rooms[:place], rooms[place] - 1, *rooms[place + 1 :])


def _add_tile(dealt: tuple[int, ...], place: int, tile: int) -> tuple[int, ...]:
    return (*dealt[:place], dealt[place] | 1 << tile, *dealt[place + 1 :])


def _tricks(seen: MoonObservation) -> tuple[TrickSeen, ...]:
    return seen.past if seen.trick is None else (*seen.past, seen.trick)


def _voids(seen: MoonObservation) -> list[int]:
    """Return for each seat the mask of the tiles that it can't hold.

    Their suit is one that the seat did not follow, or trumps if it should have led one (moon.md §6).
    """
    voids = [0] * SEATS
    if seen.trump is None:
        return voids
    suit_table = suits(seen.trump)
    for number, trick in enumerate(_tricks(seen)):
        lead, *others = trick.laid
        if number == 0 and seen.options.first_lead == "trump" and not _has_tile(suit_table.trumps, lead.tile):
            voids[lead.seat] |= suit_table.trumps
        for laid in others:
            if not _has_tile(suit_table.members[trick.led], laid.tile):
                voids[laid.seat] |= suit_table.members[trick.led]
    return voids


def _has_tile(mask: int, tile: Tile) -> bool:
    return bool(mask >> SET.index[tile] & 1)


# --- a full state


def replay_hand(seen: MoonObservation, world: World | None, rng: Random) -> MoonState:
    """Return the full state in a world, by playing the round again from its deal.

    `world` is None if all tiles are known: before the first round, and after each.
    """
    if seen.round == 0:
        return MoonState(seen.options)
    lay = _lay_from_result(seen.result) if world is None else _lay_from_world(seen, world, rng)
    state = _start_hand(seen, lay)
    for action in _actions(seen, lay):
        following = state.apply(action).state
        assert isinstance(following, MoonState)
        state = following
    return state


class _Lay(NamedTuple):
    """Where all tiles are at the deal, and the later discard."""

    dealt: tuple[int, ...]
    centre: int
    discard: int | None


def _start_hand(seen: MoonObservation, lay: _Lay) -> MoonState:
    """Return the state before the first bid of the round."""
    return MoonState(
        options=seen.options,
        round=seen.round,
        step=(seen.order[1] - seen.order[0]) % SEATS,
        first=seen.order[0],
        scores=seen.scores if seen.result is None else seen.result.before,
        redealt=seen.redealt,
        phase=Phase.BIDDING,
        dealt=lay.dealt,
        centre=lay.centre,
    )


def _lay_from_result(result: HandResult | None) -> _Lay:
    """Return the tiles at the deal of a round that is over."""
    assert result is not None
    discard = None if result.discard is None else SET.index[result.discard]
    return _Lay(tuple(map(SET.mask, result.dealt)), SET.index[result.centre], discard)


def _lay_from_world(seen: MoonObservation, world: World, rng: Random) -> _Lay:
    held = [hand | SET.mask(tiles_played(seen, seat)) for seat, hand in enumerate(world.hands)]
    if not is_centre_taken(seen.phase, seen.options):
        assert world.buried is not None
        return _Lay(tuple(held), world.buried, None)
    bidder = seen.bidder
    assert bidder is not None
    if world.buried is not None:
        held[bidder] |= 1 << world.buried
    centre = rng.choice(list(bits(held[bidder]))) if seen.centre is None else SET.index[seen.centre]
    held[bidder] ^= 1 << centre
    return _Lay(tuple(held), centre, world.buried)


def tiles_played(seen: MoonObservation, seat: Seat) -> Iterator[Tile]:
    """Yield the tiles that a seat has played."""
    return (laid.tile for trick in _tricks(seen) for laid in trick.laid if laid.seat == seat)


def _actions(seen: MoonObservation, lay: _Lay) -> Iterator[Action]:
    """Yield the actions since the deal."""
    for call in seen.calls:
        yield Pass() if call.bid == PASS else Bid(call.bid)
    discard: Sequence[Action] = () if lay.discard is None else (Discard(SET.tiles[lay.discard]),)
    trump: Sequence[Action] = () if seen.trump is None else (NameTrump(seen.trump),)
    yield from (*trump, *discard) if seen.options.trump_first else (*discard, *trump)
    for trick in _tricks(seen):
        for place, laid in enumerate(trick.laid):
            yield _replay_play(seen, trick, laid, leads=place == 0)


def _replay_play(seen: MoonObservation, trick: TrickSeen, laid: Laid, *, leads: bool) -> Play:
    """Return the play of a tile, with the suit that its leader called if there was a choice."""
    assert seen.trump is not None
    calls = leads and seen.options.lead_suit == "leader_choice"
    has_choice = calls and len(suits(seen.trump).choices(SET.index[laid.tile])) > 1
    return Play(laid.tile, trick.led if has_choice else None)
