"""Every text in a picture has room in each language.

All are drawn with the widest translation that there is, read from the catalogues that are complete. Before the first of
them, English a third longer stands for all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from bot.locales.languages import ENGLISH, LANGUAGES, Language, Languages
from bot.locales.pseudo import KEPT, LONGER
from bot.talk.words import Texts
from engine.game import DEALER
from engine.words import Message, Value, Words
from renderers import RENDERERS
from renderers.kit import text
from tests.engine.play import Setup
from tests.pseudo import watch_pictures
from tests.renderers.test_contract import PICTURES, every_setup, layouts, one_setup

SIZE = 30
NAMES = ("Ana", "Ben", "Cid", "Dee", "Eli", "Fay", "Gus", "Hal")
"""Names as short as most: long ones are cut in every language."""


class WidestWords(Words):
    """The words of several languages at once: of each template the widest translation."""

    def __init__(self, languages: Sequence[Words]) -> None:
        super().__init__(NAMES)
        self._languages = languages

    def template(self, message: Message) -> str:
        return max((words.template(message) for words in self._languages), key=measure)


@cache
def measure(template: str) -> int:
    """Return how wide a template is in a picture."""
    return text.width(template, SIZE)


class LongEnglish(Words):
    """English with doubled vowels, which makes it a third longer."""

    def template(self, message: Message) -> str:
        said = super().template(message)
        kept = {at for found in KEPT.finditer(said) for at in range(*found.span())}
        return "".join(sign * (2 if sign.lower() in LONGER and at not in kept else 1) for at, sign in enumerate(said))


def widest(known: Sequence[Language] = LANGUAGES, texts: Callable[[Languages], Texts] | None = None) -> Words:
    """Return the widest words of all complete languages, or long English if there is none."""
    complete = [each for each in known if each.complete and each.key != ENGLISH]
    if not complete:
        return WidestWords([LongEnglish()])
    read = texts(Languages(known)) if texts else Texts(languages=Languages(known))
    return WidestWords([Words(), *(read.words(each.key, ()) for each in complete)])


def cut_texts(setup: Setup, words: Words) -> tuple[set[str], set[str]]:
    """Return what has no room in the pictures of a random game: what is cut, and what leaves its picture."""
    look, shown = RENDERERS[setup.game.key], list(layouts(setup, "widths", 300))
    scored = [each for each in shown if each[0].observe(None).is_scored][:2]
    with watch_pictures() as drawn:
        for state, layout in [*shown[:: max(1, len(shown) // PICTURES)], *scored]:
            for viewer in {None, state.to_act if state.to_act not in (None, DEALER) else None}:
                seen = state.observe(viewer)
                for large in (False, True):
                    look.board(seen, layout, words, large=large)
                    if viewer is not None:
                        look.hand(seen, layout, words, large=large)
                look.score(seen, words)
    assert drawn.written
    return drawn.cut, drawn.outside


@every_setup
def test_the_widest_translation_of_each_text_has_room_in_every_picture(setup: Setup) -> None:
    assert cut_texts(setup, widest()) == (set(), set())


def test_the_widest_of_several_languages_is_taken() -> None:
    class Other(Words):
        def template(self, message: Message) -> str:
            return {"Pass": "Aussetzen", "Ana leads the trick": "Ana"}.get(message.template, message.template)

    words = WidestWords([Words(), Other()])
    told: Sequence[Value] = (Message("Pass"), Message("Ana leads the trick"))
    assert [words.text(each) for each in told] == ["Aussetzen", "Ana leads the trick"]


@pytest.mark.parametrize("key", ["draw", "moon", "chickenfoot", "fives"])
def test_a_text_without_room_is_seen(key: str) -> None:
    class Endless(Words):
        def template(self, message: Message) -> str:
            return super().template(message) + " and on" * 2

    assert cut_texts(one_setup(key), WidestWords([Endless()])) != (set(), set())
