"""The reasons why a table cannot be shown, and texts about them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from bot.table.log.model import Table
from bot.talk.letter import Button, ControlId, Letter, Purpose, Style
from engine.words import Message, Words, join_items, msg

CANNOT_POST = msg("I can't post there right now. Try again in a moment.")
OF_ANOTHER_SERVER = msg("This game belongs to another server. Go on there.")


class Trouble(Enum):
    """A reason why the bot can't write to a channel."""

    FORBIDDEN = "forbidden"
    LOCKED = "locked"
    GONE = "gone"
    CLEARED = "cleared"
    """The bot's messages are deleted as soon as they are posted.

    The game goes on without a thread.
    """
    LEFT = "left"
    """The bot was removed from the server; the id is then that of the server instead of a channel."""


def why_not_shown(trouble: Trouble, channel: int, missing: Sequence[Message]) -> Message:
    """Say why a table cannot be shown in a channel, and who can change that."""
    where = f"<#{channel}>"
    match trouble:
        case Trouble.GONE:
            return msg("The channel of this game is gone, so its board has no place. Nothing else is lost.")
        case Trouble.CLEARED:
            return msg(
                "In {where} my messages are deleted as soon as I post them, so this game has no thread of its own. "
                "Another bot may be cleaning this channel. A server manager can tell it to leave mine alone.",
                where=where,
            )
        case Trouble.LEFT:
            return msg("I'm no longer on the server of this game, so its board waits. Invite me again to go on.")
        case Trouble.LOCKED:
            return msg(
                "The thread {where} is locked, so the board waits. A moderator can unlock it.",
                where=where,
            )
        case Trouble.FORBIDDEN if missing:
            return msg(
                "The board waits: in {where} I lack {missing}. A server manager can allow it under Edit Channel → "
                "Permissions.",
                where=where,
                missing=join_items(missing),
            )
        case Trouble.FORBIDDEN:
            return msg(
                "Discord doesn't let me post in {where}, so the board waits. I try again within 30 s.",
                where=where,
            )


def prepend_notice(letter: Letter, why: Message, table: Table, words: Words, *, offer: bool) -> Letter:
    """Add a first paragraph to a table's message: `why` the table cannot be shown.

    With `offer`, add a button that shows the table in the caller's channel.
    """
    button = Button(words.text(msg("Show it here")), ControlId(Purpose.HERE, table.id), Style.GOOD)
    full_letter = letter.with_first_paragraph(words.text(why))
    return full_letter.with_row((button,)) if offer else full_letter


def moved_notice(title: Message) -> Message:
    """Answer a player who lets a game go on in another channel."""
    return msg("{title} continues here.", title=title)
