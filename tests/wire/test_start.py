"""A start that fails says why in one sentence, and tries again where it may pass."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot import VERSION
from bot.settings import EXIT_REFUSED
from bot.store import Store
from tests.wire.bot import Bot, bot
from tests.wire.faults import FOREVER, Failing, cloudflare, refuse, reset
from tests.wire.launch import ABSENT, API
from tests.wire.loopback import Loopback, loopback
from tests.wire.payloads import APPLICATION
from tests.wire.people import Member

pytestmark = pytest.mark.timeout(240)

LOGIN, COMMANDS, EMOJIS = "/users/@me", "/applications/700/commands", "/applications/700/emojis"
WAITS = "not on Discord yet, trying again"


def sentences(process: Bot) -> list[str]:
    """Return what it wrote, without the library's own lines and what went well; a traceback has many."""
    return [line for line in process.lines if "[discord." not in line and "[info " not in line]


async def wait_until_connected(discord: Loopback) -> None:
    await asyncio.wait_for(discord.ready.wait(), 150)  # where seven start at once, on a machine that has other work


# -- what may pass -----------------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_what_may_pass_is_said_once_and_tried_again(tmp_path: Path) -> None:
    async def check_case(case: int, path: str, failure: Failing, said: str, times: int = 1) -> None:
        folder = tmp_path / str(case)
        folder.mkdir()
        async with loopback() as discord:
            discord.fail("GET", path, failure, times)
            async with bot(discord, folder) as process:
                await wait_until_connected(discord)
                (line,) = sentences(process)
                assert WAITS in line
                assert said in line

    await asyncio.gather(
        check_case(1, LOGIN, refuse(503), "Discord answers 503 (code 0)."),
        check_case(
            2, LOGIN, reset, "Discord cannot be reached: is there a network?", 2
        ),  # aiohttp asks twice by itself
        check_case(3, LOGIN, cloudflare, "Discord answers 429 (code 0)."),
        check_case(4, "/gateway/bot", refuse(503), "Discord answers 503 (code 0)."),
        check_case(5, "/gateway", refuse(503), "Discord's gateway answers 503."),
        check_case(6, "/gateway", reset, "Discord cannot be reached: is there a network?", 2),
        check_case(
            8, LOGIN, refuse(403), "Discord answers 403 (code 0)."
        ),  # Cloudflare shuts an address out for an hour
        check_case(
            7, LOGIN, refuse(500), "Discord answers 500 (code 0).", 5
        ),  # and discord.py five times, in half a minute
    )


@pytest.mark.long
async def test_without_a_network_it_waits_longer_each_time_and_can_be_ended(tmp_path: Path) -> None:
    async def check_case(name: str, api: str, said: str) -> None:
        folder = tmp_path / name
        folder.mkdir()
        quick = {API: api, "RES_OPTIONS": "timeout:1 attempts:1"}
        async with loopback() as discord, bot(discord, folder, settings=quick) as process:
            await process.wait_for_line(WAITS, 2)
            process.signal()
            assert await process.wait_for_end() == 0
            first, second, *_ = sentences(process)
            assert said in first
            assert said in second
            assert "seconds=2.0" in first
            assert "seconds=4.0" in second

    await asyncio.gather(
        check_case("port", "http://127.0.0.1:1/api/v10", "Discord cannot be reached: is there a network?"),
        check_case(
            "name", "http://discord.invalid/api/v10", "Discord's name cannot be looked up: is there a network, and"
        ),
    )


async def test_discord_that_goes_away_later_is_a_warning_and_no_fault(tmp_path: Path) -> None:
    async with loopback() as discord, bot(discord, tmp_path) as process:
        await wait_until_connected(discord)
        away = discord.fail("GET", "/gateway", reset, FOREVER)
        await discord.disconnect()
        await process.wait_for_line("not on Discord, trying again")
        away.times = 0
        assert not [line for line in process.lines if "[error" in line]
        (line, *_) = sentences(process)
        assert "[warning" in line
        assert "Discord cannot be reached: is there a network?" in line
        assert "places=" not in process.text


