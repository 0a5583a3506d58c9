"""The real bot in a simulated Discord, on a page in the browser.

It needs no account, no token and no network. SimCord simulates Discord, with a clock of its own. That clock is set
before the bot starts, and then follows the machine's clock. SimCord stores nothing, so after a restart all messages are
gone. If the bot's database was kept, the bot posts again what matters.
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
from bot.demo.language import DemoLanguage
from bot.discord.client import Boneyard
from bot.discord.welcome import greeting_key
from bot.runtime.clock import Clock, SystemClock
from bot.runtime.logs import set_up
from bot.settings import Settings
from bot.store import Store
from bot.talk.operator import DEMO_CONTACT
from engine.games import GAMES
from renderers import RENDERERS

log = structlog.get_logger()

HOST, PORT = "127.0.0.1", 8123
"""The address of the page, which only this machine can reach."""
NAME = "Boneyard"
MEMBERS = ("Ana", "Ben", "Cid", "Dee")
"""The members whose screens the page can show. The first of them owns the server."""
ROLE = "Regulars"
"""The name of a role that can be chosen in /setup."""
COMPUTER_PACE = 1.0
"""Seconds that a computer player waits before it moves."""
PATIENCE = 20.0
"""The seconds after each press within which the bot and its computer players must finish."""
KEPT_STATES = 20
"""How many older states of a tab are remembered, so that a press on them is still accepted."""
ADDRESS = "boneyard"
"""The end of the page's address, fixed so that it is the same after a restart.

It need not be secret: nothing on the page is worth protecting, and browsers don't let other sites query this server.
"""
LEASE = 86_400.0
"""Seconds until a tab that doesn't poll is given up. It is long, as no tab can poll while the process is stopped."""
TICK = 1.0
"""Seconds between two updates of the simulated clock."""
ABSENCE = 60.0
"""By how many seconds the simulated clock must lag behind to be moved in one jump.

Such a lag means that the process was stopped, or the machine slept, or its clock was set.
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

    Its folder has to exist, and its path must have no forbidden characters.
    """
    if keep is None:
        return None
    if {"?", "%"} & set(str(keep)):  # in a database URL these would name another file
        return f"--keep takes no file with ? or % in its path: {keep}."
    if keep.absolute().parent.is_dir():
        return None
    return f"There is no folder {keep.parent}: --keep takes a file in a folder that is there."


async def demo(port: int = PORT, keep: Path | None = None) -> None:
    """Serve the page until the demo is ended from the page or by a signal.

    Only the file `keep` is left behind. Raises DatabaseRefused if that file cannot be used.
    """
    set_up("WARNING")
    task = asyncio.current_task()
    assert task
    with contextlib.suppress(NotImplementedError):  # Windows
        for ending in _ending_signals():
            asyncio.get_running_loop().add_signal_handler(ending, task.cancel)
    async with open_demo(port, keep=keep) as running:
        print(f"Boneyard is open at {running.page.url}\nCtrl-C stops it.", flush=True)
        clock = asyncio.create_task(running.keep_time())
        try:
            await running.page.wait_closed()
        finally:
            clock.cancel()


def _ending_signals() -> list[signal.Signals]:
    """Return the signals that end the demo.

    A terminal that is closed sends SIGHUP. If `nohup` has made the process ignore SIGHUP, it is left out.
    """
    signals = [signal.SIGINT, signal.SIGTERM]
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signals.append(signal.SIGHUP)
    return signals


