"""The arena: what it counts, and that it does not favour anybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.game import Game
from engine.games import GAMES
from engine.players import LEVELS, candidate_notations
from tests.bench.contest import Contest, Estimate, Result, play_deal, share_of


def at_random(seen: Any, _: Iterator[Any], rng: Random) -> Mapping[str, float]:
    return {notation: rng.random() for notation in candidate_notations(seen)}


def first(seen: Any, _worlds: Iterator[Any], _rng: Random) -> Mapping[str, float]:
    return {notation: -place for place, notation in enumerate(candidate_notations(seen))}


def contest(key: str, seats: int, guest: str = "first", host: str = "random") -> Contest:
    game: Game[Any, Any] = replace(GAMES[key], players={"random": at_random, "first": first})
    preset = next(options for options in game.presets.values() if options.refusal(seats) is None)
    return Contest(game, preset, seats, guest, host)


PLACES = [("draw", 2), ("draw", 4), ("moon", 3), ("chickenfoot", 3), ("blockers", 2)]


@pytest.mark.parametrize(("key", "seats"), PLACES)
def test_equal_players_come_to_nothing_on_every_deal(key: str, seats: int) -> None:
    for deal in range(3):
        result = play_deal(contest(key, seats, "random", "random"), deal)
        assert (result.margin, round(result.wins * seats, 9)) == (0, 1)


@pytest.mark.parametrize("key", ["draw", "chickenfoot", "blockers"])
def test_exchanging_two_players_turns_the_margin_round(key: str) -> None:
    margins = [play_deal(contest(key, 2), deal).margin for deal in range(4)]
    assert margins == [-play_deal(contest(key, 2).mirror_contest, deal).margin for deal in range(4)]
    assert any(margins)


def test_a_guest_holds_both_seats_of_a_pair() -> None:
    """Two pairs are two sides: exchanging the players turns the margin round, and equal ones come to nothing."""
    pairs = replace(contest("draw", 4), options=GAMES["draw"].presets["pairs"])
    margins = [play_deal(pairs, deal).margin for deal in range(6)]
    assert margins == [-play_deal(pairs.mirror_contest, deal).margin for deal in range(6)]
    assert any(margins)
    assert play_deal(replace(pairs, guest="random"), 0) == Result(0, 0.5)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_players_of_every_strength(key: str) -> None:
    assert set(LEVELS) <= set(GAMES[key].players)


def test_the_same_deal_gives_the_same_result() -> None:
    assert play_deal(contest("draw", 3), 5) == play_deal(contest("draw", 3), 5)


def test_an_estimate_narrows_with_the_root_of_its_values() -> None:
    few, many = Estimate.of([0.0, 2.0] * 10), Estimate.of([0.0, 2.0] * 1000)
    assert few.mean == many.mean == 1
    assert few.around / many.around == pytest.approx(10, rel=0.05)
    assert (few.low, few.high) == (1 - few.around, 1 + few.around)


def test_one_value_alone_is_not_certain_and_none_is_refused() -> None:
    assert Estimate.of([3.0]).low == float("-inf")
    with pytest.raises(ValueError, match="nothing was measured"):
        Estimate.of([])


def test_the_share_of_the_clairvoyant_gain_is_a_ratio_over_the_same_deals() -> None:
    told = [Result(margin, 1) for margin in (10.0, 20.0, 30.0, 20.0)]
    exactly_half = share_of([Result(result.margin / 2, 1) for result in told], told)
    assert exactly_half == Estimate(0.5, 0)
    about_half = share_of([Result(margin, 1) for margin in (4.0, 12.0, 13.0, 11.0)], told)
    assert about_half is not None
    assert about_half.mean == 0.5
    assert 0 < about_half.around < 0.2


def test_there_is_no_share_of_what_may_be_nothing() -> None:
    told = [Result(margin, 1) for margin in (-10.0, 20.0)]
    assert share_of(told, told) is None
