"""The options of a table: all of them, the values of one, and what a press there sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.caller import Caller
from bot.service import Service
from bot.table.model import Status, Table
from bot.table.refusals import Refusal
from bot.table.rules import lobby
from bot.talk.letter import (
    MOST_OPTIONS,
    TEXT_LENGTH,
    Button,
    ControlId,
    Letter,
    Option,
    Purpose,
    Row,
    Select,
    Style,
    in_rows,
)
from bot.talk.menu import MOST_BUTTONS, SEPARATOR
from bot.talk.options import all_options, length, noted
from bot.talk.title import titled
from bot.talk.words import Texts, clipped, mentions
from engine.game import Game
from engine.words import Message, Words, lines, msg

PRESET = "preset"


class OptionPanel:
    """The part of the desk that sets options."""

    def __init__(self, service: Service, games: Mapping[str, Game[Any, Any]], texts: Texts) -> None:
        self._service = service
        self._games = games
        self._texts = texts

    async def press(self, caller: Caller, id: ControlId) -> Letter:
        """The answer to a control about options."""
        if id.purpose is not Purpose.SET:
            return await self.show(caller, id.table, id.data)
        name, _, value = id.data.partition("=")
        if name == PRESET:
            return await self.preset(caller, id.table, value)
        return await self.set(caller, id.table, name, value)

    async def set(self, caller: Caller, table: int, name: str, value: str = "") -> Letter:
        """Set one option; an option without a value is asked for it, a value alone names its option."""
        known = await self._service.tables.table(table, caller.guild)
        if not value.strip() and (key := name.strip().casefold()) in known.options.settings():
            return self._values_letter(caller, known, key)
        changed = await self._service.tables.do(table, caller.by, lobby.option, caller.person.user, name, value)
        key, _ = changed.options.meant(name, value)
        note = msg("{name} is now {value}.", name=key, value=changed.options.text(key))
        return self._options_letter(caller, changed, note)

    async def preset(self, caller: Caller, table: int, key: str) -> Letter:
        """Take a set of options that belong together."""
        changed = await self._service.tables.do(table, caller.by, lobby.preset, caller.person.user, key)
        return self._options_letter(caller, changed, msg("The options are those of {preset}.", preset=key))

    async def show(self, caller: Caller, table: int, name: str = "") -> Letter:
        """All options, or the values of one, from a page of them on."""
        known = await self._service.tables.table(table, caller.guild)
        if name:
            name, _, page = name.partition(SEPARATOR)
            return self._values_letter(caller, known, name, int(page) if page.isdecimal() else 0)
        return self._options_letter(caller, known, None)

    def _options_letter(self, caller: Caller, table: Table, note: Message | None) -> Letter:
        words = self._words(caller, table)
        game = self._games[table.game]
        about = noted(game, table), all_options(table), length(game, table)
        text = words.text(lines(note, titled(game, table), *about))
        rows = (self._presets(words, table), *_names(words, table)) if _may_set(caller, table) else ()
        return Letter(clipped(text, TEXT_LENGTH), rows=rows)

    def _presets(self, words: Words, table: Table) -> Select:
        keys = self._games[table.game].presets
        options = tuple(Option(key, _id(Purpose.SET, table, f"{PRESET}={key}")) for key in keys)
        return Select(words.text(msg("Take a preset")), _id(Purpose.CHOOSE, table, PRESET), options)

    def _values_letter(self, caller: Caller, table: Table, name: str, page: int = 0) -> Letter:
        words = self._words(caller, table)
        settings = table.options.settings()
        if name not in settings:
            raise Refusal(msg("There is no option of that name."))
        setting = settings[name]
        text = msg("`{name}`: {help}. It can be {values}.", name=name, help=setting.help, values=setting.domain())
        rows = _value_rows(words, table, name, page) if _may_set(caller, table) else ()
        return Letter(clipped(words.text(text), TEXT_LENGTH), rows=rows)

    def _words(self, caller: Caller, table: Table) -> Words:
        return self._texts.message_words(caller.locale, mentions(table.seats))


def _may_set(caller: Caller, table: Table) -> bool:
    """Whether a control would do anything but refuse: only the host sets options, and only before the game begins."""
    return table.status is Status.LOBBY and caller.person.user == table.host


def _names(words: Words, table: Table) -> list[Select]:
    """The options to choose from."""
    named = [Option(name, _id(Purpose.OPTIONS, table, name)) for name in table.options.settings()]
    placeholder = words.text(msg("Change an option"))
    return [
        Select(placeholder, _id(Purpose.CHOOSE, table, f"options{n}"), tuple(some))
        for n, some in enumerate(_pages(named))
    ]


def _value_rows(words: Words, table: Table, name: str, page: int) -> tuple[Row, ...]:
    """The values of an option: a button each, or where they are many a menu, page by page."""
    setting, now = table.options.settings()[name], table.options.text(name)
    values = [Option(value, _id(Purpose.SET, table, f"{name}={value}")) for value in setting.suggestions()]
    others = []
    if not setting.values:
        label = msg("Type another") if setting.low is None else msg("Type a number")
        others.append(Button(words.text(label), _id(Purpose.ASK, table, name)))
    back = Button(words.text(msg("Back")), _id(Purpose.OPTIONS, table))
    if len(values) <= MOST_BUTTONS:
        buttons = [Button(v.label, v.id, Style.MAIN if v.label == now else Style.PLAIN) for v in values]
        return in_rows([*buttons, *others, back])
    pages = _pages(values)
    page %= len(pages)
    if len(pages) > 1:
        following = _id(Purpose.OPTIONS, table, f"{name}{SEPARATOR}{page + 1}")
        others.append(Button(words.text(msg("More values")), following))
    shown = tuple(replace(v, about=words.text(msg("as it is now"))) if v.label == now else v for v in pages[page])
    menu = Select(words.text(msg("Choose a value")), _id(Purpose.CHOOSE, table, "values"), shown)
    return (menu, *in_rows([*others, back]))


def _pages(options: Sequence[Option]) -> list[Sequence[Option]]:
    """As many at a time as one menu holds."""
    return [options[start : start + MOST_OPTIONS] for start in range(0, len(options), MOST_OPTIONS)]


def _id(purpose: Purpose, table: Table, data: str = "") -> ControlId:
    return ControlId(purpose, table.id, data=data)