@contextlib.asynccontextmanager
async def open_demo(
    port: int, clock: Clock | None = None, awake: Callable[[], float] = time.monotonic, keep: Path | None = None
) -> AsyncIterator[Demo]:
    """Yield a bot on a server with some members, and its page.

    `awake` returns a time in seconds that stands still while the machine sleeps. The database is the file `keep`, or a
    temporary file if `keep` is None.
    """
    clock = clock or SystemClock()
    with _open_file(keep) as file:
        client = await _make_bot(file, clock)
        discord = simcord.run(client, shard_count=1, check_errors=False, settle_timeout=PATIENCE)
        channel, members = _create_server(discord._env)
        _set_clock(discord._env, clock)
        await client.store.remember(greeting_key(channel.guild.id), "")  # so that the bot greets again: SimCord forgot
        language = DemoLanguage(discord._env, client, channel)
        with language.localize_presses():
            async with discord as env:
                try:
                    _disable_polls(env)
                    await _invite_bot(env, client, language)
                    async with _make_page(env, channel, members, language, port) as page:
                        yield Demo(env, client, page, channel, members, clock, awake)
                finally:
                    await client.release()  # SimCord does not do this, but would cut off running work


@contextlib.contextmanager
def _open_file(keep: Path | None) -> Iterator[Path]:
    """Yield the file `keep` for the database, or a temporary file if it is None."""
    if keep is not None:
        yield keep
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "demo.db"


async def _make_bot(file: Path, clock: Clock) -> Boneyard:
    """Return the bot. Its games have no threads, since the page shows one channel. Raises DatabaseRefused."""
    store = await Store.open(f"sqlite:///{file}")
    config = Config(threads=False, pace=COMPUTER_PACE, default_timing=Settings().timing(), contact=DEMO_CONTACT)
    return Boneyard(store, clock, GAMES, RENDERERS, config)


def _make_page(
    env: simcord.Env, channel: Any, members: Sequence[Any], language: DemoLanguage, port: int
) -> simcord.Preview:
    """Return the page. It is served inside its `async with` block."""
    simcord.preview._markdown._markdown_parser = _get_parser  # SimCord is pinned; it has no public hook for this
    demo_page.shorten_history()
    preview = env.preview(channel, viewers=members, layout="channel", port=port)
    preview.capability = ADDRESS
    demo_page.patch(preview, NAME, language)
    return preview


_build_parser = simcord.preview._markdown._markdown_parser


@cache
def _cached_parser(policy: tuple[tuple[str, bool | str], ...]) -> tuple[ChainMap[str, Any], Any]:
    """Return a parser of messages and the mapping in which it looks up names, cached by `policy`."""
    names = ChainMap[str, Any]()
    return names, _build_parser(dict(policy), names)


def _get_parser(policy: Mapping[str, bool | str], context: Mapping[str, Any]) -> Any:
    """Return a cached parser. SimCord itself would build one for each text of a message, each time it redraws."""
    names, parser = _cached_parser(tuple(policy.items()))
    names.maps = [dict(context)]
    return parser


def _create_server(env: simcord.Env) -> tuple[Any, Sequence[Any]]:
    """Create a server; return its channel and its members.

    Call this before SimCord's clock is set: until then, its time begins at the same instant in each run. SimCord makes
    ids from its time, so the ids are the same after a restart, and match the ids in a database that was kept.
    """
    people = [env.create_user(name.lower(), global_name=name) for name in MEMBERS]
    guild = env.create_guild(NAME, owner=people[0])
    guild.create_role(ROLE)
    channel = guild.create_text_channel("games")
    members = [guild.add_member(person) for person in people]
    for person in people:
        env.backend.get_dm_channel(person.id)  # creates the channel, so that its id is always the same too
    return channel, members


def _set_clock(env: simcord.Env, clock: Clock) -> None:
    """Set SimCord's clock to the present time.

    Call this before the bot first reads the clock, since the bot's loops count from the time at which they began.
    """
    # SimCord is pinned; it has no public hooks for these
    env.backend.clock._epoch = datetime.fromtimestamp(clock.now(), UTC)
    env._schedule_timer = lambda *_: None  # type: ignore[method-assign]  # so that a press doesn't wait for the bot's timers


async def _invite_bot(env: simcord.Env, client: Boneyard, language: DemoLanguage) -> None:
    """Simulate that the bot is added to the server. It greets the server, and posts the missing messages of games."""
    assert client.user
    await client.user.edit(username=NAME)
    await language.greet()
    with contextlib.suppress(simcord.SetupError, TimeoutError):  # the page shows the many posts as they come
        await env.settle()


