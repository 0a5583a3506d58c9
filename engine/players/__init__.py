"""Computer players: they are given an observation, never a state.

A game names its own in `Game.players`. This package holds what they share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game import Game, Observation
from engine.words import Message, msg

LEVELS: Mapping[str, Message] = {
    "easy": msg("easy"),
    "medium": msg("medium"),
    "hard": msg("hard"),
}
"""The strengths that a seat can be given to, the weakest first."""


def levels(game: Game[Any, Any]) -> Sequence[str]:
    """The strengths in which a game can be played by a computer player, the weakest first."""
    return [level for level in LEVELS if level in game.players]


def own(seen: Observation) -> Sequence[str]:
    """The notations a player chooses among: of actions that differ only in the picture the first.

    Raises ValueError when it is not the viewer's turn.
    """
    if seen.viewer is None or seen.viewer != seen.to_act:
        raise ValueError("a player is asked only in its turn")
    return [choice.notation for choice in seen.choices if choice.enabled and choice.same_as is None]


def best(worth: Mapping[str, float]) -> str:
    """The action that is worth most; the first of several. Raises ValueError for none."""
    return max(worth, key=worth.__getitem__)
