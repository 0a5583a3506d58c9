"""A refused request is not repeated: Discord shuts bots out that go on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.talk.letter import Purpose
from tests.wire.faults import FOREVER, refuse
from tests.wire.loopback import PATIENCE
from tests.wire.payloads import CHANNEL, GUILD, channel_of
from tests.wire.people import text_of
from tests.wire.wired import connected_bot

pytestmark = pytest.mark.timeout(120)

POSTS = rf"/channels/{CHANNEL}/messages"


@pytest.mark.parametrize(
    ("status", "code"),
    [(403, 50013), *(pytest.param(*refusal, marks=pytest.mark.long) for refusal in ((403, 50001), (401, 0), (404, 0)))],
)
async def test_a_place_that_said_no_is_asked_once_however_many_press(tmp_path: Path, status: int, code: int) -> None:
    async with connected_bot(tmp_path, settings={"THREADS": "off"}) as here:
        tables = [await here.table() for _ in range(3)]
        before = len(here.discord.requests_to("POST", POSTS))
        fault = here.discord.forbid("*", rf"{POSTS}.*", status, code)
        for table in tables:
            await table.play()
        await here.discord.until(lambda: any(request.status == status for request in here.discord.requests))
        for _ in range(5):
            for table in tables:
                assert table.turn is not None
                pressed = [await member.do(table.turn, Purpose.HAND) for member in here.members[:2]]
                await asyncio.gather(*(each.answer() for each in pressed))
                assert all("the board waits" in each.text for each in pressed)
        refused = [request for request in here.discord.requests if request.status == status]
        assert len(refused) == 1
        fault.times = 0
        await here.discord.dispatch("CHANNEL_UPDATE", {**channel_of(CHANNEL), "guild_id": str(GUILD), "topic": "new"})
        await here.discord.until(lambda: len(here.discord.requests_to("POST", POSTS)) >= before + 3)


@pytest.mark.long
async def test_after_a_thousand_refusals_nothing_more_is_sent(tmp_path: Path) -> None:
    async with connected_bot(tmp_path) as here:
        table = await here.table()
        ana = here.members[0]
        fault = here.discord.fail("POST", r"/interactions/.*", refuse(404, 10062), FOREVER)
        refusals = 0
        while refusals < 1000:
            for _ in range(50):
                await ana.suggestions("new", "preset", "", game="draw")
            refusals += 50
            await here.discord.until(lambda: fault.times <= FOREVER - refusals)  # noqa: B023  # it is waited for here
        fault.times = 0
        before = len(here.discord.requests_to("POST", rf"/channels/{table.place}/messages"))
        await table.play()
        await here.bot.wait_for_line("Discord refused too many requests")
        assert len(here.discord.requests_to("POST", rf"/channels/{table.place}/messages")) == before


async def test_a_card_that_discord_refuses_is_not_said_to_be_open_below(tmp_path: Path) -> None:
    async with connected_bot(tmp_path) as here:
        ana, ben = here.members[:2]
        fault = here.discord.forbid("POST", POSTS, 403, 50013)
        opened = text_of(await (await ana.type("new", game="draw")).answer())
        assert "Your table is open, but its card isn't in the channel yet." in opened
        assert "Discord doesn't let me post in" in opened
        again = text_of(await (await ben.type("new", game="moon")).answer())
        assert "isn't in the channel yet" in again
        setup = text_of(await (await ana.type("setup")).answer())
        assert f"✖ Discord refused my last message in <#{CHANNEL}>" in setup
        fault.times = 0
        await here.discord.dispatch("CHANNEL_UPDATE", {**channel_of(CHANNEL), "guild_id": str(GUILD), "topic": "new"})
        await here.discord.until(lambda: len(here.discord.channels[CHANNEL]) == 2)
        async with asyncio.timeout(PATIENCE):  # the bot reads that its card stands after we do
            while "✔ I have all" not in text_of(await (await ana.type("setup")).answer()):
                pass
        assert text_of(await (await ana.type("new", game="fives")).answer()).startswith("Your table is open. Its card")
