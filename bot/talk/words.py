"""Sentences in the reader's language, and names that are safe to display."""

from __future__ import annotations

import gettext
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from babel import Locale
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.locales.days import EnglishNames, translate_to_english
from bot.locales.languages import ENGLISH, MACHINE, OFFERED, Languages, reviewer
from bot.table.clock.dates import MONTHS, WEEKDAYS
from bot.table.refusals import FORMER, SeatPlayer
from bot.talk.letter import TEXT_LENGTH, Letter, Row
from engine.tiles import Tile
from engine.words import SOMEBODY, Join, Message, Value, Words, msg
from renderers.emojis import left_half_name, right_half_name

CATALOGUES = Path(__file__).parents[1] / "locales"
"""The folder with a `<language>.po` for each language but English."""
NAME_LENGTH = 32
MOST_MARKS = 3
"""The most combining marks on one character of a name.

No language needs more, and a pile of marks covers the lines above and below.
"""
ROBOT = "🤖"
"""The mark of computer players; it is removed from the names that people choose."""
NO_BREAK = "\u00a0"
"""The no-break space between the robot and a name."""
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"})
"""The Unicode categories of invisible characters: controls, formatting, unassigned codes, and line separators."""
_SPACES = _UNSEEN | {"Zs"}
_MARKS = frozenset({"Mn", "Me"})
"""Combining marks; some are invisible (U+034F, U+FE00 ff.)."""
_BLANK = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters that are shown as nothing, although Unicode counts them as visible."""
_FORMATTING_CHARACTERS = "@<>`*_~|#[]()\\:/"
_TILE = re.compile(r"<:([0-9]+)_:[0-9]+><:_([0-9]+):[0-9]+>")
"""A tile as two emojis, such as `<:6_:1234><:_2:5678>`."""
HYPHEN = "\u2011"
"""The no-break hyphen of a tile in a shown text.

Ids, notations and records have the plain hyphen.
"""
_HALVES = re.compile(r"(?<![\w:/.`-])(\d{1,2})-(\d{1,2})(?![\d_]|[-:]\d)", re.ASCII)
"""A tile, such as 6-2, but no part of a date, a time, an address or code.

Letters may touch it, since some languages have no blanks or add endings.
"""


class _Catalogue(NamedTuple):
    """The translations into one language."""

    forms: Mapping[tuple[str | None, str], Sequence[str]]
    """The forms of each text, by its context and its English singular."""
    choose_form: Callable[[int], int]
    """Returns the index of the form for a number."""
    locale: Locale


class TranslatedWords(Words):
    """The words of one language."""

    def __init__(self, names: Sequence[Value], tile: Callable[[Tile], str], catalogue: _Catalogue) -> None:
        super().__init__(names, tile)
        self._catalogue = catalogue

    def template(self, message: Message) -> str:
        forms = self._catalogue.forms.get((message.context or None, message.template))
        if forms is None:
            return super().template(message)
        return forms[0 if message.plural is None else self._catalogue.choose_form(message.number)]

    def day_in_english(self, typed: str, phrases: Mapping[str, str]) -> str:
        """Return a typed day in English; `phrases` has the English of words of this language."""
        return translate_to_english(typed, self._catalogue.locale, EnglishNames(WEEKDAYS, MONTHS), phrases)

    def join(self, items: Sequence[str], join: Join) -> str:
        match join:
            case Join.AND:
                return format_list(items, "standard", self._catalogue.locale)
            case Join.OR:
                return format_list(items, "or", self._catalogue.locale)
            case _:
                return super().join(items, join)


class Texts:
    """All offered languages; a catalogue is loaded when it is first needed."""

    def __init__(self, folder: Path = CATALOGUES, languages: Languages = OFFERED) -> None:
        self.languages = languages
        self._folder = folder
        self._catalogues: dict[str, _Catalogue] = {}
        self._reviewers: dict[str, str] = {}
        self.emojis = Emojis()
        self.commands: Mapping[str, int] = {}
        """The commands' ids in Discord; empty until they are known."""

    def command(self, name: str) -> str:
        """Write a command in a message, clickable if its id is known."""
        id = self.commands.get(name)
        return f"</{name}:{id}>" if id else f"`/{name}`"

    def message_words(self, locale: str, names: Sequence[Value]) -> Words:
        """Return the words for a message's text, in which tiles are emojis if possible."""
        return self.words(locale, names, self.emojis.tile)

    def words(self, locale: str, names: Sequence[Value], tile: Callable[[Tile], str] = str) -> Words:
        """Return the words for a Discord locale ("de", "es-ES"), or for a language.

        If the language isn't offered, the words are English.
        """
        language = self.languages.find(locale)
        if language in (None, ENGLISH):
            return Words(names, tile)
        return TranslatedWords(names, tile, self._catalogue(language))

    def is_machine_made(self, language: str) -> bool:
        """Return whether a language was translated by a machine and no speaker has reviewed all of it."""
        if language == ENGLISH:
            return False
        if language not in self._reviewers:
            self._reviewers[language] = reviewer(self._folder / f"{language}.po")
        return self._reviewers[language] == MACHINE

    def load_catalogues(self) -> None:
        """Load the catalogues of all languages."""
        for language in self.languages.offered:
            self.words(language.key, ())

    def _catalogue(self, language: str) -> _Catalogue:
        if language not in self._catalogues:
            self._catalogues[language] = _load_catalogue(self._folder / f"{language}.po")
        return self._catalogues[language]


