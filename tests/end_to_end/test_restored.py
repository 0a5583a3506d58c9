"""A copy of the database was put back: the bot finds it at its start, mends what stands in Discord, and plays on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.discord.postman import DiscordPostman
from bot.store.copies import copy
from bot.store.engine import read_url
from bot.store.restore import restore
from bot.table.log.model import Table
from bot.table.record.verify import INCOMPLETE, verify
from bot.talk.letter import Letter, Purpose
from engine.games import GAMES
from tests.end_to_end.house import House, _client, controls, find_control, house
from tests.end_to_end.test_clock import VirtualClock

TOLD = "This bot was restored from a copy of <t:"
ONE_ROUND = {"match": "rounds", "rounds": "1"}


@asynccontextmanager
async def begin_game(folder: Path, options: dict[str, str], *, threads: bool = False) -> AsyncIterator[House]:
    """Begin a game of Draw for two."""
    async with house(folder, ("Ana", "Ben"), threads=threads) as here:
        await here.open_table("draw", 2, options)
        yield here


def copy_database(here: House, folder: Path) -> Path:
    to = folder / "copy.db"
    copy(read_url(here.database), to)
    return to


async def put_back(here: House, kept: Path) -> None:
    """End the process, restore a copy as its host does, and start again."""
    await here.client.release()
    await restore(here.database, kept)
    here.client = await _client(here.database, here.clock, threads=here.threads, pace=here.pace)
    await here.env.restart_bot(here.client)
    await here.settle()


async def table(here: House, number: int = 1) -> Table:
    return await here.client.service.tables.table(number, here.channel.guild.id)


async def to_the_end(here: House) -> None:
    """Play on without Discord, which shows how it ended."""
    while (await table(here)).is_running:
        await here.skip(1)


def asking(messages: Sequence[Any]) -> list[Any]:
    """Return the messages that a move can be begun with."""
    return [message for message in messages if find_control(message, Purpose.TEXT)]


def calls(messages: Sequence[Any], since: int) -> list[int]:
    """Return whom messages name that are newer than one."""
    return [user for message in messages if message.id > since for user in {user.id for user in message.mentions}]


@pytest.mark.long
@pytest.mark.parametrize("threads", [False, True])
async def test_the_board_is_posted_again_and_the_player_to_move_is_called_once(
    tmp_path: Path, *, threads: bool
) -> None:
    async with begin_game(tmp_path, ONE_ROUND, threads=threads) as here:
        await here.play_by_buttons(2)
        before, kept = await table(here), copy_database(here, tmp_path)
        await here.play_by_buttons(3)
        last = here.messages[-1]
        assert (await table(here)).seq > before.seq
        await put_back(here, kept)
        now = await table(here)
        assert now.position_seq == before.position_seq
        assert not now.is_paused
        (waits,) = asking(here.messages)
        assert waits.id > last.id
        assert TOLD in waits.content
        assert "Newer moves are lost." in waits.content
        assert calls(here.messages, last.id) == [here.mover.id]
        assert "Lost: this bot was restored" in next(m for m in here.messages if m.id == last.id).content
        await here.restart()
        await here.settle()
        assert [message.id for message in asking(here.messages)] == [waits.id]
        assert await here.play_by_buttons(2) == 2


@pytest.mark.long
async def test_a_button_of_the_time_that_is_lost_does_nothing(tmp_path: Path) -> None:
    async with begin_game(tmp_path, ONE_ROUND) as here:
        await here.play_by_buttons(2)
        kept = copy_database(here, tmp_path)
        await here.play_by_buttons(3)
        mover, turn = here.mover, here.turn
        old = (await mover.click(turn, custom_id=str(find_control(turn, Purpose.HAND)))).response
        await put_back(here, kept)
        before = await table(here)
        move = next(id for id in controls(old) if id.purpose is Purpose.ACT)
        await mover.click(old, custom_id=str(move))
        assert (await table(here)) == before


@pytest.mark.long
async def test_a_game_whose_later_deal_was_seen_is_cancelled(tmp_path: Path) -> None:
    async with begin_game(tmp_path, {"match": "rounds", "rounds": "3"}) as here:
        kept = copy_database(here, tmp_path)
        while (await table(here)).round < 2:
            await here.skip(1)
        await put_back(here, kept)
        now = await table(here)
        assert now.standing.closed == "restored"
        assert not now.has_result
        assert "cancelled: this bot was restored from an older copy" in here.card.content
        assert not asking(here.messages)


@pytest.mark.long
async def test_a_game_whose_end_was_seen_is_cancelled(tmp_path: Path) -> None:
    async with begin_game(tmp_path, ONE_ROUND) as here:
        await here.play_by_buttons(2)
        kept = copy_database(here, tmp_path)
        await to_the_end(here)
        await put_back(here, kept)
        assert (await table(here)).standing.closed == "restored"


@pytest.mark.long
async def test_a_deal_that_the_copy_had_promised_comes_out_as_before(tmp_path: Path) -> None:
    """Copy the database when the deal is due; its announcement comes later, and stays."""
    async with house(tmp_path, ("Ana", "Ben")) as here:
        kept, sent = tmp_path / "due.db", DiscordPostman.send

        async def keep(postman: DiscordPostman, place: int, letter: Letter, nonce: str) -> int:
            if "🔒 Code of deal 1 " in letter.text:
                copy(read_url(here.database), kept)
            return await sent(postman, place, letter, nonce)

        with patch.object(DiscordPostman, "send", keep):
            await here.open_table("draw", 2, ONE_ROUND)
        before = await hands(here)
        await here.play_by_buttons(1)
        announced = [message.id for message in here.messages if "🔒 Code of deal 1 " in message.content]
        await put_back(here, kept)
        assert (await table(here)).standing.closed == ""
        assert await hands(here) == before
        assert [message.id for message in here.messages if "🔒 Code of deal 1 " in message.content] == announced


async def hands(here: House) -> list[str]:
    """Return the tiles of each player."""
    service, number = here.client.service, (await table(here)).id
    return [str((await service.tables.observe(number, member.id)).observation.hand) for member in here.members]


async def test_a_new_table_never_gets_the_id_of_one_that_is_lost(tmp_path: Path) -> None:
    async with begin_game(tmp_path, ONE_ROUND) as here:
        kept = copy_database(here, tmp_path)
        host = here.members[0]
        await host.slash(here.channel, "new", game="moon")
        lost = here.card
        await put_back(here, kept)
        await host.slash(here.channel, "new", game="fives")
        join = next(id for id in controls(lost) if id.purpose is Purpose.JOIN)
        told = await here.members[1].click(lost, custom_id=str(join))
        assert "I don't know that table here." in told.response.content


async def test_a_table_before_its_game_shows_again_who_sits_there(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, ben = here.members
        await ana.slash(here.channel, "new", game="draw")
        kept = copy_database(here, tmp_path)
        await ben.click(here.card, custom_id=str(find_control(here.card, Purpose.JOIN)))
        assert f"<@{ben.id}>" in here.card.content
        await put_back(here, kept)
        assert f"<@{ben.id}>" not in here.card.content


@pytest.mark.long
async def test_a_record_names_the_step_at_which_a_copy_was_restored(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        await here.open_table("draw", 2, ONE_ROUND)
        await here.play_by_buttons(2)
        kept = copy_database(here, tmp_path)
        await here.play_by_buttons(1)
        await put_back(here, kept)
        await here.play_by_buttons()
        data = (await here.client.service.tables.record((await table(here)).id)).to_json()
    verdict = verify(data, GAMES)
    assert verdict.code == INCOMPLETE
    assert "The moves follow the rules." in map(str, verdict.lines)
    assert any("was restored from an older copy" in str(line) for line in verdict.lines)
