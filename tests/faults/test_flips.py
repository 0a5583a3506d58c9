"""Flip a bit of the database file anywhere: what a table shows is right, or the table says that it is damaged."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError

from bot.service import Service
from bot.store import Store, schema
from bot.store.engine import connect, read_url
from bot.table import report
from bot.table.model import ANY
from bot.table.refusals import Damaged, Unknown
from tests.bot.games import GAMES
from tests.bot.tools import ANA, CHANNEL, GUILD, FixedClock, play_on, running

FLIPS, TABLES = 100, 6
SEED = int(os.environ.get("BONEYARD_SEED", "667144"))


async def shown(service: Service, table: int) -> Any:
    """All that anybody is shown of a game, but for who the people are: that is no part of the log, to be erasable."""
    now = await service.tables.table(table, ANY)
    views = [(await service.tables.observe(table, user)).observation for user in (None, now.seats[0].user)]
    return (
        views,
        now.seq,
        now.status,
        now.options,
        await service.tables.history(table, 0, None),
        await service.tables.see(table, report.reveals),
    )


@pytest.mark.parametrize("flips", [50, pytest.param(FLIPS, marks=pytest.mark.long)])
async def test_a_flipped_bit_is_harmless_or_found_and_other_tables_play_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], flips: int
) -> None:
    file, copy = tmp_path / "boneyard.db", tmp_path / "copy.db"
    store = await Store.open(f"sqlite:///{file}")
    service = Service.of(store, GAMES, FixedClock())
    for steps in range(TABLES):
        table = await running(service, preset="long")
        for _ in range(steps * 4):
            table = await play_on(service, table)
    truth = {number: await shown(service, number) for number in range(1, TABLES + 1)}
    await store.close()

    rng = random.Random(SEED)
    found = unreadable = changed = others = 0
    for _ in range(flips):
        shutil.copyfile(file, copy)
        flip(copy, rng)
        answers = await asked(copy)
        wrong = [number for number, answer in answers.items() if answer != truth[number]]
        damaged = [number for number in wrong if answers[number] is Damaged]
        unreadable += len(answers) == 0
        found += bool(damaged)
        others += len(damaged) == 1
        changed += len(wrong) > len(damaged)
    with capsys.disabled():
        print(
            f"\n[seed {SEED}] {flips} flips: {found} found (in {others} all other tables played on), "
            f"{unreadable} made the file unreadable, {changed} changed what is shown"
        )
    assert found > 0
    assert changed == 0


async def asked(file: Path) -> dict[int, Any]:
    """What each table shows, or Damaged; nothing where SQLite itself gives up on the file."""
    store = Store(connect(read_url(f"sqlite:///{file}")), None)
    service = Service.of(store, GAMES, FixedClock())
    answers: dict[int, Any] = {}
    for number in range(1, TABLES + 1):
        try:
            answers[number] = await shown(service, number)
        except (Damaged, Unknown):
            answers[number] = Damaged
        except SQLAlchemyError:
            await store.close()
            return {}
    await store.close()
    return answers


def flip(file: Path, rng: random.Random) -> None:
    data = bytearray(file.read_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    file.write_bytes(data)


async def test_options_of_a_game_that_goes_on_are_those_that_it_started_with(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'boneyard.db'}")
    service = Service.of(store, GAMES, FixedClock())
    playing, waiting = await running(service), await service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL)
    async with store._engine.begin() as connection:
        await connection.execute(update(schema.tables).values(options='{"rounds": 9}'))
    anew = Service.of(store, GAMES, FixedClock())
    for known in (service, anew):  # kept in memory, and read from the log
        with pytest.raises(Damaged):
            await known.tables.table(playing.id, ANY)
    assert (await anew.tables.table(waiting.id, ANY)).options.to_json()["rounds"] == 9
    await store.close()


async def test_without_the_chain_a_changed_notation_would_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a legal but different move is found by the hashes alone."""
    file = tmp_path / "boneyard.db"
    store = await Store.open(f"sqlite:///{file}")
    service = Service.of(store, GAMES, FixedClock())
    table = await running(service)
    assert table.mover is not None
    card = (await service.tables.observe(table.id, table.mover.user)).observation.hand[0]
    await service.tables.act(table.id, table.mover.by(), table.mover, None, f"play {card}")
    changed = f"UPDATE steps SET notation = 'bury {card}' WHERE seq = {table.seq + 1}"
    async with store._engine.begin() as connection:
        await connection.exec_driver_sql(changed)
    with pytest.raises(Damaged):
        await Service.of(store, GAMES, FixedClock()).tables.observe(table.id, None)
    monkeypatch.setattr("bot.table.fold.chained", lambda _head, row: row.hash)
    await Service.of(store, GAMES, FixedClock()).tables.observe(table.id, None)
    await store.close()
