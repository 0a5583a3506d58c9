"""Permissions that differ by channel: what is missing in one is named there and stops nothing elsewhere."""

from __future__ import annotations

import pytest

from bot.talk.letter import Purpose
from tests.wire.payloads import CHANNEL
from tests.wire.people import text_of
from tests.wire.wired import Wired

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(60)]

EDIT = f"<#{CHANNEL}> → Edit Channel → Permissions → "


async def test_a_permission_that_a_channel_lacks_is_named_by_new_and_setup(here: Wired) -> None:
    ana = here.members[0]
    await here.discord.deny(CHANNEL, attach_files=True)
    try:
        before = len(here.discord.channels[CHANNEL])
        refused = await (await ana.type("new", game="draw")).answer()
        assert f"{EDIT}Attach Files" in text_of(refused)
        assert len(here.discord.channels[CHANNEL]) == before
        assert f"✖ {EDIT}Attach Files" in text_of(await (await ana.type("setup")).answer())
    finally:
        await here.discord.deny(CHANNEL)
    assert "✖" not in text_of(await (await ana.type("setup")).answer())


async def test_a_move_is_answered_though_its_channel_takes_no_board(here: Wired) -> None:
    table = await here.table()
    assert table.turn is not None
    hand = await (await table.mover.do(table.turn, Purpose.HAND)).answer()
    await here.discord.deny(CHANNEL, send_messages=True, send_messages_in_threads=True)
    try:
        moved = await (await table.mover.do(hand, Purpose.ACT)).answer()
        assert text_of(moved)
        await here.discord.until(lambda: any(request.status == 403 for request in here.discord.requests))
    finally:
        await here.discord.deny(CHANNEL)
