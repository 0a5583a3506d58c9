"""Reads days as people type them: "Friday", "24 December", "2026-12-24", "2 weeks", with or without a time of day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import count, islice
from typing import NamedTuple

from bot.table.clock.hours import instant_of, local_day, minute_of
from bot.table.clock.pace import HOUR

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
MIN_LETTERS = 3
"""How many letters of a weekday or a month are enough: "fri", "sept"."""
NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
TIMES_OF_DAY = {"noon": 12 * 60, "afternoon": 15 * 60, "evening": 18 * 60, "night": 22 * 60}
"""Times of day with a name, in minutes after midnight, except the morning, which is each person's own."""
YEARS_AHEAD = 9
"""The years in which a date without a year is looked for: the next 29 February can be eight years away."""

_TIME = re.compile(r"(?P<day>.*?)(?:^|\s)(?:at )?(?P<hour>\d{1,2})(?:(?P<colon>[:.])(?P<minute>[0-5]\d))?"
                   r"\s?(?P<half>[ap]\.?m\.?)?")  # fmt: skip
_PART = re.compile(rf"(?P<day>.*?)\s?(?:\bat )?\b(?P<part>morning|{'|'.join(TIMES_OF_DAY)})")
_SPAN = re.compile(r"(?:in |for )?(?P<number>\d{1,3}|[a-z]+) (?P<unit>hour|day|week)s?(?: from now)?")
_ISO = re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})")
_NUMBERS = re.compile(r"(?P<first>\d{1,2})(?P<mark>[./-])\s?(?P<second>\d{1,2})(?:[./-]\s?(?P<year>\d{4}|\d{2})?)?")
_NAMED = re.compile(
    r"(?:[a-z]{3,9} )?(?:(?P<day>\d{1,2}) (?P<month>[a-z]{3,9})|(?P<month2>[a-z]{3,9}) (?P<day2>\d{1,2}))"
    r"(?: (?P<year>\d{4}))?"
)


class Reader(NamedTuple):
    """What the meaning of a text depends on: when and in which time zone it is read, and the person's habits."""

    now: int
    zone: str
    morning: int
    """The person's morning, in minutes after midnight. It is used if a text names a day without a time."""
    month_first: bool = False
    """Whether 3/10 means 10 March, not 3 October."""


def read_until(typed: str, reader: Reader) -> int | None:
    """Return the first future instant that a text names.

    If the text names only instants in the past, return the last of them. If it names no day or time, return None.
    """
    text = _tidy(typed)
    if (span := _SPAN.fullmatch(text)) and span["unit"] == "hour":
        hours = _parse_number(span["number"])
        return None if hours is None else reader.now + hours * HOUR
    for day_text, minute in _split_day_and_time(text, reader):
        days = islice(_possible_days(day_text, reader), YEARS_AHEAD)
        instants = [instant_of(day, minute, reader.zone) for day in days]
        if instants:
            return next((at for at in instants if at > reader.now), instants[-1])
    return None


def _tidy(typed: str) -> str:
    """Return a text in lower case, without punctuation, words like "until", and the endings of days like "3rd"."""
    text = re.sub(r"[,\s]+", " ", typed.casefold()).strip(" .!")
    text = re.sub(r"^(?:until|till|til|by|on) ", "", text)
    text = re.sub(r"\b(\d{1,2})(?:(?:st|nd|rd|th)(?: of)?\b|\.(?= [a-z]))", r"\1", text)
    return text.removeprefix("the ")


def _split_day_and_time(text: str, reader: Reader) -> Iterator[tuple[str, int]]:
    """Yield the ways to read a text as a day and a time of that day, in minutes after midnight."""
    if text:
        yield text, reader.morning
    if part := _PART.fullmatch(text):
        yield part["day"], TIMES_OF_DAY.get(part["part"], reader.morning)
    time = _TIME.fullmatch(text)
    if time and (time["colon"] or time["half"]):
        minute = minute_of(time["hour"], time["minute"], time["half"])
        if minute is not None:
            yield time["day"], minute


def _possible_days(text: str, reader: Reader) -> Iterator[date]:
    """Yield the days that a text can mean, the earliest first.

    Days before today are left out, unless the text names their year.
    """
    today = local_day(reader.now, reader.zone)
    if not text:  # a time alone
        yield from (today, today + timedelta(days=1))
    elif text == "today":
        yield today
    elif text in ("tomorrow", "tmrw", "tmr"):
        yield today + timedelta(days=1)
    elif text == "day after tomorrow":
        yield today + timedelta(days=2)
    elif text == "next week":
        yield today + timedelta(days=7 - today.weekday())
    elif (weekday := _match_name(text.removeprefix("next ").removeprefix("this "), WEEKDAYS)) is not None:
        first_day = today + timedelta(days=(weekday - today.weekday()) % 7)
        yield from (first_day, first_day + timedelta(days=7))  # the second if the time of today has passed
    elif span := _SPAN.fullmatch(text):
        number = _parse_number(span["number"])
        if number is not None and span["unit"] != "hour":
            yield today + (timedelta(weeks=number) if span["unit"] == "week" else timedelta(days=number))
    else:
        yield from _possible_dates(text, today, month_first=reader.month_first)


def _possible_dates(text: str, today: date, *, month_first: bool) -> Iterator[date]:
    if iso := _ISO.fullmatch(text):
        yield from _valid_date(int(iso["year"]), int(iso["month"]), int(iso["day"]))
    elif numbers := _NUMBERS.fullmatch(text):
        day, month = int(numbers["first"]), int(numbers["second"])
        means_month_first = month_first and numbers["mark"] == "/" and day <= 12
        if month > 12 or means_month_first:  # a second number above 12 can only be the day
            day, month = month, day
        yield from _upcoming_dates(numbers["year"], month, day, today)
    elif named := _NAMED.fullmatch(text):
        month_index = _match_name(named["month"] or named["month2"], MONTHS)
        if month_index is not None:
            yield from _upcoming_dates(named["year"], month_index + 1, int(named["day"] or named["day2"]), today)


def _upcoming_dates(year: str | None, month: int, day: int, today: date) -> Iterator[date]:
    """Yield a day in the year that is named, or else in each coming year, from today on."""
    if year:
        yield from _valid_date(int(year) + (2000 if len(year) == 2 else 0), month, day)
        return
    for coming_year in islice(count(today.year), YEARS_AHEAD):
        yield from (date_ for date_ in _valid_date(coming_year, month, day) if date_ >= today)


def _valid_date(year: int, month: int, day: int) -> Iterator[date]:
    try:
        yield date(year, month, day)
    except ValueError:
        return


def _match_name(text: str, names: tuple[str, ...]) -> int | None:
    """Return the index of the first name that begins with a text, or None."""
    if len(text) < MIN_LETTERS:
        return None
    return next((n for n, name in enumerate(names) if name.startswith(text)), None)


def _parse_number(text: str) -> int | None:
    if text in ("a", "an"):
        return 1
    if text in NUMBER_WORDS:
        return NUMBER_WORDS.index(text) + 1
    return int(text) if text.isdecimal() else None
