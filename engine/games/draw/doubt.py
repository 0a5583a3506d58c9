"""What is asked before a false declaration is made: a slip of the thumb is no claim (draw.md §0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Doubt
from engine.games.draw import scoring
from engine.games.draw.actions import Call
from engine.words import Join, Message, count, listed, msg, sentences

if TYPE_CHECKING:
    from engine.games.draw.state import DrawState


def doubt(state: DrawState, call: Call) -> Doubt | None:
    """The second question to the seat to act, where what it would say is false; it tells nothing but its own hand."""
    fitting = sorted({action.tile for action in state.placements()})
    if call is Call.CANNOT and fitting:
        truth = msg("You can play {tiles}.", tiles=listed([str(tile) for tile in fitting], Join.OR))
    elif call is Call.CAN and not fitting:
        truth = msg("None of your tiles fits.")
    else:
        return None
    return Doubt(sentences(truth, _cost(state)), msg("Declare anyway"))


def _cost(state: DrawState) -> Message:
    match, seat = state.match, state.seat
    match match.terms.options.foul_action:
        case "none":
            return msg("A false declaration costs nothing, but all read it.")
        case "forfeit_round":
            return msg("A false declaration ends the round, and you cannot win it.")
        case "warning" if match.fouls[seat] == 0:
            return msg("A false declaration is a foul: the first one is a warning.")
    points = scoring.penalty(match.terms, match.terms.tiles.pip_sum(state.hands[seat]))
    return count("A false declaration costs {n} point.", "A false declaration costs {n} points.", points)
