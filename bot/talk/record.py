"""The message with the record of a game."""

from __future__ import annotations

from engine.words import Message, msg


def describe_files(title: Message) -> Message:
    """Say what the two files are for."""
    return msg("The record of {title}: one file to read, one for programs that check it.", title=title)
