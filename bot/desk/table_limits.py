"""Opening a table although a limit is reached.

Tables whose cards were deleted are closed to make room. If there are none, the caller can leave a table. Discord does
not notify this bot of deleted messages, so the bot looks for them before it tells a caller that the limit is reached.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Collection, Sequence

from bot.channel.port import PrivateClosed, Refused, TryLater
from bot.desk.ask import Ask
from bot.table.log.model import NO_CAUSE, Status, Table
from bot.table.posts import Post
from bot.table.refusals import OwnTablesFull, TableLimit
from bot.table.rules import lobby
from bot.talk import lobby as talk
from bot.talk.letter import Letter
from bot.talk.trouble import Trouble

MOST_CHECKS = 5
"""The most cards that one press checks with Discord, one after another: a channel can hold many more."""


async def open_table(ask: Ask, open_new: Callable[[], Awaitable[Table]]) -> Table:
    """Open a table, and close tables with deleted cards if there are too many.

    Raises Refusal if there are still too many.
    """
    while True:
        try:
            return await open_new()
        except TableLimit as full:
            is_own_limit = isinstance(full, OwnTablesFull)
            if not await close_deleted(ask, await (_own_tables(ask) if is_own_limit else _in_channel(ask))):
                raise


async def offer_to_leave(ask: Ask, full: OwnTablesFull) -> Letter:
    """Answer that the caller has too many open tables, with buttons to leave them."""
    tables = await _own_tables(ask)
    return ask.reply(full.message, None, *talk.leave_rows([(ask.title(table), table) for table in tables], ask.words()))


async def _own_tables(ask: Ask) -> Sequence[Table]:
    return await ask.service.listing.own_tables_of(ask.user, ask.caller.guild)


async def _in_channel(ask: Ask) -> Sequence[Table]:
    return await ask.service.listing.in_channel(ask.caller.channel)


async def close_deleted(ask: Ask, tables: Sequence[Table]) -> bool:
    """Close the given tables that wait for players and whose cards were deleted.

    Return whether any was closed. If there are many cards, the cards among the newest messages count as still posted,
    and a random few of the other cards are checked.
    """
    waiting_tables = {table.id: table for table in tables if table.status is Status.LOBBY}
    cards = [card for card in await ask.service.outbox.cards(waiting_tables) if card.message is not None]
    posted_ids = await _newest_messages(ask, {card.channel for card in cards}) if len(cards) > MOST_CHECKS else ()
    doubtful_cards = [card for card in cards if card.message not in posted_ids]
    has_closed = False
    for card in random.sample(doubtful_cards, min(MOST_CHECKS, len(doubtful_cards))):
        if await _is_deleted(ask, card):
            table = waiting_tables[card.table]
            changed_table = await ask.service.tables.do(table.id, NO_CAUSE, lobby.close_deleted, table.seq)
            has_closed = has_closed or changed_table.status is Status.CLOSED
    return has_closed


async def _newest_messages(ask: Ask, channels: Collection[int]) -> Collection[int]:
    """Return the ids of our newest messages in the caller's channel.

    Return none if the channel is not among `channels`, or cannot be read.
    """
    if ask.caller.channel not in channels:
        return ()
    try:
        return {sent.message for sent in await ask.tools.postman.newest_messages(ask.caller.channel)}
    except (Refused, TryLater):
        return ()


async def _is_deleted(ask: Ask, card: Post) -> bool:
    """Return whether Discord reports that a card or its channel is gone.

    If that is unknown, the card counts as still posted.
    """
    assert card.message is not None
    try:
        return not await ask.tools.postman.exists(card.channel, card.message)
    except Refused as refused:
        return refused.trouble is Trouble.GONE
    except (TryLater, PrivateClosed):
        return False
