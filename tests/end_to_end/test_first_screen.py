"""From the first screen of the demo to a move, and on after the process was killed: the README's command, a browser."""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator, expect

from bot.demo import open_demo
from tests.end_to_end.page import BESIDE_MOVES, LONGEST, PRIVATE, Page, browser, open_page

MOST_PRESSES = 2
"""From the page to the first move."""
EXTRAS = re.compile("|".join(BESIDE_MOVES))


class Presses:
    """A person at a page, whose presses are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    async def press(self, label: str, *, private: bool = False) -> None:
        await self.page.press(label, private=private)
        self.count += 1

    async def turn(self) -> Locator:
        """Wait for the message that calls Ana, with its board, and return it."""
        tab = self.page.tab
        asks = self.page.messages.filter(has=tab.get_by_role("button", name="Board as text"))
        turn = asks.filter(has_not_text=PRIVATE).filter(has_text="@Ana").last
        await turn.wait_for(timeout=LONGEST)
        await expect(turn.locator("img").last).to_have_js_property("complete", True, timeout=LONGEST)
        await self.page.ready()
        return turn

    @property
    def hand(self) -> Locator:
        """The newest message that only Ana sees."""
        return self.page.messages.filter(has_text=PRIVATE).last

    async def my_hand(self) -> str:
        """Look at the hand; its picture in words."""
        await self.press("My hand")
        return await read_alt_text(self.hand)

    async def move(self) -> None:
        """Press the first move that the hand offers."""
        moves = self.hand.locator("button.component-button").filter(has_not_text=EXTRAS)
        await self.press((await moves.first.inner_text(timeout=LONGEST)).strip(), private=True)


async def read_alt_text(message: Locator) -> str:
    return await message.locator("img").last.get_attribute("alt") or ""


@asynccontextmanager
async def process(port: int, keep: Path) -> AsyncIterator[str]:
    """Run the demo as a process that is killed at the end, and yield its address."""
    command = (sys.executable, "-m", "bot", "demo", "--port", str(port), "--keep", str(keep))
    running = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert running.stdout
    try:
        yield (await running.stdout.readline()).decode().split()[-1]
    finally:
        running.kill()
        await running.wait()


@pytest.mark.parametrize(
    ("width", "height"), [(390, 844), pytest.param(1280, 900, marks=pytest.mark.long)], ids=["phone", "desk"]
)
async def test_from_the_first_screen_to_a_move_it_is_two_presses(width: int, height: int) -> None:
    async with open_demo(0) as running, browser() as chromium:
        ana = Presses(await open_page(chromium, running.page.url, viewer="Ana", width=width, height=height))
        await expect(ana.page.tab.get_by_role("button", name="Play now")).to_be_in_viewport()
        clock = asyncio.create_task(running.keep_time())
        await ana.press("Play now")
        await expect(ana.hand.locator("img")).to_be_visible(timeout=LONGEST)  # the answer has become the hand
        await ana.turn()
        await ana.move()
        assert ana.count <= MOST_PRESSES
        steps = await running.client.service.tables.history(1, 0, None)
        assert any(step.seat == 0 and step.kind.moves for step in steps)
        clock.cancel()


@pytest.mark.long
async def test_a_kept_game_goes_on_in_the_same_tab_after_the_demo_was_killed(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    async with browser() as chromium:
        async with process(port, tmp_path / "kept.db") as address:
            ana = Presses(await open_page(chromium, address, viewer="Ana"))
            await ana.press("Play now")
            board = await read_alt_text(await ana.turn())
            hand = await ana.my_hand()
        async with process(port, tmp_path / "kept.db") as again:
            assert again == address
            with suppress(PlaywrightError):  # the tab may be reloading itself at this very moment
                await ana.page.tab.reload()
            await ana.page.ready()
            assert await read_alt_text(await ana.turn()) == board
            assert await ana.my_hand() == hand
            await ana.move()
            await expect((await ana.turn()).locator("img").last).not_to_have_attribute("alt", board, timeout=LONGEST)
            await ana.page.command("board")  # the commands are known again too
            assert await read_alt_text(ana.hand) != hand
            assert await ana.page.messages.filter(has_text="Dominoes and tile games").count() == 1
