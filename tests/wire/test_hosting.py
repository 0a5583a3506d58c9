"""What a supervisor is told by the real process: health over HTTP, and systemd's messages by its socket."""

from __future__ import annotations

import asyncio
import resource
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.hosting.health import ask_health
from bot.settings import EXIT_REFUSED
from tests.wire.bot import bot
from tests.wire.loopback import loopback
from tests.wire.people import text_of
from tests.wire.wired import connected_bot

pytestmark = pytest.mark.timeout(120)

HOST = "127.0.0.1"


def free_port() -> int:
    with closing(socket.create_server((HOST, 0))) as server:
        return int(server.getsockname()[1])


async def wait_for_health(port: int, *said: str) -> None:
    """Ask until the bot says just this: it hears of what we do a moment later."""
    async with asyncio.timeout(60):
        while True:  # each question goes to the bot and back
            if (await asyncio.to_thread(ask_health, HOST, port))[1].splitlines() == list(said):
                return


async def test_health_tells_of_the_database_and_of_a_bot_that_is_gone(tmp_path: Path) -> None:
    port = free_port()
    async with connected_bot(tmp_path, settings={"HEALTH_PORT": str(port)}) as here:
        await wait_for_health(port, "well")
        pid = here.bot.process.pid
        usual = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, usual[1]))  # every write of a file fails from now on
        await wait_for_health(port, "The database takes no writes.")
        assert not (await asyncio.to_thread(ask_health, HOST, port))[0]
        resource.prlimit(pid, resource.RLIMIT_FSIZE, usual)
        await wait_for_health(port, "well")
        here.bot.signal()
        await here.bot.wait_for_end()
    well, said = await asyncio.to_thread(ask_health, HOST, port)
    assert not well
    assert said.startswith("No bot answers at ")


async def test_a_wrong_clock_is_reported_at_the_start_and_by_the_health(tmp_path: Path) -> None:
    port = free_port()
    async with loopback() as discord:
        discord.clock_ahead = -300
        async with bot(discord, tmp_path, settings={"HEALTH_PORT": str(port)}) as process:
            await process.wait_for_line("the clock is wrong")
            _, said = await asyncio.to_thread(ask_health, HOST, port)
            assert "s ahead of Discord's, so records of its games are refused" in said


async def test_the_help_shows_the_contact_and_the_pages_that_discord_knows_of(tmp_path: Path) -> None:
    async with connected_bot(tmp_path, settings={"CONTACT": "ana@example.org"}) as here:
        said = text_of(await (await here.members[0].type("help")).answer())
    assert said.endswith(
        "-# Operator: ana@example.org · [Privacy](https://example.org/privacy) · [Terms](https://example.org/terms)"
    )


@pytest.mark.parametrize(
    ("host", "reason"),
    [(HOST, "address already in use"), pytest.param("192.0.2.1", "cannot assign", marks=pytest.mark.long)],
)
async def test_a_port_that_cannot_be_had_is_one_sentence(tmp_path: Path, host: str, reason: str) -> None:
    async with loopback() as discord:
        with closing(socket.create_server((HOST, 0))) as other:
            port = str(other.getsockname()[1])
            async with bot(discord, tmp_path, settings={"HEALTH_HOST": host, "HEALTH_PORT": port}) as process:
                assert await process.wait_for_end() == 1
                (line,) = process.lines
    assert line.startswith(f"HEALTH_HOST and HEALTH_PORT cannot be {host} and {port}: ")
    assert reason in line


async def test_a_host_of_the_port_that_does_not_exist_is_refused_for_good(tmp_path: Path) -> None:
    settings = {"HEALTH_HOST": "no.such.host.invalid", "HEALTH_PORT": str(free_port())}
    async with loopback() as discord, bot(discord, tmp_path, settings=settings) as process:
        assert await process.wait_for_end() == EXIT_REFUSED
        (line,) = process.lines
    assert line.startswith("HEALTH_HOST and HEALTH_PORT cannot be no.such.host.invalid and ")


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[socket.socket]:
    """Open the socket where systemd would listen."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        yield listening


async def read_notice(listener: socket.socket) -> str:
    async with asyncio.timeout(60):
        return (await asyncio.get_running_loop().sock_recv(listener, 100)).decode()


async def test_systemd_is_notified_of_ready_alive_and_stopping(tmp_path: Path, listener: socket.socket) -> None:
    told = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "300000"}
    async with connected_bot(tmp_path, settings=told) as here:
        messages = [await read_notice(listener)]
        while messages.count("WATCHDOG=1") < 3 or "READY=1" not in messages:
            messages.append(await read_notice(listener))
        assert messages.count("READY=1") == 1
        here.bot.signal()
        while messages[-1] != "STOPPING=1":
            messages.append(await read_notice(listener))
        assert set(messages) == {"READY=1", "WATCHDOG=1", "STOPPING=1"}
        assert await here.bot.wait_for_end() == 0
