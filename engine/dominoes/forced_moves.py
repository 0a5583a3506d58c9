"""Moves that everyone can recognise as forced, in games on open ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from engine.dominoes.boneyard import is_lead_forced
from engine.dominoes.line import LineObservation
from engine.dominoes.state import LineState
from engine.dominoes.story import Story
from engine.forced_moves import is_only_move
from engine.game import Seat, State
from engine.tiles import TileSet, bits
from engine.tiles import tile as tile_of

ANY_RANDOM = Random(0)
"""Any generator will do: chance decides which world is found, but not whether there is one."""
_ANY_PLACE = -1
"""The mask of all places."""


class Worlds(Protocol):
    """Positions that agree with what the channel has seen of a round."""

    @property
    def story(self) -> Story | None: ...
    def confine(self, places: Mapping[int, int]) -> State[Any] | None:
        """Return a position with each of these tiles in one of its given places; else None."""
        ...


Seen = TypeVar("Seen", bound=LineObservation)


class LineWorlds(Worlds, Protocol):
    """Positions on a line."""

    @property
    def visible_state(self) -> LineState[Any, Any, Any, Any]: ...


def is_forced(worlds: Callable[[Seen, Random], LineWorlds], seen: Seen, notation: str) -> bool:
    """Return whether this was the only legal move in every world that fits what everyone sees."""
    by_options = is_forced_by_options(seen, notation)
    if by_options is not None:
        return by_options
    known_worlds = worlds(seen, ANY_RANDOM)
    assert seen.to_act is not None
    visible = known_worlds.visible_state
    return is_forced_by_worlds(known_worlds, seen.to_act, notation, visible.match.terms.tiles, visible.layout.fits)


def is_forced_by_options(seen: LineObservation, notation: str) -> bool | None:
    """Return whether the options alone force a move; None if it depends on the tiles."""
    if not seen.laid:
        assert seen.to_act is not None
        # the rules choose the opening tile, or the hand has only one
        return is_lead_forced(seen.options, seen.round) or seen.sizes[seen.to_act] == 1
    # without voluntary draws, a seat draws or passes only if it can't play
    return True if notation in ("draw", "pass") and not seen.options.voluntary_draw else None


def is_forced_by_worlds(
    worlds: Worlds,
    seat: Seat,
    notation: str,
    tiles: TileSet,
    fits: int,
    newest: int = 0,
    confined: Mapping[int, int] = MappingProxyType({}),
) -> bool:
    """Return whether a move is the seat's only action in every world that allows it.

    `fits` is the mask of the tiles that fit, and `newest` is the number of tiles that the seat has drawn in this turn.
    `confined` maps tiles to the places where they must lie for the move to be possible.
    """
    return is_only_move(_witnesses(worlds, seat, _find_played_tile(notation, tiles), fits, newest, confined), notation)


def _witnesses(
    worlds: Worlds, seat: Seat, tile: int | None, fits: int, newest: int, confined: Mapping[int, int]
) -> Iterator[State[Any]]:
    """Yield a few worlds that are enough to test.

    If any world allows another action, one of these worlds does. In them, the played tile lies among the seat's
    earlier or its newest tiles. In some of them the seat also holds one other tile that fits.
    """
    story = worlds.story
    assert story is not None
    hand_places = [places for places in story.places(seat, newest) if places]
    possible = story.possible_places()
    unseen = [index for index in bits(fits & ~story.table) if index in possible]
    others = [index for index in unseen if index != tile]
    own_places: Sequence[int | None] = [None] if tile is None else hand_places  # None: no tile is played
    for own_place in own_places:
        limited = {index: places for index, places in confined.items() if index in unseen}
        if own_place is not None and tile is not None:
            limited[tile] = own_place
        with_another_tile = [
            {**limited, other: limited.get(other, _ANY_PLACE) & places} for other in others for places in hand_places
        ]
        for places_by_tile in [limited, *with_another_tile]:
            if all(possible[index] & places for index, places in places_by_tile.items()):
                world = worlds.confine(places_by_tile)
                if world is not None:
                    yield world


def _find_played_tile(notation: str, tiles: TileSet) -> int | None:
    """Return the index of the tile that a move plays; None if it plays none."""
    verb, _, tile_and_end = notation.partition(" ")
    return tiles.index[tile_of(tile_and_end.partition(" ")[0])] if verb == "play" else None
