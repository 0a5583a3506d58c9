"""What tests of the shell share: a database of each engine, and a clock that only moves when told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.service import Service
from bot.store import Store
from tests.bot.games import GAMES
from tests.bot.postgres import Server, fresh_database, running_server
from tests.bot.tools import FixedClock
from tests.bot.waiting_table import Here


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """Start a PostgreSQL on a socket in a temporary folder."""
    with running_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def bare_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Provide the address of a database without tables, once for each engine."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'boneyard.db'}"
    return fresh_database(request.getfixturevalue("postgres"), bare=True)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Provide the address of an empty database; PostgreSQL's in long tests and those of store and service."""
    return empty_database(request, tmp_path)


def empty_database(request: pytest.FixtureRequest, folder: Path) -> str:
    """Return the address of an empty database of the engine that a fixture's parameter names."""
    if request.param == "sqlite":
        return f"sqlite:///{folder / 'boneyard.db'}"
    return fresh_database(request.getfixturevalue("postgres"))


@pytest.fixture
def sqlite_address(tmp_path: Path) -> str:
    """Provide the address of an empty SQLite database."""
    return f"sqlite:///{tmp_path / 'boneyard.db'}"


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    opened = await Store.open(address)
    yield opened
    await opened.close()


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture
def service(store: Store, clock: FixedClock) -> Service:
    return Service.of(store, GAMES, clock)


@pytest.fixture
async def here(sqlite_address: str) -> AsyncIterator[Here]:
    store = await Store.open(sqlite_address)
    clock = FixedClock()
    yield Here(Service.of(store, GAMES, clock), clock)
    await store.close()
