"""Sends the commands to Discord once, and fetches the emojis periodically.

Games work without commands and emojis. A request that Discord rejects or does not answer is repeated later, and logged
once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from bot.discord.connection import FAILURES, describe_failure
from bot.discord.emojis import fetch_emojis
from bot.discord.installation import USERS, fetch_kinds
from bot.discord.synchronize import synchronize_commands
from bot.runtime.loops import Loop
from bot.talk.words import Texts

log = structlog.get_logger()

START_TIMEOUT: Final = 5.0
"""Seconds that the bot's start waits for the commands and the emojis."""
INTERVAL: Final = 600.0
"""Seconds between attempts; emojis are fetched again, since they may have been deleted or uploaded meanwhile."""


class Registration:
    """Sends the commands until Discord accepts them, and keeps the emojis up to date."""

    def __init__(self, client: discord.Client, tree: app_commands.CommandTree[Any], texts: Texts) -> None:
        self._client = client
        self._tree = tree
        self._texts = texts
        self._are_commands_sent = False
        self._logged_reasons: dict[str, str] = {}
        register = partial(self._try, self._register_commands, "commands not registered")
        fetch = partial(self._try, self._fetch_emojis, "emojis not fetched: tiles are plain text")
        self._loops = [Loop("commands", register, every=INTERVAL), Loop("emojis", fetch, every=INTERVAL)]

    async def begin(self) -> None:
        """Start both loops, and wait at most `START_TIMEOUT` seconds for their first results."""
        for loop in self._loops:
            loop.start()
        await asyncio.wait([asyncio.create_task(loop.wait_idle()) for loop in self._loops], timeout=START_TIMEOUT)

    async def close(self) -> None:
        """Stop both loops."""
        for loop in self._loops:
            await loop.stop()

    async def _try(self, work: Callable[[], Awaitable[None]], event: str) -> None:
        """Do the work; if it fails, log the event once for each reason."""
        try:
            await work()
            self._note(event, None)
        except FAILURES as error:
            self._note(event, describe_failure(error))

    def _note(self, event: str, reason: str | None) -> None:
        """Log the event if its reason is not the same as last time; None means success."""
        if reason is None:
            self._logged_reasons.pop(event, None)
        elif self._logged_reasons.get(event) != reason:
            log.warning(event, reason=reason)
            self._logged_reasons[event] = reason

    async def _register_commands(self) -> None:
        """Send the commands. If it is unknown who can install the bot, send them for servers, and retry later."""
        if not self._are_commands_sent:
            kinds = await self._find_kinds()
            to_users = kinds is not None and USERS in kinds
            self._texts.commands = await synchronize_commands(self._client, self._tree, self._texts, to_users=to_users)
            self._are_commands_sent = kinds is not None

    async def _find_kinds(self) -> Collection[str] | None:
        """Return the kinds of installation that are switched on; None if they can't be read now."""
        event = "commands are offered to servers alone: the kinds of installation are unknown"
        try:
            kinds = await fetch_kinds(self._client)
        except FAILURES as error:
            self._note(event, describe_failure(error))
            return None
        self._note(event, None)
        return kinds or ()  # without any kind, an application is for servers alone

    async def _fetch_emojis(self) -> None:
        self._texts.emojis = await fetch_emojis(self._client)
