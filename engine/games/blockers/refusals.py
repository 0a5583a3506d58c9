"""Why something typed cannot be done now, in a sentence for the person who typed it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.game import DEALER, Seat
from engine.games.blockers.actions import Place
from engine.games.blockers.board import SIDE, Space, space_name
from engine.games.blockers.tiles import FITS, JOKER, SIGNS, Colour, Sign, Tile, sign_text
from engine.words import Join, Message, listed, msg

if TYPE_CHECKING:
    from engine.games.blockers.state import BlockersState

_SIGN_BY_NAME = {name.casefold(): sign for sign, name in enumerate(SIGNS)}
_SPACE_BY_NAME = {space_name(space).casefold(): space for space in range(SIDE * SIDE)}
_COLOUR_BY_NAME = {str(colour): colour for colour in Colour}


def why_not(state: BlockersState, notation: str) -> Message:
    """Why the seat to act cannot do this now; says only what that seat may know."""
    seat, words = state.to_act, notation.casefold().split()
    if seat is None:
        return msg("The game is over.")
    if seat == DEALER:
        return msg("The tiles are being shuffled.")
    match words:
        case ["place", *rest]:
            return _why_not_place(state, seat, rest)
        case ["pass" | "swap", *_] if _can_place(state):
            return _place_instead(state)
        case ["pass", *_]:
            return msg("You must swap a tile: {swaps}.", swaps=_notations(state))
        case ["swap", *_] if state.options.no_legal == "pass":
            return msg("Tiles are not swapped at this table. You can only pass.")
        case ["swap", *_] if len(state.legal_actions()) == 1:
            return msg("There is no tile left to draw. You can only pass.")
        case ["swap", *_]:
            return msg("You can swap one of these: {swaps}.", swaps=_notations(state))
        case _:
            return msg("In Blockers you place a tile, as in: {example}.", example=_example(state))


def _why_not_place(state: BlockersState, seat: Seat, words: Sequence[str]) -> Message:
    if not _can_place(state):
        return msg("None of your tiles can be placed now. You can do this: {actions}.", actions=_notations(state))
    colour, words = _colour_and_rest(words)
    if not words:
        return msg("Say which tile and where, as in: {example}.", example=_example(state))
    if words[0] in _SPACE_BY_NAME:
        return msg("Say the tile before the space, as in: {example}.", example=_example(state))
    sign = _SIGN_BY_NAME.get(words[0])
    if sign is None:
        return msg("There is no such tile. Tiles are A to I, 1 to 9, {symbols}.", symbols=_symbols())
    if colour is None and state.options.profi:
        return msg("You play two colours. Say which, as in: {example}.", example=_example(state))
    tile = Tile(state.colours(seat)[0] if colour is None else colour, sign)
    return _why_not_tile(state, seat, tile) or _why_not_there(state, tile, words[1:])


def _why_not_tile(state: BlockersState, seat: Seat, tile: Tile) -> Message | None:
    """What is wrong with the tile itself, if anything."""
    if tile.colour not in state.colours(seat):
        return msg("You do not play {colour}.", colour=tile.colour.text)
    if not state.racks[tile.colour] >> tile.sign & 1:
        return msg("You have no {tile} on your rack.", tile=_called(state, tile))
    if not state.placeable(tile.colour):
        return msg("The last four tiles of {colour} are not placed.", colour=tile.colour.text)
    return None


def _why_not_there(state: BlockersState, tile: Tile, words: Sequence[str]) -> Message:
    """What is wrong with the place of a tile that the seat holds."""
    if not words:
        return msg("Say where {tile} goes, from A1 to I9.", tile=_called(state, tile))
    space = _SPACE_BY_NAME.get(words[0])
    if space is None:
        return msg("There is no such space. Spaces are A1 to I9, the row first.")
    if not FITS[tile.sign] >> space & 1:
        return _belongs(tile.sign)
    return _why_not_take(state, tile, space) or msg("After the space there is nothing more to say.")


def _why_not_take(state: BlockersState, tile: Tile, space: Space) -> Message | None:
    """Why the tile that lies there stays, if one does."""
    lying = state.tile_on(space)
    if lying is None or state.spaces(tile) >> space & 1:
        return None
    if state.spares(tile.colour, lying.colour):
        return msg("On {space} lies a tile of your own.", space=space_name(space))
    return msg("The tile on {space} cannot be taken: its group would fall apart.", space=space_name(space))


def _belongs(sign: Sign) -> Message:
    if sign < SIDE:
        return msg("{sign} goes into row {sign} only.", sign=SIGNS[sign])
    if sign < 2 * SIDE:
        return msg("{sign} goes into column {sign} only.", sign=SIGNS[sign])
    return msg("{sign} goes into the zone of its symbol only.", sign=sign_text(sign))


def _can_place(state: BlockersState) -> bool:
    return isinstance(state.legal_actions()[0], Place)


def _place_instead(state: BlockersState) -> Message:
    if state.must_take():
        return msg(
            "Your tiles fit on no free space, so you must take a tile, as in: {example}.", example=_example(state)
        )
    return msg("You can place a tile, so you must, as in: {example}.", example=_example(state))


def _colour_and_rest(words: Sequence[str]) -> tuple[Colour | None, Sequence[str]]:
    if words and words[0] in _COLOUR_BY_NAME:
        return _COLOUR_BY_NAME[words[0]], words[1:]
    return None, words


def _called(state: BlockersState, tile: Tile) -> Message:
    return tile.full_text if state.options.profi else listed([tile.text])


def _example(state: BlockersState) -> str:
    return str(state.legal_actions()[0])


def _notations(state: BlockersState) -> Message:
    return listed([str(action) for action in state.legal_actions()], Join.COMMA)


def _symbols() -> Message:
    return listed([sign_text(sign) for sign in range(2 * SIDE, JOKER + 1)])
