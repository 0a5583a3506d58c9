"""Every value of every option of Chickenfoot: its words, the pages, and a position in which it decides."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import DEALER
from engine.games.chickenfoot import GAME
from engine.games.chickenfoot.observation import Ending
from engine.games.chickenfoot.options import ChickenfootOptions
from engine.tiles import SIZES
from tests.engine.chickenfoot.positions import after, deal_round, eights_nearly_used_up, notations, position, settle
from tests.engine.deciding import Each, Says, lacking

FOUR_ARMS = "9-9, 9-3 A, 9-5 B, 9-0 C, 9-7 D"
FOOT = FOUR_ARMS + ", 3-3 A"
NO_NINE = ["1-0 2-0 3-0", "2-1 3-1 4-1", "3-2 4-2 5-2"]


def highest(**options: Any) -> list[int]:
    """Return the highest double with 2, 6, 7 and 8 players."""
    return [ChickenfootOptions(**options).highest(seats) for seats in (2, 6, 7, 8)]


def hand_sizes(**options: Any) -> list[int | None]:
    """Return how many tiles of double-nine 2, 4 and 8 players get; None if they can't play so."""
    return [ChickenfootOptions(set=9, **options).hand_size_for(seats) for seats in (2, 4, 8)]


def arms(**options: Any) -> int:
    """Return how many tiles must come around the opening double."""
    return len(position(["9-1", "9-2"], "9-9", **options).observe(None).ends)


def open_without_nines(**options: Any) -> tuple[str, list[int]]:
    """Return what opens if nobody has 9-9, the second tile to be drawn, and how many tiles all hold then."""
    hands = NO_NINE if options["opening_missing"] != "next_lower_double" else ["1-0 7-7 3-0", *NO_NINE[1:]]
    aside = options["opening_missing"] == "set_aside"
    state = settle(deal_round(hands, "4-0 8-0 8-1" if aside else "4-0 9-9 8-0", **options))
    return str(state.observe(None).laid[0].tile), list(state.observe(None).sizes)


def count_draws(**options: Any) -> int:
    """Return how many tiles a player draws; the third fits."""
    state = position(["7-5 0-0", "8-1"], FOOT, yard="8-8 7-1 6-3 4-3", **options)
    return after(state, "draw").observe(None).sizes[0] - 2


def count_left_in_yard(**options: Any) -> int:
    """Return how many tiles stay in the yard if nothing fits, with two players."""
    return len(after(position(["7-5 0-0", "8-1"], FOOT, yard="8-8 7-1 6-6 2-2", **options), "draw").yard)


def fitting(**options: Any) -> bool:
    """Return whether a drawn tile that fits can be kept."""
    return "keep" in notations(after(position(["7-5 0-0", "8-1"], FOOT, yard="6-3 8-8", **options), "draw"))


def able(**options: Any) -> bool:
    """Return whether a player with a tile that fits can draw."""
    return "draw" in notations(position(["8-3 7-5", "8-1"], FOOT, yard="8-8 6-3", **options))


def dead(**options: Any) -> tuple[bool, Ending | None, bool]:
    """Return what becomes of 8-8 when only 8-0 and 8-1 are left of the eights.

    Whether it can be played, how the round ended by that, and whether play goes on elsewhere once these two are played.
    """
    before = eights_nearly_used_up().removesuffix(", 8-8 A")
    state = position(["8-8 4-0", "8-0 5-0"], before, yard="7-7", **options)
    can = "play 8-8 A" in notations(state)
    result = after(state, "play 8-8 A").observe(None).result if can else None
    used_up = position(["8-1 4-0", "8-0 5-0"], eights_nearly_used_up(), **options)
    free = can and result is None and after(used_up, "play 8-1 A", "play 8-0 E").observe(None).unfinished is None
    return can, result.ending if result else None, free


def worth(**options: Any) -> list[int]:
    """Return what 0-0, 5-0 and 6-1 count against the player who has them."""
    states = [
        position([tile, "9-4"], "9-9, 9-3 A, 9-5 B, 9-7 D", to_act=1, **options) for tile in ("0-0", "5-0", "6-1")
    ]
    return [-after(state, "play 9-4 C").observe(None).points[0] for state in states]


def last_double(**options: Any) -> tuple[bool, int]:
    """Return whether a double may be played as the last tile, and how many tiles its player holds then."""
    state = position(["5-5", "8-1"], FOUR_ARMS, yard="6-6 7-5", **options)
    assert "play 5-5 B" in notations(state), "it is never forbidden"
    ended = after(state, "play 5-5 B")
    return ended.to_act == DEALER, ended.observe(None).sizes[0]


def doubles(**options: Any) -> list[str]:
    """Return the doubles of the first and of the last round."""
    known = ChickenfootOptions(**options)
    number = known.rounds_a_game(2)
    over = [position(["9-4", "1-1"], "", round_=n, **options).observe(None) for n in (1, number)]
    return [f"{seen.double}-{seen.double}" for seen in over]


def confirmed_by_itself(**options: Any) -> bool:
    return position(["1-1 4-0", "2-2"], FOOT, **options).automatic() is not None


def numbers(first: int, but: int) -> list[int]:
    return [n for n in range(first, but) if n != 7]


def down(high: int, rounds: int) -> Says:
    """Return what players read of this number of rounds."""
    last = f"{high + 1 - rounds}-{high + 1 - rounds}"
    return Says(f"{rounds} rounds", [f"{high}-{high}", last], f"from {high}-{high} to {last}.")