def _load_catalogue(path: Path) -> _Catalogue:
    """Load a catalogue from its source. Compiling it first would double the time."""
    with path.open("rb") as source:
        catalogue: Catalog = read_po(source, locale=path.stem)
    forms = {(each.context, _list_forms(each.id)[0]): _list_forms(each.string) for each in catalogue}
    complete = {key: texts for key, texts in forms.items() if all(texts)}
    return _Catalogue(complete, gettext.c2py(catalogue.plural_expr), Locale.parse(path.stem))


def _list_forms(text: str | Sequence[str] | None) -> Sequence[str]:
    """Return the forms of an entry; most entries have only one."""
    return (text or "",) if isinstance(text, str | None) else text


class Emojis:
    """The known emojis by name, each as written in a message (`<:6_:1234>`)."""

    def __init__(self, known: Mapping[str, str] | None = None) -> None:
        self._known = dict(known or {})

    def tile(self, tile: Tile) -> str:
        """Write a tile as two emojis, or as plain text if one of them is missing."""
        halves = [self._known.get(name) for name in (left_half_name(tile.high), right_half_name(tile.low))]
        if not all(halves):
            return str(tile)
        return "".join(half for half in halves if half)


def text_letter(words: Words, text: Value, rows: tuple[Row, ...] = ()) -> Letter:
    """Build a message from a text, shortened to Discord's limit, and controls."""
    return Letter(shorten_text(words.text(text), TEXT_LENGTH), rows=rows)


def keep_tiles_unbroken(text: str) -> str:
    """Write tiles so that no line breaks between their halves."""
    return _HALVES.sub(rf"\1{HYPHEN}\2", text)


def plain_hyphens(text: str) -> str:
    """Replace no-break hyphens in a text that was typed or copied from a message."""
    return text.replace(HYPHEN, "-")


def shorten_text(text: str, length: int) -> str:
    """Shorten a text that is too long.

    Its tile emojis are replaced by plain text. If it is still too long, it is cut at a line or word.
    """
    if len(text) > length:
        text = without_emojis(text)
    if len(text) <= length:
        return text
    head = text[: length - 1]
    blank = max(head.rfind("\n"), head.rfind(" "))
    return (head[:blank] if blank > length // 2 else head) + "…"


def without_emojis(text: str) -> str:
    """Write tiles as plain text, since an emoji takes up to 27 characters."""
    return _TILE.sub(r"\1-\2", text)


def mentions(seats: Sequence[SeatPlayer]) -> tuple[Value, ...]:
    """Mention the seats' players in a message.

    Discord shows the names itself, so formatting characters in them have no effect.
    """
    return tuple(add_robot_mark(each, f"<@{each.user}>" if each.user else _plain_name(each)) for each in seats)


def plain_names(seats: Sequence[SeatPlayer]) -> tuple[Value, ...]:
    """Return the seats' names for pictures, alt texts and labels."""
    return tuple(add_robot_mark(person, _plain_name(person)) for person in seats)


def _plain_name(person: SeatPlayer) -> Value:
    is_unknown = not person.name or (not person.user and person.name == FORMER)
    return SOMEBODY if is_unknown else clean_name(person.name)


def add_robot_mark(person: SeatPlayer, name: Value) -> Value:
    """Return a name with the robot after it if a computer player has the seat.

    If the computer player sits in for a user, the robot comes first, so that it stays if a long name is cut.
    """
    if person.player is None:
        return name
    if isinstance(name, str):
        return NO_BREAK.join((ROBOT, name) if person.user else (name, ROBOT))
    return msg("{name}\u00a0{robot}", name=name, robot=ROBOT)


def clean_name(name: str) -> str:
    """Clean a display name.

    Remove characters that are invisible, format text, begin a mention, or look like a computer player's mark.
    """
    text = unicodedata.normalize("NFKC", name)
    for sign in (*_FORMATTING_CHARACTERS, *_BLANK, ROBOT):
        text = text.replace(sign, "")
    characters = list[str]()
    marks = MOST_MARKS  # as if after a blank, since marks at the very beginning have no letter
    for char in text:
        category = unicodedata.category(char)
        if category in _MARKS:
            marks += 1
        else:
            marks = MOST_MARKS if category in _SPACES else 0  # after a blank, marks without a letter are dropped
        if category not in _UNSEEN and marks <= MOST_MARKS:
            characters.append(char)
    return " ".join("".join(characters).split())[:NAME_LENGTH].strip() or "?"
