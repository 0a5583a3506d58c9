"""The invite link in the README asks for exactly the permissions that the code uses."""

from __future__ import annotations

import re
from pathlib import Path

import discord

from bot.discord.permissions import NEEDED, THREADS, invite_permissions

README = (Path(__file__).parents[2] / "README.md").read_text()


def test_the_invite_link_asks_for_what_is_used_and_nothing_else() -> None:
    asked = re.findall(r"oauth2/authorize\?\S*permissions=(\d+)", README)
    assert asked == [str(invite_permissions().value)]


def test_each_permission_is_explained() -> None:
    explained = re.findall(r"^   \| ([A-Z][A-Za-z ]+) \| .+ \|$", README, re.MULTILINE)
    assert explained == [str(name) for name in (*NEEDED.values(), *THREADS.values())]


def test_nothing_that_could_harm_a_server_is_asked_for() -> None:
    harmful = discord.Permissions.elevated() | discord.Permissions(mention_everyone=True)
    assert (invite_permissions() & harmful).value == 0
