"""Why something cannot be done now, told to the seat to act: it may know its own hand and the table."""

from __future__ import annotations

import re

from engine.game import find
from engine.games.chickenfoot.board import End
from engine.games.chickenfoot.position import Phase, Position
from engine.games.chickenfoot.texts import needs
from engine.tiles import Tile, tile
from engine.words import Join, Message, listed, msg

_PLAY = re.compile(r"(?P<tile>[0-9]{1,2}\s*[-:|/]\s*[0-9]{1,2})\s*(?P<end>[a-z]{0,3})")


def why_not(at: Position, notation: str) -> Message:
    """A sentence about a notation that is not among the legal actions; what was typed is not repeated."""
    if at.to_act is None:
        return msg("The game is over.")
    if at.phase is Phase.DEAL:
        return msg("The next round is not dealt yet.")
    if find(at.legal_actions(), notation) is not None:
        return msg("You can do this.")
    verb, _, rest = " ".join(notation.casefold().split()).partition(" ")
    match verb:
        case _ if at.phase is Phase.SEARCH:
            return msg("Everybody draws for the double first.")
        case "play":
            return _not_played(at, rest)
        case "draw" | "keep" | "cannot" if rest:
            return msg("This stands alone, without a tile.")
        case "draw":
            return _not_drawn(at)
        case "keep":
            return _not_kept(at)
        case "cannot":
            return _not_confirmed(at)
        case _:
            return msg("In Chickenfoot one can play, draw, keep, or say cannot.")


def _not_played(at: Position, text: str) -> Message:
    read = _PLAY.fullmatch(text)
    if read is None:
        return msg("Name a tile and the letter of an end: play 9-3 C.")
    chosen = tile(re.sub(r"[\s:|/-]+", "-", read["tile"]))
    index = at.setup.tiles.index.get(chosen)
    if index is None:
        return msg("There is no {tile} in a double-{set}.", tile=str(chosen), set=at.setup.tiles.highest)
    if not at.hand >> index & 1:
        return msg("You do not hold {tile}.", tile=str(chosen))
    if at.phase is Phase.OPENING:
        return msg("The round opens with {tile}.", tile=str(at.setup.tiles.of(at.playable)[0]))
    places = [end for end in at.board.places if chosen.has(end.number)]
    if not places:
        return _fits_nowhere(at, chosen)
    if not at.playable >> index & 1:
        return msg("{tile} would make a foot that cannot get three toes, which this table forbids.", tile=str(chosen))
    return _not_there(at, chosen, places, read["end"].upper())


def _fits_nowhere(at: Position, chosen: Tile) -> Message:
    unfinished = at.board.unfinished()
    if unfinished is None:
        numbers = sorted({end.number for end in at.board.ends}, reverse=True)
        return msg("{tile} fits no open end: they show {ends}.", tile=str(chosen), ends=listed(numbers))
    return msg(
        "{tile} cannot be played before that: the {needs}, each with {number}.",
        tile=str(chosen),
        needs=needs(unfinished),
        number=unfinished.number,
    )


def _not_there(at: Position, chosen: Tile, places: list[End], letter: str) -> Message:
    """The tile fits somewhere, but not where it was wanted."""
    where = listed([end.letter for end in places], Join.OR)
    if not letter:
        return msg("Say on which end: {tile} fits {where}.", tile=str(chosen), where=where)
    named = next((end for end in (*at.board.owed, *at.board.ends) if end.letter == letter), None)
    if named is None:
        return msg("There is no such end: {tile} fits {where}.", tile=str(chosen), where=where)
    unfinished = at.board.unfinished()
    if unfinished and named not in places:
        return msg("First the {needs}: {tile} fits {where}.", needs=needs(unfinished), tile=str(chosen), where=where)
    return msg(
        "End {end} shows {number}: {tile} fits {where}.",
        end=named.letter,
        number=named.number,
        tile=str(chosen),
        where=where,
    )


def _not_drawn(at: Position) -> Message:
    if at.phase is Phase.OPENING:
        return msg("You hold the double that opens the round.")
    if at.drawn:
        return msg("You have drawn already: play, or keep and end your turn.")
    if not at.yard:
        return msg("The chicken yard is empty.")
    return msg("You can play, so you must not draw.")


def _not_kept(at: Position) -> Message:
    if at.drawn:
        return msg("What you drew fits, and at this table it must be played.")
    return msg("You have drawn nothing that you could keep.")


def _not_confirmed(at: Position) -> Message:
    if at.playable:
        return msg("You can play.")
    if at.drawn:
        return msg("After a draw, keep ends your turn.")
    return msg("You must draw first: the chicken yard is not empty.")
