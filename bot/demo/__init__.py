"""The real bot in a simulated Discord, on a page in the browser.

It needs no account, no token and no network. SimCord simulates Discord, with a virtual clock. This clock is set before
the bot starts, and then follows the machine's. SimCord stores nothing: after a restart all messages are gone. If the
bot's database was kept, the bot posts again what matters.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
import sys
import tempfile
import time
from collections import ChainMap
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import simcord
import simcord.preview._markdown
import structlog

from bot.config import Config
from bot.demo import page as demo_page
from bot.discord.client import Boneyard
from bot.discord.welcome import greeting_key
from bot.runtime.clock import Clock, SystemClock
from bot.runtime.logs import set_up
from bot.settings import Settings
from bot.store import Store
from bot.talk.welcome import DEMO
from engine.games import GAMES
from renderers import RENDERERS

log = structlog.get_logger()

HOST, PORT = "127.0.0.1", 8123
"""The address of the page; SimCord serves only this machine."""
NAME = "Boneyard"
MEMBERS = ("Ana", "Ben", "Cid", "Dee")
"""The members whose screens the page can show; the first of them owns the server."""
ROLE = "Regulars"
"""A role to choose in /setup."""
CONTACT = "you, since you started this demo"
"""How members reach the operator, according to `/help`."""
PACE = 1.0
"""Seconds that a computer player waits before it moves."""
PATIENCE = 20.0
"""Seconds in which the bot and its computer players must finish what was asked."""
KEPT = 20
"""How many older states of a tab still accept a press."""
ADDRESS = "boneyard"
"""The end of the page's address, fixed so that it is the same after a restart.

It need not be secret: nothing on the page is worth protecting, and browsers let no other site query this server.
"""
LEASE = 86_400.0
"""Seconds until a tab that stopped polling is given up.

It is long, since no tab can poll while the process is stopped.
"""
TICK = 1.0
"""Seconds between two updates of the simulated clock."""
ABSENCE = 60.0
"""The lag in seconds beyond which the simulated clock jumps.

So long a lag means that the process was stopped, or the machine slept, or its clock was set.
"""


def why_port_refused(port: int) -> str | None:
    """Return why the page cannot be served on this port; None if it can."""
    try:
        socket.create_server((HOST, port)).close()
    except OverflowError:
        return f"There is no port {port}: try --port {PORT}."
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return f"Port {port} is in use: try --port {port + 1}."
        return f"Port {port} cannot be used ({error.strerror}): try --port {PORT}."
    return None


def why_keep_refused(keep: Path | None) -> str | None:
    """Return why games cannot be kept in this file; None if they can.

    Two things are checked: that its folder exists, and that its path has no forbidden characters.
    """
    if keep is not None and {"?", "%"} & set(str(keep)):  # in a database URL these would name another file
        return f"--keep takes no file with ? or % in its path: {keep}."
    if keep is None or keep.absolute().parent.is_dir():
        return None
    return f"There is no folder {keep.parent}: --keep takes a file in a folder that is there."


async def demo(port: int = PORT, keep: Path | None = None) -> None:
    """Serve the page until the demo is ended from the page or by a signal.

    Nothing is left behind but the file to `keep`. Raises DatabaseRefused if that file cannot be used.
    """
    set_up("WARNING")
    here = asyncio.current_task()
    assert here
    with contextlib.suppress(NotImplementedError):  # Windows
        for number in _ends():
            asyncio.get_running_loop().add_signal_handler(number, here.cancel)
    async with open_demo(port, keep=keep) as running:
        print(f"Boneyard is open at {running.page.url}\nCtrl-C stops it.", flush=True)
        clock = asyncio.create_task(running.keep_time())
        try:
            await running.page.wait_closed()
        finally:
            clock.cancel()


def _ends() -> list[signal.Signals]:
    """Return the signals that end the demo.

    They include SIGHUP, which a closing terminal sends, unless `nohup` made the process ignore it.
    """
    ends = [signal.SIGINT, signal.SIGTERM]
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        ends.append(signal.SIGHUP)
    return ends


@contextlib.asynccontextmanager
async def open_demo(
    port: int, clock: Clock | None = None, awake: Callable[[], float] = time.monotonic, keep: Path | None = None
) -> AsyncIterator[Demo]:
    """Yield a bot on a server with some members, and its page.

    `awake` counts the seconds that the machine did not sleep. The database is the file to `keep`, else a temporary one.
    """
    clock = clock or SystemClock()
    with _database(keep) as file:
        client = await _bot(file, clock)
        discord = simcord.run(client, shard_count=1, check_errors=False, settle_timeout=PATIENCE)
        channel, members = _create_server(discord._env)
        _set_clock(discord._env, clock)
        await client.store.remember(greeting_key(channel.guild.id), "")  # SimCord forgot the old greeting
        async with discord as env:
            try:
                _without_polls(env)
                await _invite(env, client, channel)
                async with _preview(env, channel, members, port) as page:
                    yield Demo(env, client, page, channel, members, clock, awake)
            finally:
                await client.release()  # SimCord does not do this: it cuts off what is under way


@contextlib.contextmanager
def _database(keep: Path | None) -> Iterator[Path]:
    """Yield the database's file; delete it at the end unless it is to be kept."""
    if keep is not None:
        yield keep
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "demo.db"


