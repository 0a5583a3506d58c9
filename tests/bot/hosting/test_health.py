"""A bot is well while it is on Discord, its database takes writes, and each loop began a run in time."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.hosting.health import Health
from bot.runtime.loops import Loop
from bot.store import Store
from bot.table.refusals import StorageFull


async def nothing() -> None:
    """Do nothing."""


async def test_a_loop_that_began_no_run_within_twice_its_interval_is_named(sqlite_address: str) -> None:
    store, quick, slow = (
        await Store.open(sqlite_address),
        Loop("quick", nothing, every=60),
        Loop("slow", nothing, every=600),
    )
    health = Health(store, lambda: True, (quick, slow))
    assert await health.problems() == []  # a loop that was not started is none that is stuck
    for loop in (quick, slow):
        loop.start()
    assert await health.problems() == []
    long_ago = asyncio.get_running_loop().time() - 121
    for loop in (quick, slow):
        loop.counts = replace(loop.counts, began=long_ago)
    assert await health.problems() == ["The loop quick is stuck."]
    for loop in (quick, slow):
        await loop.stop()
    await store.close()


async def test_a_gateway_that_is_not_ready_is_an_ill(sqlite_address: str) -> None:
    store = await Store.open(sqlite_address)
    assert await Health(store, lambda: False, ()).problems() == ["The bot is not connected to Discord."]
    await store.close()


async def test_a_full_disk_is_named_as_the_cause(sqlite_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: str) -> None:
        raise StorageFull

    store = await Store.open(sqlite_address)
    monkeypatch.setattr(store, "remember", full)
    assert await Health(store, lambda: True, ()).problems() == ["The database takes no writes: its disk is full."]
    await store.close()


async def test_however_many_ask_at_once_the_database_takes_one_write(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, writes = await Store.open(sqlite_address), list[str]()
    health, remember = Health(store, lambda: True, ()), store.remember

    async def count_write(key: str, value: str) -> None:
        writes.append(key)
        await remember(key, value)

    monkeypatch.setattr(store, "remember", count_write)
    assert await asyncio.gather(*(health.problems() for _ in range(100))) == [[]] * 100
    assert len(writes) == 1
    assert await health.problems() == []
    assert len(writes) == 2
    await store.close()
