"""The page driver, tried on the sample bot in a real browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import simcord

from tests.discord.sample import SECRET, SampleBot
from tests.end_to_end.page import Page, browser, open_page


@dataclass
class Stage:
    ann: Page
    ben: Page
    env: simcord.Env


@asynccontextmanager
async def stage() -> AsyncIterator[Stage]:
    async with browser() as chromium, simcord.run(SampleBot()) as env:
        guild = env.create_guild("Tables")
        channel = guild.create_text_channel("games")
        members = [guild.add_member(env.create_user(name)) for name in ("ann", "ben")]
        async with env.preview(channel, viewers=members, layout="channel") as preview:
            ann, ben = [await open_page(chromium, preview.url, viewer=name) for name in ("ann", "ben")]
            yield Stage(ann, ben, env)


@pytest.mark.usefixtures("wire")
async def test_two_players_play_in_two_tabs(tmp_path: Path) -> None:
    async with stage() as here:
        ann, ben = here.ann, here.ben
        await ann.command("board", colour="gre")
        await ann.wait_for("A green board")
        await ann.picture("A green board")

        await ben.refresh()
        await ben.wait_for("A green board")
        await ben.press("Hand")
        await ben.picture(f"Your hand: {SECRET}")
        await ann.refresh()
        assert not await ann.sees(SECRET)

        await ben.choose("Choose a colour", "Blue", private=True)
        await ben.wait_for("You chose blue.")
        await ben.press("Play", private=True)
        await ben.wait_for(f"You played {SECRET}.")
        await ben.press("Later")
        await ben.picture("A black picture")
        await ben.press("Note")
        await ben.fill_form(note="hello")
        await ben.wait_for("Noted: hello")

        await ann.view_as("ben")
        assert await ann.sees(SECRET)
        await ann.screenshot(tmp_path / "page.png")
    assert (tmp_path / "page.png").stat().st_size > 10_000


@pytest.mark.usefixtures("wire")
async def test_an_optional_option_is_added_and_sent() -> None:
    async with stage() as here:
        await here.ann.command("line", text="again", times="2")
        await here.ben.refresh()
        await here.ben.wait_for("again")
        assert await here.ben.messages.filter(has_text="again").count() == 2
        assert await here.ann.sees("Posted.")
        assert not await here.ben.sees("Posted.")
