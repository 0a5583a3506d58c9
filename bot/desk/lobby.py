"""Opening a table, and taking a seat before its game begins."""

from __future__ import annotations

from collections.abc import Collection

from bot.desk import finding, ready, seats, server, visitors
from bot.desk.ask import Ask
from bot.desk.command import Arg, Choices, Command, at_table, every_game
from bot.table.clock.pace import Preset
from bot.table.model import Status, Table
from bot.table.refusals import Refusal
from bot.table.rows import ServerRow
from bot.table.rules import ready as rules
from bot.talk import lobby as talk
from bot.talk.letter import Letter, Purpose
from bot.talk.venue import need, without_threads
from engine.words import Message, lines, msg


async def new(ask: Ask) -> Letter:
    """Open a table for the game that is typed, else the server's; where neither names one, ask."""
    game = ask.typed.get("game") or (await ask.service.servers.server(ask.caller.guild)).game
    if game not in ask.tools.games and "game" not in ask.typed:
        return ask.says(talk.WHICH_GAME, None, *talk.games(ask.tools.games, ask.words()))
    return await open_(ask, game or "", ask.typed.get("preset", ""))


async def open_(ask: Ask, game: str, preset: str = "") -> Letter:
    """Open a table for a game, with the caller as its host."""
    if game not in ask.tools.games:
        raise Refusal(msg("There is no game of that name. `/new` lists them."))
    wanted = await server.wanted(ask)
    need(ask.caller.venue)
    table = await ask.service.tables.new(
        game,
        ask.by,
        ask.caller.person,
        ask.caller.guild,
        ask.caller.channel,
        preset=preset or _usual(wanted, ask.tools.games[game].presets, game),
        pace=Preset(wanted.preset) if wanted.preset else None,
    )
    return await _opened(ask, table)


def _usual(wanted: ServerRow, presets: Collection[str], game: str) -> str:
    """Return the preset with which the server wants new tables of a game to begin; none where it names no such."""
    chosen = wanted.game_preset if wanted.game == game else None
    return chosen if chosen and chosen in presets else ""


async def reopen(ask: Ask) -> Letter:
    """Open a table like one that was closed, with the caller as its host."""
    await server.wanted(ask)
    need(ask.caller.venue)
    closed = ask.table
    if closed.status is not Status.CLOSED:
        raise Refusal(msg("This table isn't closed."))
    for other in await ask.service.listing.in_channel(ask.caller.channel, (Status.LOBBY,)):
        if (other.game, other.options) == (closed.game, closed.options):
            raise Refusal(msg("It is open again already: {title} waits for you.", title=ask.title(other)))
    opened = await ask.service.tables.new(
        closed.game,
        ask.by,
        ask.caller.person,
        ask.caller.guild,
        ask.caller.channel,
        options=closed.options,
        timing=closed.timing,
    )
    return await _opened(ask, opened)


async def join(ask: Ask) -> Letter:
    """Take the next seat, or one that a player left; a player who is asked whether they are here says so by it."""
    table = ask.table
    if ask.seat in table.asked:
        return await ready.here(ask)
    if ask.seat is None and table.status is not Status.LOBBY:
        return await seats.take(ask) if table.standing.vacant else visitors.letter(ask, table)
    joined = await ask.do(rules.join, ask.caller.person)
    return _seated(ask, joined, talk.JOINED)


async def _opened(ask: Ask, table: Table) -> Letter:
    threadless = without_threads(ask.caller.venue) if await server.wants_threads(ask) else None
    return _seated(ask, table, lines(talk.OPENED, threadless))


def _seated(ask: Ask, table: Table, note: Message) -> Letter:
    begins = ask.user == table.host and len(table.seats) >= ask.game(table).seats[0]
    return ask.says(note, table, *talk.rows(table, ask.words(table), begins=begins))


async def _presets(ask: Ask, typed: str) -> Choices:
    known = ask.typed.get("game") or (await ask.service.servers.server(ask.caller.guild)).game
    game = ask.tools.games.get(str(known))
    return [(key, key) for key in (game.presets if game else ()) if key.startswith(typed.casefold())]


NEW = Command(
    "new",
    "Open a table",
    new,
    (
        Arg("game", "What to play", choices=every_game),
        Arg("preset", "A set of options that belong together", suggest=_presets),
    ),
)
JOIN = at_table("join", "Take a seat at a table", finding.JOIN, Purpose.JOIN)