async def _bot(file: Path, clock: Clock) -> Boneyard:
    """Return the bot. Raises DatabaseRefused.

    Its games have no threads, since the page shows one channel.
    """
    store = await Store.open(f"sqlite:///{file}")
    config = Config(threads=False, pace=PACE, default_timing=Settings().timing(), contact=CONTACT)
    return Boneyard(store, clock, GAMES, RENDERERS, config)


def _preview(env: simcord.Env, channel: Any, members: Sequence[Any], port: int) -> simcord.Preview:
    """Return the page, not yet served."""
    simcord.preview._markdown._markdown_parser = _cached_parser  # SimCord is pinned; it has no public hook for this
    demo_page.shorten_history()
    preview = env.preview(channel, viewers=members, layout="channel", port=port)
    preview.capability = ADDRESS
    demo_page.patch(preview, NAME)
    return preview


_BUILD = simcord.preview._markdown._markdown_parser


@cache
def _parser(policy: tuple[tuple[str, bool | str], ...]) -> tuple[ChainMap[str, Any], Any]:
    """Return a parser of messages, and the mapping in which it looks up names."""
    names = ChainMap[str, Any]()
    return names, _BUILD(dict(policy), names)


def _cached_parser(policy: Mapping[str, bool | str], context: Mapping[str, Any]) -> Any:
    """Return a cached parser of messages.

    SimCord would build one for every text of every message each time it draws a page.
    """
    names, parser = _parser(tuple(policy.items()))
    names.maps = [dict(context)]
    return parser


def _create_server(env: simcord.Env) -> tuple[Any, Sequence[Any]]:
    """Create a server; return its channel and its members.

    Their ids are made from SimCord's time, which always starts the same until its clock is set. So the ids are the same
    after a restart, and a database that was kept knows them.
    """
    people = [env.create_user(name.lower(), global_name=name) for name in MEMBERS]
    guild = env.create_guild(NAME, owner=people[0])
    guild.create_role(ROLE)
    channel = guild.create_text_channel("games")
    members = [guild.add_member(person) for person in people]
    for person in people:
        env.backend.get_dm_channel(person.id)
    return channel, members


def _set_clock(env: simcord.Env, clock: Clock) -> None:
    """Set SimCord's clock to the present time before the bot first reads it.

    It cannot be set later, as the bot's loops count from the time at which they began.
    """
    # SimCord is pinned; it has no public hooks for these
    env.backend.clock._epoch = datetime.fromtimestamp(clock.now(), UTC)
    env._schedule_timer = lambda *_: None  # type: ignore[method-assign]  # a press waits for none of the bot's timers


async def _invite(env: simcord.Env, client: Boneyard, channel: Any) -> None:
    """Simulate the bot's invitation to the server.

    The bot greets the server, and posts what its games there should show.
    """
    assert client.user
    await client.user.edit(username=NAME)
    await client.get_partial_messageable(channel.id).send(str(DEMO))
    with env._bot_scope():  # SimCord is pinned; it has no public hook for this
        client.dispatch("guild_join", client.get_guild(channel.guild.id))
    with contextlib.suppress(simcord.SetupError, TimeoutError):  # the page shows the many posts as they come
        await env.settle()


