"""Checks whether the bot is well: it is on Discord, the database takes writes, and no loop is stuck."""

from __future__ import annotations

import asyncio
import errno
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Protocol

from aiohttp import web

from bot.runtime.loops import Loop
from bot.store import Store
from bot.table.refusals import Refusal, StorageFull

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

Handler = Callable[[web.Request], Awaitable[web.Response]]
PATH = "/healthz"
WRITE_KEY = "health"
"""The key under which a value is stored to prove that the database takes writes."""
WRITE_TIMEOUT = 5.0
"""Timeout in seconds of the write to the database; `health` waits twice as long."""


PASSING_ERRORS = frozenset({errno.EADDRINUSE, errno.EADDRNOTAVAIL})
"""The numbers of errors that may go away by themselves: the port is in use, or the network is not up yet."""


class PortUnavailable(Exception):
    """The port cannot be opened. The text says why, for the operator.

    `is_temporary` is whether a later attempt may succeed even if the operator changes nothing.
    """

    def __init__(self, sentence: str, *, is_temporary: bool) -> None:
        super().__init__(sentence)
        self.is_temporary = is_temporary


class Monitored(Protocol):
    """A part that can have warnings for the operator even while the bot is well."""

    def warnings(self) -> Sequence[str]: ...


class Health:
    """Checks everything that the bot can't do without.

    `ready` returns whether the bot is on Discord. `watched` are parts with warnings for the operator.
    """

    def __init__(
        self, store: Store, ready: Callable[[], bool], loops: Sequence[Loop], watched: Sequence[Monitored] = ()
    ) -> None:
        self.ready = ready
        self._watched = watched
        self._store = store
        self._loops = loops
        self._writing: asyncio.Task[str] | None = None

    async def problems(self) -> Sequence[str]:
        """Return a sentence for each thing that is wrong; empty while the bot is well."""
        sentences = [] if self.ready() else ["The bot is not connected to Discord."]
        if problem := await self._find_write_problem():
            sentences.append(problem)
        return [*sentences, *(f"The loop {name} is stuck." for name in self.stuck_loops())]

    def stuck_loops(self) -> Sequence[str]:
        """Return the names of running loops that have begun no run within twice their interval."""
        now = asyncio.get_running_loop().time()
        return [loop.name for loop in self._loops if loop.is_running and _is_stuck(loop, now)]

    async def _find_write_problem(self) -> str:
        """Return why the database takes no writes; empty if it takes them.

        Concurrent calls share one write. So players wait for at most one write, however many programs ask.
        """
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_probe(), name="health")
        return await asyncio.shield(self._writing)

    async def _write_probe(self) -> str:
        try:
            async with asyncio.timeout(WRITE_TIMEOUT):
                await self._store.remember(WRITE_KEY, str(time.time_ns()))  # SQLite would not write an unchanged value
        except StorageFull:
            return "The database takes no writes: its disk is full."
        except (Refusal, TimeoutError):
            return "The database takes no writes."
        return ""

    async def answer(self, _: web.Request) -> web.Response:
        """Return 200 while the bot is well, else 503 with what is wrong."""
        problems = await self.problems()
        sentences = [*(problems or ["well"]), *self.warnings()]
        return web.Response(text="\n".join(sentences) + "\n", status=503 if problems else 200)

    def warnings(self) -> Sequence[str]:
        """Return a sentence for each thing that the operator should fix, even if the bot is still well."""
        return [warning for part in self._watched for warning in part.warnings()]


def _is_stuck(loop: Loop, now: float) -> bool:
    return loop.counts.began is None or now - loop.counts.began > 2 * loop.every


@asynccontextmanager
async def serve_health(
    health: Health, host: str, port: int, more_handlers: Mapping[str, Handler] = {}
) -> AsyncIterator[None]:
    """Serve the health report over HTTP, and `more_handlers` by their paths.

    Port 0 serves nothing. Raises PortUnavailable.
    """
    if not port:
        yield
        return
    app = web.Application()
    for path, handler in {PATH: health.answer, **more_handlers}.items():
        app.router.add_get(path, handler)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        await _listen(runner, host, port)
        yield
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int) -> None:
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        sentence = f"HEALTH_HOST and HEALTH_PORT cannot be {host} and {port}: {error.strerror}."
        raise PortUnavailable(sentence, is_temporary=error.errno in PASSING_ERRORS) from None


def ask_health(host: str, port: int) -> tuple[bool, str]:
    """Return whether a running bot is well, and its report, or else why it gives none."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # without proxies
    name = f"[{host}]" if ":" in host else host  # an IPv6 address
    try:
        with opener.open(f"http://{name}:{port}{PATH}", timeout=2 * WRITE_TIMEOUT) as answer:
            return True, answer.read().decode().strip()
    except urllib.error.HTTPError as error:
        return False, error.read().decode(errors="replace").strip()
    except OSError as error:
        return False, f"No bot answers at {host}:{port} ({getattr(error, 'reason', error)})."
