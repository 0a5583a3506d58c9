"""The bot is updated to newer rules while games go on, and put back to older ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.talk.letter import Purpose
from tests.bot.postgres import Server, fresh_database
from tests.wire.bot import bot
from tests.wire.faults import FOREVER, refuse
from tests.wire.launch import RULES
from tests.wire.loopback import Loopback, loopback
from tests.wire.payloads import CHANNEL
from tests.wire.people import Member, text_of
from tests.wire.wired import NAMES, Table, Wired

pytestmark = pytest.mark.timeout(120)

NEWER: Mapping[str, str] = {RULES: "2"}
ENDED = "ended without a result"


async def leave_running_game(
    discord: Loopback, folder: Path, database: str, settings: Mapping[str, str] | None = None
) -> Table:
    """Return a table of a bot that was stopped in the middle of its game."""
    members = [Member(discord, 1001 + n, name) for n, name in enumerate(NAMES)]
    async with bot(discord, folder, database, settings=settings) as process:
        await discord.ready.wait()
        table = await Wired(discord, process, folder, members).table("draw")
        await table.move()
        process.signal()
        assert await process.wait_for_end() == 0
    discord.ready.clear()
    return table


def endings(table: Table) -> list[str]:
    """Return the messages that tell of the end."""
    everywhere = table.wired.discord.channels
    texts = [text_of(message) for place in {table.place, CHANNEL} for message in everywhere[place].values()]
    return [text for text in texts if ENDED in text]


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
async def test_a_game_of_older_rules_ends_and_its_players_read_it_once(
    tmp_path: Path, postgres: Server, engine: str
) -> None:
    database = fresh_database(postgres) if engine == "postgres" else ""
    async with loopback() as discord:
        table = await leave_running_game(discord, tmp_path, database)
        turn = table.turn
        assert turn is not None
        for _ in range(2):
            async with bot(discord, tmp_path, database, settings=NEWER) as newer:
                await discord.ready.wait()
                await discord.until(lambda: bool(endings(table)))
                pressed = await table.wired.members[0].do(turn, Purpose.HAND)
                assert "played by older rules" in text_of(await pressed.answer())
                newer.signal()
                assert await newer.wait_for_end() == 0
                assert "Traceback" not in newer.text
            discord.ready.clear()
        (text,) = endings(table)
        assert {f"<@{member.id}>" in text for member in table.wired.members[:2]} == {True}


async def test_a_bot_that_was_killed_before_the_notice_posts_it_after_the_next_start(tmp_path: Path) -> None:
    async with loopback() as discord:
        table = await leave_running_game(discord, tmp_path, "")
        fault = discord.fail("POST", rf"/channels/{table.place}/messages", refuse(500, 0), FOREVER)
        async with bot(discord, tmp_path, settings=NEWER) as killed:
            await discord.ready.wait()
            await discord.until(lambda: any(request.status == 500 for request in discord.requests))
            killed.signal(9)
            await killed.wait_for_end()
        fault.times = 0
        discord.ready.clear()
        assert endings(table) == []
        async with bot(discord, tmp_path, settings=NEWER):
            await discord.until(lambda: bool(endings(table)))


async def test_a_game_of_newer_rules_stops_the_start(tmp_path: Path) -> None:
    async with loopback() as discord:
        table = await leave_running_game(discord, tmp_path, "", NEWER)
        async with bot(discord, tmp_path) as older:
            assert await older.wait_for_end() == 78
            assert "Start the newer program again. Nothing was changed." in older.text
        assert endings(table) == []
        async with bot(discord, tmp_path, settings=NEWER) as newer:
            await discord.ready.wait()
            await table.move()
            newer.signal()
            assert await newer.wait_for_end() == 0
