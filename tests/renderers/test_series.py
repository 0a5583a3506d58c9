"""The pictures of series: a game as it always looks, and at its end the games so far."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from engine.game import DEALER
from engine.games import GAMES
from engine.series import SeriesObservation
from engine.words import Words, format_signed
from renderers import RENDERERS, series
from renderers.kit import picture
from renderers.kit.palette import DARK
from tests.engine.play import Setup, random_deal, short
from tests.renderers.names import NAMES

WORDS = Words(NAMES)

every_game = pytest.mark.parametrize("key", RENDERERS)


def ends(key: str, series: str, seats: int) -> list[Any]:
    """Return the positions at the end of each game of a series that nobody attends."""
    setup, rng = Setup(GAMES[key], short(GAMES[key], series=series), seats), Random(2)
    state, found = setup.start(), []
    while state.to_act is not None:
        state = state.apply(random_deal(state, rng) if state.to_act == DEALER else state.at_deadline()).state
        if state.game.outcome is not None:
            found.append(state)
    return found


@every_game
def test_the_end_of_each_game_shows_the_games_so_far(key: str) -> None:
    look = RENDERERS[key]
    for number, state in enumerate(ends(key, "sumof 3", GAMES[key].seats[0]), start=1):
        seen = state.observe(None)
        alone, together = look.score(seen.game, WORDS), look.score(seen, WORDS)
        if alone is None or together is None:
            assert alone is together
            continue
        assert rows(together, DARK) - rows(alone, DARK) >= 24 + 60 + 46 * (number + 1)
        sums = [abs(n) if GAMES[key].penalties else n for n in seen.record.sums]
        assert any(f" {format_signed(n)}" in WORDS.text(look.text(seen)) for n in sums)


@every_game
def test_a_long_series_of_many_seats_keeps_the_limits_of_a_picture(key: str) -> None:
    seats = max(seats for seats in GAMES[key].seats if short(GAMES[key]).refusal(seats) is None)
    for state in ends(key, "sumof 12", seats)[::11]:
        image = RENDERERS[key].score(state.observe(None), WORDS)
        if image is None:
            continue
        assert image.height <= 1200
        assert len(picture.png(image)) < 120_000


@every_game
def test_while_a_game_of_a_series_is_played_it_looks_like_a_game_of_its_own(key: str) -> None:
    setup = Setup(GAMES[key], short(GAMES[key], series="match 2"), GAMES[key].seats[0])
    state, look = setup.start(), RENDERERS[key]
    state = state.apply(random_deal(state, Random(1))).state
    seen = state.observe(state.to_act)
    assert isinstance(seen, SeriesObservation)
    assert look.score(seen, WORDS) is None
    layout = look.arrange(seen, ())
    assert picture.png(look.board(seen, layout, WORDS)) == picture.png(look.board(seen.game, layout, WORDS))
    assert picture.png(look.hand(seen, layout, WORDS)) == picture.png(look.hand(seen.game, layout, WORDS))
    for said in (look.alt, look.hand_alt):
        assert WORDS.text(said(seen)) == f"Game 1, first to 2. {WORDS.text(said(seen.game))}"


def test_a_round_within_a_game_of_a_series_says_which_game_it_was() -> None:
    key = "draw"
    options = short(GAMES[key], series="sumof 3", rounds="2")
    setup, rng, look = Setup(GAMES[key], options, 2), Random(2), RENDERERS[key]
    state = setup.start()
    while not (seen := state.observe(None)).is_scored or not seen.record.games or seen.game.outcome:
        state = state.apply(random_deal(state, rng) if state.to_act == DEALER else state.at_deadline()).state
    alone, said = look.score(seen.game, WORDS), look.score(seen, WORDS)
    assert alone is not None
    assert said is not None
    assert rows(said, DARK) - rows(alone, DARK) == 60
    assert "Game 2 of 3.\nTotal: " in WORDS.text(look.text(seen))


@every_game
def test_after_a_series_the_words_beside_the_picture_say_who_won_it(key: str) -> None:
    state = ends(key, "sumof 2", GAMES[key].seats[0])[-1]
    for said in (RENDERERS[key].alt, RENDERERS[key].text):
        assert WORDS.text(said(state.observe(None))).startswith(WORDS.text(state.outcome.reason))


def rows(image: Any, shade: tuple[int, int, int]) -> int:
    """Count the rows of pixels that begin with this colour."""
    return sum(image.getpixel((2, y)) == shade for y in range(image.height))


def test_the_columns_of_penalties_have_no_minus() -> None:
    with patch.object(series, "format_signed", wraps=format_signed) as written:
        state = ends("chickenfoot", "sumof 2", 2)[-1]
        RENDERERS["chickenfoot"].score(state.observe(None), WORDS)
    numbers = [call.args[0] for call in written.call_args_list]
    assert len(numbers) == 6
    assert numbers[:2] == [-n for n in state.record.games[0].points]
    assert numbers[-2:] == [-n for n in state.record.sums]
