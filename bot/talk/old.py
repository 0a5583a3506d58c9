"""What is said of a game that was begun under other rules than this program's."""

from __future__ import annotations

from collections.abc import Sequence

from bot.talk.letter import Button, ControlId, Letter, Purpose, Style
from engine.words import Join, Message, Words, count, lines, listed, msg

OLD = "old"
"""The data of the control that asks to end such a game."""


def rests(why: Message, table: int, words: Words) -> Letter:
    """Say why the game rests, and offer to end it."""
    return Letter(
        words.text(lines(why, msg("You can end it together: all players must agree."))), rows=_row(table, words)
    )


def waits(agreed: int, of: int) -> Message:
    """Say who is still to agree."""
    return count("{agreed} of {n} player agrees.", "{agreed} of {n} players agree.", of, agreed=agreed)


def over() -> Message:
    """Say that the game is over."""
    return msg("The game is cancelled. It has no result.")


def told(title: Message, table: int, agreed: Sequence[int], words: Words, *, over: bool) -> Letter:
    """Tell the channel that some of the players want to end the game, or that it is over."""
    if over:
        why = msg("**{title}** · cancelled: all agreed. It has no result.", title=title)
        return Letter(words.text(lines(why, msg("It began under older rules."))))
    users = listed([f"<@{user}>" for user in agreed], Join.AND)
    asked = msg("**{title}** began under older rules. {users} would end it without a result.", title=title, users=users)
    return Letter(words.text(lines(asked, msg("All who play must agree."))), rows=_row(table, words))


def end_it(table: int) -> ControlId:
    """Return the control that asks to end such a game."""
    return ControlId(Purpose.PROPOSE, table, data=OLD)


def _row(table: int, words: Words) -> tuple[tuple[Button, ...], ...]:
    return ((Button(words.text(msg("End it")), end_it(table), Style.DANGER),),)
