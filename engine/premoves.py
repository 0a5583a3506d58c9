"""Pre-moves: the moves that a player chooses before their turn.

A pre-move is stored as a text such as `fits 6-2`. Its meaning and the action it becomes depend only on what its player
sees. Each game offers its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from engine import defaults
from engine.words import Message

Sees = TypeVar("Sees")


class Premove(NamedTuple):
    """A pre-move as a menu offers it."""

    text: str
    """The stored text, at most 40 characters."""
    label: Message
    """The move and its condition: "6-2 on any end"."""
    about: Message | None = None
    """Other conditions, in a phrase."""


class Group(NamedTuple):
    """Pre-moves of one kind, the most useful first; a menu holds at most 25."""

    title: Message
    premoves: Sequence[Premove]


@dataclass(frozen=True)
class Premoves(Generic[Sees]):
    """The pre-moves of a game, as functions of what a player sees."""

    groups: Callable[[Sees], Sequence[Group]] = defaults.no_items
    """The pre-moves that a viewer can choose outside their turn."""
    read: Callable[[Sees, str], Premove | None] = defaults.no_message
    """The pre-move that a text means; None if it is out of date in this round."""
    action: Callable[[Sees, str], str | None] = defaults.no_message
    """The notation of the action that a text means in the viewer's turn.

    It is None if the action is not possible, or needs a choice.
    """

    def adapt_to_view(self, game: Callable[[Any], Sees]) -> Premoves[Any]:
        """Return the same pre-moves for observations of a series of this game."""
        return Premoves(
            lambda seen: self.groups(game(seen)),
            lambda seen, text: self.read(game(seen), text),
            lambda seen, text: self.action(game(seen), text),
        )

    def find_first_possible(self, seen: Any, texts: Iterable[str]) -> tuple[str, str] | None:
        """Return the first of these pre-moves that is possible now, and its action.

        An action that needs a second answer (`Choice.doubt`) is skipped.
        """
        allowed = {choice.notation for choice in seen.choices if choice.enabled and choice.doubt is None}
        actions = ((text, self.action(seen, text)) for text in texts)
        return next(
            ((text, notation) for text, notation in actions if notation is not None and notation in allowed), None
        )
