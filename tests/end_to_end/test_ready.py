"""Before a game begins, in Discord: who has not been here lately is called once, and answers or makes room."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.talk.letter import Purpose
from tests.end_to_end.house import House, house
from tests.end_to_end.notices import ours, pings, press
from tests.end_to_end.test_clock import MINUTE, VirtualClock, pass_time


async def waiting(here: House) -> Any:
    """Fill a table of Moon, an hour after its first two people came; return the message that asks them."""
    ana, ben, cid = here.members
    await ana.slash(here.channel, "new", game="moon")
    await ana.slash(here.channel, "clock", preset="day", hours="0-24")
    answered = await ana.slash(here.channel, "clock", late="claim")
    assert "the others can let a computer player take over" in answered.response.content
    assert "late" not in here.card.content  # the options say it
    await press(ben, here.card, Purpose.JOIN)
    await pass_time(here, 60 * MINUTE)
    await press(cid, here.card, Purpose.JOIN)
    return question(here)


def question(here: House) -> Any:
    return next(m for m in reversed(ours(here.channel)) if "Are you here?" in m.content)


@pytest.mark.parametrize("again", [False, True])
async def test_a_full_table_asks_once_and_begins_with_the_last_answer(tmp_path: Path, again: bool) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid"), threads=True, clock=VirtualClock()) as here:
        asked = await waiting(here)
        ana, ben, _ = here.members
        assert f"<@{ana.id}> and <@{ben.id}> Moon #1 is about to begin" in asked.content
        assert pings(here) == [ana.id, ben.id]
        if again:
            await here.restart()
        answer = await press(ben, asked, Purpose.READY)
        assert answer.response.ephemeral
        assert f"I'm waiting for <@{ana.id}> until" in answer.response.content
        assert f"I'm waiting for <@{ana.id}> until" in here.card.content
        answer = await press(ana, question(here), Purpose.READY)
        assert "The game has begun. Press *My hand*" in answer.response.content
        assert here.turn is not None
        assert "Everyone is here: Moon #1 begins." in [m.content for m in ours(here.channel)]
        assert pings(here)[2:] == [here.mover.id]


async def test_who_does_not_answer_makes_room_and_may_come_back(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid"), threads=True, clock=VirtualClock()) as here:
        asked = await waiting(here)
        ana, ben, _ = here.members
        await press(ana, asked, Purpose.READY)
        await pass_time(here, 31 * MINUTE)
        assert f"<@{ben.id}>" not in here.card.content
        assert "needs 1 more" in here.card.content
        assert "Moon #1 waits for players again." in [m.content for m in ours(here.channel)]
        await press(ben, here.card, Purpose.JOIN)
        await press(ana, here.card, Purpose.START)
        assert here.turn is not None
        assert pings(here)[2:] == [here.mover.id]


async def test_all_read_before_and_after_the_start_that_a_game_does_not_count(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid"), clock=VirtualClock()) as here:
        await waiting(here)
        ana, ben, _ = here.members
        await ana.slash(here.channel, "option", name="rated", value="off")
        assert "This game doesn't count for ratings." in here.card.content
        await press(ana, here.card, Purpose.START)
        await press(ben, question(here), Purpose.READY)
        assert here.turn is not None
        assert "This game doesn't count for ratings." in here.card.content
