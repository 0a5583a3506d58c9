"""What a round and a match of Draw and Block are worth (draw.md §8, §9)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dominoes.summary import describe_missing_numbers
from engine.game import DEALER, Outcome
from engine.games.draw.observation import RoundResult
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import DrawState
from engine.games.draw.summary import headline
from tests.engine.draw.positions import play_steps, position, result_of


def outcome_of(state: DrawState) -> Outcome:
    assert state.outcome is not None
    return state.outcome


def block(hands: list[str], **options: Any) -> RoundResult:
    """Return the result of a block in ends 2 and 2 that seat `to_act` proposed."""
    return result_of(play_steps(position(hands, ends=(2, 2), **options), *["cannot"] * len(hands)))


TIED = ["4-1 6-6", "5-3 5-4", "5-5 6-4"]
"""17, 17 and 20 pips."""


@pytest.mark.parametrize(
    ("options", "gains"),
    [
        ({}, (0, 0, 0)),
        ({"blocked_tie": "share"}, (10, 10, 0)),
        ({"blocked_tie": "full"}, (37, 37, 0)),
        ({"blocked_tie": "lightest_tile"}, (37, 0, 0)),
        ({"blocked_tie": "leader"}, (37, 0, 0)),
        ({"blocked_tie": "leader", "opener": 1}, (0, 37, 0)),
        ({"blocked_tie": "leader", "opener": 2}, (37, 0, 0)),
        ({"blocked_tie": "last_player_wins", "last": 1}, (0, 37, 0)),
        ({"blocked_tie": "last_player_wins", "last": 2}, (0, 0, 0)),
        ({"blocked_tie": "last_player_loses", "last": 1}, (37, 0, 0)),
        ({"blocked_tie": "last_player_loses", "last": 2}, (0, 0, 0)),
        ({"blocked_tie": "full", "blocked_score": "others_minus_own"}, (20, 20, 0)),
        ({"blocked_tie": "share", "blocked_score": "others_minus_own"}, (10, 10, 0)),
        ({"blocked_tie": "leader", "blocked_score": "others_minus_own"}, (20, 0, 0)),
    ],
)
def test_a_tie_for_the_fewest_pips_is_decided_as_the_table_chose(
    options: dict[str, Any], gains: tuple[int, ...]
) -> None:
    result = block(TIED, **options)
    assert result.gains == gains
    assert result.lowest == (0, 1)
    assert result.rule is not None


def test_equal_lightest_tiles_are_decided_by_fewer_tiles_then_by_the_order_of_play() -> None:
    assert block(["1-0 6-6 0-0", "0-0 6-6 1-0 ", "6-6 5-5"], blocked_tie="lightest_tile", opener=1).winners == (1,)
    fewer = block(["1-0 6-5 1-1", "1-0 6-6 0-0", "1-0 6-6"], blocked_tie="lightest_tile", to_act=0)
    assert fewer.lowest == (1, 2)
    assert fewer.winners == (1,)  # 0-0 is lighter
    even = block(["5-5 5-4", "1-0 6-3 3-0", "1-0 6-6"], blocked_tie="lightest_tile")
    assert even.winners == (2,)


def test_a_tie_of_all_has_nothing_to_share_and_is_left_undecided_by_the_loser_of_three() -> None:
    hands = ["1-0", "1-0 0-0", "1-0 0-0"]
    assert block(hands, blocked_tie="share").winners == ()
    assert block(hands, blocked_tie="full").gains == (2, 2, 2)
    assert block(hands, blocked_tie="last_player_loses", last=0).winners == ()


def test_the_winner_may_subtract_their_own_pips_and_never_scores_below_nothing() -> None:
    assert block(["3-0", "1-0", "5-0"], blocked_score="others_minus_own").gains == (0, 7, 0)
    assert block(["6-6", "6-6 0-0", "6-6 1-0"], blocked_tie="leader", blocked_score="others_minus_own").gains[0] == 13
    assert block(["6-6", "6-6"], blocked_tie="leader", blocked_score="others_minus_own").gains == (0, 0)


def test_a_match_by_rounds_ends_after_them_and_equal_totals_share_it() -> None:
    hands = ["1-0", "1-0 0-0"]
    over = play_steps(position(hands, ends=(2, 2), match="rounds"), "cannot", "cannot")
    assert outcome_of(over).winners == (0, 1)
    assert over.legal_actions() == ()
    longer = play_steps(position(hands, ends=(2, 2), match="rounds", rounds=2), "cannot", "cannot")
    assert longer.to_act == DEALER


@pytest.mark.parametrize(("highest", "target"), [(6, 100), (9, 300), (12, 600), (15, 1000), (18, 1500)])
def test_the_target_grows_with_the_set(highest: int, target: int) -> None:
    assert DrawOptions(set=highest).goal(2) == target


@pytest.mark.parametrize(
    ("hands", "options", "told"),
    [
        (["5-5", "4-4", "1-0"], {}, "seat 3 has the lightest hand (1 pip) and scores 18."),
        (
            TIED,
            {"blocked_tie": "no_score"},
            "seat 1 and seat 2 have the lightest hands (17 pips each). Tie: nobody scores.",
        ),
        (
            TIED,
            {"blocked_tie": "leader"},
            "seat 1 and seat 2 have the lightest hands (17 pips each). "
            "Tie: the first one in turn from the opener wins. seat 1 scores 37.",
        ),
        (
            TIED,
            {"blocked_tie": "full"},
            "seat 1 and seat 2 have the lightest hands (17 pips each). "
            "Tie: each of the tied players scores in full. seat 1 and seat 2 score 37 each.",
        ),
        (
            ["5-5", "5-4"],
            {"blocked_score": "others_minus_own"},
            "seat 2 has the lightest hand (9 pips) and scores 1.",
        ),
    ],
)
def test_a_block_says_whose_hand_is_lightest_and_what_it_scores(
    hands: list[str], options: dict[str, str], told: str
) -> None:
    result = block(hands, **options)
    assert str(result.describe()) == f"Blocked! {told}"


def test_the_headline_of_a_block_names_the_numbers_that_nobody_has() -> None:
    for ends, numbers in (((6, 6), "6"), ((6, 2), "6 or 2")):
        state = play_steps(position(["5-5", "4-4", "1-0"], ends=ends), "cannot", "cannot", "cannot")
        told = f"Blocked! Nobody has a tile with {numbers}. seat 3 has the lightest hand (1 pip) and scores 18."
        assert str(headline(state.observe(None))) == told
    assert str(describe_missing_numbers((12, 8, 8, 11, 0))) == "Nobody has a tile with 12, 11, 8 or 0."
