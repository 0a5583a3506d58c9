"""The real bot, with a relay on the loopback: its deals wait for the beacon, through whatever happens meanwhile."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.table.log.beacon import message_time
from tests.bot.beacon.houses import House, houses, in_time, once
from tests.bot.drand import OURS
from tests.wire.bot import bot
from tests.wire.launch import BEACON
from tests.wire.wired import Table, Wired, connected_bot

pytestmark = pytest.mark.timeout(120)


def relay_settings(*relays: House) -> Mapping[str, str]:
    """Return the settings of a bot that asks these relays."""
    return {"BEACON": "on", "BEACON_RELAYS": " ".join(relay.address for relay in relays), BEACON: "ours"}


def steps(folder: Path, kind: str) -> Sequence[Mapping[str, Any]]:
    """Return the notations of all steps of a kind."""
    with closing(sqlite3.connect(folder / "boneyard.db")) as database:
        rows = database.execute("SELECT notation FROM steps WHERE kind = ? ORDER BY table_id, seq", (kind,))
        return [json.loads(notation) for (notation,) in rows]


def announcement_of(table: Table, folder: Path) -> int:
    """Return the message that announced the newest deal, which stands in the channel."""
    message = int(steps(folder, "posted")[-1]["message"])
    assert message in {int(each["id"]) for each in table.messages}
    return message


def check_deal(table: Table, folder: Path, deals: int = 1) -> None:
    """See that the newest deal is the only one of its number, of the round of its announcement, and really told."""
    made = steps(folder, "deal")
    assert [each["deal"] for each in made] == list(range(1, deals + 1))
    assert made[-1]["round"] == OURS.round_of(announcement_of(table, folder))
    assert OURS.agrees(made[-1]["round"], bytes.fromhex(made[-1]["signature"]))


async def test_a_deal_waits_for_the_round_of_its_announcement(tmp_path: Path) -> None:
    async with houses(in_time) as (relay,), connected_bot(tmp_path, settings=relay_settings(relay)) as here:
        assert relay.asked == []
        table = await here.table()
        check_deal(table, tmp_path)
        turn = table.turn
        assert turn is not None
        assert message_time(int(turn["id"])) >= 1000 * OURS.publication_time(steps(tmp_path, "deal")[-1]["round"])
        assert {*relay.asked} == {steps(tmp_path, "deal")[-1]["round"]}
        assert "Traceback" not in here.bot.text


async def wait_until_asked(relay: House) -> None:
    async with asyncio.timeout(30):
        await relay.came.wait()


@pytest.mark.parametrize("how", [pytest.param(signal.SIGTERM, marks=pytest.mark.long), signal.SIGKILL])
async def test_a_deal_that_waited_when_the_bot_ended_is_made_after_the_next_start(
    how: signal.Signals, tmp_path: Path
) -> None:
    told = asyncio.Event()
    async with houses(once(told)) as (relay,), connected_bot(tmp_path, settings=relay_settings(relay)) as here:
        table, _ = await here.start_game()
        await wait_until_asked(relay)
        assert table.turn is None
        here.bot.signal(how)
        assert await here.bot.wait_for_end() == (0 if how == signal.SIGTERM else -how)
        assert "Traceback" not in here.bot.text
        told.set()
        async with bot(here.discord, tmp_path, settings=relay_settings(relay)) as after:
            await here.discord.until(lambda: table.turn is not None)
            check_deal(table, tmp_path)
            assert "Traceback" not in after.text


async def test_while_a_deal_waits_everything_else_goes_on(tmp_path: Path) -> None:
    told = asyncio.Event()
    async with houses(once(told)) as (relay,), connected_bot(tmp_path, settings=relay_settings(relay)) as here:
        table, _ = await here.start_game()
        await wait_until_asked(relay)
        answer = await (await here.members[2].type("rules", game="draw")).answer()
        assert answer["content"] or answer.get("components") or answer.get("embeds")
        assert steps(tmp_path, "deal") == []
        told.set()
        await here.discord.until(lambda: table.turn is not None)
        check_deal(table, tmp_path)


@pytest.mark.long
async def test_without_a_beacon_no_deal_waits_for_one(tmp_path: Path) -> None:
    async with (
        houses(in_time) as (relay,),
        connected_bot(tmp_path, settings={**relay_settings(relay), "BEACON": "off"}) as here,
    ):
        await here.table()
        assert relay.asked == []
        assert ["round" in each for each in steps(tmp_path, "deal")] == [False]


async def tables_at_once(here: Wired, most: int) -> list[Table]:
    return [(await here.start_game())[0] for _ in range(most)]


async def test_tables_that_wait_for_the_same_round_are_all_dealt(tmp_path: Path) -> None:
    async with houses(in_time) as (relay,), connected_bot(tmp_path, settings=relay_settings(relay)) as here:
        tables = await tables_at_once(here, 4)
        await here.discord.until(lambda: all(table.turn is not None for table in tables))
        rounds = [each["round"] for each in steps(tmp_path, "deal")]
        assert len(rounds) == 4
        assert {*relay.asked} == {*rounds}
