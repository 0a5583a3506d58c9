"""Options as people type them, in every game."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from engine.games import GAMES
from engine.options import FIELDS, OptionRefused, Options, find_nearest_preset, format_value

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@every_game
def test_an_option_is_set_by_its_name_and_a_value(game: Any) -> None:
    for name, setting in game.options.settings().items():
        for text, pick in setting.offers():
            chosen = game.options().with_option(f" {name.upper()} ", text.upper())
            assert chosen.parse_option(name, text) == (name, text)
            assert game.options().with_option(str(setting.name), str(pick.label)) == chosen
            assert setting.text(getattr(chosen, name)) == text


@every_game
def test_a_value_that_belongs_to_one_option_sets_it_alone(game: Any) -> None:
    for value in game.options.shorthands():
        name, text = game.options().parse_option(value)
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
        ("blockers", "chess", "There is no option “chess”. There are: "),
        ("blockers", "variant", "Colours can be: Standard or Profi."),
        ("draw", "highest_double", "Which one do you mean: First opener or Later openers."),
        ("draw", "7", "There is no option “7”. There are: "),
        ("draw", "on", "There is no option “on”. There are: "),
        ("chickenfoot", "50", "There is no option “50”. There are: "),
    ],
)
def test_a_word_that_says_too_little_is_refused(game: str, typed: str, answer: str) -> None:
    with pytest.raises(OptionRefused, match="^" + answer):
        GAMES[game].options().with_option(typed)


def test_a_name_is_not_taken_for_a_value_when_a_value_follows() -> None:
    with pytest.raises(OptionRefused, match="There is no option “profi”"):
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
        match answer_option(setup, name, text):
            case str(refused):
                assert re.fullmatch(r"[^\n]{10,1200}\.", refused), (name[:40], text[:40], refused[:200])
            case changed:
                assert game.options.from_json(changed.to_json()) == changed
                assert all(len(changed.text(key)) <= 20 for key in changed.settings())


def answer_option(options: Options, name: str, text: str) -> Options | str:
    """Return the changed options, or the sentence of the refusal."""
    try:
        return options.with_option(name, text)
    except OptionRefused as refused:
        return str(refused)


@every_game
def test_a_value_is_written_as_it_can_be_read_again(game: Any) -> None:
    for setting in game.options.settings().values():
        for value in setting.values:
            assert setting.read(setting.text(value)) == setting.read(format_value(value)) == value
            assert setting.read(str(setting.describe_value(value)).upper()) == value


@pytest.mark.parametrize(
    ("game", "name", "text", "answer"),
    [
        ("draw", "series", "match two", "Say how many games: a whole number from 1 to 99."),
        ("moon", "match", "rounds", "Say how many games: a whole number from 1 to 99."),
        ("draw", "sumof", "on", "Say how many games: a whole number from 1 to 99."),
        ("blockers", "match two", "", "There is no option “match two”. There are: Colours"),
        ("draw", "target", "9" * 5000, "Points to win can be: Usual for the set or a whole number from 1 to 5000."),
        ("draw", "match", "9" * 5000, "Say how many games: a whole number from 1 to 99."),
        ("chickenfoot", "x" * 5000, "", "There is no such option. There are: Set of tiles, Tiles in a hand"),
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
    assert str(options.settings()["draw_limit"].domain()) == "No limit, 1 tile or 3 tiles"


RAW = re.compile(r"[a-z0-9]_[a-z0-9]|[{}]")
"""What is a name of the program, or was never filled in."""


def shown_words(game: Any) -> list[tuple[int, str]]:
    """Return every word that options and presets show, with the most characters that Discord takes there."""
    words: list[tuple[int, Any]] = []
    for setting in game.options.settings().values():
        words += [(45, setting.name), (100, setting.help), (13, setting.group.name)]
        for _, pick in setting.offers():
            words += [(100, pick.label), *([(100, pick.about)] if pick.about else [])]
        words += [(100, setting.describe_value(n)) for n in (setting.low, setting.high) if n is not None]
    for offer in game.offers.values():
        words += [(20, offer.name), (100, offer.about)]
    return [(most, str(text)) for most, text in words]


@every_game
def test_the_words_of_every_option_value_and_preset_fit(game: Any) -> None:
    assert {*game.offers} == {*game.presets}
    assert [text for most, text in shown_words(game) if not 1 <= len(text) <= most or RAW.search(text)] == []
    for name in game.options.settings():
        assert not RAW.search(str(game.options().describe_value(name)))


@every_game
def test_no_two_options_nor_two_values_of_one_have_the_same_words(game: Any) -> None:
    names = [str(setting.name).casefold() for setting in game.options.settings().values()]
    assert len(set(names)) == len(names)
    for setting in game.options.settings().values():
        labels = [str(pick.label) for _, pick in setting.offers()]
        assert len(set(labels)) == len(labels)


@every_game
def test_the_options_of_a_group_fit_a_form_and_the_groups_a_message(game: Any) -> None:
    groups = game.options.groups()
    assert all(len(names) <= FIELDS for names in groups.values())
    assert sorted(name for names in groups.values() for name in names) == sorted(game.options.settings())
    assert len({group.key for group in groups}) == len(groups) <= 8


@every_game
def test_the_kind_of_every_preset_is_one_short_sentence(game: Any) -> None:
    for options in game.presets.values():
        for seats in game.seats:
            if options.refusal(seats) is None:
                assert re.fullmatch(r"[A-Z][^.{}_]{5,90}\.", str(game.summarize(options, seats)))


@every_game
def test_what_differs_from_a_preset_is_named_with_its_value(game: Any) -> None:
    for preset in game.presets.values():
        assert game.presets[find_nearest_preset(game.presets, preset)] == preset
        assert preset.describe_changes(preset) is None
        changed = preset.with_option("series", "sumof 3")
        assert str(changed.describe_changes(preset)) == "Series: Sum of 3 games"


def test_a_number_that_only_counts_with_another_option_sets_that_one_too() -> None:
    draw = GAMES["draw"].options()
    assert draw.with_option("rounds", "3").match == "rounds"
    assert draw.with_option("rounds", "1").match == "target"  # nothing new was asked for
    assert draw.with_option("match", "rounds").with_option("target", "60").match == "target"
    both = draw.with_options({"match": "rounds", "target": "60"})
    assert (both.match, both.target) == ("rounds", 60)
    assert draw.with_option("foul_penalty", "hundred").with_option("foul_percent", "10").foul_penalty == "target_share"


@every_game
def test_the_options_that_the_kind_of_game_tells_change_what_it_says(game: Any) -> None:
    usual, seats = game.options(), game.seats[0]
    for name in usual.summary_options:
        setting = game.options.settings()[name]
        texts = [*setting.suggestions(), *(str(n) for n in (setting.low, setting.high) if n is not None)]
        told = {str(game.summarize(options, seats)) for text in texts if (options := usual.with_option(name, text))}
        assert len(told) > 1, name
