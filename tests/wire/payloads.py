"""What Discord's objects look like on the wire: complete, because discord.py and the bot read most of it."""

from __future__ import annotations

import copy
from datetime import UTC, datetime
from itertools import count
from typing import Any, cast

from tests.discord.requests import COMPONENTS_V2, walk

Payload = dict[str, Any]

APPLICATION, GUILD, CHANNEL = 700, 800, 900
"""Ids of the bot's application, of the one server it is on, and of a channel there."""
MOST = 50
"""Servers that there can be."""
ALLOWED = str(2**46 - 1 - 8)
"""All permissions but Administrator, for whom a channel could take none away."""
EPHEMERAL, LOADING = 64, 128
"""Flags of messages."""
ME: Payload = {"id": "700", "username": "Boneyard", "discriminator": "0000", "avatar": None, "bot": True, "flags": 0}
APP: Payload = {
    "id": str(APPLICATION),
    "name": "Boneyard",
    "icon": None,
    "description": "",
    "bot_public": True,
    "flags": 0,
    "bot_require_code_grant": False,
    "verify_key": "",
    "privacy_policy_url": "https://example.org/privacy",
    "terms_of_service_url": "https://example.org/terms",
    "owner": ME,
    "team": None,
    "integration_types_config": {"0": {}},
}
NOW = "2026-01-01T00:00:00.000000+00:00"
TEXT_CHANNEL: Payload = {
    "type": 0,
    "name": "games",
    "position": 0,
    "permission_overwrites": [],
    "parent_id": None,
    "topic": None,
    "nsfw": False,
    "rate_limit_per_user": 0,
    "last_message_id": None,
}


def guild_of(channel: int) -> int:
    """Return the server of a channel: the one there is, or one of several, each with a shard of its own."""
    return GUILD + (channel - CHANNEL << 22) if CHANNEL <= channel < CHANNEL + MOST else GUILD


def guild(channel: int = CHANNEL, denied: int = 0) -> Payload:
    """Return the server of a channel, with the bot as its member, who may not do there what is denied."""
    everyone = {
        "id": str(guild_of(channel)),
        "name": "@everyone",
        "color": 0,
        "hoist": False,
        "position": 0,
        "permissions": ALLOWED,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    return {
        "id": str(guild_of(channel)),
        "name": "Tables",
        "icon": None,
        "owner_id": "1",
        "unavailable": False,
        "large": False,
        "channels": [channel_of(channel, denied)],
        "roles": [everyone],
        "threads": [],
        "emojis": [],
        "members": [{"user": ME, "roles": [], "joined_at": NOW, "deaf": False, "mute": False, "flags": 0}],
        "member_count": 9,
        "joined_at": NOW,
        "features": [],
        "stickers": [],
        "preferred_locale": "en-US",
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "premium_tier": 0,
        "nsfw_level": 0,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "afk_timeout": 300,
        "afk_channel_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
    }


def channel_of(id: int, denied: int = 0) -> Payload:
    """Return a channel of the server, where everybody lacks some permissions."""
    server = str(guild_of(id))
    overwrites = [{"id": server, "type": 0, "allow": "0", "deny": str(denied)}] if denied else []
    return {**TEXT_CHANNEL, "id": str(id), "guild_id": server, "permission_overwrites": overwrites}


def thread(id: int, channel: str, name: str) -> Payload:
    """Return a thread that was just opened."""
    made = {"archived": False, "auto_archive_duration": 10080, "archive_timestamp": NOW, "locked": False}
    return {
        "id": str(id),
        "type": 11,
        "guild_id": str(guild_of(int(channel))),
        "parent_id": channel,
        "owner_id": ME["id"],
        "name": name,
        "thread_metadata": made,
        "message_count": 0,
        "member_count": 1,
        "rate_limit_per_user": 0,
        "last_message_id": None,
    }


def message(id: int, channel: int) -> Payload:
    """Return a message of the bot, still empty."""
    return {
        "id": str(id),
        "channel_id": str(channel),
        "type": 0,
        "author": ME,
        "timestamp": NOW,
        "content": "",
        "attachments": [],
        "embeds": [],
        "components": [],
        "flags": 0,
        "mentions": [],
        "mention_roles": [],
        "mention_everyone": False,
        "pinned": False,
        "tts": False,
        "edited_timestamp": None,
    }


def apply_edit(message: Payload, body: Payload, files: int) -> Payload:
    """Return a copy of a message after an edit; components get numbers, as Discord gives them."""
    message["flags"] = message["flags"] & ~LOADING | (body.get("flags") or 0)
    for name in ("content", "components"):
        if body.get(name) is not None:
            message[name] = copy.deepcopy(body[name])
    numbers = count(1)
    for part in walk(message["components"]):
        cast("Payload", part)["id"] = next(numbers)
    if message["flags"] & COMPONENTS_V2:
        message["content"], message["attachments"] = "", []
    elif files or "attachments" in body:
        names = [file.get("filename", "file") for file in body.get("attachments", ())]
        message["attachments"] = [
            {"id": str(n), "filename": name, "size": 1, "url": "http://cdn/", "proxy_url": "http://cdn/"}
            for n, name in enumerate(names)
        ]
    return message


def edit_message(message: Payload, body: Payload, files: int) -> Payload:
    """Return a message after an edit, which Discord notes."""
    message["edited_timestamp"] = datetime.now(UTC).isoformat()
    return apply_edit(message, body, files)
