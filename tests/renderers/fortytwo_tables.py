"""Tables of Texas 42 in each of its phases, for the tests of its pictures."""

from __future__ import annotations

from engine.games.fortytwo.options import FortytwoOptions
from engine.games.fortytwo.state import FortytwoState
from tests.engine.fortytwo.positions import FT_18_PLAYS, after, deal, deal_round, game, plays

PLAYS = plays(FT_18_PLAYS)
MARKS, POINTS = FortytwoOptions(), FortytwoOptions(scoring="points")
PLAYED_OUT = FortytwoOptions(play_out=True)
FAMILY = FortytwoOptions(nello="own", plunge=True, splash=True, no_trump="any")
DOUBLES = ("6-6 4-4 3-3 1-1 6-5 4-2 3-0", "6-4 6-3 5-4 4-3 2-1 1-0 0-0", "5-5 5-3 5-2 5-1 5-0 6-2 6-1")
NELLO_HANDS = ("1-0 2-0 2-1 3-0 3-1 3-2 0-0", "6-6 6-5 6-4 6-3 6-2 6-1 6-0", "", "5-4 5-3 5-2 5-1 5-0 4-0 5-5")
NELLO_PLAYS = plays("0-0 6-6 5-5  6-5 5-4 3-2  6-4 5-3 3-1  6-3 5-2 3-0  6-2 5-1 2-1  6-1 5-0 2-0  6-0 4-0 1-0")
ALL_TRUMPS = ("6-6 6-5 6-4 6-3 6-2 6-1 6-0",)

BIDDING = after(deal_round(scores=(4, 2)), "bid 30", "pass", "bid 34")
NAMING = after(BIDDING, "pass")
LEAD = after(deal_round(scores=(4, 2)), "bid 34", "pass", "pass", "pass", "trump 1")
MIDDLE = after(LEAD, *PLAYS[:14])  # trick 4: seat 3 led 6-6, seat 0 played 6-2, seat 1 is next
POINTS_LEAD = after(deal_round(POINTS, scores=(185, 92)), "bid 34", "pass", "pass", "pass", "trump 1")
LONG_LEAD = after(deal_round(PLAYED_OUT, scores=(4, 2)), "bid 31", "pass", "pass", "pass", "trump 1")
PLUNGED = after(deal_round(FAMILY, DOUBLES, scores=(3, 6)), "plunge", "pass", "pass", "pass")
NELLO = after(deal_round(FAMILY, scores=(6, 6)), "bid 42", "pass", "bid 84", "pass", "nello")
ALL_PASSED = after(deal_round(FortytwoOptions(all_pass="redeal")), "pass", "pass", "pass", "pass")

TABLES: dict[str, FortytwoState] = {
    "start": game(),
    "no bids yet": deal_round(),
    "bidding": BIDDING,
    "forced dealer": after(deal_round(scores=(0, 0)), "pass", "pass", "pass"),
    "high bids": after(deal_round(FAMILY, DOUBLES), "plunge", "bid 210", "pass"),
    "all passed": ALL_PASSED,
    "dealt again": after(ALL_PASSED, deal(dealer=0), "pass"),
    "naming": NAMING,
    "plunged": PLUNGED,
    "lead": LEAD,
    "middle": MIDDLE,
    "points": after(POINTS_LEAD, *PLAYS[:18]),
    "doubles": after(PLUNGED, "trump doubles", "play 5-5", "play 2-2", "play 6-6"),
    "doubles a suit": after(
        deal_round(FAMILY), "bid 42", "pass", "pass", "pass", "trump none own", "play 2-2", "play 4-4"
    ),
    "nello": after(NELLO, "play 3-0", "play 6-4"),
    "nello set": after(NELLO, "play 6-3", "play 6-1", "play 6-5"),
    "laid down": after(deal_round(MARKS, ALL_TRUMPS), "bid 84", "pass", "pass", "pass", "trump 6", "claim"),
    "played out": after(LONG_LEAD, *PLAYS),
    "set": after(deal_round(MARKS, scores=(4, 2)), "bid 35", "pass", "pass", "pass", "trump 1", *PLAYS[:16]),
    "nello made": after(deal_round(FAMILY, NELLO_HANDS), "bid 42", "pass", "pass", "pass", "nello", *NELLO_PLAYS),
    "points scored": after(POINTS_LEAD, *PLAYS),
    "won": after(deal_round(MARKS, scores=(6, 5)), "bid 84", "pass", "pass", "pass", "trump 1", *PLAYS[:8]),
    "long game": after(
        deal_round(FortytwoOptions(target=50), scores=(38, 12)), "bid 42", "pass", "pass", "pass", "trump 1", "play 1-1"
    ),
    "double game": after(deal_round(FortytwoOptions(target=14), scores=(9, 5)), "bid 30", "pass"),
}
