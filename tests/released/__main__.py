"""Writes the samples of the present version, once, when it is released: `python -m tests.released`.

The database is a dump in SQL, with a game that is over, one that goes on, a table that waits for players, and what
a server and its people chose. The record is that of the finished game. Samples of a released version never change.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random
from unittest.mock import patch

from bot import VERSION
from bot.service import Service
from bot.store import Store
from engine.games import GAMES
from tests.bot.tools import (
    ANA,
    BEN,
    CEM,
    CHANNEL,
    GUILD,
    FixedClock,
    new_table,
    play_on,
    play_to_end,
    press_by,
    running_table,
)

FOLDER = Path(__file__).parent
DATABASE, RECORD = "database.sql", "record.json"
LEFT_OUT = frozenset({"checkpoints"})
"""Tables of the database that only the same program version reads."""


async def write(folder: Path) -> None:
    """Fill a new database, and write it and the record of its finished game to a folder."""
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / "sample.db"
        store = await Store.open(f"sqlite:///{file}")
        try:
            record = await _fill(Service.of(store, GAMES, FixedClock()))
        finally:
            await store.close()
        (folder / RECORD).write_bytes(record)
        (folder / DATABASE).write_text(_dump(file))


async def _fill(service: Service) -> bytes:
    """Play and choose a bit of everything; return the record of the finished game."""
    over = await play_to_end(service, await running_table(service, ANA, BEN, game="draw", preset="sprint"))
    table = await running_table(service, ANA, BEN, game="draw", preset="sprint")
    for _ in range(2):
        table = await play_on(service, table)
    await new_table(service, CEM, game="moon")
    await service.servers.set_up(GUILD, lambda row: row._replace(newcomers=7, language="de"))
    await service.blocks.add(BEN.user, CEM.user)
    await service.moderation.keep_out(GUILD, press_by(ANA), CEM.user, None, "Shouts at everyone", CHANNEL)
    return (await service.tables.record(over.id)).to_json()


def _dump(file: Path) -> str:
    """Return a database as SQL, one statement after the other."""
    with closing(sqlite3.connect(file)) as connection:
        lines = list(connection.iterdump())
    kept = [line for line in lines if not line.startswith(tuple(f'INSERT INTO "{name}"' for name in LEFT_OUT))]
    return "\n".join(kept) + "\n"


def main() -> None:
    """Write the samples of this version, unless they are there."""
    folder = FOLDER / VERSION
    if folder.exists():
        sys.exit(f"{folder} is there: what a released version wrote is never written again.")
    folder.mkdir()
    chance = Random(VERSION)  # so that the samples can be had again
    with patch.object(secrets, "token_bytes", lambda size=32: chance.randbytes(size)):
        asyncio.run(write(folder))


if __name__ == "__main__":
    main()
