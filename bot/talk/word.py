"""Words of the players for the shuffle."""

from __future__ import annotations

from bot.table.rules.entropy import mark
from engine.words import Message, msg

NONE = msg("No word of yours goes into the deals from now on.")


def given(word: str) -> Message:
    """Tell a player what becomes of their word."""
    return msg(
        "Your word goes into the shuffle of every deal from now on, and the record shows it as `{mark}`: "
        "the SHA-256 of `{word}`.",
        mark=mark(word),
        word=word,
    )
