"""Which options of Draw decide something beside the others."""

from __future__ import annotations

import pytest

from engine.dominoes.blocked import AUTO
from engine.games.draw.options import DrawOptions

COSTS = ("foul_penalty", "foul_fixed", "foul_percent")


@pytest.mark.parametrize(
    "options",
    [DrawOptions(foul_action="none"), DrawOptions(foul_action="forfeit_round"), DrawOptions(verification=AUTO)],
)
def test_nothing_says_how_many_points_a_foul_costs_if_it_costs_none(options: DrawOptions) -> None:
    assert not any(options.has_effect(name) for name in COSTS)
    assert options.has_effect("verification")


def test_all_that_decides_how_many_points_a_foul_costs_counts_if_it_costs_any() -> None:
    assert all(DrawOptions().has_effect(name) for name in ("foul_action", *COSTS))
    hundred = DrawOptions(foul_action="warning", foul_penalty="hundred")
    assert [hundred.has_effect(name) for name in COSTS] == [True, False, False]