def _without_polls(env: simcord.Env) -> None:
    """Keep the clock from checking every message for Discord polls that end.

    It would do so several times a second, and there are no polls.
    """
    # SimCord is pinned; it has no public hook for this
    env.backend.expire_due_polls = env.backend.next_poll_deadline = lambda: None  # type: ignore[method-assign]


class Demo:
    """The running bot, the members around it, and the page that shows them."""

    def __init__(
        self,
        env: simcord.Env,
        client: Boneyard,
        page: simcord.Preview,
        channel: Any,
        members: Sequence[Any],
        clock: Clock,
        awake: Callable[[], float],
    ) -> None:
        self.env, self.client, self.page, self.channel, self.members = env, client, page, channel, members
        self._clock, self._awake = clock, awake
        self._began = awake()
        self._shown = 0
        self._turn = asyncio.Lock()
        page._PAGE_LEASE_SECONDS = LEASE  # type: ignore[misc]  # SimCord is pinned; it has no public hooks
        _take_presses(page, self._turn)
        _answer_polls(page)

    async def keep_time(self) -> None:
        """Let the simulated clock follow the machine's, and update every tab."""
        while True:
            await asyncio.sleep(TICK)
            try:
                await self.tick()
            except (simcord.SetupError, TimeoutError):
                log.warning("the clock waits: the bot is busy")
            except Exception:  # any error: without its clock the demo would stand still for good
                log.exception("the clock goes on after a fault")

    async def tick(self) -> None:
        """Update the clock once, and refresh the page if the bot sent something."""
        async with self._turn:
            await self._follow()
            if self._shown != len(self.env.http_requests):
                await self.page.refresh()
                self._shown = len(self.env.http_requests)

    async def _follow(self) -> None:
        """Move the simulated clock on.

        Time that the machine slept is skipped: the clock's timers do not count it.
        """
        simulated = self.env.backend.clock
        behind = self._awake() - self._began - simulated.elapsed
        if behind > ABSENCE:  # the process was stopped
            self._began += behind
        elif behind > 0:
            await self.env.advance_time(behind)
        slow = self._clock.now() - simulated.now().timestamp()
        if slow > ABSENCE:  # it is never set back: Discord's ids grow with its time
            simulated._epoch += timedelta(seconds=slow)


def _take_presses(page: simcord.Preview, turn: asyncio.Lock) -> None:
    """Accept presses as Discord does.

    Discord accepts a press at any time, and from a tab that shows an earlier state. SimCord does one thing at a time: a
    press while the clock is moved would fail for good, so here it waits. SimCord also refuses a press from a tab that
    has yet to fetch the newest page; here it is accepted if the message is unchanged.
    """
    publish, act = page._publish, page._action
    shown: dict[tuple[str, Any], dict[str, Any]] = {}

    def publish_and_keep(tab: Any, **reason: Any) -> None:
        publish(tab, **reason)
        messages = tab.snapshot["messages"].items()
        shown[tab.id, tab.revision] = {message: content.get("components") for message, content in messages}
        shown.pop((tab.id, tab.revision - KEPT), None)

    def renew_revision(tab: Any, body: Mapping[str, Any]) -> Mapping[str, Any]:
        then, now = (shown.get((tab.id, moment)) for moment in (body.get("published_revision"), tab.revision))
        message = str(body.get("target_id"))
        same = then is not None and now is not None and then.get(message) == now.get(message)
        return {**body, "published_revision": tab.revision} if same else body

    async def action(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with turn:
            tab = page._pages.get(str(context_id))
            return await act(context_id, renew_revision(tab, body) if tab else body)

    page._publish = publish_and_keep  # type: ignore[method-assign,assignment]  # SimCord is pinned; it has no public hooks
    page._action = action  # type: ignore[method-assign]  # as above


def _answer_polls(page: simcord.Preview) -> None:
    """Answer from memory when a tab asks for news and there is none.

    A tab asks twice a second, and each time SimCord would check for each message what this member may see and do.
    """
    look = page._page_payload
    answers: dict[str, tuple[object, dict[str, Any]]] = {}

    def payload(tab: Any) -> dict[str, Any]:
        now = tab.revision, tab.status, str(tab.last_action), str(tab.activity), str(tab.assets)
        before, answer = answers.get(tab.id, (None, {}))
        if now != before:
            answer = look(tab)
            answers[tab.id] = now, answer
        return answer

    page._page_payload = payload  # type: ignore[method-assign,assignment]  # SimCord is pinned; it has no public hooks
