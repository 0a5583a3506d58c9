"""Check the deals, as players press it under a result: what stands in the channel is looked at, and told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.table.record.record import Record
from bot.talk.deal_check import IF_DELETED, NO_BEACON, REFUSED_RECORD, WRONG_MESSAGE
from bot.talk.letter import Purpose
from tests.end_to_end.house import House, find_control, house, text_of
from tests.end_to_end.notices import ours, press
from tests.end_to_end.test_clock import VirtualClock

ROUND = {"match": "rounds", "hand_size": "2"}


@asynccontextmanager
async def over(folder: Path) -> AsyncIterator[House]:
    """Play a game of one round to its end."""
    async with house(folder, ("Ana", "Ben"), clock=VirtualClock()) as here:
        await here.open_table("draw", 2, ROUND)
        await here.play_to_end()
        yield here


async def press_check(here: House) -> str:
    """Press the button under the newest result, and return the answer."""
    result = [message for message in ours(here.place) if find_control(message, Purpose.DEALS)][-1]
    return text_of((await press(here.members[0], result, Purpose.DEALS)).response)


async def each_deal(here: House) -> str:
    """Press the button, then the one for each deal, and return the answer."""
    result = [message for message in ours(here.place) if find_control(message, Purpose.DEALS)][-1]
    first = (await press(here.members[0], result, Purpose.DEALS)).response
    return text_of((await press(here.members[0], first, Purpose.DEALS)).response)


def announcement(here: House) -> Any:
    return next(message for message in ours(here.place) if "🔒 Code of deal 1 · " in message.content)


async def test_a_deleted_announcement_is_said_to_be_deleted(tmp_path: Path) -> None:
    async with over(tmp_path) as here:
        before = await press_check(here)
        assert "Are my announcements still as I posted them? " in before
        here.env.backend.delete_message(here.place.id, announcement(here).id)
        said = await press_check(here)
        assert (before.count("🗑️"), said.count("🗑️"), said.count("❌")) == (0, 1, 0)
        assert str(IF_DELETED) in said


async def test_an_edited_announcement_is_said_to_be_edited(tmp_path: Path) -> None:
    async with over(tmp_path) as here:
        posted = announcement(here)
        here.env.backend.messages[here.place.id][posted.id].edited_timestamp = "2030-01-01T00:00:00+00:00"
        said = await press_check(here)
        assert str(WRONG_MESSAGE) in said
        assert "The message “Deal 1” was edited." in said


async def test_an_announcement_that_shows_another_head_is_said_to(tmp_path: Path) -> None:
    async with over(tmp_path) as here:
        posted = announcement(here)
        here.env.backend.messages[here.place.id][posted.id].content = "🔒 Code of deal 1 · `AAAAAAAAAAAAAAAAAAAAAA`"
        assert "The code in “Deal 1” differs from the one in my record." in await press_check(here)


async def test_a_message_of_another_author_is_not_trusted(tmp_path: Path) -> None:
    async with over(tmp_path) as here:
        posted = announcement(here)
        here.env.backend.messages[here.place.id][posted.id].author_id = here.members[1].id
        assert "The message “Deal 1” isn't mine." in await press_check(here)


async def test_an_announcement_that_answers_a_command_is_not_trusted(tmp_path: Path) -> None:
    """Discord gives an answer its id at once, and takes its text up to a quarter of an hour later."""
    async with over(tmp_path) as here:
        kept, by = here.env.backend.messages[here.place.id][announcement(here).id], here.members[0].id
        assert (kept.interaction_metadata, kept.webhook_id) == (None, None)
        user = {"id": str(by), "username": "ana", "discriminator": "0", "avatar": None}
        kept.interaction_metadata = {"id": "7", "type": 2, "user": user, "authorizing_integration_owners": {}}
        assert "The message “Deal 1” answers a command, so its text could have been added later" in await press_check(
            here
        )


async def test_a_table_without_the_beacon_says_what_its_deals_are_worth(tmp_path: Path) -> None:
    async with over(tmp_path) as here:
        assert str(NO_BEACON) in await press_check(here)


async def test_a_running_game_without_the_beacon_says_at_once_that_its_deals_cannot_be_proved(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        await here.open_table("draw", 2, ROUND)
        assert str(NO_BEACON) in await press_check(here)
        assert "my secret number `" not in await each_deal(here)
        assert "I shuffle alone at this table, so nobody can prove that" in text_of(here.card)


@pytest.mark.parametrize("lost", ["steps", "seeds"])
async def test_a_record_that_was_tampered_with_is_refused_plainly(
    lost: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Record.to_json

    def cut(record: Record) -> bytes:
        return honest(msgspec.structs.replace(record, **{lost: CUT[lost](record)}))

    async with over(tmp_path) as here:
        monkeypatch.setattr(Record, "to_json", cut)
        said = await press_check(here)
        assert str(REFUSED_RECORD) in said
        assert "✅" not in said


CUT: dict[str, Any] = {
    "steps": lambda record: record.steps[:-3],
    "seeds": lambda record: tuple("0" * 64 for _ in record.seeds),
}
