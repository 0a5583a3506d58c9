"""Whole games in a browser on a phone, from the first message to the last, by nothing but what is offered there."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from playwright.async_api import Locator, TimeoutError, expect

from bot import demo
from bot.computer.thinker import Thinker
from tests.bot import thinkers
from tests.end_to_end.page import BESIDE_MOVES, LONGEST, PATIENCE, PRIVATE, Page, browser, open_page

PHONE, SMALL_PHONE, DESK = (390, 844), (360, 740), (1280, 900)
Size = tuple[int, int]
MOST = 400
"""Presses after which a game does not end."""
PICTURES = os.environ.get("BONEYARD_SCREENSHOTS", "")
"""A folder for screenshots to look at; none are kept without it."""

GAMES: Mapping[str, tuple[str, int, str, Mapping[str, str]]] = {
    "draw": ("Draw Dominoes", 1, "Quick game", {}),
    "moon": ("Moon", 2, "", {"Points to win": "1"}),
    "chickenfoot": ("Chickenfoot", 1, "", {"Number of rounds": "1 round"}),
    "blockers": ("Blockers", 1, "", {}),
    "fives": ("Fives", 1, "One round", {}),
    "fortytwo": ("Texas 42", 3, "One round", {}),
}
"""What is opened: against how many computer players, with which preset but the first, and with which options."""


class Player:
    """Ana with her phone."""

    def __init__(self, page: Page, game: str, size: Size = PHONE) -> None:
        self.page, self.game, self.size = page, game, size
        self.chance = Random(game)
        self.shots = 0
        how = page.tab.get_by_role("button", name="Scoring")
        self.result = page.messages.filter(has_text=re.compile("🏆|🏁")).filter(has=how).last
        self.hand = page.messages.filter(has_text=PRIVATE).filter(has=page.tab.locator("img")).last
        self.offered = self.hand.locator("button.component-button:enabled, [role=combobox]")

    async def shot(self, name: str, looked: Locator | None = None) -> None:
        """Keep what the page shows now, on a desk and on a phone."""
        if not PICTURES:
            return
        for width, height in (DESK, self.size):
            await self.page.tab.set_viewport_size({"width": width, "height": height})
            await self.page.ready()
            await (looked or self.page.messages.last).evaluate("message => message.scrollIntoView({block: 'end'})")
            await self.page.screenshot(Path(PICTURES) / f"{self.game}-{self.shots:03}-{name}-{width}.png")
        self.shots += 1

    async def opens(self, title: str, computers: int, preset: str, options: Mapping[str, str]) -> None:
        """Open a table from the first message, and begin."""
        await self.shot("welcome")
        await self.page.choose("Play with others", title)
        await self.shot("card")
        await self.page.press("Options")
        if preset:
            await self.page.choose("Choose a preset", preset, private=True)
        await self.shot("options", self.page.messages.filter(has_text=PRIVATE).last)
        for name, value in options.items():
            await self.page.command("option", name=name, value=value)
        await self.fills_up(computers)
        await self.begins()

    async def fills_up(self, computers: int) -> None:
        """Let computer players take the free seats."""
        await self.page.press("Add computer")
        for _ in range(computers):
            await self.page.press("Easy", private=True)
        await self.shot("computers", self.page.messages.filter(has_text=PRIVATE).last)

    async def begins(self) -> None:
        """Start the game and look at the hand."""
        await self.page.press("Start", private=True)
        await self.page.press("My hand")

    async def plays(self) -> None:
        """Press what the hand offers until a player has won: it becomes the next hand by itself."""
        for _ in range(MOST):
            moves = self.offered.filter(has_not_text=_any(BESIDE_MOVES))
            await expect(moves.or_(self.result).first).to_be_visible(timeout=LONGEST)
            if await self.result.count():
                return
            await self.shot("hand", self.hand)
            with suppress(TimeoutError):  # the button was replaced under the finger: look again
                await self._press_one(moves)
        raise AssertionError(f"the game does not end: {await self.page.texts()}")

    async def _press_one(self, moves: Locator) -> None:
        await self.page.ready()
        if not (several := await moves.count()):
            return
        move = moves.nth(self.chance.randrange(several))
        if await move.get_attribute("role", timeout=PATIENCE) == "combobox":
            await move.click(timeout=PATIENCE)
            values = self.hand.get_by_role("option")
            move = values.nth(self.chance.randrange(await values.count()))
        await self.page.is_stale(move, PATIENCE)

    async def asks(self, label: str) -> None:
        """Press something below the result, which answers to this player alone."""
        await self.page.press(label)
        await self.shot(label, self.page.messages.filter(has_text=PRIVATE).last)


def _any(labels: Collection[str]) -> re.Pattern[str]:
    return re.compile("|".join(labels))


@asynccontextmanager
async def phone(game: str, size: Size = PHONE) -> AsyncIterator[Player]:
    """Ana at the page of a demo whose computer players neither think nor wait; nobody can choose the deals."""
    with patch.object(demo, "COMPUTER_PACE", 0.0), patch.object(Thinker, "ask", thinkers.answer_here):
        async with demo.open_demo(0) as running, browser() as chromium:
            page = await open_page(chromium, running.page.url, viewer="Ana", width=size[0], height=size[1])
            clock = asyncio.create_task(running.keep_time())
            yield Player(page, game, size)
            clock.cancel()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_is_played_on_a_phone_from_the_first_message_to_the_winner(game: str) -> None:
    async with phone(game) as ana:
        await ana.opens(*GAMES[game])
        await ana.plays()
        await expect(ana.result.locator("img")).to_be_visible(timeout=LONGEST)
        await ana.shot("result", ana.result)
        await ana.asks("Replay")
        await ana.asks("Scoring")
        await expect(ana.result.get_by_role("button", name="Check the deals")).to_have_count(0)  # nobody else sat there
        assert await ana.page.remarks() == []
