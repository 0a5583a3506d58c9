"""The rules of Chickenfoot, section by section of its rule sheet: options, turns, ends of rounds, how long it takes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.dominoes.line import letter
from engine.game import DEALER, Deal
from engine.games.chickenfoot import GAME, scoring, words
from engine.games.chickenfoot.observation import Ending
from engine.games.chickenfoot.options import HAND_TABLES, ChickenfootOptions
from engine.games.chickenfoot.state import ChickenfootState
from engine.options import OptionRefused
from engine.tiles import SIZES, tile_set, tiles
from tests.engine.chickenfoot.positions import (
    after,
    deal_round,
    eights_nearly_used_up,
    events,
    notations,
    open_numbers,
    options,
    position,
    refusal_of,
    settle,
)
from tests.engine.play import Setup, random_deal, walk

FOUR_ARMS = "9-9, 9-3 A, 9-5 B, 9-0 C, 9-7 D"
FOOT = FOUR_ARMS + ", 3-3 A"
TWO_TOES = FOOT + ", 8-3 A, 6-3 E"
NO_NINE = ["1-0 2-0 3-0", "2-1 3-1 4-1", "3-2 4-2 5-2"]


def result(state: ChickenfootState) -> Any:
    """Return the round that was just scored."""
    scored = state.observe(None).result
    assert scored is not None
    return scored


# --- §2 options


@pytest.mark.parametrize(
    ("changed", "seats", "sentence"),
    [
        ({}, 1, "Chickenfoot needs 2–8 players."),
        ({}, 9, "Chickenfoot needs 2–8 players."),
        (
            {"set": 9},
            8,
            "8 × 7 and the opening double are 57 tiles, but a double-9 has 55.",
        ),
        (
            {"set": 6},
            4,
            "4 × 7 and the opening double are 29 tiles, but a double-6 has 28.",
        ),
        ({"hand_size": "pagat"}, 5, "Middle hands: not for 5 players with a double-9."),
        ({"hand_size": "gamerules"}, 7, "Large hands: not for 7 players with a double-12."),
        ({"set": 6, "arms": 8}, 2, "A double-6 allows 6 arms at most."),
        ({"set": 6, "rounds": 8}, 2, "A double-6 allows 7 rounds at most, one for each double."),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(changed: dict[str, Any], seats: int, sentence: str) -> None:
    chosen = ChickenfootOptions(**changed)
    assert str(chosen.refusal(seats)) == sentence
    with pytest.raises(OptionRefused):
        GAME.start(chosen, seats)


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("highest", SIZES)
def test_a_hand_size_is_allowed_as_long_as_the_opening_double_is_left(highest: int, seats: int) -> None:
    for hand_size in range(3, 22):
        fits = seats * hand_size < len(tile_set(highest))
        assert (options(set=highest, hand_size=hand_size).refusal(seats) is None) == fits


def test_published_tables_deal_what_they_list() -> None:
    for table, sizes in HAND_TABLES.items():
        for (highest, seats), size in sizes.items():
            start = GAME.start(ChickenfootOptions(set=highest, hand_size=table), seats)
            state = start.apply(Deal(tuple(range(len(start.deck))))).state
            assert state.observe(None).sizes == (size,) * seats


def test_options_are_read_as_people_type_them() -> None:
    chosen = (
        ChickenfootOptions().with_option("rounds", "3").with_option("hand_size", "Pagat").with_option("set", "auto")
    )
    assert chosen == ChickenfootOptions(rounds=3, hand_size="pagat")
    assert chosen.with_option("rounds", "all").rounds_a_game(4) == 10
    with pytest.raises(OptionRefused, match="Draw limit can be: 1 tile or Until one fits"):
        chosen.with_option("draw_limit", "2")


def test_a_table_plays_as_many_rounds_as_it_chose() -> None:
    setup = Setup(GAME, options(rounds=3, hand_size=3), 3)
    rounds = [turn.step.state.observe(None).double for turn in walk(setup, Random(1)) if isinstance(turn.action, Deal)]
    assert rounds == [9, 8, 7]


# --- §3 the opening


def test_the_holder_of_the_double_opens_and_the_next_seat_plays() -> None:
    state = deal_round(["1-0 2-0 3-0", "2-1 9-9 4-1", "3-2 4-2 5-2"], "")
    assert state.to_act == 1
    assert notations(state) == ["play 9-9"]
    assert str(state.automatic()) == "play 9-9"
    opened = after(state, "play 9-9")
    assert opened.to_act == 2
    assert [(end.letter, end.number, end.is_owed) for end in opened.observe(None).ends] == [
        (e, 9, True) for e in "ABCD"
    ]


def test_chance_says_who_draws_first_in_round_1_and_later_the_seat_after_the_opener() -> None:
    assert deal_round(NO_NINE, "9-9", pick=2).to_act == 2
    finished = after(position(["5-5", "8-1", "7-1"], FOUR_ARMS, hand_size=3), "play 5-5 B")
    assert finished.board.laid[0].seat == 0
    assert finished.picks == 1
    held = [finished.deck.index(t) for t in tiles(" ".join(NO_NINE))]
    yard = [place for place in range(len(finished.deck)) if place not in held]
    state = finished.apply(Deal((*held, *yard))).state
    assert state.observe(None).searching
    assert state.to_act == 1


def test_when_all_draw_at_once_the_pass_is_drawn_to_its_end() -> None:
    state = settle(deal_round(NO_NINE, "4-0 9-9 8-0", opening_missing="simultaneous", pick=0))
    assert state.observe(None).sizes == (4, 3, 4)
    assert state.to_act == 2


def test_when_all_draw_at_once_they_draw_again_until_the_double_is_found() -> None:
    state = settle(deal_round(NO_NINE, "4-0 5-0 8-0 9-9", opening_missing="simultaneous"))
    assert state.observe(None).sizes == (4, 5, 5)
    assert state.observe(None).laid[0].seat == 0


def test_when_the_yard_runs_short_the_first_seats_draw() -> None:
    six = [str(t) for t in tile_set(6).tiles if str(t) != "6-6"]
    hands = [" ".join(six[9 * seat : 9 * seat + 9]) for seat in range(3)]
    state = settle(deal_round(hands, "6-6", opening_missing="simultaneous", set=6))
    assert state.observe(None).laid[0].seat == 0
    assert state.observe(None).sizes == (9, 9, 9)


def test_the_next_lower_double_opens_in_place_of_a_missing_one() -> None:
    state = deal_round(["1-0 7-7 3-0", "8-8 2-2 4-1"], "", opening_missing="next_lower_double")
    assert (state.to_act, notations(state)) == (1, ["play 8-8"])
    opened = after(state, "play 8-8").observe(None)
    assert (opened.double, opened.ends[0].number) == (9, 8)


def test_without_any_lower_double_the_seats_draw_for_the_rounds_own() -> None:
    state = deal_round(NO_NINE, "8-8 9-9", opening_missing="next_lower_double", pick=1)
    assert notations(state) == ["draw"]
    opened = settle(state)
    assert str(opened.observe(None).laid[0].tile) == "9-9"
    assert opened.observe(1).hands[1] == tiles("2-1 3-1 4-1 8-8")


def test_the_opener_gets_the_double_set_aside_on_top_of_a_full_hand() -> None:
    start = GAME.start(options(opening_missing="set_aside", hand_size=3), 3)
    assert len(start.deck) == 54
    state = start.apply(Deal(tuple(range(54)), 2)).state
    assert state.to_act == 2
    assert state.observe(None).sizes == (3, 3, 4)
    assert settle(state).observe(None).sizes == (3, 3, 3)


# --- §4 turns


def test_who_can_play_must_play() -> None:
    state = position(["8-3 7-5", "8-8"], FOUR_ARMS, yard="1-1")
    assert not {"draw", "keep", "cannot"} & set(notations(state))


def test_a_turn_may_draw_until_a_tile_fits_and_no_further() -> None:
    state = position(["7-5 0-0", "8-1"], FOOT, yard="8-8 7-1 6-3 4-3", draw_limit="until_playable")
    drew = after(state, "draw")
    assert drew.observe(0).drawn == tiles("6-3 7-1 8-8")
    assert notations(drew) == ["play 6-3 A", "play 6-3 E", "play 6-3 F", "keep"]
    assert drew.observe(None).yard == 1


def test_who_empties_the_yard_in_vain_keeps() -> None:
    state = position(["7-5 0-0", "8-1"], FOOT, yard="8-8 7-1", draw_limit="until_playable")
    assert notations(after(state, "draw")) == ["keep"]


def test_a_drawn_tile_that_fits_must_be_played_if_the_table_says_so() -> None:
    state = position(["7-5 0-0", "8-1"], FOOT, yard="6-3 8-8", drawn_tile="must")
    assert notations(after(state, "draw")) == ["play 6-3 A", "play 6-3 E", "play 6-3 F"]
    in_vain = position(["7-5 0-0", "8-1"], FOOT, yard="8-8 6-3", drawn_tile="must")
    assert notations(after(in_vain, "draw")) == ["keep"]


def test_who_can_play_may_draw_once_if_the_table_says_so() -> None:
    state = position(["8-3 7-5", "8-1"], FOOT, yard="8-8 6-3", optional_draw=True, draw_limit="until_playable")
    assert notations(state)[-1] == "draw"
    drew = after(state, "draw")
    assert drew.observe(0).drawn == tiles("8-8")
    assert notations(drew) == ["play 8-3 A", "play 8-3 E", "play 8-3 F", "keep"]


def test_after_a_draw_its_owner_always_presses() -> None:
    for drawn in ("6-3", "8-8"):
        drew = after(position(["7-5 0-0", "8-1 4-3"], FOOT, yard=f"{drawn} 1-1"), "draw")
        assert drew.automatic() is None
        assert "keep" in notations(drew)


def test_letters_go_on_after_z() -> None:
    assert [letter(rank) for rank in (0, 25, 26, 27, 51, 52)] == ["A", "Z", "AA", "AB", "AZ", "BA"]


def test_a_foot_has_the_letter_of_its_end_and_two_new_ones() -> None:
    state = position(["5-5 3-3", "8-5"], FOUR_ARMS)
    foot = after(state, "play 5-5 B")
    assert [(end.letter, end.number) for end in foot.observe(None).ends if end.is_owed] == [
        ("B", 5),
        ("E", 5),
        ("F", 5),
    ]
    assert [choice.same_as for choice in foot.observe(1).choices] == [None, "play 8-5 B", "play 8-5 B"]


# --- §6 dead feet


def test_a_dead_foot_is_played_on_until_the_round_is_blocked() -> None:
    state = position(["8-1 4-0", "8-0 5-0"], eights_nearly_used_up())
    played = after(state, "play 8-1 A", "play 8-0 E")
    assert notations(played) == ["cannot"]
    assert result(after(played, "cannot", "cannot")).ending is Ending.BLOCKED


def test_in_a_dead_foot_without_a_tile_left_drawing_and_keeping_run_by_themselves() -> None:
    arms, held = eights_nearly_used_up(", 8-1 A, 8-0 E"), ["4-0 5-0", "7-0 6-0"]
    dead = position(held, arms, yard="7-7 6-6", verification="manual")
    assert str(dead.automatic()) == "draw"
    assert str(after(dead, "draw").automatic()) == "keep"
    ended = settle(dead)
    assert ended.observe(None).sizes == (3, 3)
    assert notations(ended) == ["keep"], "a confirmation is pressed"
    assert settle(position(held, arms, yard="7-7 6-6")).to_act == DEALER
    living = position(held, eights_nearly_used_up(", 8-1 A"), yard="7-7 6-6")
    assert living.automatic() is None, "only its holder knows who has 8-0"


def test_a_dead_foot_ends_the_round_if_the_table_says_so() -> None:
    before = eights_nearly_used_up().removesuffix(", 8-8 A")
    state = after(position(["8-8 4-0", "8-0 5-0"], before, dead_foot="end_round"), "play 8-8 A")
    scored = result(state)
    assert (scored.ending, scored.out, scored.values) == (Ending.DEAD_FOOT, None, (4, 13))


def test_a_dead_foot_is_released_when_its_number_is_used_up() -> None:
    state = position(["8-1 4-0", "8-0 5-0"], eights_nearly_used_up(), dead_foot="release")
    released = after(state, "play 8-1 A", "play 8-0 E")
    assert released.observe(None).unfinished is None
    assert [end.letter for end in released.observe(None).ends] == ["A", "B", "C", "D", "E"]
    assert notations(released) == ["play 4-0 E"]


def test_a_double_whose_foot_would_be_dead_may_be_forbidden() -> None:
    before = eights_nearly_used_up().removesuffix(", 8-8 A")
    state = position(["8-8 4-0", "8-0 5-0"], before, yard="7-7", dead_foot="forbid")
    assert notations(state) == ["draw"]
    assert refusal_of(state, "play 8-8 A") == "8-8 would make a foot that can't get three toes. Not at this table."
    three_left = before.replace(", 8-2 D, 2-1 D", "")
    assert "play 8-8 A" in notations(position(["8-8 4-0", "8-0 5-0"], three_left, dead_foot="forbid"))


# --- §7 the end of a round


def test_a_toe_as_the_last_tile_ends_the_round_in_the_middle_of_a_foot() -> None:
    state = after(position(["8-3", "8-1"], FOOT), "play 8-3 A")
    assert (result(state).ending, result(state).out, result(state).values) == (Ending.OUT, 0, (0, 9))


def test_who_lays_a_double_last_draws_and_plays_on_if_the_table_says_so() -> None:
    state = after(position(["5-5", "8-1"], FOUR_ARMS, yard="6-6 7-5", last_double_ends=False), "play 5-5 B")
    assert state.to_act == 1
    assert state.observe(0).hands[0] == tiles("6-6")
    empty_yard = after(position(["5-5", "8-1"], FOUR_ARMS, last_double_ends=False), "play 5-5 B")
    assert result(empty_yard).out == 0


def test_the_last_tile_of_the_yard_that_does_not_fit_is_a_confirmation() -> None:
    drew = after(position(["7-5 0-0", "8-1"], FOOT, yard="8-8"), "draw")
    assert events(drew, "keep") == ["seat 1 passes."]
    assert result(after(drew, "keep", "cannot")).confirmed == (0, 1)


THREE = ["7-5 0-0", "8-1 6-6", "8-2 7-7"]
"""Hands of which nothing fits on FOOT."""


def test_a_last_tile_that_stays_in_the_yard_is_never_drawn_and_the_yard_counts_as_empty() -> None:
    drew = after(position(THREE, FOOT, yard="8-8 3-2", yard_rest=1), "draw")
    assert (drew.observe(None).yard, drew.observe(None).left_to_draw) == (1, 0)
    assert events(drew, "keep") == ["seat 1 passes."]
    asked = after(drew, "keep")
    assert (asked.observe(None).confirmed, notations(asked)) == ((0,), ["cannot"])
    blocked = settle(asked)
    assert result(blocked).confirmed == (0, 1, 2)
    assert blocked.observe(None).unseen == tiles("3-2")


def test_with_two_seats_the_last_two_tiles_stay_in_the_yard() -> None:
    state = position(THREE[:2], FOOT, yard="3-2 3-1", yard_rest=1)
    assert notations(state) == ["cannot"]
    assert notations(position(THREE[:2], FOOT, yard="8-8 3-2 3-1", yard_rest=1)) == ["draw"]
    assert notations(position(THREE, FOOT, yard="8-8 3-2", yard_rest=1)) == ["draw"]


def test_drawing_until_a_tile_fits_stops_before_the_tile_that_stays() -> None:
    state = after(position(THREE, FOOT, yard="8-8 7-1 3-2", yard_rest=1, draw_limit="until_playable"), "draw")
    assert (state.observe(None).sizes[0], state.observe(None).yard) == (4, 1)


def test_a_last_double_ends_the_round_if_only_the_tile_that_stays_is_left() -> None:
    last = ["5-5", "8-1", "8-2"]
    over = after(position(last, FOUR_ARMS, yard="6-6", yard_rest=1, last_double_ends=False), "play 5-5 B")
    assert result(over).out == 0
    more = after(position(last, FOUR_ARMS, yard="6-6 7-5", yard_rest=1, last_double_ends=False), "play 5-5 B")
    assert more.observe(0).hands[0] == tiles("6-6")


def test_the_search_for_the_double_takes_the_tile_that_stays_if_it_must() -> None:
    six = [str(t) for t in tile_set(6).tiles if str(t) != "6-6"]
    hands = [" ".join(six[9 * seat : 9 * seat + 9]) for seat in range(3)]
    state = settle(deal_round(hands, "6-6", set=6, yard_rest=1))
    assert str(state.observe(None).laid[0].tile) == "6-6"
    assert (state.observe(None).yard, state.observe(None).left_to_draw) == (0, 0)


def test_a_last_tile_that_fits_and_is_kept_is_no_confirmation() -> None:
    kept = after(position(["7-5 0-0", "8-1"], FOOT, yard="6-3"), "draw", "keep")
    assert kept.observe(None).confirmed == ()
    asked = after(kept, "cannot")
    assert asked.observe(None).confirmed == (1,)
    assert notations(asked) == ["play 6-3 A", "play 6-3 E", "play 6-3 F"]


def test_the_table_confirms_by_itself_if_it_says_so_and_never_otherwise() -> None:
    by_hand = position(["7-2", "8-8", "6-4"], TWO_TOES, verification="manual")
    assert by_hand.automatic() is None
    by_itself = settle(position(["7-2", "8-8", "6-4"], TWO_TOES))
    assert result(by_itself).confirmed == (0, 1, 2)


# --- §8 points and victory


def test_all_tiles_lie_face_up_when_a_round_was_scored() -> None:
    state = after(position(["5-5", "8-1 0-0"], FOUR_ARMS, yard="6-6 7-5"), "play 5-5 B")
    seen = state.observe(None)
    assert seen.hands == ((), tiles("0-0 8-1"))
    assert seen.unseen == tiles("6-6 7-5")
    assert str(words.tally(seen)) == (
        "Round 9-9 is over. seat 1 goes out!\nseat 1: no tiles left\nseat 2: 0-0 (50) + 8-1 (9) = 59"
    )


def test_blanks_may_count_25_each() -> None:
    state = after(
        position(["5-5", "9-0 0-0 8-1"], "9-9, 9-3 A, 9-5 B, 9-1 C, 9-7 D", blank_tiles="25_each"), "play 5-5"
    )
    assert result(state).values == (0, 84)


@pytest.mark.parametrize(
    ("rounds", "winners", "reason"),
    [
        (((5, 9), (6, 0)), (1,), "seat 2 wins with the fewest points: 9."),
        (((5, 0, 9), (4, 9, 9)), (1,), "seat 2 wins with 9 points. 1 round of zero breaks the tie."),
        (((0, 0), (0, 4), (9, 5)), (0,), "seat 1 wins with 9 points. 2 rounds of zero break the tie."),
        (((5, 2), (4, 7)), (1,), "seat 2 wins with 9 points. The lowest round breaks the tie: 2."),
        (((5, 4), (4, 5)), (0, 1), "seat 1 and seat 2 share the win: 9 points each."),
        (((0, 0, 3), (0, 0, 0)), (0, 1), "seat 1 and seat 2 share the win: 0 points each."),
    ],
)
def test_ties_go_to_the_most_rounds_of_zero_then_to_the_lowest_round_above_zero(
    rounds: tuple[tuple[int, ...], ...], winners: tuple[int, ...], reason: str
) -> None:
    outcome = scoring.outcome(rounds)
    assert outcome.winners == winners
    assert str(outcome.reason) == reason
    best = max(zip(outcome.points, outcome.tiebreak, strict=True))
    assert (
        tuple(seat for seat, rank in enumerate(zip(outcome.points, outcome.tiebreak, strict=True)) if rank == best)
        == winners
    )


# --- §9 absent seats


def test_an_absent_seat_plays_doubles_first_then_what_counts_most() -> None:
    assert str(position(["7-5 8-7 5-5 8-8", "1-1"], FOUR_ARMS).at_deadline()) == "play 5-5 B"
    assert str(position(["7-5 8-7 6-5", "1-1"], FOUR_ARMS).at_deadline()) == "play 8-7 D"
    assert str(position(["0-0 7-7", "1-1"], FOUR_ARMS).at_deadline()) == "play 0-0 C"


def test_of_equal_tiles_an_absent_seat_plays_the_first_on_its_first_end() -> None:
    assert str(position(["7-4 8-3 6-5", "1-1"], FOUR_ARMS).at_deadline()) == "play 6-5 B"
    assert str(position(["6-3", "1-1"], FOOT).at_deadline()) == "play 6-3 A"


def test_an_absent_seat_plays_a_drawn_tile_that_fits_and_keeps_another() -> None:
    assert str(position(["7-5", "1-1"], FOOT, yard="6-3 1-0").at_deadline()) == "draw"
    assert str(after(position(["7-5", "1-1"], FOOT, yard="6-3 1-0"), "draw").at_deadline()) == "play 6-3 A"
    assert str(after(position(["7-5", "1-1"], FOOT, yard="1-0 6-3"), "draw").at_deadline()) == "keep"
    assert str(position(["7-5", "1-1"], FOOT).at_deadline()) == "cannot"


# --- how long it takes


def decisions(state: Any, rng: Random) -> int:
    """Turns of a whole game in which a person decides something; half of them play as a deadline would."""
    turns, asked = 0, None
    while state.to_act is not None:
        action = random_deal(state, rng) if state.to_act == DEALER else state.automatic()
        if action is None:
            turns += state.to_act != asked
            asked = state.to_act
            action = rng.choice([state.at_deadline(), rng.choice(state.legal_actions())])
        seat, state = state.to_act, state.apply(action).state
        if state.to_act != seat:
            asked = None
    return turns


@pytest.mark.parametrize("preset", GAME.presets)
def test_the_promise_of_the_lobby_holds_for_most_games(preset: str) -> None:
    chosen, rng = GAME.presets[preset], Random(preset)
    kept = total = 0
    for seats in GAME.seats:
        if chosen.refusal(seats) is None:
            promised = GAME.turns(chosen, seats)
            games = [decisions(GAME.start(chosen, seats), rng) for _ in range(4)]
            kept += sum(turns in promised for turns in games)
            total += len(games)
    assert kept > total / 2


def test_ends_with_no_tile_left_are_seen_to_be_dead() -> None:
    seen = position(["8-1 4-0", "8-0 5-0"], eights_nearly_used_up(", 8-1 A, 8-0 E")).observe(None)
    assert seen.left[8] == 0
    assert open_numbers(position(["8-1", "8-0"], FOUR_ARMS)) == [3, 5, 0, 7]
