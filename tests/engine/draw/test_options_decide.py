"""Every value of every option of Draw and Block: its words, the pages, and a position in which it decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.game import DEALER, Outcome
from engine.games.draw import GAME
from engine.games.draw.account import Account
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import DrawState, start
from engine.tiles import SIZES
from engine.words import msg
from tests.engine.deciding import RESERVES, Each, Says, lacking
from tests.engine.draw.positions import deal_hands, notations, play_steps, position, result_of

YES, NO = "Yes", "No"
A, B, C, D = range(4)
PAIRS = {"teams": "pairs", "mode": "block"}


def calls(**options: Any) -> list[str]:
    """Return what a player can do if nothing fits."""
    return notations(position(["1-1", "6-6"], (3, 4), "2-2 3-2", **options))


def count_draws(**options: Any) -> tuple[int, int]:
    """Return how many tiles a player draws, and whose turn is next, forced passes included."""
    state = play_steps(position(["1-1", "6-6"], (3, 4), "2-2 2-1 5-5 0-0 3-2", **options), "draw")
    number = state.hands[0].bit_count() - 1
    while (action := state.automatic()) is not None:
        state = state.apply(action).state
    return number, state.to_act or 0


def count_left_in_boneyard(**options: Any) -> int:
    """Return how many tiles stay in the boneyard if nothing fits."""
    return len(play_steps(position(["1-1", "6-6"], (3, 4), "2-2 2-1 5-5 0-0", **options), "draw").boneyard)


def able(**options: Any) -> list[str]:
    """Return what a player can do if a tile fits."""
    return notations(position(["3-1 6-6", "5-5"], (3, 4), "2-2", **options))


def ends(**options: Any) -> list[int]:
    """Return how many ends are open after the opening double, after one more tile, and after another."""
    state, found = deal_hands(start(DrawOptions(**options), 2), ["6-6 6-5 6-1 5-2 4-2 3-2 2-1", "6-4 6-3 1-0"]), []
    for step in ("play 6-6", "play 6-4 A", "play 6-5 B"):
        state = play_steps(state, step)
        found.append(len(state.layout.ends))
    return found


def ended_early(**options: Any) -> bool:
    """Return whether a round ends while tiles can be drawn that don't fit."""
    return play_steps(position(["5-4 0-0", "3-3 2-2"], (5, 1), "2-0 6-6", **options), "play 5-4").to_act == DEALER


def confirmed_by_itself(**options: Any) -> bool:
    return position(["1-1", "2-2"], (3, 4), **options).automatic() is not None


def price_of_fouls(**options: Any) -> tuple[int, int, bool]:
    """Return what a first and a second foul cost, and whether the round is over then."""
    free = position(["3-1 6-6 5-5 6-5 6-4 6-3", "4-4"], (3, 4), **options)
    again = free._replace(match=free.match._replace(ledger=Account((1, 0))))
    first, second = play_steps(free, "cannot"), play_steps(again, "cannot")
    return first.match.scores[0], second.match.scores[0], first.to_act == DEALER


def cost(**options: Any) -> int:
    """Return what a foul costs with 56 pips in hand."""
    return -price_of_fouls(**options)[0]


def gains(opener: int = 0, last: int = 2, **options: Any) -> tuple[int, ...]:
    """Return what a block scores if the first two hold 4 pips, and the third 10."""
    state = position(["4-0", "3-1 0-0", "5-5"], (6, 6), opener=opener, last=last, **options)
    for _ in range(3):
        state = play_steps(state, "cannot")
    return result_of(state).gains


def ties(**options: Any) -> list[tuple[int, ...]]:
    """Return what a block scores in three ties of the lightest hands.

    The first opened and the second played last; the third opened, the first played last; the second opened, the third
    played last.
    """
    return [gains(opener, last, **options) for opener, last in ((0, 1), (2, 0), (1, 2))]


def alone(**options: Any) -> tuple[int, ...]:
    """Return what a block scores if one hand is lightest."""
    state = position(["1-1", "2-2", "5-5"], (6, 6), **options)
    for _ in range(3):
        state = play_steps(state, "cannot")
    return result_of(state).gains


HANDS = ["1-0 2-0 2-1 3-0 3-1", "4-0 4-1 4-2 4-3 5-0", "6-6 6-5 5-5 4-4 3-3"]


