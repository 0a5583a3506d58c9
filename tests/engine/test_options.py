"""Options as people type them, in every game."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games import GAMES
from engine.options import OptionRefused

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@every_game
def test_an_option_is_set_by_its_name_and_a_value(game: Any) -> None:
    for name, setting in game.options.settings().items():
        for text in setting.suggestions():
            assert game.options().with_option(f" {name.upper()} ", text.upper()).meant(name, text) == (name, text)


@every_game
def test_a_value_that_belongs_to_one_option_sets_it_alone(game: Any) -> None:
    for value in game.options.shorthands():
        name, text = game.options().meant(value)
        assert text == value
        assert game.options().with_option(value) == game.options().with_option(name, value)


def test_profi_and_single_are_said_alone() -> None:
    options = GAMES["blockers"].options()
    assert {"profi", "uptown", "single"} <= set(options.shorthands())
    assert options.with_option(" Profi ").variant == "profi"
    assert options.with_option("match", "3").with_option("single").series == "single"
    assert options.with_option("match 3").series == "match 3"


@pytest.mark.parametrize(
    ("game", "typed", "answer"),
    [
        ("blockers", "chess", "There is no option chess. There are: "),
        ("blockers", "variant", "variant can be standard or profi."),
        ("draw", "highest_double", "highest_double can be said of first_lead or next_lead: name the option too."),
        ("draw", "7", "There is no option 7. There are: "),
        ("draw", "on", "There is no option on. There are: "),
        ("chickenfoot", "50", "There is no option 50. There are: "),
    ],
)
def test_a_word_that_says_too_little_is_refused(game: str, typed: str, answer: str) -> None:
    with pytest.raises(OptionRefused, match="^" + answer):
        GAMES[game].options().with_option(typed)


def test_a_name_is_not_taken_for_a_value_when_a_value_follows() -> None:
    with pytest.raises(OptionRefused, match="There is no option profi"):
        GAMES["blockers"].options().with_option("profi", "on")
