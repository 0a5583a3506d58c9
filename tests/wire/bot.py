"""The bot as a process: start it, read its lines, end it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.wire import nursery
from tests.wire.launch import ABSENT, API, GATEWAY
from tests.wire.loopback import Loopback

DISCORD_TOKEN = "MTAwMQ.a-token.of-tests"
ROW = "FAULTS_ROW"
"""What the table of faults sets for each of its rows."""
FORKED = frozenset({"PYTEST_CURRENT_TEST", ROW})
"""If one of them is set, bots are forked. Soaks and benches measure whole processes."""


@dataclass
class Bot:
    """A running bot, and the lines it has written so far."""

    process: asyncio.subprocess.Process | nursery.Process
    lines: list[str] = field(default_factory=list)
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    def signal(self, number: int = signal.SIGTERM) -> None:
        self.process.send_signal(number)

    @property
    def workers(self) -> list[int]:
        """Its worker processes, as Linux lists them."""
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        children = [each for thread in threads for each in (thread / "children").read_text().split()]
        return [int(each) for each in children if "spawn_main" in _command(each)]

    async def wait_for_end(self) -> int:
        """Wait until it has ended and all its lines are read; return its exit code."""
        await asyncio.shield(self._reader)  # a cancelled wait doesn't cancel the reader
        return await self.process.wait()

    async def wait_for_line(self, part: str, times: int = 1) -> None:
        """Wait until `part` is in at least `times` lines."""
        async with self._news:
            await self._news.wait_for(lambda: sum(part in line for line in self.lines) >= times)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    async def read(self) -> None:
        assert self.process.stdout
        async for line in self.process.stdout:
            said, ended, code = line.decode().rstrip().partition(nursery.ENDED)
            async with self._news:
                if said or not ended:
                    self.lines.append(said)
                self._news.notify_all()
            if ended and isinstance(self.process, nursery.Process):
                self.process.returncode = int(code)
                break

    def watch(self) -> None:
        self._reader = asyncio.create_task(self.read())


@asynccontextmanager
async def bot(
    discord: Loopback,
    folder: Path,
    database: str = "",
    *,
    arguments: Sequence[str] = (),
    before: Sequence[str] = (),
    settings: Mapping[str, str] | None = None,
) -> AsyncIterator[Bot]:
    """Start a bot in a folder; kill it at the end of the block. `before` is a command that runs Python."""
    environment = {
        **{name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")},
        "PYTHONPATH": str(nursery.ROOT),
        "DISCORD_TOKEN": DISCORD_TOKEN,
        "BOT_PACE": "0",
        "CLOCK": "open",
        "BEACON": "off",
        "COPIES": "0",
        "DATABASE_URL": database or f"sqlite:///{folder / 'boneyard.db'}",
        API: discord.api,
        GATEWAY: discord.gateway,
        **(settings or {}),
    }
    if before or ABSENT in environment or not FORKED & os.environ.keys():
        command = (*before, sys.executable, "-m", "tests.wire.launch", *arguments)
        here = Bot(await _start_process(command, folder, environment))
    else:
        here = Bot(await nursery.fork_bot(arguments, folder, environment))
    here.watch()
    try:
        yield here
    finally:
        if here.process.returncode is None:
            here.process.kill()
        await here.wait_for_end()


async def _start_process(
    command: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> asyncio.subprocess.Process:
    """Start a process that is not forked and imports all modules itself."""
    return await asyncio.create_subprocess_exec(
        *command, cwd=folder, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )


def _command(process: str) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""  # it has just ended
