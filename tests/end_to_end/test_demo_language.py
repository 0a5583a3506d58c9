"""The demo in the language of its visitor: that of their browser, or the one that they choose at the top."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from playwright.async_api import expect

from bot.demo import Demo, open_demo
from bot.discord import client
from tests.end_to_end.page import LONGEST, PRIVATE, Page, browser, open_page
from tests.pseudo import CYRILLIC, GEORGIAN, PseudoTexts, translate

ALPHABETS = {"uk": CYRILLIC, "ka": GEORGIAN}


@pytest.fixture(autouse=True)
def languages() -> Iterator[None]:
    """Offer two languages beside English; Discord has no locale for the second."""
    with patch.object(client, "Texts", lambda: PseudoTexts(ALPHABETS)):
        yield


def greetings(demo: Demo) -> list[str]:
    """Return in which languages the demo was explained, in order."""
    messages = [message.content for message in demo.channel.history()]
    first = "in a simulated Discord"
    said = {first: "en"} | {translate(first, letters): key for key, letters in ALPHABETS.items()}
    return [key for message in messages for text, key in said.items() if text in message]


async def press_play_now(page: Page, letters: str) -> str:
    """Press *Play now* of the newest welcome, and return what the private answer says."""
    await page.press(translate("Play now", letters))
    hand = page.messages.filter(has_text=PRIVATE).last
    await expect(hand.locator("button.component-button").first).to_be_visible(timeout=LONGEST)
    return await hand.inner_text()


async def test_a_browser_in_another_language_is_greeted_in_it() -> None:
    async with open_demo(0) as demo, browser() as chromium:
        tab = await chromium.new_page(locale="uk-UA", bypass_csp=True)
        await tab.goto(demo.page.url)
        page = Page(tab)
        await page.ready()
        assert greetings(demo) == ["uk"]
        said = await press_play_now(page, CYRILLIC)
        assert set(said.lower()) & set(CYRILLIC)
        await tab.reload()
        await page.ready()
        assert greetings(demo) == ["uk"]


async def test_a_visitor_chooses_a_language_that_discord_does_not_have() -> None:
    async with open_demo(0) as demo, browser() as chromium:
        page = await open_page(chromium, demo.page.url, viewer="Ana", width=390)
        menu = page.tab.get_by_role("combobox", name="Language")
        await expect(menu).to_have_value("en")
        await menu.select_option(value="ka")
        await expect(menu).to_have_value("ka")
        await page.ready()
        assert greetings(demo) == ["ka"]
        said = await press_play_now(page, GEORGIAN)
        assert set(said) & set(GEORGIAN)
        await menu.select_option(value="en")
        await expect(menu).to_have_value("en")
        assert greetings(demo) == ["ka", "en"]  # the game is in Georgian, and so is what began it


async def test_the_choice_of_a_visitor_stays_if_another_browser_comes() -> None:
    async with open_demo(0) as demo, browser() as chromium:
        await open_page(chromium, f"{demo.page.url.replace('/#', '/?language=ka#')}", viewer="Ana")
        tab = await chromium.new_page(locale="uk-UA", bypass_csp=True)
        await tab.goto(demo.page.url)
        await Page(tab).ready()
        assert greetings(demo) == ["ka"]
