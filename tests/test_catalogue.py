"""The catalogue has every sentence, and translators can read it."""

from __future__ import annotations

import ast

from babel.messages.pofile import read_po

from tests.catalogue import FILE, build, entries, has_words


def test_the_catalogue_is_current() -> None:
    assert FILE.read_text() == build(), "write it anew: python -m tests.catalogue"


def test_every_form_of_a_sentence_is_an_entry() -> None:
    source = """
msg("Pass" if skip else "Play")
count("{n} tile", "{n} tiles", n)
deed("{who} passes.", "You pass.", who=who)
deed(("{who} draws {n}.", "{who} draws {n} tiles."), ("You draw {n}.", "You draw {n} tiles."), who=who, n=n)
"""
    assert [entry for entry, _ in entries(ast.parse(source))] == [
        "Pass",
        "Play",
        ("{n} tile", "{n} tiles"),
        "{who} passes.",
        "You pass.",
        ("{who} draws {n}.", "{who} draws {n} tiles."),
        ("You draw {n}.", "You draw {n} tiles."),
    ]


def test_a_word_of_two_meanings_is_an_entry_for_each() -> None:
    source = """term("Draw", "move"), term("Draw", "game"), msg("Pass")"""
    assert list(entries(ast.parse(source))) == [("Draw", "move"), ("Draw", "game"), ("Pass", "")]


def test_an_entry_of_values_and_punctuation_says_nothing() -> None:
    assert not has_words("{who}: {total}")
    assert not has_words(("{n} + {n}", "{n}: {n}"))
    assert has_words("Pass")
    assert has_words("{n} очко")


def test_the_catalogue_can_be_read_by_what_loads_translations() -> None:
    with FILE.open("rb") as file:
        catalogue = read_po(file)
    assert ("{n} tile", "{n} tiles") in [message.id for message in catalogue]
    assert len(catalogue) > 2000
