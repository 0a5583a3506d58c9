"""What the bot may do where somebody asks from."""

from __future__ import annotations

from dataclasses import dataclass

from engine.words import Message


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
