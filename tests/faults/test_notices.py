"""Restarts around due times; the same simulation is a row of the table of faults, with all games."""

from __future__ import annotations

import pytest

from tests.faults.parlour import ALL
from tests.faults.simulation import _simulate, no_nonce


@pytest.mark.parametrize("times", [60, pytest.param(400, marks=pytest.mark.long)])
async def test_every_call_arrives_exactly_once_over_restarts_around_due_times(times: int) -> None:
    done = await _simulate(times, 22, {"cards": ALL["cards"]})
    assert done.tally.faults == 0, done.tally
    assert done.post.repeated > done.restarts / 20, "no process ended between a message and its note"


def test_without_a_nonce_messages_come_twice() -> None:
    assert no_nonce(60, 22).doubled > 0
