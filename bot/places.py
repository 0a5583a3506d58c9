"""What the bot may do where somebody asks from, and how to say what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.table.refusals import Refusal
from engine.words import Join, Message, listed, msg


@dataclass(frozen=True, slots=True)
class Place:
    """`missing` keeps a game from being shown here at all, `missing_for_threads` from having a thread of its own.

    Both are names of permissions. `threads` tells whether a channel of this kind has threads.
    """

    missing: tuple[Message, ...] = ()
    threads: bool = False
    missing_for_threads: tuple[Message, ...] = ()
    channel: int = 0
    """Where the permissions are set: the channel, and for a thread the one it belongs to."""


ALLOWED = Place()
"""A place where nothing is missing, but that has no threads."""


def need(place: Place) -> None:
    """Refuse to promise a board that could not be posted; says what is missing and where to change it."""
    if place.missing:
        raise Refusal(
            msg(
                "I cannot play in this channel yet. Somebody who manages the server can allow it:\n{remedies}",
                remedies=listed(remedies(place), Join.LINES),
            )
        )


def without_threads(place: Place) -> Message | None:
    """Why a game that could have a thread of its own is played in the channel; None where nothing is missing."""
    if not (place.threads and place.missing_for_threads):
        return None
    return msg(
        "It is played in this channel, because I may not open a thread. Before the game starts somebody who manages "
        "the server can allow it:\n{remedies}",
        remedies=listed(thread_remedies(place), Join.LINES),
    )


def remedies(place: Place) -> Sequence[Message]:
    """Where to allow each permission that is missing."""
    return [_remedy(place, permission) for permission in place.missing]


def thread_remedies(place: Place) -> Sequence[Message]:
    """The same for threads, where the channel has them."""
    return [_remedy(place, permission) for permission in place.missing_for_threads if place.threads]


def _remedy(place: Place, permission: Message) -> Message:
    where = f"<#{place.channel}>" if place.channel else msg("this channel")
    return msg("{where} → Edit Channel → Permissions → {permission}", where=where, permission=permission)
