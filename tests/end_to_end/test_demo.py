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
from playwright.async_api import expect

from tests.end_to_end.page import LONGEST, PRIVATE, Page, browser, open_page

ASKED = re.compile(r"^\s*@(\w+) .+ · ", re.MULTILINE)
MOVES = 200
TURNS = 4
"""Turns of one person against a computer player."""
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
    """Who is asked to move, or None when the game is over; waits while the page shows neither.

    The card has a hand button too, and is brought up to date last.
    """
    turn = page.messages.filter(has=page.tab.get_by_role("button", name="Board as text")).filter(has_not_text=PRIVATE)
    over = page.messages.filter(has_text="· over")
    await expect(turn.or_(over).last).to_be_visible(timeout=LONGEST)
    if await over.count():
        return None
    asked = ASKED.search(await turn.last.locator(".message-content").inner_text())
    return asked[1] if asked else None


async def press_a_move(page: Page) -> None:
    """Press the first move of the hand that was just opened; a hand that came too late offers none."""
    hand = page.messages.filter(has_text=PRIVATE).last
    moves = hand.locator("button.component-button").filter(has_not_text="Hint")
    if await moves.count():
        await page.press(await moves.first.inner_text(), private=True)


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("Draw Dominoes", ("Ana", "Ben"), {"match": "rounds", "mode": "block", "hand_size": "3"}),
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
        assert await page.sees("Boneyard")
        assert not await page.sees("TestBot")
        for move in range(MOVES):
            asked = await mover(page)
            if asked is None:
                break
            await page.view_as(asked)
            await page.press("My hand")
            await screenshot(page, f"{game}-{move}-hand")
            await press_a_move(page)
            await page.refresh()
        assert await page.sees("· over"), await page.texts()
        assert await page.sees("wins") or await page.sees("share")
        await screenshot(page, f"{game}-over")


async def test_a_newcomer_plays_alone_with_a_computer_player_in_the_browser() -> None:
    async with demo() as address, browser() as chromium:
        page = await open_page(chromium, address, viewer="Ana", width=1100, height=1000)
        await page.command("new", game="Draw Dominoes")
        await page.press("Add bot")
        await page.press("Easy", private=True)
        await page.refresh()
        assert await page.sees("computer, easy")
        await screenshot(page, "computer-lobby")
        await page.press("Start", private=True)
        for _ in range(TURNS):
            await asked(page)
            await page.press("My hand")
            await press_a_move(page)
            await screenshot(page, "computer-played")
        await asked(page)
        assert await page.sees("🤖¹ Bolt")
        await screenshot(page, "computer-turn")


async def asked(page: Page) -> None:
    """Wait until the person is asked: the computer player moves by the demo's clock, which runs by itself."""
    await page.ready()
    turn = page.messages.filter(has=page.tab.get_by_role("button", name="Board as text")).filter(has_not_text=PRIVATE)
    await turn.last.wait_for()
