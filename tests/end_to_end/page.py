"""Drives the browser page of the simulated Discord as players would.

It uses Playwright and Debian's chromium.

    async with env.preview(channel, viewers=[ann, ben], layout="channel") as preview, browser() as chromium:
        page = await open_page(chromium, preview.url, viewer="ann")
        await page.command("board", colour="gr")
        await page.press("Hand")

Nothing here sleeps: every step waits until the page says that it is done.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, TimeoutError, async_playwright, expect
from playwright.async_api import Page as Tab

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
PRIVATE = "Only you can see this"
PATIENCE, TRIES = 5_000, 4
LONGEST = 120_000
"""Milliseconds for one step of the page, on a machine that does much else at the same time."""

BESIDE_MOVES = frozenset(
    {
        "Hint",
        "Back",
        "My hand",
        "Take back",
        "Skip the tour",
        "Do that for me",
        "Plan ahead",
        "Next game",
        "Rules",
        "All that happened",
        "Away until …",
        "I'm back",
    }
)
"""What a hand offers beside moves: the page tells labels alone. The robots that play by ids look whether it is all."""

STALE = {"stale-revision", "validation-failed"}
"""What was pressed changed, or was taken away, between looking and pressing; a person presses again."""


class Rejected(AssertionError):
    """The page did not pass an action on to the bot."""


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """Start a headless chromium; skip the test, loudly, if there is none."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("NOT TRIED IN A BROWSER: there is no chromium on the PATH")
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=chromium, args=FLAGS.split())
        yield started
        await started.close()


async def open_page(chromium: Browser, url: str, viewer: str, *, width: int = 1280, height: int = 900) -> Page:
    """Open one more tab and look at the channel as this member, by the name the picker shows."""
    # The page forbids evaluating text as code, which is how Playwright waits for a condition.
    tab = await chromium.new_page(viewport={"width": width, "height": height}, bypass_csp=True)
    tab.set_default_timeout(LONGEST)
    await tab.goto(url)
    page = Page(tab)
    await page.ready()
    await page.view_as(viewer)
    return page


