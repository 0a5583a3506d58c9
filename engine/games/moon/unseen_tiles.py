"""The worlds that agree with what a viewer of Moon has seen, and the full states in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from engine.dominoes.tricks.seen import list_tricks, mask_tiles_played
from engine.dominoes.tricks.unseen import UnseenTiles, find_voids
from engine.game import Action
from engine.games.moon.actions import PASS, Bid, Discard, NameTrump, Pass, Play
from engine.games.moon.observation import HandResult, Laid, MoonObservation, Phase, TrickSeen, is_centre_taken
from engine.games.moon.options import SEATS
from engine.games.moon.state import MoonState
from engine.games.moon.suits import DECK_MASK, SET, suits
from engine.tiles import bits

BURIED = SEATS
"""The place, after those of the seats, of the tile face down in the middle.

That is the centre tile, and later the discard.
"""


class World(NamedTuple):
    """One way in which the tiles may lie; the repr hides them."""

    hands: tuple[int, ...]
    """Each seat's hand now."""
    buried: int | None
    """The tile face down in the middle; None while the bidder holds all eight."""

    def __repr__(self) -> str:
        return "<World>"

    @classmethod
    def from_state(cls, state: MoonState) -> World:
        """Return the world of a position within a round."""
        buried = state.discard if state.is_centre_taken else state.centre
        return cls(tuple(map(state.hand_of, range(SEATS))), buried)


class Unseen(UnseenTiles):
    """The tiles of a round that one viewer has not seen, and where they can be.

    A place is a seat or BURIED. All worlds that agree with the sizes of the hands, and with the suits that seats did
    not follow, are equally likely.
    """

    def __init__(self, seen: MoonObservation) -> None:
        known = tuple(0 if hand is None else SET.mask(hand) for hand in seen.hands)
        self._buried = None if seen.discard is None else SET.index[seen.discard]
        tiles = DECK_MASK & ~(mask_tiles_played(seen) | sum(known) | _mask_tile(self._buried))
        hand_rooms = [size if hand is None else 0 for size, hand in zip(seen.sizes, seen.hands, strict=True)]
        buried_room = tiles.bit_count() - sum(hand_rooms)
        allowed = [DECK_MASK & ~void for void in _voids(seen)]
        super().__init__(tiles, (*known, 0), (*hand_rooms, buried_room), (*allowed, DECK_MASK))

    def deal_world(self, rng: Random) -> World:
        """Return one of the possible worlds, each equally likely."""
        return self._world(self.deal(rng))

    def list_worlds(self, limit: int) -> list[World] | None:
        """Return all possible worlds, or None if there are more than `limit`."""
        deals = self.list_deals(limit)
        return None if deals is None else [self._world(dealt) for dealt in deals]

    def _world(self, dealt: tuple[int, ...]) -> World:
        *hands, middle = dealt
        return World(tuple(hands), middle.bit_length() - 1 if middle else self._buried)

    def allows(self, world: World) -> bool:
        """Return whether a world agrees with what the viewer has seen."""
        return self.agrees((*world.hands, self.tiles & _mask_tile(world.buried)))


def _mask_tile(tile: int | None) -> int:
    """Return the mask of one tile, or of none."""
    return 0 if tile is None else 1 << tile


def _voids(seen: MoonObservation) -> list[int]:
    """Return for each seat the mask of the tiles that it can't hold.

    These are the tiles of suits that it didn't follow, and trumps if it would have had to lead one (moon.md §6).
    """
    if seen.trump is None:
        return [0] * SEATS
    suit_table = suits(seen.trump)
    voids = find_voids(seen, suit_table)
    tricks = list_tricks(seen)
    if tricks and seen.options.first_lead == "trump":
        first_lead = tricks[0].laid[0]
        if not suit_table.trumps >> SET.index[first_lead.tile] & 1:
            voids[first_lead.seat] |= suit_table.trumps
    return voids


# --- a full state


def replay_hand(seen: MoonObservation, world: World | None, rng: Random) -> MoonState:
    """Return the full state in a world, by replaying the round from its deal.

    `world` is None if all tiles are known: before the first round, and after each.
    """
    if seen.round == 0:
        return MoonState(seen.options)
    tiles = _tiles_from_result(seen.result) if world is None else _tiles_from_world(seen, world, rng)
    state = _start_hand(seen, tiles)
    for action in _actions(seen, tiles):
        next_state = state.apply(action).state
        assert isinstance(next_state, MoonState)
        state = next_state
    return state


class _RoundTiles(NamedTuple):
    """The tiles as they were dealt, and the later discard."""

    dealt: tuple[int, ...]
    centre: int
    discard: int | None


def _start_hand(seen: MoonObservation, tiles: _RoundTiles) -> MoonState:
    """Return the state before the first bid of the round."""
    return MoonState(
        options=seen.options,
        round=seen.round,
        step=(seen.order[1] - seen.order[0]) % SEATS,
        first=seen.order[0],
        scores=seen.scores if seen.result is None else seen.result.before,
        redealt=seen.redealt,
        phase=Phase.BIDDING,
        dealt=tiles.dealt,
        centre=tiles.centre,
    )


def _tiles_from_result(result: HandResult | None) -> _RoundTiles:
    """Return the tiles at the deal of a round that is over."""
    assert result is not None
    discard = None if result.discard is None else SET.index[result.discard]
    return _RoundTiles(tuple(map(SET.mask, result.dealt)), SET.index[result.centre], discard)


def _tiles_from_world(seen: MoonObservation, world: World, rng: Random) -> _RoundTiles:
    dealt = [hand | mask_tiles_played(seen, seat) for seat, hand in enumerate(world.hands)]
    if not is_centre_taken(seen.phase, seen.options):
        assert world.buried is not None
        return _RoundTiles(tuple(dealt), world.buried, None)
    bidder = seen.bidder
    assert bidder is not None
    if world.buried is not None:  # the discard, which came from the bidder's hand
        dealt[bidder] |= 1 << world.buried
    # only the bidder knows which of the eight tiles was the centre tile
    centre = rng.choice(list(bits(dealt[bidder]))) if seen.centre is None else SET.index[seen.centre]
    dealt[bidder] ^= 1 << centre
    return _RoundTiles(tuple(dealt), centre, world.buried)


def _actions(seen: MoonObservation, tiles: _RoundTiles) -> Iterator[Action]:
    """Yield the actions of the round since its deal."""
    for call in seen.calls:
        yield Pass() if call.bid == PASS else Bid(call.bid)
    discard: Sequence[Action] = () if tiles.discard is None else (Discard(SET.tiles[tiles.discard]),)
    trump: Sequence[Action] = () if seen.trump is None else (NameTrump(seen.trump),)
    yield from (*trump, *discard) if seen.options.trump_first else (*discard, *trump)
    for trick in list_tricks(seen):
        for place, laid in enumerate(trick.laid):
            yield _replay_play(seen, trick, laid, leads=place == 0)


def _replay_play(seen: MoonObservation, trick: TrickSeen, laid: Laid, *, leads: bool) -> Play:
    """Return the play of a tile, with the suit that its leader called if there was a choice."""
    assert seen.trump is not None
    names_suit = leads and seen.options.lead_suit == "leader_choice"
    has_choice = names_suit and len(suits(seen.trump).choices(SET.index[laid.tile])) > 1
    return Play(laid.tile, trick.led if has_choice else None)
