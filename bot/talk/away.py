"""Absences: notices of players who are away, and messages to begin and end an absence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.table.clock.away import TimeAway, days_left, find_current
from bot.table.log.model import Table
from bot.table.rules.away import no_days_left_message
from bot.talk.form import Field, Form
from bot.talk.letter import Box, Button, ControlId, Letter, Part, Purpose, Section, Style, Text, in_rows
from bot.talk.words import TranslatedWords
from engine.game import Seat
from engine.words import Join, Message, Who, Words, count, join_items, lines, msg, sentences, term

BACK = "back"
"""The data of the button that ends an absence."""
BACK_AS_TYPED = term("back", "typed: I'm here again")
TYPED_DAYS = term("today", "typed as a day"), term("tomorrow", "typed as a day")
"""Days that have no name in a calendar, as they are typed."""
FORM, UNTIL = "away until", "until"
"""The data of the button that opens the form, and the name of its field.

No option of a game has such a name, so the desk can tell this form from the forms of options.
"""
ACCENT = 0x5865F2
GO, COME_BACK = msg("Away until …"), msg("I'm back")
CAME_BACK = msg("You're back: your time runs again.")
STOPS = msg("While you're away, your clock stops, except in quick games (*Sprint*).")
ABOUT = sentences(
    STOPS,
    msg("Everyone at your tables sees that. Your next move ends your time away."),
)
CHOICES: Mapping[int, Message] = {1: msg("Next morning"), 3: msg("3 days"), 7: msg("A week")}
"""The mornings that one press can choose, by number; 1 is the next morning."""
NO_DAY = msg("I don't understand that day. Write it like “Friday”, “24 December” or “2 weeks”.")


# -- at a table --------------------------------------------------------------------------------------------------------


def absence_note(table: Table, seat: Seat) -> Message | None:
    """Say beside a seat that its player is away."""
    away = table.time_away(seat)
    return None if away is None else msg("away until {at}", at=_at(away.until))


def absentees_line(table: Table) -> Message | None:
    """Name the players of a table who are away."""
    away = [msg("{who} is away until {at}.", who=Who(each.seat), at=_at(each.until)) for each in table.standing.away]
    return join_items(away, Join.SENTENCES) if away else None


def own_absence_line(table: Table, seat: Seat | None) -> Message | None:
    """Say above a hand that its player is away."""
    away = table.time_away(seat)
    return None if away is None else msg("You're away until {at}. Your move ends it.", at=_at(away.until))


def button(table: Table, seat: Seat | None, words: Words) -> Button:
    """Build the button that begins or ends a player's absence."""
    if table.time_away(seat) is None:
        return Button(words.text(GO), ControlId(Purpose.AWAY, table.id))
    return Button(words.text(COME_BACK), ControlId(Purpose.AWAY, table.id, data=BACK))


# -- to one player -----------------------------------------------------------------------------------------------------


def choices(times: Sequence[TimeAway], now: int, mornings: Mapping[int, int], words: Words, table: int) -> Letter:
    """Offer a player these mornings, or the form for another day.

    If they are away already, or have no days left, say so instead. In this file, `table` is the id of the table whose
    hand the player came from, or 0 if they came from the settings.
    """
    back = _way_back(words, table)
    if (away := find_current(times, now)) is not None:
        return _letter(words, until_notice(away.end), [come_back_button(words, table), back], table)
    free_days = days_left(times, now)
    if not free_days:
        return _letter(words, no_days_left_message(times, now), [back], table)
    possible_mornings = {number: at for number, at in mornings.items() if TimeAway(now, at).days <= free_days}
    rows = [msg("{name}: {at}", name=CHOICES[number], at=_at(at)) for number, at in possible_mornings.items()]
    text = lines(
        msg("**Away until …**"), ABOUT, days_are_left(free_days), join_items(rows, Join.LINES) if rows else None
    )
    day_buttons = [Button(words.text(CHOICES[number]), _id(table, str(at))) for number, at in possible_mornings.items()]
    form_button = Button(words.text(msg("Another day")), ControlId(Purpose.ASK, table, data=FORM))
    return _letter(words, text, [*day_buttons, form_button, back], table)