class Page:
    """One tab: one player in front of the channel."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.messages = tab.locator("#channel-message-list article")

    async def ready(self) -> None:
        """Wait until the page has drawn everything and no action is under way."""
        await self.tab.wait_for_function("() => window.simcordPreview?.ready")

    async def view_as(self, name: str) -> None:
        """Become another member."""
        viewer = await self.tab.locator("#viewer-picker option", has_text=name).get_attribute("value")
        await self.tab.locator("#viewer-picker").select_option(value=viewer)
        await self.tab.wait_for_function(
            "viewer => window.simcordPreview.viewerId === viewer && window.simcordPreview.ready", arg=viewer
        )

    async def refresh(self) -> None:
        """Show what others and the clock did: by itself a tab shows only what was done in it."""
        await self._act(self.tab.locator("#refresh"))

    async def command(self, name: str, /, **options: str) -> None:
        """Type a slash command: take it from the list, fill in options, send.

        If an option has suggestions, take the first one that contains what was typed.
        """
        composer = self.tab.locator("#channel-composer")
        await composer.locator("#channel-composer-input").press_sequentially(f"/{name}")
        title = composer.get_by_role("option").filter(has=self.tab.get_by_text(f"/{name}", exact=True))
        await title.click()
        for option, typed in options.items():
            await self._fill(composer, option, typed)
        await self._act(composer.locator("#send-message"))

    async def _fill(self, composer: Locator, option: str, typed: str) -> None:
        field = composer.locator(f"input.command-option-input[data-option='{option}']")
        if not await field.count():  # an optional one is added first
            await composer.locator(".command-ghost").click()
            await composer.get_by_role("option").filter(has_text=option).first.click()
        await field.fill(typed)
        if await field.get_attribute("aria-autocomplete"):
            await self._take_suggestion(composer, field, typed)

    async def _take_suggestion(self, composer: Locator, field: Locator, typed: str) -> None:
        suggestion = composer.locator(".command-suggestion").filter(has_text=typed).first
        for _ in range(TRIES):
            with suppress(TimeoutError):
                await suggestion.click(timeout=PATIENCE)
                return
            await field.fill("")  # suggestions are lost where the page was refreshed meanwhile: a person types again
            await field.fill(typed)
        raise Rejected(f"nothing is suggested for {typed}")

    async def press(self, label: str, *, private: bool = False) -> None:
        """Press the button with this label in the newest message that has it, public or for this player alone."""
        await self._act(self._button(label, private))

    async def try_press(self, label: str) -> None:
        """Press a private button that may go away by itself, as a hand's do when the game goes on."""
        with suppress(TimeoutError):
            await self.is_stale(self._button(label, private=True), PATIENCE)

    def _button(self, label: str, private: bool) -> Locator:
        message = self._newest(self._control_named(label), private)
        return message.locator("button.component-button").and_(self._control_named(label))

    async def choose(self, menu: str, option: str, *, private: bool = False) -> None:
        """Choose an option by its label in the newest menu with this placeholder."""
        await self.ready()
        box = self.tab.get_by_role("combobox", name=menu, exact=True)
        message = self._newest(box, private)
        label = self.tab.locator(".option-label").and_(self.tab.get_by_text(option, exact=True))
        for _ in range(TRIES):
            if await message.locator(box).get_attribute("aria-expanded") != "true":
                await message.locator(box).click()
            with suppress(TimeoutError):  # what happens meanwhile closes an open menu, as it does for a person
                if not await self.is_stale(message.get_by_role("option").filter(has=label), PATIENCE):
                    return
        raise Rejected(f"{option} cannot be chosen")

    async def fill_form(self, **texts: str) -> None:
        """Fill in the open form, by the ids of its text fields, and submit it."""
        for custom_id, text in texts.items():
            await self.tab.locator(f"#modal-root [data-custom-id='{custom_id}'] .modal-input").fill(text)
        await self._act(self.tab.locator("#modal-root").get_by_role("button", name="Submit"))

    async def wait_for(self, text: str) -> Locator:
        """Return the newest message that contains this text, once there is one."""
        message = self.messages.filter(has_text=text).last
        await message.wait_for()
        return message

    async def sees(self, text: str) -> bool:
        """Return whether a message with this text is on the page now."""
        await self.ready()
        return await self.messages.filter(has_text=text).count() > 0

    async def remarks(self) -> list[str]:
        """Return the remarks of the page's inspector, which watches the bot and the page."""
        return [str(found["code"]) for found in await self.tab.evaluate("window.simcordPreview.diagnostics")]

    async def texts(self) -> list[str]:
        """Return the newest messages, to explain a failure."""
        return (await self.messages.all_inner_texts())[-6:]

    async def picture(self, alt: str) -> Locator:
        """Return the newest picture with this alt text, once it is drawn."""
        picture = self.messages.get_by_alt_text(alt, exact=True).last
        await expect(picture).to_be_visible()
        await expect(picture).to_have_js_property("complete", True)
        await expect(picture).not_to_have_js_property("naturalWidth", 0)
        return picture

    async def screenshot(self, path: Path) -> None:
        """Save a picture of the whole page as it is now."""
        await self.ready()
        await self.tab.screenshot(path=path, full_page=True)

    def _newest(self, control: Locator, private: bool) -> Locator:
        holding = self.messages.filter(has=control)
        return (holding.filter(has_text=PRIVATE) if private else holding.filter(has_not_text=PRIVATE)).last

    def _control_named(self, label: str) -> Locator:
        return self.tab.get_by_role("button", name=label, exact=True)

    async def _act(self, control: Locator) -> None:
        """Click what starts an action and wait until the bot has settled; again if the page had just changed."""
        for _ in range(TRIES):
            if not await self.is_stale(control):
                return
        raise Rejected("the page changes under every press")

    async def is_stale(self, control: Locator, patience: int = LONGEST) -> bool:
        """Click once; return whether the page had changed, so that nothing was done.

        The click may take `patience` milliseconds. A refusal by the bot is an answer like any other; what the page
        itself rejects raises `Rejected`.
        """
        await self.ready()
        before = await self.tab.evaluate("window.simcordPreview.lastAction?.requestId ?? null")
        await control.click(timeout=patience)
        if not await self.wait_for_answer(before):
            return True
        action: dict[str, Any] = await self.tab.evaluate("window.simcordPreview.lastAction")
        codes = [str(found.get("code")) for found in action["diagnostics"]]
        if action["rejected"] and not STALE & {*codes}:
            raise Rejected(", ".join(codes))
        return bool(action["rejected"])

    async def wait_for_answer(self, before: str | None) -> bool:
        """Wait for the answer to a click; return False if it got lost because the page was redrawn."""
        answered = (
            "before => (window.simcordPreview.lastAction?.requestId ?? null) !== before && window.simcordPreview.ready"
        )
        for _ in range(LONGEST // PATIENCE):
            with suppress(TimeoutError):
                await self.tab.wait_for_function(answered, arg=before, timeout=PATIENCE)
                return True
            if await self.tab.evaluate("window.simcordPreview.ready"):
                return bool(await self.tab.evaluate(answered, before))
        raise Rejected("the page does not answer")
