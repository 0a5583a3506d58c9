"""Kills lose nothing and double nothing; the same experiments are rows of the table of faults, with more kills."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.bot.postgres import Server, fresh_database
from tests.faults import kills
from tests.faults.kills import Harness, Press, kill


@pytest.mark.parametrize("times", [20, pytest.param(100, marks=pytest.mark.long)])
def test_kills_lose_nothing_and_double_nothing(sqlite_address: str, times: int) -> None:
    tally = kill(Harness(sqlite_address, 1, games=("cards",)), times)
    assert (tally.runs, tally.lost, tally.doubled) == (times, 0, 0)


@pytest.mark.parametrize("times", [5, pytest.param(20, marks=pytest.mark.long)])
def test_kills_lose_nothing_on_postgresql(postgres: Server, times: int) -> None:
    tally = kill(Harness(fresh_database(postgres), 1, games=("cards",)), times)
    assert (tally.runs, tally.lost, tally.doubled) == (times, 0, 0)


def test_a_process_that_ends_by_itself_is_reported_and_counts_as_no_kill(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Harness.play_in_child

    async def ends_once(self: Harness, pipe: int, run: int, again: Sequence[Press]) -> None:
        if run == 1:
            raise RuntimeError("planted")
        await play(self, pipe, run, again)

    monkeypatch.setattr(Harness, "play_in_child", ends_once)
    tally = kill(Harness(sqlite_address, 1, games=("cards",)), 3)
    assert (tally.runs, tally.lost, tally.doubled) == (3, 0, 0)
    assert tally.other == ["1 processes ended by themselves"]


def test_the_harness_sees_what_is_acknowledged_too_early() -> None:
    assert kills.too_early(2, 1).lost > 0


def test_the_harness_sees_what_is_done_twice() -> None:
    assert kills.forgetful(6, 1).doubled > 0
