"""Moon: what a seat is told when it types what it cannot do, and what everybody reads."""

from __future__ import annotations

from random import Random

import pytest

from engine.game import DEALER
from engine.games.moon import words
from engine.games.moon.options import MoonOptions
from engine.games.moon.state import MoonState
from tests.engine.moon.positions import MO_16_PLAYS, after, deal_round, game, plays
from tests.engine.play import setups, walk

BIDDING = deal_round()
SEVEN = after(BIDDING, "bid 7")
MUST_BID = after(deal_round(MoonOptions(all_pass="last_must_bid_4")), "pass", "pass")
DISCARD = after(BIDDING, "bid 5", "pass", "pass")
TRUMP = after(DISCARD, "discard 3-2")
LEAD = after(TRUMP, "trump 4")
FOLLOW = after(LEAD, "play 6-3")  # B holds 6-5, 6-1 and no other six
TRUMP_LED = after(LEAD, "play 4-4")  # B holds 4-3, the only trump of that hand
RESTRICTED = after(deal_round(MoonOptions(doubles_trump=False, no_trump=False)), "bid 21", "discard 3-2")
NAMING = after(deal_round(MoonOptions(trump_first=True)), "bid 5", "pass", "pass")
NAMED = after(NAMING, "trump 5")
TRUMP_FIRST = after(deal_round(MoonOptions(first_lead="trump")), "bid 21", "discard 3-2", "trump 5")
CALLING = after(deal_round(MoonOptions(lead_suit="leader_choice")), "bid 21", "discard 3-2", "trump 5")
CALLED = after(CALLING, "play 6-4 as 4")
NO_TWO = after(TRUMP, "trump 4", "play 2-2", "play 2-1")  # C holds 4-2, a trump, and 6-2, 5-2


@pytest.mark.parametrize(
    ("state", "typed", "says"),
    [
        (game(), "bid 5", "The tiles must be dealt first."),
        (BIDDING, "", "There is no such move in Moon. Now bid or pass, like this: bid 5."),
        (BIDDING, "draw", "There is no such move in Moon. Now bid or pass, like this: bid 5."),
        (BIDDING, "place F F6", "There is no such move in Moon. Now bid or pass, like this: bid 5."),
        (BIDDING, "bid", "A bid is 4, 5, 6, 7 or 21."),
        (BIDDING, "bid 8", "A bid is 4, 5, 6, 7 or 21."),
        (BIDDING, "play 5-5", "First comes the bidding. Now bid or pass, like this: bid 5."),
        (BIDDING, "trump 5", "First comes the bidding. Now bid or pass, like this: bid 5."),
        (BIDDING, "pass now", "Type “pass” alone."),
        (after(BIDDING, "bid 5"), "bid 5", "Your bid must be higher than 5."),
        (SEVEN, "bid 7", "Only 21 beats 7."),
        (MUST_BID, "pass", "Both others passed, so at this table you must bid at least 4."),
        (DISCARD, "bid 6", "The bidding is over. Now discard one tile, like this: discard 4-3."),
        (DISCARD, "discard", "Say which tile, like this: discard 4-3."),
        (DISCARD, "discard 4-3", "You don't have 4-3."),
        (
            DISCARD,
            "discard 6-0",
            "Moon has no such tile: 6 is the highest number, and 0-0 the only blank.",
        ),
        (DISCARD, "discard 3-2 now", "Type “discard 3-2”, nothing more."),
        (
            DISCARD,
            "trump 5",
            "First the discard, then trump. Now discard one tile, like this: discard 4-3.",
        ),
        (
            DISCARD,
            "play 5-5",
            "First the discard, then trump. Now discard one tile, like this: discard 4-3.",
        ),
        (
            TRUMP,
            "discard 2-2",
            "The discard is done, and that's final. Now name trump, like this: trump 6.",
        ),
        (TRUMP, "trump", "Trump can be 0, 1, 2, 3, 4, 5, 6, doubles or none."),
        (TRUMP, "trump 7", "Trump can be 0, 1, 2, 3, 4, 5, 6, doubles or none."),
        (RESTRICTED, "trump doubles", "At this table the doubles can't be trump."),
        (RESTRICTED, "trump none", "At this table there must be a trump."),
        (LEAD, "trump 5", "Trump is named already, and that's final. Now play a tile, like this: play 6-3."),
        (LEAD, "play", "Say which tile, like this: play 6-3."),
        (LEAD, "play sixes", "Say which tile, like this: play 6-3."),
        (LEAD, "play 3-2", "You don't have 3-2."),
        (LEAD, "play 6-3 as 3", "At this table a tile leads its higher number. Say “play 6-3”."),
        (LEAD, "play 6-4 as 6", "6-4 has one suit: trumps. Say “play 6-4”."),
        (FOLLOW, "play 5-1", "Led: sixes. You must play 6-5 or 6-1."),
        (FOLLOW, "play 6-5 as 5", "Only the leader of a trick names a suit. Say “play 6-5”."),
        (TRUMP_LED, "play 6-5", "Led: trumps. You must play 4-3."),
        (NO_TWO, "play 4-2", "4-2 is a trump and belongs to no other suit. Led: twos. You must play 6-2 or 5-2."),
        (NAMING, "discard 3-2", "First trump, then the discard. Now name trump, like this: trump 6."),
        (NAMING, "play 3-2", "First trump, then the discard. Now name trump, like this: trump 6."),
        (
            NAMED,
            "trump 6",
            "Trump is named already, and that's final. Now discard one tile, like this: discard 4-3.",
        ),
        (NAMED, "play 3-2", "First the discard. Now discard one tile, like this: discard 4-3."),
        (
            after(NAMED, "discard 3-2"),
            "discard 2-2",
            "The discard is done, and that's final. Now play a tile, like this: play 6-3.",
        ),
        (TRUMP_FIRST, "play 2-2", "The first lead must be a trump: 5-5, 5-4 or 5-3."),
        (CALLING, "play 6-4", "Which suit do you lead? Say “play 6-4 as 6” or “… as 4”."),
        (CALLING, "play 6-4 as 2", "Which suit do you lead? Say “play 6-4 as 6” or “… as 4”."),
        (CALLING, "play 2-2 as 2", "2-2 has one suit: twos. Say “play 2-2”."),
        (CALLED, "play 5-1", "Led: fours. You must play 4-3."),
    ],
)
def test_a_refusal_says_what_is_wrong(state: MoonState, typed: str, says: str) -> None:
    assert str(state.why_not(typed)) == says


