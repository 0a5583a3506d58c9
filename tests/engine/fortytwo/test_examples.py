"""Texas 42: the worked examples of the rule sheet (FT-01 to FT-20)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.dominoes.tricks.suits import SET
from engine.game import DEALER, Deal
from engine.games.fortytwo.actions import LEAP_DOUBLES
from engine.games.fortytwo.claim import wins_all
from engine.games.fortytwo.observation import Phase
from engine.games.fortytwo.options import FortytwoOptions
from engine.games.fortytwo.scoring import Contract, find_gains, find_outcome
from engine.games.fortytwo.state import FortytwoState
from engine.games.fortytwo.suits import COUNTS, DECK, suits, trick_points
from engine.tiles import tiles
from tests.engine.fortytwo.positions import (
    FT_18_PLAYS,
    TRUMPS,
    after,
    deal,
    deal_round,
    game,
    legal,
    notations,
    plays,
    winner,
)

ALL_IN = FortytwoOptions(nello="own", plunge=True, splash=True, no_trump="any")
PLUNGER = "6-6 4-4 3-3 1-1 6-5 4-2 3-0"


def indices(text: str) -> list[int]:
    return [SET.index[t] for t in tiles(text)]


def say(bids: str) -> list[str]:
    """Return the notations of a bidding: "34 pass 84"."""
    return [word if word.isalpha() else f"bid {word}" for word in bids.split()]


def score_bid(options: FortytwoOptions, bid: int, counts: tuple[int, int], taken: tuple[int, int]) -> tuple[int, int]:
    """Return what a bid of the first pair brings both pairs, given their points and tricks."""
    contract = Contract(0, bid)
    per_seat = counts * 2
    made = contract.find_result(per_seat, (*taken, 0, 0))
    assert made is not None
    found = find_gains(options, contract, made, per_seat)
    return found[0], found[1]


MARKS, POINTS = FortytwoOptions(), FortytwoOptions(scoring="points")

# --- tiles and bids


def test_ft_01_there_are_28_tiles_and_42_points() -> None:
    assert len(DECK) == len(set(DECK)) == 28
    assert game().deck == DECK
    assert deal_round().observe(None).sizes == (7, 7, 7, 7)
    assert sorted(COUNTS.values()) == [5, 5, 5, 10, 10]
    assert sum(COUNTS.values()) + 7 == 42
    assert trick_points(indices("5-5 5-0 6-5 6-4")) == 26


POINT_BIDS = [f"bid {n}" for n in range(30, 42)]


@pytest.mark.parametrize(
    ("before", "offered"),
    [
        ("", ["pass", *POINT_BIDS, "bid 42", "bid 84"]),
        ("34", ["pass", *POINT_BIDS[5:], "bid 42", "bid 84"]),
        ("42", ["pass", "bid 84"]),
        ("84", ["pass", "bid 126"]),
        ("84 126", ["pass", "bid 168"]),
        ("84 126 168", ["pass", "bid 210"]),
    ],
)
def test_ft_02_what_may_be_bid_over_what(before: str, offered: list[str]) -> None:
    assert notations(after(deal_round(), *say(before))) == offered


def test_marks_may_be_typed_as_marks() -> None:
    assert after(deal_round(), "1 mark").calls == after(deal_round(), "bid 42").calls
    assert after(deal_round(), "bid 2 marks").calls == after(deal_round(), "bid 84").calls


def test_ft_03_the_dealer_must_bid_after_three_passes() -> None:
    last = after(deal_round(), *say("pass pass pass"))
    assert notations(last) == [*POINT_BIDS, "bid 42", "bid 84"]
    assert str(last.at_deadline()) == "bid 30"


def test_ft_03_with_a_redeal_the_dealer_may_pass_and_the_next_one_deals() -> None:
    options = FortytwoOptions(all_pass="redeal")
    last = after(deal_round(options, scores=(2, 3)), *say("pass pass pass"))
    assert notations(last)[0] == "pass"
    thrown = after(last, "pass")
    assert (thrown.to_act, thrown.scores) == (DEALER, (2, 3, 2, 3))
    assert thrown.result is not None
    assert thrown.result.contract is None
    again = after(thrown, Deal(deal().order))
    assert (again.dealer, again.to_act) == (0, 1)


def test_ft_03_the_highest_bidder_names_trump_and_leads() -> None:
    state = after(deal_round(), *say("30 pass 34 pass"))
    assert (state.phase, state.to_act) == (Phase.TRUMP, 2)
    assert after(state, "trump 3").to_act == 2


# --- suits


def test_ft_04_how_many_tiles_each_suit_has() -> None:
    five, doubles, follow_me, own = (suits(TRUMPS[name]) for name in ("5", "doubles", "none", "none own"))
    assert [mask.bit_count() for mask in five.members] == [6, 6, 6, 6, 6, 0, 6, 7, 0]
    assert [mask.bit_count() for mask in doubles.members] == [6, 6, 6, 6, 6, 6, 6, 7, 0]
    assert [mask.bit_count() for mask in follow_me.members] == [7, 7, 7, 7, 7, 7, 7, 0, 0]
    assert [mask.bit_count() for mask in own.members] == [6, 6, 6, 6, 6, 6, 6, 0, 7]


def test_ft_05_following_while_4_is_trump() -> None:
    assert legal("4", "5-2", hand="5-4 5-0 2-2 6-5") == set(tiles("5-0 6-5"))
    assert legal("4", "4-1", hand="5-4 6-6 1-0") == set(tiles("5-4"))
    assert legal("4", "2-1", hand="4-2 5-5 6-1") == set(tiles("4-2 5-5 6-1"))


def falls(trump: str, led: str, text: str) -> bool:
    """Return whether tiles go from the highest to the lowest, after this lead."""
    return all(winner(trump, led, str(low), str(high)) == str(high) for high, low in pairwise(tiles(text)))


def test_ft_06_the_double_is_highest_then_the_other_number_counts() -> None:
    assert falls("2", "3-1", "2-2 6-2 5-2 4-2 3-2 2-1 2-0")
    assert falls("none", "1-0", "1-1 6-1 5-1 4-1 3-1 2-1")
    zeros = suits(TRUMPS["none"]).strength[0]
    order = [zeros[i] for i in indices("0-0 6-0 5-0 4-0 3-0 2-0 1-0")]
    assert order == sorted(order, reverse=True)


def test_ft_07_doubles_as_trump() -> None:
    assert legal("doubles", "6-5", hand="6-6 6-1 0-0") == set(tiles("6-1"))
    assert legal("doubles", "3-3", hand="6-3 0-0 5-1") == set(tiles("0-0"))
    assert winner("doubles", "6-5", "6-1", "0-0", "6-4") == "0-0"
    assert trick_points(indices("6-5 6-1 0-0 6-4")) == 11


def test_ft_08_doubles_high_low_and_on_their_own() -> None:
    assert winner("none", "6-3", "6-6", "6-0", "6-5") == "6-6"
    assert winner("none low", "6-3", "6-6", "6-0", "6-5") == "6-5"
    assert falls("none low", "6-1", "6-5 6-4 6-3 6-2 6-1 6-6")
    assert legal("none low", "6-3", hand="6-6 5-5") == set(tiles("6-6"))
    assert legal("none own", "6-3", hand="6-6 6-0") == set(tiles("6-0"))
    assert legal("none own", "6-3", hand="6-6 5-0") == set(tiles("6-6 5-0"))
    assert winner("none own", "6-3", "6-6", "6-0", "6-5") == "6-5"
    assert legal("none own", "2-2", hand="6-2 1-1") == set(tiles("1-1"))
    assert winner("none own", "2-2", "1-1", "5-5", "0-0") == "5-5"


# --- the score


@pytest.mark.parametrize(
    ("bid", "counts", "taken", "gained"),
    [
        (34, (34, 8), (5, 2), (1, 0)),
        (34, (33, 9), (5, 2), (0, 1)),
        (42, (41, 1), (6, 1), (0, 1)),
        (84, (42, 0), (7, 0), (2, 0)),
        (84, (41, 1), (6, 1), (0, 2)),
        (30, (42, 0), (7, 0), (1, 0)),
    ],
)
def test_ft_09_marks(bid: int, counts: tuple[int, int], taken: tuple[int, int], gained: tuple[int, int]) -> None:
    assert score_bid(MARKS, bid, counts, taken) == gained


@pytest.mark.parametrize(
    ("bid", "counts", "taken", "made"),
    [
        (34, (20, 8), (3, 1), None),
        (34, (20, 9), (3, 1), False),
        (34, (34, 1), (4, 1), True),
        (84, (11, 1), (1, 1), False),
        (84, (30, 0), (5, 0), None),
    ],
)
def test_ft_10_when_a_bid_is_decided(
    bid: int, counts: tuple[int, int], taken: tuple[int, int], made: bool | None
) -> None:
    assert Contract(0, bid).find_result(counts * 2, (*taken, 0, 0)) is made


def test_ft_10_a_round_ends_once_it_is_decided_unless_it_is_played_out() -> None:
    lost = [*say("84 pass pass pass"), "trump 1", *plays(FT_18_PLAYS)[:8]]
    soon, later = after(deal_round(), *lost), after(deal_round(FortytwoOptions(play_out=True)), *lost)
    assert soon.result is not None
    assert (soon.scores, len(soon.observe(None).past)) == ((0, 2, 0, 2), 2)
    assert later.result is None
    end = after(later, *plays(FT_18_PLAYS)[8:])
    assert (end.scores, len(end.observe(None).past)) == ((0, 2, 0, 2), 7)
    assert all(hand is not None and len(hand) == 7 for hand in soon.observe(None).hands)


@pytest.mark.parametrize(
    ("bid", "counts", "taken", "gained"),
    [
        (34, (36, 6), (5, 2), (36, 6)),
        (34, (30, 12), (5, 2), (0, 46)),
        (84, (42, 0), (7, 0), (84, 0)),
        (84, (41, 1), (6, 1), (0, 85)),
    ],
)
def test_ft_11_points(bid: int, counts: tuple[int, int], taken: tuple[int, int], gained: tuple[int, int]) -> None:
    assert score_bid(POINTS, bid, counts, taken) == gained


def won_by(options: FortytwoOptions, first: int, second: int) -> tuple[int, ...] | None:
    end = find_outcome(options, (first, second) * 2)
    return None if end is None else end.winners


def test_ft_12_the_end_of_the_game() -> None:
    assert won_by(MARKS, 8, 5) == (0, 2)
    assert won_by(MARKS, 6, 6) is None
    assert won_by(POINTS, 271, 256) == (0, 2)
    assert won_by(POINTS, 270, 261) == (0, 2)
    assert won_by(POINTS, 252, 252) is None
    assert won_by(POINTS, 249, 240) is None


# --- plunge, splash, nello


def leaps(before: str, hand: str, options: FortytwoOptions = ALL_IN) -> dict[str, int]:
    """Return the plunge and splash that the next seat with this hand is offered, each with its bid."""
    calls = say(before)
    hands = ["", "", "", ""]
    hands[len(calls)] = hand
    held = set(tiles(hand))
    rest = iter(t for t in DECK if t not in held)
    full = [given or " ".join(str(next(rest)) for _ in range(7)) for given in hands]
    state = after(deal_round(options, full), *calls)
    offered = [name for name in notations(state) if name in LEAP_DOUBLES]
    return {name: after(state, name).calls[-1].bid for name in offered}


def test_ft_13_a_plunge() -> None:
    plunge = FortytwoOptions(plunge=True)
    assert (
        leaps("", PLUNGER, plunge)
        == leaps("84", PLUNGER, plunge)
        == leaps("84 126", PLUNGER, plunge)
        == {"plunge": 168}
    )
    assert leaps("84 126 168", PLUNGER, plunge) == {"plunge": 210}
    assert leaps("", "6-6 4-4 3-3 6-1 6-5 4-2 3-0", plunge) == {}
    plunged = after(deal_round(plunge, [PLUNGER]), "plunge")
    assert notations(plunged) == ["pass", "bid 210"]
    named = after(plunged, *say("pass pass pass"))
    assert named.to_act == 2
    assert after(named, "trump 0").to_act == 2
    assert score_bid(plunge, 168, (42, 0), (7, 0)) == (4, 0)
    assert score_bid(plunge, 168, (41, 1), (6, 1)) == (0, 4)


def test_ft_14_a_splash() -> None:
    splash, three = FortytwoOptions(splash=True), "6-6 4-4 3-3 6-1 6-5 4-2 3-0"
    for before in ("", "34", "42"):
        assert leaps(before, three, splash) == {"splash": 84}
    assert leaps("84", three, splash) == {"splash": 126}
    assert leaps("84 126", three, splash) == {}


def nello(doubles: str, second: str, fourth: str = "4-1 4-3") -> FortytwoState:
    """Seat 0 has bid a mark and named nello, seat 2 sits out, and 1-0 is led; the other hands begin as given."""
    held = [tiles(text) for text in ("1-0", second, "", fourth)]
    rest = [t for t in DECK if not any(t in hand for hand in held)]
    rest.sort(key=lambda t: 1 in t)  # seat 2, which sits out, has the other ones
    order: list[str] = []
    free = iter(rest)
    for seat, hand in enumerate(held):
        source = iter(reversed(rest)) if seat == 2 else free
        taken = [t for t in source if str(t) not in " ".join(order).split()]
        order.append(" ".join(map(str, [*hand, *taken][:7])))
    state = deal_round(FortytwoOptions(nello=doubles), order)
    return after(state, *say("42 pass pass pass"), "nello", "play 1-0")


def test_ft_15_nello_with_doubles_as_a_suit() -> None:
    state = nello("own", "1-1 2-1 6-6")
    assert state.to_act == 1
    assert notations(state) == ["play 2-1"]
    assert after(state, "play 2-1").to_act == 3
    won = after(state, "play 2-1", "play 4-1")
    assert (won.to_act, won.phase) == (3, Phase.PLAY)
    assert len(notations(nello("own", "1-1 6-6 5-3"))) == 7


def test_ft_15_nello_with_doubles_low_or_high() -> None:
    low = nello("low", "1-1 6-6 5-3", "0-0 4-3")
    assert notations(low) == ["play 1-1"]
    lost = after(low, "play 1-1", "play 0-0")
    assert (lost.phase, lost.scores) == (Phase.BETWEEN, (0, 1, 0, 1))
    high = after(nello("high", "1-1 6-6 5-3", "0-0 4-3"), "play 1-1", "play 0-0")
    assert (high.phase, high.to_act) == (Phase.PLAY, 1)


def test_ft_16_no_nello_below_a_mark_or_after_a_plunge() -> None:
    assert "nello" not in notations(after(deal_round(ALL_IN), *say("41 pass pass pass")))
    assert "nello" in notations(after(deal_round(ALL_IN), *say("42 pass pass pass")))
    assert "nello" not in notations(after(deal_round(ALL_IN, [PLUNGER]), *say("plunge pass pass pass")))
    assert "nello" not in notations(after(deal_round(), *say("42 pass pass pass")))


# --- laying down


@pytest.mark.parametrize(
    ("trump", "hand", "unseen", "claimed"),
    [
        ("none", "6-6 3-3", "6-5 6-4 6-3 3-2 5-5 1-0", True),
        ("none", "6-6 6-5", "6-4 6-3 3-2 5-5 1-0", True),
        ("none", "6-4 3-3", "6-5 5-5", False),
        ("none", "6-4 3-3", "6-3 5-5", True),
        ("2", "2-2 6-2 4-4", "5-2 3-2 6-5", True),
        ("2", "2-2 6-2 4-4", "5-2 3-2 2-1", False),
        ("2", "2-2 4-2 3-3", "5-2 6-6", True),
        ("none own", "6-6 5-5", "4-4 6-5", True),
        ("none own", "5-5 6-5", "6-6 4-3", False),
    ],
)
def test_ft_17_when_a_leader_may_lay_down(trump: str, hand: str, unseen: str, claimed: bool) -> None:
    assert wins_all(SET.mask(tiles(hand)), SET.mask(tiles(unseen)), suits(TRUMPS[trump])) is claimed


# --- a whole round


def ft_18(bid: int, options: FortytwoOptions = MARKS, tricks: int = 7) -> FortytwoState:
    return after(deal_round(options), *say(f"{bid} pass pass pass"), "trump 1", *plays(FT_18_PLAYS)[: 4 * tricks])


def test_ft_18_a_bid_of_34_is_made_with_the_last_trick() -> None:
    end = ft_18(34)
    assert end.result is not None
    assert (end.result.counts, end.scores) == ((34, 8, 34, 8), (1, 0, 1, 0))
    assert ft_18(34, POINTS).scores == (34, 8, 34, 8)


def test_ft_18_the_tricks_have_their_winners_and_points() -> None:
    past = ft_18(34).observe(None).past
    assert [trick.winner for trick in past] == [0, 3, 3, 3, 0, 0, 0]
    assert [trick_points(SET.index[laid.tile] for laid in trick.laid) for trick in past] == [6, 6, 1, 1, 16, 1, 11]


def test_ft_18_a_bid_of_35_is_set_after_the_fourth_trick() -> None:
    state = ft_18(35, tricks=4)
    assert (state.phase, state.scores) == (Phase.BETWEEN, (0, 1, 0, 1))
    assert ft_18(35, POINTS).scores == (0, 43, 0, 43)


def test_ft_18_who_must_follow_and_who_need_not() -> None:
    second = after(ft_18(34, tricks=1), *plays("5-1 2-0 3-2"))
    assert notations(second) == ["play 6-1"]
    fifth = after(ft_18(34, tricks=4), "play 5-5")
    assert "play 4-1" in notations(fifth)


def test_ft_18_laying_down_is_offered_before_the_sixth_trick_and_gives_the_same() -> None:
    assert "claim" not in notations(ft_18(34, tricks=4))
    sixth = ft_18(34, tricks=5)
    assert "claim" in notations(sixth)
    end = after(sixth, "claim")
    assert end.result is not None
    assert (end.result.counts, end.scores) == ((34, 8, 34, 8), (1, 0, 1, 0))
    assert (end.result.claimer, end.result.taken) == (0, (4, 0, 0, 3))
    assert "claim" not in notations(ft_18(34, FortytwoOptions(claims=False), tricks=5))


# --- deadlines, and what is hidden


def test_ft_19_deadlines() -> None:
    hand = "6-6 6-5 6-4 3-3 3-2 3-1 0-0"
    assert str(after(deal_round(hands=[hand]), *say("30 pass pass pass")).at_deadline()) == "trump 6"
    assert str(deal_round().at_deadline()) == "pass"
    free = after(
        deal_round(hands=["1-1", "5-0 4-1 6-2 6-3 6-4 5-5 3-2"]), *say("30 pass pass pass"), "trump 0", "play 1-1"
    )
    assert str(free.at_deadline()) == "play 4-1"
    other = after(deal_round(hands=["2-2 4-4", "5-0 4-1 6-2 6-3"]), *say("30 pass pass pass"), "trump 4", "play 2-2")
    assert str(other.at_deadline()) == "play 6-2"


def test_ft_20_each_seat_sees_its_own_hand_alone() -> None:
    state = after(deal_round(ALL_IN), *say("42 pass pass pass"), "nello")
    for viewer in (None, 0, 1, 2, 3):
        seen = state.observe(viewer)
        assert [seat for seat, hand in enumerate(seen.hands) if hand is not None] == (
            [] if viewer is None else [viewer]
        )
        assert (seen.bid, seen.nello, seen.idle) == (42, True, 2)


def test_a_pass_over_the_highest_bid_goes_by_itself() -> None:
    state = after(deal_round(), *say("84 126 168 210"))
    assert state.phase is Phase.TRUMP
    plunged = after(deal_round(FortytwoOptions(plunge=True), [PLUNGER]), *say("plunge 210"))
    assert str(plunged.automatic()) == "pass"
