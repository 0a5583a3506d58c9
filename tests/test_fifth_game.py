"""A game that no test was written for passes those that are for every game: it needs no line in their tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.table.clock.pace import Preset
from bot.table.log.model import Status
from engine.games import GAMES
from renderers import RENDERERS
from tests.bot.games import CARDS_GAME
from tests.day.scenes import day
from tests.engine.play import short
from tests.engine.test_players import large
from tests.renderers import test_contract, test_series

SIZES = range(3, 4)
"""As many as play the scripted days."""


@pytest.fixture
def cards(monkeypatch: pytest.MonkeyPatch) -> str:
    """Provide the key of a fifth game."""
    monkeypatch.setitem(GAMES, "cards", replace(CARDS_GAME, seats=SIZES))
    return "cards"


def test_it_is_short_and_large_as_it_is(cards: str) -> None:
    assert short(GAMES[cards]) == large(cards).options == GAMES[cards].options()


async def test_its_scripted_day_comes_to_its_end(cards: str) -> None:
    assert (await day(cards, Preset.SPRINT, "all prompt")).table.status is Status.OVER


@pytest.mark.parametrize("key", RENDERERS)
def test_a_game_may_have_no_picture_of_its_score(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without = replace(RENDERERS[key], score=lambda *_: None)
    monkeypatch.setitem(RENDERERS, key, without)
    test_contract.test_only_a_round_that_was_scored_has_a_picture_of_its_score(key)
    test_series.test_the_end_of_each_game_shows_the_games_so_far(key)
