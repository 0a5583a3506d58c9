"""The control *Away until …*: it stops a caller's clocks at all tables until a day that they choose."""

from __future__ import annotations

from bot.desk import play
from bot.desk.ask import Ask
from bot.table.clock.away import days_left, find_morning, morning_of
from bot.table.clock.dates import Reader, read_until
from bot.table.refusals import OtherVersion, Refusal
from bot.talk import away as talk
from bot.talk.form import Form
from bot.talk.letter import Letter
from engine.words import Message

MONTH_FIRST_LOCALE = "en-US"
"""The locale in which 3/10 means March 10."""


async def press(ask: Ask) -> Letter:
    """Offer the caller an absence, start the chosen absence, or note that the caller is back."""
    table_id = ask.table_id if ask.table_or_none else 0  # 0: from the settings
    if ask.data == talk.BACK:
        await ask.service.away.come_back(ask.user)
        return await play.hand(ask, talk.CAME_BACK)
    if ask.data or ask.form_values:
        until = await read_chosen_time(ask)
        return talk.start_reply(await start_absence(ask, until), table_id, ask.words())
    wishes = await ask.service.preferences.wishes(ask.user)
    zone = _zone(ask)
    mornings = {number: find_morning(wishes, zone, ask.now, number) for number in talk.CHOICES}
    return talk.choices(await ask.service.away.times_of(ask.user), ask.now, mornings, ask.words(), table_id)


async def form(ask: Ask) -> Form:
    """Return the form for typing a day."""
    times = await ask.service.away.times_of(ask.user)
    return talk.form(ask.table_id if ask.table_or_none else 0, days_left(times, ask.now), ask.words())


async def start_absence(ask: Ask, until: int) -> Message:
    """Start an absence of the caller, and return the notice. Raises Refusal."""
    return talk.start_notice(*await ask.service.away.start_absence(ask.user, until))


async def read_chosen_time(ask: Ask, data: str | None = None) -> int:
    """Return the time that was chosen with a control or typed in the form.

    `data` is the part of the control's data that holds the time (default: all of it). Raises Refusal.
    """
    if talk.UNTIL in ask.form_values:
        return await read_typed_time(ask, ask.form_values[talk.UNTIL])
    data = ask.data if data is None else data
    if not data.isdecimal():
        raise OtherVersion
    return int(data)


async def read_typed_time(ask: Ask, text: str) -> int:
    """Return the time that a caller typed. Raises Refusal."""
    wishes = await ask.service.preferences.wishes(ask.user)
    month_first = ask.caller.locale == MONTH_FIRST_LOCALE
    reader = Reader(ask.now, wishes.zone or _zone(ask), morning_of(wishes), month_first)
    until = read_until(text, reader)
    if until is None:  # perhaps it is in the caller's language
        until = read_until(talk.day_in_english(text, ask.words()), reader)
    if until is None:
        raise Refusal(talk.NO_DAY)
    return until


def _zone(ask: Ask) -> str:
    """Return the time zone to assume for a caller who has not set one."""
    timing = ask.table_or_none.timing if ask.table_or_none else ask.service.tables.default_timing
    return timing.hours.zone
