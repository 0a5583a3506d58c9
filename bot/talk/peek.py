"""A player's hand that a user who does not play may look at: what is said, and the buttons that end it."""

from __future__ import annotations

from dataclasses import replace

from bot.table.model import Table, User
from bot.table.settled.peek import Peek
from bot.talk.letter import Button, ControlId, Letter, Picture, Purpose, Row
from bot.talk.words import said
from engine.words import Message, Who, Words, msg

UNKNOWN = msg("There is no such user.")
ENDED = msg("Done: nobody sees your hand, and you see nobody's.")


def allowed(viewer: User) -> Message:
    """Tell the player what they have allowed."""
    return msg(
        "<@{viewer}> can look at your hand now, with `/peek`. Everyone at the table is told.", viewer=str(viewer)
    )


def end_row(table: Table, words: Words) -> Row:
    """Build the button that ends it, for the player and for the viewer."""
    return (Button(words.text(msg("End peeking")), ControlId(Purpose.UNPEEK, table.id)),)


def shown(table: Table, title: Message, peek: Peek, picture: Picture, words: Words) -> Letter:
    """Show the hand that its player lets a viewer look at."""
    text = msg("**{title}** · what {who} sees. It stays between you.", title=title, who=Who(peek.seat))
    return replace(said(words, text, (end_row(table, words),)), pictures=(picture,))


def described(peek: Peek, picture: Picture, words: Words) -> Picture:
    """Say in a picture's description whose hand it is."""
    return replace(picture, alt=words.text(msg("What {who} sees: {alt}", who=Who(peek.seat), alt=picture.alt)))
