"""Settings that servers seldom change: the setup panel has a line about each, and a page that changes it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.limits import NEWCOMER_DAYS, OWN_TABLES, TABLES_A_CHANNEL, Limits
from bot.table.server_settings import ServerRow
from bot.talk.language import offers, server_language_text
from bot.talk.letter import Box, Button, ControlId, Letter, Option, Part, Purpose, RoleSelect, Select, Style, Text
from bot.talk.words import Texts
from engine.options import write_number
from engine.words import Message, Words, count, lines, msg

ACCENT = 0x5865F2
MORE = "more"
"""The action of controls that open such a page. The name of the setting follows in their data."""
TABLES, OWN, RESULTS, MODERATORS, REPORTS, NEWCOMERS, LANGUAGE = (
    "tables", "own", "results", "moderators", "reports", "newcomers", "language",
)  # fmt: skip
HOW_MANY_TABLES = msg("How many tables can be open in one channel")
HOW_MANY_OWN = msg("How many tables of their own one player can have")
AFTER_DAYS = msg("After how many days on the server members can join tables")
LANGUAGE_ABOUT = msg("The language of new tables, and of what I tell everyone")
AS_DISCORD = msg("as Discord or the host has it")


def parts(server: ServerRow, limits: Limits, words: Words, texts: Texts) -> tuple[Part, ...]:
    """Build the lines about all settings, and the menu that opens the page of a setting."""
    names = {
        TABLES: HOW_MANY_TABLES,
        OWN: HOW_MANY_OWN,
        RESULTS: msg("Where results are posted"),
        MODERATORS: msg("Who moderates tables"),
        REPORTS: msg("Where reports are posted"),
        NEWCOMERS: AFTER_DAYS,
        LANGUAGE: LANGUAGE_ABOUT,
    }
    texts_by_name = {name: line for name in names if (line := _line(name, server, limits, texts)) is not None}
    options = tuple(Option(words.text(names[name]), _id(f"{MORE}={name}")) for name in texts_by_name)
    return (
        Text(words.text(lines(*texts_by_name.values()))),
        Select(words.text(msg("Change one of these")), _choose(MORE), options),
    )


def page(name: str, server: ServerRow, here: int, limits: Limits, words: Words, texts: Texts) -> Letter | None:
    """Show one setting with its controls; None if there is no such page.

    `here` is the channel of the caller.
    """
    line = _line(name, server, limits, texts)
    if line is None:
        return None
    about = msg("Another channel: `/setup {option}`", option=name) if name in (RESULTS, REPORTS) else None
    back = Button(words.text(msg("Back")), _id(""))
    rows: tuple[Part, ...]
    match name:
        case "results" | "reports":
            channel = server.results if name == RESULTS else server.reports
            rows = ((*_channel_buttons(name, channel, here, words), back),)
        case "moderators":
            rows = (RoleSelect(words.text(msg("Choose a role")), _choose(name), role=server.moderators), (back,))
        case _:
            rows = (_menu(name, words, texts), (back,))
    return Letter(parts=(Box((Text(words.text(lines(line, about))), *rows), accent=ACCENT),))


def _channel_buttons(name: str, channel: int | None, here: int, words: Words) -> list[Button]:
    """Build the buttons to post in this channel, and to stop posting in the chosen channel."""
    buttons = []
    if channel != here:
        buttons.append(Button(words.text(msg("Post them here")), _id(f"{name}={here}"), Style.MAIN))
    if channel is not None:  # choosing the same channel again turns the posts off
        buttons.append(Button(words.text(msg("Stop posting them")), _id(f"{name}={channel}")))
    return buttons


def _menu(name: str, words: Words, texts: Texts) -> Select:
    """Build the menu of all values of a number or of the language.

    No value is marked: a closed menu then shows what is asked, and the line above it has the present value.
    """
    match name:
        case "language":
            placeholder = LANGUAGE_ABOUT
            offered = [(words.text(label), value) for label, value in offers(texts.languages, AS_DISCORD)]
        case "tables":
            placeholder, offered = HOW_MANY_TABLES, _numbers(TABLES_A_CHANNEL)
        case "own":
            placeholder, offered = HOW_MANY_OWN, _numbers(OWN_TABLES)
        case _:
            placeholder, offered = AFTER_DAYS, _numbers(NEWCOMER_DAYS)
    options = tuple(Option(label, _id(f"{name}={value}")) for label, value in offered)
    return Select(words.text(placeholder), _choose(name), options)


def _numbers(numbers: Sequence[int]) -> list[tuple[str, str]]:
    return [(str(write_number(n)), str(n)) for n in numbers]


# -- the lines ---------------------------------------------------------------------------------------------------------


def _line(name: str, server: ServerRow, limits: Limits, texts: Texts) -> Message | None:
    """Say what a server has chosen; None if there is no such choice."""
    match name:
        case "tables":
            return msg("**Open tables**: at most {most} per channel", most=limits.tables_a_channel)
        case "own":
            return msg("**Tables with only one person**: at most {most} per person", most=limits.own_tables)
        case "language":
            return server_language_text(texts, server.language) if texts.languages.is_choice else None
    describe = {"results": _results, "moderators": _moderators, "reports": _reports, "newcomers": _newcomers}.get(name)
    return None if describe is None else describe(server)


def _results(server: ServerRow) -> Message:
    if server.results is None:
        return msg("**Results**: only where the game is played")
    return msg("**Results**: also in <#{channel}>", channel=server.results)


def _moderators(server: ServerRow) -> Message:
    if server.moderators is None:
        return msg("**Moderators**: members who may manage messages")
    return msg("**Moderators**: members who may manage messages, and <@&{role}>", role=server.moderators)


def _reports(server: ServerRow) -> Message:
    if server.reports is None:
        return msg("**Reports by members**: in the log (`/setup log`)")
    return msg("**Reports by members**: in <#{channel}> and the log (`/setup log`)", channel=server.reports)


def _newcomers(server: ServerRow) -> Message:
    if not server.newcomers:
        return msg("**New members**: can join tables at once")
    return count(
        "**New members**: can join tables after {n} day",
        "**New members**: can join tables after {n} days",
        server.newcomers,
    )


def _choose(name: str) -> ControlId:
    return ControlId(Purpose.CHOOSE, 0, data=f"setup {name}")


def _id(data: str) -> ControlId:
    return ControlId(Purpose.SETUP, 0, data=data)
