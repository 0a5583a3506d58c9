"""Tables whose cards were deleted give their places back: Discord is asked, since it tells the bot of no deletion."""

from __future__ import annotations

from pathlib import Path

from bot.talk.letter import Purpose
from tests.wire.faults import FOREVER, refuse
from tests.wire.payloads import CHANNEL, Payload
from tests.wire.people import control, controls, text_of
from tests.wire.wired import Wired, connected_bot

OPEN, FULL = "Your table is open.", "2 tables of your own are open on this server, and that's the limit."


async def open_table(here: Wired, game: str = "draw") -> Payload:
    """Return the answer to a command that opens a table."""
    return await (await here.members[0].type("new", game=game)).answer()


def cards_by_number(here: Wired) -> dict[int, int]:
    """Return the cards in the channel, by the number of their tables."""
    found = here.discord.channels[CHANNEL].items()
    return {each.table: id for id, message in found for each in controls(message) if each.purpose is Purpose.JOIN}


async def test_a_player_reads_which_of_their_tables_to_leave_until_a_card_is_deleted(tmp_path: Path) -> None:
    async with connected_bot(tmp_path) as here:
        ana = here.members[0]
        assert "at most 2 per person" in text_of(await (await ana.type("setup", own=2)).answer())
        for _ in range(2):
            assert text_of(await open_table(here)).startswith(OPEN)
        full = await open_table(here)
        assert text_of(full).startswith(FULL)
        assert [each.table for each in controls(full)] == [1, 2]

        here.discord.delete(CHANNEL, cards_by_number(here)[2])
        gone = here.discord.fail("GET", rf"/channels/{CHANNEL}/messages/\d+", refuse(403, 50001), FOREVER)
        assert text_of(await open_table(here)).startswith(FULL), "what Discord doesn't show is not known to be gone"
        gone.times = 0
        await here.discord.deny(CHANNEL)  # a change of the channel: it is asked again
        assert text_of(await open_table(here)).startswith(OPEN)
        await here.discord.until(lambda: [*cards_by_number(here)] == [1, 3])

        await (await ana.press(full, control(full, Purpose.LEAVE))).answer()
        assert text_of(await open_table(here)).startswith(OPEN)
        await here.discord.until(lambda: [*cards_by_number(here)] == [3, 4])


async def test_a_channel_of_which_a_moderator_took_all_cards_is_not_full(tmp_path: Path) -> None:
    async with connected_bot(tmp_path) as here:
        ana = here.members[0]
        await (await ana.type("setup", tables=5, own=20)).answer()
        for _ in range(5):
            assert text_of(await open_table(here)).startswith(OPEN)
        assert text_of(await open_table(here)).startswith("5 tables are open in this channel, and that's the limit.")
        for card in cards_by_number(here).values():
            await here.discord.moderate(CHANNEL, card)
        assert text_of(await open_table(here)).startswith(OPEN)
        await here.discord.until(lambda: [*cards_by_number(here)] == [6])
