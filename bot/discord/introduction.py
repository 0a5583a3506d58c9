"""What the bot and Discord tell each other at a start: the commands there are, and the emojis.

Neither keeps the bot from playing. What Discord does not take or tell is tried again later, and said once.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from bot.discord.emojis import known_emojis
from bot.discord.presence import FAILURES, meaning
from bot.loops import Loop
from bot.store import Store
from bot.talk.words import Texts

log = structlog.get_logger()

PATIENCE: Final = 5.0
"""Seconds that a start waits for both."""
TRY_AGAIN: Final = 600.0
"""Seconds between attempts."""
TOLD_COMMANDS: Final = "commands"
"""Under which key it is kept which commands Discord was told last."""
COMMAND_IDS: Final = "command ids"
"""Under which key the ids are kept that Discord gave them."""


class Introduction:
    """Tells and asks until both is done."""

    def __init__(self, client: discord.Client, tree: app_commands.CommandTree[Any], store: Store, texts: Texts) -> None:
        self._client = client
        self._tree = tree
        self._store = store
        self._texts = texts
        self._done: set[str] = set()
        self._said: dict[str, str] = {}
        works = {
            "commands": partial(self._try, self._tell_commands, "Discord does not take the commands"),
            "emojis": partial(self._try, self._learn_emojis, "Discord does not tell the emojis: tiles are plain text"),
        }
        self._loops = [Loop(name, work, every=TRY_AGAIN) for name, work in works.items()]

    async def begin(self) -> None:
        """Do both, and wait for them no longer than a moment."""
        for loop in self._loops:
            loop.start()
        await asyncio.wait([asyncio.create_task(loop.settled()) for loop in self._loops], timeout=PATIENCE)

    async def close(self) -> None:
        """Try no more."""
        for loop in self._loops:
            await loop.stop()

    async def _try(self, work: Callable[[], Awaitable[None]], otherwise: str) -> None:
        if otherwise in self._done:
            return
        try:
            await work()
            self._done.add(otherwise)
        except FAILURES as error:
            reason = meaning(error)
            if self._said.get(otherwise) != reason:
                log.warning(otherwise, reason=reason)
            self._said[otherwise] = reason

    async def _tell_commands(self) -> None:
        """Tell Discord the commands, if they are not those it was told last; and keep the ids that it gave them."""
        told = json.dumps([command.to_dict(self._tree) for command in self._tree.get_commands()], sort_keys=True)
        digest = hashlib.sha256(told.encode()).hexdigest()
        ids = json.loads(await self._store.recall(COMMAND_IDS) or "{}")
        if not ids or await self._store.recall(TOLD_COMMANDS) != digest:
            ids = {command.name: command.id for command in await self._tree.sync()}
            await self._store.remember(COMMAND_IDS, json.dumps(ids))
            await self._store.remember(TOLD_COMMANDS, digest)
        self._texts.commands = ids

    async def _learn_emojis(self) -> None:
        self._texts.emojis = await known_emojis(self._client)
