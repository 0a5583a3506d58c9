"""The message about a game that ended because it began under older rules."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.log.model import User
from bot.talk.letter import Letter
from engine.words import Message, Words, join_items, lines, msg


def end_letter(title: Message, users: Sequence[User], words: Words) -> Letter:
    """Tell the players that their game has ended without a result."""
    first = msg("**{title}** · ended without a result", title=title)
    why = msg("I was updated and play by newer rules now. You can start again with `/new`.")
    mentions = join_items([f"<@{user}>" for user in users]) if users else None
    return Letter(words.text(lines(first, why, mentions)), pings=tuple(users))
