"""Games that were played with an earlier engine lead to the same positions, step by step."""

from __future__ import annotations

import pytest

from tests.engine.golden import NUMBERS, digest_log, read_games, set_up


@pytest.mark.parametrize("key", NUMBERS)
def test_each_game_goes_as_it_once_went(key: str) -> None:
    games = list(read_games(key))
    wrong = [game["seed"] for game in games if digest_log(set_up(game), game["seed"], game["log"]) != game["digest"]]
    assert (len(games), wrong) == (NUMBERS[key], [])


@pytest.mark.parametrize("key", NUMBERS)
def test_the_games_take_many_turns_of_every_kind(key: str) -> None:
    verbs = [entry.split()[0] for game in read_games(key) for entry in game["log"]]
    often = ("bid", "pass", "trump") if key == "fortytwo" else ("draw",)
    assert all(verbs.count(verb) > 20 for verb in ("deal", "play", *often))
    assert verbs.count("play") > 1000
