"""The worked examples of the rule sheet of Fives."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dominoes.ending import Ending
from engine.games.fives import GAME
from engine.games.fives.options import FivesOptions
from engine.games.fives.state import start
from engine.games.fives.words import situation
from tests.engine.fives.positions import deal_hands, line_of, notations, play_in_turn, play_steps, position, read_last

FIVES_SPINNER = ("5-5", "5-0 A", "0-0 A", "6-5 B", "4-0 A")
SIXES = ("6-6", "6-3 A", "6-2 B", "6-4 C", "6-1 D")


def test_fv_01_to_04_a_double_counts_both_halves_until_it_is_covered() -> None:
    _, counted = play_in_turn(*FIVES_SPINNER)
    assert counted == [(10, 10), (10, 10), (10, 10), (6, 0), (10, 10)]


def test_fv_05_tips_count_nothing_until_a_tile_lies_there() -> None:
    _, counted = play_in_turn(*SIXES)
    assert counted == [(12, 0), (15, 15), (5, 5), (9, 0), (10, 10)]


def test_fv_06_a_double_laid_on_a_tile_is_the_spinner_too() -> None:
    state, counted = play_in_turn("4-1", "1-1 B", "6-1 B", "5-1 C")
    assert counted == [(5, 5), (6, 0), (10, 10), (15, 15)]
    assert state.observe(None).spinner == 1
    assert state.observe(None).roots == (1,)


def test_fv_07_no_tip_is_offered_before_both_sides_are_covered() -> None:
    state = position(["6-2 1-0", "3-3"], ["6-6", "6-5 A"])
    assert notations(state) == ["play 6-2 B"]
    assert "C" not in {end.letter for end in state.observe(0).ends}


def test_fv_08_without_spinners_a_double_has_two_sides_only() -> None:
    state, counted = play_in_turn("6-6", "6-3 A", "6-2 B", spinner="none")
    assert counted == [(12, 0), (15, 15), (5, 5)]
    assert [(end.letter, end.number) for end in state.layout.ends] == [("A", 3), ("B", 2)]


def test_fv_09_every_double_is_a_spinner_if_the_table_says_so() -> None:
    state, counted = play_in_turn("4-1", "1-1 B", "6-1 B", "6-6 B", spinner="all")
    assert counted == [(5, 5), (6, 0), (10, 10), (16, 0)]
    ends = [(end.letter, end.number) for end in state.layout.ends]
    assert ends == [("A", 4), ("B", 6), ("C", 1), ("D", 1)]
    later = line_of("all", "4-1", "1-1 B", "6-1 B", "6-6 B", "6-0 B")
    assert later.total == 4
    assert [(end.letter, end.number) for end in later.ends][4:] == [("E", 6), ("F", 6)]


def test_fv_10_in_fives_a_count_of_15_scores_3() -> None:
    _, counted = play_in_turn("6-6", "6-3 A", score_unit="fives")
    assert counted == [(12, 0), (15, 3)]


@pytest.mark.parametrize(("rounding", "gain"), [("sum", 10), ("each", 15), ("none", 12)])
def test_fv_11_the_player_who_is_out_scores_the_others_pips_rounded(rounding: str, gain: int) -> None:
    state = position(["5-1", "3-1", "6-2"], ["5-5", "6-5 A"], rounding=rounding)
    after, _ = play_steps(state, "play 5-1 B")
    assert after.layout.total == 7
    result = after.match.result
    assert result is not None
    assert (result.ending, result.plays, result.pips) == (
        Ending.OUT,
        (0, 0, 0),
        (gain, 0, 0),
    )


def test_fv_12_the_last_tile_scores_its_count_first() -> None:
    state = position(["6-6", "4-3"], ["4-4", "4-2 A", "6-4 B", "4-1 C", "5-4 D"])
    after, events = play_steps(state, "play 6-6 B")
    assert [event.points for event in events if hasattr(event, "points")] == [20]
    assert after.match.result is not None
    assert (after.match.result.plays, after.match.result.pips, after.match.scores) == ((20, 0), (5, 0), (25, 0))


def block_round(hands: list[str], **options: Any) -> Any:
    """Return the result of a round in which nobody can play."""
    state = position(hands, ["4-4"], verification="auto", **options)
    for _ in hands:
        action = state.automatic()
        assert action is not None
        state, *_ = state.apply(action)
    return state.match.result


def test_fv_13_the_fewest_pips_win_a_block() -> None:
    assert block_round(["2-1", "5-1 2-1", "6-2 5-1"]).pips == (20, 0, 0)
    assert block_round(["2-1", "5-1 2-1", "6-2 5-1"], blocked_score="others_sum").pips == (25, 0, 0)
    assert block_round(["2-1", "5-1 2-1", "6-2 5-1"], blocked_score="nothing").pips == (0, 0, 0)
    tied = block_round(["3-2", "5-0", "6-6"])
    assert (tied.winner, tied.pips) == (None, (0, 0, 0))


def test_a_block_says_whose_hand_is_lightest_and_what_it_scores() -> None:
    won, tied = block_round(["2-1", "5-1 2-1", "6-2 5-1"]), block_round(["3-2", "5-0", "6-6"])
    assert str(won.describe()) == "Blocked! seat 1 has the lightest hand (3 pips) and scores 20."
    unshared = "Tie: nobody scores the pips of the others."
    assert str(tied.describe()) == f"Blocked! seat 1 and seat 2 have the lightest hands (5 pips each). {unshared}"


def test_fv_14_a_play_that_reaches_the_target_ends_the_game_there() -> None:
    table = ["6-6", "6-2 A"]
    now, _ = play_steps(position(["6-3 1-0", "5-5"], table, scores=(145, 149)), "play 6-3 B")
    assert now.outcome is not None
    assert (now.outcome.winners, now.match.scores) == ((0,), (150, 149))
    later, _ = play_steps(position(["6-3 1-0", "5-5"], table, scores=(145, 149), ends="round_end"), "play 6-3 B")
    assert (later.outcome, later.to_act) == (None, 1)


def test_fv_15_nothing_counts_before_one_play_makes_ten() -> None:
    _, counted = play_in_turn("4-1", "1-1 B", "6-1 B", "5-1 C", "4-0 A", "5-2 C", get_in=10)
    assert counted[0] == (5, 0)
    assert counted[2] == (10, 10)  # seat 0 has got in
    assert counted[3] == (15, 15)
    small = position(["4-1 2-0", "6-6"], get_in=10)
    first, events = play_steps(small, "play 4-1")
    assert events[-1].points == 0
    assert first.match.ledger.statistics[0].biggest == 0


def test_fv_16_doubles_at_several_ends() -> None:
    line = line_of("first", "6-5", "6-6 A", "5-5 B")
    assert line.total == 22
    both = line_of("all", "4-4", "6-4 A", "5-4 B", "6-6 A", "5-5 B", "4-3 C")
    assert both.total == 25


def test_the_lot_decides_who_opens_after_a_block_and_the_winner_after_a_round_that_was_won() -> None:
    state = position(["2-1", "5-1 2-1"], ["4-4"], scores=(5, 5))
    for _ in range(2):
        state, *_ = state.apply(state.legal_actions()[0])
    assert (state.picks, deal_hands(state, ["", ""], pick=1).to_act) == (2, 1)
    won, _ = play_steps(position(["6-4", "3-1"], ["4-4"]), "play 6-4 A")
    assert (won.picks, deal_hands(won, ["", ""]).to_act) == (1, 0)
    turned, _ = play_steps(position(["6-4", "3-1"], ["4-4"], next_lead="rotate"), "play 6-4 A")
    assert deal_hands(turned, ["", ""]).to_act == 1


def test_nothing_else_opens_if_the_highest_double_must_be_led() -> None:
    state = deal_hands(start(FivesOptions(first_lead="highest_double"), 2), ["6-6 1-0", "5-5"])
    assert notations(state) == ["play 6-6"]
    assert str(state.observe(0).choices[0].label) == "6-6"
    assert str(state.why_not("play 1-0")) == "6-6 must open this round."


def test_nothing_fits_so_one_draws_until_a_tile_does_and_lays_it() -> None:
    state = position(["1-0", "3-3"], ["6-6"], boneyard="2-1 6-2 6-3")
    assert notations(state) == ["draw"]
    after, _ = play_steps(state, "draw")
    assert (after.to_act, after.drawable, notations(after)) == (0, 1, ["play 6-2 A", "play 6-2 B"])
    assert read_last(state, "draw") == ["seat 1 draws 2 tiles."]
    kept = position(["1-0", "3-3"], ["6-6"], boneyard="2-1 6-2", boneyard_reserve=2)
    assert notations(kept) == ["cannot"]


def test_the_draw_that_is_allowed_though_one_can_play_is_a_single_tile() -> None:
    state = position(["6-0", "3-3"], ["6-6"], boneyard="2-1 6-2", voluntary_draw=True)
    assert notations(state) == ["play 6-0 A", "play 6-0 B", "draw"]
    after, _ = play_steps(state, "draw")
    assert after.drawable == 1
    assert "draw" in notations(after)


def test_an_absent_seat_takes_the_most_points_then_the_heaviest_tile() -> None:
    table = ["6-6", "6-2 A"]
    assert str(position(["6-3 6-5 2-2", "0-0"], table).at_deadline()) == "play 6-3 B"  # 2 + 3 = 5
    assert str(position(["6-5 6-4", "0-0"], table).at_deadline()) == "play 6-5 B"  # neither scores


def test_the_pictures_twin_of_an_end_is_named() -> None:
    choices = position(["6-3", "0-0"], ["6-6"]).observe(0).choices
    assert [choice.same_as for choice in choices] == [None, "play 6-3 A"]
    assert [str(choice.label) for choice in choices] == ["6-3 A +15", "6-3 B +15"]


def test_the_last_round_of_a_number_of_them_is_shared_by_equals() -> None:
    state = position(["6-4", "3-1"], ["4-4"], scores=(20, 30), match="rounds", rounding="sum")
    after, events = play_steps(state, "play 6-4 A")  # 8 and 6 count nothing: 4 pips are 5 points, 25 beside 30
    assert after.outcome is not None
    assert (after.match.scores, after.outcome.winners) == ((25, 30), (1,))
    level, _ = play_steps(position(["6-4", "3-1"], ["4-4"], scores=(25, 30), match="rounds"), "play 6-4 A")
    assert level.outcome is not None
    assert level.outcome.winners == (0, 1)
    assert str(events[-1].describe()) == "seat 2 wins with 30 points."


def test_equal_totals_at_the_target_play_another_round() -> None:
    state, _ = play_steps(position(["6-4", "3-1"], ["4-4"], scores=(150, 155)), "play 6-4 A")
    assert (state.match.scores, state.outcome, state.to_act) == ((155, 155), None, -1)


def test_the_tally_keeps_points_by_plays_and_by_pips_apart() -> None:
    state, _ = play_steps(position(["6-3", "5-1 1-0"], ["6-6", "6-2 A"], scores=(20, 30)), "play 6-3 B")
    assert str(GAME.voice.tally(state.observe(None))).splitlines() == [
        "Round 1 · seat 1 goes out!",
        "seat 1: no tiles left",
        "seat 2: 1-0, 5-1 (1 + 6 = 7)",
        "seat 1: 20 + 5 from plays + 5 for leftover pips = 30",
        "seat 2: 30 + 0 from plays + 0 for leftover pips = 30",
    ]


@pytest.mark.parametrize(
    ("rounding", "said"),
    [
        ("sum", "+5 for the pips left in hands. Pips left: 7, rounded to 5. From plays: +5."),
        ("each", "+5 for the pips left in hands. Pips left: 7, rounded to 5. From plays: +5."),
        ("none", "+7 for the pips left in hands. From plays: +5."),
    ],
)
def test_the_headline_says_what_the_points_are_made_of(rounding: str, said: str) -> None:
    state, _ = play_steps(position(["6-3", "5-1 1-0"], ["6-6", "6-2 A"], rounding=rounding), "play 6-3 B")
    assert str(GAME.voice.headline(state.observe(None))) == f"seat 1 goes out: {said}"


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (["5-1"], "open ends 5 and 1 · total 6"),
        (["5-1", "1-1 B"], "open ends 5 and 1 · total 7 (a double counts twice)"),
        (["3-3", "3-1 A", "4-3 B"], "open ends 1 and 4 · total 5 · also open, not counted yet: C (3) and D (3)"),
        (
            ["3-3", "3-1 A", "4-3 B", "1-1 A"],
            "open ends 1 and 4 · total 6 (a double counts twice) · also open, not counted yet: C (3) and D (3)",
        ),
    ],
)
def test_the_words_name_the_ends_and_their_total(table: list[str], said: str) -> None:
    seen = position(["6-2", "5-5"], table).observe(None)
    assert str(situation(seen)) == said


def test_an_opening_play_that_scores_says_so_on_its_button() -> None:
    state = position(["5-5 6-1", "4-4"])
    labels = [str(choice.label) for choice in state.observe(0).choices if choice.notation.startswith("play")]
    assert sorted(labels) == ["5-5 +10", "6-1"]
