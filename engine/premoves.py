"""Pre-moves: what a player wants done when their turn comes, chosen before it does.

A pre-move is a text such as `fits 6-2`, which is kept; what it means and which action it becomes are functions of what
its player sees, and of nothing else. Each game offers its own.
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
    """As it is kept, at most 40 characters."""
    label: Message
    """What is done, and on which condition: "6-2 where it fits"."""
    about: Message | None = None
    """What else decides, in a phrase."""


class Group(NamedTuple):
    """Pre-moves of one kind; the first are worth most, and no menu holds more than 25."""

    title: Message
    premoves: Sequence[Premove]


@dataclass(frozen=True)
class Premoves(Generic[Sees]):
    """The pre-moves of a game, by what a player sees of it."""

    groups: Callable[[Sees], Sequence[Group]] = defaults.no_items
    """What a viewer can choose now, whose turn it is not."""
    read: Callable[[Sees, str], Premove | None] = defaults.no_message
    """What a text means; None where it can't come true any more in this round."""
    action: Callable[[Sees, str], str | None] = defaults.no_message
    """The notation of what a text does in the viewer's turn; None where that is not possible, or takes a choice."""

    def adapt_to_view(self, game: Callable[[Any], Sees]) -> Premoves[Any]:
        """Return the same for what is seen of a series of this game."""
        return Premoves(
            lambda seen: self.groups(game(seen)),
            lambda seen, text: self.read(game(seen), text),
            lambda seen, text: self.action(game(seen), text),
        )

    def first(self, seen: Any, texts: Iterable[str]) -> tuple[str, str] | None:
        """Return the first of some pre-moves that the viewer can do now, and its notation.

        What the game asks a second time is not done.
        """
        able = {choice.notation for choice in seen.choices if choice.enabled and choice.doubt is None}
        actions = ((text, self.action(seen, text)) for text in texts)
        return next(((text, notation) for text, notation in actions if notation is not None and notation in able), None)
