"""Beginning a game, as people meet it: at once, or once everybody has said that they are here."""

from __future__ import annotations

from bot.desk import finding, server
from bot.desk.ask import Ask
from bot.desk.command import TABLE, Arg, AtTable, Command, Kind, at_table
from bot.table.model import Table
from bot.table.rules import ready as rules
from bot.table.steps import UNRATED
from bot.talk.letter import Letter, Purpose
from bot.talk.ready import COUNTS_NOT, begun, not_yet
from bot.talk.venue import need, without_threads
from engine.words import lines


async def start(ask: Ask) -> Letter:
    """Begin the game, or ask first those players who have not been here lately."""
    need(ask.caller.venue)
    threaded = await server.gets_thread(ask)
    return await _begun(ask, await ask.do(rules.start, ask.user, threaded=threaded, unrated=ask.data == UNRATED))


async def here(ask: Ask) -> Letter:
    """Note that the caller is here; with the last answer the game begins."""
    need(ask.caller.venue)
    threaded = await server.gets_thread(ask)
    return await _begun(ask, await ask.do(rules.answer, ask.user, threaded=threaded))


async def _begun(ask: Ask, table: Table) -> Letter:
    """Tell the caller what comes next, and whether the game counts, also as an earlier start said."""
    counts_not = COUNTS_NOT if table.standing.unrated else None
    if not table.running:
        return ask.says(lines(not_yet(table), counts_not), table)
    threadless = without_threads(ask.caller.venue) if await server.wants_threads(ask) else None
    return ask.says(lines(begun(ask.title(table)), counts_not, threadless), table)


START = Command(
    "start",
    "Begin the game",
    AtTable(finding.LOBBY, lambda typed: (Purpose.START, UNRATED if typed.get(UNRATED) else "")),
    (
        Arg(UNRATED, "It doesn't count for ratings", Kind.FLAG),
        TABLE,
    ),
)
UNSAVED = at_table("startnosave", "Begin a game that doesn't count for ratings", finding.LOBBY, Purpose.START, UNRATED)
"""How `/start unrated` is called by older bots."""
