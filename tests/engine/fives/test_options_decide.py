"""Every value of every option of Fives: its words, the pages, and a position in which it decides."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import DEALER, Outcome
from engine.games.fives import GAME
from engine.games.fives.options import FivesOptions
from engine.games.fives.state import start
from engine.words import msg
from tests.engine.deciding import RESERVES, Each, Says, lacking
from tests.engine.fives.positions import deal_hands, notations, play_in_turn, play_steps, position


def highest(**options: Any) -> int:
    """Return the most pips on a half of a tile of the set."""
    return start(FivesOptions(**options), 2).terms.tiles.highest


def hand_sizes(**options: Any) -> list[int]:
    """Return how many tiles 2, 3 and 4 players are dealt."""
    return [start(FivesOptions(**options), seats).terms.hand_size for seats in (2, 3, 4)]


def ends(**options: Any) -> tuple[int, int]:
    """Return how many ends are open after both sides of the first double are covered, then those of a second."""
    state, _ = play_in_turn("6-6", "6-3 A", "6-2 B", "2-2 B", "2-1 B", **options)
    first, _ = play_in_turn("6-6", "6-3 A", "6-2 B", **options)
    return len(first.layout.ends), len(state.layout.ends)


PAIRS = {"teams": "pairs"}
FOUR = ["5-1", "3-1", "1-0", "6-2"]
"""The hands of A's opponents hold 4 and 8 pips, the partner's 1."""


def pair_out(**options: Any) -> int:
    """Return what A's side scores for the pips when A goes out, unrounded."""
    state, _ = play_steps(position(FOUR, ["5-5", "6-5 A"], **{"rounding": "none", **options}), "play 5-1 B")
    assert state.match.result is not None
    return sum(state.match.result.pips)


def pair_block(**options: Any) -> tuple[int, int | None]:
    """Return what the first pair gains by a block, and who decided it: A holds 10 pips, B 3, C 4, D 12."""
    state = position(["5-5", "2-1", "4-0", "5-2 5-0"], ["6-6"], blocked_score="others_sum", rounding="none", **options)
    state, _ = play_steps(state, *["cannot"] * 4)
    assert state.match.result is not None
    return state.match.result.pips[0], state.match.result.winner


def pair_opens_next(**options: Any) -> int | None:
    """Return who opens after A went out; A opened last for that pair."""
    over, _ = play_steps(position(FOUR, ["5-5", "6-5 A"], **options), "play 5-1 B")
    return deal_hands(over._replace(match=over.match._replace(opened=(1, 0))), HANDS).to_act


def games_per_shutout(**options: Any) -> int:
    """Return how many games of a series a win against a pair without points counts for."""
    return FivesOptions(**options).games_won(Outcome(msg("Over."), (100, 0, 100, 0), (0, 2)))


def goes(**options: Any) -> str:
    return FivesOptions(**options).direction


HANDS = ["1-0 2-0 2-1 3-0 3-1 3-2 4-0", "4-1 4-2 4-3 5-0 5-1 5-2 6-0", "6-6 6-5 5-5 4-4 3-3 2-2 1-1"]


def find_opener(**options: Any) -> tuple[int, int]:
    """Return out of how many seats chance draws the first opener.

    And how many tiles the third player can open with, who has the highest double.
    """
    before = start(FivesOptions(**options), 3)
    return before.picks, len(notations(deal_hands(before, HANDS, before.picks - 1)))


def opens_next(**options: Any) -> tuple[int, int, int]:
    """Return who opens after the first player won a round that the second opened.

    And with how many tiles they can open, and out of how many seats chance draws the opener after a block.
    """
    over, _ = play_steps(position(["3-1", "6-6", "5-5"], ["3-2"], opener=1, **options), "play 3-1 A")
    state = deal_hands(over, HANDS)
    return state.to_act or 0, len(notations(state)), block_round(**options).picks


def count_left_in_boneyard(**options: Any) -> int:
    """Return how many tiles stay in the boneyard if nothing fits."""
    state, _ = play_steps(position(["1-1", "6-6"], ["4-3"], "2-2 2-1 5-5 0-0", **options), "draw")
    return len(state.boneyard)