def test_a_refusal_never_repeats_what_was_typed() -> None:
    for typed in ("@everyone", "play @everyone", "bid <@1>", "trump `x`"):
        for state in (BIDDING, DISCARD, TRUMP, LEAD, FOLLOW):
            assert not set("@`<") & set(str(state.why_not(typed)))


@pytest.mark.parametrize(
    ("state", "call", "situation", "own", "public"),
    [
        (
            BIDDING,
            "your bid",
            "no bids yet",
            "Bid 4, 5, 6, 7 or 21, or pass.",
            "seat 1 bids next.",
        ),
        (
            after(BIDDING, "pass", "bid 5"),
            "your bid",
            "highest bid 5",
            "Bid 6, 7 or 21, or pass.",
            "seat 3 bids next.",
        ),
        (
            MUST_BID,
            "your bid",
            "no bids yet",
            "Both others passed, so you must bid 4, 5, 6, 7 or 21.",
            "seat 3 bids next.",
        ),
        (
            DISCARD,
            "discard one tile",
            "bid 5",
            "Put one of your eight tiles back face down. It's out of play.",
            "seat 1 discards a tile, then names trump.",
        ),
        (
            TRUMP,
            "name trump",
            "bid 5",
            "Name trump: 0, 1, 2, 3, 4, 5, 6, doubles or none. It stays for the whole round.",
            "seat 1 names trump.",
        ),
        (
            NAMING,
            "name trump",
            "bid 5",
            "Name trump: 0, 1, 2, 3, 4, 5, 6, doubles or none. It stays for the whole round. Then you take the centre"
            " tile.",
            "seat 1 names trump, then takes the centre tile.",
        ),
        (
            NAMED,
            "discard one tile",
            "bid 5 · trump 5",
            "Put one of your eight tiles back face down. It's out of play.",
            "seat 1 discards a tile, then leads.",
        ),
        (
            LEAD,
            "your lead",
            "trick 1 · trump 4 · seat 1 needs 5 more tricks",
            "You lead: any tile will do.",
            "seat 1 leads.",
        ),
        (
            CALLING,
            "your lead",
            "trick 1 · trump 5 · seat 1 needs 7 more tricks",
            "You lead: any tile will do. You say which of its numbers a tile leads.",
            "seat 1 leads.",
        ),
        (
            TRUMP_FIRST,
            "your lead",
            "trick 1 · trump 5 · seat 1 needs 7 more tricks",
            "The first lead must be a trump: 5-5, 5-4 or 5-3.",
            "seat 1 leads.",
        ),
        (
            FOLLOW,
            "your turn",
            "trick 1 · led: sixes · trump 4 · seat 1 needs 5 more tricks",
            "You must play 6-5 or 6-1.",
            "seat 1 leads 6-3 (sixes). seat 2 is next.",
        ),
        (
            after(TRUMP, "trump 0", "play 2-2", "play 2-1", "play 6-2", "play 4-4", "play 4-3", "play 4-2"),
            "your lead",
            "trick 3 · trump 0 · seat 1 needs 3 more tricks",
            "You lead: any tile will do.",
            "seat 1 leads.",
        ),
        (
            after(TRUMP, "trump none", "play 5-5", "play 6-5", "play 5-2", "play 2-2", "play 2-1"),
            "your turn",
            "trick 2 · led: twos · no trump · seat 1 needs 4 more tricks",
            "You must play 6-2 or 4-2.",
            "seat 1 leads 2-2 (twos). seat 3 is next.",
        ),
    ],
)
def test_what_is_asked_and_why(state: MoonState, call: str, situation: str, own: str, public: str) -> None:
    to_act = state.to_act
    mine, channel = state.observe(to_act), state.observe(None)
    assert (str(words.call(channel)), str(words.situation(channel))) == (call, situation)
    assert (str(words.prompt(mine)), str(words.prompt(channel))) == (own, public)


