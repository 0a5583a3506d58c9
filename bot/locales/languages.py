"""Which languages there are, which of them is offered, and who reads what.

Only a complete language is offered. As long as none but English is, nobody sees that there is a choice.
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
"""The header of a catalogue that says who has read all of it, and its value if no speaker of the language has."""
UNSET_LOCALE: Final = "en-US"
"""What Discord says of servers that can't choose a language, whatever is spoken there."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language that players can read.

    `key` is the name of its catalogue, and what the database keeps; `name` is what its speakers call it. `locales` are
    Discord's names of it: a language without any has to be chosen. `trial` means that nobody who speaks it has played
    in it yet.
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
"""All languages. To offer one, mark it as complete: from then on `python -m bot.locales check` must find no fault."""


def reviewer(catalogue: Path) -> str:
    """Return who has read all of a catalogue: MACHINE if no speaker of its language has."""
    found = re.search(rf'^"{REVIEWED}: (.*)\\n"$', catalogue.read_text(), re.MULTILINE)
    return found[1] if found else MACHINE


class Languages:
    """The languages that are offered, and the decisions who reads which of them."""

    def __init__(self, known: Iterable[Language] = LANGUAGES) -> None:
        self.offered = tuple(each for each in known if each.complete)
        self._by_locale = {locale: each.key for each in self.offered for locale in each.locales}
        self._by_key = {each.key: each for each in self.offered}

    @property
    def is_choice(self) -> bool:
        """Whether more than one language is offered."""
        return len(self.offered) > 1

    def find(self, locale: str | None) -> str | None:
        """Return the offered language of a locale, or of a language's own key; None if it isn't offered."""
        if locale is None:
            return None
        base = locale.replace("_", "-").partition("-")[0]
        known = (self._by_locale.get(locale), locale if locale in self._by_key else None)
        return next(filter(None, known), base if base in self._by_key else None)

    def name(self, key: str) -> str:
        """Return what its speakers call a language; its key if it isn't offered any more."""
        return self._by_key[key].name if key in self._by_key else key

    def is_trial(self, key: str) -> bool:
        """Return whether nobody who speaks a language has played in it yet."""
        return key in self._by_key and self._by_key[key].trial

    # -- who reads what ------------------------------------------------------------------------------------------------

    def locale_of_answer(self, chosen: str | None, locale: str) -> str:
        """Return the locale of an answer: that of its reader's own choice, else Discord's.

        Discord's locale also says how they write times, so it stays if it is one of the chosen language.
        """
        language = self.find(chosen)
        return locale if language is None or language == self.find(locale) else language

    def of_message(self, chosen: str | None, seen: str | None, table: str = ENGLISH) -> str:
        """Return the language of a private message that nobody asked for.

        It is the one that its reader chose, else the one in which they were last seen, else their table's.
        """
        return self.find(chosen) or self.find(seen) or table

    def of_new_table(self, named: str | None, server: str | None, server_locale: str | None, opener: str | None) -> str:
        """Return the language of a new table.

        It is the one that is named, else the server's, else that of the user who opens it.
        """
        return self.find(named) or self.of_server(server, server_locale, self.find(opener) or ENGLISH)

    def of_server(self, chosen: str | None, locale: str | None, otherwise: str = ENGLISH) -> str:
        """Return the language of what a whole server reads: the one that it chose, else Discord's locale of it."""
        return self.find(chosen) or (self.find(locale) if locale != UNSET_LOCALE else None) or otherwise


OFFERED: Final = Languages()
"""The languages that this program offers."""
