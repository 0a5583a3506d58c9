"""The worked examples of the rule sheet, by their ids."""

from __future__ import annotations

import pytest

from engine.dominoes.ending import Ending
from engine.game import DEALER
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import DrawState, start
from engine.tiles import tile_set, tiles
from tests.engine.draw.positions import deal_hands, notations, play_and_read, play_steps, position


def gains(state: DrawState) -> tuple[int, ...]:
    assert state.match.result is not None
    return state.match.result.gains


@pytest.mark.parametrize(
    ("highest", "count", "pips"), [(6, 28, 168), (9, 55, 495), (12, 91, 1092), (15, 136, 2040), (18, 190, 3420)]
)
def test_db_01_a_set_has_each_pair_once(highest: int, count: int, pips: int) -> None:
    assert (len(tile_set(highest)), sum(tile_set(highest).pips)) == (count, pips)


def test_db_02_a_blank_counts_nothing_and_a_double_both_halves() -> None:
    twelve = tile_set(12)
    assert [t.pips for t in tiles("10-5 12-12")] == [15, 24]
    assert twelve.pip_sum(twelve.mask(tiles("10-5 12-12 0-0 7-0"))) == 46


def test_db_03_a_tile_is_laid_where_its_number_lies_open() -> None:
    hands = ["11-11 11-3 5-0 3-3", "12-10 9-9 8-8"]
    state = position(hands, ends=(11, 3), set=12, mode="block", verification="auto")
    assert sorted(notations(state)) == ["play 11-11 A", "play 11-3 A", "play 11-3 B", "play 3-3 B"]
    assert [end.number for end in play_steps(state, "play 3-11 A").layout.ends] == [3, 3]
    assert [end.number for end in play_steps(state, "play 3-11 B").layout.ends] == [11, 11]
    stuck = position(["5-0 12-12", "1-1 2-2"], ends=(11, 3), set=12, mode="block")
    assert notations(stuck) == ["cannot"]


@pytest.mark.parametrize(
    ("hands", "opener", "tile"),
    [
        (["6-5 2-1 4-0", "6-4 5-3 1-0", "6-2 3-1 2-0"], 0, "6-5"),
        (["5-4 1-0 2-0", "6-3 2-0 1-0"], 1, "6-3"),
        (["2-2 1-0 2-0", "6-5 3-0 4-0", "3-3 5-0 6-0"], 2, "3-3"),
    ],
)
def test_db_04_the_highest_double_opens_else_the_heaviest_tile(hands: list[str], opener: int, tile: str) -> None:
    hands = [" ".join(dict.fromkeys(hand.split())) for hand in hands]
    if len(hands) == 2:
        hands = ["5-4 1-0 2-1", "6-3 2-0 3-1"]
    state = deal_hands(start(DrawOptions(hand_size=3), len(hands)), hands)
    assert state.to_act == opener
    assert notations(state) == [f"play {tile}"]


def test_db_05_drawing_stops_at_the_first_tile_that_fits() -> None:
    state = play_steps(position(["1-0", "6-6 6-5"], ends=(2, 5), boneyard="4-3 6-0 5-1 2-2"), "draw")
    assert (state.to_act, notations(state)) == (0, ["play 5-1 B"])
    state = play_steps(state, "play 5-1")
    assert [end.number for end in state.layout.ends] == [2, 1]
    assert state.observe(0).hands[0] == tiles("1-0 4-3 6-0")
    assert state.observe(None).boneyard == 1


def test_db_06_who_draws_everything_in_vain_proposes_a_block() -> None:
    state = play_steps(position(["1-0", "6-5 6-6"], ends=(2, 5), boneyard="4-3 6-0"), "draw")
    assert notations(state) == ["cannot"]
    state, events = play_and_read(state, "cannot")
    assert (state.to_act, state.confirmed) == (1, (0,))
    assert events == ["seat 1 passes."]


A, B, C = "0-0 2-0 3-0 1-1 2-1 2-2", "4-0 5-0 3-1 4-1 5-1 3-3", "4-2 5-2 4-3 5-3 4-4 5-5"


@pytest.mark.parametrize("verification", ["manual", "auto"])
def test_db_08_a_certain_block_is_won_by_the_fewest_pips(verification: str) -> None:
    state = position([A, B, C], ends=(6, 6), to_act=1, verification=verification)
    for _ in range(3):
        assert (state.automatic() is None) == (verification == "manual")
        state = play_steps(state, "cannot")
    assert state.to_act == DEALER
    result = state.match.result
    assert result is not None
    assert (result.residuals, result.winners, result.gains) == ((14, 30, 46), (0,), (76, 0, 0))
    assert (result.ending, result.confirmed) == (Ending.BLOCKED, (1, 2, 0))


