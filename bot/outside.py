"""What the bot knows about Discord at any moment, without a request."""

from __future__ import annotations

from bot.talk.operator import Operator
from bot.talk.venue import Venue


class Outside:
    """What the bot knows about Discord without a connection: nothing.

    All users are assumed to reach the bot. A connection overrides these methods.
    """

    def reaches(self, guild: int | None) -> bool:
        """Return whether users of a server (None: in private messages) can reach the bot now."""
        return True

    def is_on(self, guild: int) -> bool | None:
        """Return whether the bot is on a server; None while that is unknown."""
        return None

    def venue(self, channel: int) -> Venue | None:
        """Return what the bot may do in a channel; None if that is unknown."""
        return None

    def server_locale(self, guild: int | None) -> str | None:
        """Return a server's locale in Discord; None if that is unknown."""
        return None

    def operator(self) -> Operator:
        """Return how users reach the operator."""
        return Operator()


UNKNOWN = Outside()
