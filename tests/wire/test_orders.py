"""What the operator orders beside the running bot: who is blocked reads one sentence, who leaves is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.talk.letter import ControlId, Purpose
from bot.talk.privacy import PrivacyAction
from tests.bot.postgres import Server, fresh_database
from tests.wire.bot import bot
from tests.wire.payloads import GUILD
from tests.wire.people import text_of
from tests.wire.wired import Wired, connected_bot

pytestmark = pytest.mark.timeout(120)
USER = "My operator doesn't let you use me. `/privacy` still works."
SERVER = "My operator doesn't let this server use me. `/privacy` still works."


async def run_command(here: Wired, database: str, *arguments: str) -> str:
    """Type a command beside the running bot, with its settings; what it prints."""
    async with bot(here.discord, here.folder, database, arguments=arguments) as process:
        assert await process.wait_for_end() == 0, process.text
        return "\n".join(process.lines)


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
async def test_a_user_who_is_blocked_reads_one_sentence_and_can_still_delete_everything(
    tmp_path: Path, request: pytest.FixtureRequest, engine: str
) -> None:
    server: Server | None = request.getfixturevalue("postgres") if engine == "postgres" else None
    database = fresh_database(server) if server else ""
    async with connected_bot(tmp_path, database) as here:
        ana, ben, _ = here.members
        await here.table()
        await run_command(here, database, "block", str(ana.id))
        for command in ("new", "hand", "games"):
            assert text_of(await (await ana.type(command)).answer()) == USER
        assert (await (await ana.suggestions("join", "table", "1")).answer())["choices"] == []
        assert USER not in text_of(await (await ben.type("hand")).answer())
        shown = await (await ana.type("privacy", what="delete")).answer()
        assert "Delete everything about you?" in text_of(shown)
        sure = await ana.press(shown, ControlId(Purpose.PRIVACY, 0, data=PrivacyAction.DELETE))
        assert text_of(await sure.answer()).startswith("Done: all else about you is deleted.")
        assert str(ana.id) in await run_command(here, database, "block")
        await run_command(here, database, "unblock", str(ana.id))
        await run_command(here, database, "forget", str(ben.id))
        assert '"seats": []' in await run_command(here, database, "export", str(ben.id))
        await run_command(here, database, "block", str(GUILD))
        assert text_of(await (await ben.type("games")).answer()) == SERVER


async def test_the_bot_leaves_a_server_beside_itself(tmp_path: Path) -> None:
    async with connected_bot(tmp_path) as here:
        assert f"The bot has left {GUILD}." in await run_command(here, "", "leave", str(GUILD))
        await here.bot.wait_for_line("removed from a server")
        async with bot(here.discord, tmp_path, arguments=["leave", "5"]) as process:
            assert await process.wait_for_end() == 1
            assert process.lines == ["The bot is not on a server with the id 5."]
