"""Beginning a game, as people meet it: at once, or once everybody has said that they are here."""

from __future__ import annotations

from bot.desk import finding, server
from bot.desk.ask import Ask
from bot.desk.command import at_table
from bot.table.model import Table
from bot.table.rules import ready as rules
from bot.talk.letter import Letter, Purpose
from bot.talk.ready import waits_for_answers
from bot.talk.venue import need, without_threads
from engine.words import lines, msg


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
    if not table.running:
        waits = waits_for_answers(table)
        return ask.says(lines(waits, _FOLLOWS) if waits else _ALL_HERE, table)
    note = msg("{title} begins: the first board is on its way.", title=ask.title(table))
    threadless = without_threads(ask.caller.venue) if await server.wants_threads(ask) else None
    return ask.says(lines(note, threadless), table)


_FOLLOWS = msg("With the last answer the game begins. Seats without an answer are free again then.")
_ALL_HERE = msg("Everybody is here. The host can press Start.")

START = at_table("start", "Begin the game", finding.LOBBY, Purpose.START)
