"""The bot on real Discord: one process, started by `python -m bot`, ended by a signal."""

from __future__ import annotations

import asyncio
import signal
import sys

import discord

from bot.clock import SystemClock
from bot.discord.client import Boneyard
from bot.discord.emojis import upload
from bot.logs import set_up
from bot.settings import Settings
from bot.store import DatabaseRefused, Store
from engine.games import GAMES
from renderers import RENDERERS
from renderers.emojis import emojis


async def serve(settings: Settings) -> int:
    """Play until a signal comes; the exit code tells a supervisor whether to start again."""
    token, usual = settings.token(), settings.timing()
    set_up(settings.log_level, settings.log_format)
    try:
        store = await Store.open(settings.database_url)
    except DatabaseRefused as refused:
        return _refuse(str(refused))
    client = Boneyard(
        store,
        SystemClock(),
        GAMES,
        RENDERERS,
        threads=settings.threads == "on",
        pace=settings.bot_pace,
        usual=usual,
        limits=settings.limits(),
    )
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, lambda: loop.create_task(client.close()))
    try:
        await client.start(token)
    except discord.LoginFailure:
        return _refuse(_WRONG_TOKEN)
    finally:
        if not client.is_closed():
            await client.close()
    return 0


async def upload_emojis(settings: Settings) -> int:
    """Give Discord the emojis it does not have yet, a line each; a running bot uses them after its next start."""
    token = settings.token()
    try:
        store = await Store.open(settings.database_url, alone=False)
    except DatabaseRefused as refused:
        return _refuse(str(refused))
    try:
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(token)
            await upload(client, store, emojis(), lambda line: print(line, flush=True))
    except discord.LoginFailure:
        return _refuse(_WRONG_TOKEN)
    except (discord.HTTPException, OSError) as error:
        return _refuse(f"Discord did not take an emoji ({error}). Run it again: it goes on where it stopped.")
    finally:
        await store.close()
    return 0


_WRONG_TOKEN = "Discord does not accept the token: look at DISCORD_TOKEN in .env."


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1
