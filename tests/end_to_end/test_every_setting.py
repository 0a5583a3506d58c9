"""Every setting there is, changed on the demo's page in a real browser.

What there is to set is read from the commands themselves, so that a new setting is tried without a word here; only what
is typed freely needs an example.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from unittest.mock import MagicMock

import discord
import pytest
from discord import app_commands

from bot.discord.answers import Answers
from bot.discord.commands import Commands
from bot.talk.words import Texts
from engine.games import GAMES
from tests.end_to_end.page import PRIVATE, Page, browser, open_page
from tests.end_to_end.test_demo import demo, screenshot

TYPED: Mapping[str, Sequence[str]] = {
    "quiet": ("12-13", "12:30-14"),
    "hours": ("9-21", "18-23:30"),
    "timezone": ("Europe/Berlin", "Asia/Tokyo"),
    "channel": ("games",),
    "without": ("games",),
    "results": ("games",),
    "role": ("Regulars",),
    "moderators": ("Regulars",),
    "reports": ("games",),
    "block": ("Ben",),
    "unblock": ("Ben",),
    "away": ("back", "2 weeks"),
    "options": ("Quick game", "Full game"),
}
"""What is typed for settings that name no choices."""
MOST = 4
"""Values that are tried of a setting; of more (the hours of a day) the first ones and the last."""
UNSEEN = {"threads", "rematch", "log"}
"""Settings of threads, which the demo has none of; and what is only shown."""
PLACE = "table"
"""Says at which table, and is no setting."""


def settings(command: str) -> Mapping[str, Sequence[str]]:
    """Return each setting of a command with what can be chosen for it."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    Commands(MagicMock(), GAMES, Answers(Texts())).add_to(tree)
    found = tree.get_command(command)
    assert isinstance(found, app_commands.Command)
    return {
        parameter.display_name: some([choice.name for choice in parameter.choices] or TYPED[parameter.display_name])
        for parameter in found.parameters
        if parameter.display_name not in {PLACE, *UNSEEN}
    }


def some(values: Sequence[str]) -> Sequence[str]:
    """Return as many of these values as are tried."""
    return values if len(values) <= MOST else [*values[: MOST - 1], values[-1]]


@pytest.mark.long
@pytest.mark.parametrize("command", ["settings", "setup", "clock"])
async def test_every_setting_can_be_changed_on_the_page_and_shows_what_it_is_then(command: str) -> None:
    async with demo() as address, browser() as chromium:
        page = await open_page(chromium, address, viewer="Ana", width=420, height=1000)
        await page.command("new", game="Draw Dominoes")
        before = await read_answer(page)
        for name, values in settings(command).items():
            shown: list[str] = []
            for value in reversed(values):  # the first of them leaves other settings their effect; "never" comes last
                await page.command(command, **{name: value})
                await screenshot(page, f"{command}-{name}-{len(shown)}")
                shown.append(await read_answer(page))
                assert shown[-1] != before
            assert len(set(shown)) == len(values), (name, shown)


async def read_answer(page: Page) -> str:
    """Return what the bot said last to this member alone."""
    await page.ready()
    newest = page.messages.filter(has_text=PRIVATE).last
    return "\n".join(await newest.locator(".message-content, .text-display").all_inner_texts())