TABLE = [
    Each(
        "set",
        highest,
        {
            None: Says("Up to 6 players use double-nine, more double-twelve.", [9, 9, 12, 12], "from 9-9 to 0-0"),
            **{
                size: Says(words, [size] * 4, f"from {size}-{size} to 0-0")
                for size, words in zip(
                    SIZES,
                    ("double-six", "double-nine", "double-twelve", "double-fifteen", "double-eighteen"),
                    strict=True,
                )
            },
        },
    ),
    Each(
        "hand_size",
        hand_sizes,
        {
            7: Says("7 tiles", [7, 7, 7], "You get 7 tiles."),
            "gamerules": Says(
                "In double-nine, 21 tiles for two players and 5 for eight.",
                [21, 11, 5],
                "You get 21 tiles.",
            ),
            "pagat": Says(
                "In double-nine, 12 tiles for two players and 10 for four.",
                [12, 10, None],
                "You get 12 tiles.",
            ),
            **{n: Says(f"{n} tiles", [n, n, n], f"You get {n} tiles.") for n in numbers(3, 22)},
        },
    ),
    Each("arms", arms, {n: Says(f"{n} arms", n, f"The next {n} tiles must be the arms") for n in (4, 3, 6, 8)}),
    Each(
        "opening_missing",
        open_without_nines,
        {
            "draw_in_turn": Says(
                "Players take turns drawing a tile until the double is found.",
                ("9-9", [4, 3, 3]),
                "all draw in turn until it is found",
            ),
            "simultaneous": Says(
                "All players draw a tile until the double is found.",
                ("9-9", [4, 3, 4]),
                "all draw a tile each until one of them has it",
            ),
            "next_lower_double": Says(
                "The highest lower double in a hand opens instead.",
                ("7-7", [2, 3, 3]),
                "the highest lower double in a hand opens",
            ),
            "set_aside": Says(
                "The double is never dealt: the opener is given it.", ("9-9", [3, 3, 3]), "and is never dealt"
            ),
        },
    ),
    Each(
        "draw_limit",
        count_draws,
        {
            1: Says("1 tile", 1, "If nothing fits, draw one tile."),
            "until_playable": Says("You draw until a tile fits.", 3, "If nothing fits, draw until a tile fits"),
        },
    ),
    Each(
        "drawn_tile",
        fitting,
        {
            "may": Says("You play the drawn tile or keep it.", True, "If it fits, you can play it or keep it."),
            "must": Says("If the drawn tile fits, you play it.", False, "If the drawn tile fits, you must play."),
        },
    ),
    Each(
        "optional_draw",
        able,
        {
            False: Says("No", False, "You can't draw instead."),
            True: Says("Yes", True, "or draw one tile first"),
        },
    ),
    Each(
        "dead_foot",
        dead,
        {
            "play_on": Says(
                "You draw or pass until the round is blocked.", (True, None, False), "the foot stays unfinished"
            ),
            "end_round": Says(
                "The round ends at once and is scored.", (True, Ending.DEAD_FOOT, False), "the round ends and is scored"
            ),
            "release": Says(
                "Once its number is used up, the foot counts as complete and play goes on.",
                (True, None, True),
                "Then the foot counts as complete.",
            ),
            "forbid": Says(
                "A double that can't get three toes can't be played.",
                (False, None, False),
                "A double can't be played",
            ),
        },
    ),
    Each(
        "double_blank",
        worth,
        {50: Says("50 points", [50, 5, 7], "0-0 counts 50"), 0: Says("0 points", [0, 5, 7])},
    ),
    Each(
        "blank_tiles",
        worth,
        {
            "pips": Says("0-5 counts 5.", [50, 5, 7]),
            "25_each": Says("Each other tile with a blank counts 25.", [50, 25, 7], "each other tile with a blank 25"),
        },
    ),
    Each(
        "last_double_ends",
        last_double,
        {
            True: Says("Yes", (True, 0), "with their last tile, whatever it is, the round is over"),
            False: Says("No", (False, 1), "If that is a double, they draw a tile"),
        },
    ),
    Each(
        "yard_rest",
        count_left_in_yard,
        {
            0: Says("None", 0),
            1: Says(
                "The last tile is never drawn, with two players the last two.",
                2,
                "The last 2 tiles of the boneyard are never drawn.",
            ),
        },
        {"draw_limit": "until_playable"},
    ),
    Each(
        "rounds",
        doubles,
        {
            "all": Says("From the highest double down to 0-0.", ["9-9", "0-0"], "10 rounds. Each has its double"),
            1: Says("1 round", ["9-9", "9-9"], "There is one round, and its double is 9-9."),
            2: Says("2 rounds", ["9-9", "8-8"], "each with its double: 9-9, then 8-8"),
            **{n: down(9, n) for n in range(3, 10)},
        },
        {"set": 9},
    ),
    Each("rounds", doubles, {n: down(18, n) for n in range(10, 20)}, {"set": 18}),
    Each(
        "verification",
        confirmed_by_itself,
        {
            "auto": Says("I see a block by myself.", True, "you pass. That happens by itself."),
            "manual": Says("Each player says that they can't play.", False, "say that you can't play."),
        },
    ),
]


@pytest.mark.parametrize("each", TABLE, ids=lambda each: each.name)
def test_the_words_of_each_value_are_true_of_a_position_in_which_it_decides(each: Each) -> None:
    each.hold(GAME, 2)


def test_each_value_has_such_a_position() -> None:
    assert lacking(ChickenfootOptions, TABLE) == []
