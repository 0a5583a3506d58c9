"""What the bot knows about Discord without a request."""

from __future__ import annotations

from bot.talk.operator import Operator
from bot.talk.venue import Venue


class Outside:
    """The answers without a connection to Discord, which overrides them.

    Nothing is known, and everybody is assumed to reach the bot.
    """

    def reaches(self, guild: int | None) -> bool:
        """Return whether users of a server reach the bot now; None is private messages."""
        return True

    def is_on(self, guild: int) -> bool | None:
        """Return whether the bot is on a server; None while that is unknown."""
        return None

    def venue(self, channel: int) -> Venue | None:
        """Return what the bot may do in a channel; None if that is unknown."""
        return None

    def server_locale(self, guild: int | None) -> str | None:
        """Return the locale that Discord says of a server; None if that is unknown."""
        return None

    def operator(self) -> Operator:
        """Return how users reach the operator."""
        return Operator()


UNKNOWN = Outside()