def able(**options: Any) -> list[str]:
    """Return what a player can do if a tile fits."""
    return notations(position(["3-1 6-6", "5-5"], ["4-3"], "2-2", **options))


def fifteen(**options: Any) -> int:
    """Return what a count of 15 scores."""
    return play_in_turn("6-6", "6-3 A", **options)[1][1][1]


def out(**options: Any) -> int:
    """Return what going out scores if the others hold 4 and 8 pips."""
    state, _ = play_steps(position(["5-1", "3-1", "6-2"], ["5-5", "6-5 A"], **options), "play 5-1 B")
    assert state.match.result is not None
    return int(state.match.result.pips[0])


def block_round(**options: Any) -> Any:
    """Return a round in which nobody can play: the hands hold 3, 9 and 14 pips."""
    state = position(["2-1", "5-1 2-1", "6-2 5-1"], ["4-4"], opener=1, **options)
    while state.to_act != DEALER and state.outcome is None:
        state, _ = play_steps(state, "cannot")
    return state


def block(**options: Any) -> int:
    """Return what the lightest hand scores for that."""
    return int(block_round(**options).match.result.pips[0])


def score_first_plays(**options: Any) -> list[int]:
    """Return what plays score that make 5, 10 and 15."""
    _, counted = play_in_turn("4-1", "1-1 B", "6-1 B", "5-1 C", **options)
    return [points for total, points in counted if total % 5 == 0]


def is_over_at_target(**options: Any) -> bool:
    """Return whether the game is over at a total of 150, made by a play that leaves a tile in the hand."""
    return (
        play_steps(position(["6-3 1-0", "5-5"], ["6-6"], scores=(135, 0), **options), "play 6-3 A")[0].outcome
        is not None
    )


def goal(**options: Any) -> list[bool]:
    """Return whether a total of 50, 100 and 150 ends the game."""
    totals = (35, 85, 135)
    states = [position(["6-3 1-0", "5-5"], ["6-6"], scores=(total, 0), **options) for total in totals]
    return [play_steps(state, "play 6-3 A")[0].outcome is not None for state in states]


def over(**options: Any) -> bool:
    """Return whether the game is over after a round."""
    return play_steps(position(["3-1", "6-6 5-5"], ["4-3"], **options), "play 3-1 B")[0].outcome is not None


def confirmed_by_itself(**options: Any) -> bool:
    return position(["1-1", "2-2"], ["4-3"], **options).automatic() is not None


