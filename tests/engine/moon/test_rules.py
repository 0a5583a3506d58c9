"""Moon: the worked examples (MO-…), the bidding, the options and the end of the game."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.game import DEALER, Deal
from engine.games.moon import GAME, words
from engine.games.moon.observation import Laid, TrickSeen
from engine.games.moon.options import MoonOptions
from engine.games.moon.scoring import find_gains, find_outcome
from engine.games.moon.state import MoonState
from engine.games.moon.suits import DECK, SET, suits
from engine.options import OptionRefused
from engine.tiles import tile, tiles
from tests.engine.moon.positions import (
    MO_16,
    MO_16_PLAYS,
    TRUMPS,
    after,
    deal,
    deal_round,
    enabled_choices,
    game,
    legal,
    notations,
    over,
    plays,
    trick,
    winner,
)

FIVES = plays(MO_16_PLAYS)


def mo_16(bid: int, target: int = 21) -> MoonState:
    """MO-16 from the deal to the score."""
    calls = [f"bid {bid}"] if bid == 21 else [f"bid {bid}", "pass", "pass"]
    return after(deal_round(MoonOptions(target=target)), *calls, "discard 3-2", "trump 5", *FIVES)


def falling(text: str) -> list[tuple[str, str]]:
    """Neighbours of a list that goes from the highest tile to the lowest."""
    return [(str(high), str(low)) for high, low in pairwise(tiles(text))]


# --- tiles, suits, ranks


def test_mo_01_there_are_22_tiles_and_0_0_is_the_only_blank() -> None:
    assert len(DECK) == len(set(DECK)) == 22
    assert [t for t in DECK if t.low == 0] == [tile("0-0")]
    assert game().deck == DECK


def test_mo_01_how_many_tiles_are_trump() -> None:
    numbers = {name: suits(trump).trumps.bit_count() for name, trump in TRUMPS.items()}
    assert numbers == {"0": 1, **dict.fromkeys("123456", 6), "doubles": 7, "none": 0}


def test_mo_06_a_tile_of_the_suit_led_must_be_played_and_a_trump_belongs_to_no_other() -> None:
    assert legal("4", "5-2", hand="5-5 5-4 5-1 2-2 0-0") == set(tiles("5-5 5-1"))
    assert legal("4", "6-4", hand="5-4 6-6 3-1") == set(tiles("5-4"))
    assert legal("4", "2-1", hand="4-2 5-5 3-1") == set(tiles("4-2 5-5 3-1"))


def test_mo_07_the_double_is_highest_then_the_other_number_counts() -> None:
    threes = falling("3-3 6-3 5-3 4-3 3-2 3-1")
    assert all(winner("3", low, high, "0-0") == high for high, low in threes)
    fives = falling("5-5 6-5 5-4 5-2")
    assert all(winner("3", "5-1", low, high) == high for high, low in fives)
    assert winner("3", "5-1", "5-2") == "5-2"


def test_mo_08_a_trump_beats_the_suit_led() -> None:
    assert winner("4", "5-2", "5-5", "4-1") == "4-1"


def test_mo_09_without_trump_the_highest_of_the_suit_led_wins() -> None:
    assert winner("none", "6-2", "6-6", "6-5") == "6-6"
    assert winner("none", "6-2", "2-2", "5-5") == "6-2"


def test_mo_10_doubles_as_trump_leave_their_numbers() -> None:
    assert legal("doubles", "6-5", hand="6-6 6-1 3-2") == set(tiles("6-1"))
    assert legal("doubles", "6-5", hand="6-6 3-2") == set(tiles("6-6 3-2"))
    assert winner("doubles", "6-5", "6-6", "6-1") == "6-6"
    assert winner("doubles", "2-2", "0-0", "5-5") == "5-5"
    sixes = falling("6-5 6-4 6-3 6-2 6-1")
    assert all(winner("doubles", low, high, "5-1") == high for high, low in sixes)


def test_mo_11_the_only_zero() -> None:
    assert winner("none", "0-0", "6-6", "5-5") == "0-0"
    assert winner("5", "0-0", "6-6", "5-1") == "5-1"
    assert legal("5", "0-0", hand="5-1 6-6 3-2") == set(tiles("5-1 6-6 3-2"))
    assert winner("0", "6-6", "6-5", "0-0") == "0-0"
    assert winner("none", "6-2", "0-0", "6-1") == "6-2"


def test_5_3_under_trump_3_is_a_trump_lead() -> None:
    assert legal("3", "5-3", hand="5-5 6-3 5-1") == set(tiles("6-3"))


# --- bidding


def test_mo_02_a_bid_must_exceed_every_earlier_one_and_only_21_beats_7() -> None:
    state = deal_round()
    assert notations(state) == ["pass", "bid 4", "bid 5", "bid 6", "bid 7", "bid 21"]
    assert notations(after(state, "bid 5")) == ["pass", "bid 6", "bid 7", "bid 21"]
    assert notations(after(state, "bid 7")) == ["pass", "bid 21"]
    assert words.call(after(state, "bid 21").observe(0)) != words.call(state.observe(0))


def test_mo_03_the_highest_bid_wins_and_nobody_bids_twice() -> None:
    state = after(deal_round(), "bid 4", "pass", "bid 6")
    assert (state.to_act, state.observe(None).bidder) == (2, 2)


def test_mo_03_a_bid_of_21_ends_the_bidding() -> None:
    state = after(deal_round(), "bid 21")
    assert (state.to_act, len(state.bids)) == (0, 1)


def test_mo_04_when_all_pass_nobody_scores_and_the_first_bid_moves_on() -> None:
    state = after(deal_round(), "pass", "pass", "pass")
    assert (state.to_act, state.scores, state.picks) == (DEALER, (0, 0, 0), 1)
    assert after(state, deal()).to_act == 1


def test_mo_04_the_last_seat_must_bid() -> None:
    options = MoonOptions(all_pass="last_must_bid_4")
    state = after(deal_round(options), "pass", "pass")
    assert notations(state) == ["bid 4", "bid 5", "bid 6", "bid 7", "bid 21"]
    assert str(state.at_deadline()) == "bid 4"
    assert "pass" in notations(after(deal_round(options), "pass", "bid 4"))
    assert after(state, "bid 4").observe(None).bidder == 2


def test_bids_are_offered_to_the_bidding_player_alone_and_the_illegal_ones_are_shown_as_such() -> None:
    state = after(deal_round(), "bid 5")
    assert state.to_act == 1
    assert [choice.notation for choice in state.observe(1).choices] == notations(deal_round())
    assert enabled_choices(state, 1) == ["pass", "bid 6", "bid 7", "bid 21"]
    for viewer in (None, 0, 2):
        assert not state.observe(viewer).choices


@pytest.mark.parametrize(
    ("success", "stake"),
    [
        ("wins_game", "Taking them all wins the game. Missing one costs 21 points."),
        ("plus_21", "Taking them all is worth 21 points. Missing one costs 21 points."),
    ],
)
def test_a_bid_of_21_and_no_other_is_asked_about_once_more(success: str, stake: str) -> None:
    state = deal_round(MoonOptions(moon_success=success))
    doubts = {c.notation: c.doubt for c in state.observe(state.to_act).choices if c.doubt}
    assert {notation: str(doubt.question) for notation, doubt in doubts.items()} == {
        "bid 21": f"21 promises all seven tricks. {stake}"
    }


def test_the_first_bid_of_the_first_hand_falls_at_random_and_then_moves_one_seat_clockwise() -> None:
    assert game().picks == 3
    assert [after(game(), deal(first=seat)).to_act for seat in range(3)] == [0, 1, 2]
    state = after(deal_round(first=2), "pass", "pass", "pass", deal())
    assert state.to_act == 0


def test_random_seats_also_draw_which_way_round_the_turn_goes() -> None:
    start = game(MoonOptions(seats="random"))
    assert start.picks == 6
    orders = {after(start, Deal(deal().order, pick)).observe(None).order for pick in range(6)}
    assert orders == {(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)}
    turned = after(start, Deal(deal().order, 3), "pass")
    assert turned.to_act == 2
    again = after(turned, "pass", "pass", deal())
    assert again.observe(None).order == (2, 1, 0)


# --- centre tile, discard, trump


def test_mo_05_the_bidder_takes_the_centre_tile_discards_one_of_eight_and_then_names_trump() -> None:
    state = after(deal_round(), "bid 5", "pass", "pass")
    assert len(notations(state)) == 8
    assert "discard 6-4" in notations(state)
    named = after(state, "discard 6-4")
    assert named.observe(0).sizes == (7, 7, 7)
    assert notations(named) == [*(f"trump {number}" for number in range(7)), "trump doubles", "trump none"]


@pytest.mark.parametrize(
    ("options", "missing"), [(MoonOptions(doubles_trump=False), "doubles"), (MoonOptions(no_trump=False), "none")]
)
def test_a_table_may_rule_out_doubles_or_no_trump(options: MoonOptions, missing: str) -> None:
    state = after(deal_round(options), "bid 21", "discard 3-2")
    assert len(notations(state)) == 8
    assert f"trump {missing}" not in notations(state)


def test_trump_first_is_named_with_seven_tiles_and_then_the_centre_tile_is_taken() -> None:
    naming = after(deal_round(MoonOptions(trump_first=True)), "bid 5", "pass", "pass")
    assert notations(naming) == [*(f"trump {number}" for number in range(7)), "trump doubles", "trump none"]
    assert (naming.observe(0).sizes, naming.observe(0).centre) == ((7, 7, 7), None)
    state, events = naming.apply(naming.legal_actions()[5])
    assert [str(event.redact_for(1).describe()) for event in events] == [
        "seat 1 names 5 as trump.",
        "seat 1 takes the centre tile.",
    ]
    assert (state.observe(0).sizes, state.observe(0).centre) == ((8, 7, 7), tile("6-4"))
    assert [seen.trump for seen in map(state.observe, (None, 0, 1, 2))] == [5] * 4
    assert set(notations(state)) == {f"discard {held}" for held in state.observe(0).hands[0]}
    lead = after(state, "discard 6-4")
    assert lead.observe(0).sizes == (7, 7, 7)
    assert notations(lead)[0] == "play 5-5"


def test_a_hand_is_scored_the_same_whichever_of_trump_and_discard_comes_first() -> None:
    first = after(deal_round(MoonOptions(trump_first=True)), "bid 5", "pass", "pass", "trump 5", "discard 3-2")
    later = after(deal_round(), "bid 5", "pass", "pass", "discard 3-2", "trump 5")
    ends = [after(state, *plays(MO_16_PLAYS)[:18]) for state in (first, later)]
    while not over(ends[0]):
        ends = [after(state, notations(state)[0]) for state in ends]
    assert ends[0].result == ends[1].result
    assert ends[0].result is not None


def test_the_discard_counts_for_nobody() -> None:
    state = mo_16(5)
    assert all(tile("3-2") != laid.tile for trick_ in state.observe(None).past for laid in trick_.laid)


# --- tricks


def test_mo_16_a_whole_hand_bid_5() -> None:
    state = mo_16(5)
    assert [trick_.winner for trick_ in state.observe(None).past] == [0, 1, 1, 0, 0, 0, 2]
    assert (state.observe(None).taken, state.scores) == ((4, 2, 1), (-5, 2, 1))
    assert mo_16(4).scores == (4, 2, 1)


def test_mo_16_the_other_way_round() -> None:
    """Play the same hand with the three at 0, 2, 1: B is seat 2 and C seat 1."""
    first, second, third = MO_16
    turned = Deal(deal((first, third, second)).order, 3)
    state = after(game(MoonOptions(seats="random")), turned, "bid 5", "pass", "pass", "discard 3-2", "trump 5")
    for place, step in enumerate(FIVES[:3]):
        assert state.to_act == (0, 2, 1)[place]
        state = after(state, step)
    state = after(state, *FIVES[3:5])
    assert state.observe(None).trick == TrickSeen(7, (Laid(0, tile("5-4")), Laid(2, tile("6-5"))), winner=2)
    state = after(state, *FIVES[5:])
    assert [trick_.winner for trick_ in state.observe(None).past] == [0, 2, 2, 0, 0, 0, 1]
    assert state.scores == (-5, 1, 2)


def test_mo_16_forced_tiles() -> None:
    play = after(deal_round(), "bid 5", "pass", "pass", "discard 3-2", "trump 5")
    assert notations(after(play, *FIVES[:4])) == ["play 6-5"]
    third = after(play, *FIVES[:8])
    assert notations(third) == ["play 6-3"]
    assert "6-3" in str(third.why_not("play 5-3"))


def test_the_first_lead_may_have_to_be_a_trump() -> None:
    state = after(deal_round(MoonOptions(first_lead="trump")), "bid 21", "discard 3-2", "trump 5")
    assert notations(state) == ["play 5-5", "play 5-4", "play 5-3"]
    assert len(notations(after(state, *FIVES[:3]))) == 6
    without = after(deal_round(MoonOptions(first_lead="trump")), "bid 21", "discard 3-2", "trump none")
    assert len(notations(without)) == 7


def test_the_leader_may_call_the_suit_except_of_trumps_or_doubles() -> None:
    state = after(deal_round(MoonOptions(lead_suit="leader_choice")), "bid 21", "discard 3-2", "trump 5")
    assert notations(state) == [
        *("play 5-5", "play 5-4", "play 5-3"),
        *("play 6-4 as 6", "play 6-4 as 4", "play 6-3 as 6", "play 6-3 as 3", "play 4-4", "play 2-2"),
    ]
    called = after(state, "play 6-3 as 3")
    assert notations(called) == ["play 4-3", "play 3-3"]
    assert notations(after(state, "play 3-6 AS 6")) == ["play 6-1"]
    assert "trick 1 · led: threes" in str(words.situation(called.observe(None)))


def test_the_last_trick_plays_itself_and_no_other_tile_does() -> None:
    state = after(deal_round(), "bid 5", "pass", "pass", "discard 3-2", "trump 5")
    for text in FIVES[:18]:
        assert state.automatic() is None
        state = after(state, text)
    for text in FIVES[18:]:
        assert str(state.automatic()) == text
        state = after(state, text)
    assert over(state)


@pytest.mark.parametrize(("trump", "leads"), [("5", ["play 6-4 as 6", "play 6-4 as 4"]), ("4", ["play 6-4"])])
def test_the_last_lead_waits_for_its_leader_if_suits_can_be_called(trump: str, leads: list[str]) -> None:
    """Also where its tile leaves no choice, or its coming would tell that it is a trump or a double."""
    state = after(deal_round(MoonOptions(lead_suit="leader_choice")), "bid 21", "discard 3-2", f"trump {trump}")
    while len(state.observe(None).past) < 6:
        tiles_left = [action for action in state.legal_actions() if "6-4" not in str(action)]
        state = after(state, str((tiles_left or state.legal_actions())[0]))
    if state.to_act == 0:
        assert notations(state) == leads
    assert state.automatic() is None
    state = after(state, notations(state)[0])
    assert str(state.automatic()) == notations(state)[0]


def test_a_hand_is_played_in_at_most_22_turns() -> None:
    """Count 26 actions: discard and trump are two steps of one private message, the last trick plays itself."""
    state = deal_round()
    waits, before = 0, None
    for step in ["bid 5", "pass", "pass", "discard 3-2", "trump 5", *FIVES]:
        one_message = before == "discard 3-2"
        waits += state.automatic() is None and not one_message
        state, before = after(state, step), step
    assert waits == 22


# --- score and end


def test_mo_12_scores() -> None:
    assert find_gains(0, 5, (6, 1, 0)) == (5, 1, 0)
    assert find_gains(0, 6, (5, 1, 1)) == (-6, 1, 1)
    assert find_gains(0, 7, (7, 0, 0)) == (7, 0, 0)
    assert find_gains(0, 21, (6, 1, 0)) == (-21, 1, 0)


def test_mo_12_a_made_21_wins_the_game_even_from_below_zero() -> None:
    end = find_outcome(MoonOptions(), (-9, 20, 3), 0, 21, True)
    assert end is not None
    assert end.winners == (0,)
    assert str(end.reason) == "seat 1 wins by shooting the moon: 21!"
    assert find_outcome(MoonOptions(moon_success="plus_21"), (-9, 20, 3), 0, 21, True) is None


def test_mo_14_the_most_points_win() -> None:
    for scores, bidder, bid, made, winner_ in (
        ((24, 20, 0), 0, 5, True, 0),
        ((24, 22, 0), 0, 4, True, 0),
        ((-1, 24, -7), 0, 4, False, 1),
    ):
        end = find_outcome(MoonOptions(), scores, bidder, bid, made)
        assert end is not None
        assert (end.winners, end.points) == ((winner_,), scores)


def test_a_shared_lead_is_played_on() -> None:
    assert find_outcome(MoonOptions(), (22, 22, 3), 0, 5, True) is None
    assert find_outcome(MoonOptions(), (20, 3, 3), 0, 5, True) is None
    end = find_outcome(MoonOptions(), (21, 23, 3), 0, 5, True)
    assert end is not None
    assert end.winners == (1,)


def test_the_bidder_may_go_out_first() -> None:
    options = MoonOptions(bidder_goes_out=True)
    end = find_outcome(options, (21, 23, 3), 0, 5, True)
    assert end is not None
    assert end.winners == (0,)
    failed = find_outcome(options, (21, 23, 3), 0, 5, False)
    assert failed is not None
    assert failed.winners == (1,)
    assert find_outcome(options, (22, 22, 3), 0, 5, True) is not None


def test_a_game_is_over_when_the_target_is_reached_after_a_hand() -> None:
    state = mo_16(4, target=4)
    assert state.to_act is None
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    assert notations(state) == []
    assert mo_16(4, target=5).to_act == DEALER


def test_a_scored_hand_lies_face_up_and_shows_its_arithmetic() -> None:
    seen = mo_16(5).observe(None)
    assert seen.result is not None
    assert [set(hand or ()) for hand in seen.hands] == [set(tiles(text)) for text in MO_16]
    assert (seen.result.centre, seen.result.discard) == (tile("6-4"), tile("3-2"))
    assert str(words.tally(seen)).splitlines() == [
        "seat 1 takes only 4 tricks and fails the bid of 5 · trump 5",
        "seat 1: 0 − 5 (bid failed) = −5",
        "seat 2: 0 + 2 (2 tricks) = 2",
        "seat 3: 0 + 1 (1 trick) = 1",
        "seat 1: 5-5, 5-4, 5-3, 6-3, 4-4, 3-2, 2-2 (discarded: 3-2)",
        "seat 2: 6-5, 5-1, 6-1, 4-3, 3-3, 2-1, 1-1",
        "seat 3: 5-2, 6-6, 6-2, 4-2, 4-1, 3-1, 0-0",
        "Centre tile: 6-4",
    ]


# --- absent seats


def test_an_absent_seat_passes() -> None:
    assert str(deal_round().at_deadline()) == "pass"


def test_when_everybody_is_absent_the_third_bids_4_in_the_second_deal() -> None:
    state = after(deal_round(), "pass", "pass")
    assert str(state.at_deadline()) == "pass"
    again = after(state, "pass", deal(), "pass", "pass")
    assert str(again.at_deadline()) == "bid 4"
    assert "pass" in notations(again)


def test_an_absent_bidder_discards_the_lightest_tile_that_is_no_double_and_names_the_longest_number() -> None:
    state = after(deal_round(), "bid 5", "pass", "pass")
    assert str(state.at_deadline()) == "discard 3-2"
    assert str(after(state, "discard 6-4").at_deadline()) == "trump 5"  # three fives, three threes
    assert str(after(state, "discard 5-5").at_deadline()) == "trump 4"


def test_an_absent_bidder_who_named_trump_keeps_the_trumps() -> None:
    naming = after(deal_round(MoonOptions(trump_first=True)), "bid 5", "pass", "pass")
    assert str(naming.at_deadline()) == "trump 5"  # three fives among the seven tiles, three threes
    assert str(after(naming, "trump 5").at_deadline()) == "discard 3-2"
    assert str(after(naming, "trump 3").at_deadline()) == "discard 5-4"
    assert str(after(naming, "trump 2").at_deadline()) == "discard 5-3"


def test_an_absent_seat_plays_the_legal_tile_with_the_fewest_pips() -> None:
    state = after(deal_round(), "bid 5", "pass", "pass", "discard 3-2", "trump 5")
    assert str(state.at_deadline()) == "play 2-2"
    assert str(after(state, "play 5-5").at_deadline()) == "play 5-1"
    choosing = after(deal_round(MoonOptions(lead_suit="leader_choice")), "bid 21", "discard 2-2", "trump 5")
    assert str(choosing.at_deadline()) == "play 3-2 as 3"


# --- options, lobby


def test_exactly_three_play() -> None:
    for seats in (2, 4):
        with pytest.raises(OptionRefused, match="exactly three"):
            GAME.start(MoonOptions(), seats)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("all_pass", "redeal_twice"),
        ("moon_success", "21"),
        ("lead_suit", "low_end"),
        ("first_lead", "double"),
        ("bidder_goes_out", "maybe"),
        ("doubles_trump", "perhaps"),
        ("no_trump", "1"),
        ("target", "0"),
        ("target", "100"),
        ("seats", "four"),
        ("stakes", "5"),
    ],
)
def test_a_value_that_is_none_is_refused(name: str, value: str) -> None:
    with pytest.raises(OptionRefused, match=r" can be: |There is no option"):
        MoonOptions().with_option(name, value)


def test_every_option_of_the_rule_sheet_can_be_set() -> None:
    options = MoonOptions()
    for name, setting in MoonOptions.settings().items():
        for value in setting.suggestions() or ("7",):
            changed = options.with_option(name, value).non_default_values()
            assert changed in ({}, {name: value})
    assert list(MoonOptions.settings()) == [
        *("all_pass", "moon_success", "lead_suit", "first_lead", "bidder_goes_out"),
        *("doubles_trump", "no_trump", "target", "trump_first", "seats", "series", "drawseat", "forced_moves"),
    ]


def test_the_lobby_offers_a_full_game_and_games_of_a_day() -> None:
    assert [options.target for options in GAME.presets.values()] == [11, 15, 21]
    expected = [GAME.turns(options, 3) for options in GAME.presets.values()]
    assert [turns.start for turns in expected] == sorted(turns.start for turns in expected)


# --- secrecy


def test_a_state_and_its_tricks_show_no_tile_in_a_traceback() -> None:
    state = after(deal_round(), "bid 5", "pass", "pass", "discard 3-2", "trump 5")
    assert ", dealt=" not in repr(state)
    assert "Tricks" not in repr(state)
    assert repr(state.tricks) == "<Tricks 0>"
    assert str(SET.mask(tiles(MO_16[0]))) not in repr(trick("5", hand=MO_16[0]))
