"""The worked examples of the rule sheet, each with its id."""

from __future__ import annotations

import pytest

from engine.game import DEALER
from engine.games.chickenfoot import GAME, words
from engine.games.chickenfoot.observation import Ending
from engine.games.chickenfoot.options import ChickenfootOptions, Terms
from engine.tiles import SIZES, Tile, tiles
from tests.engine.chickenfoot.positions import (
    after,
    deal_round,
    events,
    laid_out,
    notations,
    open_numbers,
    options,
    position,
    refusal_of,
    settle,
)

FOUR_ARMS = "9-9, 9-3 A, 9-5 B, 9-0 C, 9-7 D"
FOOT = FOUR_ARMS + ", 3-3 A"


def test_cf_01_only_the_number_of_the_opening_double_can_be_played_until_all_arms_are_laid() -> None:
    state = position(["9-3 9-0 3-3 9-5", "8-8"], "9-9, 9-4 A, 9-7 B")
    assert notations(state) == ["play 9-0 C", "play 9-0 D", "play 9-3 C", "play 9-3 D", "play 9-5 C", "play 9-5 D"]
    shows_a_three = position(["9-5 3-3", "8-8"], "9-9, 9-3 A, 9-7 B")
    assert notations(shows_a_three) == ["play 9-5 C", "play 9-5 D"]


def test_cf_02_with_all_arms_laid_every_end_is_open() -> None:
    state = position(["3-3 0-0 6-4 7-5", "8-8"], FOUR_ARMS)
    assert open_numbers(state) == [3, 5, 0, 7]
    assert notations(state) == ["play 0-0 C", "play 3-3 A", "play 7-5 B", "play 7-5 D"]


def test_cf_03_a_foot_takes_only_its_toes() -> None:
    assert notations(position(["8-3 7-5", "8-8"], FOOT)) == ["play 8-3 A", "play 8-3 E", "play 8-3 F"]
    without = position(["7-5 0-0", "8-1"], FOOT, yard="6-3 8-8")
    assert notations(without) == ["draw"]
    assert notations(after(without, "draw")) == ["play 6-3 A", "play 6-3 E", "play 6-3 F", "keep"]
    kept = after(without, "draw", "keep")
    assert kept.to_act == 1
    assert kept.observe(0).hands[0] == tiles("0-0 6-3 7-5")


def test_cf_03_a_drawn_tile_that_does_not_fit_ends_the_turn() -> None:
    drew = after(position(["7-5 0-0", "8-1"], FOOT, yard="8-8 6-3"), "draw")
    assert notations(drew) == ["keep"]
    assert after(drew, "keep").to_act == 1


def test_cf_04_three_toes_make_three_ends() -> None:
    two_toes = position(["3-1 7-2", "8-8"], FOOT + ", 8-3 A, 6-3 E")
    assert open_numbers(two_toes) == [8, 5, 0, 7, 6]
    assert [end.letter for end in two_toes.observe(None).ends if end.playable] == ["F"]
    assert open_numbers(after(two_toes, "play 3-1")) == [8, 5, 0, 7, 6, 1]


@pytest.mark.parametrize("highest", SIZES)
def test_cf_05_no_double_fits_an_unfinished_double(highest: int) -> None:
    everything = " ".join(f"{n}-{n}" for n in range(highest))
    opening = position([everything, "1-0"], f"{highest}-{highest}", set=highest, arms=3)
    assert notations(opening) == ["cannot"]
    arms = ", ".join(f"{highest}-{n} {letter}" for n, letter in enumerate("ABC"))
    others = " ".join(f"{n}-{n}" for n in range(highest) if n != 1)
    foot = position([others, "1-0"], f"{highest}-{highest}, {arms}, 1-1 B", set=highest, arms=3)
    assert notations(foot) == ["cannot"]


def test_cf_06_the_seats_draw_in_turn_for_a_double_that_nobody_holds() -> None:
    hands = ["1-0 2-0 3-0 4-0 5-0 6-0 7-0", "2-1 3-1 4-1 5-1 6-1 7-1 8-1", "3-2 4-3 5-2 6-2 7-2 8-2 9-2"]
    state = deal_round(hands, "4-2 9-9", pick=0)
    assert notations(state) == ["draw"]
    opened = settle(state)
    assert opened.observe(None).sizes == (8, 7, 7)
    assert opened.to_act == 2
    assert opened.observe(0).hands[0] == tiles("1-0 2-0 3-0 4-0 4-2 5-0 6-0 7-0")
    assert opened.observe(None).laid[0].seat == 1


