"""A film is made of what everybody saw, and of what was not taken back; a long one is cut evenly."""

from __future__ import annotations

import pytest

from bot.table.record import film, report
from bot.table.record.stepwise import run_to_end
from engine.games import GAMES
from tests.bot.records import random_game
from tests.engine.play import short


@pytest.mark.parametrize("key", GAMES)
def test_every_step_is_shown_as_the_channel_saw_it(key: str) -> None:
    game = GAMES[key]
    draft = random_game(game, short(game), game.seats[0], key)
    shots = run_to_end(film.collect_shots(report.open_log(draft, draft.steps)))
    assert {shot.seen.viewer for shot in shots} == {None}
    assert [shot.happened.seq for shot in shots] == sorted({shot.happened.seq for shot in shots})
    assert shots[-1].seen.outcome is not None
    for shot in shots:
        assert all(event.redact_for(None) == event for event in shot.happened.events)
    assert len(shots) > 5


def test_what_is_left_out_of_a_long_film_is_spread_evenly_and_never_its_end() -> None:
    assert film.sample_evenly(range(10), 3) == [2, 5, 9]
    assert list(film.sample_evenly(range(3), 3)) == [0, 1, 2]
    for size in (121, 500, 2001):
        kept = film.sample_evenly(range(size), film.MAX_FRAMES)
        assert len(set(kept)) == film.MAX_FRAMES
        assert kept[-1] == size - 1
