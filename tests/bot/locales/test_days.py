"""Days that people type in their own language are read as if they had typed them in English."""

from __future__ import annotations

import pytest
from babel import Locale

from bot.locales.days import EnglishNames, translate_to_english
from bot.table.clock.dates import MONTHS, WEEKDAYS
from bot.talk.away import day_in_english
from bot.talk.words import Texts

PHRASES = {"de": {"morgen": "tomorrow"}, "es": {"mañana": "tomorrow"}, "fr": {"aujourd'hui": "today"}}


@pytest.mark.parametrize(
    ("language", "typed", "english"),
    [
        ("de", "Freitag", "friday"),
        ("de", "bis Freitag, 24. Dez. 18:30", "friday, 24 december 18:30"),
        ("de", "am 3. März", "3 march"),
        ("de", "in 3 Tagen", "3 day"),
        ("de", "2 Wochen", "2 week"),
        ("de", "Morgen", "tomorrow"),
        ("es", "el lunes", "monday"),
        ("es", "mar", "tuesday"),
        ("es", "3 mar", "3 march"),
        ("es", "24 de diciembre", "24 december"),
        ("es", "miércoles a las 18:30", "wednesday 18:30"),
        ("es", "mañana", "tomorrow"),
        ("it", "2 settimane", "2 week"),
        ("it", "venerdì", "friday"),
        ("pt", "sexta", "friday"),
        ("pt", "segunda-feira", "monday"),
        ("fr", "24 décembre", "24 december"),
        ("fr", "3 jours", "3 day"),
        ("fr", "aujourd’hui", "today"),
        ("ka", "პარასკევს", "friday"),
        ("ka", "24 დეკემბერს", "24 december"),
        ("ka", "2 კვირა", "2 week"),
        ("ka", "კვირა", "sunday"),
        ("de", "irgendwann", ""),
    ],
)
def test_a_day_is_put_in_english_words(language: str, typed: str, english: str) -> None:
    names = EnglishNames(WEEKDAYS, MONTHS)
    assert translate_to_english(typed, Locale.parse(language), names, PHRASES.get(language, {})) == english


@pytest.mark.parametrize(
    ("locale", "tomorrow"), [("de", "Morgen 18:30"), ("es-419", "mañana 18:30"), ("en", "tomorrow 18:30")]
)
def test_a_day_without_a_name_in_the_calendar_is_read_in_each_language(locale: str, tomorrow: str) -> None:
    assert day_in_english(tomorrow, Texts().words(locale, ())) == "tomorrow 18:30"
