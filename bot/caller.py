"""Who asks the bot something."""

from __future__ import annotations

from dataclasses import dataclass

from bot.places import ALLOWED, Place
from bot.tables import Person


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, from where, and in which language."""

    person: Person
    locale: str
    interaction: int
    guild: int | None
    channel: int
    place: Place = ALLOWED
