"""What the bot must be allowed to do where a table is opened, and how to say what is missing."""

from __future__ import annotations

from typing import Any

import discord

from bot.refusals import Refusal
from engine.words import Message, listed, msg

NEEDED: dict[str, Message] = {
    "view_channel": msg("View Channel"),
    "send_messages": msg("Send Messages"),
    "attach_files": msg("Attach Files"),
    "read_message_history": msg("Read Message History"),
}
"""Permissions by discord.py's name, and as Discord's settings show them. The invite link asks for exactly these."""


def invite_permissions() -> discord.Permissions:
    """What the invite link asks for."""
    return discord.Permissions(**dict.fromkeys(NEEDED, True))


def need_permissions(interaction: discord.Interaction[Any]) -> None:
    """Refuse to promise a board that could not be posted; says what is missing and where to change it."""
    allowed = interaction.app_permissions
    missing = [shown for name, shown in NEEDED.items() if not getattr(allowed, name)]
    if missing:
        raise Refusal(
            msg(
                "I cannot play in this channel yet. I miss: {missing}. Somebody who manages the server can allow it "
                "under Edit Channel → Permissions.",
                missing=listed(missing),
            )
        )
