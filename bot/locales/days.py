"""Days as people type them in their own language, in English words: "Freitag" becomes "friday"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from babel import Locale
from babel.dates import format_timedelta, get_day_names, get_month_names

UNITS: Final = ("hour", "day", "week")
COUNTS = (1, 2, 5)
"""Numbers that need all forms of a noun in the languages that are offered."""
MIN_STEM = 4
"""The fewest letters of a name that may have another ending, as in "პარასკევს" for "პარასკევი"."""
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


class EnglishNames(NamedTuple):
    """The English names of the days, from Monday, and of the months."""

    weekdays: Sequence[str]
    months: Sequence[str]


def translate_to_english(typed: str, locale: Locale, english: EnglishNames, phrases: Mapping[str, str]) -> str:
    """Return a day with its names and units in English. All other words are dropped.

    `phrases` are other words of the language with their translations, such as "morgen": "tomorrow".
    """
    text = typed.casefold().replace("’", "'")
    for phrase, meaning in phrases.items():
        text = re.sub(rf"(?<!\w){re.escape(phrase.casefold())}(?!\w)", meaning, text)
    weekdays = _pair_names(locale, get_day_names, enumerate(english.weekdays))
    months = _pair_names(locale, get_month_names, enumerate(english.months, 1))
    tables = [weekdays, months, _units(locale)]
    if any(sign.isdigit() for sign in text):  # "mar" is Tuesday, but "3 mar" is in March
        tables.reverse()
    known = set(phrases.values())

    def translate(match: re.Match[str]) -> str:
        word = match[0]
        return word if word in known else next(_meanings(word, tables), "")

    translated_text = _WORD.sub(translate, text.replace(". ", " "))
    return re.sub(r"\s+", " ", translated_text).strip(" .,")


def _meanings(word: str, tables: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """Yield the English meanings of a word: of the same word first, then of words that end differently."""
    for table in tables:
        if word in table:
            yield table[word]
    for table in tables:
        yield from (english for name, english in table.items() if len(name) >= MIN_STEM and word.startswith(name[:-1]))


def _pair_names(
    locale: Locale, get_names: Callable[..., Mapping[int, str]], english: Iterable[tuple[int, str]]
) -> Mapping[str, str]:
    """Return the names of days or months, long and short, each with its English name.

    `english` has the English names with Babel's numbers.
    """
    names_in_english: dict[str, str] = {}
    numbered_names = list(english)
    for width in ("wide", "abbreviated"):
        for context in ("stand-alone", "format"):
            names = get_names(width, context, locale)
            names_in_english.update(
                (form, meaning) for number, meaning in numbered_names for form in _forms(names[number])
            )
    return names_in_english


def _units(locale: Locale) -> Mapping[str, str]:
    """Return the nouns for hours, days and weeks in all their forms, each with its English unit."""
    # the threshold of 1000 keeps Babel from writing 24 hours as a day
    return {
        word.casefold(): english
        for english in UNITS
        for number in COUNTS
        for word in _WORD.findall(format_timedelta(timedelta(**{f"{english}s": number}), english, 1000, locale=locale))
    }


def _forms(name: str) -> Iterator[str]:
    """Yield a name as it is typed: "So." without its full stop, "segunda-feira" also as "segunda"."""
    for word in _WORD.findall(name.casefold())[:1]:
        yield word
        yield word.partition("-")[0]
