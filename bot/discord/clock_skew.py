"""Compares this computer's clock with Discord's, which dates messages.

If a deal is announced more than two minutes before or after its step, verifiers refuse the game's record.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp
import structlog

from bot.table.record.check.log import LEEWAY

log = structlog.get_logger()


class ClockSkew:
    """Compares our clock with the dates of Discord's answers, and warns the operator."""

    def __init__(self) -> None:
        self.seconds = 0
        """How many seconds our clock is ahead; below 0 it is behind."""
        self._is_warning_logged = False

    def trace_into(self, config: aiohttp.TraceConfig) -> None:
        """Compare our clock with the date of each answer to requests with this trace configuration."""
        config.on_request_end.append(self._on_request_end)

    def compare(self, headers: Mapping[str, str], now: float) -> None:
        """Compare the date of an answer with `now`, in UTC seconds. Skip older answers from a cache."""
        try:
            date = parsedate_to_datetime(headers["Date"]).timestamp()
        except (KeyError, ValueError):
            return
        if "Age" in headers:
            return
        self.seconds = round(now - date)
        if self.is_wrong and not self._is_warning_logged:
            log.warning("the clock is wrong", seconds=self.seconds, remedy=self.sentence())
        self._is_warning_logged = self.is_wrong

    @property
    def is_wrong(self) -> bool:
        """Whether the records of games dealt now would be refused."""
        return abs(self.seconds) > LEEWAY

    def sentence(self) -> str:
        """Return a sentence about the clock's error, the harm, and the remedy."""
        side = "ahead of" if self.seconds > 0 else "behind"
        return (
            f"This computer's clock is {abs(self.seconds)} s {side} Discord's, so records of its games are refused: "
            "set it by the network (`timedatectl set-ntp true`)."
        )

    def warnings(self) -> Sequence[str]:
        """Return the sentence for the health report if the clock is wrong, else nothing."""
        return [self.sentence()] if self.is_wrong else []

    async def _on_request_end(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        self.compare(ended.response.headers, time.time())
