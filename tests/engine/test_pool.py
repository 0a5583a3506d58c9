"""Worlds that a search uses again."""

from __future__ import annotations

from collections import Counter
from itertools import count, cycle, islice
from random import Random

import pytest

from engine.players.pool import BATCH, reuse


def equally(_: object) -> float:
    return 1.0


def test_the_world_that_explains_more_is_used_more_often() -> None:
    used = Counter(reuse(cycle("ab"), lambda world: 3.0 if world == "a" else 1.0, 200, 4000, Random(1)))
    assert used["a"] + used["b"] == 4000
    assert 2800 < used["a"] < 3200


@pytest.mark.parametrize(("fresh", "uses"), [(1, 1), (1, 30), (90, 90), (450, 1970), (450, 3500)])
def test_no_more_worlds_are_drawn_than_may_be_and_all_uses_are_made(fresh: int, uses: int) -> None:
    drawn = count()
    assert len(list(reuse(drawn, equally, fresh, uses, Random(2)))) == uses
    assert next(drawn) == fresh


def test_worlds_are_drawn_a_few_at_a_time() -> None:
    drawn = count()
    used = reuse(drawn, equally, 450, 4500, Random(3))
    assert all(world < BATCH for world in islice(used, BATCH * 10))
    assert next(drawn) == BATCH


def test_worlds_that_end_are_used_as_often_as_others() -> None:
    assert len(list(reuse(iter(range(45)), equally, 450, 4500, Random(4)))) == 450
