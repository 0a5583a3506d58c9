"""What a person may ask of the bot, by button or by command, and the letter that answers.

Buttons and slash commands are two ways to the same methods. Nothing here knows Discord; every answer is for the asking
person alone. What happens to the public messages follows from the tables (`bot/showing.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot import messages
from bot.letters import MOST_OPTIONS, Button, ControlId, Letter, Option, Purpose, Row, Select, Style, in_rows
from bot.menus import SEPARATOR, Menu
from bot.painter import Painter, clipped
from bot.refusals import Refusal, Stale
from bot.tables import Person, Played, Seen, Status, Table, Tables
from bot.texts import Texts, mentions, plain_names
from bot.transcript import transcript
from engine.game import Game
from engine.options import OptionRefused, Setting, written
from engine.words import Message, Value, Words, lines, msg


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, from where, and in which language."""

    person: Person
    locale: str
    interaction: int
    guild: int | None
    channel: int


class Desk:
    """Answers everybody's questions."""

    def __init__(self, tables: Tables, games: Mapping[str, Game[Any, Any]], painter: Painter, texts: Texts) -> None:
        self._tables = tables
        self._games = games
        self._painter = painter
        self._texts = texts

    # -- finding the table ---------------------------------------------------------------------------------------------

    async def table_here(self, caller: Caller, wanted: int | None, statuses: Sequence[Status]) -> Table:
        """The table a command means: the one named, else the caller's own in this channel, else the only one here."""
        here = await self._tables.in_channel(caller.channel, tuple(Status))
        if wanted is not None:
            named = [t for t in here if t.number == wanted]
            if not named:
                raise Refusal(msg("There is no such table in this channel. `/games` lists yours."))
            return named[0]
        here = [t for t in here if t.status in statuses]
        mine = [t for t in here if t.seat_of(caller.person.user) is not None]
        waiting = [t for t in mine if _waits_for(t, caller.person)]
        for candidates in (waiting, _open(mine), _open(here), mine[-1:], here[-1:]):
            if len(candidates) == 1:
                return candidates[0]
            if candidates:
                raise Refusal(msg("There are several tables here: say which one with `table`."))
        raise Refusal(msg("There is no such table in this channel. `/new` opens one."))

    # -- the lobby -----------------------------------------------------------------------------------------------------

    async def new(self, caller: Caller, game: str, preset: str = "") -> Letter:
        """Open a table; its card is posted in the channel."""
        if game not in self._games:
            raise Refusal(msg("There is no game of that name. `/new` lists them."))
        table = await self._tables.new(
            game, caller.person, caller.guild, caller.channel, preset=preset, interaction=caller.interaction
        )
        return self._lobby_letter(caller, table, msg("Your table is open: its card is in the channel."))

    async def join(self, caller: Caller, table: int) -> Letter:
        """Take the next seat."""
        joined = await self._tables.join(table, caller.person, interaction=caller.interaction)
        note = msg("You are in. I call you here when it is your turn.")
        return self._lobby_letter(caller, joined, note)

    async def leave(self, caller: Caller, table: int) -> Letter:
        """Give the seat back before the game begins."""
        left = await self._tables.leave(table, caller.person.user, interaction=caller.interaction)
        return self._letter(caller, left, msg("You left {title}.", title=self._title(left)))

    async def start(self, caller: Caller, table: int) -> Letter:
        """Begin the game."""
        started = await self._tables.start(table, caller.person.user, interaction=caller.interaction)
        note = msg("{title} begins: the first board is on its way.", title=self._title(started))
        return self._letter(caller, started, note)

    async def option(self, caller: Caller, table: int, name: str, value: str) -> Letter:
        """Set one option."""
        changed = await self._tables.option(table, caller.person.user, name, value, interaction=caller.interaction)
        key = name.strip().casefold()
        note = msg("{name} is now {value}.", name=key, value=written(getattr(changed.options, key)))
        return self._options_letter(caller, changed, note)

    async def preset(self, caller: Caller, table: int, key: str) -> Letter:
        """Take a set of options that belong together."""
        changed = await self._tables.preset(table, caller.person.user, key)
        return self._options_letter(caller, changed, msg("The options are those of {preset}.", preset=key))

    async def options(self, caller: Caller, table: int, name: str = "") -> Letter:
        """All options, or the values of one."""
        known = await self._tables.table(table, caller.guild)
        if name:
            return self._values_letter(caller, known, name)
        return self._options_letter(caller, known, None)

    async def word(self, caller: Caller, table: int, word: str) -> Letter:
        """Add a word to the shuffle of the deals to come."""
        known = await self._tables.word(table, caller.person.user, word)
        return self._letter(caller, known, msg("Your word goes into the shuffle of every deal from now on."))

    # -- the game ------------------------------------------------------------------------------------------------------

    async def hand(self, caller: Caller, table: int, note: Value | None = None) -> Letter:
        """The caller's hand with all that can be done now."""
        return await self._hand_letter(caller, await self._seen(caller, table), note)

    async def menu(self, caller: Caller, id: ControlId) -> Letter:
        """One level deeper into the choices; an old menu shows the current hand instead."""
        seen = await self._seen(caller, id.table)
        if seen.table.position_seq != id.seq:
            return await self._hand_letter(caller, seen)
        chosen = tuple(part for part in id.data.split(SEPARATOR) if part)
        return await self._hand_letter(caller, seen, None, chosen, every_place=id.purpose is Purpose.PLACES)

    async def act(self, caller: Caller, table: int, seq: int | None, notation: str) -> Letter:
        """Do what a notation says; an old button shows the current hand instead."""
        try:
            played = await self._tables.act(table, caller.person, seq, notation, interaction=caller.interaction)
        except Stale:
            return await self.hand(caller, table)
        return await self._played_letter(caller, played)

    async def board(self, caller: Caller, table: int) -> Letter:
        """A fresh look at the board, for the caller alone."""
        seen = await self._tables.observe(table, None)
        board = await self._painter.board(seen, caller.locale)
        whole = await self._painter.whole(seen, caller.locale)
        letter = self._letter(caller, seen.table, self._headline(seen))
        return Letter(letter.text, (whole or board,), self._looks_rows(caller, seen))

    async def text(self, caller: Caller, table: int) -> Letter:
        """The board in words, for who cannot see the picture."""
        seen = await self._tables.observe(table, None)
        words = self._texts.words(caller.locale, mentions(seen.table.seats))
        board = self._painter.look(seen).text(seen.observation)
        return Letter(clipped(words.text(lines(self._headline(seen), board)), messages.TEXT_LENGTH))

    async def record(self, caller: Caller, table: int) -> Letter:
        """The record of a table: a file that can be checked, and one that can be read."""
        known = await self._tables.table(table, caller.guild)
        record = await self._tables.record(table)
        name = f"{known.game}-{known.number}"
        names = self._texts.words(caller.locale, plain_names(known.seats))
        told = await asyncio.to_thread(transcript, record, self._games[known.game], self._title(known), names)
        note = msg(
            "The record of {title}, to read and to check: `python -m bot verify {file}` tries its deals and moves.",
            title=self._title(known),
            file=f"{name}.json",
        )
        files = ((f"{name}.json", record.to_json()), (f"{name}.txt", told.encode()))
        return Letter(self._words(caller, known).text(note), files=files)

    # -- around it -----------------------------------------------------------------------------------------------------

    async def games(self, caller: Caller) -> Letter:
        """The caller's open tables on this server, those that wait for him first."""
        tables = await self._tables.of(caller.person.user, caller.guild)
        waiting = [t for t in tables if _waits_for(t, caller.person)]
        others = [t for t in tables if t not in waiting]
        if not tables:
            return self._plain(caller, msg("You sit at no table. `/new` opens one."))
        rows = [
            *(
                msg("**{title}** waits for you · <#{channel}>", title=self._title(t), channel=t.channel)
                for t in waiting
            ),
            *(msg("{title} · <#{channel}>", title=self._title(t), channel=t.channel) for t in others),
        ]
        buttons = [Button(self._plain(caller, self._title(t)).text, _id(Purpose.HAND, t)) for t in waiting[:9]]
        return Letter(clipped(self._plain(caller, lines(*rows)).text, messages.TEXT_LENGTH), rows=in_rows(buttons))

    async def rules_here(self, caller: Caller, game: str) -> Letter:
        """The rules of a game, or of the one that is played here."""
        here = await self._tables.in_channel(caller.channel)
        table = next((t for t in here if game in ("", t.game)), None)
        key = game or (table.game if table else next(iter(self._games)))
        return self.rules(caller, key, 0, table)

    # -- suggestions while somebody types ------------------------------------------------------------------------------

    async def suggested_moves(self, caller: Caller, verb: str, typed: str) -> list[tuple[str, str]]:
        """The caller's own legal actions with this verb: what is shown, and the rest of the notation."""
        offers = await self._tables.choices(caller.person.user, verb, guild=caller.guild, channel=caller.channel)
        rests = [(offer, offer.choice.notation.partition(" ")[2]) for offer in offers]
        fitting = [(offer, rest) for offer, rest in rests if _fits(rest, typed)]
        return [(self._plain(caller, offer.choice.label).text, rest) for offer, rest in fitting[:MOST_OPTIONS]]

    async def suggested_tables(self, caller: Caller, typed: str) -> list[tuple[str, int]]:
        """The tables of this channel: title and number."""
        here = await self._tables.in_channel(caller.channel, tuple(Status))
        fitting = [t for t in reversed(here) if str(t.number).startswith(typed.strip())]
        return [(self._plain(caller, self._title(t)).text, t.number) for t in fitting[:MOST_OPTIONS]]

    async def suggested_options(self, caller: Caller, typed: str) -> list[str]:
        """Names of options of the tables that wait here."""
        names = [name for table in await self._lobbies(caller) for name in table.options.settings()]
        return [name for name in dict.fromkeys(names) if typed.casefold() in name][:MOST_OPTIONS]

    async def suggested_values(self, caller: Caller, option: str, typed: str) -> list[str]:
        """Values of an option."""
        settings = [table.options.settings() for table in await self._lobbies(caller)]
        known = [setting[option] for setting in settings if option in setting]
        values = [value for setting in known for value in setting.suggestions() if typed.casefold() in value]
        typed_out = [typed.strip() for setting in known if _takes(setting, typed)]
        return list(dict.fromkeys(values + typed_out))[:MOST_OPTIONS]

    async def _lobbies(self, caller: Caller) -> list[Table]:
        return list(await self._tables.in_channel(caller.channel, (Status.LOBBY,)))

    # -- rules and help ------------------------------------------------------------------------------------------------

    def rules(self, caller: Caller, game: str, page: int = 0, table: Table | None = None) -> Letter:
        """One page of a game's rules."""
        rules = self._games[game].rules
        page = max(0, min(page, len(rules) - 1))
        head = msg("**{game}** · page {page} of {pages}", game=self._games[game].name, page=page + 1, pages=len(rules))
        options = messages.changes(table) if table and table.game == game and page == 0 else None
        turns = [
            Button(
                str(n + 1),
                ControlId(Purpose.RULES, table.id if table else 0, 0, f"{game}{SEPARATOR}{n}"),
                enabled=n != page,
            )
            for n in range(len(rules))
        ]
        letter = self._plain(caller, lines(head, options, rules[page]))
        return Letter(clipped(letter.text, messages.TEXT_LENGTH), rows=in_rows(turns) if len(turns) > 1 else ())

    async def help(self, caller: Caller) -> Letter:
        """What the caller can do now, then all commands."""
        tables = await self._tables.of(caller.person.user, caller.guild)
        return self._plain(caller, lines(_advice(caller.person, tables), _COMMANDS))

    # -- presses -------------------------------------------------------------------------------------------------------

    async def press(self, caller: Caller, id: ControlId) -> Letter:
        """The answer to a control. A table of another server is as unknown as one that does not exist."""
        if id.table:
            await self._tables.table(id.table, caller.guild)
        match id.purpose:
            case Purpose.ACT:
                return await self.act(caller, id.table, id.seq, id.data)
            case Purpose.MENU | Purpose.PLACES:
                return await self.menu(caller, id)
            case Purpose.HAND | Purpose.CHOOSE:
                return await self.hand(caller, id.table)
            case Purpose.BOARD:
                return await self.board(caller, id.table)
            case Purpose.TEXT:
                return await self.text(caller, id.table)
            case Purpose.RULES:
                return await self._rules_page(caller, id)
            case Purpose.JOIN:
                return await self.join(caller, id.table)
            case Purpose.LEAVE:
                return await self.leave(caller, id.table)
            case Purpose.START:
                return await self.start(caller, id.table)
            case Purpose.OPTIONS | Purpose.ASK:
                return await self.options(caller, id.table, id.data)
            case Purpose.SET:
                name, _, value = id.data.partition("=")
                if name == PRESET:
                    return await self.preset(caller, id.table, value)
                return await self.option(caller, id.table, name, value)

    async def _rules_page(self, caller: Caller, id: ControlId) -> Letter:
        game, _, page = id.data.partition(SEPARATOR)
        table = await self._tables.table(id.table, caller.guild) if id.table else None
        if table is not None and not game:
            game = table.game
        if game not in self._games:
            raise Refusal(msg("There are no rules for that game."))
        return self.rules(caller, game, int(page) if page.isdecimal() else 0, table)

    # -- letters -------------------------------------------------------------------------------------------------------

    async def _seen(self, caller: Caller, table: int) -> Seen:
        seen = await self._tables.observe(table, caller.person.user)
        if seen.seat is None:
            raise Refusal(msg("You have no hand here. `/new` opens a table of your own."))
        return seen

    async def _hand_letter(
        self,
        caller: Caller,
        seen: Seen,
        note: Value | None = None,
        chosen: tuple[str, ...] = (),
        *,
        every_place: bool = False,
    ) -> Letter:
        table, now = seen.table, seen.observation
        words = self._words(caller, table)
        picture = await self._painter.hand(seen, caller.locale, chosen)
        text = words.text(messages.hand(self._games[table.game], seen, note))
        rows: tuple[Row, ...] = ()
        if seen.seat is not None and now.to_act == seen.seat:
            menu = Menu(table.id, table.position_seq, now.choices, words, chosen, every_place)
            rows = (*menu.rows(), *self._menu_extras(words, table, menu))
        return Letter(clipped(text, messages.TEXT_LENGTH), (picture,), rows)

    def _menu_extras(self, words: Words, table: Table, menu: Menu) -> tuple[Row, ...]:
        extras = []
        if menu.hides_places():
            label = words.text(msg("Choose the place"))
            extras.append(Button(label, ControlId(Purpose.PLACES, table.id, table.position_seq)))
        if menu.chosen or menu.every_place:
            extras.append(Button(words.text(msg("Back")), _id(Purpose.HAND, table)))
        return in_rows(extras)

    async def _played_letter(self, caller: Caller, played: Played) -> Letter:
        done = messages.sentence(played.events)
        seen = await self._tables.observe(played.table.id, caller.person.user)
        if seen.seat is not None and seen.observation.to_act == seen.seat:
            return await self._hand_letter(caller, seen, done)
        words = self._words(caller, seen.table)
        again = Button(words.text(msg("My hand")), _id(Purpose.HAND, seen.table))
        text = words.text(lines(done, self._headline(seen)))
        return Letter(clipped(text, messages.TEXT_LENGTH), rows=((again,),))

    def _lobby_letter(self, caller: Caller, table: Table, note: Message) -> Letter:
        words = self._words(caller, table)
        game = self._games[table.game]
        buttons = [Button(words.text(msg("Options")), _id(Purpose.OPTIONS, table))]
        if len(table.seats) >= game.seats[0]:
            buttons.append(Button(words.text(msg("Start")), _id(Purpose.START, table), Style.GOOD))
        return Letter(words.text(note), rows=in_rows(buttons))

    def _options_letter(self, caller: Caller, table: Table, note: Message | None) -> Letter:
        words = self._words(caller, table)
        game = self._games[table.game]
        text = words.text(lines(note, self._title(table), messages.all_options(table), messages.length(game, table)))
        rows: list[Row] = []
        if table.status is Status.LOBBY:
            rows.append(self._presets(words, table))
            named = [Option(name, _id(Purpose.OPTIONS, table, name)) for name in table.options.settings()]
            for start in range(0, len(named), MOST_OPTIONS):
                placeholder = words.text(msg("Change an option"))
                some = tuple(named[start : start + MOST_OPTIONS])
                rows.append(Select(placeholder, _id(Purpose.CHOOSE, table, f"options{start}"), some))
        return Letter(clipped(text, messages.TEXT_LENGTH), rows=tuple(rows))

    def _presets(self, words: Words, table: Table) -> Select:
        keys = self._games[table.game].presets
        options = tuple(Option(key, _id(Purpose.SET, table, f"{PRESET}={key}")) for key in keys)
        return Select(words.text(msg("Take a preset")), _id(Purpose.CHOOSE, table, PRESET), options)

    def _values_letter(self, caller: Caller, table: Table, name: str) -> Letter:
        words = self._words(caller, table)
        settings = table.options.settings()
        if name not in settings:
            raise Refusal(msg("There is no option of that name."))
        setting = settings[name]
        text = msg("`{name}`: {help}. It can be {values}.", name=name, help=setting.help, values=setting.domain())
        buttons = [
            Button(value, _id(Purpose.SET, table, f"{name}={value}"), Style.MAIN if value == now else Style.PLAIN)
            for now in (written(getattr(table.options, name)),)
            for value in setting.suggestions()
        ]
        if not setting.values:
            buttons.append(Button(words.text(msg("Type a number")), _id(Purpose.ASK, table, name)))
        buttons.append(Button(words.text(msg("Back")), _id(Purpose.OPTIONS, table)))
        return Letter(words.text(text), rows=in_rows(buttons))

    def _looks_rows(self, caller: Caller, seen: Seen) -> tuple[Row, ...]:
        words = self._words(caller, seen.table)
        return (
            (
                Button(words.text(msg("My hand")), _id(Purpose.HAND, seen.table)),
                Button(words.text(msg("Board as text")), _id(Purpose.TEXT, seen.table)),
            ),
        )

    def _headline(self, seen: Seen) -> Message:
        return messages.headline(self._games[seen.table.game], seen)

    def _title(self, table: Table) -> Message:
        return messages.title(self._games[table.game], table)

    def _words(self, caller: Caller, table: Table) -> Words:
        return self._texts.message_words(caller.locale, mentions(table.seats))

    def _letter(self, caller: Caller, table: Table, text: Message) -> Letter:
        return Letter(clipped(self._words(caller, table).text(text), messages.TEXT_LENGTH))

    def _plain(self, caller: Caller, text: Message) -> Letter:
        return Letter(self._texts.words(caller.locale, ()).text(text))


