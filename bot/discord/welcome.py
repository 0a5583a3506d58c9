"""Posts the first message on a server, when the bot is invited or a starting bot finds the server."""

from __future__ import annotations

from collections.abc import Iterable

import discord
import structlog

from bot.channel.port import Postman, Refused, TryLater
from bot.desk import welcome
from bot.desk.ask import Tools
from bot.runtime.work import Stopped
from bot.store import Store

log = structlog.get_logger()


class Welcome:
    """Greets servers. A greeting is recorded before it is sent, so that it is sent at most once."""

    def __init__(self, store: Store, postman: Postman, tools: Tools) -> None:
        self._store = store
        self._postman = postman
        self._tools = tools

    async def greet_all(self, guilds: Iterable[discord.Guild]) -> None:
        """Greet the servers that invited the bot while it wasn't running."""
        for guild in guilds:
            await self.greet(guild)

    async def greet(self, guild: discord.Guild) -> None:
        """Post the first message on a server that has not had it yet.

        Do nothing if the bot may not post in any channel.
        """
        if await self._store.recall(greeting_key(guild.id)):
            return
        if (place := first_channel(guild)) is None:
            log.info("no channel for a welcome", guild=guild.id)
            return
        try:
            language = await welcome.server_language(self._tools, guild.id, str(guild.preferred_locale))
            letter = await welcome.letter(self._tools, language)
            await self._store.remember(greeting_key(guild.id), str(place))
            await self._postman.send(place, letter, f"w{guild.id:x}")
        except (Refused, TryLater, Stopped) as error:
            log.warning("welcome not posted", guild=guild.id, reason=str(error))
        except Exception:
            log.exception("welcome not posted", guild=guild.id)  # the games of the server go on without it


def greeting_key(guild: int) -> str:
    """Return the store's key for the greeting of a server."""
    return f"welcome {guild}"


def first_channel(guild: discord.Guild) -> int | None:
    """Return the first channel in which the bot may post a picture, starting with the channel for system messages."""
    channels = [guild.system_channel, *sorted(guild.text_channels, key=lambda channel: (channel.position, channel.id))]
    return next((channel.id for channel in channels if channel and _can_post(channel)), None)


def _can_post(channel: discord.TextChannel) -> bool:
    allowed = channel.permissions_for(channel.guild.me)
    return allowed.view_channel and allowed.send_messages and allowed.attach_files
