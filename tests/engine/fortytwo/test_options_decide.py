"""Every value of every option of Texas 42: its words, the pages, and a position in which it decides."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.fortytwo import GAME
from engine.games.fortytwo.options import FortytwoOptions
from engine.games.fortytwo.scoring import Contract, find_gains, find_outcome
from tests.engine.deciding import Each, Says, lacking
from tests.engine.fortytwo.positions import FT_18_PLAYS, after, deal_round, notations, plays

DOUBLES = "6-6 4-4 3-3 1-1 6-5 4-2 3-0"


def last(**options: Any) -> bool:
    """Return whether the dealer may pass after three passes."""
    return "pass" in notations(after(deal_round(FortytwoOptions(**options)), "pass", "pass", "pass"))


def trumps(**options: Any) -> list[str]:
    """Return what the bidder of a mark can name, beside a number."""
    state = after(deal_round(FortytwoOptions(**options)), "bid 42", "pass", "pass", "pass")
    return [notation for notation in notations(state) if not notation[-1].isdigit()]


def low_doubles(**options: Any) -> tuple[int, ...] | None:
    """Return the suits in nello, as the kind of no trump."""
    state = after(deal_round(FortytwoOptions(**options)), "bid 42", "pass", "pass", "pass")
    return (after(state, "nello").trump or 0,) if "nello" in notations(state) else None


def leaps(**options: Any) -> list[str]:
    """Return what a hand with four doubles may say beside bids."""
    return [each for each in notations(after(deal_round(FortytwoOptions(**options), [DOUBLES]))) if "bid" not in each][
        1:
    ]


def worth(**options: Any) -> tuple[int, ...]:
    """Return what a made bid of 34 is worth to both pairs, if they took 36 and 6."""
    return find_gains(FortytwoOptions(**options), Contract(0, 34), True, (36, 6, 36, 6))[:2]


def marks_that_win(**options: Any) -> list[bool]:
    """Return whether 3, 7 and 250 win."""
    return [find_outcome(FortytwoOptions(**options), (best, 2, best, 2)) is not None for best in (3, 7, 250)]


def tricks(**options: Any) -> int:
    """Return how many tricks a failed bid of 84 takes."""
    state = after(deal_round(FortytwoOptions(**options)), "bid 84", "pass", "pass", "pass", "trump 1")
    for play in plays(FT_18_PLAYS):
        if state.result is None:
            state = after(state, play)
    return len(state.observe(None).past)


def lays_down(**options: Any) -> bool:
    """Return whether a leader whose tiles all win may lay down."""
    state = after(deal_round(FortytwoOptions(**options)), "bid 34", "pass", "pass", "pass", "trump 1")
    return "claim" in notations(after(state, *plays(FT_18_PLAYS)[:20]))


TABLE = [
    Each(
        "all_pass",
        last,
        {
            "dealer_bids": Says(
                "If three pass, the dealer must bid.", False, "After three passes the dealer must bid at least 30."
            ),
            "redeal": Says("Nobody scores, and the tiles are dealt again.", True, "If all four pass, nobody scores"),
        },
    ),
    Each(
        "doubles_trump",
        trumps,
        {True: Says("Yes", ["trump doubles", "trump none"], "**doubles**"), False: Says("No", ["trump none"])},
    ),
    Each(
        "no_trump",
        trumps,
        {
            "high": Says(
                "Without trump, each double is the highest of its number.",
                ["trump doubles", "trump none"],
                "doubles are the highest of their numbers",
            ),
            "any": Says(
                "Without trump, the bidder says what the doubles are.",
                ["trump doubles", "trump none", "trump none low", "trump none own"],
                "the bidder says what doubles are",
            ),
            "off": Says("There must be a trump.", ["trump doubles"]),
        },
    ),
    Each(
        "nello",
        low_doubles,
        {
            "off": Says("No bid can be played as nello.", None),
            "own": Says("In nello the doubles are a suit of their own.", (10,), "The doubles are a suit of their own"),
            "high": Says("In nello each double is the highest of its number.", (8,), "Each double is the highest"),
            "low": Says("In nello each double is the lowest of its number.", (9,), "Each double is the lowest"),
        },
    ),
    Each("plunge", leaps, {False: Says("No", []), True: Says("Yes", ["plunge"], "**Plunge**")}),
    Each("splash", leaps, {False: Says("No", []), True: Says("Yes", ["splash"], "**Splash**")}),
    Each(
        "scoring",
        worth,
        {
            "marks": Says("A round is worth the marks that were bid.", (1, 0), "That scores 1 mark."),
            "points": Says("A round is worth what the pairs take.", (36, 6), "both pairs score what they took"),
        },
    ),
    Each(
        "target",
        marks_that_win,
        {
            None: Says("7 marks or 250 points", [False, True, True], "The first pair with 7 marks wins."),
            3: Says("3", [True, True, True], "The first pair with 3 marks wins."),
            50: Says("50", [False, False, True], "The first pair with 50 marks wins."),
        },
    ),
    Each(
        "play_out",
        tricks,
        {
            False: Says("No", 2, "The round ends as soon as the bid is made"),
            True: Says("Yes", 7, "The round goes on to the last trick"),
        },
    ),
    Each("claims", lays_down, {True: Says("Yes", True, "**Lay down:**"), False: Says("No", False)}),
]


@pytest.mark.parametrize("each", TABLE, ids=lambda each: each.name)
def test_the_words_of_each_value_are_true_of_a_position_in_which_it_decides(each: Each) -> None:
    each.hold(GAME, 4)


def test_each_value_has_such_a_position() -> None:
    assert lacking(FortytwoOptions, TABLE) == []


def test_a_combination_that_cannot_be_played_is_refused_with_a_sentence() -> None:
    assert FortytwoOptions().refusal(4) is None
    for options, seats, says in (
        (FortytwoOptions(), 3, "Texas 42 is played by exactly four, two against two."),
        (FortytwoOptions(target=51), 4, "A game for marks is to 50 marks at most."),
        (FortytwoOptions(scoring="points", target=49), 4, "A game for points is to 50 points at least."),
    ):
        assert str(options.refusal(seats)) == says
