"""The catalogue has every sentence, and translators can read it."""

from __future__ import annotations

import ast

from babel.messages.pofile import read_po

from tests.catalogue import FILE, build, entries, has_words
from tests.notes import Use, notes
from tests.test_words import literals


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


NOTED = """
def card():
    \"\"\"Build the card.

    More.
    \"\"\"
    Button(words.text(msg("Join {sign}", sign=sign)))
    deed("{who} passes.", "You pass.", who=who)
    flag(True, name=msg("No trump"), help=msg("May it be none?"))
    choice({1: Pick(msg("Yes"))}, name=msg("No trump"), help=msg("May it be none?"))
WHICH = msg("Which game?")
\"\"\"Asks for a game.\"\"\"
"""


def test_translators_are_told_where_a_text_is_read_what_for_and_how_long_it_may_be() -> None:
    tree = ast.parse(NOTED)
    told = {next(literals(call.args[0])): note for call, note in notes("engine/games/x/y.py", tree).items()}
    button = told["Join {sign}"]
    assert button.use is not None
    assert button.use.most == 80
    assert button.lines == ("Button; 20 characters fit on a phone; at most 80 characters.", "Build the card.")
    assert told["Which game?"].lines == ("Asks for a game.",)
    assert told["Yes"].lines[:2] == (
        "Value of an option, in a menu; at most 100 characters.",
        "Of the option “No trump”: May it be none?",
    )
    assert "Of the option" not in str(told["No trump"].lines)
    assert next(iter(notes("renderers/x.py", ast.parse("msg('led')")).values())).use == Use(
        "Written in a picture: be short"
    )


def test_every_entry_says_what_it_is_for() -> None:
    with FILE.open("rb") as file:
        catalogue = read_po(file)
    silent = [message.id for message in catalogue if message.id and not message.auto_comments]
    assert silent == []
    deeds = catalogue.get("You play {tile} on {end}.")
    assert deeds is not None
    assert {"Told to the player themselves.", "{end}: A"} <= set(deeds.auto_comments)
