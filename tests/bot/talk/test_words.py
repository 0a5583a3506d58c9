"""Languages and names."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from bot.locales.languages import Language, Languages
from bot.table.log.model import Person
from bot.talk.words import NAME_LENGTH, Texts, clean_name, keep_tiles_unbroken, mentions, plain_hyphens, shorten_text
from engine.words import Deeds, Join, Who, count, join_items, msg, term

GERMAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "{who} played {tile}."
msgstr "{who} hat {tile} gelegt."

msgid "{n} tile"
msgid_plural "{n} tiles"
msgstr[0] "{n} Stein"
msgstr[1] "{n} Steine"

msgctxt "move"
msgid "Draw"
msgstr "Ziehen"

msgctxt "result"
msgid "Draw"
msgstr "Unentschieden"
"""


@pytest.fixture
def texts(tmp_path: Path) -> Texts:
    (tmp_path / "de.po").write_text(GERMAN)
    return Texts(
        tmp_path, Languages([Language("en", "English", complete=True), Language("de", "Deutsch", complete=True)])
    )


def test_a_catalogue_is_all_that_a_language_needs(texts: Texts) -> None:
    played = msg("{who} played {tile}.", who=Who(0), tile="6-2")
    assert texts.words("de", ["Ana"]).text(played) == "Ana hat 6-2 gelegt."
    assert texts.words("en-US", ["Ana"]).text(played) == "Ana played 6-2."


def test_numbers_take_the_form_of_the_language(texts: Texts) -> None:
    german = texts.words("de", [])
    assert [german.text(count("{n} tile", "{n} tiles", n)) for n in (1, 2)] == ["1 Stein", "2 Steine"]


def test_a_word_of_two_meanings_is_translated_by_its_context(texts: Texts) -> None:
    meanings = ("move", "result", "anything else")
    shown = [texts.words("de", []).text(term("Draw", each)) for each in meanings]
    assert shown == ["Ziehen", "Unentschieden", "Draw"]
    assert str(term("Draw", "move")) == "Draw"


def test_lists_are_joined_as_the_language_joins_them(texts: Texts) -> None:
    assert texts.words("de", []).text(join_items(["6", "2", "4"])) == "6, 2 und 4"
    assert texts.words("de", []).text(join_items(["6", "2"], Join.OR)) == "6 oder 2"
    assert texts.words("fr", []).text(join_items(["6", "2"], Join.OR)) == "6 or 2"


def test_deeds_of_one_player_are_joined_as_the_language_joins_them(texts: Texts) -> None:
    deeds = [
        msg(text, who=Who(0)) for text in ("{who} draws a tile.", "{who} plays 4-3 on D.", "{who} scores 30 points.")
    ]
    for language, shown in (
        ("en-US", "Ana draws a tile, plays 4-3 on D and scores 30 points."),
        ("de", "Ana draws a tile, plays 4-3 on D und scores 30 points."),
    ):
        assert texts.words(language, ["Ana"]).text(Deeds(Who(0), tuple(deeds))) == shown
    assert texts.words("en-US", ["Ana"]).text(Deeds(Who(0), tuple(deeds[:1]))) == "Ana draws a tile."


def test_a_person_is_named_by_mention_so_that_a_name_can_hold_nothing_that_discord_reads() -> None:
    assert mentions([Person(7, "@everyone")]) == ("<@7>",)


@pytest.mark.parametrize(
    "name",
    [
        "@everyone",
        "<@&123>",
        "[link](https://example.org)",
        "https://example.org",
        "# heading",
        "> quote",
        "`code`",
        "**bold** __under__ ~~gone~~ ||spoiler||",
        "<t:1:R> </new:5> <#9>",
        "\u202egnp.exe",
        "a\u200bb\u2060c",
        "\ufdfd" * 32,
        "\x00\x07\n\r\t",
        "",
    ],
)
def test_a_hostile_name_is_harmless_where_a_name_is_shown(name: str) -> None:
    shown = clean_name(name)
    assert shown
    assert len(shown) <= NAME_LENGTH
    assert not set(shown) & set("@<>`*_~|#[]()\\:/\n\u202e\u200b\u2060")


@pytest.mark.parametrize(
    "blank", ["\u3164", "\uffa0", "\u2800", "\u115f \u1160", "\u034f", "\ufe0f", " \u0301", "\u200b\u0301"]
)
def test_a_name_that_shows_nothing_is_shown_as_a_question_mark(blank: str) -> None:
    assert clean_name(blank) == "?"
    assert clean_name(f"{blank}Ana") == "Ana"


def test_a_heap_of_marks_on_one_letter_becomes_a_letter_that_can_be_read() -> None:
    heap = clean_name("Z" + "\u0301\u0300\u0327\u0353" * 8 + "oe")
    assert heap.startswith("\u0179")  # the letter with its first mark
    assert heap.endswith("oe")
    assert sum(bool(unicodedata.combining(sign)) for sign in heap) <= 3


@pytest.mark.parametrize(
    "name",
    [
        "Jos\u00e9",
        "\u1ea4u",
        "\u0e19\u0e34\u0e49\u0e07",
        "\u0939\u093f\u0928\u094d\u0926\u0940",
        "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd",
    ],
)
def test_names_of_any_language_stay_as_they_are(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ana plays 6-4 on A, 12-0.", "Ana plays 6‑4 on A, 12‑0."),
        ("6-2を出します。牌6-2, 6-2를, 6-2-ს, 6-2's", "6‑2を出します。牌6‑2, 6‑2를, 6‑2-ს, 6‑2's"),
        ("2026-11-27 · 6-2-1 · 12-345", "2026-11-27 · 6-2-1 · 12-345"),
        ("22:00-08:00 · https://x/1-2 · `a1-2b` · `/play 6-2`", "22:00-08:00 · https://x/1-2 · `a1-2b` · `/play 6‑2`"),
    ],
)
def test_a_tile_is_shown_so_that_no_line_breaks_in_it_and_is_read_again_when_it_is_copied(
    text: str, shown: str
) -> None:
    assert keep_tiles_unbroken(text) == shown
    assert plain_hyphens(shown) == text


def test_a_text_without_blanks_is_cut_at_the_limit() -> None:
    assert shorten_text("あ" * 30, 20) == "あ" * 19 + "…"
    assert shorten_text("Ana plays 6-2 on A and B", 20) == "Ana plays 6-2 on A…"
