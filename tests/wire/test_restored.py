"""A host copies the database of a real process, puts it back, and starts the bot again: its players play on."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import psycopg
import pytest

from bot.store.copies import copy
from bot.store.engine import read_url
from bot.store.restore import restore
from tests.bot.postgres import Server, fresh_database
from tests.wire.bot import bot
from tests.wire.launch import LEASES
from tests.wire.loopback import loopback
from tests.wire.payloads import CHANNEL
from tests.wire.people import Member
from tests.wire.wired import NAMES, Table, Wired

pytestmark = [pytest.mark.timeout(120), pytest.mark.long]


async def test_players_play_on_after_their_host_put_a_copy_back(tmp_path: Path) -> None:
    address, kept = f"sqlite:///{tmp_path / 'boneyard.db'}", tmp_path / "kept.db"
    async with loopback() as discord:
        members = [Member(discord, 1001 + n, name) for n, name in enumerate(NAMES)]
        async with bot(discord, tmp_path) as first:
            await discord.ready.wait()
            table = await Wired(discord, first, tmp_path, members).table("draw")
            await table.move()
            copy(read_url(address), kept)
            await table.move()
            await table.move()
            first.signal()
            assert await first.wait_for_end() == 0
        lost = table.turn
        assert lost is not None
        await restore(address, kept)
        async with bot(discord, tmp_path) as second:
            await discord.until(lambda: table.turn is not None and int(table.turn["id"]) > int(lost["id"]))
            assert table.turn is not None
            assert "This bot was restored from a copy of <t:" in table.turn["content"]
            assert len(table.turns) == 1
            await table.move()
            second.signal()
            assert await second.wait_for_end() == 0
            assert "Traceback" not in second.text


async def test_of_two_processes_that_begin_on_a_restored_copy_one_puts_each_game_right(
    tmp_path: Path, postgres: Server
) -> None:
    address, kept = fresh_database(postgres), tmp_path / "kept.dump"
    async with loopback(2) as discord, AsyncExitStack() as stack:
        members = [Member(discord, 1001 + n, name) for n, name in enumerate(NAMES)]
        tables = list[Table]()
        async with bot(discord, tmp_path, address, settings={"SHARDS": "0-1/2", LEASES: "10"}) as first:
            await discord.ready.wait()
            here = Wired(discord, first, tmp_path, members)
            tables += [await here.table("draw", channel=CHANNEL + shard) for shard in range(2)]
            await asyncio.to_thread(copy, read_url(address), kept)
            for table in tables:
                await table.move()
            first.signal()
            assert await first.wait_for_end() == 0
        lost = [int(table.turn["id"]) for table in tables if table.turn is not None]
        await restore(address, kept)
        for shard in range(2):
            settings = {"SHARDS": f"{shard}/2", LEASES: "10"}
            await stack.enter_async_context(bot(discord, tmp_path, address, settings=settings))
        await discord.ready.wait()
        for table, newest in zip(tables, lost, strict=True):
            await discord.until(lambda: table.turn is not None and int(table.turn["id"]) > newest)  # noqa: B023  # at once
            assert table.turn is not None
            assert "This bot was restored from a copy of <t:" in table.turn["content"]
            assert len(table.turns) == 1
            await table.move()
    told = "SELECT count(*) FROM steps WHERE kind = 'restored'"
    with psycopg.connect(address) as session:
        assert session.execute(told).fetchall() == [(4,)]  # each game rests once, and goes on once
