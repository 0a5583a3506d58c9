"""A process that is stopped for hours, and goes on: its timers ring all at once, and nobody is played for."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from pathlib import Path
from typing import Any

from bot.parts import Parts
from bot.service import Service
from bot.store import Store
from bot.table.clock.hours import Hours
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.log.model import Cause, Table
from bot.table.rules import ready
from bot.talk.words import Texts
from renderers import RENDERERS
from tests.bot.games import GAMES
from tests.bot.mailbox import Mailbox
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD, fork, make_deal

AWAY = 3 * 3600
SOON = 2
"""Seconds in which the turn would be over when the process is stopped."""


class FileClock:
    """The computer's clock and the seconds in a file on top: hours pass as soon as it is written."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def now(self) -> int:
        return int(time.time()) + int(self._file.read_text())

    def set(self, now: int) -> None:
        self._file.write_text(str(now - int(time.time())))


async def begin_game(service: Service) -> Table:
    """Return a game with a player to move, which Discord shows."""
    table = await service.tables.new("cards", ANA.cause(), ANA, GUILD, CHANNEL, timing=Timing(Preset.DAY, Hours()))
    await service.tables.do(table.id, BEN.cause(), ready.join, BEN)
    await service.tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)
    table = await make_deal(service, table.id)
    await service.outbox.mark_shown(table.id, table.seq)
    return table


async def bot(address: str, clock_file: Path, tell: int) -> None:
    """Run a bot without Discord whose next turn is over soon; say when it may be stopped, and what it did then."""
    clock, store = FileClock(clock_file), await Store.open(address)
    parts = Parts.of(store, clock, GAMES, RENDERERS, Texts(), Mailbox())
    table = await begin_game(parts.service)
    assert table.timing.due
    clock.set(table.timing.due - SOON)
    await parts.service.absence.begin()
    parts.start()
    await parts.upkeep.ticker.loop.wait_idle()
    changed = asyncio.Event()
    parts.service.repository.add_alarm(lambda _: changed.set())
    os.write(tell, b"running\n")
    await changed.wait()
    await parts.upkeep.ticker.loop.wait_idle()
    kinds = [step.kind for step in await parts.service.tables.history(table.id, 0, None)]
    after = await parts.service.tables.table(table.id, GUILD)
    told: dict[str, Any] = {"kinds": kinds, "left": (after.timing.due or 0) - clock.now()}
    os.write(tell, (json.dumps(told) + "\n").encode())
    await parts.close()
    await store.close()


def test_a_process_that_was_stopped_for_hours_gives_them_back_before_anything_rings(
    sqlite_address: str, tmp_path: Path
) -> None:
    reader, writer = os.pipe()
    clock_file = tmp_path / "clock"
    (clock := FileClock(clock_file)).set(int(time.time()))
    child = fork(lambda: asyncio.run(bot(sqlite_address, clock_file, writer)))
    try:
        with os.fdopen(reader) as said:
            assert said.readline() == "running\n"
            os.kill(child, signal.SIGSTOP)
            clock.set(clock.now() + AWAY)
            os.kill(child, signal.SIGCONT)
            told = json.loads(said.readline())
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert "late" not in told["kinds"]
    assert told["kinds"].count("extension") == 1
    assert 0 <= told["left"] <= SOON + 2
