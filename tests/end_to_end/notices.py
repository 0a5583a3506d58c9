"""What tests ask about messages: which are ours, whom they called, what was tried."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.talk.letter import Purpose
from tests.discord.requests import Request
from tests.end_to_end.house import House, find_control


def ours(place: Any) -> Sequence[Any]:
    """Return the bot's messages in a channel or thread, without Discord's own lines."""
    return [m for m in place.history() if m.author.bot and m.type is discord.MessageType.default]


def posts_of(here: House) -> list[Request]:
    """Return the requests to post a message in a channel or thread, successful or refused."""
    return [r for r in here.recorder.requests if r.method == "POST" and r.path.endswith("/messages")]


def pings(here: House) -> list[int]:
    """Whom messages called, one entry for each message that arrived."""
    arrived = [r for r in posts_of(here) if r.status < 400]
    return [int(user) for r in arrived for user in r.body["allowed_mentions"].get("users", ())]


async def press(member: Any, message: Any, purpose: Purpose) -> Any:
    """Press the first control of a kind."""
    result = await member.click(message, custom_id=str(find_control(message, purpose)))
    assert result.acknowledged
    return result
