"""Matches in pairs beside a second scorer, which was written from the rules alone: every number is the same."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.engine.dominoes import second_score
from tests.engine.dominoes.beside import Difference, play, presets, random_options, rounds
from tests.engine.dominoes.second_score import Match, Round, Table, to_fives

ROUNDS, OPTIONS = 60, 150


@pytest.mark.parametrize("name", presets())
def test_whole_rounds_of_each_preset_are_scored_alike(name: str) -> None:
    seen = play(presets()[name], f"short {name}", ROUNDS)
    assert seen["out"]
    assert seen["blocked"] or name == "fives"


@pytest.mark.long
@pytest.mark.parametrize("name", presets())
def test_thousands_of_rounds_of_each_preset_are_scored_alike(name: str) -> None:
    assert play(presets()[name], f"long {name}", 4000)["rounds"] == 4000


def with_any_options(first: int, last: int) -> Counter[str]:
    seen = Counter[str]()
    for seed in range(first, last):
        rng = Random(f"options {seed}")
        options = random_options(rng)
        try:
            for result in rounds(options, rng):
                seen.update((result.ending, *(name for name, *_ in result.bonuses)))
        except Difference as difference:
            raise AssertionError(f"seed {seed}, {options}: {difference}") from difference
    return seen


def test_rounds_with_any_options_of_pairs_are_scored_alike() -> None:
    assert with_any_options(0, OPTIONS).keys() >= {"out", "blocked", "forfeit", "reached", "capicua", "round_bonus"}


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
def test_rounds_with_thousands_of_options_of_pairs_are_scored_alike(part: int) -> None:
    seen = with_any_options(1000 * (part + 1), 1000 * (part + 1) + 700)
    assert seen.keys() >= {"last_blank", "pass_round", "pass_first"}


# --- faults that are planted, so that a difference is known to be found


def no_fault_is_left(name: str) -> None:
    with pytest.raises(Difference):
        play(presets()[name], "planted", 1500)


def test_a_bonus_that_is_one_point_less_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(second_score.ROUND_BONUSES, 4, 24)
    no_fault_is_left("puerto_rico")


def test_hands_that_are_compared_with_the_wrong_neighbour_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    block = Round.compare_hands

    def wrong(self: Round) -> Any:
        self.laid.append(((self.laid[-1][0] + 2) % 4, (0, 0)))
        return block(self)

    monkeypatch.setattr(Round, "compare_hands", wrong)
    no_fault_is_left("dominican")


def test_a_double_that_counts_as_capicua_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(self: Round, tile: Any, before: Any) -> None:
        if all(number in tile for number in before):
            self.note_bonus("capicua", self.seat, 25)

    monkeypatch.setattr(Round, "note_last_tile", wrong)
    no_fault_is_left("dominican")


def test_gains_that_are_kept_before_thirteen_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = Match.__init__

    def wrong(self: Match, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        self.is_in = [True, True]

    monkeypatch.setattr(Match, "__init__", wrong)
    no_fault_is_left("goat")


def test_pips_that_are_rounded_down_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [to_fives(n) for n in (2, 3, 5, 7, 8)] == [0, 5, 5, 5, 10]
    monkeypatch.setattr(second_score, "to_fives", lambda number: number - number % 5)
    no_fault_is_left("fives")


def test_a_spinner_whose_tips_count_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(self: Table) -> int:
        return sum(end.number for end in self.ends.values())

    monkeypatch.setattr(Table, "count", wrong)
    no_fault_is_left("fives")


# --- examples from the rule sheet, for the second scorer itself


def score_block(options: dict[str, Any], hands: str, last: tuple[int, str], opener: int = 0, number: int = 1) -> Any:
    """Score a block with these hands, whose last tile was played by a seat."""
    defaults = {"layout": "line", "mode": "block", "match": "target", "target": 100, "set": 6, "get_in": 0,
                "pair_score": "opponents", "blocked_by": "pair", "blocked_score": "others_sum", "capicua": 0,
                "blocked_tie": "no_score", "next_lead": "winner", "round_bonus": False}  # fmt: skip
    match = Match(defaults | options)
    match.number = number
    round_ = Round(match, [[second_score.tile_of(t) for t in hand.split()] for hand in hands.split(",")], [], opener)
    round_.laid = [(last[0], second_score.tile_of(last[1]))]
    return round_.compare_hands()


HANDS = "6-4,2-1,3-1,6-6"
"""Of 10, 3, 4 and 12 pips."""


@pytest.mark.parametrize(
    ("options", "closer", "winner", "points"),
    [
        ({}, 0, 0, 15),
        ({"pair_score": "all"}, 0, 0, 29),
        ({"blocked_by": "hand"}, 0, 1, 14),
        ({"blocked_by": "closer"}, 0, 1, 14),
        ({"blocked_by": "closer"}, 1, 1, 14),
        ({"blocked_by": "closer"}, 2, 0, 15),
        ({"blocked_by": "closer"}, 3, 0, 15),
        ({"blocked_score": "others_minus_own"}, 0, 0, 1),
        ({"blocked_score": "others_minus_own", "blocked_by": "hand"}, 0, 1, 0),
    ],
)
def test_the_second_scorer_scores_blocks_as_the_rules_do(
    options: dict[str, Any], closer: int, winner: int, points: int
) -> None:
    result = score_block(options, HANDS, (closer, "5-5"))
    assert (result.winner, result.pips) == (winner, points)


@pytest.mark.parametrize(
    ("tie", "winner", "opens"),
    [("no_score", None, 0), ("leader", 1, 1), ("last_player_wins", 0, 0), ("last_player_loses", 1, 1)],
)
def test_the_second_scorer_decides_ties_as_the_rules_do(tie: str, winner: int | None, opens: int) -> None:
    result = score_block({"blocked_tie": tie}, "6-1,4-1,5-3,6-4", (0, "5-5"), opener=3)
    assert (result.winner, result.opens_next) == (winner, opens)
