"""The worked example of pairs in Fives, PR-19: A, B, C, D are seats 0 to 3."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import DEALER
from engine.games.fives import GAME
from engine.games.fives.observation import Statistics
from engine.games.fives.options import FivesOptions
from engine.games.fives.state import FivesState
from engine.words import Words
from tests.engine.fives.positions import deal_hands, play_in_turn, play_steps, position

A, B, C, D = range(4)
WORDS = Words(names=("Ana", "Ben", "Cem", "Dee"))


def pairs(**options: Any) -> dict[str, Any]:
    return {"teams": "pairs", **options}


def pips(state: FivesState) -> tuple[int, ...]:
    """Return what each seat scored for the pips that were left."""
    assert state.match.result is not None
    return state.match.result.pips


def test_pr_19_a_play_scores_for_the_pair() -> None:
    state, counted = play_in_turn("6-6", "6-3 A", seats=4, **pairs())
    assert counted[1] == (15, 15)
    assert state.match.scores == state.match.ledger.plays == (0, 15, 0, 15)


OUT = ["6-1", "3-1", "5-0", "6-2"]
"""A goes out with 6-1 on 5-5 6-5; the opponents hold 4 and 8 pips, the partner 5."""


@pytest.mark.parametrize(
    ("options", "worth"),
    [
        ({}, 10),
        ({"pair_score": "all", "blocked_score": "others_sum"}, 15),
        ({"rounding": "each"}, 15),
        ({"rounding": "each", "pair_score": "all", "blocked_score": "others_sum"}, 20),
        ({"rounding": "none"}, 12),
    ],
)
def test_pr_19_going_out_scores_the_opponents_or_all_hands_rounded(options: dict[str, Any], worth: int) -> None:
    state, _ = play_steps(position(OUT, ["5-5", "6-5 A"], **pairs(**options)), "play 6-1 A")
    assert pips(state) == (worth, 0, worth, 0)


@pytest.mark.parametrize(
    ("options", "worth"),
    [
        ({}, 10),
        ({"pair_score": "all", "blocked_score": "others_sum"}, 20),
        ({"rounding": "each"}, 15),
        ({"rounding": "each", "pair_score": "all", "blocked_score": "others_sum"}, 25),
    ],
)
def test_pr_19_the_hands_of_the_example(options: dict[str, Any], worth: int) -> None:
    """Hands of the example: A holds 4 pips, C 8, D 9, and B goes out."""
    state = position(["3-1", "6-5", "6-2", "5-4"], ["6-6"], **pairs(**options))._replace(to_act=B)
    assert pips(play_steps(state, "play 6-5 A")[0]) == (0, worth, 0, worth)


def block_round(**options: Any) -> FivesState:
    """Return a round that is blocked with A 3 pips, B 9, C 4 and D 14, after D's tile."""
    state = position(["2-1", "5-4", "4-0", "5-5 3-1"], ["6-6"], opener=B, **pairs(**options))
    return play_steps(state, *["cannot"] * 4)[0]


def test_pr_19_a_block_is_less_its_own_and_rounded() -> None:
    assert pips(block_round()) == (15, 0, 15, 0)
    assert pips(block_round(rounding="none")) == (16, 0, 16, 0)
    assert pips(block_round(blocked_score="nothing")) == (0, 0, 0, 0)


def test_pr_19_after_a_block_chance_draws_the_opener_and_a_tie_scores_for_nobody() -> None:
    assert (block_round().to_act, block_round().picks) == (DEALER, 4)
    tied = position(["2-1", "5-4", "4-2", "0-0"], ["6-6"], **pairs())
    over, _ = play_steps(tied, *["cannot"] * 4)
    assert pips(over) == (0, 0, 0, 0)
    headline = WORDS.text(GAME.voice.headline(over.observe(None)) or "")
    assert headline.endswith("Both hands together: ◆ 9, ● 9. Tie: nobody scores the pips of the others.")


