"""The pre-moves of Blockers: a tile on a free space, or a capture.

They are written `free F F6` and `take F F6`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.games.blockers.actions import TAKES, Place
from engine.games.blockers.board import NEIGHBOURS, SPACES, Space, mask_of, space_name
from engine.games.blockers.observation import BlockersObservation, Reach
from engine.games.blockers.tiles import JOKER, Tile
from engine.premoves import Group, Premove, Premoves
from engine.words import Message, msg

_TEXT = re.compile(r"(free|take) (.+) ([A-I][1-9])")
"""The kind, the tile and the space of a pre-move."""
_FREE, _TAKE = "free", "take"
MENU_SIZE = 25
"""The most spaces of one tile in a menu."""


def groups(seen: BlockersObservation) -> Sequence[Group]:
    """Return a group for each tile of the viewer: the spaces that it could go to now."""
    tiles = (Group(_tile_name(seen, reach.tile), list(_tile_premoves(seen, reach))[:MENU_SIZE]) for reach in seen.reach)
    return [group for group in tiles if group.premoves]


def read(seen: BlockersObservation, text: str) -> Premove | None:
    """Return the pre-move with this text, if the viewer holds its tile."""
    match = _TEXT.fullmatch(text)
    if match is None:
        return None
    kind, tile_notation, where = match.groups()
    tiles = {_notation(seen, reach.tile): reach.tile for reach in seen.reach}
    space = next(space for space in SPACES if space_name(space) == where)
    return _premove(seen, kind, tiles[tile_notation], space) if tile_notation in tiles else None


def action(seen: BlockersObservation, text: str) -> str | None:
    """Return the placement that a text means now; a pre-move `free` never captures."""
    match = _TEXT.fullmatch(text)
    if match is None:
        return None
    kind, tile_notation, where = match.groups()
    for reach in seen.reach:
        spaces = map(space_name, reach.free if kind == _FREE else reach.captures)
        if _notation(seen, reach.tile) == tile_notation and where in spaces:
            return f"place {tile_notation} {where}"
    return None


def _tile_premoves(seen: BlockersObservation, reach: Reach) -> Iterator[Premove]:
    """Yield the pre-moves of a tile; for a joker, spaces beside its own colour come first."""
    own = mask_of(space for group in seen.groups[reach.tile.colour] for space in group)

    def beside_own_first(space: Space) -> tuple[bool, Space]:
        return not NEIGHBOURS[space] & own, space

    free = sorted(reach.free, key=beside_own_first) if reach.tile.sign == JOKER else reach.free
    for space in free:
        yield _premove(seen, _FREE, reach.tile, space)
    for space in reach.captures:
        yield _premove(seen, _TAKE, reach.tile, space)


def _premove(seen: BlockersObservation, kind: str, tile: Tile, space: Space) -> Premove:
    name, where = _tile_name(seen, tile), space_name(space)
    text = f"{kind} {_notation(seen, tile)} {where}"
    if kind == _FREE:
        return Premove(text, msg("{tile} on {space}", tile=name, space=where), msg("If the space is still free"))
    label = msg("{tile} on {space} {sign}", tile=name, space=where, sign=TAKES)
    return Premove(text, label, msg("If you can still take the tile there"))


def _tile_name(seen: BlockersObservation, tile: Tile) -> Message:
    return tile.full_text if seen.options.profi else msg("{sign}", sign=tile.text)


def _notation(seen: BlockersObservation, tile: Tile) -> str:
    """Return a tile's name in notations."""
    # any space will do, because it is cut off
    return str(Place(tile, 0, with_colour=seen.options.profi)).removeprefix("place ").rpartition(" ")[0]


PREMOVES: Premoves[BlockersObservation] = Premoves(groups, read, action)
