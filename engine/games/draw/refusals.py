"""Why the seat to act cannot do what was typed: one sentence, of what that seat may know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.game import find
from engine.games.draw.actions import VERBS, Play
from engine.tiles import Tile
from engine.words import Join, Message, count, listed, msg

if TYPE_CHECKING:
    from engine.games.draw.state import DrawState

_TILE_AND_END = re.compile(r"([0-9]{1,2})\s*[-:|/]\s*([0-9]{1,2})\s*(.*)")


def why_not(state: DrawState, notation: str) -> Message:
    """Why this cannot be done now."""
    if state.outcome is not None:
        return msg("The game is over.")
    if not state.playing:
        return msg("The tiles have not been dealt yet.")
    if find(state.legal_actions(), notation) is not None:
        return msg("You can do this.")
    verb, _, rest = " ".join(notation.casefold().split()).partition(" ")
    if verb == "play":
        return _why_not_play(state, rest)
    reason = {"draw": _why_not_draw, "cannot": _why_not_cannot, "can": _why_not_can, "pass": _why_not_pass}.get(verb)
    if reason is None:
        verbs = listed([known.name for known in VERBS], Join.COMMA)
        return msg("Draw Dominoes has no such move. There are: {verbs}.", verbs=verbs)
    if rest:
        return msg("Nothing follows “{verb}”: say it alone.", verb=verb)
    return reason(state)


def _able(state: DrawState) -> bool:
    return bool(state.placements())


def _why_not_draw(state: DrawState) -> Message:
    if state.match.terms.options.mode == "block":
        return msg("In Block nothing is drawn.")
    if state.opening:
        return msg("The first tile of a round is played, not drawn.")
    if not state.drawable:
        return _nothing_to_draw(state)
    if state.drawn >= state.match.terms.draw_limit:
        return count(
            "You have drawn the one tile of this turn.", "You have drawn the {n} tiles of this turn.", state.drawn
        )
    return msg("You can play, so you may not draw.")


def _nothing_to_draw(state: DrawState) -> Message:
    if state.boneyard:
        left = len(state.boneyard)
        return count("The last tile stays in the boneyard.", "The last {n} tiles stay in the boneyard.", left)
    return msg("The boneyard is empty.")


def _why_not_cannot(state: DrawState) -> Message:
    if not _able(state):
        return _draw_first(state)
    if state.declared:
        return msg("You have declared once in this turn: now play.")
    return msg("You can play, so you must.")


def _draw_first(state: DrawState) -> Message:
    if state.drawn >= state.match.terms.draw_limit:
        return msg("You have drawn in vain, but the boneyard is not used up: pass.")
    n = min(state.drawable, state.match.terms.draw_limit - state.drawn)
    return count("Draw first: 1 tile can be drawn.", "Draw first: {n} tiles can be drawn.", n)


def _why_not_can(state: DrawState) -> Message:
    if state.declared:
        return msg("You have declared once in this turn: now play.")
    if state.confirmed:
        return msg("Here the table confirms a block by itself: just play.")
    return msg("Nobody proposes a block, so there is nothing to answer.")


def _why_not_pass(state: DrawState) -> Message:
    if _able(state):
        return msg("You can play, so you may not pass.")
    if state.drawable:
        return _draw_first(state)
    return msg("Nothing can be drawn any more: say “cannot”.")


def _why_not_play(state: DrawState, what: str) -> Message:
    if not what:
        return msg("Say which tile to play, for example “play 6-2”.")
    read = _TILE_AND_END.fullmatch(what)
    if read is None:
        return msg("That is no tile. Write it as two numbers, for example “play 6-2 B”.")
    low, high = sorted((int(read[1]), int(read[2])))
    tile, end = Tile(high, low), read[3].upper()
    tiles = state.match.terms.tiles
    if high > tiles.highest:
        return msg("There is no {tile}: the set ends at {last}.", tile=str(tile), last=str(tiles.tiles[-1]))
    if not state.hands[state.seat] >> tiles.index[tile] & 1:
        return msg("You do not hold {tile}.", tile=str(tile))
    return _why_not_open(state, tile) if state.opening else _why_not_there(state, tile, end)


def _why_not_open(state: DrawState, tile: Tile) -> Message:
    allowed = [action.tile for action in state.placements()]
    if tile in allowed:
        return msg("The first tile has no end: say “play {tile}”.", tile=str(tile))
    if len(allowed) == 1:
        return msg("{tile} must open this round.", tile=str(allowed[0]))
    return msg("A double must open this round: {tiles}.", tiles=_tiles(allowed))


def _why_not_there(state: DrawState, tile: Tile, end: str) -> Message:
    places = [action for action in state.placements() if action.tile == tile]
    if not places:
        return _fits_nowhere(state, tile)
    shown = {place.letter: place.number for place in state.layout.ends}
    fitting = listed([_place(action) for action in places], Join.OR)
    if not end:
        return msg("{tile} fits several ends: add {places}.", tile=str(tile), places=fitting)
    if end in shown:
        return msg(
            "{tile} does not fit {end}, which shows {number}. It fits {places}.",
            tile=str(tile),
            end=end,
            number=shown[end],
            places=fitting,
        )
    return msg("No such end is open. {tile} fits {places}.", tile=str(tile), places=fitting)


def _fits_nowhere(state: DrawState, tile: Tile) -> Message:
    numbers = listed([place.number for place in state.layout.ends])
    return msg("{tile} does not fit: the ends show {numbers}.", tile=str(tile), numbers=numbers)


def _place(action: Play) -> Message:
    return msg("{end} ({number})", end=action.end, number=-1 if action.number is None else action.number)


def _tiles(tiles: list[Tile]) -> Message:
    return listed([str(tile) for tile in sorted(tiles)], Join.OR)
