"""The real bot in a simulated Discord, on a page in the browser: no account, no token, no network.

SimCord plays Discord. Its clock is virtual and is moved along with the real one.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import simcord
import structlog

from bot.clock import SystemClock
from bot.discord.client import Boneyard
from bot.logs import set_up
from bot.settings import Settings
from bot.store import Store
from engine.games import GAMES
from renderers import RENDERERS

log = structlog.get_logger()

NAME = "Boneyard"
MEMBERS = ("Ana", "Ben", "Cid", "Dee")
"""Who can be looked over the shoulder; the first of them owns the server."""
ROLE = "Regulars"
"""A role to choose in /setup."""
PACE = 1.0
"""Seconds that a computer player waits before it moves."""
PATIENCE = 20.0
"""Seconds in which the bot has to finish what was asked of it, computer players included."""
KEPT = 20
"""How many of its latest states a tab may still show when something is pressed on it."""
TICK = 1.0
"""Seconds between two looks at the clock."""


async def demo(port: int = 8123) -> None:
    """Serve the page until it is interrupted."""
    set_up("WARNING")
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{Path(folder) / 'demo.db'}")
        client = Boneyard(
            store,
            SystemClock(),
            GAMES,
            RENDERERS,
            threads=False,
            pace=PACE,
            usual=Settings().timing(),
        )  # the page shows one channel
        async with simcord.run(client, shard_count=1, check_errors=False, settle_timeout=PATIENCE) as env:
            _start_today(env)
            assert client.user
            await client.user.edit(username=NAME)
            people = [env.create_user(name.lower(), global_name=name) for name in MEMBERS]
            guild = env.create_guild(NAME, owner=people[0])
            guild.create_role(ROLE)
            channel = guild.create_text_channel("games")
            members = [guild.add_member(person) for person in people]
            async with env.preview(channel, viewers=members, layout="channel", port=port) as page:
                print(_welcome(page.url), flush=True)
                turn = asyncio.Lock()
                _take_presses(page, turn)
                clock = asyncio.create_task(_keep_time(env, page, turn))
                with contextlib.suppress(asyncio.CancelledError):
                    await page.wait_closed()
                clock.cancel()


def _welcome(url: str) -> str:
    return (
        f"Boneyard is open at {url}\n"
        "Type /new in the message box and pick a game. Press Add bot to play with computer players, or Join as another "
        "member (top of the page), then Start. Ana may also /setup the server. Ctrl-C ends it."
    )


def _start_today(env: simcord.Env) -> None:
    """Let the simulated Discord begin now: its page tells times by its own clock, the bot by the real one."""
    env.backend.clock._epoch = datetime.now(UTC)  # SimCord is pinned; it has no public hook for this


def _take_presses(page: simcord.Preview, turn: asyncio.Lock) -> None:
    """Take presses as Discord does: also while the clock is moved, and from a tab that shows an earlier moment.

    SimCord does one thing at a time and would fail the press for good; and it refuses what is pressed in the moment
    before a tab has fetched the newest page, though the message may be as it was.
    """
    publish, act = page._publish, page._action
    shown: dict[tuple[str, Any], dict[str, Any]] = {}

    def published(tab: Any, **reason: Any) -> None:
        publish(tab, **reason)
        messages = tab.snapshot["messages"].items()
        shown[tab.id, tab.revision] = {message: content.get("components") for message, content in messages}
        shown.pop((tab.id, tab.revision - KEPT), None)

    def renewed(tab: Any, body: Mapping[str, Any]) -> Mapping[str, Any]:
        then, now = (shown.get((tab.id, moment)) for moment in (body.get("published_revision"), tab.revision))
        message = str(body.get("target_id"))
        same = then is not None and now is not None and then.get(message) == now.get(message)
        return {**body, "published_revision": tab.revision} if same else body

    async def action(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with turn:
            tab = page._pages.get(str(context_id))
            return await act(context_id, renewed(tab, body) if tab else body)

    page._publish = published  # type: ignore[method-assign,assignment]  # SimCord is pinned; it has no public hooks
    page._action = action  # type: ignore[method-assign]  # as above


async def _keep_time(env: simcord.Env, page: simcord.Preview, turn: asyncio.Lock) -> None:
    """Let the simulated clock follow the real one, and show every tab what the bot did meanwhile."""
    loop = asyncio.get_running_loop()
    began, simulated, shown = loop.time(), env.now(), 0
    while True:
        await asyncio.sleep(TICK)
        async with turn:
            try:
                behind = loop.time() - began - (env.now() - simulated).total_seconds()
                if behind > 0:
                    await env.advance_time(behind)
                if shown != len(env.http_requests):
                    await page.refresh()
                    shown = len(env.http_requests)
            except (simcord.SetupError, TimeoutError):
                log.warning("the clock waits: the bot is busy")
