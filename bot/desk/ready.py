"""Beginning a game: at once, or once all players have confirmed their presence."""

from __future__ import annotations

from bot.desk import board_troubles, find_table, server
from bot.desk.ask import Ask
from bot.desk.command import at_table
from bot.table.log.model import Table
from bot.table.rules import ready as rules
from bot.talk.letter import Letter, Purpose
from bot.talk.ready import not_yet, start_notice
from bot.talk.venue import require_permissions, without_threads
from engine.words import lines


async def start(ask: Ask) -> Letter:
    """Begin the game, or first ask the players who have not been here lately."""
    require_permissions(ask.caller.venue)
    threaded = await server.gets_thread(ask)
    return await _start_reply(ask, await ask.do(rules.start, ask.user, threaded=threaded))


async def confirm_presence(ask: Ask) -> Letter:
    """Note that the caller is here; with the last answer the game begins."""
    require_permissions(ask.caller.venue)
    threaded = await server.gets_thread(ask)
    return await _start_reply(ask, await ask.do(rules.answer, ask.user, threaded=threaded))


async def _start_reply(ask: Ask, table: Table) -> Letter:
    """Return the answer: that the game begins, or what it waits for."""
    if not table.is_running:
        return ask.reply(not_yet(table), table)
    threadless = without_threads(ask.caller.venue) if await server.wants_threads(ask) else None
    return await board_troubles.wait_and_add_notice(
        ask, table, ask.reply(lines(start_notice(ask.title(table)), threadless), table)
    )


START = at_table("start", "Begin the game", find_table.LOBBY, Purpose.START)
