"""A flipped bit is harmless or found; the same experiment is a row of the table of faults, with more flips."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest
from sqlalchemy import update

from bot.service import Service
from bot.store import Store, schema
from bot.table.log.model import ANY
from bot.table.refusals import Damaged
from tests.bot.games import GAMES
from tests.bot.inside import engine_of
from tests.bot.tools import ANA, CHANNEL, GUILD, FixedClock, running_table
from tests.faults.flips import _flips


@pytest.mark.parametrize("times", [30, pytest.param(100, marks=pytest.mark.long)])
async def test_a_flipped_bit_is_harmless_or_found_and_other_tables_play_on(times: int) -> None:
    tally = await _flips(times, Random(667144))
    assert (tally.runs, tally.faults) == (times, 0)


async def test_options_of_a_game_that_goes_on_are_those_that_it_started_with(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'boneyard.db'}")
    service = Service.of(store, GAMES, FixedClock())
    playing, waiting = await running_table(service), await service.tables.new("cards", ANA.cause(), ANA, GUILD, CHANNEL)
    async with engine_of(store).begin() as connection:
        changed = msgspec.json.encode({**GAMES["cards"].options().to_json(), "rounds": 9}).decode()
        await connection.execute(update(schema.tables).values(options=changed))
    anew = Service.of(store, GAMES, FixedClock())
    for known in (service, anew):  # kept in memory, and read from the log
        with pytest.raises(Damaged):
            await known.tables.table(playing.id, ANY)
    assert (await anew.tables.table(waiting.id, ANY)).options.to_json()["rounds"] == 9
    await store.close()


async def test_without_the_chain_a_changed_notation_would_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a legal but different move is found by the hashes alone."""
    file = tmp_path / "boneyard.db"
    store = await Store.open(f"sqlite:///{file}")
    service = Service.of(store, GAMES, FixedClock())
    table = await running_table(service)
    assert table.mover is not None
    card = (await service.tables.observe(table.id, table.mover.user)).observation.hand[0]
    await service.tables.act(table.id, table.mover.cause(), table.mover, None, f"play {card}")
    changed = f"UPDATE steps SET notation = 'bury {card}' WHERE seq = {table.seq + 1}"
    async with engine_of(store).begin() as connection:
        await connection.exec_driver_sql(changed)
    with pytest.raises(Damaged):
        await Service.of(store, GAMES, FixedClock()).tables.observe(table.id, None)
    monkeypatch.setattr("bot.table.log.fold.hash_step", lambda _head, row: row.hash)
    await Service.of(store, GAMES, FixedClock()).tables.observe(table.id, None)
    await store.close()