def find_opener(**options: Any) -> tuple[int, list[str]]:
    """Out of how many seats chance draws the first opener, and what the holder of the highest double can play."""
    before = start(DrawOptions(**options), 3)
    return before.picks, notations(deal_hands(before, HANDS, before.picks - 1))


def opens_next(**options: Any) -> tuple[int, int]:
    """Return who opens after the first player opened and won, and with how many tiles.

    The third player has the highest double.
    """
    over = play_steps(position(["3-1", "6-6", "5-5"], (3, 4), opener=1, **options), "play 3-1 A")
    state = deal_hands(over, HANDS)
    return state.to_act or 0, len(notations(state))


def keep_deals(**options: Any) -> list[bool]:
    """Return whether a deal is played if the most doubles of a hand are four, five, and six."""
    hands = "6-6 5-5 4-4 3-3 6-5 6-4 6-3", "6-6 5-5 4-4 3-3 2-2 6-5 6-4", "6-6 5-5 4-4 3-3 2-2 1-1 6-5"
    return [deal_hands(start(DrawOptions(**options), 2), [hand]).to_act != DEALER for hand in hands]


def over(scores: tuple[int, int] = (0, 0), **options: Any) -> bool:
    """Return whether the game is over after a round that is worth 22 points."""
    return play_steps(position(["3-1", "6-6 5-5"], (3, 4), scores=scores, **options), "play 3-1 A").outcome is not None


def goals(**options: Any) -> list[tuple[bool, bool]]:
    """Return for each set whether 22 points end the game that make 100, 300, 600 …, and with one point less."""
    usual = dict(zip(SIZES, (100, 300, 600, 1000, 1500), strict=True))
    return [
        (over((goal - 22, 0), set=size, **options), over((goal - 23, 0), set=size, **options))
        for size, goal in usual.items()
    ]


def highest(**options: Any) -> list[int]:
    """Return the highest double with 2, 4, 5, 6, 7 and 8 players, if that many can play."""
    known = DrawOptions(**options)
    return [known.highest(seats) for seats in (2, 4, 5, 6, 7, 8)]


def hand_sizes(**options: Any) -> list[int]:
    """Return how many tiles 2, 3 and 4 players are dealt."""
    return [start(DrawOptions(**options), seats).match.terms.hand_size for seats in (2, 3, 4)]


FOUR = ["6-4 3-3", "5-3", "5-0", "2-1 0-0"]
"""The hands of B's opponents hold 16 and 5 pips, the partner's 3."""


def side_gain(
    hands: Sequence[str] = FOUR, play: str = "play 5-3 A", ends: Sequence[int] = (3, 5), **options: Any
) -> int:
    """Return what B's side gains when B goes out."""
    state = play_steps(position(hands, ends, to_act=B, **options), play)
    return result_of(state).gains[B] + result_of(state).gains[D]


def pair_gains(**options: Any) -> int:
    """Return what a pair gains by 21 pips, and by what its last tile earns."""
    return side_gain(**options) // 2


def twelve(**options: Any) -> int:
    """Return what a round of 12 pips brings a pair."""
    return side_gain(["5-5", "5-3", "1-1", "0-0"], **options) // 2


def last_blank_gain(**options: Any) -> int:
    """Return what a round of 21 pips brings a pair that went out with 0-0."""
    return side_gain(["6-4 3-3", "0-0", "5-0", "2-1"], "play 0-0 A", (0, 4), **options) // 2


def pair_block(**options: Any) -> tuple[int, int | None]:
    """Return what the first pair gains by a block, and who opens next.

    A holds 10 pips, B 3, C 4, D 12, and D closed.
    """
    state = position(["5-5", "2-1", "4-0", "5-4 3-0"], (6, 6), to_act=A, last=D, **options)
    state = play_steps(state, *["cannot"] * 4)
    return result_of(state).gains[A], deal_hands(state, HANDS).to_act


def pair_opens_next(**options: Any) -> int | None:
    """Return who opens after B went out; B opened last for that pair."""
    over = play_steps(position(FOUR, (3, 5), to_act=B, **options), "play 5-3 A")
    return deal_hands(over._replace(match=over.match._replace(opened=(A, B))), HANDS).to_act


