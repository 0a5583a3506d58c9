"""Texas 42 to seven marks in a browser, played from each of its four seats.

With BONEYARD_SCREENSHOTS, a folder, each way leaves pictures to look at.
"""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.end_to_end.page import LONGEST, Page
from tests.end_to_end.test_whole_games import PHONE, SMALL_PHONE, Player, Size, phone

WIDTHS = {1: PHONE, 2: SMALL_PHONE, 3: PHONE, 4: SMALL_PHONE}
SEATS = {1: "◆ @Ana and ", 2: "● @Ben and ", 3: "(easy) and @Ben against", 4: "(easy) and @Ben"}
"""What the card says of the person on each seat among computer players."""


async def open_from(page: Page, seat: int) -> None:
    """Open a table at which one person sits on this seat."""
    await page.command("new", game="Texas 42", preset="Straight 42")
    if seat == 1:
        return
    await page.view_as("Ben")
    await page.command("join", seat=str(seat))
    await page.view_as("Ana")
    await page.press("Leave")
    await page.view_as("Ben")


async def see_end(player: Player) -> None:
    """Look at the result and the scoring; the film of a long game takes longer than the page waits."""
    result = player.result
    await expect(result.locator("img")).to_be_visible(timeout=LONGEST)
    await player.shot("result", result)
    await player.asks("Scoring")


@pytest.mark.long
@pytest.mark.parametrize(("seat", "size"), WIDTHS.items(), ids=[f"seat {seat}" for seat in WIDTHS])
async def test_a_game_to_seven_marks_is_played_on_a_phone_from_each_seat(seat: int, size: Size) -> None:
    async with phone(f"fortytwo-{seat}", size) as player:
        await open_from(player.page, seat)
        await player.fills_up(3)
        assert await player.page.sees(SEATS[seat])
        await player.begins()
        await player.plays()
        await see_end(player)
        assert await player.page.sees(" win with ")
        assert await player.page.remarks() == []
