"""The bot's permissions in a channel, and texts about missing ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.table.refusals import Refusal
from engine.words import Join, Message, join_items, msg


@dataclass(frozen=True, slots=True)
class Venue:
    """What the bot may do in a channel.

    If there are `missing_permissions`, no game can be shown here. If permissions are `missing_for_threads`, no game can
    have a thread of its own. `threads` is whether channels of this kind have threads.
    """

    missing_permissions: tuple[Message, ...] = ()
    threads: bool = False
    missing_for_threads: tuple[Message, ...] = ()
    channel: int = 0
    """The channel in which the permissions are set; for a thread its parent."""
    is_public: bool = False
    """Whether all members of the server are known to read it."""


class NotOnServer(Refusal):
    """No table is possible there, since the bot isn't a member: on another server, in a DM, or in a group."""

    def __init__(self, invite: str) -> None:
        super().__init__(
            msg(
                "A table needs a server that I'm on. A member who manages one can invite me: {invite}",
                invite=invite,
            )
        )


ALLOWED = Venue()
"""A venue with all permissions, and without threads."""


def require_permissions(venue: Venue) -> None:
    """Check that the bot can post a board.

    Raises Refusal with the missing permissions and where to change them.
    """
    if venue.missing_permissions:
        raise Refusal(
            msg(
                "I can't play in this channel yet. A server manager can allow it:\n{remedies}",
                remedies=join_items(remedies(venue), Join.LINES),
            )
        )


def no_thread_notice(venue: Venue) -> Message | None:
    """Say why a game is played in the channel instead of its own thread.

    Return None if no permission is missing or the channel has no threads.
    """
    if not (venue.threads and venue.missing_for_threads):
        return None
    return msg(
        "It is played in this channel, because I can't open a thread. A server manager can allow it "
        "before the start:\n{remedies}",
        remedies=join_items(thread_remedies(venue), Join.LINES),
    )


def remedies(venue: Venue) -> Sequence[Message]:
    """Say where to allow each missing permission."""
    return [_remedy(venue, permission) for permission in venue.missing_permissions]


def thread_remedies(venue: Venue) -> Sequence[Message]:
    """Say where to allow each permission that is missing for threads, if there are threads."""
    return [_remedy(venue, permission) for permission in venue.missing_for_threads if venue.threads]


def _remedy(venue: Venue, permission: Message) -> Message:
    where = f"<#{venue.channel}>" if venue.channel else msg("this channel")
    return msg("{where} → Edit Channel → Permissions → {permission}", where=where, permission=permission)