def test_a_seat_without_the_suit_may_play_anything() -> None:
    state = after(TRUMP, "trump doubles", "play 5-4", "play 6-5", "play 5-2", "play 1-1")
    assert str(words.prompt(state.observe(2))) == ("You must play 6-6 or 0-0.")
    free = after(TRUMP, "trump 0", "play 2-2", "play 2-1", "play 6-2", "play 5-5", "play 5-1", "play 5-2", "play 5-3",
                 "play 6-5")  # fmt: skip
    assert str(words.prompt(free.observe(2))) == "You hold none of the suit that was led, so any tile will do."


def test_a_trump_with_the_number_that_was_led_is_explained() -> None:
    told = set[bool]()
    for turn in (turn for seed in range(20) for turn in walk(setups()["moon-day-3"], Random(seed))):
        seat = turn.before.to_act
        seen = turn.before.observe(seat) if seat not in (None, DEALER) else None
        if seen is None or seen.trick is None or seen.trump is None:
            continue
        if (said := str(words.prompt(seen))).startswith("You hold none"):
            held = [tile for tile in seen.playable if tile.has(seen.trick.led)]
            told.add(bool(held))
            assert said.endswith("belongs to no other suit.") == bool(held)
            assert all(str(tile) in said for tile in held)
    assert told == {True, False}


def test_standings_say_bid_tricks_and_points() -> None:
    state = after(deal_round(scores=(3, -4, 1)), "pass", "bid 5")
    assert [str(line) for line in words.standings(state.observe(None))] == [
        "passed, 3 points",
        "bid 5, −4 points",
        "1 point",
    ]
    state = after(state, "pass", "discard 1-1", "trump 6", "play 6-5", "play 6-6", "play 6-3")
    assert [str(line) for line in words.standings(state.observe(None))] == [
        "passed, 0 tricks, 3 points",
        "bid 5, 0 tricks, −4 points",
        "passed, 1 trick, 1 point",
    ]


def test_the_bidders_need_is_shown_until_it_is_met_or_lost() -> None:
    state = after(BIDDING, "bid 4", "pass", "pass", "discard 3-2", "trump 5")
    state = after(state, *plays(MO_16_PLAYS)[:18])
    assert str(words.situation(state.observe(None))).endswith("seat 1 has made 4")
    lost = after(BIDDING, "bid 7", "pass", "pass", "discard 3-2", "trump 5")
    lost = after(lost, *plays(MO_16_PLAYS)[:6])
    assert str(words.situation(lost.observe(None))).endswith("· the bid of 7 is out of reach")


def test_a_leader_reads_of_a_choice_only_if_there_is_one() -> None:
    options = MoonOptions(lead_suit="leader_choice", first_lead="trump")
    state = after(deal_round(options), "bid 21", "discard 3-2", "trump 5")
    assert [str(action) for action in state.legal_actions()] == ["play 5-5", "play 5-4", "play 5-3"]
    assert str(words.prompt(state.observe(0))) == "The first lead must be a trump: 5-5, 5-4 or 5-3."
    later = after(state, "play 5-5", "play 5-1", "play 5-2")
    assert str(words.prompt(later.observe(0))).endswith("You say which of its numbers a tile leads.")


def test_a_sentence_says_that_all_passed() -> None:
    state = after(deal_round(), "pass", "pass")
    told = [str(event.describe()) for event in state.apply(state.legal_actions()[0]).events]
    assert told == ["seat 3 passes.", "All three pass: the tiles are dealt again."]
    assert str(words.situation(after(state, "pass").observe(None))) == "all three pass"