PRESET = "preset"


def _waits_for(table: Table, person: Person) -> bool:
    return table.mover is not None and table.mover.user == person.user


def _open(tables: Sequence[Table]) -> list[Table]:
    return [table for table in tables if table.status in (Status.LOBBY, Status.RUNNING)]


def _takes(setting: Setting, typed: str) -> bool:
    try:
        setting.read("", typed)
    except OptionRefused:
        return False
    return True


def _fits(rest: str, typed: str) -> bool:
    return all(word in rest.casefold().split() or rest.casefold().startswith(word) for word in typed.casefold().split())


def _id(purpose: Purpose, table: Table, data: str = "") -> ControlId:
    return ControlId(purpose, table.id, table.position_seq if purpose is Purpose.ACT else 0, data)


def _advice(person: Person, tables: Sequence[Table]) -> Message:
    """The first line of the help: what this person can do now."""
    if any(_waits_for(table, person) for table in tables):
        return msg("It is your turn: `/hand` shows your tiles and what you can do.")
    if any(t.status is Status.RUNNING for t in tables):
        return msg("Your game waits for somebody else. `/board` shows it, `/games` lists all of yours.")
    if tables:
        return msg("Your table waits for players: they press Join, then you press Start.")
    return msg("You sit at no table. `/new` opens one, and others press Join.")


_COMMANDS = msg(
    "`/new` opens a table, `/join` and `/leave` take and give back a seat, `/option` sets an option, `/start` begins.\n"
    "`/hand` shows your tiles, `/board` the table, `/games` all your games, `/rules` the rules, `/record` the record.\n"
    "Moves have commands too, such as `/play 6-2 B`: they suggest what is possible. Everything also works by buttons.\n"
    "`/word` adds a word of yours to the shuffle, so that nobody can choose the deal alone."
)
