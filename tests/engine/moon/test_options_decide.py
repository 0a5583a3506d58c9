"""Every value of every option of Moon: its words, the pages, and a position in which it decides."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import Deal
from engine.games.moon import GAME
from engine.games.moon.options import MoonOptions
from engine.games.moon.scoring import find_outcome
from tests.engine.deciding import Each, Says, lacking
from tests.engine.moon.positions import after, deal, deal_round, game, notations


def third(**options: Any) -> list[str]:
    """Return what the third player can say after two passes."""
    return notations(after(deal_round(MoonOptions(**options)), "pass", "pass"))


def made_21(**options: Any) -> list[int] | None:
    """Return who wins if a bidder makes 21 and has 12 points with it; None if the game goes on."""
    end = find_outcome(MoonOptions(**options), (12, 20, 3), 0, 21, True)
    return None if end is None else list(end.winners)


def leading(**options: Any) -> list[str]:
    """Return how the bidder can lead 6-4 to the first trick."""
    state = after(deal_round(MoonOptions(**options)), "bid 21", "discard 3-2", "trump 5")
    return [notation for notation in notations(state) if "6-4" in notation]


def first_leads(**options: Any) -> int:
    """Return how many of their seven tiles a bidder with three trumps can lead."""
    return len(notations(after(deal_round(MoonOptions(**options)), "bid 21", "discard 3-2", "trump 5")))


def made_at_target(**options: Any) -> tuple[int, ...]:
    """Return who wins if the bidder makes the bid and has 21, and another player 23."""
    end = find_outcome(MoonOptions(**options), (21, 23, 3), 0, 5, True)
    assert end is not None
    return end.winners


def trumps(**options: Any) -> list[str]:
    """Return what the bidder can name, beside a number."""
    state = after(deal_round(MoonOptions(**options)), "bid 21", "discard 3-2")
    return [name for name in ("doubles", "none") if f"trump {name}" in notations(state)]


def choices(**options: Any) -> list[tuple[str, int]]:
    """Return what the bidder is asked after the bidding, and with how many tiles in hand."""
    state, asked = after(deal_round(MoonOptions(**options)), "bid 21"), []
    for _ in range(2):
        asked.append((notations(state)[0].split()[0], state.observe(None).sizes[0]))
        state = after(state, notations(state)[0])
    return asked


def points_that_win(**options: Any) -> list[bool]:
    """Return whether 7, 11 and 21 points win."""
    return [find_outcome(MoonOptions(**options), (best, 3, 2), 0, 5, True) is not None for best in (7, 11, 21)]


def orders(**options: Any) -> int:
    """Return in how many ways the three can sit, beginning with the first."""
    start = game(MoonOptions(**options))
    return len({after(start, Deal(deal().order, pick)).observe(None).order for pick in range(start.picks)}) // 3


TABLE = [
    Each(
        "all_pass",
        third,
        {
            "redeal": Says(
                "Nobody scores, and the tiles are dealt again.",
                ["pass", "bid 4", "bid 5", "bid 6", "bid 7", "bid 21"],
                "If all three pass, nobody scores and the tiles are dealt again.",
            ),
            "last_must_bid_4": Says(
                "The third player must bid at least 4.",
                ["bid 4", "bid 5", "bid 6", "bid 7", "bid 21"],
                "If two pass, the third must bid at least 4.",
            ),
        },
    ),
    Each(
        "moon_success",
        made_21,
        {
            "wins_game": Says(
                "A bidder of 21 who takes all seven tricks wins the game.", [0], "**21 wins the game at once**"
            ),
            "plus_21": Says("Taking all seven tricks scores 21.", None, "A bid of 21 is worth 21 points"),
        },
    ),
    Each(
        "lead_suit",
        leading,
        {
            "high_end": Says("6-2 leads sixes.", ["play 6-4"], "asks for its **higher** number"),
            "leader_choice": Says(
                "6-2 leads sixes or twos, as its player says.",
                ["play 6-4 as 6", "play 6-4 as 4"],
                "the leader says which number it asks for",
            ),
        },
    ),
    Each(
        "first_lead",
        first_leads,
        {
            "any": Says("Any tile", 7, "The bidder leads any tile to the first trick."),
            "trump": Says(
                "The bidder must lead a trump if they hold one.", 3, "The bidder leads a trump to the first trick"
            ),
        },
    ),
    Each(
        "bidder_goes_out",
        made_at_target,
        {
            False: Says("No", (1,)),
            True: Says("Yes", (0,), "A bidder who makes the bid and has the target wins"),
        },
    ),
    Each(
        "doubles_trump",
        trumps,
        {True: Says("Yes", ["doubles", "none"], "**doubles**"), False: Says("No", ["none"])},
    ),
    Each("no_trump", trumps, {True: Says("Yes", ["doubles", "none"], "**none**"), False: Says("No", ["doubles"])}),
    Each(
        "target",
        points_that_win,
        {
            21: Says("21 points", [False, False, True], "With 21 points or more"),
            7: Says("7 points", [True, True, True], "With 7 points or more"),
            11: Says("11 points", [False, True, True], "With 11 points or more"),
        },
    ),
    Each(
        "trump_first",
        choices,
        {
            False: Says("No", [("discard", 8), ("trump", 7)], "Then you name trump:"),
            True: Says("Yes", [("trump", 7), ("discard", 8)], "Then you take the centre tile"),
        },
    ),
    Each(
        "seats",
        orders,
        {
            "clockwise": Says("Clockwise in the order of joining.", 1),
            "random": Says("Chance seats the players.", 2, "Chance also seats the three."),
        },
    ),
]


@pytest.mark.parametrize("each", TABLE, ids=lambda each: each.name)
def test_the_words_of_each_value_are_true_of_a_position_in_which_it_decides(each: Each) -> None:
    each.hold(GAME, 3)


def test_each_value_has_such_a_position() -> None:
    assert lacking(MoonOptions, TABLE) == []
