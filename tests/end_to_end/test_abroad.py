"""Users take the bot along to where it is no member: what works there, what is refused, and what stays hidden."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.desk.caller import Caller
from bot.desk.lobby import NEW
from bot.table.log.model import Person
from bot.table.refusals import Unknown
from bot.talk.letter import ControlId, Purpose
from bot.talk.venue import NotOnServer
from tests.end_to_end.abroad import Kind, abroad, installed_by_users
from tests.end_to_end.house import House, find_control, house, told

COMMANDS = ("practice", "rules", "games", "stats", "settings", "privacy", "help")


@asynccontextmanager
async def taken_along(folder: Path, *names: str) -> AsyncIterator[House]:
    """A house whose bot users can install for themselves."""
    with installed_by_users():
        async with house(folder, names or ("Ana", "Ben", "Cid")) as here:
            yield here


@pytest.mark.parametrize("kind", Kind)
async def test_each_command_for_oneself_works_where_the_bot_is_no_member(tmp_path: Path, kind: Kind) -> None:
    async with taken_along(tmp_path) as here:
        with abroad(here, kind) as there:
            for name in COMMANDS:
                shown = await there.members[0].slash(there.channel, name)
                assert shown.acknowledged
                assert shown.ephemeral
                assert "went wrong" not in told(shown.response), name
            assert there.public == []


async def press(member: Any, message: Any, purpose: Purpose) -> Any:
    """Press the first control of a kind."""
    result = await member.click(message, custom_id=str(find_control(message, purpose)))
    assert result.acknowledged
    return result


@pytest.mark.parametrize("kind", Kind)
async def test_help_says_what_works_there_and_where_tables_are_played(tmp_path: Path, kind: Kind) -> None:
    async with taken_along(tmp_path) as here:
        with abroad(here, kind) as there:
            help_ = told((await there.members[0].slash(there.channel, "help")).response)
            assert "`/practice` works everywhere. A table needs a server that I'm on." in help_
            assert f"client_id={here.client.application_id}" in help_
            assert "/new" not in help_
            games = told((await there.members[0].slash(there.channel, "games")).response)
            assert games == "You're at no table. `/practice` begins a game for you alone."


@pytest.mark.parametrize("kind", Kind)
async def test_ones_tables_are_listed_and_played_from_everywhere_and_those_of_others_are_unknown(
    tmp_path: Path, kind: Kind
) -> None:
    async with taken_along(tmp_path) as here:
        await here.open_table("draw", 2, {"match": "rounds", "rounds": "1"})
        seated, guild = here.mover, here.channel.guild.id
        with abroad(here, kind) as there:
            player = next(member for member in there.members if member.id == seated.id)
            listed = (await player.slash(there.channel, "games")).response
            assert f"https://discord.com/channels/{guild}/{here.channel.id}" in told(listed)
            hand = (await press(player, listed, Purpose.HAND)).response
            await here.press_a_move(player, hand)
            stranger = there.members[2]
            assert "You're at no table" in told((await stranger.slash(there.channel, "games")).response)
            assert there.public == []
        caller = Caller(Person(stranger.id, "Cid"), "en-US", 1, there.channel.guild.id, there.channel.id, invite="x")
        for purpose in Purpose:
            with pytest.raises(Unknown):
                await here.client.desk.press(caller, ControlId(purpose, 1))


async def test_whatever_opens_a_table_says_where_one_can_be_opened(tmp_path: Path) -> None:
    async with taken_along(tmp_path) as here:
        for guild in (None, 1):
            caller = Caller(
                Person(here.members[0].id, "Ana"), "en-US", 1, guild, 2, invite="https://discord.com/invite"
            )
            for press_ in (ControlId(Purpose.NEW, 0), ControlId(Purpose.NEW, 0, data="draw")):
                with pytest.raises(NotOnServer, match=r"needs a server that I'm on.* https://discord\.com/invite"):
                    await here.client.desk.press(caller, press_)
            for typed in ({}, {"game": "draw"}):
                with pytest.raises(NotOnServer):
                    await here.client.desk.command(caller, NEW, typed)
        assert (await here.client.service.listing.count_open_tables()).get("lobby", 0) == 0


async def test_nobody_reads_there_what_others_played(tmp_path: Path) -> None:
    async with taken_along(tmp_path) as here:
        await here.open_table("draw", 2, {"match": "rounds", "rounds": "1"})
        await here.to_the_end()
        await here.client.service.statistics.count_pending_games()
        for kind in Kind:
            with abroad(here, kind) as there:
                ana, ben, cid = there.members
                own = told((await ana.slash(there.channel, "stats")).response)
                assert "1 game" in own
                for reader in (ben, cid):
                    other = told((await reader.slash(there.channel, "stats", user=ana)).response)
                    assert other.startswith("There is nothing to see")
