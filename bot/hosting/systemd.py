"""Notifies systemd through its socket, if there is one, that the bot is ready, alive or stopping."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

from bot.hosting.health import Health
from bot.runtime.loops import Loop

MAX_INTERVAL = 5.0
"""The most seconds between two messages. At least three are sent within the watchdog's timeout."""


class Supervisor:
    """Notifies systemd of the bot's state.

    A bot with a stuck loop does not count as alive. It does count as alive while Discord or the database is away, since
    a restart of the bot would not help.
    """

    def __init__(self, health: Health, environment: Mapping[str, str] = os.environ) -> None:
        self._health = health
        self._address = environment.get("NOTIFY_SOCKET", "")
        watchdog_seconds = int(environment.get("WATCHDOG_USEC") or 0) / 1e6
        if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
            watchdog_seconds = 0  # another process is watched
        self._watched = watchdog_seconds > 0
        self._ready = False
        interval = min(MAX_INTERVAL, watchdog_seconds / 3) if self._watched else MAX_INTERVAL
        self._loop = Loop("systemd", self.report_state, every=interval)

    def start(self) -> None:
        """Start to send messages, if systemd listens."""
        if self._address:
            self._loop.start()

    async def report_state(self) -> None:
        """Notify systemd that the bot is alive; notify it once that the bot is ready."""
        if not self._ready and self._health.ready():
            self._ready = True
            self._notify("READY=1")
        if self._watched and not self._health.stuck_loops():
            self._notify("WATCHDOG=1")

    def report_stopping(self) -> None:
        """Notify systemd that the bot is stopping on purpose."""
        self._notify("STOPPING=1")

    async def close(self) -> None:
        """Stop sending messages."""
        await self._loop.stop()

    def _notify(self, state: str) -> None:
        if not self._address:
            return
        # "@" stands for the zero byte with which the name of an abstract socket begins
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as connection:
            connection.sendto(state.encode(), address)
