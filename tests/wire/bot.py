"""The bot as a process: started, watched, ended."""

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
"""Where one of them is set bots are forked: soaks and benches measure whole processes."""


@dataclass
class Bot:
    """A running bot, and the lines it has written so far."""

    process: asyncio.subprocess.Process | nursery.Process
    lines: list[str] = field(default_factory=list)
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    def signal(self, number: int = signal.SIGTERM) -> None:
        self.process.send_signal(number)

    @property
    def beside(self) -> list[int]:
        """The processes that work beside it, as Linux tells."""
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        children = [each for thread in threads for each in (thread / "children").read_text().split()]
        return [int(each) for each in children if "spawn_main" in _command(each)]

    async def ended(self) -> int:
        """Return its exit code, once it has ended and all its lines are read."""
        await asyncio.shield(self._reader)  # who gives up waiting does not end the reading
        return await self.process.wait()

    async def wrote(self, part: str, times: int = 1) -> None:
        """Wait until at least that number of lines have this in them."""
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
    """Start a bot in a folder, Python by the command `before`; it is killed at the end of the block."""
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
        here = Bot(await _started(command, folder, environment))
    else:
        here = Bot(await nursery.born(arguments, folder, environment))
    here.watch()
    try:
        yield here
    finally:
        if here.process.returncode is None:
            here.process.kill()
        await here.ended()


async def _started(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> asyncio.subprocess.Process:
    """Start a process that imports all by itself."""
    return await asyncio.create_subprocess_exec(
        *command, cwd=folder, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )


def _command(process: str) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""  # it has just ended
