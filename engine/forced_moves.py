"""Forced moves: moves that everyone can recognise as the only choice.

A table may make a forced move at once, because this reveals no more than the same move by hand. A move that only its
player knows to be forced doesn't count, because to make it at once would reveal something about their hand.

To see whether a move was forced, take all worlds that fit what everyone has seen and that allow the move. It was forced
if it is the only move in each of them. Actions that differ only in the picture count as one. `Game.is_forced` decides
from what the channel sees.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.game import DEALER, Game, Observation, State
from engine.words import msg

RULE = msg(
    "• **Forced moves**: each player makes theirs. Otherwise a move happens by itself if everyone can see that it is"
    " the only one."
)
"""The text about forced moves in the pages of the rules."""


def distinct_notations(seen: Observation) -> list[str]:
    """Return the notations that the seat to act chooses among.

    Of actions that differ only in the picture, only the first is included.
    """
    return [choice.notation for choice in seen.choices if choice.enabled and choice.same_as is None]


def find_automatic_step(game: Game[Any, Any], state: State[Any], *, forced: bool) -> str | None:
    """Return the step that a table takes by itself, if any.

    With `forced`, forced moves are included.
    """
    if (action := state.automatic()) is not None:
        return str(action)
    if not forced or state.to_act is None or state.to_act == DEALER:
        return None
    only, *others = distinct_notations(state.observe(state.to_act))
    if others:
        return None
    return only if game.is_forced(state.observe(None), only) else None


def is_only_move(worlds: Iterable[State[Any]], notation: str) -> bool:
    """Return whether a move is the only one in each of some worlds that allow it."""
    return not any(_leaves_another(world, notation) for world in worlds)


def _leaves_another(world: State[Any], notation: str) -> bool:
    assert world.to_act is not None
    legal = notation in map(str, world.legal_actions())
    return legal and len(distinct_notations(world.observe(world.to_act))) > 1
