"""What the operator does about one user or server from the command line."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path

import pytest

from bot.hosting import orders
from bot.hosting.orders import export_person, give_order, list_blocked
from bot.service import Service
from bot.service.exports import export_as_json
from bot.service.orders import OrderKind
from bot.service.servers import FORGOTTEN_AFTER, Servers
from bot.settings import Settings
from bot.store import Store
from bot.store.errors import Trouble
from bot.table.limits import LIMITS
from bot.table.log.model import ANY
from bot.table.log.rows import OrderRow
from bot.table.refusals import Busy, StorageFull
from bot.table.server_settings import ServerRow
from tests.bot.desk.test_privacy import TRACES, ZOE, found_in_files, found_in_rows, life
from tests.bot.tools import ANA, GUILD, FixedClock, running_table

both = pytest.mark.parametrize("address", ["sqlite", "postgres"], indirect=True)


def settings_of(address: str) -> Settings:
    return Settings(database_url=address)


async def order_meanwhile(service: Service, address: str, what: OrderKind, id: int) -> int:
    """Give an order from another connection while the bot looks for orders; return its exit code."""
    asking = asyncio.create_task(give_order(settings_of(address), what, id))
    while not asking.done():
        with suppress(Busy):  # SQLite has one writer
            await service.orders.carry_out_pending()
        await asyncio.sleep(0)
    await service.orders.carry_out_pending()
    await service.people.clean()
    return await asking


@both
async def test_who_is_forgotten_by_the_operator_leaves_no_trace_in_any_table_or_file(
    address: str, service: Service, capsys: pytest.CaptureFixture[str]
) -> None:
    await life(service)
    assert await order_meanwhile(service, address, OrderKind.FORGET, ZOE.user) == 0
    assert f"All that was kept about {ZOE.user} is deleted." in capsys.readouterr().out
    if address.startswith("sqlite"):
        assert found_in_files(Path(address.removeprefix("sqlite:///"))) == set()
    else:
        assert found_in_rows(address) == set()


@both
async def test_an_order_waits_for_a_bot_that_is_stopped(
    address: str, store: Store, service: Service, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(orders, "POLLS", 1)
    assert await give_order(settings_of(address), OrderKind.BLOCK, 7) == 1
    assert "Not done yet: the bot does it once it runs" in capsys.readouterr().err
    assert await store.run(lambda tx: tx.orders.orders()) == [OrderRow("block", 7)]
    await service.orders.carry_out_pending()
    assert service.orders.is_blocked(7)


async def test_a_full_disk_is_told_to_the_operator_and_not_as_to_a_player(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def full(*_: object) -> None:
        raise StorageFull

    await (await Store.open(sqlite_address)).close()
    monkeypatch.setattr(Store, "run", full)
    assert await give_order(settings_of(sqlite_address), OrderKind.FORGET, 7) == 1
    assert capsys.readouterr().err == f"{Trouble.FULL.value}\n"


@both
async def test_who_is_blocked_leaves_all_tables_and_is_listed_until_that_is_lifted(
    address: str, service: Service, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await running_table(service, ANA, ZOE)
    await order_meanwhile(service, address, OrderKind.BLOCK, ZOE.user)
    assert (await service.tables.table(table.id, ANY)).seat_of(ZOE.user) is None
    assert service.orders.is_blocked(ZOE.user)
    assert not service.orders.is_blocked(ANA.user)
    capsys.readouterr()
    await list_blocked(settings_of(address))
    assert capsys.readouterr().out == f"{ZOE.user}\n"
    await order_meanwhile(service, address, OrderKind.UNBLOCK, ZOE.user)
    assert not service.orders.is_blocked(ZOE.user)


async def test_a_deletion_does_not_lift_a_block_and_says_that_it_stays(service: Service) -> None:
    await service.people.block(ZOE.user)
    await service.people.forget(ZOE.user)
    assert (await service.people.collect_data(ZOE.user)).blocked


async def test_the_export_for_the_operator_tells_no_move_and_no_plan_of_a_game_that_goes_on(
    address: str, service: Service, capsys: pytest.CaptureFixture[str]
) -> None:
    there = await life(service)
    kept = await service.people.collect_data(ZOE.user)
    assert await export_person(settings_of(address), ZOE.user) == 0
    told = capsys.readouterr().out
    assert told == export_as_json(ZOE.user, kept, to_operator=True).decode()
    seats = {seat["table"]: seat for seat in json.loads(told)["seats"]}
    assert seats[there["over"].id]["steps"][0]["notation"] is not None
    assert {step["notation"] for step in seats[there["playing"].id]["steps"]} == {None}
    assert seats[there["playing"].id]["planned"] == []
    assert all(trace in told for trace in (TRACES[0], TRACES[1]))


@both
async def test_a_server_that_removed_the_bot_is_forgotten_after_thirty_days_and_not_before(
    service: Service, clock: FixedClock
) -> None:
    wanted = await service.servers.set_up(GUILD, lambda row: row._replace(game="draw"))
    other = await service.servers.set_up(GUILD + 1, lambda row: row._replace(game="draw"))
    await service.servers.forget_left_servers()  # not on Discord yet: nothing is known
    servers = Servers(service.store, LIMITS, clock, is_on=lambda guild: guild != GUILD)
    await servers.forget_left_servers()
    clock.time += FORGOTTEN_AFTER - 1
    await servers.forget_left_servers()
    assert (await service.servers.server(GUILD)).game == "draw"
    clock.time += 1
    await servers.forget_left_servers()
    assert await service.servers.server(GUILD) == ServerRow(GUILD) != wanted
    assert await service.servers.server(GUILD + 1) == other


async def test_a_server_that_comes_back_in_time_keeps_what_it_chose(service: Service, clock: FixedClock) -> None:
    wanted = await service.servers.set_up(GUILD, lambda row: row._replace(game="draw"))
    on = False
    servers = Servers(service.store, LIMITS, clock, is_on=lambda _: on)
    for there in (False, True, False):
        on = there
        await servers.forget_left_servers()
        clock.time += FORGOTTEN_AFTER - 1
    on = True
    await servers.forget_left_servers()
    assert await service.servers.server(GUILD) == wanted
