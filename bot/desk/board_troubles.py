"""Notices about a table whose board cannot be shown.

The answer to every press at the table has such a notice. If the table's channel was deleted, the notice may offer to
go on in the caller's channel.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.desk import server
from bot.desk.ask import Ask
from bot.table.log.model import Table
from bot.table.refusals import NotSeated, Refusal
from bot.talk.letter import Letter
from bot.talk.trouble import OF_ANOTHER_SERVER, Trouble, moved_notice, prepend_notice, why_not_shown
from bot.talk.venue import Venue, require_permissions
from engine.words import Message, msg


async def add_notice(ask: Ask, table: Table, letter: Letter, *, recheck: bool = False) -> Letter:
    """If the table cannot be shown, add the reason to a letter, and try once more.

    With `recheck` the board in the channel is checked too.
    """
    reconciler = ask.tools.reconciler
    if recheck:
        reconciler.recheck(table.id)
    refused = reconciler.find_refusal(table.id)
    if refused is None:
        return letter
    reconciler.touch(table.id)
    offer = refused.trouble is Trouble.GONE and await _why_unfit(ask, table) is None
    why = why_not_shown(refused.trouble, refused.place, _missing(ask.caller.venue))
    if ask.words(table).text(why) in letter.text:  # the letter has the notice already
        return letter
    return prepend_notice(letter, why, table, ask.words(table), offer=offer)


async def wait_and_add_notice(ask: Ask, table: Table, letter: Letter) -> Letter:
    """Wait for the attempt to show a table. If it fails, add the reason to a letter."""
    await ask.tools.reconciler.wait_for_attempt(table.id)
    return await add_notice(ask, table, letter)


async def is_shown(ask: Ask, table: Table) -> bool:
    """Wait for the running attempt to show a table; return whether it succeeded."""
    reconciler = ask.tools.reconciler
    return await reconciler.wait_for_attempt(table.id) and reconciler.find_refusal(table.id) is None


async def continue_here(ask: Ask) -> Letter:
    """Let the game go on in this channel, because its own channel was deleted."""
    table, venue = ask.table, ask.caller.venue
    if ask.seat is None:
        raise NotSeated
    refused = ask.tools.reconciler.find_refusal(table.id)
    if not refused or refused.trouble is not Trouble.GONE:
        raise Refusal(msg("This table is in its place already. `/games` leads there."))
    if why := await _why_unfit(ask, table):
        raise Refusal(why)
    require_permissions(venue)
    threaded = table.threaded and venue.threads and not venue.missing_for_threads
    await ask.service.outbox.move_table(table.id, ask.caller.channel, threaded=threaded)
    ask.tools.reconciler.mark_moved(table.id)
    answer = ask.reply(moved_notice(ask.title(table)), table)
    return answer if await is_shown(ask, table) else await add_notice(ask, table, answer)


async def _why_unfit(ask: Ask, table: Table) -> Message | None:
    """Return why the table may not go on in the caller's channel.

    A game stays on its server, and in the channels in which its server wants games.
    """
    if ask.caller.guild is None or ask.caller.guild != table.guild:
        return OF_ANOTHER_SERVER
    return await server.wrong_channel_message(ask)


def _missing(venue: Venue) -> Sequence[Message]:
    """Return the missing permissions, for the channel or its threads, each once."""
    return tuple(dict.fromkeys((*venue.missing_permissions, *venue.missing_for_threads)))
