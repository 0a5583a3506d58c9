"""Languages made for tests: English in another alphabet and a third longer.

What doesn't come from its reader's `Words` keeps its Latin letters, and what has no room for a longer word is cut: both
can be seen by a program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from unittest.mock import patch

from PIL import Image

from bot.locales.languages import LANGUAGES, Languages
from bot.locales.pseudo import CYRILLIC, GEORGIAN, GREEK, KEPT, translate
from bot.table.rules.computers import NAMES as COMPUTERS
from bot.talk.words import Texts
from engine.tiles import Tile
from engine.words import Join, Message, Value, Words
from renderers.kit import text
from tests.discord.lints.components import TEXT_INPUT
from tests.discord.requests import Callback, Request, message_of, walk

__all__ = ["CYRILLIC", "GEORGIAN", "GREEK", "translate"]

BROKEN = re.compile("^[^“”]*”|“[^”]*$")
"""The rest of what is typed, if it goes over two lines of a picture."""


class PseudoWords(Words):
    """The words of a reader of such a language."""

    def __init__(self, names: Sequence[Value], tile: Callable[[Tile], str], alphabet: str) -> None:
        super().__init__(names, tile)
        self._alphabet = alphabet

    def template(self, message: Message) -> str:
        return translate(super().template(message), self._alphabet)

    def join(self, items: Sequence[str], join: Join) -> str:
        if join not in (Join.AND, Join.OR) or len(items) < 2:
            return super().join(items, join)
        return f"{', '.join(items[:-1])} {translate(join.value, self._alphabet)} {items[-1]}"


class PseudoTexts(Texts):
    """Texts that offer such languages beside English, each by its locales in Discord; "en" replaces English."""

    def __init__(self, alphabets: Mapping[str, str]) -> None:
        english, *_ = LANGUAGES
        made = [replace(english, key=key, name=translate("English", letters)) for key, letters in alphabets.items()]
        kept = [] if english.key in alphabets else [english]
        of_discord = {each.key: each.locales for each in LANGUAGES}
        own = [replace(each, locales=of_discord.get(each.key, (each.key,))) for each in made]
        super().__init__(languages=Languages([*kept, *own]))
        self._alphabets = alphabets

    def is_machine_made(self, language: str) -> bool:
        return language in self._alphabets

    def words(self, locale: str, names: Sequence[Value], tile: Callable[[Tile], str] = str) -> Words:
        alphabet = self._alphabets.get(self.languages.find(locale) or "")
        return super().words(locale, names, tile) if alphabet is None else PseudoWords(names, tile, alphabet)


NAMES = frozenset({"Ana", "Ben", "Cid", "Dee", "Cem", *COMPUTERS, "Boneyard", "games", "Tables", "English"})
"""Names of people, computer players and places in these tests."""
NOTATION = re.compile(r"\b[A-Z]\d*\b|\bUTC\b|\b[A-Z]\w+/[\w/ -]+")
"""Letters of ends, spaces of a board, time zones."""


def find_latin_words(said: str) -> list[str]:
    """Return the Latin words of a text, or of a line of one, that bypassed its reader's language."""
    rest = NOTATION.sub(" ", BROKEN.sub(" ", KEPT.sub(" ", said)))
    return [word for word in re.findall(r"[A-Za-z]+", rest) if word not in NAMES]


def texts_of(request: Request) -> Iterator[str]:
    """Return all that a request lets people read."""
    if request.callback == Callback.CHOICES:
        yield from (choice["name"] for choice in request.body["data"]["choices"])
    elif request.callback == Callback.MODAL:
        yield from _texts(request.body["data"])
    elif (message := message_of(request)) is not None:
        yield from _texts(message.payload)
        yield from (upload.description or "" for upload in message.uploads)
    elif request.parts[-1] == "threads" and request.method == "POST":
        yield request.body["name"]


def _texts(payload: Any) -> Iterator[str]:
    """Return the texts of a message or a modal with all its components."""
    yield from (payload[key] for key in ("content", "title") if payload.get(key))
    for part in walk(payload.get("components") or ()):
        for each in (part, *(part.get("options") or ()), *(part.get("items") or ())):
            yield from (each[key] for key in ("content", "label", "placeholder", "description") if each.get(key))
        if part["type"] == TEXT_INPUT and part.get("value"):
            yield part["value"]


@dataclass
class Drawn:
    """What is written in pictures, and what has no room there."""

    written: set[str] = field(default_factory=set)
    cut: set[str] = field(default_factory=set)
    outside: set[str] = field(default_factory=set)


@contextmanager
def watch_pictures() -> Iterator[Drawn]:
    """Note all text that is drawn while the block runs."""
    drawn, draw, cut = Drawn(), text.draw, text.cut_to_width

    def note_words(canvas: Image.Image, x: int, base: int, words: str, size: int, *how: Any, **more: Any) -> int:
        wide = draw(canvas, x, base, words, size, *how, **more)
        drawn.written.add(words)
        align = more.get("align", how[1] if len(how) > 1 else "left")
        left = x - {"left": 0, "centre": wide // 2, "right": wide}[align]
        if left < 0 or left + wide > canvas.width:
            drawn.outside.add(words)
        return wide

    def noted_cut(words: str, *how: Any, **more: Any) -> str:
        rest = cut(words, *how, **more)
        if rest != words:
            drawn.cut.add(words)
        return rest

    with patch.object(text, "draw", note_words), patch.object(text, "cut_to_width", noted_cut):
        yield drawn