def test_cf_07_without_a_play_and_a_yard_the_turn_is_lost_and_counts_as_a_confirmation() -> None:
    state = position(["8-8", "8-6", "5-1"], FOOT)
    assert notations(state) == ["cannot"]
    confirmed = after(state, "cannot", "cannot")
    assert confirmed.observe(None).confirmed == (0, 1)


def test_cf_07_any_played_tile_clears_the_count() -> None:
    state = after(position(["8-8", "8-3 1-1", "5-1"], FOOT), "cannot")
    assert state.observe(None).confirmed == (0,)
    assert after(state, "play 8-3 A").observe(None).confirmed == ()
    assert events(state, "play 8-3 A") == ["seat 2 plays 8-3 on A."]


def test_cf_08_who_lays_a_double_as_the_last_tile_is_out() -> None:
    state = after(position(["5-5", "8-3 1-1"], FOUR_ARMS), "play 5-5 B")
    result = state.observe(None).result
    assert result is not None
    assert (result.ending, result.out, result.values) == (Ending.OUT, 0, (0, 13))
    assert state.to_act == DEALER


@pytest.mark.parametrize(
    ("hand", "fifty", "nothing"), [("0-0 9-4 1-1", 65, 15), ("0-0", 50, 0), ("1-0", 1, 1), ("", 0, 0)]
)
def test_cf_09_the_double_blank_counts_fifty(hand: str, fifty: int, nothing: int) -> None:
    for value, expected in ((50, fifty), (0, nothing)):
        terms = Terms(options(double_blank=value), 2)
        assert terms.value(terms.tiles.mask(tiles(hand))) == expected


def test_cf_10_a_round_is_blocked_in_a_foot_although_another_end_fits() -> None:
    state = position(["7-2", "8-8", "6-4"], FOOT + ", 8-3 A, 6-3 E")
    assert "Complete 3-3 first: only tiles with 3 fit." in str(words.prompt(state.observe(0)))
    blocked = after(state, "cannot", "cannot", "cannot")
    result = blocked.observe(None).result
    assert result is not None
    assert (result.ending, result.confirmed, result.values) == (Ending.BLOCKED, (0, 1, 2), (9, 16, 10))


def test_cf_12_the_set_follows_the_seats() -> None:
    yards = {
        seats: (Terms(ChickenfootOptions(), seats).tiles, Terms(ChickenfootOptions(), seats).hand_size)
        for seats in (6, 7, 8)
    }
    assert {seats: (t.highest, len(t) - seats * dealt) for seats, (t, dealt) in yards.items()} == {
        6: (9, 13),
        7: (12, 42),
        8: (12, 35),
    }
    refusal = options(set=9).refusal(8)
    assert refusal is not None
    assert "double-9 has 55" in str(refusal)


@pytest.mark.parametrize(("highest", "rounds"), [(6, 7), (9, 10), (12, 13), (15, 16), (18, 19)])
def test_cf_13_there_is_a_round_for_each_double_from_the_highest_down(highest: int, rounds: int) -> None:
    terms = Terms(options(set=highest), 2)
    assert terms.rounds == rounds
    assert [terms.double_of_round(round_) for round_ in (1, 2, rounds)] == [highest, highest - 1, 0]


def test_cf_13_in_the_last_round_the_arms_show_a_blank_and_the_double_blank_is_in_no_hand() -> None:
    terms = Terms(options(), 2)
    board = laid_out(terms, "0-0")
    assert board.fits == terms.tiles.suit[0] & ~terms.tiles.mask([Tile(0, 0)])


def test_cf_15_six_arms_make_six_ends_and_a_foot_two_more() -> None:
    arms = "9-9, 9-3 A, 9-5 B, 9-0 C, 9-7 D, 9-1 E, 9-2 F"
    state = position(["3-3 8-8", "8-3 6-5"], arms, arms=6)
    assert len(open_numbers(state)) == 6
    foot = position(["4-4", "8-8"], arms + ", 3-3 A, 8-3 A, 6-3 G, 4-3 H", arms=6)
    assert len(open_numbers(foot)) == 8


def test_the_game_is_listed_with_its_seats() -> None:
    assert list(GAME.seats) == list(range(2, 9))
    assert refusal_of(position(["8-3 7-5", "8-8"], FOOT), "play 7-5 B").startswith("7-5 has to wait")
