"""Time in Discord: the clock is chosen on the card, calls come when they are due, and the game goes on by itself."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord

from bot.talk.letter import ControlId, Purpose
from tests.end_to_end.house import House, controls, house
from tests.end_to_end.house import text_of as what
from tests.end_to_end.notices import ours, pings, press

MINUTE = 60


class VirtualClock:
    """The time of the simulated Discord."""

    def now(self) -> int:
        return int(discord.utils.utcnow().timestamp())


async def begin_draw(here: House, clock: str = "day", **how: Any) -> None:
    """Begin a game of Draw for two with this clock, at nine in the morning of its time zone."""
    ana, ben = here.members[:2]
    await ana.slash(here.channel, "new", game="draw", **how)
    await ana.slash(here.channel, "clock", hours="9-15", timezone="Asia/Tokyo")
    panel = (await press(ana, here.card, Purpose.OPTIONS)).response
    chosen = str(ControlId(Purpose.SET, 1, data=f"clock={clock}"))
    answer = await ana.select(panel, [chosen], custom_id=str(ControlId(Purpose.CHOOSE, 1, data="clock")))
    assert answer.acknowledged
    await press(ben, here.card, Purpose.JOIN)
    await press(ana, here.card, Purpose.START)


async def pass_time(here: House, seconds: int) -> None:
    """Let time pass in pieces: the bot beats every minute, and the simulation wants it to rest now and then."""
    while seconds > 0:
        await here.env.advance_time(min(seconds, 5 * MINUTE))
        seconds -= 5 * MINUTE


def newest(here: House) -> Any:
    return ours(here.place)[-1]


async def test_a_player_who_does_not_come_is_called_twice_more_and_then_played_for(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=True, clock=VirtualClock()) as here:
        await begin_draw(here)
        late = here.mover
        assert "· by <t:" in here.turn.content
        assert "· by <t:" in (await press(late, here.turn, Purpose.HAND)).response.content
        due = due_of(here)
        await pass_time(here, (due - VirtualClock().now()) // 2 - MINUTE)
        assert pings(here) == [late.id]
        await pass_time(here, 2 * MINUTE)
        assert pings(here) == [late.id, late.id]
        assert newest(here).content.startswith(f"**<@{late.id}>, still your turn** · by <t:")
        assert Purpose.HAND in [id.purpose for id in controls(newest(here))]
        await here.restart()
        await pass_time(here, due - VirtualClock().now() - 20 * MINUTE)
        assert newest(here).content.startswith(f"**<@{late.id}>, last call**")
        assert pings(here) == [late.id] * 3
        await pass_time(here, 20 * MINUTE + 1)
        assert due_of(here) > due
        assert here.mover.id == late.id
        await pass_time(here, due_of(here) - VirtualClock().now() + 1)
        assert pings(here)[3:] == [here.mover.id]
        assert here.mover.id != late.id
        assert " Time ran out." in here.turn.content


async def test_the_clock_of_a_table_and_the_wishes_of_a_person_are_told_in_words(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        ana, ben = here.members
        await ana.slash(here.channel, "new", game="draw")
        await press(ben, here.card, Purpose.JOIN)
        assert "⏱ Open" in here.card.content
        zones = await ana.autocomplete(here.channel, "clock", "timezone", "berlin")
        assert zones == [{"name": "Europe/Berlin", "value": "Europe/Berlin"}]
        told = await ana.slash(here.channel, "clock", preset="day", hours="9-21", timezone="Europe/Berlin")
        opens, closes = (int(datetime(2026, 1, 1, hour, tzinfo=UTC).timestamp()) for hour in (8, 20))
        assert f"from <t:{opens}:t> to <t:{closes}:t> your time" in told.response.content
        assert "⏱ Day clock" in here.card.content
        assert "Berlin" not in here.card.content
        assert "Only the host" in (await ben.slash(here.channel, "clock", preset="week", table=1)).response.content
        assert (
            "I know no time zone or city “Atlantis”"
            in (await ana.slash(here.channel, "clock", timezone="Atlantis")).response.content
        )
        wished = await ben.slash(here.channel, "settings", quiet="23-7", timezone="america/new york", reminders="last")
        assert "shortly before the end" in what(wished.response)
        assert "11:00 PM–7:00 AM\n" in what(wished.response)
        assert "**Your time zone**: America/New York" in what(wished.response)
        assert "Write hours like" in (await ben.slash(here.channel, "settings", quiet="late")).response.content


def due_of(here: House) -> int:
    """Return when the time of the turn ends that the newest message asks for."""
    return int(here.turn.content.partition("by <t:")[2].partition(":")[0])
