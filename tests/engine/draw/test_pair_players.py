"""How computer players play in pairs: for their side, with its bonuses."""

from __future__ import annotations

from random import Random

import pytest

from engine.games.draw import GAME
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import start
from engine.players import best, judge
from tests.engine.draw.positions import dealt, done


@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize(("bonus", "chosen"), [(0, "play 0-0 A"), (100, "play 6-0 A")])
def test_a_search_keeps_the_double_blank_for_its_bonus(level: str, bonus: int, chosen: str) -> None:
    """Both ends are blank, and no one else has a blank, so both tiles can be played whatever comes.

    With 0-0 first, the others can only pass: the most pips are left. With 6-0 first, they shed sixes, but 0-0 goes out.
    """
    options = DrawOptions(
        teams="pairs", mode="block", verification="auto", hand_size=4, first_lead="random", last_blank=bonus
    )
    state = dealt(start(options, 4), ["5-4 5-0 6-0 0-0", "4-0 6-6 6-1 4-1", "6-4 1-1 6-3 6-2", "3-2 4-3 4-2 3-3"])
    state = done(state, "play 5-4", "play 4-0 B", "cannot", "cannot", "play 5-0 A", "cannot", "cannot", "cannot")
    assert best(judge(GAME, level, state.observe(0), Random(1))) == chosen
