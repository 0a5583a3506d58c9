"""The settings of a user, each with a control that changes it in one press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.locales.languages import ENGLISH
from bot.table.clock.away import TimeAway
from bot.table.clock.reminders import NEVER_QUIET, ReminderMode, ReminderWishes
from bot.table.clock.zones import is_offset, show_zone
from bot.table.log.rows import DigestRow
from bot.table.preferences import SWITCHES, PersonRow
from bot.table.switches import Switch
from bot.talk import away, blocks, language
from bot.talk.letter import (
    Box,
    Button,
    ControlId,
    Divider,
    Letter,
    Option,
    Part,
    Purpose,
    Section,
    Select,
    Text,
)
from bot.talk.time import format_time_of_day
from bot.talk.words import Texts
from engine.words import Message, Words, lines, msg, term

ACCENT = 0x5865F2
OFF = -1
"""The value for no digest."""
NEVER = "none"
"""The value for no quiet hours."""
NO_QUIET_HOURS = term("None", "quiet hours")
REMINDERS: Mapping[ReminderMode, Message] = {
    ReminderMode.ALL: msg("At half time and shortly before the end"),
    ReminderMode.LAST: msg("Only shortly before the end"),
    ReminderMode.NONE: term("Never", "reminders"),
}
QUIET = ("20-8", "21-7", "22-6", "22-8", "23-7", "23-9", "0-8", "9-17")
"""Quiet hours to choose from: the hours of the day when they begin and end."""
ZONES: Mapping[str, Message] = {
    "Pacific/Honolulu": msg("Honolulu"),
    "America/Anchorage": msg("Anchorage"),
    "America/Los_Angeles": msg("Los Angeles, Vancouver"),
    "America/Denver": msg("Denver, Calgary"),
    "America/Chicago": msg("Chicago, Winnipeg"),
    "America/Mexico_City": msg("Mexico City"),
    "America/New_York": msg("New York, Toronto"),
    "America/Sao_Paulo": msg("São Paulo, Rio"),
    "Europe/London": msg("London, Dublin"),
    "Europe/Berlin": msg("Berlin, Paris, Rome, Madrid"),
    "Europe/Athens": msg("Athens, Kyiv"),
    "Africa/Lagos": msg("Lagos"),
    "Africa/Johannesburg": msg("Johannesburg, Cairo"),
    "Europe/Istanbul": msg("Istanbul, Moscow"),
    "Asia/Dubai": msg("Dubai"),
    "Asia/Karachi": msg("Karachi"),
    "Asia/Kolkata": msg("Delhi, Mumbai"),
    "Asia/Bangkok": msg("Bangkok, Jakarta"),
    "Asia/Singapore": msg("Singapore, Manila"),
    "Asia/Shanghai": msg("Shanghai, Hong Kong"),
    "Asia/Tokyo": msg("Tokyo"),
    "Asia/Seoul": msg("Seoul"),
    "Australia/Sydney": msg("Sydney, Melbourne"),
    "Pacific/Auckland": msg("Auckland"),
}
"""Time zones to choose from, west to east; `/settings timezone` takes all others."""
NO_DIGEST = msg("No digest comes any more. `/settings` brings it back.")


class UserChoices(NamedTuple):
    """All settings of a user."""

    person: PersonRow
    wishes: ReminderWishes
    digest: DigestRow | None
    times_away: Sequence[TimeAway] = ()
    at: int = 0
    """When the choices were read, in UTC seconds."""
    blocked: int = 0
    """How many people the user blocks."""


def panel(chosen: UserChoices, words: Words, locale: str, note: Message | None = None, *, texts: Texts) -> Letter:
    """Build the panel of all settings, in groups, below a note.

    The reader's locale decides how times are written. There is a menu of languages if the `texts` have several.
    """
    switches = {switch.name: _switch(switch, chosen.person, words) for switch in SWITCHES}
    parts: tuple[Part, ...] = (
        Text(words.text(lines(note, msg("### When I call you")))),
        switches.pop("hand"),  # the other switches come below
        away.section(chosen.times_away, chosen.at, words),
        *_menu(words, _reminders(chosen.wishes), msg("Change reminders"), "reminders", _reminder_choices(words)),
        *_menu(words, _zone(chosen.wishes), msg("Change time zone"), "timezone", _zone_choices(words)),
        *_menu(words, _quiet(chosen.wishes, locale), msg("Change quiet hours"), "quiet", _quiet_choices(words, locale)),
        *_menu(
            words,
            _digest(chosen, locale),
            msg("Change the digest's hour"),
            "digest",
            _hour_choices(chosen, words, locale),
        ),
        Divider(),
        Text(words.text(msg("### Pictures, statistics, ratings"))),
        *switches.values(),
        *_language(chosen.person.language, words, locale, texts),
        blocks.section(chosen.blocked, words),
    )
    return Letter(parts=(Box(parts, accent=ACCENT),))


def _language(chosen: str | None, words: Words, locale: str, texts: Texts) -> tuple[Part, ...]:
    """Show the reader's language, and a menu of all offered languages, each by its own name."""
    if not texts.languages.is_choice:
        return ()
    offered = [(each.key, each.name) for each in texts.languages.offered]
    automatic = (language.AUTOMATIC, words.text(msg("as in Discord")))
    text = language.own_language_text(texts, chosen, texts.languages.find(locale) or ENGLISH)
    return _menu(words, text, msg("Change your language"), "language", [automatic, *offered])


