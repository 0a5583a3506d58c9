"""A pass in Block, as people live through it: a real turn keeps its time, and who can only pass is passed for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.table.log.model import Table
from bot.talk.letter import Purpose
from tests.end_to_end.house import House, find_control, house
from tests.end_to_end.notices import ours, pings, press
from tests.end_to_end.test_clock import MINUTE, VirtualClock, due_of, pass_time

PATIENT = 1500
"""Moves within which a game of Block surely comes to the turn that is wanted."""


async def begin_games(here: House) -> None:
    """Begin games of Block for two with a Day's clock, from nine in the morning on."""
    ana, ben = here.members
    await ana.slash(here.channel, "new", game="draw", preset="block")
    await ana.slash(here.channel, "match", games=9)
    await ana.slash(here.channel, "clock", preset="day", hours="9-15", timezone="Asia/Tokyo")
    await press(ben, here.card, Purpose.JOIN)
    await press(ana, here.card, Purpose.START)


async def choices(here: House, table: Table) -> list[str]:
    """Return the moves of the member to move."""
    assert table.mover
    seen = await here.client.service.tables.observe(table.id, table.mover.user)
    return [choice.notation for choice in seen.observation.choices if choice.enabled]


async def after_a_pass(here: House, *, able: bool) -> tuple[Any, Table]:
    """Play until the player after a pass is `able` to play, or isn't; return that player and the table."""
    service = here.client.service
    for _ in range(PATIENT):
        table = await service.tables.table(1, here.channel.guild.id)
        possible = await choices(here, table)
        if possible[0] == "cannot":
            shown = await press(here.mover, here.turn, Purpose.HAND)
            await here.press_a_move(here.mover, shown.response)
            table = await service.tables.table(1, here.channel.guild.id)
            if " passes." in here.turn.content and (await choices(here, table))[0].startswith("play") == able:
                return here.mover, table
        else:
            assert table.mover
            await service.tables.act(table.id, table.mover.cause(), table.mover, None, possible[0])
        await here.client.reconciler.wait_idle()
        await here.env.advance_time(0)
    raise AssertionError("nobody passed")


async def test_who_can_play_after_a_pass_keeps_the_whole_turn_and_is_reminded(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        await begin_games(here)
        able, table = await after_a_pass(here, able=True)
        passed = next(member for member in here.members if member.id != able.id)
        assert f"<@{passed.id}> passes." in here.turn.content
        assert "If you have no move, I'll pass for you at <t:" in here.turn.content
        before, due, called = here.turn.id, due_of(here), len(pings(here))
        await pass_time(here, 20 * MINUTE)
        assert (here.turn.id, due_of(here)) == (before, due)
        await pass_time(here, (due - VirtualClock().now()) // 2 + MINUTE)
        assert set(pings(here)[called:]) == {able.id}
        assert (await here.client.service.tables.table(1, here.channel.guild.id)).position_seq == table.position_seq


@pytest.mark.parametrize("able", [True, False])
async def test_before_the_short_time_ends_nothing_tells_whether_a_seat_can_play(tmp_path: Path, able: bool) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        await begin_games(here)
        mover, table = await after_a_pass(here, able=able)
        timing, turn, said = table.timing, here.turn.id, here.turn.content
        assert timing.confirm_at is not None
        assert timing.turn is not None
        assert timing.turn.budget == timing.seats[table.to_act or 0].bank
        await pass_time(here, timing.confirm_at - VirtualClock().now() - 2)
        still = await here.client.service.tables.table(1, here.channel.guild.id)
        assert (still.seq, still.timing.turn, here.turn.content) == (table.seq, timing.turn, said)
        await pass_time(here, 5)
        now = await here.client.service.tables.table(1, here.channel.guild.id)
        told = "\n".join(message.content for message in here.messages if message.id >= turn)
        assert (f"<@{mover.id}> passes (2 of 2 passed)." in told) == (now.seq > table.seq) == (not able)


async def test_a_blocked_round_has_one_picture_that_says_so_and_another_has_its_board_too(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        await here.open_table("draw", 2, {"mode": "block", "match": "rounds", "rounds": "40", "verification": "auto"})
        shown = dict[bool, list[str]]()
        while len(shown) < 2:
            await here.play_to_next_round()
            over = next(message for message in reversed(ours(here.place)) if find_control(message, Purpose.COUNTED))
            blocked = "**Blocked! Nobody has a tile with " in over.content
            shown[blocked] = [file.filename for file in over.attachments]
            assert ("Blocked!" in (over.attachments[-1].description or "")) is blocked
        assert shown == {True: ["score.png"], False: ["board.png", "score.png"]}
