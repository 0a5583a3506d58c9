"""Pairs in the real demo, as four people play them in the browser of a phone.

With BONEYARD_SCREENSHOTS, a folder, each way leaves pictures to look at.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.async_api import expect

from tests.end_to_end.page import LONGEST, PRIVATE, Page, browser, open_page
from tests.end_to_end.test_demo import ASKED, demo, press_a_move, screenshot

FOUR = ("Ana", "Ben", "Cid", "Dee")
SIDES = {"Ben": "Join ●", "Cid": "Join ◆", "Dee": "Join ●"}
MOVES = 160
ONE_ROUND = {"The game ends": "By rounds", "Number of rounds": "1"}


async def open_table(page: Page, preset: str, options: Mapping[str, str]) -> None:
    await page.command("new", game="Draw Dominoes", preset=preset)
    for name, value in options.items():
        await page.command("option", name=name, value=value)


async def sit(page: Page, *players: str) -> None:
    for player in players:
        await page.view_as(player)
        await page.press(SIDES[player])
    await page.view_as("Ana")


async def mover(page: Page) -> str | None:
    """Return who is asked to move, or None once there is a result; the card is too far above to be looked at."""
    turn = page.messages.filter(has=page.tab.get_by_role("button", name="Board as text")).filter(has_not_text=PRIVATE)
    over = page.messages.filter(has_text="🏆")
    await expect(turn.or_(over).last).to_be_visible(timeout=LONGEST)
    if await over.count():
        return None
    asked = ASKED.search(await turn.last.locator(".message-content").inner_text())
    return asked[1] if asked else None


async def play_on(page: Page, name: str, most: int = MOVES) -> bool:
    """Let whoever is asked press a move; return whether the game is over."""
    for move in range(most):
        asked = await mover(page)
        if asked is None:
            return True
        await page.view_as(asked)
        await page.press("My hand")
        if move % 6 == 0:
            await screenshot(page, f"{name}-{move:03}-{asked}")
        await press_a_move(page)
        await page.refresh()
    return False


@pytest.mark.long
@pytest.mark.parametrize("preset", ["Pairs", "Dominican"])
async def test_four_people_play_a_round_of_pairs_in_the_browser(preset: str) -> None:
    async with demo() as address, browser() as chromium:
        page = await open_page(chromium, address, viewer="Ana", width=390, height=844)
        await open_table(page, preset, ONE_ROUND)
        await sit(page, "Ben", "Cid", "Dee")
        assert await page.sees("◆ @Ana and @Cid against ● @Ben and @Dee")
        await screenshot(page, f"{preset}-lobby")
        await page.press("Start")
        assert await play_on(page, preset)
        for player in FOUR:
            await page.view_as(player)
            await screenshot(page, f"{preset}-over-{player}")
        assert await page.sees(" win with ") or await page.sees(" share ")
        assert await page.remarks() == []


@pytest.mark.long
async def test_a_person_plays_pairs_with_a_computer_player_as_partner_in_the_browser() -> None:
    async with demo() as address, browser() as chromium:
        page = await open_page(chromium, address, viewer="Ana", width=390, height=844)
        await open_table(page, "Dominican", ONE_ROUND)
        await page.view_as("Ben")
        await page.press("Join ●")
        await page.view_as("Ana")
        for _ in range(2):
            await page.press("Add computer")
            await page.press("Easy", private=True)
        await page.refresh()
        await screenshot(page, "computer-lobby")
        await page.press("Start", private=True)
        assert await play_on(page, "computer")
        await screenshot(page, "computer-over")
        assert await page.sees("Bolt")
        assert await page.remarks() == []


@pytest.mark.long
async def test_a_partner_leaves_and_comes_back_in_the_browser() -> None:
    async with demo() as address, browser() as chromium:
        page = await open_page(chromium, address, viewer="Ana", width=390, height=844)
        await open_table(page, "Pairs", ONE_ROUND)
        await sit(page, "Ben", "Cid", "Dee")
        await page.press("Start")
        assert not await play_on(page, "leaves", 5)
        await page.view_as("Cid")
        await page.command("leave")
        await page.press("Yes, leave", private=True)
        await page.refresh()
        await screenshot(page, "leaves-gone")
        assert not await play_on(page, "leaves-away", 3)
        await page.view_as("Cid")
        await page.press("Take this seat")
        await page.refresh()
        await screenshot(page, "leaves-back")
        assert await play_on(page, "leaves-back")
        await screenshot(page, "leaves-over")
        assert await page.sees("◆ @Ana and @Cid")
        assert await page.remarks() == []
