"""What systemd is told by its socket: that the bot is ready, that it is alive, that it ends. Without one, nothing."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

from bot.hosting.health import Health
from bot.runtime.loops import Loop

OFTEN = 5.0
"""Seconds between two messages at most; three fit into the time that a watchdog waits."""


class Supervisor:
    """Tells systemd how the bot is. A stuck loop is no life; Discord or a database that is away is, since no restart
    would bring them back."""

    def __init__(self, health: Health, environment: Mapping[str, str] = os.environ) -> None:
        self._health = health
        self._address = environment.get("NOTIFY_SOCKET", "")
        watchdog = int(environment.get("WATCHDOG_USEC") or 0) / 1e6
        if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
            watchdog = 0
        self._watched, self._ready = watchdog > 0, False
        self._loop = Loop("systemd", self.report_state, every=min(OFTEN, watchdog / 3) if watchdog else OFTEN)

    def start(self) -> None:
        """Begin to tell, where systemd listens."""
        if self._address:
            self._loop.start()

    async def report_state(self) -> None:
        """Tell once that the bot is ready, and each time that it is alive."""
        if not self._ready and self._health.ready():
            self._ready = True
            self._notify("READY=1")
        if self._watched and not self._health.stuck_loops():
            self._notify("WATCHDOG=1")

    def stopping(self) -> None:
        """Tell that the bot ends by its own will."""
        self._notify("STOPPING=1")

    async def close(self) -> None:
        """Tell nothing more."""
        await self._loop.stop()

    def _notify(self, what: str) -> None:
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as speaking:
            speaking.sendto(what.encode(), address)
