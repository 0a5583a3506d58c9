"""Rules and help, which begin with what the caller can do now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.desk import server, visitors
from bot.desk.ask import Ask, control
from bot.desk.command import Arg, Command, every_game
from bot.desk.example import example
from bot.table.model import Status, Table
from bot.table.refusals import Refusal
from bot.talk.letter import Button, ControlId, Letter, Picture, Purpose, Row, in_rows
from bot.talk.menu import SEPARATOR
from bot.talk.options import changes
from bot.talk.venue import need
from bot.talk.waiting import waits_for
from engine.game import Game
from engine.words import Message, Who, lines, msg, sentences

MOST_PAGES = 4
CHOOSE = "choose"
"""Instead of a game: ask which one."""


# -- help --------------------------------------------------------------------------------------------------------------


async def help(ask: Ask) -> Letter:
    """Say what the caller can do now, then all commands."""
    table = await _table(ask)
    text = lines(await _now(ask, table), changes(table) if table else None, _COMMANDS)
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
    if game == CHOOSE:
        return await _choice(ask)
    game = game or (ask.there.game if ask.there else "")
    if game not in ask.tools.games:
        raise Refusal(msg("There are no rules for that game."))
    return await _page(ask, game, int(page) if page.isdecimal() else 0, ask.there)


async def _choice(ask: Ask) -> Letter:
    """Offer the rules of each game, below what the caller can do."""
    now, words = await _now(ask, None), ask.words()
    buttons = [
        Button(words.text(game.name), ControlId(Purpose.RULES, 0, data=f"{key}{SEPARATOR}0"))
        for key, game in ask.tools.games.items()
    ]
    return ask.says(lines(now, msg("Rules of which game?")), None, *in_rows(buttons))


async def _page(ask: Ask, key: str, number: int, table: Table | None) -> Letter:
    game = ask.tools.games[key]
    pages = pages_of(game)
    number = max(0, min(number, len(pages) - 1))
    head = msg("**{game}** · page {page} of {pages}", game=game.name, page=number + 1, pages=len(pages))
    at = table.id if table else 0
    turns = [
        Button(str(n + 1), ControlId(Purpose.RULES, at, data=f"{key}{SEPARATOR}{n}"), enabled=n != number)
        for n in range(len(pages))
    ]
    rows: tuple[Row, ...] = (tuple(turns),) if len(turns) > 1 else ()
    if number:
        return ask.says(lines(head, pages[number]), table, *rows)
    now = await _now(ask, table)
    options = (changes(table) or msg("Options: all as usual")) if table else None
    first = ask.says(lines(now, head, options, _take_backs(table), pages[0]), table, *rows)
    return replace(first, pictures=(await _picture(ask, key, table),))


async def _picture(ask: Ask, key: str, table: Table | None) -> Picture:
    """The board of the table, else an example."""
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
    """The table in this channel that concerns the caller most."""
    here = [table for table in await ask.service.listing.in_channel(ask.caller.channel) if game in ("", table.game)]
    here = [table for table in here if table.thread == ask.caller.channel] or here
    mine = [table for table in here if table.seat_of(ask.user) is not None]
    waiting = [table for table in mine if waits_for(table, ask.caller.person)]
    lobbies = [table for table in here if table.status is Status.LOBBY]
    return next((tables[-1] for tables in (waiting, mine, lobbies, here) if tables), None)


async def _now(ask: Ask, table: Table | None) -> Message:
    """What the caller can do now, in one or two sentences."""
    try:
        need(ask.caller.venue)
    except Refusal as refused:
        return refused.message
    return await (_anywhere(ask) if table is None else _at(ask, table))


async def _anywhere(ask: Ask) -> Message:
    """What the caller can do where no table is."""
    elsewhere = await ask.service.listing.of(ask.user, ask.caller.guild)
    waiting = next((other for other in elsewhere if waits_for(other, ask.caller.person)), None)
    if waiting:
        return msg(
            "It is your turn: {title} waits for you in <#{place}>.", title=ask.title(waiting), place=waiting.place
        )
    try:
        await server.wanted(ask)
    except Refusal as refused:
        return sentences(refused.message, _YOURS if elsewhere else _JOIN)
    return sentences(_OPEN, _YOURS if elsewhere else None)


async def _at(ask: Ask, table: Table) -> Message:
    title, seat = ask.title(table), table.seat_of(ask.user)
    if seat is None:
        return visitors.told(ask, table)
    if table.status is Status.LOBBY:
        return _in_lobby(ask, table)
    if waits_for(table, ask.caller.person):
        seen = await ask.service.tables.observe(table.id, ask.user)
        return sentences(
            msg("It is your turn in {title}.", title=title),
            ask.game(table).voice.prompt(seen.observation),
            msg("`/hand` shows your tiles, and a button for each thing that you can do."),
        )
    if table.seats[seat].player is not None:
        return msg("A computer player plays for you in {title}. `/hand` gives your seat back to you.", title=title)
    if table.mover is None:
        return msg("The tiles of {title} are about to be dealt.", title=title)
    return msg(
        "In {title} it is {who}'s turn. Meanwhile `/hand` shows your tiles and `/board` the table; you are called.",
        title=title,
        who=Who(table.to_act or 0),
    )


def _in_lobby(ask: Ask, table: Table) -> Message:
    title, host = ask.title(table), Who(table.seat_of(table.host) or 0)
    if len(table.seats) < ask.game(table).seats[0]:
        return msg(
            "{title} waits for players: others press Join, and Add bot gives a seat to a computer player.",
            title=title,
        )
    if ask.user == table.host:
        return msg("{title} can begin: press Start when everybody is there.", title=title)
    return msg("You are in. {title} begins when {who} presses Start.", title=title, who=host)


def _steps(ask: Ask, table: Table | None) -> tuple[Row, ...]:
    """The next press for what the help says first."""
    words = ask.words(table)
    if table is None:
        return ((Button(words.text(msg("Rules")), ControlId(Purpose.RULES, 0, data=CHOOSE)),),)
    buttons = []
    if table.seat_of(ask.user) is None:
        buttons = visitors.buttons(ask, table)
    elif table.running:
        buttons = [Button(words.text(msg("My hand")), control(Purpose.HAND, table))]
    return in_rows([*buttons, Button(words.text(msg("Rules")), control(Purpose.RULES, table))])


def pages_of(game: Game[Any, Any]) -> Sequence[Message]:
    """Return the rules on few pages: what comes after the last of them goes there too."""
    head, rest = game.rules[: MOST_PAGES - 1], game.rules[MOST_PAGES - 1 :]
    return [*head, lines(*rest)] if rest else head


def _take_backs(table: Table | None) -> Message | None:
    """What taking back means where nobody else is there who could be asked."""
    if table is None or not table.running or len(table.present) != 1:
        return None
    return msg(
        "You play alone with computer players, so `/undo` asks nobody. It also takes back what they answered, and that "
        "you have then seen."
    )


_OPEN = msg("You can open a table here: `/new` asks for the game, and others press Join.")
_JOIN = msg("Where others open a table, you can press Join.")
_YOURS = msg("`/games` lists the tables where you sit.")
_COMMANDS = msg(
    "`/new` opens a table, `/join` and `/leave` take and give back a seat, `/option` sets an option, `/start` begins.\n"
    "`/bot` gives a seat to a computer player, `/hints` allows hints, `/hint` asks for one, and after the game "
    "`/analysis` tells what would have been better.\n"
    "`/match 3` plays until somebody has won three games, `/sumof 3` three games for their sum.\n"
    "`/hand` shows your tiles, `/board` the table, `/games` all your games, `/rules` the rules, `/record` the record.\n"
    "`/leave` also gives up a seat of a running game: a computer player goes on until somebody takes it with `/join`.\n"
    "`/undo` takes your last move back, and all that was moved after it; who plays alone with computer players has "
    "then seen what they answered. `/vote` asks everybody to cancel, pause or finish the game; who does not answer "
    "agrees after a while.\n"
    "`/rematch` plays a finished game again with the same people: one press each.\n"
    "Moves have commands too, such as `/play 6-2 B`: they suggest what is possible. Everything also works by buttons.\n"
    "`/word` adds a word of yours to the shuffle, so that nobody can choose the deal alone.\n"
    "`/settings` brings your hand by private message when it is your turn, or once a day a digest of all that waits; "
    "`/clock` tells the clock of a table.\n"
    "Before the first deal I ask whoever has done nothing at the table for some time whether they are here.\n"
    "Who is late three times in a row is replaced by a computer player and can come back at any time. With `/clock` "
    "the host can choose that the others decide (the seat is then open for anybody), or that the table waits.\n"
    "`/settings print:large` draws your hand and `/board` larger for you.\n"
    "`/privacy` shows what is kept about you and deletes it; `/setup` is for whoever manages the server."
)

RULES = Command("rules", "How a game is played", rules, (Arg("game", "Rules of which game", choices=every_game),))
HELP = Command("help", "What you can do now", help)
