"""The rules of Draw and Block, one by one (draw.md)."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from engine.dominoes.ending import Ending
from engine.dominoes.layout import HALF, SPINNER, lay_tile, layout
from engine.game import DEALER
from engine.games.draw import words
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import DrawState, start
from engine.tiles import tile, tile_set, tiles
from tests.engine.draw.positions import deal_hands, notations, play_and_read, play_steps, position, result_of

# --- Setup ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "seats", "sentence"),
    [
        (DrawOptions(), 1, "Draw Dominoes needs 2–8 players."),
        (DrawOptions(), 9, "Draw Dominoes needs 2–8 players."),
        (DrawOptions(set=6), 7, "A double-6 set is for at most 6 players."),
        (DrawOptions(set=6, mode="block", hand_size=3), 8, "A double-6 set is for at most 6 players."),
        (
            DrawOptions(hand_size=7),
            4,
            "4 × 7 are too many for 28 tiles of double-6: deal at most 6.",
        ),
        (
            DrawOptions(hand_size=8, mode="block"),
            4,
            "4 × 8 are too many for 28 tiles of double-6: deal at most 7.",
        ),
    ],
)
def test_impossible_combinations_are_refused_with_a_sentence(options: DrawOptions, seats: int, sentence: str) -> None:
    assert str(options.refusal(seats)) == sentence


def test_the_set_and_the_hands_follow_the_number_of_seats() -> None:
    auto = [(DrawOptions().highest(seats), DrawOptions().hand_size_for(seats)) for seats in range(2, 9)]
    assert auto == [(6, 7), (6, 5), (6, 5), (9, 6), (9, 6), (12, 7), (12, 7)]
    block = DrawOptions(mode="block", set=6)
    assert [block.hand_size_for(seats) for seats in range(2, 7)] == [7, 7, 7, 5, 4]
    assert DrawOptions(mode="block", hand_size=7).refusal(4) is None


def test_hands_are_cut_from_the_front_and_the_rest_is_drawn_in_its_order() -> None:
    state = deal_hands(start(DrawOptions(hand_size=3), 2), ["6-6 6-5 1-0", "0-0 2-0 3-0"])
    assert state.observe(0).hands == (tiles("1-0 6-5 6-6"), None)
    assert state.observe(1).hands == (None, tiles("0-0 2-0 3-0"))
    assert state.observe(None).hands == (None, None)
    assert state.observe(None).boneyard == 22
    set6 = tile_set(6)
    assert [set6.tiles[index] for index in state.boneyard[:2]] == [tile("1-1"), tile("2-1")]


# --- Who opens --------------------------------------------------------------------------------------------------------

LEADS = ["5-4 1-0 2-1", "6-3 2-2 3-1", "6-4 2-0 3-0"]


def test_a_random_opener_may_open_with_any_tile() -> None:
    waiting = start(DrawOptions(hand_size=3, first_lead="random"), 3)
    assert waiting.picks == 3
    state = deal_hands(waiting, LEADS, pick=2)
    assert (state.to_act, len(notations(state))) == (2, 3)


def test_with_four_arms_an_opener_who_holds_a_double_must_lead_one() -> None:
    for shape in ("spinner", "cross"):
        waiting = start(DrawOptions(hand_size=3, first_lead="random", layout=shape), 3)
        assert notations(deal_hands(waiting, LEADS, pick=1)) == ["play 2-2"]
        assert len(notations(deal_hands(waiting, LEADS, pick=0))) == 3


def scored_round(hands: list[str], **options: Any) -> DrawState:
    """Return a scored, blocked round of three that seat 1 opened."""
    return play_steps(position(hands, ends=(6, 6), opener=1, hand_size=3, **options), "cannot", "cannot", "cannot")


WON_BY_2, TIED_0_2 = ["5-5", "4-4", "1-0"], ["1-0", "4-4", "1-0 0-0"]


@pytest.mark.parametrize(
    ("hands", "rule", "opener", "openings"),
    [
        (WON_BY_2, "winner", 2, 3),
        (TIED_0_2, "winner", 2, 3),  # nobody won: the seat after the opener
        (WON_BY_2, "rotate", 2, 3),
        (WON_BY_2, "highest_double", 1, 1),
    ],
)
def test_later_rounds_are_opened_by_the_winner_in_turn_or_by_the_highest_double(
    hands: list[str], rule: str, opener: int, openings: int
) -> None:
    state = deal_hands(scored_round(hands, next_lead=rule), LEADS)
    assert (state.to_act, len(notations(state))) == (opener, openings)


def test_after_a_shared_tie_the_next_seat_opens() -> None:
    shared = scored_round(["5-5", "1-0", "1-0 0-0"], blocked_tie="share")
    assert result_of(shared).winners == (1, 2)
    assert deal_hands(shared, LEADS).to_act == 2


# --- Drawing ----------------------------------------------------------------------------------------------------------


def test_who_can_play_may_not_draw_pass_or_declare_while_tiles_can_be_drawn() -> None:
    state = position(["5-2", "6-6"], ends=(5, 1), boneyard="4-4")
    assert notations(state) == ["play 5-2 A"]
    assert str(state.why_not("draw")) == "You can play, so you can't draw."
    assert str(state.why_not("pass")) == "You can play, so you can't pass."
    assert str(state.why_not("cannot")) == "You can play, so you must."


def test_who_used_up_the_draw_limit_passes_and_that_is_no_confirmation() -> None:
    state = position(["0-0", "6-6"], ends=(5, 1), boneyard="4-4 3-3 5-5 6-0", draw_limit=1)
    state = play_steps(state, "draw")
    assert notations(state) == ["pass"]
    assert str(state.automatic()) == "pass"
    assert "pass" in str(state.why_not("cannot"))
    assert "Draw first" in str(position(["0-0", "6-6"], ends=(5, 1), boneyard="4-4 3-3").why_not("pass"))
    state = play_steps(state, "pass")
    assert (state.to_act, state.confirmed, state.drawn) == (1, (), 0)


def test_a_limited_draw_goes_on_to_the_limit_and_stops_at_a_tile_that_fits() -> None:
    state = position(["0-0", "6-6"], ends=(5, 1), boneyard="4-4 3-3 2-2 5-5", draw_limit=3)
    assert len(play_steps(state, "draw").boneyard) == 1
    fits = position(["0-0", "6-6"], ends=(5, 1), boneyard="4-4 5-5 2-2 6-0", draw_limit=3)
    assert notations(play_steps(fits, "draw")) == ["play 5-5 A"]


def test_a_limited_draw_that_empties_the_boneyard_leads_to_a_confirmation() -> None:
    state = play_steps(position(["0-0", "6-6"], ends=(5, 1), boneyard="4-4", draw_limit=1), "draw")
    assert notations(state) == ["cannot"]


def test_the_reserve_is_never_drawn() -> None:
    state = position(["0-0", "6-6"], ends=(5, 1), boneyard="4-4 3-3 5-5 1-1", boneyard_reserve=2)
    assert state.observe(0).drawable == 2
    state = play_steps(state, "draw")
    assert (len(state.boneyard), notations(state)) == (2, ["cannot"])
    assert str(state.why_not("draw")) == "The last 2 tiles stay in the boneyard."


def test_a_voluntary_draw_is_one_tile_then_play_or_draw_again() -> None:
    state = position(["5-2", "6-6"], ends=(5, 1), boneyard="4-4 3-3", voluntary_draw=True)
    for left in (1, 0):
        assert notations(state)[:2] == ["play 5-2 A", "draw"]
        state = play_steps(state, "draw")
        assert len(state.boneyard) == left
    assert notations(state) == ["play 5-2 A", "cannot"]


def test_only_its_owner_reads_which_tile_was_drawn() -> None:
    state = position(["0-0", "6-6"], ends=(5, 1), boneyard="4-4 5-5")
    (event,) = state.apply(state.legal_actions()[0]).events
    assert str(event.redact_for(0).describe()) == "seat 1 draws 4-4 and 5-5."
    for other in (1, None):
        assert str(event.redact_for(other).describe()) == "seat 1 draws 2 tiles."


# --- The layout -------------------------------------------------------------------------------------------------------


def grow_line(shape: str, *plays: str) -> list[str]:
    """Return the open ends after these tiles, each "tile arm"."""
    now = layout(DrawOptions(layout=shape).shape(2))
    every = tile_set(6)
    for text in plays:
        name, _, arm = text.partition(" ")
        (action,) = [p for p in now.placements(every.mask([tile(name)])) if p.end == arm]
        now = lay_tile(now, action)
    return [f"{end.letter}{end.number}" for end in now.ends]


def test_in_a_line_a_double_is_one_end_and_the_higher_number_of_the_first_tile_lies_left() -> None:
    assert grow_line("line", "6-2") == ["A6", "B2"]
    assert grow_line("line", "6-2", "6-6 A", "2-1 B") == ["A6", "B1"]


def test_a_spinner_opens_its_two_ends_when_both_its_sides_are_covered() -> None:
    assert grow_line("spinner", "5-5") == ["A5", "B5"]
    assert grow_line("spinner", "5-5", "5-1 A") == ["A1", "B5"]
    assert grow_line("spinner", "5-5", "5-1 A", "5-2 B") == ["A1", "B2", "C5", "D5"]


def test_a_later_spinner_has_one_side_covered_already_and_only_the_first_double_is_one() -> None:
    assert grow_line("spinner", "6-5", "5-5 B") == ["A6", "B5"]
    assert grow_line("spinner", "6-5", "5-5 B", "6-6 A", "6-1 A") == ["A1", "B5"]
    assert grow_line("spinner", "6-5", "5-5 B", "5-1 B", "1-1 B") == ["A6", "B1", "C5", "D5"]


def test_a_cross_must_get_all_four_arms_before_anything_else() -> None:
    assert grow_line("cross", "5-5") == ["A5", "B5", "C5", "D5"]
    assert grow_line("cross", "5-5", "5-1 A", "5-2 C") == ["B5", "D5"]
    assert grow_line("cross", "5-5", "5-1 A", "5-2 C", "5-3 B", "5-4 D") == ["A1", "B3", "C2", "D4"]
    assert grow_line("cross", "6-5", "5-5 B") == ["A6", "B5"]


def test_equal_ends_are_two_placements_that_point_to_each_other() -> None:
    choices = position(["6-5", "1-0"], ends=(6, 6)).observe(0).choices
    assert [(c.notation, c.same_as) for c in choices[:2]] == [("play 6-5 A", None), ("play 6-5 B", "play 6-5 A")]
    assert [str(c.label) for c in choices] == ["6-5 A", "6-5 B", "I can't play"]


def test_an_end_at_the_spinner_is_not_the_same_as_another_end_with_its_number() -> None:
    shape = DrawOptions(layout="spinner").shape(2)
    assert layout(shape, (5, 5), (HALF, SPINNER)).twins == {}
    assert layout(shape, (5, 5), (SPINNER, SPINNER)).twins == {"B": "A"}


def test_a_hand_too_large_for_one_menu_is_grouped_by_the_higher_number() -> None:
    waiting = start(DrawOptions(set=18, hand_size=40, first_lead="random"), 2)
    hand = " ".join(str(t) for t in tile_set(18).tiles[:40])
    choices = deal_hands(waiting, [hand, " ".join(str(t) for t in tile_set(18).tiles[40:80])]).observe(0).choices
    assert choices[0].parts == ("0", "0-0")
    assert len({choice.parts[0] for choice in choices}) <= 25


# --- Blocks and fouls -------------------------------------------------------------------------------------------------


def test_a_play_cancels_the_proposal_and_the_count_restarts() -> None:
    state = position(["0-0 1-1", "5-4 2-2", "3-3 4-1"], ends=(5, 5))
    state, events = play_and_read(state, "cannot", "play 5-4 A")
    assert (state.confirmed, state.to_act) == ((), 2)
    assert events == ["seat 2 plays 5-4 on A."]


def test_who_truly_says_can_must_play_and_declares_nothing_more() -> None:
    state = position(["0-0 1-1", "5-4 2-2", "3-3 4-1"], ends=(5, 5))
    state = play_steps(state, "cannot")
    assert notations(state) == ["play 5-4 A", "play 5-4 B", "cannot", "can"]
    state, events = play_and_read(state, "can")
    assert events == ["seat 2 can play."]
    assert notations(state) == ["play 5-4 A", "play 5-4 B"]
    assert state.match.ledger.fouls == (0, 0, 0)
    assert str(state.why_not("cannot")) == "You've said that once this turn. Now play."


def test_can_answers_only_a_proposal_and_the_opener_declares_nothing() -> None:
    assert notations(position(["5-4", "1-0"], ends=(5, 5))) == ["play 5-4 A", "play 5-4 B", "cannot"]
    opening = deal_hands(start(DrawOptions(hand_size=3, mode="block"), 3), LEADS)
    assert notations(opening) == ["play 2-2"]


def test_with_automatic_verification_nobody_declares_by_hand() -> None:
    state = position(["0-0 1-1", "5-4 2-2", "3-3 4-1"], ends=(5, 5), verification="auto")
    assert str(state.automatic()) == "cannot"
    state = play_steps(state, "cannot")
    assert state.automatic() is None
    assert notations(state) == ["play 5-4 A", "play 5-4 B"]
    assert str(state.why_not("can")) == "Here I find a block by myself: just play."
    assert not state.confirming, "a seat that passes by itself is never asked"
    prompt = words.prompt(state.observe(None))
    assert str(prompt) == "seat 2 is next."


def test_a_seat_is_asked_to_confirm_a_block_until_it_says_that_it_can_play() -> None:
    state = position(["0-0 1-1", "5-4 2-2", "3-3 4-1"], ends=(5, 5))
    assert not state.confirming
    state = play_steps(state, "cannot")
    assert state.confirming
    assert str(words.prompt(state.observe(None))) == "seat 2 is next. If all pass, the round is blocked."
    assert not play_steps(state, "can").confirming


@pytest.mark.parametrize(
    ("options", "penalties"),
    [
        ({}, [-30, -60]),
        ({"target": 250}, [-50, -100]),
        ({"target": 251}, [-51, -102]),
        ({"match": "rounds"}, [-30, -60]),
        ({"foul_fixed": 5, "foul_percent": 10}, [-10, -20]),
        ({"foul_action": "warning"}, [0, -30]),
        ({"foul_action": "none"}, [0, 0]),
        ({"foul_penalty": "hundred"}, [-100, -200]),
        ({"foul_penalty": "hand"}, [-50, -100]),
    ],
)
def test_the_price_of_a_foul_is_as_the_table_chose(options: dict[str, Any], penalties: list[int]) -> None:
    state = position(["5-4 6-5 5-5", "0-0 1-1"], ends=(5, 5), **options)
    for score in penalties:
        state = play_steps(state, "cannot")
        assert state.match.scores[0] == score
        state = state._replace(declared=False)  # the next turn


def test_the_score_of_a_round_says_what_a_foul_cost() -> None:
    over = play_steps(position(["5-4", "0-0 1-1"], ends=(5, 5), scores=(7, 0)), "cannot", "play 5-4 A")
    assert str(words.tally(over.observe(None))).splitlines()[-3:] == [
        "seat 1 loses 30 points for a false claim.",
        "seat 1, in all: 7 − 30 + 2 = −21",
        "seat 2, in all: 0",
    ]
    again = deal_hands(over, ["6-6 5-4 1-0 2-0 3-0 4-0 5-0", "0-0 1-1 2-2 2-1 3-1 4-1 5-1"])
    assert again.observe(None).penalties == ()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "a false “I can't play” costs 30 points"),
        ({"target": 300}, "a false “I can't play” costs 60 points"),
        ({"foul_action": "warning"}, "a second false “I can't play” costs 30 points"),
        ({"foul_penalty": "hand"}, "a false “I can't play” costs the pips in hand"),
        ({"foul_penalty": "hundred"}, "a false “I can't play” costs 100 points"),
        ({"foul_action": "none"}, "a false “I can't play” costs nothing"),
        ({"foul_action": "forfeit_round"}, "a false “I can't play” costs the round"),
        ({"verification": "auto"}, ""),
    ],
)
def test_the_options_say_the_penalty_in_force(options: dict[str, Any], sentence: str) -> None:
    told = ", ".join(str(part) for part in DrawOptions(**options).summarize(2) if "false" in str(part))
    assert told == sentence


def test_a_pass_or_a_draw_that_comes_too_early_tells_how_many_tiles_may_be_drawn() -> None:
    for limit, many in ((1, "1 tile"), (3, "3 tiles"), (None, "4 tiles")):
        state = position(["0-0", "6-6"], ends=(5, 1), boneyard="4-4 3-3 2-2 6-4", draw_limit=limit)
        assert str(state.why_not("cannot")) == f"Draw first: {many} can be drawn."


def test_the_hand_is_the_price_if_it_is_more_than_fifty() -> None:
    state = position(["6-6 6-5 5-5 6-4 6-3 5-4", "0-0"], ends=(6, 6), foul_penalty="hand")
    assert play_steps(state, "cannot").match.scores == (-(12 + 11 + 10 + 10 + 9 + 9), 0)


def test_a_forfeited_round_is_won_by_the_fewest_pips_of_the_others() -> None:
    state = position(["5-4", "6-6", "6-4"], ends=(5, 5), foul_action="forfeit_round", blocked_score="others_minus_own")
    result = result_of(play_steps(state, "cannot"))
    assert (result.ending, result.winners, result.gains) == (Ending.FORFEIT, (2,), (0, 0, 21))


def test_a_concealed_inability_can_complete_the_block() -> None:
    state = position(["0-0", "6-6"], ends=(5, 5), to_act=1, confirmed=(0,))
    assert result_of(play_steps(state, "can")).confirmed == (0, 1)


def test_a_deadline_answers_truthfully_and_plays_the_heaviest_tile() -> None:
    assert str(position(["5-4 6-5 5-0", "0-0"], ends=(5, 1)).at_deadline()) == "play 6-5 A"
    assert str(position(["4-2 5-1", "0-0"], ends=(4, 5)).at_deadline()) == "play 4-2 A"
    assert str(position(["0-0", "6-6"], ends=(5, 5), to_act=1, confirmed=(0,)).at_deadline()) == "cannot"
    assert str(position(["0-0", "6-6"], ends=(5, 5), boneyard="1-1").at_deadline()) == "draw"


def test_early_block_ends_the_round_once_no_unplayed_tile_fits() -> None:
    hands, boneyard = ["5-4 0-0", "3-3 2-2"], "1-1 6-6"
    late = position(hands, ends=(5, 1), boneyard="2-1")
    assert play_steps(late, "play 5-4").to_act == 1
    for reserve, left, ended in ((0, boneyard, False), (0, "2-0 6-6", True), (1, "6-6 1-1", True)):
        state = position(hands, (5, 1), left, early_block="certain", boneyard_reserve=reserve)
        state = play_steps(state, "play 5-4")
        assert (state.to_act == DEALER) == ended
    assert result_of(state).confirmed == ()


def test_a_state_is_the_same_after_a_journey_to_another_process() -> None:
    state = play_steps(position(["5-4 2-2", "0-0 1-1"], ends=(5, 1), boneyard="6-6", layout="spinner"), "play 5-4")
    copy = pickle.loads(pickle.dumps(state))
    assert copy == state
    assert copy.legal_actions() == state.legal_actions()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "A false “I can play” costs 30 points."),
        ({"foul_penalty": "hundred"}, "A false “I can play” costs 100 points."),
        ({"foul_action": "warning"}, "A false “I can play” is a foul. The first one is a warning."),
        ({"foul_action": "forfeit_round"}, "A false “I can play” ends the round, and you can't win it."),
        ({"foul_action": "none"}, "A false “I can play” is a foul. It costs nothing, but everyone reads it."),
    ],
)
def test_who_is_asked_and_holds_nothing_that_fits_reads_what_a_false_word_costs(
    options: dict[str, Any], told: str
) -> None:
    asked = position(["1-0", "4-4 3-1"], ends=(2, 6), confirmed=(1,), **options)
    assert str(words.prompt(asked.observe(0))).endswith(f"If all pass, the round is blocked. {told}")
    assert [choice.notation for choice in asked.observe(0).choices] == ["cannot", "can"]
    assert told not in str(words.prompt(asked.observe(1)))
    fits = position(["6-0", "4-4 3-1"], ends=(2, 6), confirmed=(1,), **options)
    assert "false" not in str(words.prompt(fits.observe(0)))
