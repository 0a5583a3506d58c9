"""Describes what the caller can do now and here; help and rules begin with it."""

from __future__ import annotations

from bot.desk import server, visitors
from bot.desk.ask import Ask
from bot.table.log.model import Status, Table
from bot.table.refusals import Refusal
from bot.talk import next_actions as talk
from bot.talk.letter import Button
from bot.talk.venue import NotOnServer, require_permissions
from bot.talk.waiting import is_turn_of
from engine.words import Message, sentences


async def table_here(ask: Ask, game: str = "") -> Table | None:
    """Return the table in this channel that concerns the caller most; lobbies that refuse them don't count."""
    candidates = [
        table for table in await ask.service.listing.in_channel(ask.caller.channel) if game in ("", table.game)
    ]
    tables_of_this_thread = [table for table in candidates if table.thread == ask.caller.channel]
    candidates = tables_of_this_thread or candidates
    open_to_caller = await ask.find_admitting([table for table in candidates if table.status is Status.LOBBY])
    candidates = [table for table in candidates if table.status is not Status.LOBBY or table in open_to_caller]
    own_tables = [table for table in candidates if table.seat_of(ask.user) is not None]
    waiting_tables = [table for table in own_tables if is_turn_of(table, ask.caller.person)]
    lobbies = [table for table in candidates if table.status is Status.LOBBY]
    by_concern = (waiting_tables, own_tables, lobbies, candidates)
    return next((tables[-1] for tables in by_concern if tables), None)  # the newest of these tables


async def describe_next_steps(ask: Ask, table: Table | None) -> Message:
    """Describe what the caller can do now, in one or two sentences."""
    if ask.caller.invite and table is None:  # the bot isn't a member here
        tables = await ask.service.listing.open_tables_of(ask.user)
        return sentences(talk.PRACTICE, talk.YOURS if tables else None, NotOnServer(ask.caller.invite).message)
    try:
        require_permissions(ask.caller.venue)
    except Refusal as refused:
        return refused.message
    return await (_describe_without_table(ask) if table is None else _describe_at_table(ask, table))


async def _describe_without_table(ask: Ask) -> Message:
    """Describe what the caller can do in a channel without a table."""
    elsewhere = await ask.service.listing.open_tables_of(ask.user, ask.caller.guild)
    waiting_table = next((other for other in elsewhere if is_turn_of(other, ask.caller.person)), None)
    if waiting_table:
        return talk.your_turn_elsewhere(waiting_table, ask.title(waiting_table))
    try:
        await server.require_permission_to_open(ask)
    except Refusal as refused:
        return sentences(refused.message, talk.YOURS if elsewhere else talk.JOIN)
    return sentences(talk.OPEN, talk.YOURS if elsewhere else None)


async def _describe_at_table(ask: Ask, table: Table) -> Message:
    """Describe what the caller can do at a table."""
    title, seat, game = ask.title(table), table.seat_of(ask.user), ask.game(table)
    if seat is None:
        return visitors.describe_table(ask, table)
    if table.status is Status.LOBBY:
        return talk.in_lobby(game, table, title, is_host=ask.is_host(table))
    if is_turn_of(table, ask.caller.person):
        seen = await ask.service.tables.observe(table.id, ask.user)
        return talk.your_turn(title, game.voice.prompt(seen.observation))
    return talk.not_your_turn(table, seat, title)


def buttons(ask: Ask, table: Table | None) -> list[Button]:
    """Build the buttons below the description of what the caller can do."""
    buttons = list[Button]()
    if table is not None and table.seat_of(ask.user) is None:
        buttons = visitors.buttons(ask, table)
    elif table is not None and table.is_running:
        buttons = [talk.hand_button(table, ask.words(table))]
    return [*buttons, talk.rules_button(table, ask.words(table))]
