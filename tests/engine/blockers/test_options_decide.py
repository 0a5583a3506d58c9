"""Every value of every option of Blockers: its words, the pages, and a position in which it decides."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.blockers import GAME
from engine.games.blockers.options import BlockersOptions
from engine.games.blockers.state import start
from tests.engine.blockers.table import EMPTY, notations, outcome, position
from tests.engine.deciding import Each, Says, lacking

OTHER_COLOUR_ON_A1 = EMPTY.replace(".", "b", 1)
FULL_OF_RED = "rrrrrrrrr\n" * 5 + ".........\n" * 4


def colours(**options: Any) -> tuple[int, int]:
    """Return how many colours each of two players has, and how many turns."""
    state = start(BlockersOptions(**options), 2)
    return len(state.colours(0)), state.turns_left(0)


def worth(**options: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the points of two players with a group each, one with three prisoners, and who wins."""
    picture = EMPTY.replace(".........", "r.......g", 1)
    over = position(picture, turn=48, prisoners=[{"green": 3}, {}], options=BlockersOptions(**options))
    return outcome(over).points, outcome(over).winners


def takes_own(**options: Any) -> bool:
    """Return whether a player of red and blue can place red where blue lies."""
    state = position(OTHER_COLOUR_ON_A1, "A B C D E//A B C D E", options=BlockersOptions(**options))
    return "place red A A1" in notations(state)


def stuck(**options: Any) -> list[str]:
    """Return what a player can do whose tiles fit nowhere."""
    racks = "A B C D E/A B C D E"
    return notations(position(FULL_OF_RED, racks, supplies="9 3", options=BlockersOptions(**options)))


TABLE = [
    Each(
        "variant",
        colours,
        {
            "standard": Says("Each player has one colour.", (1, 24), "Each player has 24 turns."),
            "profi": Says("Each of the two players has two colours.", (2, 48), "Each player has 48 turns."),
        },
    ),
    Each(
        "scoring",
        worth,
        {
            "blockers": Says(
                "Groups and prisoners both cost points.",
                ((-4, -1), (1,)),
                "minus your prisoners of the colour you took most",
            ),
            "uptown": Says(
                "Only groups count. Prisoners break ties.", ((-1, -1), (1,)), "The score is minus your groups. The"
            ),
        },
    ),
    Each(
        "profi_own_capture",
        takes_own,
        {
            "other_colour": Says(
                "You may capture tiles of your other colour.", True, "You can take tiles of your own other colour"
            ),
            "none": Says(
                "Tiles of your own colours are safe from you.", False, "You can't take tiles of either of your colours."
            ),
        },
        {"variant": "profi"},
    ),
    Each(
        "no_legal",
        stuck,
        {
            "pass": Says("Your turn is skipped.", ["pass"], "If none of your tiles fits anywhere, you pass."),
            "swap": Says(
                "One tile goes back into your supply, and you draw another.",
                [f"swap {sign}" for sign in "ABCDE"],
                "If none of your tiles fits anywhere, you swap",
            ),
        },
    ),
]


@pytest.mark.parametrize("each", TABLE, ids=lambda each: each.name)
def test_the_words_of_each_value_are_true_of_a_position_in_which_it_decides(each: Each) -> None:
    each.hold(GAME, 2)


def test_each_value_has_such_a_position() -> None:
    assert lacking(BlockersOptions, TABLE) == []
