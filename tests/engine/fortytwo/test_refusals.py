"""Texas 42: what a seat is told when it types what it cannot do, what everybody reads, and what is asked back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.fortytwo import words
from engine.games.fortytwo.actions import MARK
from engine.games.fortytwo.options import MARKS, FortytwoOptions
from engine.games.fortytwo.result_text import describe_bid_result, describe_result
from engine.games.fortytwo.scoring import Contract
from engine.games.fortytwo.state import FortytwoState
from engine.notation import find
from tests.engine.fortytwo.positions import FT_18_PLAYS, after, deal_round, game, plays

ALL_IN = FortytwoOptions(nello="own", plunge=True, splash=True, no_trump="any")
DOUBLES = "6-6 4-4 3-3 1-1 6-5 4-2 3-0"
BIDDING = deal_round()
MUST_BID = after(BIDDING, "pass", "pass", "pass")
TRUMP = after(BIDDING, "bid 34", "pass", "pass", "pass")
LEAD = after(TRUMP, "trump 1")
FOLLOW = after(LEAD, "play 1-1")
CLAIM = after(LEAD, *plays(FT_18_PLAYS)[:20])


@pytest.mark.parametrize(
    ("state", "typed", "says"),
    [
        (game(), "bid 30", "The tiles must be dealt first."),
        (BIDDING, "draw", "There is no such move in Texas 42. Now bid or pass, like this: bid 31."),
        (BIDDING, "bid 29", "A bid is a number from 30 to 41, or 42 for each mark."),
        (BIDDING, "bid 126", "The most that you can bid now is 2 marks."),
        (after(BIDDING, "bid 84"), "bid 168", "The most that you can bid now is 3 marks."),
        (after(BIDDING, "bid 34"), "bid 34", "Your bid must go over the highest one: 34."),
        (BIDDING, "pass now", "Type “pass” alone."),
        (MUST_BID, "pass", "Three passed, so at this table you must bid at least 30."),
        (BIDDING, "plunge", "There is no plunge at this table."),
        (BIDDING, "splash", "There is no splash at this table."),
        (deal_round(ALL_IN), "plunge", "For that you need 4 doubles."),
        (after(deal_round(ALL_IN), "bid 84", "bid 126"), "splash", "The highest bid is too high for that: 3 marks."),
        (BIDDING, "trump 3", "First comes the bidding. Now bid or pass, like this: bid 31."),
        (TRUMP, "bid 35", "The bidding is over. Now name trump, like this: trump 6."),
        (TRUMP, "play 1-1", "First comes trump. Now name trump, like this: trump 6."),
        (TRUMP, "trump 7", "Trump can be 0, 1, 2, 3, 4, 5, 6, doubles or none."),
        (TRUMP, "nello", "There is no nello at this table."),
        (after(deal_round(ALL_IN), "bid 41", "pass", "pass", "pass"), "nello", "Nello needs a bid of 1 mark."),
        (LEAD, "trump 2", "Trump is named already, and that's final. Now play a tile, like this: play 6-3."),
        (LEAD, "play", "Say which tile, like this: play 6-3."),
        (LEAD, "play 5-5", "You don't have 5-5."),
        (LEAD, "play 1-1 as 1", "Type “play 1-1”, nothing more."),
        (LEAD, "claim", "From what you see, some tile of yours could still be beaten."),
        (FOLLOW, "play 6-5", "Led: trumps. You must play 3-1."),
        (FOLLOW, "claim", "You can lay down only if you lead, and not in the last trick."),
    ],
)
def test_a_refusal_says_what_is_wrong(state: FortytwoState, typed: str, says: str) -> None:
    assert str(state.why_not(typed)) == says


def test_a_refusal_never_repeats_what_was_typed() -> None:
    for typed in ("@everyone", "play @everyone", "bid <@1>", "trump `x`"):
        for state in (BIDDING, TRUMP, LEAD, FOLLOW):
            assert not set("@`<") & set(str(state.why_not(typed)))


@pytest.mark.parametrize(
    ("state", "call", "situation", "own", "public"),
    [
        (BIDDING, "your bid", "no bids yet", "Bid or pass. The least is 30.", "seat 1 bids next."),
        (
            MUST_BID,
            "your bid",
            "no bids yet",
            "Three passed, so you must bid. The least is 30.",
            "seat 4 bids next.",
        ),
        (
            TRUMP,
            "name trump",
            "bid: 34",
            "Name trump: 0, 1, 2, 3, 4, 5, 6, doubles or none. Then you lead.",
            "seat 1 names trump, then leads.",
        ),
        (
            LEAD,
            "your lead",
            "trump 1 · trick 1 · ◆ needs 34 more points",
            "You lead: any tile will do.",
            "seat 1 leads.",
        ),
        (
            FOLLOW,
            "your turn",
            "led: trumps · trump 1 · 1-1 wins so far · ◆ needs 34 more points",
            "You must play 3-1.",
            "seat 1 leads 1-1 (trumps). seat 2 is next.",
        ),
        (
            CLAIM,
            "your lead",
            "trump 1 · trick 6 · ◆ needs 12 more points",
            "You lead: any tile will do. Or lay down: all your tiles win.",
            "seat 1 leads.",
        ),
    ],
)
def test_what_is_asked_and_why(state: FortytwoState, call: str, situation: str, own: str, public: str) -> None:
    mine, channel = state.observe(state.to_act), state.observe(None)
    assert (str(words.call(channel)), str(words.situation(channel))) == (call, situation)
    assert str(words.address(channel)) == f"seat {(state.to_act or 0) + 1}, {call}"
    assert (str(words.prompt(mine)), str(words.prompt(channel))) == (own, public)


def test_what_stakes_much_is_asked_back_once() -> None:
    seen = after(deal_round(ALL_IN, [DOUBLES])).observe(0)
    doubtful = {choice.notation: str(choice.doubt.question) for choice in seen.choices if choice.doubt is not None}
    assert set(doubtful) == {"bid 84", "plunge", "splash"}
    assert doubtful["bid 84"] == "You must take all seven tricks."
    naming = after(deal_round(ALL_IN), "bid 42", "pass", "pass", "pass").observe(0)
    assert [choice.notation for choice in naming.choices if choice.doubt is not None] == ["nello"]


def test_standings_say_bid_tricks_and_the_score_of_the_pair() -> None:
    state = after(deal_round(scores=(4, 1)), "bid 34", "pass", "pass", "pass", "trump 1", *plays(FT_18_PLAYS)[:4])
    assert [str(line) for line in words.standings(state.observe(None))] == [
        "bid: 34, 1 trick, ◆ 4 marks",
        "passed, 0 tricks, ● 1 mark",
        "passed, 0 tricks, ◆ 4 marks",
        "passed, 0 tricks, ● 1 mark",
    ]


def test_how_a_round_ended_is_said_once() -> None:
    end = after(LEAD, *plays(FT_18_PLAYS))
    assert str(words.situation(end.observe(None))) == (
        "◆ seat 1 and seat 3 bid 34 and make it: 34 points against 8. +1 mark."
    )


def test_marks_that_were_bid_are_said_once() -> None:
    end = after(LEAD, *plays(FT_18_PLAYS)).observe(None).result
    assert end is not None
    made = replace(end, contract=Contract(0, 2 * MARK), made=True, gains=(2, 0, 2, 0))
    assert str(describe_result(made, MARKS)) == "◆ seat 1 and seat 3 bid 2 marks and take all seven tricks. +2 marks."
    lost = replace(made, made=False, gains=(0, 2, 0, 2))
    assert str(describe_result(lost, MARKS)) == (
        "◆ seat 1 and seat 3 bid 2 marks and need every trick, but the others take one. ● seat 2 and seat 4: +2 marks."
    )


def test_a_round_that_ends_early_says_why() -> None:
    end = after(LEAD, *plays(FT_18_PLAYS)).observe(None).result
    assert end is not None
    early = replace(end, counts=(2, 11, 2, 11), taken=(1, 2, 0, 0), made=False, gains=(0, 1, 0, 1))
    assert (
        str(describe_bid_result(early)) == "◆ seat 1 and seat 3 bid 34 and can no longer make it: 2 points against 11."
    )
    made = replace(early, counts=(35, 1, 35, 1), made=True)
    assert str(describe_bid_result(made)) == "◆ seat 1 and seat 3 bid 34 and have made it already: 35 points against 1."


def test_a_trick_says_what_it_is_worth() -> None:
    *before, last = plays(FT_18_PLAYS)[:4]
    state = after(LEAD, *before)
    play = find(state.legal_actions(), last)
    assert play is not None
    _, took = state.apply(play).events
    assert str(took.describe()) == "seat 1 takes trick 1 (6 points)."
