"""The message that shows a player their hand."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.model import Happened, Seen, Table
from bot.table.steps import Kind
from bot.talk import time as clocks
from bot.talk.story import Told
from bot.talk.title import AnyGame, headed, titled
from bot.talk.turn import paused
from engine.game import Seat
from engine.series import standing
from engine.words import Message, Value, dotted, lines, msg

START, JOIN = Kind.START.value, Kind.JOIN.value


def recap(happened: Sequence[Happened], seat: Seat | None, told: Told) -> Message | None:
    """What happened since the last turn of a seat's person, or before their first one; None where nothing did."""
    if told.text is None:
        return None
    if any(step.kind == START or (step.kind == JOIN and step.seat == seat) for step in happened):
        return msg("So far: {what}", what=told.text)
    return msg("Since your last turn: {what}", what=told.text)


def above_hand(*notes: Message | None) -> Message | None:
    """What is said above a hand, if anything is."""
    return lines(*notes) if any(note is not None for note in notes) else None


def hand(game: AnyGame, seen: Seen, note: Value | None = None) -> Message:
    """The text above somebody's hand."""
    now = seen.observation
    mine = seen.seat is not None and now.to_act == seen.seat
    due = clocks.due(seen.table.timing) if mine else None
    first = dotted(msg("**{title}**", title=headed(game, seen)), game.voice.situation(now), due)
    prompt = msg("While you were away a computer player played on for you.") if seen.away else game.voice.prompt(now)
    if (waits := paused(seen.table)) is not None:
        prompt = waits
    return lines(note, printed(seen, first), standing(now), printed(seen, prompt) if prompt else None)


def printed(seen: Seen, line: Message) -> Message:
    """A line for one person: as a heading, where they want large print."""
    return msg("## {line}", line=line) if seen.large else line


def play_by_private_message(table: Table) -> Message:
    """The first line of a hand that comes by private message."""
    return msg("Your turn · <#{place}>", place=table.place)


def private_log(game: AnyGame, table: Table, happened: Message) -> Message:
    """What a hand by private message becomes when its turn is over."""
    return lines(msg("{title} · <#{place}>", title=titled(game, table), place=table.place), happened)


MARGIN = 60
"""Characters that are kept free for the words around what happened."""


MOST_ROWS = 5
