"""What the bot knows of Discord at any moment, without asking it."""

from __future__ import annotations

from bot.talk.operator import Operator
from bot.talk.venue import Venue


class Outside:
    """Nothing is known, and everybody reaches the bot; the connection to Discord knows better."""

    def reaches(self, guild: int | None) -> bool:
        """Return whether people of a server (None: by private message) reach the bot now."""
        return True

    def is_on(self, guild: int) -> bool | None:
        """Return whether the bot is on a server; None while that is unknown."""
        return None

    def venue(self, channel: int) -> Venue | None:
        """Return what the bot may do in a channel; None if that is unknown."""
        return None

    def operator(self) -> Operator:
        """Return how users reach the operator."""
        return Operator()


UNKNOWN = Outside()