async def test_the_log_says_ready_with_version_servers_and_the_link_that_invites(
    tmp_path: Path,
) -> None:
    async with loopback() as discord, bot(discord, tmp_path) as process:
        await process.wait_for_line("ready ")
        (line,) = [line for line in process.lines if "ready " in line]
    assert f"version={VERSION}" in line
    assert "servers=1" in line
    assert f"client_id={APPLICATION}&scope=bot+applications.commands&permissions=" in line


async def test_a_bot_whose_commands_are_not_taken_plays_on(tmp_path: Path) -> None:
    async with loopback() as discord:
        discord.forbid("PUT", COMMANDS, 403, 50001)
        async with bot(discord, tmp_path) as process:
            await wait_until_connected(discord)
            assert await (await Member(discord, 1001, "Ana").type("help")).answer()
            (line,) = sentences(process)
            assert "commands not registered" in line
            assert "Discord answers 403 (code 50001)." in line


async def test_commands_are_asked_for_at_each_start_and_replaced_only_if_they_differ(tmp_path: Path) -> None:
    async with loopback() as discord:

        async def count_replacements() -> int:
            before = len(discord.requests_to("PUT", COMMANDS))
            async with bot(discord, tmp_path):
                await wait_until_connected(discord)
                ana = Member(discord, 1001, "Ana")
                ids = {command["name"]: command["id"] for command in discord.commands}
                assert f"</new:{ids['new']}>" in json.dumps(await (await ana.type("help")).answer())
            return len(discord.requests_to("PUT", COMMANDS)) - before

        assert await count_replacements() == 1
        assert await count_replacements() == 0
        discord.commands.clear()
        assert await count_replacements() == 1
        discord.commands[3]["description"] = "Another bot's"
        assert await count_replacements() == 1
        del discord.commands[5]["options"]
        discord.commands.pop()
        assert await count_replacements() == 1
        assert await count_replacements() == 0


@pytest.mark.long
async def test_emojis_that_discord_does_not_tell_hold_no_start_up(tmp_path: Path) -> None:
    async with loopback() as discord:
        discord.fail("GET", EMOJIS, refuse(500), FOREVER)
        async with bot(discord, tmp_path) as process:
            await wait_until_connected(discord)
            assert len(discord.requests_to("GET", EMOJIS)) < 5, "the library has not given up yet"
            assert process.process.returncode is None


# -- what does not pass ------------------------------------------------------------------------------------------------


async def test_a_token_that_is_not_accepted_is_one_sentence(tmp_path: Path) -> None:
    async with loopback() as discord:
        discord.forbid("GET", LOGIN, 401)
        async with bot(discord, tmp_path) as process:
            assert await process.wait_for_end() == EXIT_REFUSED
            assert sentences(process) == ["Discord does not accept the token: check DISCORD_TOKEN in the settings."]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (4004, "Discord does not accept the token: check DISCORD_TOKEN in the settings."),
        pytest.param(
            4014,
            "Discord refuses this bot's intents. It should ask for no privileged ones: was the program changed?",
            marks=pytest.mark.long,
        ),
        pytest.param(4013, "Discord ended the connection for good (code 4013).", marks=pytest.mark.long),
    ],
)
async def test_a_connection_that_is_ended_for_good_is_one_sentence(tmp_path: Path, code: int, said: str) -> None:
    async with loopback() as discord:
        discord.turns_away = code
        async with bot(discord, tmp_path) as process:
            assert await process.wait_for_end() == EXIT_REFUSED
            assert sentences(process) == [said]


@pytest.mark.long
async def test_a_login_that_is_forbidden_is_one_sentence(tmp_path: Path) -> None:
    async with loopback() as discord:
        discord.forbid("GET", LOGIN, 403, 40001)
        async with bot(discord, tmp_path) as process:
            assert await process.wait_for_end() == EXIT_REFUSED
            assert sentences(process) == ["Discord answers 403 (code 40001)."]


# -- the database ------------------------------------------------------------------------------------------------------


async def start_refused(
    folder: Path, database: str = "", *, code: int = 1, before: tuple[str, ...] = (), absent: str = ""
) -> list[str]:
    """Return what a bot writes that does not start; `code` is 78 if no later start can succeed by itself."""
    async with loopback() as discord:
        settings = {ABSENT: absent} if absent else {}
        async with bot(discord, folder, database, before=before, settings=settings) as process:
            assert await process.wait_for_end() == code
            return process.lines


