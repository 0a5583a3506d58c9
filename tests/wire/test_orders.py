"""What the operator orders beside the running bot: who is blocked reads one sentence, who leaves is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.talk.letter import ControlId, Purpose
from bot.talk.privacy import PrivacyAction
from tests.bot.postgres import Server, fresh_database
from tests.wire.bot import bot
from tests.wire.payloads import GUILD
from tests.wire.people import told
from tests.wire.wired import Wired, wired

pytestmark = pytest.mark.timeout(120)
USER = "My operator doesn't let you use me. `/privacy` still works."
SERVER = "My operator doesn't let this server use me. `/privacy` still works."


async def boneyard(here: Wired, database: str, *arguments: str) -> str:
    """Type a command beside the running bot, with its settings; what it prints."""
    async with bot(here.discord, here.folder, database, arguments=arguments) as process:
        assert await process.ended() == 0, process.text
        return "\n".join(process.lines)


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
async def test_a_user_who_is_blocked_reads_one_sentence_and_can_still_delete_everything(
    tmp_path: Path, request: pytest.FixtureRequest, engine: str
) -> None:
    server: Server | None = request.getfixturevalue("postgres") if engine == "postgres" else None
    database = fresh_database(server) if server else ""
    async with wired(tmp_path, database) as here:
        ana, ben, _ = here.members
        await here.table()
        await boneyard(here, database, "block", str(ana.id))
        for command in ("new", "hand", "games"):
            assert told(await (await ana.type(command)).answer()) == USER
        assert (await (await ana.suggestions("join", "table", "1")).answer())["choices"] == []
        assert USER not in told(await (await ben.type("hand")).answer())
        shown = await (await ana.type("privacy", what="delete")).answer()
        assert "Delete everything about you?" in told(shown)
        sure = await ana.press(shown, ControlId(Purpose.PRIVACY, 0, data=PrivacyAction.DELETE))
        assert told(await sure.answer()).startswith("Done: all else about you is deleted.")
        assert str(ana.id) in await boneyard(here, database, "block")
        await boneyard(here, database, "unblock", str(ana.id))
        await boneyard(here, database, "forget", str(ben.id))
        assert '"seats": []' in await boneyard(here, database, "export", str(ben.id))
        await boneyard(here, database, "block", str(GUILD))
        assert told(await (await ben.type("games")).answer()) == SERVER


async def test_the_bot_leaves_a_server_beside_itself(tmp_path: Path) -> None:
    async with wired(tmp_path) as here:
        assert f"The bot has left {GUILD}." in await boneyard(here, "", "leave", str(GUILD))
        await here.bot.wrote("removed from a server")
        async with bot(here.discord, tmp_path, arguments=["leave", "5"]) as process:
            assert await process.ended() == 1
            assert process.lines == ["The bot is not on a server with the id 5."]
