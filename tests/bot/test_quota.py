"""Requests of several processes stay together below what Discord takes from one bot."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from multidict import CIMultiDict
from yarl import URL

from bot.discord.quota import MAX_PER_SECOND, Quota
from bot.store import Share


class Process:
    """One that asks as often as it may, on a clock of its own."""

    def __init__(self, share: Share) -> None:
        self.time = 0.0
        self.quota = Quota(lambda: share, lambda: self.time, self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.time += seconds

    async def asks(self, times: int) -> list[float]:
        asked = []
        for _ in range(times):
            await self.quota.wait_turn()
            asked.append(self.time)
        return asked


def most_in_a_second(times: list[float]) -> int:
    times = sorted(times)
    return max(sum(start <= time < start + 0.999 for time in times) for start in times)


@pytest.mark.parametrize("held", [[16], [8, 8], [10, 5, 1], [1] * 16])
async def test_all_together_ask_no_more_than_discord_takes(held: list[int]) -> None:
    total, every = sum(held), list[float]()
    for number in held:
        process = Process(Share(total, frozenset(range(number))))
        asked = await process.asks(100)
        assert asked[-1] == pytest.approx(len(asked) * total / (MAX_PER_SECOND * number), rel=0.8)  # nor less
        every += asked
    assert most_in_a_second(every) <= MAX_PER_SECOND


async def test_who_serves_nothing_yet_can_ask_all_the_same() -> None:
    assert await Process(Share(4, frozenset())).asks(1) == [0.0]


@pytest.mark.parametrize(
    ("path", "waits"),
    [
        ("/api/v10/channels/1/messages", True),
        ("/api/v10/interactions/1/token/callback", False),
        ("/api/v10/webhooks/1/token", False),
    ],
)
async def test_answers_to_presses_never_wait(path: str, waits: bool) -> None:
    process = Process(Share(50, frozenset({0})))
    session: Any = None
    started = aiohttp.TraceRequestStartParams("POST", URL("https://discord.com" + path), CIMultiDict())
    for _ in range(3):
        await process.quota.on_request_start(session, SimpleNamespace(), started)
    assert (process.time > 0) is waits
