"""The check-up: it says of everything the bot needs whether it works, and leaves nothing behind."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from renderers.emojis import emojis
from tests.wire.bot import Bot, bot
from tests.wire.faults import refuse
from tests.wire.launch import PRESSING
from tests.wire.limits import Limits
from tests.wire.loopback import Loopback, loopback
from tests.wire.payloads import CHANNEL, GUILD
from tests.wire.people import Member

pytestmark = pytest.mark.timeout(120)

POSTS = rf"/channels/{CHANNEL}/messages"
ALL = (
    "identity", "installation", "clock", "commands", "emojis", "gateway", "permissions", "post", "read", "picture",
    "edit text", "edit buttons", "thread", "rate limits", "button", "delete",
)  # fmt: skip


async def press_soon(discord: Loopback) -> None:
    """Press the button once it stands."""
    there = discord.channels[CHANNEL]
    await discord.until(lambda: any("Press me" in str(message["components"]) for message in there.values()))
    message = next(iter(there.values()))
    await Member(discord, 1001, "Operator").press(message, "doctor")


async def run_doctor(
    discord: Loopback,
    folder: Path,
    *,
    pressed: bool = True,
    channel: int = CHANNEL,
    settings: Mapping[str, str] | None = None,
) -> Mapping[str, str]:
    """Return the line of each check."""
    async with bot(discord, folder, arguments=("doctor", str(channel)), settings=settings) as process:
        pressing = asyncio.create_task(press_soon(discord)) if pressed else None
        code = await process.wait_for_end()
        if pressing:
            pressing.cancel()
        lines = _lines(process)
        assert code == any(line.startswith("✗") for line in lines.values())
        return lines


def _lines(process: Bot) -> Mapping[str, str]:
    found = [line for line in process.lines if line[:2] in ("✓ ", "✗ ", "– ")]
    return {next(name for name in ALL if line[2:].startswith(name)): line for line in found}


def give_emojis(discord: Loopback) -> None:
    discord.emojis = [{"id": str(n), "name": name, "animated": False} for n, name in enumerate(emojis(), 1)]


async def test_all_is_well_and_nothing_is_left(tmp_path: Path) -> None:
    async with loopback() as discord:
        discord.limits = Limits()
        give_emojis(discord)
        async with bot(discord, tmp_path):
            await discord.ready.wait()
            await discord.until(lambda: bool(discord.commands))
        discord.ready.clear()
        lines = await run_doctor(discord, tmp_path)
        assert tuple(lines) == ALL
        assert [line for line in lines.values() if not line.startswith("✓")] == []
        assert not discord.channels[CHANNEL]
        assert not discord.threads


@pytest.mark.parametrize(
    ("check", "method", "path", "code", "advice"),
    [
        ("post", "POST", POSTS, 50013, "Allow it under Edit Channel"),
        ("post", "POST", POSTS, 200000, "exempt the bot there"),
        ("thread", "POST", rf"{POSTS}/\d+/threads", 50013, "Allow it under Edit Channel"),
        ("edit text", "PATCH", rf"{POSTS}/\d+", 50001, "Allow it under Edit Channel"),
        ("emojis", "GET", r"/applications/\d+/emojis", 50001, "403"),
        ("commands", "GET", r"/applications/\d+/commands", 50001, "403"),
    ],
)
async def test_what_discord_refuses_is_named_with_what_to_do(
    tmp_path: Path, check: str, method: str, path: str, code: int, advice: str
) -> None:
    async with loopback() as discord:
        discord.fail(method, path, refuse(403, code), 100)
        lines = await run_doctor(discord, tmp_path)
        assert lines[check].startswith("✗")
        assert advice in lines[check]
        assert not discord.channels[CHANNEL]


async def test_a_token_that_is_not_accepted_ends_the_check_up(tmp_path: Path) -> None:
    async with loopback() as discord:
        discord.forbid("GET", "/users/@me", 401)
        lines = await run_doctor(discord, tmp_path, pressed=False)
        assert list(lines.values()) == [
            "✗ identity     Discord does not accept the token: check DISCORD_TOKEN in the settings."
        ]


async def test_missing_commands_and_emojis_are_reported_with_the_remedy(tmp_path: Path) -> None:
    async with loopback() as discord:
        lines = await run_doctor(discord, tmp_path)
        assert "start the bot, which replaces them" in lines["commands"]
        assert "run `boneyard emojis`" in lines["emojis"]


async def test_a_clock_that_is_more_than_two_minutes_off_is_reported_with_the_remedy(tmp_path: Path) -> None:
    async with loopback() as discord:
        discord.clock_ahead = 200
        lines = await run_doctor(discord, tmp_path, pressed=False, settings={PRESSING: "0.2"})
        assert lines["clock"].startswith("✗ clock        This computer's clock is ")
        assert " s behind Discord's" in lines["clock"]
        assert "timedatectl set-ntp true" in lines["clock"]


async def test_permissions_that_the_channel_lacks_are_named(tmp_path: Path) -> None:
    async with loopback() as discord:
        await discord.deny(CHANNEL, attach_files=True, create_public_threads=True)
        lines = await run_doctor(discord, tmp_path, pressed=False)
        assert "Create Public Threads" in lines["permissions"]
        assert "Attach Files" in lines["permissions"]
        assert lines["post"] == "✗ post         Discord answers 403 (code 50013). " + (
            "Allow it under Edit Channel → Permissions; is the bot timed out?"
        )


async def test_a_button_that_nobody_presses_is_no_fault(tmp_path: Path) -> None:
    async with loopback() as discord:
        lines = await run_doctor(discord, tmp_path, pressed=False, settings={PRESSING: "0.2"})
        assert lines["button"] == "– button       not tried: nobody pressed it"


async def test_a_missing_channel_is_reported_with_the_invite(tmp_path: Path) -> None:
    async with loopback() as discord:
        lines = await run_doctor(discord, tmp_path, pressed=False, channel=GUILD + 7)
        assert "look at the id, or invite it: https://" in lines["permissions"]
        assert lines["post"].startswith("✗")
        assert lines["button"].startswith("– button       not tried")
        assert lines["read"].startswith("– read         not tried: nothing was posted")
