"""Options as people type them, in every game."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from engine.games import GAMES
from engine.options import OptionRefused, Options, written

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


PIECES = (
    *("match", "sumof", "single", "series", "two", "auto", "on", "unlimited", "target", "rounds", "best of"),
    *("-", "--", "0", "1", "3", "99", "100", "-1", "1.5", "1e9", "٣", "²", "½", "+3", "0x10", "1_000", "9" * 5000),
    *("{}", "{n}", "%s", "`", "\\", "@everyone", "<@1>", "\n", "\t", "ß", "İ", "🁢", "\u200b", "é" * 300, " ", ""),
)


@every_game
def test_whatever_is_typed_gives_a_value_or_a_sentence(game: Any) -> None:
    rng, setup = Random(13), game.options()
    names = [*setup.settings(), "match", "sumof", "preset", "profi", *PIECES]
    typed = [(name, text) for name in names for text in PIECES]
    typed += [(rng.choice(names), rng.choice((" ", "")).join(rng.choices(PIECES, k=3))) for _ in range(3000)]
    for name, text in typed:
        match answered(setup, name, text):
            case str(refused):
                assert re.fullmatch(r"[^\n]{10,1200}\.", refused), (name[:40], text[:40], refused[:200])
            case changed:
                assert game.options.from_json(changed.to_json()) == changed
                assert all(len(changed.text(key)) <= 20 for key in changed.settings())


def answered(options: Options, name: str, text: str) -> Options | str:
    """The changed options, or the sentence of the refusal."""
    try:
        return options.with_option(name, text)
    except OptionRefused as refused:
        return str(refused)


@every_game
def test_a_value_is_written_as_it_can_be_read_again(game: Any) -> None:
    for name, setting in game.options.settings().items():
        for value in setting.values:
            assert setting.read(name, setting.text(value)) == setting.read(name, written(value)) == value


@pytest.mark.parametrize(
    ("game", "name", "text", "answer"),
    [
        ("draw", "series", "match two", "match takes a whole number from 1 to 99."),
        ("moon", "match", "rounds", "match takes a whole number from 1 to 99."),
        ("draw", "sumof", "on", "sumof takes a whole number from 1 to 99."),
        ("blockers", "match two", "", "There is no such option. There are: variant"),
        ("draw", "target", "9" * 5000, "target can be auto or a whole number from 1 to 5000."),
        ("draw", "match", "9" * 5000, "match takes a whole number from 1 to 99."),
        ("chickenfoot", "x" * 5000, "", "There is no such option. There are: set, hand_size"),
    ],
)
def test_what_is_no_number_or_much_too_long_a_one_is_refused(game: str, name: str, text: str, answer: str) -> None:
    with pytest.raises(OptionRefused, match="^" + re.escape(answer)):
        GAMES[game].options().with_option(name, text)


def test_a_series_of_one_game_is_a_single_game() -> None:
    options = GAMES["moon"].options()
    assert options.with_option("match", "1") == options.with_option("sumof", "01") == options
    assert options.with_option("match", "3").with_option("series", "match 1").series == "single"


def test_the_word_of_the_rules_for_drawing_without_limit_is_understood() -> None:
    options = GAMES["draw"].options().with_option("draw_limit", "3")
    assert options.with_option("draw_limit", "unlimited") == options.with_option("draw_limit", "auto")
    assert options.with_option("draw_limit", "unlimited").text("draw_limit") == "unlimited"
    assert str(options.settings()["draw_limit"].domain()) == "unlimited, 1 or 3"
