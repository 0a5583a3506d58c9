"""What the bot may do where somebody asks from, and how to say what is missing."""

from __future__ import annotations

from dataclasses import dataclass

from bot.refusals import Refusal
from engine.words import Message, listed, msg


@dataclass(frozen=True, slots=True)
class Place:
    """`missing` keeps a game from being shown here at all, `missing_for_threads` from having a thread of its own.

    Both are names of permissions. `threads` tells whether a channel of this kind has threads.
    """

    missing: tuple[Message, ...] = ()
    threads: bool = False
    missing_for_threads: tuple[Message, ...] = ()


ALLOWED = Place()
"""A place where nothing is missing, but that has no threads."""


def need(place: Place) -> None:
    """Refuse to promise a board that could not be posted; says what is missing and where to change it."""
    if place.missing:
        raise Refusal(
            msg(
                "I cannot play in this channel yet. I miss: {missing}. Somebody who manages the server can allow it "
                "under Edit Channel → Permissions.",
                missing=listed(place.missing),
            )
        )


def without_threads(place: Place) -> Message | None:
    """Why a game that could have a thread of its own is played in the channel; None where nothing is missing."""
    if not (place.threads and place.missing_for_threads):
        return None
    return msg(
        "It is played in this channel, because I may not open a thread. I miss: {missing}. "
        "Somebody who manages the server can allow it under Edit Channel → Permissions, before the game starts.",
        missing=listed(place.missing_for_threads),
    )