@pytest.mark.parametrize(("target", "left"), [(100, 10), (250, -10)])
def test_db_10_a_false_inability_costs_points_and_the_seat_must_play(target: int, left: int) -> None:
    state = position(["1-0 1-1", "6-3 4-4"], ends=(2, 6), to_act=1, scores=(0, 40), target=target)
    state, events = play_and_read(state, "cannot")
    assert state.match.scores == (0, left)
    assert (state.to_act, state.confirmed, notations(state)) == (1, (), ["play 6-3 B"])
    assert events[0] == f"Foul: seat 2 says “I can't play”, but can. −{40 - left} points."


def test_db_11_a_concealed_inability_costs_points_and_is_entered_as_a_confirmation() -> None:
    hands = ["3-3 3-1", "4-4 4-3", "1-0 1-1"]
    state = position(hands, ends=(2, 6), to_act=2, confirmed=(1,), scores=(0, 0, 50))
    assert notations(state) == ["cannot", "can"]
    state, events = play_and_read(state, "can")
    assert state.match.scores == (0, 0, 20)
    assert (state.to_act, state.confirmed) == (0, (1, 2))
    assert len(events) == 2


def test_db_12_a_claim_while_tiles_can_be_drawn_is_refused_without_a_foul() -> None:
    state = position(["1-0", "6-5"], ends=(2, 4), boneyard="3-3 5-5")
    assert notations(state) == ["draw"]
    assert "Draw first" in str(state.why_not("cannot"))
    reserved = position(["1-0", "6-5"], ends=(2, 4), boneyard="3-3 5-5", boneyard_reserve=2)
    assert play_steps(reserved, "cannot").confirmed == (0,)


def blocked_with(hands: list[str], to_act: int = 0, **more: object) -> DrawState:
    """Return a position in which nobody can play, after everybody has said so."""
    state = position(hands, ends=(2, 2), to_act=to_act, **more)  # type: ignore[arg-type]  # options of any type
    return play_steps(state, *["cannot"] * len(hands))


TIED = ["4-1 6-6", "5-3 5-4", "5-5 6-4"]


def test_db_14_the_lightest_tile_breaks_a_tie() -> None:
    assert gains(blocked_with(TIED, blocked_tie="lightest_tile")) == (37, 0, 0)


def test_db_15_the_winner_of_a_block_scores_the_pips_of_the_others() -> None:
    state = position(["10-5", "12-12", "0-0 2-1"], ends=(3, 3), set=12)
    assert gains(play_steps(state, "cannot", "cannot", "cannot")) == (0, 0, 39)


def test_db_16_who_is_out_scores_even_if_the_boneyard_is_full() -> None:
    state = position(["0-0 6-6", "5-2", "4-3"], ends=(5, 1), to_act=1, boneyard="1-1 1-0")
    state, events = play_and_read(state, "play 5-2")
    assert gains(state) == (0, 19, 0)
    assert events[-1] == "seat 2 goes out! seat 2 scores 19 points."


def test_db_18_in_block_the_tiles_not_dealt_count_for_nobody() -> None:
    hands = ["0-0 1-0", "1-1 3-0", "3-1 3-3"]
    state = position(hands, ends=(6, 5), boneyard="6-6 6-5 5-5", mode="block")
    state = play_steps(state, "cannot")
    assert state.confirmed == (0,)
    state = play_steps(state, "cannot", "cannot")
    assert gains(state) == (5 + 10, 0, 0)
    assert state.observe(None).unseen == tiles("5-5 6-5 6-6")


def test_db_19_the_target_ends_the_match_unless_the_highest_are_equal() -> None:
    over = play_steps(position(["5-2", "6-4 5-4"], ends=(5, 1), scores=(88, 70)), "play 5-2")
    assert over.match.scores == (107, 70)
    assert over.to_act is None
    assert over.outcome is not None
    assert over.outcome.winners == (0,)
    level = play_steps(position(["5-2", "6-4 5-4"], ends=(5, 1), scores=(85, 104)), "play 5-2")
    assert level.match.scores == (104, 104)
    assert level.to_act == DEALER
