"""The bot on real Discord: one process, started by `python -m bot`, ended by a signal."""

from __future__ import annotations

import asyncio
import signal
import sys

import discord

from bot.clock import SystemClock
from bot.discord.client import Boneyard
from bot.logs import set_up
from bot.settings import Settings
from bot.store import DatabaseRefused, Store
from engine.games import GAMES
from renderers import RENDERERS


async def serve(settings: Settings) -> int:
    """Play until a signal comes; the exit code tells a supervisor whether to start again."""
    token = settings.token()
    set_up(settings.log_level, settings.log_format)
    try:
        store = await Store.open(settings.database_url)
    except DatabaseRefused as refused:
        return _refuse(str(refused))
    client = Boneyard(store, SystemClock(), GAMES, RENDERERS, threads=settings.threads == "on")
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, lambda: loop.create_task(client.close()))
    try:
        await client.start(token)
    except discord.LoginFailure:
        return _refuse("Discord does not accept the token: look at DISCORD_TOKEN in .env.")
    finally:
        if not client.is_closed():
            await client.close()
    return 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1
