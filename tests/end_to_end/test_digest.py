"""The digest in Discord: asked for by a command, sent as a private message over a restart, ended by a press there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.talk.letter import Purpose
from tests.end_to_end.house import House, controls, house
from tests.end_to_end.house import text_of as what
from tests.end_to_end.notices import press
from tests.end_to_end.test_clock import MINUTE, VirtualClock, pass_time

HOUR = 60 * MINUTE
BERLIN, TOKYO = "Europe/Berlin", "Asia/Tokyo"  # one and nine in the morning when the simulated time begins


def direct(member: Any) -> list[Any]:
    """Return the private messages that a member got from the bot."""
    return [message for message in member.user.dm_channel.history() if message.author.bot]


async def change_settings(here: House, member: Any, **wishes: object) -> str:
    shown = await member.slash(here.channel, "settings", **wishes)
    assert shown.ephemeral
    return what(shown.response)


async def test_a_digest_comes_once_over_a_restart_leads_to_the_hand_and_ends_by_one_press(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=True, clock=VirtualClock()) as here:
        await here.open_table("draw", 2, {"match": "rounds", "rounds": "1"})
        mover = here.mover
        other = next(member for member in here.members if member is not mover)
        assert "I don't know your time zone" in await change_settings(here, mover, digest=10)
        assert "in your quiet hours" in await change_settings(here, mover, digest=23, timezone=BERLIN, quiet="22-8")
        for member in here.members:
            assert "**Daily digest**: at 10:00" in await change_settings(here, member, digest=10, timezone=TOKYO)
        await pass_time(here, HOUR - MINUTE)
        assert direct(mover) == []
        await here.restart()
        await pass_time(here, 2 * MINUTE)
        await here.restart()
        await pass_time(here, 2 * MINUTE)
        (digest,) = direct(mover)
        assert digest.content.startswith("1 game waits for you:\n**Draw Dominoes #1** · ")
        assert f"https://discord.com/channels/{here.channel.guild.id}/{here.place.id}" in digest.content
        assert direct(other) == []  # nothing waits there
        assert [id.purpose for id in controls(digest)] == [Purpose.NEXT, Purpose.SETTINGS]
        ended = await press(mover.user, digest, Purpose.SETTINGS)
        assert ended.acknowledged
        (digest,) = direct(mover)
        assert digest.content == "No digest comes any more. `/settings` brings it back."
        assert controls(digest) == []
        assert "**Daily digest**: off" in await change_settings(here, mover)


async def test_next_in_a_digest_shows_the_hand_there(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        await here.open_table("draw", 2, {})
        mover = here.mover
        await change_settings(here, mover, digest=10, timezone=TOKYO)
        await pass_time(here, HOUR + MINUTE)
        (digest,) = direct(mover)
        await press(mover.user, digest, Purpose.NEXT)
        (hand,) = direct(mover)
        assert hand.attachments
        await here.press_a_move(mover.user, hand)
        assert here.mover is not mover


async def test_closed_private_messages_are_no_fault_and_settings_tell_of_them(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        await here.open_table("draw", 2, {})
        mover = here.mover
        path = f"/channels/{mover.user.dm_channel.id}/messages"
        here.env.inject_error("POST", path, status=403, code=50007, message="Cannot send", times=None)
        await change_settings(here, mover, digest=10, timezone=TOKYO)
        await pass_time(here, HOUR + 10 * MINUTE)
        assert len([request for request in here.recorder.requests if request.path == path]) == 1
        assert "it rests, since your DMs are closed." in await change_settings(here, mover)