def form(table: int, free_days: int, words: Words) -> Form:
    """Build the form for typing a day; `free_days` is for how many days the reader can be away."""
    about = count("It can be {n} day at most.", "It can be {n} days at most.", free_days)
    hint = words.text(msg("Friday, 24 December, 2 weeks"))
    field = Field(UNTIL, words.text(msg("Until when?")), words.text(about), hint=hint)
    return Form(_id(table, ""), words.text(msg("Away until …")), (field,))


def day_in_english(typed: str, words: Words) -> str:
    """Translate a day that a reader typed in their own language into English."""
    phrases = {words.text(each): str(each) for each in TYPED_DAYS}
    return words.day_in_english(typed, phrases) if isinstance(words, TranslatedWords) else typed


def start_notice(until: int, running: int) -> Message:
    """Say that a player's absence began, and at how many tables their clock is still `running`."""
    notice = msg("You're away until {at}. Everyone at your tables sees it.", at=_at(until))
    if not running:
        return notice
    return lines(
        notice,
        count(
            "At {n} table your clock runs on: it's a Sprint, or your turn there is nearly over.",
            "At {n} tables your clock runs on: they're Sprints, or your turn there is nearly over.",
            running,
        ),
    )


def start_reply(notice: Message, table: int, words: Words) -> Letter:
    """Build the answer to a player whose absence began.

    It has a button that ends the absence, and one back to the hand or the settings.
    """
    return _letter(words, notice, [come_back_button(words, table), _way_back(words, table)], table)


def section(times: Sequence[TimeAway], now: int, words: Words) -> Part:
    """Say in the settings whether a player is away, with a button to change that."""
    if (away := find_current(times, now)) is not None:
        text = lines(
            msg("**Away**: until {at}", at=_at(away.end)),
            STOPS,
        )
        return Section(words.text(text), come_back_button(words, 0))
    if not days_left(times, now):
        return Text(words.text(lines(msg("**Away**: no"), no_days_left_message(times, now))))
    text = lines(msg("**Away**: no"), STOPS)
    return Section(words.text(text), Button(words.text(GO), ControlId(Purpose.AWAY, 0)))


def until_notice(until: int) -> Message:
    """Say that the reader is away."""
    return msg("You're away until {at}. Your move ends it, or *I'm back*.", at=_at(until))


def days_are_left(free_days: int) -> Message:
    """Say for how many days the reader can be away."""
    return count(
        "You can be away for {n} more day within twelve months.",
        "You can be away for {n} more days within twelve months.",
        free_days,
    )


def come_back_button(words: Words, table: int) -> Button:
    """Build the button that ends the absence."""
    return Button(words.text(COME_BACK), _id(table, BACK), Style.GOOD)


def _way_back(words: Words, table: int) -> Button:
    """Build the button back to the hand or to the settings."""
    if table:
        return Button(words.text(msg("My hand")), ControlId(Purpose.HAND, table))
    return settings_button(words)


def settings_button(words: Words) -> Button:
    """Build the button that leads back to the settings."""
    return Button(words.text(msg("All settings")), ControlId(Purpose.SETTINGS, 0))


def _letter(words: Words, text: Message, buttons: Sequence[Button], table: int) -> Letter:
    """Build an answer in the format of the message whose button was pressed.

    The settings are a laid-out message, a hand is a classic one.
    """
    rows = in_rows(buttons)
    if table:
        return Letter(words.text(text), rows=rows)
    return Letter(parts=(Box((Text(words.text(text)), *rows), accent=ACCENT),))


def _id(table: int, data: str) -> ControlId:
    """Return the id of the control for a choice.

    A press in the settings shows the new state in their panel.
    """
    return ControlId(Purpose.AWAY, table, data=data) if table else ControlId(Purpose.SETTINGS, 0, data=f"away={data}")


def _at(instant: int) -> str:
    return f"<t:{instant}:f>"