def _disable_polls(env: simcord.Env) -> None:
    """Keep SimCord from checking every message for Discord polls that end, since the bot posts none."""
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
        self.env = env
        self.client = client
        self.page = page
        self.channel = channel
        self.members = members
        self._clock = clock
        self._awake = awake
        self._began = awake()
        """When the simulated clock began to run, by `awake`. The time in which the process was stopped is added."""
        self._shown_requests = 0
        """How many requests the bot had sent when the page was last refreshed."""
        self._lock = asyncio.Lock()
        page._PAGE_LEASE_SECONDS = LEASE  # type: ignore[misc]  # SimCord is pinned; it has no public hooks
        _take_presses(page, self._lock)
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
        async with self._lock:
            await self._advance_clock()
            if self._shown_requests != len(self.env.http_requests):
                await self.page.refresh()
                self._shown_requests = len(self.env.http_requests)

    async def _advance_clock(self) -> None:
        """Move the simulated clock on. Time that the machine slept is skipped, so that timers don't count it."""
        simulated_clock = self.env.backend.clock
        seconds_behind = self._awake() - self._began - simulated_clock.elapsed
        if seconds_behind > ABSENCE:  # the process was stopped
            self._began += seconds_behind
        elif seconds_behind > 0:
            await self.env.advance_time(seconds_behind)
        lag = self._clock.now() - simulated_clock.now().timestamp()
        if lag > ABSENCE:  # the machine slept, or its clock was set forward (setting it back would repeat ids)
            simulated_clock._epoch += timedelta(seconds=lag)


def _take_presses(page: simcord.Preview, lock: asyncio.Lock) -> None:
    """Accept presses as Discord does.

    Discord accepts a press at any time, even from a tab that shows an earlier state. In SimCord, a press would fail
    while the clock is being moved, so here it waits for the `lock`. SimCord also refuses a press from a tab that has
    not fetched the newest page yet. Here it is accepted if its message is unchanged.
    """
    publish, act = page._publish, page._action
    shown: dict[tuple[str, Any], dict[str, Any]] = {}  # by tab and revision, the controls of each message

    def publish_and_keep(tab: Any, **reason: Any) -> None:
        publish(tab, **reason)
        messages = tab.snapshot["messages"].items()
        shown[tab.id, tab.revision] = {message: content.get("components") for message, content in messages}
        shown.pop((tab.id, tab.revision - KEPT_STATES), None)

    def renew_revision(tab: Any, body: Mapping[str, Any]) -> Mapping[str, Any]:
        pressed = shown.get((tab.id, body.get("published_revision")))
        newest = shown.get((tab.id, tab.revision))
        message = str(body.get("target_id"))
        if pressed is None or newest is None or pressed.get(message) != newest.get(message):
            return body
        return {**body, "published_revision": tab.revision}

    async def action(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with lock:
            tab = page._pages.get(str(context_id))
            return await act(context_id, renew_revision(tab, body) if tab else body)

    page._publish = publish_and_keep  # type: ignore[method-assign,assignment]  # SimCord is pinned; it has no public hooks
    page._action = action  # type: ignore[method-assign]  # as above


def _answer_polls(page: simcord.Preview) -> None:
    """Answer a tab's poll from memory if nothing has changed.

    A tab polls twice a second. Each time, SimCord would check for every message what its member may see and do.
    """
    build_payload = page._page_payload
    answers: dict[str, tuple[object, dict[str, Any]]] = {}

    def payload(tab: Any) -> dict[str, Any]:
        state = (tab.revision, tab.status, str(tab.last_action), str(tab.activity), str(tab.assets))
        answered_state, answer = answers.get(tab.id, (None, {}))
        if state != answered_state:
            answer = build_payload(tab)
            answers[tab.id] = (state, answer)
        return answer

    page._page_payload = payload  # type: ignore[method-assign,assignment]  # SimCord is pinned; it has no public hooks
