"""The kinds of installation: by servers, and by users who take the bot along.

The operator switches both on in Discord's developer portal. While users can't install the bot, Discord refuses commands
for users.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import discord

from bot.discord.translator import Payload

SERVERS, USERS = "0", "1"
"""Discord's names for the two kinds of installation."""
PRIVATE_CHANNEL: Final = 2
"""Discord's number for conversations without the bot: DMs of two users, and groups."""


async def fetch_kinds(client: discord.Client) -> Collection[str] | None:
    """Return the kinds of installation that are switched on.

    Return None if Discord doesn't list them. Raises the exceptions of a request to Discord.
    """
    application: Mapping[str, Any] = await client.http.application_info()
    kinds: Collection[str] | None = application.get("integration_types_config")
    return kinds


def offer_commands(commands: Sequence[Payload], *, to_users: bool) -> list[Payload]:
    """Return commands as they are sent to Discord, for servers only, or for users too with `to_users`."""
    return [*commands] if to_users else [_keep_to_servers(command) for command in commands]


def _keep_to_servers(command: Payload) -> Payload:
    contexts = [context for context in command["contexts"] if context != PRIVATE_CHANNEL]
    return {**command, "contexts": contexts, "integration_types": [int(SERVERS)]}
