"""Beginning a game, as people meet it: at once, or once everybody has said that they are here."""

from __future__ import annotations

from bot.desk import finding, server, troubles
from bot.desk.ask import Ask
from bot.desk.command import at_table
from bot.table.model import Table
from bot.table.rules import ready as rules
from bot.talk.letter import Letter, Purpose
from bot.talk.ready import begun, not_yet
from bot.talk.venue import need, without_threads
from engine.words import lines


async def start(ask: Ask) -> Letter:
    """Begin the game, or ask first those players who have not been here lately."""
    need(ask.caller.venue)
    threaded = await server.gets_thread(ask)
    return await _begun(ask, await ask.do(rules.start, ask.user, threaded=threaded))


async def here(ask: Ask) -> Letter:
    """Note that the caller is here; with the last answer the game begins."""
    need(ask.caller.venue)
    threaded = await server.gets_thread(ask)
    return await _begun(ask, await ask.do(rules.answer, ask.user, threaded=threaded))


async def _begun(ask: Ask, table: Table) -> Letter:
    """Say to the caller what comes next."""
    if not table.running:
        return ask.says(not_yet(table), table)
    threadless = without_threads(ask.caller.venue) if await server.wants_threads(ask) else None
    return await troubles.told_once_tried(ask, table, ask.says(lines(begun(ask.title(table)), threadless), table))


START = at_table("start", "Begin the game", finding.LOBBY, Purpose.START)
