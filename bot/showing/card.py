"""The card of a table in its channel: what it says, and what can be pressed under it."""

from __future__ import annotations

from bot import cards
from bot.clocks.texts import ABOUT, ABOUT_ABSENT, ABSENT, NAMES
from bot.leaving import claim_buttons, seat_buttons
from bot.letters import ABSENCE, FROM_CARD, Button, ControlId, Letter, Option, Purpose, Row, Select, Style, in_rows
from bot.messages import AnyGame
from bot.rematch import rematch_buttons
from bot.table.model import Seen, Status, Table
from bot.votes import resume_buttons
from engine.words import Message, Words, msg


def card(game: AnyGame, seen: Seen, words: Words) -> Letter:
    """The card of a table as it stands; of one that waits for players nothing is to be seen but the table."""
    table = seen.table
    match table.status:
        case Status.LOBBY:
            return Letter(words.text(cards.lobby(game, table)), rows=_lobby_rows(table, words))
        case Status.RUNNING:
            return Letter(words.text(cards.running(game, seen)), rows=_running_rows(table, words))
        case Status.OVER:
            return Letter(words.text(cards.ended(game, seen)), rows=in_rows(rematch_buttons(table, words)))
        case Status.CLOSED:
            text, again = words.text(_why_closed(game, seen)), _button(words, msg("Open again"), Purpose.REOPEN, table)
            rows = in_rows([*(rematch_buttons(table, words) if table.decided else ()), again])
            return Letter(text, rows=rows if table.seats else ())


def _why_closed(game: AnyGame, seen: Seen) -> Message:
    table = seen.table
    if table.company.closed:
        return cards.stopped(game, seen)
    if table.position_seq:
        return cards.archived(game, table)
    return cards.expired(game, table) if table.seats else cards.closed(game, table)


def _running_rows(table: Table, words: Words) -> tuple[Row, ...]:
    hand = Button(words.text(msg("My hand")), ControlId(Purpose.HAND, table.id, data=FROM_CARD))
    others = [*resume_buttons(table, words), *seat_buttons(table, words), *claim_buttons(table, words)]
    return in_rows([hand, *others])


def _lobby_rows(table: Table, words: Words) -> tuple[Row, ...]:
    presets = tuple(
        Option(words.text(name), ControlId(Purpose.CLOCK, table.id, 0, preset), words.text(ABOUT[preset]))
        for preset, name in NAMES.items()
    )
    absences = tuple(
        Option(
            words.text(name),
            ControlId(Purpose.CLOCK, table.id, 0, f"{ABSENCE}{absence}"),
            words.text(ABOUT_ABSENT[absence]),
        )
        for absence, name in ABSENT.items()
    )
    return (
        (
            _button(words, msg("Join"), Purpose.JOIN, table, Style.GOOD),
            _button(words, msg("Leave"), Purpose.LEAVE, table),
            _button(words, msg("Add bot"), Purpose.BOTS, table),
        ),
        (
            _button(words, msg("Options"), Purpose.OPTIONS, table),
            _button(words, msg("Rules"), Purpose.RULES, table),
            _button(words, msg("Start"), Purpose.START, table, Style.MAIN),
        ),
        Select(words.text(msg("Choose the clock")), ControlId(Purpose.CHOOSE, table.id, 0, "clock"), presets),
        Select(words.text(msg("If somebody stays away")), ControlId(Purpose.CHOOSE, table.id, 0, "away"), absences),
    )


def _button(words: Words, label: Message, purpose: Purpose, table: Table, style: Style = Style.PLAIN) -> Button:
    return Button(words.text(label), ControlId(purpose, table.id), style)
