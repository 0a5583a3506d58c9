"""A disk that fills up is said before it is full: in the log once a day, in /setup and by the bot's health."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
import structlog
from aiohttp.test_utils import make_mocked_request

from bot.hosting.health import Health
from bot.hosting.space import MEBIBYTE, Space
from bot.store import Store
from bot.table.clock.pace import DAY
from tests.bot.tools import FixedClock


@pytest.fixture
def disk() -> Iterator[SimpleNamespace]:
    """Provide a disk whose free bytes a test sets."""
    usage = SimpleNamespace(free=0)
    with patch("bot.hosting.space.shutil.disk_usage", lambda _: usage):
        yield usage


@pytest.mark.parametrize(
    ("size", "free", "short"),
    [(0, 255, True), (0, 256, False), (200, 399, True), (200, 400, False)],
)
async def test_too_little_is_what_the_database_may_need(
    tmp_path: Path, disk: SimpleNamespace, size: int, free: int, *, short: bool
) -> None:
    file = tmp_path / "boneyard.db"
    with file.open("wb") as opened:
        opened.truncate(size * MEBIBYTE)
    disk.free = free * MEBIBYTE
    space = Space(file, FixedClock())
    await space.check_space()
    assert space.is_short is short


@pytest.mark.usefixtures("disk")
async def test_the_log_has_it_once_a_day(tmp_path: Path) -> None:
    (tmp_path / "boneyard.db").touch()
    clock = FixedClock()
    space = Space(tmp_path / "boneyard.db", clock)
    with structlog.testing.capture_logs() as logged:
        for _ in range(4):
            await space.check_space()
            clock.time += DAY // 2
    assert [line["event"] for line in logged] == ["the disk of the database is nearly full"] * 2


@pytest.mark.usefixtures("disk")
async def test_of_a_server_nothing_is_known() -> None:
    space = Space(None, FixedClock())
    await space.check_space()
    assert not space.is_short


@pytest.mark.usefixtures("disk")
async def test_health_warns_and_is_well(sqlite_address: str) -> None:
    store = await Store.open(sqlite_address)
    space = Space(store.file, FixedClock())
    await space.check_space()
    told = await Health(store, lambda: True, (), (space,)).answer(make_mocked_request("GET", "/healthz"))
    await store.close()
    assert (told.status, told.text) == (200, "well\nThe disk of the database is nearly full.\n")
