"""Two processes on one PostgreSQL, each with the servers of one shard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from bot.talk.letter import Purpose
from tests.bot.postgres import Server, fresh_database
from tests.wire.bot import bot
from tests.wire.launch import LEASES
from tests.wire.loopback import loopback
from tests.wire.payloads import CHANNEL
from tests.wire.people import Member, controls
from tests.wire.wired import NAMES, Wired

pytestmark = [pytest.mark.timeout(120), pytest.mark.long]

HURRY = 2
"""Leases are lost and connections made faster by this factor."""


@pytest.fixture
async def two_servers(tmp_path: Path, postgres: Server) -> AsyncIterator[Wired]:
    """People on two servers, whose processes run."""
    address = fresh_database(postgres)
    async with loopback(2) as discord, AsyncExitStack() as stack:
        for shard in range(2):
            settings = {"SHARDS": f"{shard}/2"}
            process = await stack.enter_async_context(bot(discord, tmp_path, address, settings=settings))
            await process.wait_for_line("has connected to Gateway")
        await discord.ready.wait()
        yield Wired(discord, process, tmp_path, [Member(discord, 1001 + n, name) for n, name in enumerate(NAMES)])


async def test_a_move_made_in_a_private_message_is_shown_by_the_process_of_its_server(two_servers: Wired) -> None:
    discord = two_servers.discord
    for member in two_servers.members[:2]:
        await (await member.type("settings", channel=CHANNEL + 1, hand=True)).answer()
    table = await two_servers.table(channel=CHANNEL + 1)
    mover, before = table.mover, table.turn
    private = discord.channels[mover.id + 1]
    await discord.until(lambda: bool(private))
    hand = list(private.values())[-1]
    moves = [control for control in controls(hand) if control.purpose is Purpose.ACT]
    assert moves, "the hand offers a move"
    asked = (await mover.choose(hand, moves[0], Random(1)))[1]
    assert "guild_id" not in asked.payload  # so Discord tells shard 0
    await asked.answer()
    await discord.until(lambda: table.turn != before)  # a regular look comes once a minute: it was told


async def test_processes_that_start_at_once_introduce_themselves_one_after_the_other(
    tmp_path: Path, postgres: Server
) -> None:
    address = fresh_database(postgres)
    async with loopback(4) as discord, AsyncExitStack() as stack:
        discord.spacing = 3 / HURRY  # less than the bot keeps: this machine may be busy
        for shards in ("0-1", "2-3"):
            settings = {"SHARDS": f"{shards}/4", LEASES: str(HURRY)}
            await stack.enter_async_context(bot(discord, tmp_path, address, settings=settings))
        await discord.ready.wait()
        assert discord.too_soon == 0


async def test_a_process_that_waits_for_servers_ends_in_peace(two_servers: Wired, postgres: Server) -> None:
    settings = {"SHARDS": "0/2"}
    address = postgres.address("boneyard")
    async with bot(two_servers.discord, two_servers.folder, address, settings=settings) as third:
        await third.wait_for_line("other processes serve all servers")
        third.signal()
        assert await third.wait_for_end() == 0
        assert "Traceback" not in third.text
