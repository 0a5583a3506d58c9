"""Setting a server up, and what is kept about a person, through the commands and buttons of a simulated Discord."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
from PIL import Image

from bot.talk.letter import WHOLE, ControlId, Purpose
from bot.talk.privacy import PrivacyAction
from engine.games import GAMES
from renderers.kit.picture import LARGE_WIDTH, WIDTH
from tests.end_to_end.house import House, controls, house, text_of
from tests.end_to_end.notices import pings

SHORT = {"match": "rounds", "rounds": "1"}
MANAGE = discord.Permissions(manage_guild=True, view_channel=True, send_messages=True)


@asynccontextmanager
async def managed_server(folder: Path, *, threads: bool = True) -> AsyncIterator[House]:
    """Open a server whose first member manages it."""
    async with house(folder, ("Ana", "Ben"), threads=threads) as here:
        role = here.channel.guild.create_role("Managers", permissions=MANAGE)
        here.env.backend.add_member_role(here.channel.guild.id, here.members[0].id, role.id)
        yield here


def everything_in(folder: Path) -> bytes:
    """Return the bytes of the database with its side files."""
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())


async def press(member: Any, shown: Any, data: str) -> Any:
    """Press what is for this in an answer."""
    id = next(id for id in controls(shown.response) if id.data == data)
    result = await member.click(shown.response, custom_id=str(id))
    assert result.acknowledged
    return result


async def test_two_presses_lead_from_a_fresh_server_to_the_first_card(tmp_path: Path) -> None:
    async with managed_server(tmp_path) as here:
        ana, _ = here.members
        shown = await ana.slash(here.channel, "setup")
        assert shown.ephemeral
        assert "✔ I have all permissions that I need" in text_of(shown.response)
        game, menu = ControlId(Purpose.SETUP, 0, data="new=draw"), ControlId(Purpose.CHOOSE, 0, data="setup new")
        await ana.select(shown.response, [str(game)], custom_id=str(menu))
        assert "Draw Dominoes #1" in here.card.content


async def test_a_missing_permission_is_named_until_it_is_given(tmp_path: Path) -> None:
    async with managed_server(tmp_path) as here:
        ana, guild = here.members[0], here.channel.guild
        forbidden = discord.PermissionOverwrite(create_public_threads=False, attach_files=False)
        channel = guild.create_text_channel("quiet", overwrites={guild.default_role: forbidden})
        shown = await ana.slash(channel, "setup")
        for permission in ("Create Public Threads", "Attach Files"):
            assert f"✖ <#{channel.id}> → Edit Channel → Permissions → {permission}" in text_of(shown.response)
        looked = await ana.slash(here.channel, "setup", channel=channel)
        assert f"✖ <#{channel.id}> → Edit Channel → Permissions → Attach Files" in text_of(looked.response)
        here.env.backend.edit_channel(channel.id, {}, overwrites=[])
        again = await press(ana, shown, "check")
        assert "✖" not in text_of(again.response)


async def test_who_does_not_manage_the_server_cannot_set_it_up(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        command = next(c for c in await here.client.tree.fetch_commands() if c.name == "setup")
        assert command.default_member_permissions == discord.Permissions(manage_guild=True)
        here.channel.guild.set_command_permissions(command, {here.members[0]: True})
        shown = await here.members[0].slash(here.channel, "setup", threads=0)
        assert "Manage Server" in shown.response.content


async def test_a_server_can_play_without_threads_and_without_calls(tmp_path: Path) -> None:
    async with managed_server(tmp_path) as here:
        await here.members[0].slash(here.channel, "setup", threads=0, calls=0)
        await here.open_table("draw", 2, SHORT)
        assert here.channel.threads == []
        assert here.turn.channel.id == here.channel.id
        assert pings(here) == []
        assert f"<@{here.mover.id}>" in here.turn.content  # named, and not called


async def test_only_in_its_channels_and_by_its_role_tables_are_opened(tmp_path: Path) -> None:
    async with managed_server(tmp_path) as here:
        ana, ben = here.members
        players = here.channel.guild.create_role("Players")
        other = here.channel.guild.create_text_channel("other")
        await ana.slash(here.channel, "setup", channel=here.channel, role=players)
        shown = await ben.slash(here.channel, "new", game="draw")
        assert f"Here only <@&{players.id}> open tables" in shown.response.content
        here.env.backend.add_member_role(here.channel.guild.id, ben.id, players.id)
        shown = await ben.slash(other, "new", game="draw")
        assert f"Tables are opened in <#{here.channel.id}>" in shown.response.content
        await ben.slash(here.channel, "new", game="draw")
        assert "Draw Dominoes #1" in here.card.content


async def test_a_role_is_chosen_and_given_up_in_the_panel(tmp_path: Path) -> None:
    async with managed_server(tmp_path) as here:
        ana, ben = here.members
        players = here.channel.guild.create_role("Players")
        panel = (await ana.slash(here.channel, "setup")).response
        menu = str(next(id for id in controls(panel) if id.data == "setup role"))
        assert (await ana.select(panel, [players], custom_id=menu)).acknowledged
        shown = await ben.slash(here.channel, "new", game="draw")
        assert f"Here only <@&{players.id}> open tables" in shown.response.content
        panel = (await ana.slash(here.channel, "setup")).response
        assert (await ana.select(panel, [], custom_id=menu)).acknowledged
        await ben.slash(here.channel, "new", game="draw")
        assert "Draw Dominoes #1" in here.card.content


@pytest.mark.parametrize("private", [False, True])
async def test_a_person_sees_takes_and_deletes_what_is_kept(tmp_path: Path, private: bool) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, SHORT)
        ben = here.members[1]

        async def ask(what: str) -> Any:
            return await (
                ben.user.slash("privacy", what=what) if private else ben.slash(here.channel, "privacy", what=what)
            )

        shown = await ask(PrivacyAction.SHOW)
        assert "Ben" in shown.response.content
        taken = await ask(PrivacyAction.EXPORT)
        (file,) = taken.response.attachments
        assert json.loads(await file.read())["user"] == ben.id
        asked = await ask(PrivacyAction.ASK)
        id = ControlId(Purpose.PRIVACY, 0, data=PrivacyAction.DELETE)
        done = await (ben.user if private else ben).click(asked.response, custom_id=str(id))
        assert "all else about you is deleted" in done.response.content
        await here.client.parts.mover.wait_idle()
        data = everything_in(tmp_path)
        assert here.members[0].id.to_bytes(8, "big") in data
        assert str(ben.id).encode() not in data
        assert ben.id.to_bytes(8, "big") not in data
        table = await here.client.service.tables.table(1, here.channel.guild.id)
        assert [person.user for person in table.seats] == [here.members[0].id, 0]


async def test_help_and_rules_begin_with_what_the_asking_person_can_do(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid")) as here:
        ana, ben, cid = here.members
        shown = await ana.slash(here.channel, "help")
        assert text_of(shown.response).startswith("Play alone now: ")
        await here.open_table("draw", 2, {"mode": "block"})
        other = next(member for member in (ana, ben) if member.id != here.mover.id)
        shown = await here.mover.slash(here.place, "help")
        assert text_of(shown.response).startswith("It's your turn in Block #1.")
        hand = await press(here.mover, shown, "")
        assert hand.response.attachments
        shown = await other.slash(here.place, "help")
        assert f"<@{here.mover.id}> is next" in text_of(shown.response)
        shown = await cid.slash(here.place, "rules")
        assert "All its seats are taken" in shown.response.content
        assert "Block, double-six" in shown.response.content
        assert shown.response.attachments[0].description
        for number in (2, 3, 4):
            turn = next(id for id in controls(shown.response) if id.data.endswith(f">{number - 1}"))
            later = await cid.click(shown.response, custom_id=str(turn))
            assert later.acknowledged
            assert f"page {number} of 5" in shown.response.content
            assert shown.response.attachments[0].description


async def picture(message: Any) -> Image.Image:
    (file,) = message.attachments
    return Image.open(io.BytesIO(await file.read()))


async def test_who_wants_large_print_gets_it_and_nobody_else_does(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, SHORT)
        await here.play_by_buttons(1)
        mover = here.mover
        usual = await picture((await mover.slash(here.place, "hand")).response)
        changed = await mover.slash(here.place, "settings", print=1)
        assert "large print" in text_of(changed.response)
        hand, board = await mover.slash(here.place, "hand"), await mover.slash(here.place, "board")
        assert (await picture(hand.response)).height > usual.height
        assert "\n## " in f"\n{hand.response.content}"
        assert (await picture(board.response)).width == LARGE_WIDTH
        whole = next(id for id in controls(board.response) if id.data == WHOLE)
        all_of_it = await mover.click(board.response, custom_id=str(whole))
        assert (await picture(all_of_it.response)).width == WIDTH
        other = next(member for member in here.members if member.id != mover.id)
        theirs = await other.slash(here.place, "board")
        assert (await picture(theirs.response)).width == (await picture(here.turn)).width == WIDTH
        assert "##" not in theirs.response.content
        await mover.slash(here.place, "settings", print=0)
        again = await mover.slash(here.place, "hand")
        assert (await picture(again.response)).tobytes() == usual.tobytes()


async def test_a_hand_by_private_message_is_in_large_print_too(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        for member in here.members:
            await member.slash(here.channel, "settings", hand=1, print=1)
        await here.open_table("draw", 2, SHORT)
        brought = here.mover.user.dm_channel.last_message
        assert "\n## **Draw Dominoes #1**" in brought.content
        assert (await picture(brought)).height > 600  # two rows of tiles


async def test_settings_say_where_ones_hand_comes_to_also_when_something_else_is_asked_for(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        ana = here.members[0]
        assert "**Your hand**: in the channel" in text_of((await ana.slash(here.channel, "settings")).response)
        await ana.slash(here.channel, "settings", hand=1)
        for changed in ({}, {"reminders": "last"}):
            shown = (await ana.slash(here.channel, "settings", **changed)).response
            assert "**Your hand**: by DM" in text_of(shown)


async def test_each_setting_is_shown_and_changed_by_one_press_on_the_same_message(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        ana = here.members[0]
        panel = (await ana.slash(here.channel, "settings")).response
        for data, then in (
            ("hand=1", "**Your hand**: by DM"),
            ("print=1", "**Your hand and `/board`**: large print"),
        ):
            await ana.click(panel, custom_id=str(ControlId(Purpose.SETTINGS, 0, data=data)))
            assert then in text_of(panel)
        for data, then in (
            ("reminders=none", "of your turn: never"),
            ("quiet=none", "**Quiet hours**: none"),
            ("timezone=Asia/Tokyo", "**Your time zone**: Asia/Tokyo"),
            ("digest=9", "**Daily digest**: at 9:00 AM"),
            ("digest=-1", "**Daily digest**: off"),
        ):
            menu = ControlId(Purpose.CHOOSE, 0, data=f"settings {data.partition('=')[0]}")
            await ana.select(panel, [str(ControlId(Purpose.SETTINGS, 0, data=data))], custom_id=str(menu))
            assert then in text_of(panel)


async def test_a_rematch_is_played_in_the_same_thread_where_the_server_wants_that(tmp_path: Path) -> None:
    async with managed_server(tmp_path) as here:
        ana, ben = here.members
        await ana.slash(here.channel, "setup", rematch=1)
        await here.open_table("draw", 2, SHORT)
        await here.play_to_end()
        for member in (ana, ben):
            await member.slash(here.place, "rematch")
        await here.settle()
        (thread,) = here.channel.threads
        assert here.turn.channel.id == thread.id
        assert text_of(here.card).startswith("**Draw Dominoes #2**")
        assert f"<#{thread.id}>" in text_of(here.card)
        await here.play_by_buttons(1)


async def test_new_without_a_game_opens_what_the_server_plays(tmp_path: Path) -> None:
    async with managed_server(tmp_path) as here:
        ana, ben = here.members
        asked = (await ben.slash(here.channel, "new")).response
        assert [id.purpose for id in controls(asked)] == [Purpose.NEW] * len(GAMES)
        await ana.slash(here.channel, "setup", game="moon", options="full")
        await ben.slash(here.channel, "new")
        assert text_of(here.card).startswith("**Moon #1**")
