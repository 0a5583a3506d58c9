"""Rules and help, which begin with what the asking person can do now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.caller import Caller
from bot.example import example
from bot.guide import waits_for
from bot.painter import Painter
from bot.places import need
from bot.service import Service
from bot.setup import Setup
from bot.table.model import ANY, Status, Table
from bot.table.refusals import Refusal
from bot.talk.letter import TEXT_LENGTH, Button, ControlId, Letter, Picture, Purpose, Row, in_rows
from bot.talk.menu import SEPARATOR
from bot.talk.options import changes
from bot.talk.title import titled
from bot.talk.words import Texts, clipped, mentions
from bot.visitors import Visitors
from engine.game import Game
from engine.words import Message, Value, Who, lines, msg, sentences

MOST_PAGES = 4
CHOOSE = "choose"
"""Instead of a game: ask which one."""


class Handbook:
    """The part of the desk that explains."""

    def __init__(
        self,
        service: Service,
        games: Mapping[str, Game[Any, Any]],
        texts: Texts,
        painter: Painter,
        setup: Setup,
        visitors: Visitors,
    ) -> None:
        self._service = service
        self._games = games
        self._texts = texts
        self._painter = painter
        self._setup = setup
        self._visitors = visitors
        self._examples: dict[tuple[str, str], Picture] = {}

    # -- help ----------------------------------------------------------------------------------------------------------

    async def help(self, caller: Caller) -> Letter:
        """What the caller can do now, then all commands."""
        table = await self._table(caller)
        now = await self._now(caller, table)
        text = lines(now, changes(table) if table else None, _COMMANDS)
        return Letter(self._told(caller, table, text), rows=self._steps(caller, table))

    # -- rules ---------------------------------------------------------------------------------------------------------

    async def rules(self, caller: Caller, game: str = "") -> Letter:
        """The rules of a game; without its name those of the table that the caller means, else all games to choose."""
        if game and game not in self._games:
            raise Refusal(msg("There are no rules for that game."))
        table = await self._table(caller, game)
        if not game and table is None:
            return await self._choice(caller)
        return await self._page(caller, table.game if table else game, 0, table)

    async def page(self, caller: Caller, id: ControlId) -> Letter:
        """The page that a control asks for."""
        game, _, page = id.data.partition(SEPARATOR)
        if game == CHOOSE:
            return await self._choice(caller)
        table = await self._service.tables.table(id.table, ANY) if id.table else None
        game = game or (table.game if table else "")
        if game not in self._games:
            raise Refusal(msg("There are no rules for that game."))
        return await self._page(caller, game, int(page) if page.isdecimal() else 0, table)

    async def _choice(self, caller: Caller) -> Letter:
        """What the caller can do, and the rules of which game there are."""
        now = await self._now(caller, None)
        buttons = [
            Button(self._told(caller, None, game.name), ControlId(Purpose.RULES, 0, data=f"{key}{SEPARATOR}0"))
            for key, game in self._games.items()
        ]
        return Letter(self._told(caller, None, lines(now, msg("Rules of which game?"))), rows=in_rows(buttons))

    async def _page(self, caller: Caller, key: str, number: int, table: Table | None) -> Letter:
        game, pages = self._games[key], _pages(self._games[key])
        number = max(0, min(number, len(pages) - 1))
        head = msg("**{game}** · page {page} of {pages}", game=game.name, page=number + 1, pages=len(pages))
        turns = [
            Button(
                str(n + 1),
                ControlId(Purpose.RULES, table.id if table else 0, data=f"{key}{SEPARATOR}{n}"),
                enabled=n != number,
            )
            for n in range(len(pages))
        ]
        rows: tuple[Row, ...] = (tuple(turns),) if len(turns) > 1 else ()
        if number:
            return Letter(self._told(caller, table, lines(head, pages[number])), rows=rows)
        now = await self._now(caller, table)
        options = (changes(table) or msg("Options: all as usual")) if table else None
        text = self._told(caller, table, lines(now, head, options, _take_backs(table), pages[0]))
        return Letter(text, (await self._picture(caller, key, table),), rows)

    async def _picture(self, caller: Caller, key: str, table: Table | None) -> Picture:
        """The board of the table, else an example."""
        if table and table.status in (Status.RUNNING, Status.OVER) and table.round:
            seen = replace(await self._service.tables.observe(table.id, None, reader=caller.person.user), large=False)
            return await self._painter.board(seen, await self._painter.layout(seen), caller.locale)
        known = self._examples.get((key, caller.locale))
        if known is None:
            seen = replace(example(self._games[key]), reader=caller.person.user)
            known = await self._painter.board(seen, await self._painter.arranged(seen, ()), caller.locale)
            self._examples[key, caller.locale] = known
        return known

    # -- what the caller can do now ------------------------------------------------------------------------------------

    async def _table(self, caller: Caller, game: str = "") -> Table | None:
        """The table in this channel that concerns the caller most."""
        here = [table for table in await self._service.listing.in_channel(caller.channel) if game in ("", table.game)]
        here = [table for table in here if table.thread == caller.channel] or here
        mine = [table for table in here if table.seat_of(caller.person.user) is not None]
        waiting = [table for table in mine if waits_for(table, caller.person)]
        lobbies = [table for table in here if table.status is Status.LOBBY]
        return next((tables[-1] for tables in (waiting, mine, lobbies, here) if tables), None)

    async def _now(self, caller: Caller, table: Table | None) -> Message:
        """What the caller can do now, in one or two sentences."""
        try:
            need(caller.place)
        except Refusal as refused:
            return refused.message
        if table is not None:
            return await self._at(caller, table)
        elsewhere = await self._service.listing.of(caller.person.user, caller.guild)
        waiting = next((other for other in elsewhere if waits_for(other, caller.person)), None)
        if waiting:
            return msg(
                "It is your turn: {title} waits for you in <#{place}>.", title=self._title(waiting), place=waiting.place
            )
        try:
            await self._setup.wanted(caller)
        except Refusal as refused:
            return sentences(refused.message, _YOURS if elsewhere else _JOIN)
        return sentences(_OPEN, _YOURS if elsewhere else None)

    async def _at(self, caller: Caller, table: Table) -> Message:
        title, seat = self._title(table), table.seat_of(caller.person.user)
        if seat is None:
            return self._visitors.told(table)
        if table.status is Status.LOBBY:
            return self._in_lobby(caller, table)
        if waits_for(table, caller.person):
            seen = await self._service.tables.observe(table.id, caller.person.user)
            return sentences(
                msg("It is your turn in {title}.", title=title),
                self._games[table.game].voice.prompt(seen.observation),
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

    def _in_lobby(self, caller: Caller, table: Table) -> Message:
        game, seats, title = self._games[table.game], len(table.seats), self._title(table)
        if seats < game.seats[0]:
            return msg(
                "{title} waits for players: others press Join, and Add bot gives a seat to a computer player.",
                title=title,
            )
        if caller.person.user == table.host:
            return msg("{title} can begin: press Start when everybody is there.", title=title)
        return msg(
            "You are in. {title} begins when {who} presses Start.", title=title, who=Who(table.seat_of(table.host) or 0)
        )

    def _steps(self, caller: Caller, table: Table | None) -> tuple[Row, ...]:
        """The next press for what the help says first."""
        words = self._texts.words(caller.locale, ())
        if table is None:
            return ((Button(words.text(msg("Rules")), ControlId(Purpose.RULES, 0, data=CHOOSE)),),)
        buttons = []
        if table.seat_of(caller.person.user) is None:
            buttons = self._visitors.buttons(table, words)
        elif table.running:
            buttons = [Button(words.text(msg("My hand")), ControlId(Purpose.HAND, table.id))]
        return in_rows([*buttons, Button(words.text(msg("Rules")), ControlId(Purpose.RULES, table.id))])

    # -- words ---------------------------------------------------------------------------------------------------------

    def _title(self, table: Table) -> Message:
        return titled(self._games[table.game], table)

    def _told(self, caller: Caller, table: Table | None, text: Value) -> str:
        words = self._texts.message_words(caller.locale, mentions(table.seats) if table else ())
        return clipped(words.text(text), TEXT_LENGTH)


def _pages(game: Game[Any, Any]) -> Sequence[Message]:
    """The rules on few pages: what comes after the last of them goes there too."""
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
