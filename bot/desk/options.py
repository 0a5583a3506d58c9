"""The options of a table: all of them, the values of one, and what a press there sets."""

from __future__ import annotations

from collections.abc import Sequence

from bot.desk import finding
from bot.desk.ask import Ask
from bot.desk.command import TABLE, Arg, AtTable, Choices, Command, Kind
from bot.table.model import Status, Table
from bot.table.refusals import Refusal
from bot.table.rules import lobby as rules
from bot.talk import options as talk
from bot.talk.letter import MOST_OPTIONS, Letter, Purpose
from bot.talk.menu import SEPARATOR
from engine.series import MOST_GAMES, SHORT_FORMS
from engine.words import Message, lines, msg


async def show(ask: Ask) -> Letter:
    """Show all options, or the values of one, from a page of them on."""
    if not ask.data:
        return _all(ask, ask.here)
    name, _, page = ask.data.partition(SEPARATOR)
    return _values(ask, ask.here, name, int(page) if page.isdecimal() else 0)


async def set_(ask: Ask) -> Letter:
    """Set what the data says: an option, or with a preset all of them."""
    name, _, value = ask.data.partition("=")
    return await (_preset(ask, value) if name == talk.PRESET else _option(ask, name, value))


async def _option(ask: Ask, name: str, value: str) -> Letter:
    """Set one option; an option without a value is asked for it, a value alone names its option."""
    if not value.strip() and (key := name.strip().casefold()) in ask.here.options.settings():
        return _values(ask, ask.here, key)
    changed = await ask.do(rules.option, ask.user, name, value)
    key, _ = changed.options.meant(name, value)
    return _all(ask, changed, talk.is_now(changed, key))


async def _preset(ask: Ask, key: str) -> Letter:
    """Take a set of options that belong together."""
    changed = await ask.do(rules.preset, ask.user, key)
    return _all(ask, changed, talk.those_of(key))


def _all(ask: Ask, table: Table, note: Message | None = None) -> Letter:
    game = ask.game(table)
    text = lines(note, ask.title(table), talk.text(game, table))
    return ask.says(text, table, *(talk.rows(game, table, ask.words(table)) if _may_set(ask, table) else ()))


def _values(ask: Ask, table: Table, name: str, page: int = 0) -> Letter:
    if name not in table.options.settings():
        raise Refusal(msg("There is no option of that name."))
    rows = talk.value_rows(table, name, page, ask.words(table)) if _may_set(ask, table) else ()
    return ask.says(talk.values(table, name), table, *rows)


def _may_set(ask: Ask, table: Table) -> bool:
    """Return whether a control would do anything but refuse: only the host sets options, and only before the start."""
    return table.status is Status.LOBBY and ask.user == table.host


# -- commands ----------------------------------------------------------------------------------------------------------


async def _named(ask: Ask, typed: str) -> Choices:
    """Suggest options of the tables that wait here; once something is typed, values too that say enough alone."""
    options = [table.options for table in await _lobbies(ask)]
    names = [name for each in options for name in each.settings() if typed.casefold() in name]
    values = [value for each in options for value in each.shorthands() if typed and value.startswith(typed.casefold())]
    found = sorted(values + names, key=lambda word: word != typed.casefold())  # what is typed in full comes first
    return _each_once(found)


async def _of_option(ask: Ask, typed: str) -> Choices:
    """Suggest values of the option that is named."""
    option = str(ask.typed.get("name"))
    settings = [table.options.settings() for table in await _lobbies(ask)]
    known = [setting[option] for setting in settings if option in setting]
    values = [value for setting in known for value in setting.suggestions() if typed.casefold() in value]
    typed_out = [typed.strip() for setting in known if setting.takes(typed)]
    return _each_once(values + typed_out)


async def _lobbies(ask: Ask) -> Sequence[Table]:
    return await ask.service.listing.in_channel(ask.caller.channel, (Status.LOBBY,))


def _each_once(words: Sequence[str]) -> Choices:
    return [(word, word) for word in list(dict.fromkeys(words))[:MOST_OPTIONS]]


def _series(form: str, help: Message) -> Command:
    """Build `/match 3`: an option of every table, under the name that players know."""

    async def numbers(_: Ask, typed: str) -> Choices:
        return [(f"{form} {n}", n) for n in range(1, MOST_GAMES + 1) if str(n).startswith(typed.strip())]

    return Command(
        form,
        str(help),
        AtTable(finding.LOBBY, lambda typed: (Purpose.SET, f"{form}={typed['games']}")),
        (Arg("games", "How many", Kind.NUMBER, needed=True, suggest=numbers), TABLE),
    )


OPTION = Command(
    "option",
    "Set an option of a table",
    AtTable(finding.LOBBY, lambda typed: (Purpose.SET, f"{typed['name']}={typed.get('value', '')}")),
    (
        Arg("name", "Which option, or a value such as profi", needed=True, suggest=_named),
        Arg("value", "Its new value", suggest=_of_option),
        TABLE,
    ),
)
SERIES = tuple(_series(form, help) for form, help in SHORT_FORMS.items())