@pytest.mark.parametrize(
    ("options", "rounded"),
    [
        ({}, "Pips left: 23 − 7 = 16, rounded to 15."),
        ({"rounding": "each"}, "Pips left: 9 + 14 − 3 − 4, rounded to 10 + 15 − 5 − 5."),
    ],
)
def test_the_headline_of_a_block_says_how_its_pips_were_rounded(options: dict[str, Any], rounded: str) -> None:
    headline = WORDS.text(GAME.voice.headline(block_round(**options).observe(None)) or "")
    assert headline.endswith(f"◆ Ana and Cem win the round: +15 for the pips left. {rounded}")


def test_pr_19_one_play_of_the_pair_lets_both_in() -> None:
    def opening_score(*biggest: int) -> int:
        """Return what A's opening 4-1 scores, a play of 5, if these were the biggest plays of A, B, C and D."""
        state = position(["4-1 3-2", "6-6", "5-5", "2-2"], (), **pairs(get_in=10))
        statistics = tuple(Statistics(biggest=each) for each in biggest)
        ledger = state.match.ledger._replace(statistics=statistics)
        _, events = play_steps(state._replace(match=state.match._replace(ledger=ledger)), "play 4-1")
        return int(events[-1].points)

    assert opening_score(0, 0, 0, 0) == 0
    assert opening_score(0, 0, 10, 0) == 5
    assert opening_score(0, 10, 0, 15) == 0
    first, _ = play_steps(position(["6-4 3-2", "6-6", "5-5", "2-2"], (), **pairs(get_in=10)), "play 6-4")
    assert (first.match.scores, first.match.ledger.statistics[A].biggest) == ((10, 0, 10, 0), 10)


def test_a_play_that_reaches_the_target_wins_for_both_partners() -> None:
    state = position(["6-3 1-0", "5-5", "4-4", "2-2"], ["6-6"], scores=(135, 90, 135, 90), **pairs())
    over, _ = play_steps(state, "play 6-3 A")
    assert over.outcome is not None
    assert (over.outcome.winners, over.outcome.points) == ((A, C), (150, 90, 150, 90))
    assert WORDS.text(over.outcome.reason) == "◆ Ana and Cem win with 150 points."


def test_who_opens_after_a_pair_went_out() -> None:
    over, _ = play_steps(position(OUT, ["5-5", "6-5 A"], opener=B, **pairs()), "play 6-1 A")
    assert deal_hands(over, []).to_act == A
    rotating, _ = play_steps(position(OUT, ["5-5", "6-5 A"], opener=B, **pairs(next_lead="rotate")), "play 6-1 A")
    assert deal_hands(rotating, []).to_act == C


def test_pairs_are_four_and_not_all_options_go_together() -> None:
    assert [seats for seats in GAME.seats if FivesOptions(**pairs()).refusal(seats) is None] == [4]
    refused = FivesOptions(**pairs(pair_score="all")).refusal(4)
    assert str(refused) == "If a pair scores all hands, a block can't be less its own. Change one of the two options."


def test_the_account_of_a_round_goes_pair_by_pair() -> None:
    over, _ = play_steps(position(OUT, ["5-5", "6-5 A"], scores=(20, 30, 20, 30), **pairs()), "play 6-1 A")
    assert WORDS.text(GAME.voice.tally(over.observe(None)) or "").splitlines() == [
        "Round 1 · Ana goes out!",
        "Ana: no tiles left",
        "Cem: 5-0 (5)",
        "◆ Ana and Cem, both hands: 0 + 5 = 5",
        "Ben: 3-1 (4)",
        "Dee: 6-2 (8)",
        "● Ben and Dee, both hands: 4 + 8 = 12",
        "◆ Ana and Cem: 20 + 0 from plays + 10 for leftover pips = 30",
        "● Ben and Dee: 30 + 0 from plays + 0 for leftover pips = 30",
    ]
