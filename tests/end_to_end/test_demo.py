"""The demo as a newcomer uses it: the README's command, the printed address, a real browser."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from multiprocessing import active_children
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Locator, expect

from bot.demo import NAME, open_demo
from bot.demo.page import PAGE_MESSAGES
from tests.bot.inside import workers_of
from tests.end_to_end.page import BESIDE_MOVES, LONGEST, PRIVATE, Page, browser, open_page

ASKED = re.compile(r"@(\w+), you")
MOVES = 200
TURNS = 3
"""Turns of one person against computer players."""
STEPS = 8
"""Presses for one turn are fewer than this."""
MENU = "Choose your move"
PICTURES = os.environ.get("BONEYARD_SCREENSHOTS", "")
"""A folder for screenshots to look at; none are kept without it."""


@asynccontextmanager
async def demo(port: int = 0, *more: str) -> AsyncIterator[str]:
    """Run `python -m bot demo`, and yield the address that it prints."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "demo", "--port", str(port), *more, stdout=asyncio.subprocess.PIPE
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
    """Return who is asked to move, or None if the game is over.

    It waits while the page shows neither. The card has a hand button too, and is brought up to date last.
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
    labels = [label.strip() for label in await hand.locator("button.component-button").all_inner_texts()]
    if moves := [label for label in labels if label not in BESIDE_MOVES]:
        await page.press(moves[0], private=True)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("Draw Dominoes", ("Ana", "Ben"), {"The game ends": "By rounds", "Rules": "Block", "Tiles in a hand": "3"}),
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


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "computers", "options"),
    [
        # eight places for every tile: more than there is room for buttons
        ("Chickenfoot", 1, {"Set of tiles": "double-eighteen", "Arms": "8 arms"}),
    ],
    ids=["chickenfoot"],
)
async def test_a_newcomer_plays_alone_with_computer_players_in_the_browser(
    game: str, computers: int, options: Mapping[str, str]
) -> None:
    async with demo() as address, browser() as chromium:
        page = await open_page(chromium, address, viewer="Ana", width=1100, height=1000)
        await page.command("new", game=game)
        for name, value in options.items():
            await page.command("option", name=name, value=value)
        for _ in range(computers):
            await page.press("Add computer")
            await page.press("Easy", private=True)
        await page.refresh()
        assert await page.sees("Bolt\u00a0🤖 (easy)")
        await screenshot(page, f"{game}-computer-lobby")
        await page.press("Start", private=True)
        turn = ""
        for number in range(TURNS):
            turn = await wait_for_turn(page, "Ana", turn)
            await page.press("My hand")
            await screenshot(page, f"{game}-computer-{number}")
            await play(page)
        await wait_for_turn(page, "Ana", turn)
        assert await page.sees("Bolt\u00a0🤖")
        await screenshot(page, f"{game}-computer-over")
        assert await page.remarks() == []


async def wait_for_turn(page: Page, name: str, before: str) -> str:
    """Wait until this member is asked to move; return the message's number and text.

    These differ from `before`, the last ones. Computer players move meanwhile; if only they moved, the message is the
    same with another text.
    """
    asks = page.messages.filter(has=page.tab.get_by_role("button", name="Board as text")).filter(has_not_text=PRIVATE)
    turn, now = asks.filter(has_text=f"@{name}, you").last, before
    async with asyncio.timeout(LONGEST / 1000):
        while now == before:
            await page.ready()
            now = await turn.evaluate("message => message.dataset.messageId + message.innerText")
    return now


async def play(page: Page) -> None:
    """Press the first choice of the hand that was just opened, until it offers none.

    If a place can be chosen, choose the last one. Too many choices for buttons are in a menu.
    """
    hand = page.messages.filter(has_text=PRIVATE).last
    buttons, menu = hand.locator("button.component-button"), page.tab.get_by_role("combobox", name=MENU, exact=True)
    for _ in range(STEPS):
        await page.ready()
        labels = [label.strip() for label in await buttons.all_inner_texts()]
        moves = [label for label in labels if label not in BESIDE_MOVES]
        if await hand.locator(menu).count():
            await page.choose(MENU, await hand.locator(".option-label").last.inner_text(), private=True)
        elif moves:
            await page.try_press(moves[0])
        else:
            return


async def hold(page: Page, button: Locator) -> None:
    """Put the finger down on a button; where it moved away meanwhile, lift the finger elsewhere and try again."""
    while True:
        await button.hover()
        await page.ready()
        await page.tab.mouse.down()
        if await page.tab.locator("button:active").all_inner_texts() == await button.all_inner_texts():
            return
        await page.tab.mouse.move(0, 0)
        await page.tab.mouse.up()


async def test_an_open_tab_shows_the_game_again_once_its_demo_was_stopped_and_started(tmp_path: Path) -> None:
    keep = ("--keep", str(tmp_path / "kept.db"))
    async with browser() as chromium:
        async with demo(0, *keep) as address:
            page = await open_page(chromium, address, viewer="Ana", width=390, height=844)
            await page.command("new", game="Fives")
            await page.wait_for("Your table is open.")
        async with demo(urlsplit(address).port or 0, *keep):
            await expect(page.messages.filter(has_text="Your table is open.")).to_have_count(0, timeout=LONGEST)
            await page.wait_for("Fives #1 · opened by @Ana")


async def test_a_tab_that_is_loaded_again_shows_the_same_member_and_fetches_no_font_again() -> None:
    async with open_demo(0) as running, browser() as chromium:
        page = await open_page(chromium, running.page.url, viewer="Ben", width=390, height=844)
        await page.command("new", game="Draw Dominoes")
        await page.tab.reload()
        await page.ready()
        assert await page.tab.locator("#viewer-picker option:checked").inner_text() == "Ben"
        await page.wait_for("Draw Dominoes #1 · opened by @Ben")
        entries = 'performance.getEntriesByType("resource").filter(entry => entry.name.includes("/fonts/"))'
        fetched = await page.tab.evaluate(f"{entries}.map(entry => entry.transferSize)")
        assert fetched
        assert not any(fetched)


async def test_the_demo_ends_with_the_process_that_thinks_for_its_computer_players() -> None:
    before = set(active_children())
    async with open_demo(0) as running:
        workers_of(running.client.parts.pool).begin()
        assert set(active_children()) - before
    assert set(active_children()) <= before


async def test_a_press_counts_though_its_message_changes_under_the_finger() -> None:
    async with open_demo(0) as running, browser() as chromium:
        page = await open_page(chromium, running.page.url, viewer="Ana", width=390, height=844)
        await page.command("new", game="Draw Dominoes")
        card = page.messages.filter(has=page.tab.get_by_role("button", name="Options")).last
        before = await page.tab.evaluate("window.simcordPreview.lastAction?.requestId ?? null")
        await hold(page, card.get_by_role("button", name="Rules"))
        await running.members[1].slash(running.channel, "join")
        await running.tick()
        await expect(card).to_contain_text("@Ben")
        await page.tab.mouse.up()
        assert await page.wait_for_answer(before)
        assert await page.sees("Dominoes · page 1")


async def test_the_page_shows_the_answer_to_a_press_and_leads_back_to_the_first_message() -> None:
    async with open_demo(0) as running, browser() as chromium:
        for number in range(2 * PAGE_MESSAGES):
            await running.members[1].send(running.channel, f"message {number}")
        page = await open_page(chromium, running.page.url, viewer="Ana", width=390, height=844)
        assert await page.tab.title() == NAME
        await expect(page.messages.filter(has_text=f"message {2 * PAGE_MESSAGES - 1}")).to_be_in_viewport()
        play = page.tab.get_by_role("button", name="Play now")
        while not await play.count():
            before = await page.messages.first.get_attribute("data-message-id")
            await page.tab.locator("#history-older").click()
            await expect(page.messages.first).not_to_have_attribute("data-message-id", before or "")
            await page.ready()
        await page.press("How it works")
        await expect(page.messages.filter(has_text="starts a game against computers at once")).to_be_in_viewport(
            timeout=LONGEST
        )


async def test_what_the_page_says_about_commands_works() -> None:
    async with open_demo(0) as running, browser() as chromium:
        page = await open_page(chromium, running.page.url, viewer="Ana", width=390, height=844)
        await page.wait_for("choose it from the list, and tap the arrow.")
        await page.command("help")
        await expect(page.messages.filter(has_text=PRIVATE)).to_be_in_viewport(timeout=LONGEST)
