"""A server that invites the bot is welcomed, once, where the bot may write; whatever happens in between."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import pytest
from simcord.backend import serializers

from bot.service.orders import Orders
from bot.talk.letter import ControlId, Purpose
from tests.end_to_end.house import House, controls, house, text_of
from tests.end_to_end.notices import ours, press
from tests.end_to_end.test_removed import away

SILENT = discord.PermissionOverwrite(send_messages=False)
WITHOUT_PICTURES = discord.PermissionOverwrite(attach_files=False)


def welcomes(channel: Any) -> list[Any]:
    return [message for message in channel.history() if ControlId(Purpose.NEW, 0) in controls(message)]


async def invite(here: House, guild: Any) -> None:
    """Let a server invite the bot; those of SimCord have always had it."""
    backend = here.env.backend
    joined: dict[str, Any] = {**serializers.guild_create_payload(backend, backend.guilds[guild.id])}
    del joined["unavailable"]
    backend.emit("GUILD_CREATE", joined)
    await here.env.settle()


async def open_server(
    here: House, *channels: tuple[str, discord.PermissionOverwrite], system: str = ""
) -> dict[str, Any]:
    """Open another server that invites the bot, and return its channels in their order."""
    guild = here.env.create_guild("Elsewhere")
    made = {name: guild.create_text_channel(name, overwrites={guild.default_role: may}) for name, may in channels}
    if system:
        here.env.backend.guilds[guild.id].system_channel_id = made[system].id
    await invite(here, guild)
    return made


async def test_a_server_is_welcomed_once_though_the_bot_is_restarted_and_invited_again(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",), greets=True) as here:
        await invite(here, here.channel.guild)
        (welcome,) = welcomes(here.channel)
        assert "A game of Fives." in str([row.to_dict() for row in welcome.components])
        await here.restart()
        await invite(here, here.channel.guild)
        with away(here):
            pass
        await here.env.settle()
        assert [message.id for message in welcomes(here.channel)] == [welcome.id]
        await press(here.members[0], welcome, Purpose.NEW)
        await here.settle()
        assert here.turn


async def test_play_now_posts_the_card_and_the_board_and_says_nothing_of_deals(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",), greets=True) as here:
        await invite(here, here.channel.guild)
        (welcome,) = welcomes(here.channel)
        await press(here.members[0], welcome, Purpose.NEW)
        await here.settle()
        card, board = [message for message in ours(here.channel) if message.id > welcome.id]
        assert (card.id, board.id) == (here.card.id, here.turn.id)
        assert not any(
            word in text_of(message) for message in (card, board) for word in ("🔒", "deal", "Deal", "beacon")
        )


async def test_a_game_of_two_people_posts_the_card_one_announcement_and_the_board(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, {})
        await here.settle()
        card, announcement, board = ours(here.channel)
        assert (card.id, board.id) == (here.card.id, here.turn.id)
        assert sum("🔒" in line for line in text_of(announcement).splitlines()) == 1


@pytest.mark.parametrize(
    ("first", "system", "where"),
    [
        (discord.PermissionOverwrite(), "", "a"),
        (discord.PermissionOverwrite(), "c", "c"),
        (SILENT, "a", "b"),
        (WITHOUT_PICTURES, "", "b"),
    ],
)
async def test_the_welcome_stands_in_the_system_channel_or_the_first_where_the_bot_may_write(
    first: discord.PermissionOverwrite, system: str, where: str, tmp_path: Path
) -> None:
    async with house(tmp_path, ("Ana",), greets=True) as here:
        free = discord.PermissionOverwrite()
        channels = await open_server(here, ("a", first), ("b", free), ("c", free), system=system)
        assert [name for name, channel in channels.items() if welcomes(channel)] == [where]


async def test_where_the_bot_may_write_nowhere_nothing_happens(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",), greets=True) as here:
        channels = await open_server(here, ("a", SILENT))
        assert not welcomes(channels["a"])
        assert (await here.members[0].slash(here.channel, "help")).acknowledged


async def test_a_first_start_welcomes_all_servers_that_it_finds_once(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",), greets=True) as here:
        other = here.env.create_guild("Elsewhere").create_text_channel("games")
        assert welcomes(here.channel) == welcomes(other) == []  # SimCord says of neither that it invites the bot
        for _ in range(2):
            await here.restart()
            await here.settle()
            assert [len(welcomes(channel)) for channel in (here.channel, other)] == [1, 1]


async def test_a_start_welcomes_no_server_that_the_operator_has_blocked(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",), greets=True) as here:
        with patch.object(Orders, "is_blocked", return_value=True):
            await here.restart()
            await here.settle()
        assert welcomes(here.channel) == []
