"""Words of the players for the shuffle."""

from __future__ import annotations

from engine.words import Message, msg

NONE = msg("No word of yours goes into the deals from now on.")


def given(word: str) -> Message:
    """Tell a player what becomes of their word."""
    return msg(
        "“{word}” goes into the shuffle of every deal from now on. *Check the deals* shows you what stands for it.",
        word=word.partition(" ")[2],
    )
