"""A table whose board cannot be shown: why, said with every press, and where it may go on once its channel is gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.desk import server
from bot.desk.ask import Ask, control
from bot.table.model import Table
from bot.table.refusals import NotSeated, Refusal
from bot.talk.letter import TEXT_LENGTH, Button, Letter, Purpose, Style
from bot.talk.trouble import Trouble, why_not_shown
from bot.talk.venue import Venue, need
from bot.talk.words import clipped
from engine.words import Message, msg


async def told(ask: Ask, table: Table, letter: Letter, *, look: bool = False) -> Letter:
    """Add to a letter why the table cannot be shown; every press is a reason to try again.

    With `look` the board in the channel is looked for too.
    """
    reconciler = ask.tools.reconciler
    if look:
        reconciler.look(table.id)
    refused = reconciler.refused(table.id)
    if refused is None:
        return letter
    reconciler.touch(table.id)
    words, rows = ask.words(table), letter.rows
    if refused.trouble is Trouble.GONE and await _unfit(ask, table) is None:
        here = Button(words.text(msg("Show it here")), control(Purpose.HERE, table), Style.GOOD)
        rows = (*rows[:4], (here,))
    note = words.text(why_not_shown(refused.trouble, refused.place, _missing(ask.caller.venue)))
    return replace(letter, text=clipped(f"{note}\n{letter.text}", TEXT_LENGTH), rows=rows)


async def here(ask: Ask) -> Letter:
    """Let the game go on in this channel: the one of its table was deleted."""
    table, venue = ask.table, ask.caller.venue
    if ask.seat is None:
        raise NotSeated
    refused = ask.tools.reconciler.refused(table.id)
    if not refused or refused.trouble is not Trouble.GONE:
        raise Refusal(msg("This table is where it belongs."))
    if unfit := await _unfit(ask, table):
        raise Refusal(unfit)
    need(venue)
    threaded = table.threaded and venue.threads and not venue.missing_for_threads
    await ask.service.outbox.moved(table.id, ask.caller.channel, threaded=threaded)
    ask.tools.reconciler.moved(table.id)
    return ask.says(msg("{title} goes on here.", title=ask.title(table)), table)


async def _unfit(ask: Ask, table: Table) -> Message | None:
    """Why the table may not go on where the caller is: a game keeps to its server, and to the channels that its
    server wants games in."""
    if ask.caller.guild is None or ask.caller.guild != table.guild:
        return msg("This game belongs to another server, and can go on only there.")
    return await server.elsewhere(ask)


def _missing(venue: Venue) -> Sequence[Message]:
    """The permissions that are missing, for the channel or for threads in it, each once."""
    return tuple(dict.fromkeys((*venue.missing, *venue.missing_for_threads)))
