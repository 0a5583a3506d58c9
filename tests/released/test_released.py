"""What a released version wrote is read by this one: its database, and its records."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot import VERSION
from bot.service import Service
from bot.service.older_rules import end_older_games
from bot.store import Store
from bot.table.log.model import ANY, Status
from bot.table.record.verify import UNCOMPARED, verify
from engine.games import GAMES
from tests.bot.tools import ANA, BEN, CEM, GUILD, FixedClock, first_choice
from tests.released.__main__ import DATABASE, FOLDER, RECORD, main

RELEASED = sorted(folder.name for folder in FOLDER.iterdir() if re.fullmatch(r"\d+\.\d+\.\d+", folder.name))
OVER, GOES_ON, WAITS = 1, 2, 3
"""The tables of each sample."""
NEW_PRESS = 10**17
"""The id of a press that no sample has."""


def restore(sample: str, folder: Path) -> str:
    """Make a database of a sample, and return its address."""
    file = folder / "released.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(sample)
    return f"sqlite:///{file}"


async def open_sample(version: str, folder: Path) -> tuple[Store, Service]:
    """Open the database of a version as this program does when it starts: it migrates it first."""
    store = await Store.open(restore((FOLDER / version / DATABASE).read_text(), folder))
    clock = FixedClock()
    await end_older_games(store, clock.now())
    return store, Service.of(store, GAMES, clock)


def test_this_version_has_its_samples() -> None:
    assert VERSION in RELEASED, "write them: python -m tests.released"


def test_samples_of_a_released_version_are_not_written_again() -> None:
    with pytest.raises(SystemExit, match="never written again"):
        main()


@pytest.mark.parametrize("version", RELEASED)
async def test_a_database_of_a_released_version_opens_with_its_tables_and_choices(version: str, tmp_path: Path) -> None:
    store, service = await open_sample(version, tmp_path)
    try:
        over, goes_on, waits = [await service.tables.table(id, ANY) for id in (OVER, GOES_ON, WAITS)]
        assert over.status is Status.OVER
        assert [person.name for person in over.people] == ["Ana", "Ben"]
        assert (waits.status, waits.host) == (Status.LOBBY, CEM.user)
        if goes_on.status is not Status.CLOSED:  # else its rules have changed since
            assert goes_on.mover is not None
            notation, by = await first_choice(service, goes_on), goes_on.mover.cause(NEW_PRESS)
            await service.tables.act(GOES_ON, by, goes_on.mover, goes_on.position_seq, notation)
            assert (await service.tables.table(GOES_ON, ANY)).seq > goes_on.seq
        server = await service.servers.server(GUILD)
        assert (server.newcomers, server.language) == (7, "de")
        (block,) = await service.blocks.blocks_of(BEN.user)
        assert block.other == CEM.user
        assert await service.moderation.kept_out_until(GUILD, CEM.user) is None
        ((row, *_),) = await service.moderation.newest(GUILD)
        assert (row.by, row.about, row.reason) == (ANA.user, CEM.user, "Shouts at everyone")
    finally:
        await store.close()


@pytest.mark.parametrize("version", RELEASED)
async def test_a_finished_game_of_a_released_version_gives_the_record_that_it_gave(
    version: str, tmp_path: Path
) -> None:
    store, service = await open_sample(version, tmp_path)
    try:
        written = json.loads((await service.tables.record(OVER)).to_json())
    finally:
        await store.close()
    assert written["steps"] == json.loads((FOLDER / version / RECORD).read_bytes())["steps"]


@pytest.mark.parametrize("version", RELEASED)
def test_a_record_of_a_released_version_is_verified(version: str) -> None:
    data = (FOLDER / version / RECORD).read_bytes()
    assert verify(data, GAMES).code == UNCOMPARED, verify(data, GAMES)
    assert verify(data.replace(b'"play ', b'"draw ', 1), GAMES).code != UNCOMPARED


async def test_a_database_without_the_table_of_a_migration_would_be_noticed(tmp_path: Path) -> None:
    sample = (FOLDER / RELEASED[0] / DATABASE).read_text()
    broken = sample.replace("CREATE TABLE servers", "CREATE TABLE servants").replace('"servers"', '"servants"')
    assert broken != sample
    store = await Store.open(restore(broken, tmp_path))
    try:
        with pytest.raises(Exception, match="servers"):
            await Service.of(store, GAMES, FixedClock()).servers.server(GUILD)
    finally:
        await store.close()
