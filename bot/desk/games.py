"""Lists the tables that wait for the caller on all servers, and leads to the next hand."""

from __future__ import annotations

from bot.desk import play
from bot.desk.ask import Ask
from bot.desk.command import Command
from bot.talk import waiting as talk
from bot.talk.letter import Letter, in_rows
from bot.talk.title import title_with_number
from bot.talk.waiting import urgent_first
from engine.words import lines, msg


async def games(ask: Ask) -> Letter:
    """List the caller's open tables on all servers; those that wait for the caller come first."""
    tables, unreadable = await ask.service.listing.open_tables_with_unreadable(ask.user)
    if not tables and not unreadable:
        return ask.reply(talk.NO_TABLE_ELSEWHERE if ask.caller.invite else talk.NO_TABLE)
    waiting_tables = urgent_first(ask.caller.person, tables)
    guild = ask.caller.guild
    others = [table for table in tables if table not in waiting_tables]
    rows = [talk.row(table, ask.title(table), ask.user, guild, waits=True) for table in waiting_tables]
    rows += [talk.row(table, ask.title(table), ask.user, guild) for table in others]
    rows += [
        talk.unreadable_row(table, title_with_number(ask.tools.games[table.game], table.number), guild)
        for table in unreadable
    ]
    away = [table for table in others if talk.is_away(table, ask.user)]  # the hand of such a table offers the seat back
    buttons = talk.buttons([(table.id, ask.title(table)) for table in (*waiting_tables, *away)], ask.plain_words())
    return ask.reply(lines(talk.summary(waiting_tables), *rows), None, *in_rows(buttons))


async def next_hand(ask: Ask) -> Letter:
    """Show the hand of the most urgent table that waits for the caller.

    The table that they are looking at comes last.
    """
    waiting_tables = urgent_first(ask.caller.person, await ask.service.listing.tables_to_move_at(ask.user))
    current_id = ask.table_or_none.id if ask.table_or_none else 0
    others = [table for table in waiting_tables if table.id != current_id] or waiting_tables
    if not others:
        return ask.reply(talk.NOTHING)
    return await play.hand(ask.with_table(others[0]))


GAMES = Command("games", msg("All your tables, those that wait for you first"), games, works_everywhere=True)
