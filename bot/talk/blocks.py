"""The list of people whom a user blocks. Only that user ever sees it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.log.model import Person, User
from bot.table.log.rows import BlockRow
from bot.table.refusals import FORMER
from bot.talk.away import settings_button
from bot.talk.letter import Box, Button, ControlId, Letter, Part, Purpose, Section, Text
from bot.talk.words import mentions
from engine.words import Message, Value, Words, lines, msg, sentences

PAGE, LIFT = "blocks", "unblock"
"""The names of the actions of controls: show a page of the list, and lift a block."""
ACCENT = 0x5865F2
A_PAGE = 10
"""How many blocks a message shows; each needs three of Discord's 40 components."""


def section(blocks: int, words: Words) -> Section:
    """Say in the settings how many people a user blocks, next to the button that lists them."""
    text = words.text(msg("**People you block**: {n}", n=blocks))
    return Section(text, Button(words.text(msg("Show them")), _id(f"{PAGE}=0")))


def panel(rows: Sequence[BlockRow], page: int, words: Words, note: Message | None = None) -> Letter:
    """List the people whom a user blocks, the newest first, each with the button that lifts the block."""
    first = page * A_PAGE if 0 <= page * A_PAGE < len(rows) else 0  # if the page no longer exists, show the first
    heading = msg("### People you block")
    about = sentences(
        msg("No new table brings you together, and nobody learns of it."),
        msg("To block a person, press and hold their name, then choose *Apps*. Or type `/settings block`."),
    )
    entries = [
        Section(words.text(_name(row)), Button(words.text(msg("Unblock")), _id(f"{LIFT}={row.mark}")))
        for row in rows[first : first + A_PAGE]
    ]
    buttons = (*_page_buttons(len(rows), first, words), settings_button(words))
    parts: tuple[Part, ...] = (Text(words.text(lines(note, heading, about))), *entries, buttons)
    return Letter(parts=(Box(parts, accent=ACCENT),))


def _page_buttons(rows: int, first: int, words: Words) -> tuple[Button, ...]:
    page = first // A_PAGE
    newer = [Button(words.text(msg("Newer")), _id(f"{PAGE}={page - 1}"))] if first else []
    older = [Button(words.text(msg("Older")), _id(f"{PAGE}={page + 1}"))] if first + A_PAGE < rows else []
    return (*newer, *older)


def blocked_notice(user: User, *, together: bool, hosted: bool) -> Message:
    """Confirm to a user that they block another one.

    `together` is whether both sit at an open table. `hosted` is whether the other one sits at a table that the reader
    hosts, so that the reader can take them out.
    """
    return sentences(
        msg("✅ You block {who}.", who=f"<@{user}>"),
        msg("Tables where you both sit go on.") if together else None,
        msg("Under *Players* on the card of your table you can take them out.") if hosted else None,
    )


def lifted_notice(user: User) -> Message:
    """Confirm to a user that they no longer block another one."""
    return msg("✅ You no longer block {who}.", who=f"<@{user}>")


def _name(row: BlockRow) -> Value:
    (name,) = mentions([Person(row.other or 0, FORMER)])
    return name


def _id(data: str) -> ControlId:
    return ControlId(Purpose.SETTINGS, 0, data=data)
