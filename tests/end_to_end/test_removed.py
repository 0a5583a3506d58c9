"""The bot loses its place in a server, or its rights there, and gets them back.

No game is harmed, and nothing is retried.

What comes back is found by what Discord tells every bot, without anybody pressing anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from simcord.backend import serializers

from bot.talk.letter import Purpose
from tests.end_to_end.house import House, find_control, house
from tests.end_to_end.notices import pings, posts_of, press

SHORT = {"match": "rounds", "rounds": "1"}


@asynccontextmanager
async def game(folder: Path, *, threads: bool = True, private: bool = False) -> AsyncIterator[House]:
    """Begin a game of two; with `private`, hands come by private message."""
    async with house(folder, ("Ana", "Ben"), threads=threads) as here:
        for member in here.members if private else ():
            await member.slash(here.channel, "settings", hand=1)
        await here.open_table("draw", 2, SHORT)
        yield here


@contextmanager
def away(here: House) -> Iterator[None]:
    """Remove the bot from the server, and add it again at the end; the server keeps everything."""
    backend, guild = here.env.backend, here.env.backend.guilds[here.channel.guild.id]
    places = [*guild.channel_ids, *guild.thread_ids]
    channels = {place: backend.channels[place] for place in places}
    messages = {place: backend.messages[place] for place in places}
    backend.remove_guild(guild.id)
    yield
    backend.guilds[guild.id] = guild
    backend.channels.update(channels)
    backend.messages.update(messages)
    joined: dict[str, Any] = {**serializers.guild_create_payload(backend, guild)}
    del joined["unavailable"]  # as on Discord: only servers that were there before have this field
    backend.emit("GUILD_CREATE", joined)


async def hours(here: House, many: int) -> None:
    for _ in range(6 * many):
        await here.env.advance_time(600)


async def move(here: House, number: int = 1) -> None:
    """Let the member to move do what the table offers first, past Discord."""
    service = here.client.service
    table = await service.tables.table(number, here.channel.guild.id)
    assert table.mover
    seen = await service.tables.observe(number, table.mover.user)
    with here.env._bot_scope():  # what follows is the bot's, and goes by the simulated clock
        await service.tables.act(
            number, table.mover.cause(), table.mover, table.position_seq, seen.observation.choices[0].notation
        )
        await here.client.reconciler.wait_idle()


async def move_until_another_is_to_move(here: House) -> int:
    """Move until it is another member's turn, and return whose."""
    before = now = await to_move(here)
    while now == before:
        await move(here)
        now = await to_move(here)
    return now


async def to_move(here: House) -> int:
    table = await here.client.service.tables.table(1, here.channel.guild.id)
    assert table.mover
    return table.mover.user


@pytest.mark.parametrize("threads", [True, pytest.param(False, marks=pytest.mark.long)])
async def test_a_game_rests_while_the_bot_is_away_and_goes_on_when_it_is_back(tmp_path: Path, threads: bool) -> None:
    async with game(tmp_path, threads=threads) as here:
        before = here.turn.id
        with away(here):
            await here.env.advance_time(0)
            asked = len(here.recorder.about_games)
            mover = await move_until_another_is_to_move(here)
            await hours(here, 2)
            assert len(here.recorder.about_games) == asked
        await here.env.advance_time(0)
        assert here.turn.id != before
        assert here.mover.id == mover
        assert pings(here)[1:] == [mover]
        await here.play_by_buttons(2)
        await here.play_to_end()


