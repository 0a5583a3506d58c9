"""The languages made for tests show what isn't translated, and what has no room."""

from __future__ import annotations

import pytest
from PIL import Image

from engine.words import Who, count, join_items, msg
from renderers.kit import text
from renderers.kit.palette import FACE
from tests.pseudo import CYRILLIC, PseudoWords, find_latin_words, translate, watch_pictures


def test_a_template_is_translated_but_for_values_and_what_is_typed() -> None:
    said = translate("{who} plays **6-2**: see `/rules`, or say “pass” to <@5>.", CYRILLIC)
    assert said == "{who} плааыс **6-2**: сееее `/rules`, оор сааы “pass” тоо <@5>."


def test_a_translated_text_is_a_third_longer() -> None:
    template = "Put one of your eight tiles back face down. It's out of play."
    assert 1.25 < len(translate(template, CYRILLIC)) / len(template) < 1.4


def test_words_translate_all_that_they_say() -> None:
    words = PseudoWords(("Ana",), str, CYRILLIC)
    draws = count("{n} tile for {who}", "{n} tiles for {who}", 2, who=Who(0))
    assert words.text(join_items([draws, msg("pass"), Who(1)])) == "2 тиилеес фоор Ana, паасс аанд сееаат 2"


@pytest.mark.parametrize("planted", ["Пааусеед: none", "Ана draws 6-2.", "плааы 5 tiles", "The ends are A and B."])
def test_an_english_word_is_seen(planted: str) -> None:
    assert find_latin_words(planted)


@pytest.mark.parametrize(
    "right",
    ["Ana плааыс 6-2 оон A.", "тыпее `/play 6-2`", "Europe/Berlin", "I5 `40f9`", "сааы “play 6-2”", "6-2” оор"],
)
def test_names_notation_and_what_is_typed_are_no_english(right: str) -> None:
    assert not find_latin_words(right)


def test_a_text_that_is_cut_or_leaves_its_picture_is_seen() -> None:
    canvas = Image.new("RGB", (200, 60))
    with watch_pictures() as drawn:
        text.draw(canvas, 10, 40, "Ana", 30, FACE, limit=180)
        text.draw(canvas, 10, 40, "a very long title of a picture", 30, FACE, limit=180)
        text.draw(canvas, 10, 40, "Ana and Ben and Cid", 30, FACE)
    assert drawn.cut == {"a very long title of a picture"}
    assert drawn.outside == {"Ana and Ben and Cid"}
