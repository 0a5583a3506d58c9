"""Who asks the bot something."""

from __future__ import annotations

from dataclasses import dataclass

from bot.places import ALLOWED, Place
from bot.table.model import By, Person


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, from where, and in which language."""

    person: Person
    locale: str
    interaction: int
    guild: int | None
    channel: int
    place: Place = ALLOWED
    parent: int | None = None
    """The channel of the thread where they ask; None outside of threads."""
    roles: frozenset[int] = frozenset()
    message: int | None = None
    """The message of ours whose control they press, where Discord shows that it holds just this control."""
    manages: bool = False
    """Whether they may manage the server."""

    @property
    def by(self) -> By:
        """What the log says of a step that they cause."""
        return self.person.by(self.interaction)
