"""The commands name how the bot can be installed, after Discord was asked whether users may install it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import pytest
from structlog.testing import capture_logs

from bot.discord import registration
from bot.discord.commands import build_tree
from bot.discord.installation import offer_commands
from bot.discord.translator import Payload, describe_commands
from bot.talk.words import Texts
from engine.games import GAMES
from tests.end_to_end.abroad import installed_by_users
from tests.end_to_end.house import House, house

ALONG = {"practice", "rules", "games", "stats", "settings", "privacy", "help"}
"""The commands that users can take along."""


async def describe_all() -> list[Payload]:
    """Return every command as this program describes it."""
    client, texts = discord.Client(intents=discord.Intents.none()), Texts()
    return await describe_commands(build_tree(client, GAMES, texts.languages), texts)


def find_registered(here: House) -> dict[str, tuple[list[int], list[int]]]:
    """Return how and where some commands can be used, as Discord has them."""
    found = {name: here.env.backend.find_command(name, None, type=1) for name in ("practice", "help", "new")}
    return {name: (command["integration_types"], command["contexts"]) for name, command in found.items() if command}


async def test_each_command_names_who_can_install_it_and_where_it_works() -> None:
    for command in await describe_all():
        kinds, contexts = ([0, 1], [0, 1, 2]) if command["name"] in ALONG else ([0], [0])
        assert (command["integration_types"], command["contexts"]) == (kinds, contexts), command["name"]


async def test_for_servers_alone_no_command_names_users_or_conversations_without_the_bot() -> None:
    for command in offer_commands(await describe_all(), to_users=False):
        contexts = [0, 1] if command["name"] in ALONG else [0]
        assert (command["integration_types"], command["contexts"]) == ([0], contexts), command["name"]


@pytest.mark.parametrize("switched_on", [True, False])
async def test_commands_are_offered_to_users_only_if_the_portal_lets_users_install(
    tmp_path: Path, switched_on: bool
) -> None:
    kinds: dict[str, Any] = {"0": {}, "1": {}} if switched_on else {"0": {}}
    with patch.object(registration, "fetch_kinds", return_value=kinds):
        async with house(tmp_path, ("Ana",)) as here:
            assert find_registered(here)["practice"] == (([0, 1], [0, 1, 2]) if switched_on else ([0], [0, 1]))
            assert find_registered(here)["new"] == ([0], [0])


async def test_if_discord_says_nothing_of_it_servers_alone_get_the_commands_without_a_warning(tmp_path: Path) -> None:
    with capture_logs() as logs:
        async with house(tmp_path, ("Ana",)) as here:
            assert find_registered(here)["practice"] == ([0], [0, 1])
            for _ in range(3):
                await here.env.advance_time(registration.INTERVAL)
    said = [line for line in logs if line["event"].startswith("commands are offered to servers alone")]
    assert said == []


async def test_if_it_cannot_be_read_the_bot_starts_for_servers_and_asks_again_later(tmp_path: Path) -> None:
    with capture_logs() as logs, patch.object(registration, "fetch_kinds", side_effect=OSError("away")):
        async with house(tmp_path, ("Ana",)) as here:
            assert find_registered(here)["practice"] == ([0], [0, 1])
            for _ in range(2):
                await here.env.advance_time(registration.INTERVAL)
            with patch.object(registration, "fetch_kinds", return_value={"0": {}, "1": {}}):
                await here.env.advance_time(registration.INTERVAL)
            assert find_registered(here)["practice"] == ([0, 1], [0, 1, 2])
    assert len([line for line in logs if line["event"].startswith("commands are offered to servers alone")]) == 1


async def test_what_is_read_is_what_discord_says_of_the_application(tmp_path: Path) -> None:
    with installed_by_users():
        async with house(tmp_path, ("Ana",)) as here:
            assert find_registered(here)["help"] == ([0, 1], [0, 1, 2])
