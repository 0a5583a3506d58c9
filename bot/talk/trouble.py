"""Why a table cannot be shown."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from bot.table.model import Table
from bot.talk.letter import Button, ControlId, Letter, Purpose, Style
from engine.words import Message, Words, listed, msg

OF_ANOTHER_SERVER = msg("This game belongs to another server, and can go on only there.")


class Trouble(Enum):
    """What has to be changed before a channel can be written to."""

    FORBIDDEN = "forbidden"
    LOCKED = "locked"
    GONE = "gone"
    CLEARED = "cleared"
    """Our messages are deleted as soon as they are there; the game goes on without a thread."""
    LEFT = "left"
    """The bot was removed from the server, which is then the place."""


def why_not_shown(trouble: Trouble, channel: int, missing: Sequence[Message]) -> Message:
    """Say why a table cannot be shown in a channel, and who can change it."""
    where = f"<#{channel}>"
    match trouble:
        case Trouble.GONE:
            return msg("The channel of this game was deleted, so its board cannot be shown. Nothing else is lost.")
        case Trouble.CLEARED:
            return msg(
                "In {where} my messages are deleted as soon as I post them, so this game has no thread of its own. "
                "Does another bot clean this channel? Somebody who manages the server can tell it to leave mine alone.",
                where=where,
            )
        case Trouble.LEFT:
            return msg("I was removed from the server of this game, so its board waits. It goes on when I am back.")
        case Trouble.LOCKED:
            return msg(
                "The board waits, because the thread {where} is locked. Somebody who manages threads can unlock it.",
                where=where,
            )
        case Trouble.FORBIDDEN if missing:
            return msg(
                "The board waits, because in {where} I lack: {missing}. Somebody who manages the server can allow it "
                "under Edit Channel → Permissions.",
                where=where,
                missing=listed(missing),
            )
        case Trouble.FORBIDDEN:
            return msg(
                "The board waits, because Discord did not let me post in {where}. I try again within half a minute.",
                where=where,
            )


def before(letter: Letter, why: Message, table: Table, words: Words, *, offer: bool) -> Letter:
    """Put before a message why its table cannot be shown, and where the caller is, `offer` to show it."""
    here = Button(words.text(msg("Show it here")), ControlId(Purpose.HERE, table.id), Style.GOOD)
    below = letter.under(words.text(why))
    return below.with_row((here,)) if offer else below


def goes_on_here(title: Message) -> Message:
    """Answer a player who lets a game go on in another channel."""
    return msg("{title} goes on here.", title=title)
