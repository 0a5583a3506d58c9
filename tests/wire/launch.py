"""Runs `python -m bot` with discord.py turned towards another Discord: the bot itself knows nothing of it."""

from __future__ import annotations

import ctypes
import functools
import gc
import os
import signal
import sys
import time
from pathlib import Path
from selectors import DefaultSelector
from typing import Any
from unittest.mock import AsyncMock

import discord.gateway
import discord.http
import yarl

from bot import serve
from bot.__main__ import main
from bot.discord import doctor
from bot.discord.welcome import Welcome
from bot.pictures import studio
from bot.table.limits import Limits
from bot.table.log import fold
from bot.table.rules import lobby

API, GATEWAY = "WIRE_API", "WIRE_GATEWAY"
"""Where that Discord is."""
ABSENT = "WIRE_ABSENT"
"""A module that cannot be imported, as if it were not installed."""
BEACON = "WIRE_BEACON"
"""Set where the beacon has the tests' own key."""

LEASES = "WIRE_LEASES"
"""Leases are lost and taken, and connections made after each other, faster by this factor."""

STALLS = "WIRE_STALLS"
"""A file that gets a line for each long pass of the event loop: milliseconds of processor time, and of real time."""
HELD = "WIRE_HELD"
"""A file that each process makes at SIGUSR1, with its number behind the name.

It has the bytes of memory that the process holds beside its caches.
"""
PATIENCE = "WIRE_PATIENCE"
"""Seconds after which a process that draws and does not answer is started again."""
PRESSING = "WIRE_PRESSING"
"""Seconds in which the button of a check-up may be pressed."""
RULES = "WIRE_RULES"
"""The version of the rules that the program has."""
MANY_TABLES = Limits(tables_a_person=1000, own_tables=1000, tables_a_channel=1000)
"""The limits of a bot at which a few people play all games."""
OURS = ("bot", "engine", "renderers")
LEAST = 0.05
"""Seconds of real time from which on it is told."""


def log_stalls(file: str) -> None:
    """Append a line to a file for each long pass of the event loop, from one select to the next."""
    select, began, used = DefaultSelector.select, time.perf_counter(), time.thread_time()

    def timed_select(selector: DefaultSelector, timeout: float | None = None) -> Any:
        nonlocal began, used
        if (took := time.perf_counter() - began) >= LEAST:
            with Path(file).open("a") as lines:
                lines.write(f"{1000 * (time.thread_time() - used):.0f} {1000 * took:.0f}\n")
        ready = select(selector, timeout)
        began, used = time.perf_counter(), time.thread_time()
        return ready

    DefaultSelector.select = timed_select  # type: ignore[method-assign, assignment]  # no public hook


def report_memory(file: str) -> None:
    """Write the bytes of memory beside the caches to a file at SIGUSR1; caches are bounded and fill for hours."""

    def tell(*_: object) -> None:
        written = Path(f"{file}.part.{os.getpid()}")
        written.write_text(str(empty_caches()))
        written.rename(f"{file}.{os.getpid()}")

    signal.signal(signal.SIGUSR1, tell)


def empty_caches() -> int:
    """Empty the caches of this process, and return the bytes of memory that it takes then."""
    gc.unfreeze()  # else those of what was imported are not found
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper) and each.__module__.partition(".")[0] in OURS:
            each.cache_clear()
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    return memory(os.getpid())


def memory(process: int) -> int:
    """Return the bytes of memory that a process takes."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def hurry(times: float) -> None:
    """Let leases live shorter, and connections follow each other sooner."""
    from bot.cluster import shard_leases
    from bot.discord import identify, shards
    from bot.store import leases

    identify.SPACING /= times
    leases.LEASE, leases.GRACE = int(30 / times), int(20 / times)
    shard_leases.RENEW_SECONDS = int(10 / times)
    shards.LINGER = 10 / times


def run(arguments: list[str]) -> int:
    """Run the bot as its environment says; return its exit code."""
    if quick := os.environ.get(LEASES):
        hurry(float(quick))
    if patience := os.environ.get(PATIENCE):
        studio.PATIENCE = float(patience)
    if rules := os.environ.get(RULES):
        for module in (fold, lobby):
            vars(module)["RULES_VERSION"] = int(rules)
    if pressing := os.environ.get(PRESSING):
        doctor.PRESS_TIMEOUT = float(pressing)
    Welcome.greet_all = AsyncMock()  # type: ignore[method-assign]  # tests count messages and look at what is drawn
    if stalls := os.environ.get(STALLS):
        log_stalls(stalls)
    serve.serve = functools.partial(serve.serve, limits=MANY_TABLES)
    discord.http.Route.BASE = os.environ[API]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ[GATEWAY])
    if os.environ.get(BEACON):
        from tests.bot.drand import pin_ours

        pin_ours()
    if absent := os.environ.get(ABSENT):
        sys.modules[absent] = None  # type: ignore[assignment]  # Python's own way to say so
    return main(arguments)


if held := os.environ.get(HELD):  # in the processes beside the bot too, which import this first
    report_memory(held)
if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
