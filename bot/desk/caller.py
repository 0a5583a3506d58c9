"""The user who asks the bot something, with the place where they ask, and the person whom they ask about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.table.log.model import Person
from bot.talk.venue import ALLOWED, Venue


class ProgramId(int):
    """The id of an app's account that was given where a command asks for a user."""


class StrangerId(int):
    """The id of a user who isn't on the server where the command is used; in a DM or a group, the id of any user."""


@dataclass(frozen=True, slots=True)
class Target:
    """The person whose menu a command was chosen from."""

    person: Person
    is_app: bool = False
    """Whether the account belongs to an app, such as this bot."""
    is_member: bool = True
    """Whether they are on the server where the command was chosen."""
    sees_channel: bool = True
    """Whether they may read the channel where the command was chosen."""
    moderates: bool = False
    """Whether they may manage messages on the whole server."""
    roles: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Caller:
    """The person who asks, with the place and the language."""

    person: Person
    locale: str
    """The locale of the language in which they read; it also decides how times are written."""
    interaction: int
    guild: int | None
    """Their server; None in private messages."""
    channel: int
    find_venue: Callable[[], Venue] = lambda: ALLOWED
    """Returns what the bot may do in that channel; a function, because few questions need it."""
    parent: int | None = None
    """The channel of the thread where they ask; None outside of threads."""
    roles: frozenset[int] = frozenset()
    message: int | None = None
    """The bot's message whose control they press; None if Discord doesn't confirm that the message has the control."""
    manages: bool = False
    """Whether they may manage the server."""
    moderates: bool = False
    """Whether they may manage messages on the whole server."""
    joined_at: int | None = None
    """When they joined the server, in UTC seconds; None if Discord doesn't say."""
    discord_locale: str = ""
    """The locale of their Discord client, once `locale` holds their own choice.

    Before that, `locale` holds Discord's locale, and this is empty.
    """
    server_locale: str | None = None
    """The locale that the server has in Discord."""
    invite: str = ""
    """The link that invites the bot to a server; empty if the bot is a member where they ask."""
    may_post: bool = True
    """Whether the bot may post answers for everyone where they ask."""

    @property
    def venue(self) -> Venue:
        """What the bot may do where they ask."""
        return self.find_venue()
