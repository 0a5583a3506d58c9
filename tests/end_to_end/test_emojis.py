"""Emojis are given to Discord once, replaced when their picture changes, and used by the bot after its start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.discord.emojis import upload
from bot.discord.registration import INTERVAL
from engine.tiles import Tile
from renderers.emojis import emojis
from tests.end_to_end.house import House, house

FEW = {"6_": b"\x89PNG\r\n\x1a\nsix", "_2": b"\x89PNG\r\n\x1a\ntwo"}


async def run_upload(here: House, pictures: dict[str, bytes]) -> list[str]:
    """Upload pictures, and return what the upload says, line by line."""
    said: list[str] = []
    await upload(here.client, here.client.store, pictures, said.append)
    return said


def stored_emojis(here: House) -> dict[str, int]:
    found: Any = here.env.backend.application_emojis.values()
    return {emoji.name: emoji.id for emoji in found}


def written_tile(here: House) -> str:
    """Return how the running bot writes a tile."""
    return here.client.texts.emojis.tile(Tile(6, 2))


async def test_a_second_upload_does_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        assert await run_upload(here, FEW) == [
            "1 of 2: 6_ uploaded",
            "2 of 2: _2 uploaded",
            "2 of 2 emojis were uploaded; the others were there already.",
        ]
        before = stored_emojis(here)
        assert await run_upload(here, FEW) == ["0 of 2 emojis were uploaded; the others were there already."]
        assert stored_emojis(here) == before


async def test_only_a_changed_picture_is_replaced(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await run_upload(here, FEW)
        before = stored_emojis(here)
        changed = {**FEW, "_2": b"\x89PNG\r\n\x1a\nTWO"}
        assert (await run_upload(here, changed))[0] == "2 of 2: _2 replaced"
        after = stored_emojis(here)
        assert (after["6_"], set(after)) == (before["6_"], set(before))
        assert after["_2"] != before["_2"]
        assert len(await run_upload(here, changed)) == 1


async def test_an_upload_that_was_interrupted_goes_on(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await run_upload(here, {"6_": FEW["6_"]})
        await here.client.store.remember("emojis", "{}")
        assert (await run_upload(here, FEW))[0] == "2 of 2: _2 uploaded"


async def test_the_bot_uses_emojis_after_its_start(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await run_upload(here, dict(emojis()))
        assert len(stored_emojis(here)) == 47
        await here.restart()
        await here.open_table("draw", 2, {"match": "rounds", "rounds": "1"})
        await here.play_by_buttons(5)
        told = [message.content for message in here.messages]
        known = [f"<:{name}:{id}>" for name, id in stored_emojis(here).items()]
        assert sum(text.count(emoji) for text in told for emoji in known) >= 6  # three tiles at least
        assert all(len(text) <= 2000 for text in told)
        described = [attachment.description for message in here.messages for attachment in message.attachments]
        assert described
        assert not [text for text in described if "<:" in text]


async def test_a_running_bot_learns_which_emojis_were_uploaded_and_deleted(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        assert written_tile(here) == "6-2"
        for pictures in (FEW, {}):
            here.env.backend.application_emojis.clear()
            await run_upload(here, pictures)
            await here.env.advance_time(INTERVAL)
            assert written_tile(here) == (
                "".join(f"<:{name}:{id}>" for name, id in stored_emojis(here).items()) or "6-2"
            )
