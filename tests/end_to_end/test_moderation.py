"""A moderator of a simulated server ends a game and keeps a player out; a member reports another one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord

from tests.end_to_end.house import House, controls, house

MODERATE = discord.Permissions(manage_messages=True, view_channel=True, send_messages=True)


@asynccontextmanager
async def moderated_server(folder: Path) -> AsyncIterator[House]:
    """Open a server whose third member may manage messages."""
    async with house(folder, ("Ana", "Ben", "Cid", "Dee"), threads=False) as here:
        role = here.channel.guild.create_role("Moderators", permissions=MODERATE)
        here.env.backend.add_member_role(here.channel.guild.id, here.members[2].id, role.id)
        yield here


async def fill(member: Any, shown: Any, data: str, text: str) -> Any:
    """Press what opens a form, and fill the form in."""
    id = next(id for id in controls(shown.response) if id.data == f"mod {data}")
    form = await member.click(shown.response, custom_id=str(id))
    assert form.modal is not None
    return await member.submit_modal(form, {"reason": text})


def direct_messages(member: Any) -> list[str]:
    """Return what the bot wrote to a member by private message."""
    return [message.content for message in member.user.dm_channel.history() if message.author.bot]


async def test_a_moderator_ends_a_game_and_whom_it_concerns_is_told(tmp_path: Path) -> None:
    async with moderated_server(tmp_path) as here:
        ana, ben, cid, dee = here.members
        await here.open_table("draw", 2, {"match": "rounds", "rounds": "1"})
        await here.settle()
        shown = await dee.slash(here.channel, "moderate")
        assert "Only moderators can do that" in shown.response.content
        shown = await ana.slash(here.channel, "moderate")
        assert "Only moderators can do that" in shown.response.content
        shown = await cid.slash(here.channel, "moderate")
        assert shown.ephemeral
        answer = await fill(cid, shown, "close", "Late at night")
        assert "Draw Dominoes #1 ended without a result." in answer.response.content
        await here.settle()
        assert "ended by a moderator. It has no result." in here.card.content
        lines = [message.content for message in here.channel.history() if "🛡" in message.content]
        assert lines == [f"Draw Dominoes #1 · 🛡 Moderation: <@{cid.id}> ends the game, without a result"]
        for member in (ana, ben):
            closed = f"🛡 A moderator closed Draw Dominoes #1 (<#{here.channel.id}>)."
            result = "If its game had begun, it has no result."
            assert direct_messages(member) == [f"{closed} {result}\nReason: “Late at night”"]


async def test_a_permission_that_was_taken_away_is_gone_at_the_next_press(tmp_path: Path) -> None:
    async with moderated_server(tmp_path) as here:
        ana, _, cid, _ = here.members
        await ana.slash(here.channel, "new", game="draw")
        await here.settle()
        shown = await cid.slash(here.channel, "moderate")
        guild = here.channel.guild
        role = guild.roles["Moderators"]
        here.env.backend.remove_member_role(guild.id, cid.id, role.id)
        id = next(id for id in controls(shown.response) if id.data == "mod close")
        refused = await cid.click(shown.response, custom_id=str(id))
        assert refused.modal is None
        assert "Only moderators can do that" in refused.response.content


async def test_a_member_reports_another_by_a_long_press_and_reads_where_the_report_is(tmp_path: Path) -> None:
    async with moderated_server(tmp_path) as here:
        ana, ben, cid, _ = here.members
        shown = await ana.context_menu(here.channel, "Report to moderators", ben)
        assert shown.ephemeral
        assert f"<@{ben.id}>" in shown.response.content
        answer = await fill(ana, shown, f"report={ben.id}", "Shouts at everyone")
        assert answer.response.content.startswith("✓ Your report is in the moderators' log.")
        panel = await cid.slash(here.channel, "moderate")
        log = next(id for id in controls(panel.response) if id.data.startswith("log="))
        shown = await cid.click(panel.response, custom_id=str(log))
        assert f"<@{ana.id}> reported <@{ben.id}>: “Shouts at everyone”" in shown.response.content
        assert direct_messages(ben) == []


async def test_a_moderator_keeps_out_a_member_and_no_stranger(tmp_path: Path) -> None:
    async with moderated_server(tmp_path) as here:
        _, ben, cid, _ = here.members
        stranger = here.env.create_user("Zoe")
        refused = await cid.slash(here.channel, "moderate", member=stranger)
        assert "They aren't on this server" in refused.response.content
        panel = await cid.slash(here.channel, "moderate", member=ben)
        assert f"mod keep={ben.id}.1" in [id.data for id in controls(panel.response)]


async def test_reports_are_posted_in_a_channel_that_not_everyone_reads(tmp_path: Path) -> None:
    async with moderated_server(tmp_path) as here:
        ana, guild, user = here.members[0], here.channel.guild, here.client.user
        assert user is not None
        manager = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
        here.env.backend.add_member_role(guild.id, ana.id, manager.id)
        hidden: dict[Any, discord.PermissionOverwrite] = {
            guild.default_role: discord.PermissionOverwrite(view_channel=False),
            manager: discord.PermissionOverwrite(view_channel=True),
            user: discord.PermissionOverwrite(view_channel=True),
        }
        private = guild.create_text_channel("moderators", overwrites=hidden)
        for channel, said in ((here.channel, "Everyone here can read"), (private, "Reports by members")):
            answer = await ana.slash(here.channel, "setup", reports=channel)
            assert said in str(answer.response.content) + str(answer.response.components)
