"""A start after an absence: tables get their time back a few at a time, those first whose turns end first."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.computer import mover
from bot.computer.mover import Mover
from bot.service import Service, clockwork
from bot.store import Store
from bot.table.clock.pace import DAY, HOUR, Preset
from bot.table.log.model import ANY, Table
from tests.bot.games import GAMES
from tests.bot.tools import FixedClock
from tests.bot.waiting_table import NOON, Here, due

AWAY = 30 * HOUR
SLOW, QUICK, MIDDLE = Preset.WEEK, Preset.SPRINT, Preset.DAY


@pytest.fixture
async def store(sqlite_address: str) -> AsyncIterator[Store]:
    opened = await Store.open(sqlite_address)
    yield opened
    await opened.close()


def bot(store: Store, clock: FixedClock) -> Service:
    """Return the service of a new process."""
    return Service.of(store, GAMES, clock)


async def leave_tables(store: Store, clock: FixedClock) -> list[Table]:
    """Leave three tables, by the order in which their turns end."""
    clock.time = NOON
    service = bot(store, clock)
    await service.absence.begin()
    slow, quick, middle = [await Here(service, clock).begin(preset) for preset in (SLOW, QUICK, MIDDLE)]
    await service.absence.beat()
    clock.time += AWAY
    return [quick, middle, slow]


async def have_time_back(service: Service, tables: list[Table]) -> list[bool]:
    """Return for each table whether it was compensated."""
    now = [await service.tables.table(table.id, ANY) for table in tables]
    given = [due(after) - due(before) for after, before in zip(now, tables, strict=True)]
    assert set(given) <= {0, AWAY}
    return [seconds == AWAY for seconds in given]


async def test_tables_are_mended_a_few_at_a_time_the_nearest_deadline_first(store: Store) -> None:
    clock = FixedClock()
    tables, service = await leave_tables(store, clock), bot(store, clock)
    assert await service.absence.begin() == AWAY
    assert await have_time_back(service, tables) == [False, False, False]
    for done in (1, 2, 3):
        assert await service.clockwork.compensate_tables(1) == (done < 3)
        assert await have_time_back(service, tables) == [number < done for number in range(3)]
    assert not service.absence.owed_gaps


async def test_a_process_that_ends_in_the_midst_is_gone_on_with_and_nobody_gets_it_twice(store: Store) -> None:
    clock = FixedClock()
    tables = await leave_tables(store, clock)
    some = await _mended_by_another(store, clock, tables, 1)
    assert some == [True, False, False]
    some = await _mended_by_another(store, clock, tables, 2)
    assert some[:2] == [True, True]
    assert all(await _mended_by_another(store, clock, tables, 3))


async def _mended_by_another(store: Store, clock: FixedClock, tables: list[Table], most: int) -> list[bool]:
    """Start a process that dies after compensating some tables; return which ones."""
    service = bot(store, clock)
    await service.absence.begin()
    await service.clockwork.compensate_tables(most)
    return await have_time_back(service, tables)


async def test_what_is_touched_is_mended_before_its_place_in_the_row(store: Store) -> None:
    clock = FixedClock()
    tables, service = await leave_tables(store, clock), bot(store, clock)
    await service.absence.begin()
    slow = Here(service, clock, tables[-1].id)
    assert (await slow.act()).seq > tables[-1].seq
    assert "extension" in await slow.kinds()
    assert await have_time_back(service, tables[:2]) == [False, False]


async def test_nothing_rings_before_its_time_is_given_back(store: Store) -> None:
    clock = FixedClock()
    tables, service = await leave_tables(store, clock), bot(store, clock)
    await service.absence.begin()
    quick, *_ = tables
    assert due(quick) < clock.time
    assert quick.id in await service.clockwork.find_due()
    await service.clockwork.tick(quick.id)
    assert await Here(service, clock, quick.id).kinds() == ["extension"]
    assert await have_time_back(service, tables) == [True, False, False]


async def test_after_an_absence_few_of_those_that_are_late_are_looked_at_in_a_row(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clockwork, "TABLES_AFTER_GAP", 1)
    clock = FixedClock()
    tables = await leave_tables(store, clock)
    clock.time += 30 * DAY
    service = bot(store, clock)
    assert set(await service.clockwork.find_due()) == {table.id for table in tables}
    await service.absence.begin()
    assert await service.clockwork.find_due() == [tables[0].id]


async def test_computer_players_go_on_at_some_tables_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = list[int]()

    class Tables:
        class listing:  # noqa: N801  # an attribute
            @staticmethod
            async def waiting_for_computers() -> list[int]:
                return list(range(60))

    waiting = Mover(Tables, None, 0.0)  # type: ignore[arg-type]  # asks for no more
    monkeypatch.setattr(waiting, "_ensure_task", begun.append)
    looks = [(await waiting.resume(), len(begun)) for _ in range(3)]
    assert looks == [(True, mover.TABLES_PER_CALL), (True, 2 * mover.TABLES_PER_CALL), (False, 60)]
    assert begun == list(range(60))
