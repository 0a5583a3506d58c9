"""What is typed for options is read in the language of whoever types it, and in English."""

from __future__ import annotations

from bot.talk.options import read_labels
from engine.games import GAMES
from tests.pseudo import CYRILLIC, PseudoWords, translate


def test_labels_of_values_are_read_in_the_readers_language_and_all_else_stays() -> None:
    options, words = GAMES["draw"].options(), PseudoWords((), str, CYRILLIC)
    for name, setting in options.settings().items():
        for value, pick in setting.offers():
            own = translate(str(pick.label), CYRILLIC)
            read = read_labels(options, {name: f" {own} "}, words)[name]
            assert setting.read(read) == setting.read(value)
            assert read_labels(options, {name: value}, words) == {name: value}
    assert read_labels(options, {"target": "250", "?": "x"}, words) == {"target": "250", "?": "x"}
