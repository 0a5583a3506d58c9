"""How computer players play in pairs: for their side, with its bonuses."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.games.draw import GAME
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import DrawState, start
from engine.players import find_best_action, judge
from tests.engine.draw.positions import deal_hands, play_steps


@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize(("bonus", "chosen"), [(0, "play 0-0 A"), (100, "play 6-0 A")])
def test_a_search_keeps_the_double_blank_for_its_bonus(level: str, bonus: int, chosen: str) -> None:
    """Only this hand has blanks, and both ends are blank: both tiles stay playable.

    With 0-0 first, the others can only pass: the most pips are left. With 6-0 first, they shed sixes, but 0-0 goes out.
    """
    options = DrawOptions(
        teams="pairs", mode="block", verification="auto", hand_size=4, first_lead="random", last_blank=bonus
    )
    state = deal_hands(start(options, 4), ["5-4 5-0 6-0 0-0", "4-0 6-6 6-1 4-1", "6-4 1-1 6-3 6-2", "3-2 4-3 4-2 3-3"])
    state = play_steps(state, "play 5-4", "play 4-0 B", "cannot", "cannot", "play 5-0 A", "cannot", "cannot", "cannot")
    assert find_best_action(judge(GAME, level, state.observe(0), Random(1))) == chosen


HANDS = [
    "1-1 3-3 4-1 4-2 4-3 5-1 5-3",
    "2-0 2-1 5-0 5-2 6-1 6-2 6-3",
    "0-0 3-2 4-0 4-4 5-5 6-4 6-6",
    "1-0 2-2 3-0 3-1 5-4 6-0 6-5",
]
PLAYED = (
    *("play 6-6", "play 6-0 A", "cannot", "play 2-0 A", "play 6-4 B", "play 5-4 B", "play 5-1 B", "play 2-1 B"),
    *("play 3-2 A", "play 2-2 B", "play 3-3 A", "play 6-2 B", "cannot", "play 3-1 A", "play 4-1 A", "play 6-1 B"),
    *("play 4-4 A", "play 1-0 B", "play 4-2 A", "play 5-0 B", "play 5-5 B", "play 6-5 B", "cannot"),
)


def endgame(teams: str, **options: Any) -> DrawState:
    """Seat 1 holds 5-2 and 6-3; the ends are 2 and 6."""
    options |= {"teams": teams, "mode": "block", "verification": "auto"}
    return play_steps(deal_hands(start(DrawOptions(**options), 4), HANDS), *PLAYED)


@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize(("teams", "chosen"), [("pairs", "play 6-3 B"), ("none", "play 5-2 A")])
def test_a_search_leads_the_number_that_its_partner_can_follow(level: str, teams: str, chosen: str) -> None:
    """Six tiles are unseen: 0-0, 1-1, 3-0, 4-0, 4-3 and 5-3.

    Seat 0 passed on blanks, so its three tiles are 1-1, 4-3 and 5-3. Seat 2 passed on threes, so it holds 0-0 and 4-0,
    and the last tile of seat 3 is 3-0. After 6-3 seat 2 passes, and seat 3 goes out on the three: the best end of the
    round for a partner, the worst one alone. After 5-2 seats 2 and 3 pass, seat 0 must cover the five, and seat 1 goes
    out itself, but with fewer pips left.
    """
    state = endgame(teams)
    assert state.to_act == 1
    assert find_best_action(judge(GAME, level, state.observe(1), Random(1))) == chosen


def test_no_loss_of_points_is_more_than_the_round_can_still_bring() -> None:
    """Alone in a game of one round: winning it counts too, but is no points.

    The others hold 24 pips, which seat 1 can win at most; another seat can win 40 at most, a third of which is what
    seat 1 is behind the mean of the others.
    """
    seen = endgame("none", match="rounds", rounds=1).observe(1)
    most, losses = 24 + 40 / 3, list[float]()
    for judged in (seen, GAME.ignore_standing(seen)):
        worth = judge(GAME, "hard", judged, Random(1))
        losses.append(worth["play 5-2 A"] - worth["play 6-3 B"])
    with_the_game, points_only = losses
    assert points_only < most < with_the_game
