"""The languages of the program, and the choice of one for each reader.

Only complete languages are offered. If that is only English, nobody sees a choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ENGLISH: Final = "en"
"""The language that needs no catalogue."""
REVIEWED, MACHINE = "X-Reviewed", "machine"
"""The header that names the reader of the whole catalogue, and its value if no speaker of the language has read it."""
UNSET_LOCALE: Final = "en-US"
"""Discord's locale of all servers that can't choose a language."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language that players can read.

    `key` names it in the database, and its catalogue; `name` is what its speakers call it. `locales` are its locales in
    Discord. If there are none, a user has to choose the language. `trial` means that no speaker has played in it yet.
    """

    key: str
    name: str
    locales: tuple[str, ...] = ()
    complete: bool = False
    trial: bool = False


LANGUAGES: Final = (
    Language(ENGLISH, "English", ("en-US", "en-GB"), complete=True),
    Language("de", "Deutsch", ("de",), complete=True),
    Language("es", "Español", ("es-ES", "es-419"), complete=True),
    Language("it", "Italiano", ("it",), complete=True),
    Language("ka", "ქართული", (), complete=True, trial=True),
    Language("pt", "Português (Brasil)", ("pt-BR",), complete=True),
    Language("fr", "Français", ("fr",), complete=True),
)
"""All languages. To offer one, mark it as complete. From then on, `python -m bot.locales check` must find no fault."""


def reviewer(catalogue: Path) -> str:
    """Return who has read all of a catalogue, or MACHINE if no speaker of its language has."""
    header = re.search(rf'^"{REVIEWED}: (.*)\\n"$', catalogue.read_text(), re.MULTILINE)
    return header[1] if header else MACHINE


class Languages:
    """The languages that are offered, and the choice of one for each reader."""

    def __init__(self, known: Iterable[Language] = LANGUAGES) -> None:
        self.offered = tuple(language for language in known if language.complete)
        self._by_locale = {locale: language.key for language in self.offered for locale in language.locales}
        self._by_key = {language.key: language for language in self.offered}

    @property
    def is_choice(self) -> bool:
        """Whether more than one language is offered."""
        return len(self.offered) > 1

    def find(self, locale: str | None) -> str | None:
        """Return the offered language with this locale or key; None if there is none."""
        if locale is None:
            return None
        if locale in self._by_locale:
            return self._by_locale[locale]
        base = locale.replace("_", "-").partition("-")[0]
        return next((key for key in (locale, base) if key in self._by_key), None)

    def name(self, key: str) -> str:
        """Return what the speakers of a language call it, or its key if it isn't offered any more."""
        return self._by_key[key].name if key in self._by_key else key

    def is_trial(self, key: str) -> bool:
        """Return whether no speaker of a language has played in it yet."""
        return key in self._by_key and self._by_key[key].trial

    # -- who reads what ------------------------------------------------------------------------------------------------

    def locale_of_answer(self, chosen: str | None, locale: str) -> str:
        """Return the locale of an answer: its reader's choice, else Discord's.

        A locale in Discord also decides how times are written, so it is used if it belongs to the chosen language.
        """
        language = self.find(chosen)
        return locale if language is None or language == self.find(locale) else language

    def of_message(self, chosen: str | None, seen: str | None, table: str = ENGLISH) -> str:
        """Return the language of a private message that a user gets without asking.

        It is the language that they chose, else the language of their Discord when they were last seen, else their
        table's.
        """
        return self.find(chosen) or self.find(seen) or table

    def of_new_table(self, named: str | None, server: str | None, server_locale: str | None, opener: str | None) -> str:
        """Return the language of a new table.

        It is the language that is named, else the server's, else the language of the user who opens the table.
        """
        return self.find(named) or self.of_server(server, server_locale, self.find(opener) or ENGLISH)

    def of_server(self, chosen: str | None, locale: str | None, otherwise: str = ENGLISH) -> str:
        """Return the language of a whole server: its own choice, else the language of its locale in Discord."""
        discord_language = None if locale == UNSET_LOCALE else self.find(locale)
        return self.find(chosen) or discord_language or otherwise


OFFERED: Final = Languages()
"""The languages that this program offers."""