async def create_database(folder: Path) -> Path:
    file = folder / "boneyard.db"
    await (await Store.open(f"sqlite:///{file}")).close()
    return file


async def test_without_psycopg_it_says_what_to_install(tmp_path: Path) -> None:
    said = await start_refused(tmp_path, "postgresql://nobody@/nowhere", code=78, absent="psycopg")
    assert said == ["PostgreSQL needs psycopg: run .venv/bin/pip install -r requirements-postgres.txt."]


@pytest.mark.long
async def test_a_lock_file_of_another_user_is_named(tmp_path: Path) -> None:
    lock = tmp_path / "boneyard.db.lock"
    lock.touch(0o400)
    if os.geteuid() == 0:
        os.chown(lock, 65534, 65534)
    powers = "-dac_override,-dac_read_search,-fowner"
    as_anybody = ("setpriv", f"--bounding-set={powers}", "--") if os.geteuid() == 0 else ()
    said = await start_refused(tmp_path, code=78, before=as_anybody)
    assert said == [f"The lock file {lock} cannot be opened: Permission denied."]


async def start_on_small_disk(folder: Path, then: str, *, code: int = 1) -> list[str]:
    """Return what a bot writes whose database lies on a disk of its own, to which something happens first."""
    if await (await asyncio.create_subprocess_shell("unshare --map-root-user --mount true")).wait():
        pytest.skip("NO FILE SYSTEM OF OUR OWN HERE: a start on a full or read-only disk is NOT tested")
    file = await create_database(folder)
    disk = folder / "disk"
    disk.mkdir()
    begin = f'mount -t tmpfs -o size=2m none "$0" && cp "$1" "$0/"; {then}; shift; exec "$@"'
    on_it = ("unshare", "--map-root-user", "--mount", "sh", "-c", begin, str(disk), str(file))
    return await start_refused(folder, f"sqlite:///{disk / file.name}", code=code, before=on_it)


async def test_a_full_disk_is_not_taken_for_a_damaged_database(tmp_path: Path) -> None:
    said = await start_on_small_disk(tmp_path, 'cat /dev/zero >"$0/rest" 2>/dev/null')
    assert said == ["The disk of the database is full: make space, then start again. Nothing is lost."]


@pytest.mark.long
async def test_a_disk_that_cannot_be_written_is_not_taken_for_a_damaged_database(tmp_path: Path) -> None:
    said = await start_on_small_disk(tmp_path, 'mount -o remount,ro "$0"', code=78)
    file = tmp_path / "disk" / "boneyard.db"
    assert said == [f"The database file {file} cannot be opened: Read-only file system."]


@pytest.mark.long
async def test_a_database_in_use_is_not_taken_for_a_damaged_one(tmp_path: Path) -> None:
    with closing(sqlite3.connect(await create_database(tmp_path), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        said = await start_refused(tmp_path)
    assert said == ["Another program is using the database: end it, then start again. Nothing is lost."]


@pytest.mark.parametrize("place", [0, pytest.param(4096, marks=pytest.mark.long)])
async def test_a_damaged_database_is_said_to_be_damaged(tmp_path: Path, place: int) -> None:
    file = await create_database(tmp_path)
    for side in ("-wal", "-shm"):
        shutil.rmtree(f"{file}{side}", ignore_errors=True)
    with file.open("r+b") as opened:
        opened.seek(place)
        opened.write(b"\xff" * (file.stat().st_size - place))
    assert await start_refused(tmp_path, code=78) == ["The database is damaged: restore a backup."]


@pytest.mark.parametrize("address", ["mysql://u@h/d", "boneyard.db", "sqlite:////nowhere/at/all/boneyard.db"])
async def test_an_address_that_no_later_start_can_use_ends_the_bot_for_good(tmp_path: Path, address: str) -> None:
    (said,) = await start_refused(tmp_path, address, code=78)
    assert said.startswith("DATABASE_URL ")
    assert not (tmp_path / "boneyard.db").exists()