def _menu(
    words: Words, what: Message, placeholder: Message, name: str, offered: Sequence[tuple[str, str]]
) -> tuple[Part, ...]:
    """Show a setting's value, and a menu of its possible values."""
    options = tuple(Option(label, _id(f"{name}={value}")) for value, label in offered)
    menu = Select(words.text(placeholder), ControlId(Purpose.CHOOSE, 0, data=f"settings {name}"), options)
    return (Text(words.text(what)), *((menu,) if options else ()))


def _id(data: str) -> ControlId:
    return ControlId(Purpose.SETTINGS, 0, data=data)


def _switch(switch: Switch, row: PersonRow, words: Words) -> Part:
    """Show a switch's value next to the button that changes it."""
    button = switch.other_value_button(row)
    control = _id(f"{switch.name}={0 if switch.is_on(row) else 1}")
    assert button is not None, "every switch of the panel has a button"
    return Section(words.text(switch.describe_value(row)), Button(words.text(button), control))


# -- when I may call ---------------------------------------------------------------------------------------------------


def _reminders(wishes: ReminderWishes) -> Message:
    match wishes.mode:
        case ReminderMode.ALL:
            return msg("**Reminders** of your turn: at half time and shortly before the end")
        case ReminderMode.LAST:
            return msg("**Reminders** of your turn: only shortly before the end")
        case ReminderMode.NONE:
            return msg("**Reminders** of your turn: never")


def _reminder_choices(words: Words) -> list[tuple[str, str]]:
    return [(key.value, words.text(label)) for key, label in REMINDERS.items()]


def _quiet(wishes: ReminderWishes, locale: str) -> Message:
    hours = wishes.quiet_hours("UTC")  # the zone doesn't matter, since only times of day are shown
    if wishes.quiet == NEVER_QUIET or hours.always:
        return msg("**Quiet hours**: none")
    span = _span(hours.opens, hours.closes, locale)
    if wishes.zone is None:
        return msg("**Quiet hours**, without reminders: {span}, in the table's time zone", span=span)
    return msg("**Quiet hours**, without reminders: {span}", span=span)


def _quiet_choices(words: Words, locale: str) -> list[tuple[str, str]]:
    spans = [(hours, _span(*_minutes(hours), locale)) for hours in QUIET]
    return [(NEVER, words.text(NO_QUIET_HOURS)), *spans]


def _minutes(hours: str) -> tuple[int, int]:
    opens, closes = (60 * int(hour) for hour in hours.split("-"))
    return opens, closes


def _span(opens: int, closes: int, locale: str) -> str:
    return f"{format_time_of_day(opens, locale)}–{format_time_of_day(closes, locale)}"


def _zone(wishes: ReminderWishes) -> Message:
    if wishes.zone is None:
        return msg("**Your time zone**, for quiet hours and digest: none yet. `/settings timezone` finds every city.")
    if is_offset(wishes.zone):
        return msg("**Your time zone**: {zone}, without daylight saving time", zone=show_zone(wishes.zone))
    return msg("**Your time zone**: {zone}", zone=show_zone(wishes.zone))


def _zone_choices(words: Words) -> list[tuple[str, str]]:
    return [(zone, words.text(cities)) for zone, cities in ZONES.items()]


# -- the digest --------------------------------------------------------------------------------------------------------


def _digest(chosen: UserChoices, locale: str) -> Message:
    row = chosen.digest
    if row is None or row.hour is None:
        if chosen.wishes.zone is None:
            return msg("**Daily digest**: off. A DM with what waits for you. Choose your time zone first.")
        return msg("**Daily digest**: off. It tells you once a day by DM what waits for you.")
    if row.wake_at is None:
        return msg("**Daily digest**: it rests, since your DMs are closed. Open them, then choose its hour again.")
    return msg(
        "**Daily digest**: at {hour} by DM, when something waits for you or has ended",
        hour=format_time_of_day(60 * row.hour, locale),
    )


def _hour_choices(chosen: UserChoices, words: Words, locale: str) -> list[tuple[str, str]]:
    if chosen.wishes.zone is None:
        return []
    return [
        (str(OFF), words.text(msg("Off"))),
        *((str(hour), format_time_of_day(60 * hour, locale)) for hour in range(24)),
    ]