TABLE = [
    Each("set", highest, {6: Says("double-six", 6), 9: Says("double-nine", 9), 12: Says("double-twelve", 12)}),
    Each(
        "hand_size",
        hand_sizes,
        {
            None: Says("As the rules deal for this set and number of players.", [7, 7, 5]),
            3: Says("3 tiles", [3, 3, 3]),
            6: Says("6 tiles", [6, 6, 6]),
        },
    ),
    Each(
        "spinner",
        ends,
        {
            "first": Says(
                "Only the first double gets four arms, as in All Fives.", (4, 4), "The first double of the round"
            ),
            "none": Says("The line has two ends, as in Muggins.", (2, 2), "the line has two ends"),
            "all": Says("Every double gets four arms, as in Five-Up.", (4, 6), "Every double is a **spinner**"),
        },
    ),
    Each(
        "first_lead",
        find_opener,
        {
            "random": Says("A player drawn by lot opens with any tile.", (3, 7), "A player drawn by lot opens"),
            "highest_double": Says("Its holder opens with it.", (1, 1), "The highest double opens the first"),
        },
    ),
    Each(
        "next_lead",
        opens_next,
        {
            "winner": Says("The winner of the last round opens.", (0, 7, 3), "The winner of a round opens"),
            "rotate": Says("The opener moves on by one seat each round.", (2, 7, 1), "Later the next player after"),
            "highest_double": Says("Its holder opens with it.", (2, 1, 1), "Later the highest double opens"),
        },
    ),
    Each(
        "next_lead",
        pair_opens_next,
        {
            "winner": Says("The winner of the last round opens.", 0, "The player who went out opens the next round"),
            "side": Says(
                "Of the winning pair, the one who didn't open last.", 2, "the partner who didn't open last for it"
            ),
        },
        PAIRS,
    ),
    Each(
        "teams",
        pair_out,
        {
            "none": Says("Everyone plays alone.", 13),
            "pairs": Says(
                "Two against two. Partners sit opposite and share one score.", 2 * 12, "You play two against two"
            ),
        },
    ),
    Each(
        "pair_score",
        pair_out,
        {
            "opponents": Says(
                "The pips in both opponents' hands.", 2 * 12, "Then your pair scores the pips left in both opponents'"
            ),
            "all": Says(
                "The opponents' pips and the partner's. After a block, all four hands.",
                2 * 13,
                "scores the pips left in all other hands, your",
            ),
        },
        {**PAIRS, "blocked_score": "others_sum"},
    ),
    Each(
        "shutout",
        games_per_shutout,
        {
            "off": Says("A win is a win.", 1),
            "two": Says("In a series, a win against a pair with no points counts as two games.", 2, "**Shutout**"),
        },
        PAIRS,
    ),
    Each(
        "blocked_by",
        pair_block,
        {
            "pair": Says("The pair with fewer pips in its two hands wins.", (15, 2), "The pair with fewer pips"),
            "hand": Says("The lightest hand of all four wins for its pair.", (0, 1), "Equal hands of partners"),
            "closer": Says(
                "The player who played last and the next one compare. The lighter hand wins for its pair.",
                (15, 0),
                "The player who played last and the next one compare.",
            ),
        },
        PAIRS,
    ),
    Each(
        "direction",
        goes,
        {
            "clockwise": Says("The next player sits on your left.", "clockwise", "Turns go clockwise."),
            "anticlockwise": Says("The next player sits on your right.", "anticlockwise", "Turns go anticlockwise."),
        },
    ),
    Each("boneyard_reserve", count_left_in_boneyard, RESERVES),
    Each(
        "voluntary_draw",
        able,
        {
            False: Says("No", ["play 3-1 B"], "If a tile fits, you must play."),
            True: Says("Yes", ["play 3-1 B", "draw"], "You can draw a tile before you play"),
        },
    ),
    Each(
        "score_unit",
        fifteen,
        {
            "points": Says("A count of 15 scores 15.", 15, "15 is worth 15 points"),
            "fives": Says("A count of 15 scores 3.", 3, "15 is worth 3 points"),
        },
    ),
    Each(
        "rounding",
        out,
        {
            "sum": Says("The pips of all hands are added, then rounded to fives.", 10, "Their sum is rounded"),
            "each": Says("Each hand is rounded to fives, then they are added.", 15, "Each hand is rounded"),
            "none": Says("Each pip counts.", 12, "Those pips aren't rounded."),
        },
    ),
    Each(
        "blocked_score",
        block,
        {
            "others_minus_own": Says("The others' pips minus the winner's own.", 20, "less those in their own hand"),
            "others_sum": Says("The pips in all the other hands.", 25, "scores the pips of all others."),
            "nothing": Says("Nobody scores for a block.", 0, "Nobody scores for that."),
        },
    ),
    Each(
        "get_in",
        score_first_plays,
        {
            0: Says("Every play counts.", [5, 10, 15]),
            10: Says("Your plays count once one of them makes at least 10.", [0, 10, 15], "makes at least 10"),
        },
    ),
    Each(
        "target",
        goal,
        {
            150: Says("150 points", [False, False, True], "The game goes to 150 points."),
            50: Says("50 points", [True, True, True], "The game goes to 50 points."),
            100: Says("100 points", [False, True, True], "The game goes to 100 points."),
        },
    ),
    Each(
        "ends",
        is_over_at_target,
        {
            "at_once": Says("The play that reaches the target wins.", True, "ends the game at once"),
            "round_end": Says(
                "The round is played to its end. The most points win.", False, "A round is always played to its end"
            ),
        },
    ),
    Each(
        "match",
        over,
        {
            "target": Says("Rounds are played until a player has the points to win.", False, "The game goes to 150"),
            "rounds": Says("After a number of rounds. The most points win.", True, "The game has 1 round."),
        },
    ),
    Each(
        "rounds",
        over,
        {1: Says("1 round", True, "The game has 1 round."), 2: Says("2 rounds", False, "The game has 2 rounds.")},
        {"match": "rounds"},
    ),
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
    assert lacking(FivesOptions, TABLE) == []
