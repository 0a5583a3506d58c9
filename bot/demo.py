"""The real bot in a simulated Discord, on a page in the browser: no account, no token, no network.

SimCord plays Discord. Its clock is virtual and is moved along with the real one.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from pathlib import Path

import simcord
import structlog

from bot.clock import SystemClock
from bot.discord.client import Boneyard
from bot.logs import set_up
from bot.store import Store
from engine.games import GAMES
from renderers import RENDERERS

log = structlog.get_logger()

MEMBERS = ("Ana", "Ben", "Cid", "Dee")
TICK = 1.0
"""Seconds between two looks at the clock."""


async def demo(port: int = 8123) -> None:
    """Serve the page until it is interrupted."""
    set_up("WARNING")
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{Path(folder) / 'demo.db'}")
        client = Boneyard(store, SystemClock(), GAMES, RENDERERS)
        async with simcord.run(client, shard_count=1, check_errors=False) as env:
            guild = env.create_guild("Boneyard")
            channel = guild.create_text_channel("games")
            members = [guild.add_member(env.create_user(name.lower(), global_name=name)) for name in MEMBERS]
            async with env.preview(channel, viewers=members, layout="channel", port=port) as page:
                print(_welcome(page.url), flush=True)
                clock = asyncio.create_task(_keep_time(env, page))
                with contextlib.suppress(asyncio.CancelledError):
                    await page.wait_closed()
                clock.cancel()


def _welcome(url: str) -> str:
    return (
        f"Boneyard is open at {url}\n"
        "Type /new in the message box, pick a game, and press Join as another member (top of the page). Ctrl-C ends it."
    )


async def _keep_time(env: simcord.Env, page: simcord.Preview) -> None:
    """Let the simulated clock follow the real one, and show every tab what happened meanwhile."""
    loop = asyncio.get_running_loop()
    began, simulated = loop.time(), env.now()
    while True:
        await asyncio.sleep(TICK)
        behind = loop.time() - began - (env.now() - simulated).total_seconds()
        try:
            if behind > 0:
                await env.advance_time(behind)
            await page.refresh()
        except simcord.SetupError:
            continue  # somebody's press is under way: catch up at the next tick
        except TimeoutError:
            log.warning("the bot is busy")
