"""Signs that no line of text can hold: cleaned out of names, refused with a sentence wherever they were typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.table.log.model import ANY
from bot.talk.letter import Purpose
from tests.end_to_end.house import find_control, house

SENTENCE = "I can't read one character there"


@pytest.mark.parametrize("sign", ["\0", "\x1b", "\n", "\ud83d"])
async def test_no_sign_gets_from_a_name_or_from_what_is_typed_into_a_database(
    address: str, tmp_path: Path, sign: str
) -> None:
    async with house(tmp_path, (f"An{sign}a", "Ben"), address=address) as here:
        ana, ben = here.members

        async def type_command(command: str, **options: Any) -> None:
            shown = await ana.slash(here.channel, command, **options)
            assert SENTENCE in shown.response.content, (command, options)

        await type_command("new", game="draw", preset=f"x{sign}")
        await ana.slash(here.channel, "new", game="draw")
        await ben.click(here.card, custom_id=str(find_control(here.card, Purpose.JOIN)))
        table = await here.client.service.tables.table(1, ANY)
        assert table.names == ("An a", "Ben")
        await type_command("option", name=f"target{sign}")
        await type_command("option", name="target", value=f"1{sign}0")
        await type_command("play", tile=f"6-2{sign}")
        await type_command("settings", timezone=f"Berlin{sign}")
        await type_command("clock", hours=f"8-{sign}23")
        assert (await here.client.service.tables.table(1, ANY)) == table
        await ana.click(here.card, custom_id=str(find_control(here.card, Purpose.START)))
        assert here.turn is not None