def bonus_points(state: DrawState) -> int:
    return sum(bonus.points for bonus in state.match.ledger.bonuses)


def played_again(**options: Any) -> int:
    """Return what B earns by a tile after three passes."""
    state = position(["1-1", "6-4 4-4", "2-2", "3-3"], (6, 6), to_act=B, confirmed=(C, D, A), **options)
    return bonus_points(play_steps(state, "play 6-4 A"))


def passed_first(**options: Any) -> list[int]:
    """Return what A earns by opening with a double, and with another tile, if B passes."""
    hands = ["6-6 6-5 6-4 6-3 6-2 6-1 6-0", "4-4 4-3 4-2 4-1 4-0 3-3 3-2", "5-5 5-4 3-1 3-0 2-2 2-1 2-0"]
    opens = deal_hands(start(DrawOptions(first_lead="random", **options), 4), hands)
    return [bonus_points(play_steps(opens, tile, "cannot")) for tile in ("play 6-6", "play 6-5")]


def third_round(**options: Any) -> int:
    """Return what 21 pips bring a pair in the third round."""
    state = position(FOUR, (3, 5), to_act=B, **options)
    return result_of(play_steps(state._replace(match=state.match._replace(round=3)), "play 5-3 A")).gains[B]


def games_per_shutout(**options: Any) -> int:
    """Return how many games of a series a win against a pair without points counts for."""
    return DrawOptions(**options).games_won(Outcome(msg("Over."), (100, 0, 100, 0), (A, C)))


def goes(**options: Any) -> str:
    return DrawOptions(**options).direction


