"""The demo as a newcomer uses it: the README's command, the printed address, a real browser."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.end_to_end.page import PRIVATE, Page, browser, open_page

ASKED = re.compile(r"^@(\w+) .+ · ")
MOVES = 200
PICTURES = os.environ.get("BONEYARD_SCREENSHOTS", "")
"""A folder for screenshots to look at; none are kept without it."""


@asynccontextmanager
async def demo() -> AsyncIterator[str]:
    """The address that `python -m bot demo` prints."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "demo", "--port", "0", stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout
    try:
        printed = (await process.stdout.readline()).decode()
        yield printed.split()[-1]
    finally:
        process.terminate()
        await process.wait()


async def screenshot(page: Page, name: str) -> None:
    if PICTURES:
        await page.screenshot(Path(PICTURES) / f"{name}.png")


async def mover(page: Page) -> str | None:
    """Who is asked to move in the newest public message, or None when the game is over."""
    await page.refresh()
    if await page.sees("· over"):
        return None
    texts = await page.messages.locator(".message-content").all_inner_texts()
    asked = [match for match in map(ASKED.match, texts) if match]
    return asked[-1][1] if asked else None


async def press_a_move(page: Page) -> None:
    """Press the first move of the hand that was just opened."""
    hand = page.messages.filter(has_text=PRIVATE).last
    await page.press(await hand.locator("button.component-button").first.inner_text(), private=True)


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("Draw Dominoes", ("Ana", "Ben"), {"match": "rounds"}),
    ],
    ids=["draw"],
)
async def test_a_newcomer_plays_a_round_in_the_browser(
    game: str, players: tuple[str, ...], options: Mapping[str, str]
) -> None:
    async with demo() as address, browser() as chromium:
        page = await open_page(chromium, address, viewer=players[0], width=1100, height=1000)
        await page.command("new", game=game)
        for name, value in options.items():
            await page.command("option", name=name, value=value)
        await screenshot(page, f"{game}-lobby")
        for player in players[1:]:
            await page.view_as(player)
            await page.press("Join")
        await page.view_as(players[0])
        await page.press("Start")
        for move in range(MOVES):
            asked = await mover(page)
            if asked is None:
                break
            await page.view_as(asked)
            await page.press("My hand")
            await screenshot(page, f"{game}-{move}-hand")
            await press_a_move(page)
        await page.refresh()
        assert await page.sees("· over")
        assert await page.sees("wins") or await page.sees("share")
        await screenshot(page, f"{game}-over")