async def test_a_board_that_was_deleted_while_the_bot_was_away_comes_back(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        board = here.turn
        with away(here):
            await here.env.advance_time(0)
        here.env.backend.messages[here.place.id].pop(board.id)
        await here.env.advance_time(0)
        assert here.turn.id != board.id
        assert here.turn.content == board.content
        assert len(pings(here)) == 1


async def test_a_game_rests_too_after_a_restart_while_the_bot_was_away(tmp_path: Path) -> None:
    async with game(tmp_path, private=True) as here:
        hand, shown = here.mover.user.dm_channel.last_message, here.mover
        with away(here):
            await here.env.advance_time(0)
            await here.restart()
            tried = len(posts_of(here))
            answered = await shown.user.click(hand, custom_id=str(find_control(hand, Purpose.ACT)))
            assert answered.acknowledged
            said = shown.user.dm_channel.last_message.content
            assert "I'm no longer on the server of this game, so its board waits." in said
            mover = await to_move(here)
            await hours(here, 3)
            assert len(posts_of(here)) == tried
        await here.env.advance_time(0)
        assert here.mover.id == mover


async def test_a_server_that_is_found_again_after_a_restart_goes_on(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        reconciler = here.client.reconciler
        await reconciler.on_connected(())
        assert reconciler.find_refusal(1)
        before = here.turn.id
        await move_until_another_is_to_move(here)
        assert here.turn.id == before
        await here.client.on_ready()
        await reconciler.wait_idle()
        assert here.mover.id == await to_move(here)
        assert not reconciler.find_refusal(1)


async def test_who_plays_by_private_message_is_told_that_the_board_waits(tmp_path: Path) -> None:
    async with game(tmp_path, private=True) as here:
        mover = here.mover
        hand = mover.user.dm_channel.last_message
        with away(here):
            await here.env.advance_time(0)
            shown = await mover.user.click(hand, custom_id=str(find_control(hand, Purpose.ACT)))
            assert shown.acknowledged
            said = mover.user.dm_channel.last_message.content
            assert "I'm no longer on the server of this game, so its board waits." in said
        await here.env.advance_time(0)
        assert here.mover.id == await to_move(here)


async def test_a_right_taken_from_the_role_of_the_bot_and_given_back_is_found(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        roles = bot_roles(here)
        for role, permissions in roles.items():
            await give(here, role, permissions & ~SEND)
        mover = await move_until_another_is_to_move(here)
        assert len(pings(here)) == 1
        tried = len(posts_of(here))
        await hours(here, 3)
        assert len(posts_of(here)) - tried <= 6
        for role, permissions in roles.items():
            await give(here, role, permissions)
        assert here.mover.id == mover
        assert pings(here)[1:] == [mover]
        for member in here.members:
            await press(member, here.card, Purpose.HAND)


async def test_a_role_given_back_to_the_bot_is_found(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        for role, permissions in bot_roles(here).items():
            await give(here, role, permissions & ~SEND)
        mover = await move_until_another_is_to_move(here)
        guild = here.channel.guild.id
        games = here.env.backend.create_role(guild, "Games", permissions=SEND)
        here.env.backend.add_member_role(guild, here.env.backend.bot_user.id, games.id)
        server = here.client.get_guild(guild)
        assert server
        await here.client.on_member_update(server.me, server.me)  # SimCord keeps from a bot even its own changes
        await here.client.reconciler.wait_idle()
        assert here.mover.id == mover


async def test_one_board_that_comes_back_brings_the_others_of_its_channel(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        for _ in range(2):
            await here.open_table("draw", 2, SHORT)
        path = f"/channels/{here.channel.id}/messages"
        here.env.inject_error("POST", path, status=403, code=50001, message="Access", times=None)
        for number in (1, 2):
            await move(here, number)
        service = here.client.service
        assert await service.outbox.unshown_tables() == [1, 2]
        here.env.backend.faults.clear()
        here.client.reconciler._postman.forget_refusal(here.channel.id)  # it has rested
        await press(here.members[0], here.card, Purpose.HAND)
        assert await service.outbox.unshown_tables() == []


async def test_an_event_that_comes_after_the_end_is_no_error(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        client = here.client
    await client.close()
    others = asyncio.all_tasks()
    client.dispatch("ready")
    client.dispatch("interaction", None)
    await asyncio.wait(asyncio.all_tasks() - others)
    errors = [record.message for record in caplog.records if record.levelname == "ERROR"]
    assert errors == ["Ignoring exception in on_interaction"]  # no interaction is a fault, an end is none


SEND = (1 << 11) | (1 << 38)
"""Discord's bits for sending messages, in threads too."""


def bot_roles(here: House) -> dict[int, int]:
    """Return the roles that give the bot its rights, with what they allow."""
    backend = here.env.backend
    guild = backend.guilds[here.channel.guild.id]
    ids = [guild.id, *guild.members[backend.bot_user.id].role_ids]
    return {id: guild.roles[id].permissions for id in ids}


async def give(here: House, role: int, permissions: int) -> None:
    changes: dict[str, Any] = {"permissions": permissions}
    here.env.backend.edit_role(here.channel.guild.id, role, changes)
    await here.env.advance_time(0)
