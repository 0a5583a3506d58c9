"""Runs `python -m bot` with discord.py turned towards another Discord: the bot itself knows nothing of it."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path

import discord.gateway
import discord.http
import yarl

from bot.__main__ import main
from tests.bot.drand import pin_ours

API, GATEWAY = "WIRE_API", "WIRE_GATEWAY"
"""Where that Discord is."""
ABSENT = "WIRE_ABSENT"
"""A module that cannot be imported, as if it were not installed."""
BEACON = "WIRE_BEACON"
"""Set where the beacon has the tests' own key."""

STALLS = "WIRE_STALLS"
"""A file that gets a line for everything that kept the event loop: milliseconds of processor time, and of real time."""
LEAST = 0.05
"""Seconds of real time from which on it is told."""


def tell_stalls(file: str) -> None:
    """Time everything that the event loop runs."""
    run = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        began, used = time.perf_counter(), time.thread_time()
        run(handle)
        if (took := time.perf_counter() - began) >= LEAST:
            with Path(file).open("a") as lines:
                lines.write(f"{1000 * (time.thread_time() - used):.0f} {1000 * took:.0f} {handle!r}\n")

    asyncio.Handle._run = timed  # type: ignore[method-assign,assignment]  # there is no public hook


if __name__ == "__main__":
    if stalls := os.environ.get(STALLS):
        tell_stalls(stalls)
    discord.http.Route.BASE = os.environ[API]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ[GATEWAY])
    if os.environ.get(BEACON):
        pin_ours()
    if absent := os.environ.get(ABSENT):
        sys.modules[absent] = None  # type: ignore[assignment]  # Python's own way to say so
    sys.exit(main(sys.argv[1:]))