TABLE = [
    Each(
        "mode",
        calls,
        {
            "draw": Says("If nothing fits, you draw from the boneyard.", ["draw"], "draw from the boneyard until"),
            "block": Says("Nobody draws. If nothing fits, you pass.", ["cannot"], "Nobody draws: "),
        },
    ),
    Each(
        "set",
        highest,
        {
            None: Says("Up to 4 play double-six, up to 6 double-nine, more double-twelve.", [6, 6, 9, 9, 12, 12]),
            **{
                size: Says(words, [size] * 6)
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
            None: Says("As the rules deal for this set and number of players.", [7, 5, 5]),
            3: Says("3 tiles", [3, 3, 3]),
            6: Says("6 tiles", [6, 6, 6]),
        },
    ),
    Each(
        "layout",
        ends,
        {
            "line": Says("Two open ends.", [2, 2, 2]),
            "spinner": Says("The first double opens four ends.", [2, 2, 4], "once both its sides are covered"),
            "cross": Says(
                "The opening double gets four arms before play goes on.",
                [4, 3, 2],
                "must get all four arms before anything else",
            ),
        },
    ),
    Each(
        "draw_limit",
        count_draws,
        {
            None: Says("You draw until a tile fits.", (5, 0), "until a tile fits, and play that one at once"),
            1: Says("1 tile", (1, 1), "at most 1 tile."),
            3: Says("3 tiles", (3, 1), "at most 3 tiles."),
        },
    ),
    Each("boneyard_reserve", count_left_in_boneyard, RESERVES),
    Each(
        "voluntary_draw",
        able,
        {
            False: Says(NO, ["play 3-1 A"], "you can neither pass nor draw"),
            True: Says(YES, ["play 3-1 A", "draw"], "You can draw a tile before you play"),
        },
    ),
    Each(
        "early_block",
        ended_early,
        {
            "off": Says("The round goes on until every player has passed.", False),
            "certain": Says(
                "The round ends as soon as no tile in a hand fits, nor any that can be drawn.",
                True,
                "when no tile fits that is in a hand or can be drawn",
            ),
        },
    ),
    Each(
        "verification",
        confirmed_by_itself,
        {
            "manual": Says(
                "Each player says that they can't play. A false claim is a foul.", False, "You find that out together:"
            ),
            "auto": Says("I see a block by myself. There are no fouls.", True, "I find that by myself"),
        },
    ),
    Each(
        "foul_action",
        price_of_fouls,
        {
            "points": Says("Each false claim costs points.", (-30, -30, False)),
            "warning": Says(
                "The first false claim is free, later ones cost points.",
                (0, -30, False),
                "Your first foul is only a warning.",
            ),
            "forfeit_round": Says(
                "The round ends, and its offender can't win it.", (0, 0, True), "A foul ends the round"
            ),
            "none": Says("A false claim costs nothing.", (0, 0, False), "A foul costs nothing"),
        },
    ),
    Each(
        "foul_penalty",
        cost,
        {
            "target_share": Says("A percentage of the points to win, with a minimum.", 200, "A foul costs 200 points."),
            "hand": Says("What the offender's tiles count, at least 50 points.", 56, "the pips in your hand"),
            "hundred": Says("Every foul costs 100 points.", 100, "A foul costs 100 points."),
        },
        {"target": 1000},
    ),
    Each(
        "foul_fixed",
        cost,
        {
            30: Says("30 points", 30, "A foul costs 30 points."),
            0: Says("0 points", 10, "A foul costs 10 points."),
            45: Says("45 points", 45, "A foul costs 45 points."),
        },
        {"foul_percent": 10},
    ),
    Each(
        "foul_percent",
        cost,
        {
            20: Says("20 %", 200, "A foul costs 200 points."),
            0: Says("0 %", 30, "A foul costs 30 points."),
            5: Says("5 %", 50, "A foul costs 50 points."),
        },
        {"target": 1000},
    ),
    Each(
        "blocked_score",
        alone,
        {
            "others_sum": Says(
                "The pips in all the other hands.", (14, 0, 0), "The winner scores the pips of all others."
            ),
            "others_minus_own": Says(
                "The others' pips minus the winner's own.", (12, 0, 0), "less those in their own hand"
            ),
        },
    ),
    Each(
        "blocked_tie",
        ties,
        {
            "no_score": Says("The round counts for nobody.", [(0, 0, 0)] * 3, "**Several hold the fewest**: nobody"),
            "share": Says("The points are divided among them.", [(5, 5, 0)] * 3, "they share the pips of the others"),
            "full": Says("Each of them scores the other hands.", [(14, 14, 0)] * 3, "as if they had won alone"),
            "lightest_tile": Says(
                "The one with the lightest single tile scores. If those are equal, the one with fewer tiles.",
                [(0, 14, 0)] * 3,
                "the lightest single tile wins",
            ),
            "leader": Says(
                "The opener of the round scores. If their hand isn't one of these, the next in turn order.",
                [(14, 0, 0), (14, 0, 0), (0, 14, 0)],
                "the first of them in turn from the opener wins",
            ),
            "last_player_wins": Says(
                "The one of them who played last scores. If another player did, nobody scores.",
                [(0, 14, 0), (14, 0, 0), (0, 0, 0)],
                "the one of them who played last wins",
            ),
            "last_player_loses": Says(
                "If two are equal and one of them played last, the other scores. Otherwise nobody scores.",
                [(14, 0, 0), (0, 14, 0), (0, 0, 0)],
                "if two are equal and one of them played last, the other wins",
            ),
        },
    ),
    Each(
        "first_lead",
        find_opener,
        {
            "highest_double": Says(
                "Its holder opens with it.", (1, ["play 6-6"]), "The highest double opens the first"
            ),
            "random": Says(
                "A player drawn by lot opens with any tile.",
                (3, [f"play {tile}" for tile in ("3-3", "4-4", "5-5", "6-5", "6-6")]),
                "A player drawn by lot opens the first round",
            ),
            "low_double": Says(
                "1-1 opens, else 2-2 and so on. 0-0 comes last.",
                (1, ["play 3-3"]),
                "The lowest double opens the first round",
            ),
        },
    ),
    Each(
        "next_lead",
        pair_opens_next,
        {
            "winner": Says("The winner of the last round opens.", B, "the player who went out starts with any tile"),
            "side": Says(
                "Of the winning pair, the one who didn't open last.", D, "the winning pair opens with any tile"
            ),
        },
        PAIRS,
    ),
    Each(
        "next_lead",
        opens_next,
        {
            "winner": Says("The winner of the last round opens.", (0, 5), "After that, the winner of the last round"),
            "rotate": Says(
                "The opener moves on by one seat each round.",
                (2, 5),
                "Later the next player after",
            ),
            "highest_double": Says("Its holder opens with it.", (2, 1), "Later the highest double opens"),
        },
    ),
    Each(
        "match",
        over,
        {
            "target": Says("Rounds are played until a player has the points to win.", False, "The game goes to 100"),
            "rounds": Says("After a number of rounds. The most points win.", True, "The game has 1 round."),
        },
    ),
    Each(
        "target",
        goals,
        {
            None: Says(
                "Double-six 100, double-nine 300, double-twelve 600, double-fifteen 1000, double-eighteen 1500.",
                [(True, False)] * 5,
                "The game goes to 100 points.",
            ),
            100: Says("100 points", [(True, False), *[(True, True)] * 4], "The game goes to 100 points."),
            1000: Says(
                "1000 points", [*[(False, False)] * 3, (True, False), (True, True)], "The game goes to 1000 points."
            ),
        },
    ),
    Each(
        "rounds",
        over,
        {1: Says("1 round", True, "The game has 1 round."), 2: Says("2 rounds", False, "The game has 2 rounds.")},
        {"match": "rounds"},
    ),
    Each(
        "redeal",
        keep_deals,
        {
            "off": Says("Every deal is played.", [True, True, True]),
            "five_doubles": Says(
                "Five doubles in one hand: all tiles are dealt again.",
                [True, False, False],
                "dealt five doubles or more, all tiles are dealt again",
            ),
        },
    ),
    Each(
        "teams",
        side_gain,
        {
            "none": Says("Everyone plays alone.", 24),
            "pairs": Says(
                "Two against two. Partners sit opposite and share one score.", 2 * 21, "You play two against two"
            ),
        },
    ),
    Each(
        "pair_score",
        pair_gains,
        {
            "opponents": Says(
                "The pips in both opponents' hands.", 21, "your pair scores the pips in both opponents' hands"
            ),
            "all": Says(
                "The opponents' pips and the partner's. After a block, all four hands.",
                24,
                "your pair scores the pips in all hands",
            ),
        },
        PAIRS,
    ),
    Each(
        "get_in",
        twelve,
        {
            0: Says("Every round counts.", 12),
            13: Says(
                "A pair scores nothing until it gains at least 13 points in one round.",
                0,
                "until it gains at least 13 points in one round",
            ),
        },
        PAIRS,
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
            "pair": Says("The pair with fewer pips in its two hands wins.", (15, C), "The pair with fewer pips"),
            "hand": Says("The lightest hand of all four wins for its pair.", (0, B), "Equal hands of partners"),
            "closer": Says(
                "The player who played last and the next one compare. The lighter hand wins for its pair.",
                (15, A),
                "The player who played last and the next one compare.",
            ),
        },
        PAIRS,
    ),
    Each(
        "capicua",
        pair_gains,
        {
            0: Says("None", 21),
            **{n: Says(f"{n} points", 21 + n, f"**Capicúa**, +{n}: you go out") for n in (25, 30, 50, 100)},
            "double": Says("The pips of the round count double.", 42, "**Capicúa**, twice the pips"),
        },
        PAIRS,
    ),
    Each(
        "last_blank",
        last_blank_gain,
        {0: Says("None", 21), **{n: Says(f"{n} points", 21 + n, f"**Chuchazo**, +{n}:") for n in (25, 30, 100)}},
        PAIRS,
    ),
    Each(
        "pass_round",
        played_again,
        {0: Says("None", 0), **{n: Says(f"{n} points", n, f"**Paso redondo**, +{n}:") for n in (25, 30)}},
        PAIRS,
    ),
    Each(
        "pass_first",
        passed_first,
        {
            0: Says("None", [0, 0]),
            **{n: Says(f"{n} points", [n, n], f"**Pase de salida**, +{n}:") for n in (25, 30)},
            "25_50": Says("25 points if a double opened the round, else 50.", [25, 50], "+25 after a double, else +50"),
        },
        PAIRS,
    ),
    Each(
        "round_bonus",
        third_round,
        {False: Says(NO, 21), True: Says(YES, 71, "gain 100, 75, 50 and 25 more")},
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
]


@pytest.mark.parametrize("each", TABLE, ids=lambda each: each.name)
def test_the_words_of_each_value_are_true_of_a_position_in_which_it_decides(each: Each) -> None:
    each.hold(GAME, 2)


def test_each_value_has_such_a_position() -> None:
    assert lacking(DrawOptions, TABLE) == []
