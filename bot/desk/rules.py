"""Rules and help, which begin with what the caller can do now."""

from __future__ import annotations

from dataclasses import replace

from bot.desk import server, visitors
from bot.desk.ask import Ask
from bot.desk.command import Arg, Command, every_game
from bot.desk.example import example
from bot.table.model import Status, Table
from bot.table.refusals import Refusal
from bot.talk import rules as talk
from bot.talk.letter import Letter, Picture, Row, in_rows
from bot.talk.menu import SEPARATOR
from bot.talk.options import changes
from bot.talk.venue import need
from bot.talk.waiting import waits_for
from engine.words import Message, lines, msg, sentences

# -- help --------------------------------------------------------------------------------------------------------------


async def help(ask: Ask) -> Letter:
    """Say what the caller can do now, then all commands."""
    table = await _table(ask)
    text = lines(await _now(ask, table), changes(table) if table else None, talk.commands(ask.tools.commands))
    return ask.says(text, table, *_steps(ask, table))


# -- rules -------------------------------------------------------------------------------------------------------------


async def rules(ask: Ask) -> Letter:
    """Show the rules of a game; where none is named those of the table that the caller means, else all to choose."""
    game = ask.typed.get("game", "")
    if game and game not in ask.tools.games:
        raise Refusal(msg("There are no rules for that game."))
    table = await _table(ask, game)
    if not game and table is None:
        return await _choice(ask)
    return await _page(ask, table.game if table else game, 0, table)


async def page(ask: Ask) -> Letter:
    """Show the page that a control asks for."""
    game, _, page = ask.data.partition(SEPARATOR)
    if game == talk.CHOOSE:
        return await _choice(ask)
    game = game or (ask.there.game if ask.there else "")
    if game not in ask.tools.games:
        raise Refusal(msg("There are no rules for that game."))
    return await _page(ask, game, int(page) if page.isdecimal() else 0, ask.there)


async def _choice(ask: Ask) -> Letter:
    """Offer the rules of each game, below what the caller can do."""
    rows = talk.games(ask.tools.games, ask.words())
    return ask.says(lines(await _now(ask, None), talk.WHICH_GAME), None, *rows)


async def _page(ask: Ask, key: str, number: int, table: Table | None) -> Letter:
    game = ask.tools.games[key]
    number = max(0, min(number, len(talk.pages_of(game)) - 1))
    rows = talk.page_rows(game, number, table)
    if number:
        return ask.says(talk.page(game, number), table, *rows)
    first = ask.says(lines(await _now(ask, table), talk.first_page(game, table)), table, *rows)
    return replace(first, pictures=(await _picture(ask, key, table),))


async def _picture(ask: Ask, key: str, table: Table | None) -> Picture:
    """Draw the board of the table, else an example."""
    painter, examples, locale = ask.tools.painter, ask.tools.examples, ask.caller.locale
    if table and table.status in (Status.RUNNING, Status.OVER) and table.round:
        seen = replace(await ask.service.tables.observe(table.id, None, reader=ask.user), large=False)
        return await painter.board(seen, await painter.layout(seen), locale)
    if (key, locale) not in examples:
        seen = replace(example(ask.tools.games[key]), reader=ask.user)
        examples[key, locale] = await painter.board(seen, await painter.arranged(seen, ()), locale)
    return examples[key, locale]


# -- what the caller can do now ----------------------------------------------------------------------------------------


async def _table(ask: Ask, game: str = "") -> Table | None:
    """Return the table in this channel that concerns the caller most."""
    here = [table for table in await ask.service.listing.in_channel(ask.caller.channel) if game in ("", table.game)]
    here = [table for table in here if table.thread == ask.caller.channel] or here
    mine = [table for table in here if table.seat_of(ask.user) is not None]
    waiting = [table for table in mine if waits_for(table, ask.caller.person)]
    lobbies = [table for table in here if table.status is Status.LOBBY]
    return next((tables[-1] for tables in (waiting, mine, lobbies, here) if tables), None)


async def _now(ask: Ask, table: Table | None) -> Message:
    """Say what the caller can do now, in one or two sentences."""
    try:
        need(ask.caller.venue)
    except Refusal as refused:
        return refused.message
    return await (_anywhere(ask) if table is None else _at(ask, table))


async def _anywhere(ask: Ask) -> Message:
    """Say what the caller can do where no table is."""
    elsewhere = await ask.service.listing.of(ask.user, ask.caller.guild)
    waiting = next((other for other in elsewhere if waits_for(other, ask.caller.person)), None)
    if waiting:
        return talk.your_turn_elsewhere(waiting, ask.title(waiting))
    try:
        await server.wanted(ask)
    except Refusal as refused:
        return sentences(refused.message, talk.YOURS if elsewhere else talk.JOIN)
    return sentences(talk.OPEN, talk.YOURS if elsewhere else None)


async def _at(ask: Ask, table: Table) -> Message:
    """Say what the caller can do at a table."""
    title, seat, game = ask.title(table), table.seat_of(ask.user), ask.game(table)
    if seat is None:
        return visitors.told(ask, table)
    if table.status is Status.LOBBY:
        return talk.in_lobby(game, table, title, is_host=ask.user == table.host)
    if waits_for(table, ask.caller.person):
        seen = await ask.service.tables.observe(table.id, ask.user)
        return talk.your_turn(title, game.voice.prompt(seen.observation))
    return talk.not_your_turn(table, seat, title)


def _steps(ask: Ask, table: Table | None) -> tuple[Row, ...]:
    """Build the buttons for what the help says first."""
    buttons = []
    if table is not None and table.seat_of(ask.user) is None:
        buttons = visitors.buttons(ask, table)
    elif table is not None and table.running:
        buttons = [talk.to_hand(table, ask.words(table))]
    return in_rows([*buttons, talk.to_rules(table, ask.words(table))])


RULES = Command("rules", "How a game is played", rules, (Arg("game", "Rules of which game", choices=every_game),))
HELP = Command("help", "What you can do now", help)
