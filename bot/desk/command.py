"""Slash commands and commands in menus as data, each beside its handler.

`bot/discord/commands.py` makes Discord's commands from them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from bot.desk.ask import Arguments, Ask, Games, Handler
from bot.desk.find_table import Aim
from bot.table.log.model import Table
from bot.talk.letter import MOST_OPTIONS, ControlId, Purpose
from bot.talk.title import title_with_number
from bot.talk.words import plain_hyphens, shorten_text
from engine.words import Message, msg

Choices = Sequence[tuple[str, str | int]]
"""Pairs of a label in the reader's language, and the value of the choice."""
Offers = Sequence[tuple[Message, str | int]]
"""Pairs of a label for all languages, and the value of the choice."""
Suggest = Callable[[Ask, str], Awaitable[Choices]]
"""Returns the suggestions for the text typed so far; the `Ask` has the other arguments."""
CHOICE_LENGTH = 100
"""Discord's limit for the name of a suggestion, in characters."""
LABEL_LENGTH = 32
"""Discord's limit for the name of a command in a menu, in characters, in each language."""
SUGGESTED_TABLES = 100
"""How many of the newest tables of a channel can be suggested."""


class ArgKind(Enum):
    """The type of an argument.

    Channels, roles and users are given by their ids; the role 0 is everybody. The id of an app is a ProgramId, and the
    id of a user who isn't on the server is a StrangerId.
    """

    TEXT = "text"
    NUMBER = "number"
    CHANNEL = "channel"
    ROLE = "role"
    USER = "user"


@dataclass(frozen=True, slots=True)
class Arg:
    """An argument of a command.

    If it has `choices`, nothing else is accepted; `suggest` only helps to type.
    """

    name: str
    help: Message
    kind: ArgKind = ArgKind.TEXT
    is_required: bool = False
    choices: Offers | Callable[[Games], Offers] = ()
    suggest: Suggest | None = None
    max_length: int | None = None

    def choices_for(self, games: Games) -> Offers:
        """Return the choices, given these games."""
        return self.choices(games) if callable(self.choices) else self.choices


@dataclass(frozen=True, slots=True)
class AtTable:
    """The action of a command about one table. It does the same as the press of a control at that table."""

    aim: Aim
    press: Callable[[Arguments], tuple[Purpose, str]]
    """Returns the purpose and the data of that press, from what was typed."""
    verb: str = ""
    """The verb of the move, if the command makes one."""

    def control(self, table: Table, typed: Arguments) -> ControlId:
        """Return the control that the command presses at a table."""
        purpose, data = self.press(typed)
        return ControlId(purpose, table.id, table.position_seq, data)


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command."""

    name: str
    help: Message
    action: Handler | AtTable
    args: Sequence[Arg] = ()
    for_managers: bool = False
    """Whether Discord shows it only to people who may manage the server."""
    works_everywhere: bool = False
    """Whether users who installed the bot can use it in any server, DM or group, even if the bot isn't a member."""


@dataclass(frozen=True, slots=True)
class PersonCommand:
    """A command in the menu of a person.

    Discord shows it under *Apps*, after a long press or a right click on the person. It has no arguments: its handler
    finds that person in `ask.target`.
    """

    label: Message
    """Its name in the menu, in at most `LABEL_LENGTH` characters."""
    handler: Handler
    for_managers: bool = False
    """Whether Discord shows it only to people who may manage the server."""


async def read_suggestions(ask: Ask, command: Command) -> Arguments:
    """Return the typed arguments, each suggestion's name replaced by its value.

    Discord's clients send the name instead of the value if the command was typed by hand, or began in another
    channel.
    """
    arguments = dict(ask.arguments)
    for arg in command.args:
        typed = arguments.get(arg.name)
        if arg.suggest and isinstance(typed, str):
            arguments[arg.name] = await _value_of(replace(ask, arguments=arguments), arg.suggest, typed)
    return arguments


async def _value_of(ask: Ask, suggest: Suggest, typed: str) -> str | int:
    """Return the value of the suggestion with this name, else the typed text."""
    normalized = _normalize(typed)
    for search_text in (typed, ""):  # a full name may not be among its own suggestions, so search those for "" too
        suggestions = await suggest(ask, search_text)
        if values := [value for _, value in suggestions if _normalize(str(value)) == normalized]:
            return values[0]
        matches = {value for name, value in suggestions if _is_name(normalized, name)}
        if matches:
            return matches.pop() if len(matches) == 1 else typed  # two values may have the same name
    return typed


def _is_name(normalized: str, name: str) -> bool:
    """Return whether a normalized text is the name of a suggestion, in full or as Discord shows it."""
    return normalized in (_normalize(name), _normalize(shorten_text(name, CHOICE_LENGTH)))


def _normalize(text: str) -> str:
    """Return a text without differences of case, spaces or hyphens."""
    return " ".join(plain_hyphens(text).casefold().split())


async def suggest_tables(ask: Ask, typed: str) -> Choices:
    """Suggest the tables of this channel, by title or number.

    An open table has the same title here as everywhere else.
    """
    games, channel, beginning = ask.tools.games, ask.caller.channel, typed.strip().casefold()
    open_here = {table.number: ask.title(table) for table in await ask.service.listing.in_channel(channel)}
    titles = [
        (ask.plain_words().text(open_here.get(number) or title_with_number(games[game], number)), number)
        for game, number in await ask.service.listing.newest_in(channel, SUGGESTED_TABLES)
        if game in games
    ]
    fitting_choices = [
        (title, number)
        for title, number in titles
        if str(number).startswith(beginning) or title.casefold().startswith(beginning)
    ]
    return fitting_choices[:MOST_OPTIONS]


TABLE = Arg("table", msg("The table's number, if there are several here"), ArgKind.NUMBER, suggest=suggest_tables)


def list_games(games: Games) -> Offers:
    """Return each game as a choice: its name, and its key as the value."""
    return [(game.name, key) for key, game in games.items()]


def at_table(name: str, help: Message, aim: Aim, purpose: Purpose, data: str = "") -> Command:
    """Build a command whose only argument is the table, for a channel with several."""
    return Command(name, help, AtTable(aim, lambda _: (purpose, data)), (TABLE,))
