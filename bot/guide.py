"""What the bot tells about itself: rules, help, and suggestions while somebody types a command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot import messages
from bot.caller import Caller
from bot.letters import MOST_OPTIONS, Button, ControlId, Letter, Purpose, in_rows
from bot.menus import SEPARATOR
from bot.painter import clipped
from bot.refusals import Refusal, Unknown
from bot.tables import ANY, Person, Status, Table, Tables
from bot.texts import Texts
from engine.game import Game
from engine.words import Message, lines, msg


class Guide:
    """The part of the desk that changes nothing."""

    def __init__(self, tables: Tables, games: Mapping[str, Game[Any, Any]], texts: Texts) -> None:
        self._tables = tables
        self._games = games
        self._texts = texts

    # -- rules and help ------------------------------------------------------------------------------------------------

    async def rules_here(self, caller: Caller, game: str) -> Letter:
        """The rules of a game, or of the one that is played here."""
        here = await self._tables.in_channel(caller.channel)
        table = next((t for t in here if game in ("", t.game)), None)
        key = game or (table.game if table else next(iter(self._games)))
        return self.rules(caller, key, 0, table)

    async def rules_page(self, caller: Caller, id: ControlId) -> Letter:
        """The page that a control asks for."""
        game, _, page = id.data.partition(SEPARATOR)
        table = await self._known(caller, id.table) if id.table else None
        if table is not None and not game:
            game = table.game
        if game not in self._games:
            raise Refusal(msg("There are no rules for that game."))
        return self.rules(caller, game, int(page) if page.isdecimal() else 0, table)

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
        """Names of options of the tables that wait here; once something is typed then values that say enough alone."""
        options = [table.options for table in await self._lobbies(caller)]
        names = [name for each in options for name in each.settings() if typed.casefold() in name]
        values = [
            value for each in options for value in each.shorthands() if typed and value.startswith(typed.casefold())
        ]
        return list(dict.fromkeys(names + values))[:MOST_OPTIONS]

    async def suggested_values(self, caller: Caller, option: str, typed: str) -> list[str]:
        """Values of an option."""
        settings = [table.options.settings() for table in await self._lobbies(caller)]
        known = [setting[option] for setting in settings if option in setting]
        values = [value for setting in known for value in setting.suggestions() if typed.casefold() in value]
        typed_out = [typed.strip() for setting in known if setting.takes(typed)]
        return list(dict.fromkeys(values + typed_out))[:MOST_OPTIONS]

    async def _lobbies(self, caller: Caller) -> list[Table]:
        return list(await self._tables.in_channel(caller.channel, (Status.LOBBY,)))

    # -- words ---------------------------------------------------------------------------------------------------------

    async def _known(self, caller: Caller, table: int) -> Table:
        """A table of this server, or of another where the caller has a seat. Raises Unknown."""
        known = await self._tables.table(table, ANY)
        if known.guild != caller.guild and known.seat_of(caller.person.user) is None:
            raise Unknown
        return known

    def _title(self, table: Table) -> Message:
        return messages.title(self._games[table.game], table)

    def _plain(self, caller: Caller, text: Message) -> Letter:
        return Letter(self._texts.words(caller.locale, ()).text(text))


def waits_for(table: Table, person: Person) -> bool:
    """Whether it is this person's turn."""
    mover = table.mover
    return mover is not None and mover.player is None and mover.user == person.user


def _fits(rest: str, typed: str) -> bool:
    return all(word in rest.casefold().split() or rest.casefold().startswith(word) for word in typed.casefold().split())


def _advice(person: Person, tables: Sequence[Table]) -> Message:
    """The first line of the help: what this person can do now."""
    if any(waits_for(table, person) for table in tables):
        return msg("It is your turn: `/hand` shows your tiles and what you can do.")
    if any(t.status is Status.RUNNING for t in tables):
        return msg("Your game waits for somebody else. `/board` shows it, `/games` lists all of yours.")
    if tables:
        return msg("Your table waits for players: they press Join, then you press Start.")
    return msg("You sit at no table. `/new` opens one, and others press Join.")


_COMMANDS = msg(
    "`/new` opens a table, `/join` and `/leave` take and give back a seat, `/option` sets an option, `/start` begins.\n"
    "`/bot` gives a seat to a computer player, `/hints` allows hints, `/hint` asks for one, and after the game "
    "`/analysis` tells what would have been better.\n"
    "`/match 3` plays until somebody has won three games, `/sumof 3` three games for their sum.\n"
    "`/hand` shows your tiles, `/board` the table, `/games` all your games, `/rules` the rules, `/record` the record.\n"
    "`/leave` also gives up a seat of a running game: a computer player goes on until somebody takes it with `/join`.\n"
    "`/undo` takes your last move back, `/vote` asks everybody to cancel, pause or finish the game.\n"
    "`/rematch` plays a finished game again with the same people: one press each.\n"
    "Moves have commands too, such as `/play 6-2 B`: they suggest what is possible. Everything also works by buttons.\n"
    "`/word` adds a word of yours to the shuffle, so that nobody can choose the deal alone.\n"
    "`/settings` brings your hand by private message when it is your turn."
)
