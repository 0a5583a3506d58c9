"""The options of a table: all of them, the values of one, and what a press there sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot import cards, messages
from bot.caller import Caller
from bot.letters import MOST_OPTIONS, Button, ControlId, Letter, Option, Purpose, Row, Select, Style, in_rows
from bot.painter import clipped
from bot.refusals import Refusal
from bot.tables import Status, Table, Tables
from bot.texts import Texts, mentions
from engine.game import Game
from engine.words import Message, Words, lines, msg

PRESET = "preset"


class OptionPanel:
    """The part of the desk that sets options."""

    def __init__(self, tables: Tables, games: Mapping[str, Game[Any, Any]], texts: Texts) -> None:
        self._tables = tables
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
        known = await self._tables.table(table, caller.guild)
        if not value.strip() and (key := name.strip().casefold()) in known.options.settings():
            return self._values_letter(caller, known, key)
        changed = await self._tables.option(table, caller.person.user, name, value, interaction=caller.interaction)
        key, _ = changed.options.meant(name, value)
        note = msg("{name} is now {value}.", name=key, value=changed.options.text(key))
        return self._options_letter(caller, changed, note)

    async def preset(self, caller: Caller, table: int, key: str) -> Letter:
        """Take a set of options that belong together."""
        changed = await self._tables.preset(table, caller.person.user, key)
        return self._options_letter(caller, changed, msg("The options are those of {preset}.", preset=key))

    async def show(self, caller: Caller, table: int, name: str = "") -> Letter:
        """All options, or the values of one."""
        known = await self._tables.table(table, caller.guild)
        if name:
            return self._values_letter(caller, known, name)
        return self._options_letter(caller, known, None)

    def _options_letter(self, caller: Caller, table: Table, note: Message | None) -> Letter:
        words = self._words(caller, table)
        game = self._games[table.game]
        text = words.text(lines(note, messages.title(game, table), cards.all_options(table), cards.length(game, table)))
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
            for now in (table.options.text(name),)
            for value in setting.suggestions()
        ]
        if not setting.values:
            label = msg("Type another") if setting.low is None else msg("Type a number")
            buttons.append(Button(words.text(label), _id(Purpose.ASK, table, name)))
        buttons.append(Button(words.text(msg("Back")), _id(Purpose.OPTIONS, table)))
        return Letter(words.text(text), rows=in_rows(buttons))

    def _words(self, caller: Caller, table: Table) -> Words:
        return self._texts.message_words(caller.locale, mentions(table.seats))


def _id(purpose: Purpose, table: Table, data: str = "") -> ControlId:
    return ControlId(purpose, table.id, data=data)
