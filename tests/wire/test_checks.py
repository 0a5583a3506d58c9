"""Check the deals with the real bot: a beacon was mixed in, and Discord shows the messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.talk.deal_check import ALL_FITS, GONE, WRONG_MESSAGE
from bot.talk.letter import Purpose
from tests.bot.beacon.houses import houses, in_time
from tests.wire.payloads import Payload
from tests.wire.people import controls, text_of
from tests.wire.test_beacon import relay_settings
from tests.wire.wired import Table, connected_bot

pytestmark = pytest.mark.timeout(120)


def message_with(table: Table, purpose: Purpose) -> Payload | None:
    """Return the newest message with such a control."""
    found = [each for each in table.messages if purpose in [id.purpose for id in controls(each)]]
    return found[-1] if found else None


async def test_a_game_that_ended_is_checked_with_its_beacon_and_its_messages(
    tmp_path: Path,
) -> None:
    async with houses(in_time) as (relay,), connected_bot(tmp_path, settings=relay_settings(relay)) as here:
        table, (ana, ben, *_) = await here.table(), here.members
        await (await ana.type("vote", channel=table.place, subject="finish")).answer()
        await here.discord.until(lambda: message_with(table, Purpose.VOTE) is not None)
        vote = message_with(table, Purpose.VOTE)
        assert vote is not None
        await (await ben.do(vote, Purpose.VOTE)).answer()
        await here.discord.until(lambda: message_with(table, Purpose.REMATCH) is not None)
        ended = message_with(table, Purpose.REMATCH)
        assert ended is not None
        said = text_of(await (await ana.do(ended, Purpose.DEALS)).answer())
        assert str(ALL_FITS) in said
        assert "Are my announcements still as I posted them? " in said  # the end's is noted a moment after it stands
        announced = next(m for m in table.messages if "🔒 Code of deal 1 · " in m["content"])
        assert not {"interaction_metadata", "webhook_id"} & announced.keys()
        announced["webhook_id"] = "7"
        said = text_of(await (await ana.do(ended, Purpose.DEALS)).answer())
        assert str(WRONG_MESSAGE) in said
        assert "The message “Deal 1” answers a command, so its text could have been added later." in said
        here.discord.delete(table.place, int(announced["id"]))
        said = text_of(await (await ana.do(ended, Purpose.DEALS)).answer())
        assert str(GONE) in said
        assert "Traceback" not in here.bot.text
