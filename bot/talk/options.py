"""The options of a table: in words, and to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.table.model import Table
from bot.talk import time as clocks
from bot.talk.letter import MOST_OPTIONS, Button, ControlId, Option, Purpose, Row, Select, Style, in_rows
from bot.talk.menu import MOST_BUTTONS, SEPARATOR
from bot.talk.title import AnyGame
from engine.words import Join, Message, Words, lines, listed, msg

PRESET = "preset"
"""Marks a choice of all options at once."""


def text(game: AnyGame, table: Table) -> Message:
    """Tell all options, and how long a game with them takes."""
    return lines(noted(game, table), all_options(table), length(game, table))


def rows(game: AnyGame, table: Table, words: Words) -> tuple[Select, ...]:
    """Build the menus of the presets and of the options, for the host."""
    presets = tuple(Option(key, _id(Purpose.SET, table, f"{PRESET}={key}")) for key in game.presets)
    named = [Option(name, _id(Purpose.OPTIONS, table, name)) for name in table.options.settings()]
    placeholder = words.text(msg("Change an option"))
    menus = [
        Select(placeholder, _id(Purpose.CHOOSE, table, f"options{n}"), tuple(some))
        for n, some in enumerate(_pages(named))
    ]
    return (Select(words.text(msg("Take a preset")), _id(Purpose.CHOOSE, table, PRESET), presets), *menus)


def values(table: Table, name: str) -> Message:
    """Tell what an option means, and what it can be."""
    setting = table.options.settings()[name]
    return msg("`{name}`: {help}. It can be {values}.", name=name, help=setting.help, values=setting.domain())


def value_rows(table: Table, name: str, page: int, words: Words) -> tuple[Row, ...]:
    """Build a button for each value of an option, or where they are many a menu, page by page."""
    now = table.options.text(name)
    known = table.options.settings()[name].suggestions()
    shown = [Option(value, _id(Purpose.SET, table, f"{name}={value}")) for value in known]
    typed, back = _typed(table, name, words), Button(words.text(msg("Back")), _id(Purpose.OPTIONS, table))
    if len(shown) <= MOST_BUTTONS:
        buttons = [Button(v.label, v.id, Style.MAIN if v.label == now else Style.PLAIN) for v in shown]
        return in_rows([*buttons, *typed, back])
    pages = _pages(shown)
    page %= len(pages)
    following = _id(Purpose.OPTIONS, table, f"{name}{SEPARATOR}{page + 1}")
    more = [Button(words.text(msg("More values")), following)] if len(pages) > 1 else []
    marked = tuple(replace(v, about=words.text(msg("as it is now"))) if v.label == now else v for v in pages[page])
    menu = Select(words.text(msg("Choose a value")), _id(Purpose.CHOOSE, table, "values"), marked)
    return (menu, *in_rows([*typed, *more, back]))


def _typed(table: Table, name: str, words: Words) -> list[Button]:
    """Build the button that asks for another value, where any can be typed."""
    setting = table.options.settings()[name]
    if setting.values:
        return []
    label = msg("Type another") if setting.low is None else msg("Type a number")
    return [Button(words.text(label), _id(Purpose.ASK, table, name))]


def is_now(table: Table, name: str) -> Message:
    """Answer the host who set an option."""
    return msg("{name} is now {value}.", name=name, value=table.options.text(name))


def those_of(preset: str) -> Message:
    """Answer the host who took a preset."""
    return msg("The options are those of {preset}.", preset=preset)


def changes(table: Table) -> Message | None:
    """List the options that differ from the usual ones."""
    changed = table.options.changed()
    if not changed:
        return None
    return msg("Options: {options}", options=listed([f"{name} {value}" for name, value in changed.items()], Join.COMMA))


def noted(game: AnyGame, table: Table) -> Message | None:
    """Say what the players should know of the options before they begin."""
    return table.options.note(max(len(table.seats), game.seats[0]))


def all_options(table: Table) -> Message:
    """List every option with its value and meaning."""
    rows = [
        msg("`{name}` {value}: {help}", name=name, value=table.options.text(name), help=setting.help)
        for name, setting in table.options.settings().items()
    ]
    return listed(rows, Join.LINES)


def length(game: AnyGame, table: Table) -> Message:
    """Say how many turns the game will take, as honestly as can be said."""
    seats = max(len(table.seats), game.seats[0])
    span = game.turns(table.options, seats)
    if len(span) == 1:
        return msg("About {turns} turns with {seats} players.", turns=span[0], seats=seats)
    return msg("About {low} to {high} turns with {seats} players.", low=span[0], high=span[-1], seats=seats)


def clock(game: AnyGame, table: Table) -> Message:
    """Say how much time each player would have with those who are there."""
    seats = max(len(table.seats), game.seats[0])
    return clocks.clock(table.timing, seats, game.turns(table.options, seats)[-1])


def _pages(options: Sequence[Option]) -> list[Sequence[Option]]:
    """Divide options into as many at a time as one menu holds."""
    return [options[start : start + MOST_OPTIONS] for start in range(0, len(options), MOST_OPTIONS)]


def _id(purpose: Purpose, table: Table, data: str = "") -> ControlId:
    return ControlId(purpose, table.id, data=data)
