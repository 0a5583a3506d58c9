"""Computer players before the game begins: what the host sees of them, and what a press there does."""

from __future__ import annotations

from bot.desk import finding
from bot.desk.ask import Ask, Typed, control
from bot.desk.command import TABLE, Arg, AtTable, Command, Kind
from bot.table.model import Status, Table
from bot.table.rules import computers, hints
from bot.talk import card
from bot.talk.letter import Button, Letter, Purpose, Row, Style, in_rows
from bot.talk.words import plain
from engine.players import LEVELS
from engine.words import Join, Message, Who, lines, listed, msg

NONE = "none"
"""What `/bot` takes beside the strengths: it takes the last computer player away."""


async def show(ask: Ask) -> Letter:
    """Show which computer players sit at the table."""
    return _seats(ask, ask.table)


async def add(ask: Ask) -> Letter:
    """Give the next seat to a computer player."""
    added = await ask.do(computers.add, ask.user, ask.data)
    return _seats(ask, added, msg("A computer player sits down."))


async def remove(ask: Ask) -> Letter:
    """Take a computer player away: the one that is named, else the last one."""
    left = await ask.do(computers.remove, ask.user, ask.data)
    return _seats(ask, left, msg("A computer player left."))


def _seats(ask: Ask, table: Table, note: Message | None = None) -> Letter:
    """Say who sits there, and what the host can do about it; all others read who can."""
    seats = listed([card.seated(table, seat) for seat in range(len(table.seats))], Join.LINES)
    may = table.status is Status.LOBBY and ask.user == table.host
    asked = _QUESTION if may else _theirs(table)
    return ask.says(lines(note, asked, card.hints(table), seats), table, *(_rows(ask, table) if may else ()))


def _rows(ask: Ask, table: Table) -> tuple[Row, ...]:
    """What the host can press."""
    words, game = ask.words(table), ask.game(table)
    full = len(table.seats) == game.seats[-1]
    strengths = [
        Button(words.text(name).capitalize(), control(Purpose.ADD, table, level), enabled=not full)
        for level, name in LEVELS.items()
    ]
    computers = [
        Button(words.text(msg("Remove {name}", name=plain(person.name))), control(Purpose.REMOVE, table, person.name))
        for person in table.seats
        if person.computer
    ]
    allowed = table.hints_allowed
    about_hints = msg("No hints") if allowed else msg("Allow hints")
    others = [Button(words.text(about_hints), control(Purpose.HINTS, table, OFF if allowed else ON))]
    if len(table.seats) >= game.seats[0]:
        others.append(Button(words.text(msg("Start")), control(Purpose.START, table), Style.GOOD))
    return (*in_rows(strengths), *in_rows(computers), *in_rows(others))


def _theirs(table: Table) -> Message | None:
    """Who can add computer players, for those who cannot."""
    if table.status is not Status.LOBBY:
        return None
    return msg("Only {host}, the host, can add computer players.", host=Who(table.seat_of(table.host) or 0))


_QUESTION = msg("How strong should the next computer player be?")


# -- hints, which the host allows beside them --------------------------------------------------------------------------

ON, OFF = "on", "off"


async def allow_hints(ask: Ask) -> Letter:
    """Say whether people may ask for hints in this game."""
    changed = await ask.do(hints.allow, ask.user, allowed=ask.data == ON)
    return _seats(ask, changed)


def _bot(typed: Typed) -> tuple[Purpose, str]:
    strength = typed["strength"]
    return (Purpose.REMOVE, "") if strength == NONE else (Purpose.ADD, strength)


BOT = Command(
    "bot",
    "Give a seat to a computer player",
    AtTable(finding.LOBBY, _bot),
    (
        Arg(
            "strength",
            "How well it plays",
            needed=True,
            choices=[*((str(name), level) for level, name in LEVELS.items()), ("none: remove the last one", NONE)],
        ),
        TABLE,
    ),
)
HINTS = Command(
    "hints",
    "Allow hints at a table",
    AtTable(finding.LOBBY, lambda typed: (Purpose.HINTS, ON if typed["allowed"] else OFF)),
    (Arg("allowed", "Whether whoever is to move may ask for a hint", Kind.FLAG, needed=True), TABLE),
)
