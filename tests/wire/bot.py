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

from tests.wire.launch import API, GATEWAY
from tests.wire.loopback import Loopback

ROOT = Path(__file__).parents[2]
DISCORD_TOKEN = "a-token"


@dataclass
class Bot:
    """A running bot, and the lines it has written so far."""

    process: asyncio.subprocess.Process
    lines: list[str] = field(default_factory=list)
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    def signal(self, number: int = signal.SIGTERM) -> None:
        self.process.send_signal(number)

    async def ended(self) -> int:
        """Its exit code, once it has ended and all its lines are read."""
        await asyncio.shield(self._reader)  # who gives up waiting does not end the reading
        return await self.process.wait()

    async def wrote(self, part: str, times: int = 1) -> None:
        """Wait until so many lines have this in them."""
        async with self._news:
            await self._news.wait_for(lambda: sum(part in line for line in self.lines) >= times)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    async def read(self) -> None:
        assert self.process.stdout
        async for line in self.process.stdout:
            async with self._news:
                self.lines.append(line.decode().rstrip())
                self._news.notify_all()

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
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": DISCORD_TOKEN,
        "BOT_PACE": "0",
        "CLOCK": "open",
        "BEACON": "off",
        "COPIES": "0",
        "TABLES_A_PERSON": "1000",
        "TABLES_A_CHANNEL": "1000",
        "DATABASE_URL": database or f"sqlite:///{folder / 'boneyard.db'}",
        API: discord.api,
        GATEWAY: discord.gateway,
        **(settings or {}),
    }
    process = await asyncio.create_subprocess_exec(
        *before,
        *(sys.executable, "-m", "tests.wire.launch", *arguments),
        cwd=folder,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    here = Bot(process)
    here.watch()
    try:
        yield here
    finally:
        if process.returncode is None:
            process.kill()
        await here.ended()
