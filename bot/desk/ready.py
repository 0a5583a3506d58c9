"""Beginning a game, as people meet it: at once, or once everybody has said that they are here."""

from __future__ import annotations

from bot.desk import finding, server
from bot.desk.ask import Ask, Typed
from bot.desk.command import TABLE, Arg, AtTable, Command, Kind, at_table
from bot.table.model import Table
from bot.table.rules import ready as rules
from bot.table.steps import UNRATED
from bot.talk.letter import Letter, Purpose
from bot.talk.ready import BY_LOT, COUNTS_NOT, begun, not_yet
from bot.talk.venue import need, without_threads
from engine.words import Message, lines


async def start(ask: Ask) -> Letter:
    """Begin the game, or ask first those players who have not been here lately."""
    need(ask.caller.venue)
    threaded = await server.gets_thread(ask)
    said = ask.data.split()
    unrated, first = UNRATED in said, next((int(word) - 1 for word in said if word.isdecimal()), None)
    named = ask.table.standing.dealing.first is not None
    begun = await ask.do(rules.start, ask.user, threaded=threaded, unrated=unrated, first=first)
    return await _begun(ask, begun, BY_LOT if named and first is None else None)


async def here(ask: Ask) -> Letter:
    """Note that the caller is here; with the last answer the game begins."""
    need(ask.caller.venue)
    threaded = await server.gets_thread(ask)
    return await _begun(ask, await ask.do(rules.answer, ask.user, threaded=threaded))


async def _begun(ask: Ask, table: Table, by_lot: Message | None = None) -> Letter:
    """Tell the caller what comes next, and what was chosen for this game, also with an earlier start."""
    chosen = [COUNTS_NOT if table.standing.unrated else None, by_lot]
    if not table.running:
        return ask.says(lines(not_yet(table), *chosen), table)
    threadless = without_threads(ask.caller.venue) if await server.wants_threads(ask) else None
    return ask.says(lines(begun(ask.title(table)), *chosen, threadless), table)


def _how(typed: Typed) -> str:
    """Return how a game is to begin, as `start` reads it."""
    seat = typed.get("seat")
    return " ".join([*([UNRATED] if typed.get(UNRATED) else []), *([] if seat is None else [str(max(0, seat))])])


START = Command(
    "start",
    "Begin the game",
    AtTable(finding.LOBBY, lambda typed: (Purpose.START, _how(typed))),
    (
        Arg("seat", "The seat that begins, where lots would be drawn", Kind.NUMBER),
        Arg(UNRATED, "It doesn't count for ratings", Kind.FLAG),
        TABLE,
    ),
)
UNSAVED = at_table("startnosave", "Begin a game that doesn't count for ratings", finding.LOBBY, Purpose.START, UNRATED)
"""How `/start unrated` is called by older bots."""
