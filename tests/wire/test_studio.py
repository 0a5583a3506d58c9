"""Processes that draw die, stand still and are told to end, while people play."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from bot.talk.letter import Purpose
from tests.wire.launch import PATIENCE
from tests.wire.wired import Wired, connected_bot

pytestmark = pytest.mark.timeout(120)

MOVES = 6


def signal_studios(here: Wired, number: int) -> int:
    """Send a signal to all of them; how many there are."""
    told = 0
    for process in here.bot.workers:
        with suppress(ProcessLookupError):
            os.kill(process, number)
            told += 1
    return told


async def test_players_play_on_while_processes_that_draw_are_killed(tmp_path: Path) -> None:
    async with connected_bot(tmp_path) as here:
        table, killed = await here.table("draw", "block"), 0
        for _ in range(MOVES):
            killed += bool(signal_studios(here, signal.SIGKILL))
            shown = await table.move()
            assert shown["attachments"], "each board has its picture"
        assert killed == MOVES
        assert "worker process restarted" in here.bot.text


async def test_a_process_that_stands_still_is_replaced(tmp_path: Path) -> None:
    async with connected_bot(tmp_path, settings={PATIENCE: "5"}) as here:
        table = await here.table("draw")
        assert signal_studios(here, signal.SIGSTOP)
        assert (await table.move())["attachments"]
        assert "took too long" in here.bot.text


async def test_presses_are_answered_first_if_all_processes_get_a_signal_to_end(tmp_path: Path) -> None:
    """Send each process of the service the signal, as systemd does."""
    async with connected_bot(tmp_path) as here:
        table = await here.table("draw")
        assert table.turn is not None
        before = here.bot.workers
        signal_studios(here, signal.SIGTERM)
        pressed = await table.mover.do(table.turn, Purpose.HAND)
        here.bot.signal()
        assert (await pressed.answer())["attachments"]
        assert set(before) <= set(here.bot.workers), "none of them has ended by itself"
        assert await here.bot.wait_for_end() == 0
        assert "started again" not in here.bot.text
