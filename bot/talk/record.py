"""The message with the record of a game."""

from __future__ import annotations

from engine.words import Message, msg


def describe_files(title: Message, file: str) -> Message:
    """Describe the files, and say how to check one of them."""
    return msg(
        "The record of {title}: one file to read, one to check (`python -m bot verify {file}`).",
        title=title,
        file=file,
    )
