"""Runs the bot on Discord, until a signal ends it."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import signal
import sys
from functools import partial
from pathlib import Path

import discord
import structlog

from bot.beacon.relays import Relays
from bot.config import Config
from bot.discord.client import Boneyard
from bot.discord.connection import (
    FAILURES,
    WRONG_TOKEN,
    NotOnDiscord,
    be_on_discord,
    describe_failure,
    log_outages_as_warnings,
)
from bot.discord.doctor import Doctor
from bot.discord.emojis import upload
from bot.hosting.copies import Copyist, copy_before_migration
from bot.hosting.health import Health, PortUnavailable, serve_health
from bot.hosting.meter import Faults
from bot.hosting.metrics import PATH, Metrics
from bot.hosting.systemd import Supervisor
from bot.pictures.studio import Studio
from bot.runtime.clock import Clock, SystemClock
from bot.runtime.logs import set_up
from bot.runtime.workers import cores
from bot.service.older_rules import end_older_games
from bot.settings import EXIT_REFUSED, Settings, SettingsRefused
from bot.store import DatabaseInUse, DatabaseRefused, Store
from bot.store.copies import Copies
from bot.store.migrate import refuse_migration
from bot.store.owner import act_as_owner_of
from bot.table.limits import LIMITS, Limits
from bot.table.refusals import Refusal
from engine.games import GAMES
from renderers import RENDERERS
from renderers.emojis import emojis
from renderers.kit.text import use_fonts_in

log = structlog.get_logger()

FINISH_SECONDS = 8.0
"""How many seconds answers under way have to finish when the bot ends.

Docker kills a process that has not ended within ten seconds.
"""
SWITCH_INTERVAL = 0.0005
"""The seconds after which a thread that draws lets the event loop go on.

The event loop may have to wait that long after each statement to the database and each write to a socket. Python's
default is ten times as long.
"""


async def serve(settings: Settings, limits: Limits = LIMITS) -> int:
    """Play until a signal comes, and return the exit code. Raises SettingsRefused.

    The exit code tells a supervisor whether to start the bot again.
    """
    token = settings.token()
    timing = settings.timing()
    relays = settings.relays()
    shards = settings.wanted_shards()
    _use_fonts(settings.font_folder())
    set_up(settings.log_level, settings.log_format)
    log_outages_as_warnings()
    sys.setswitchinterval(SWITCH_INTERVAL)
    clock = SystemClock()
    config = Config(
        threads=settings.threads == "on",
        pace=settings.pace(),
        default_timing=timing,
        limits=limits,
        contact=settings.contact,
        key=hashlib.sha256(f"checkpoints {token}".encode()).digest(),
        shards=shards,
    )
    try:
        copies = settings.copying()
        store = await _open_store(settings.database_url, config, copies, clock)
    except DatabaseRefused as refused:
        return _refuse_database(refused)
    client = Boneyard(
        store,
        clock,
        GAMES,
        RENDERERS,
        config,
        relays=Relays(relays) if relays else None,
        studio=_start_studio(settings, limits),
    )
    copyist = Copyist(copies, clock, makes_copies=lambda: store.share.holds(0))  # the process of shard 0
    space = client.parts.space
    health = Health(
        store, lambda: client.is_present, (*client.parts.loops, copyist.loop, space.loop), (space, copyist, client.skew)
    )
    supervisor = Supervisor(health)
    async with client:  # this creates what closing needs, even if the bot never gets on Discord
        copyist.loop.start()
        space.loop.start()
        try:
            logging.getLogger().addHandler(Faults(client.meter))
            more_pages = {PATH: _build_metrics(client, health, copyist).answer} if settings.metrics == "on" else {}
            async with serve_health(health, settings.health_host, settings.health_port, more_pages):
                supervisor.start()
                await _play_until_stopped(client, token, supervisor)
        except NotOnDiscord as refused:
            return _refuse(str(refused), EXIT_REFUSED)
        except DatabaseRefused as refused:
            return _refuse_database(refused)
        except PortUnavailable as refused:
            return _refuse(str(refused), 1 if refused.is_temporary else EXIT_REFUSED)
        except Refusal:
            return _refuse("The database stopped answering while the bot started.")
        finally:
            await supervisor.close()
            await copyist.close()
            await space.loop.stop()
    return 0


async def _open_store(address: str, config: Config, copies: Copies, clock: Clock) -> Store:
    """Open the database, and end games in it that began under older rules. Raises DatabaseRefused."""
    make_copy = partial(copy_before_migration, copies, clock)
    store = await Store.open(address, claim=config.shards, before=make_copy)
    try:
        ended_count = await end_older_games(store, clock.now())
    except DatabaseRefused:
        await store.close()
        raise
    if ended_count:
        log.warning("games of older rules ended without a result", games=ended_count)
    return store


def _start_studio(settings: Settings, limits: Limits) -> Studio | None:
    """Return a process that draws, if there is more than one core."""
    return Studio(1, limits, settings.font_folder()) if cores() > 1 else None


def _build_metrics(client: Boneyard, health: Health, copyist: Copyist) -> Metrics:
    parts = client.parts
    return Metrics(
        client.meter,
        parts.service,
        parts.loops,
        lambda: parts.pool.question_count,
        lambda: parts.space.is_short,
        lambda: copyist.newest_at,
        health,
    )


async def _play_until_stopped(client: Boneyard, token: str, supervisor: Supervisor) -> None:
    """Stay on Discord until a signal comes, then finish the answers under way.

    Raises NotOnDiscord, and DatabaseInUse if another process has taken over the database.
    """
    stop = asyncio.Event()
    takeover = client.store.lock_lost
    for ending in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(ending, stop.set)
    presence = asyncio.create_task(_stay_on_discord(client, token))
    ends = {asyncio.create_task(end.wait()) for end in (stop, takeover)}
    await asyncio.wait({presence, *ends}, return_when=asyncio.FIRST_COMPLETED)
    supervisor.report_stopping()
    for end in ends:
        end.cancel()
    if not presence.done():
        log.info("shutting down; finishing answers under way")
        if client.parts.cluster is not None:
            await client.parts.cluster.close()  # first, so that other processes can already take over
        await client.answer.end(FINISH_SECONDS)
        presence.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await presence
    if takeover.is_set():
        raise DatabaseInUse


async def _stay_on_discord(client: Boneyard, token: str) -> None:
    """Connect to Discord as soon as there are servers to serve. Raises NotOnDiscord."""
    if client.own_shards is not None:
        await client.own_shards.begin()
    await be_on_discord(client, token)


def _use_fonts(folder: Path | None) -> None:
    try:
        use_fonts_in(folder)
    except OSError as error:
        raise SettingsRefused(f"FONTS cannot be {str(folder)!r}: {error}.") from None


async def upload_emojis(settings: Settings) -> int:
    """Upload the emojis that Discord does not have yet, and print a line for each.

    A running bot uses the new emojis within minutes.
    """
    token = settings.token()
    try:
        with act_as_owner_of(settings.database_url):
            store = await Store.open(settings.database_url, alone=False, before=refuse_migration)
            return await _log_in_and_upload(store, token)
    except DatabaseRefused as refused:
        return _refuse(str(refused))


async def leave(settings: Settings, server: int) -> int:
    """Take the bot off a server, even while it runs. Raises SettingsRefused."""
    token = settings.token()
    try:
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(token)
            await client.http.leave_guild(server)
    except discord.LoginFailure:
        return _refuse(WRONG_TOKEN, EXIT_REFUSED)
    except discord.NotFound:
        return _refuse(f"The bot is not on a server with the id {server}.")
    except FAILURES as error:
        return _refuse(describe_failure(error))
    print(f"The bot has left {server}. What that server chose in /setup is deleted in 30 days.")
    return 0


async def examine(settings: Settings, channel: int) -> int:
    """Test all that the bot needs in a channel of Discord, and print the results.

    Raises SettingsRefused.
    """
    doctor = Doctor(GAMES, emojis(), channel, lambda line: print(line, flush=True))
    return 0 if await doctor.examine(settings.token()) else 1


async def _log_in_and_upload(store: Store, token: str) -> int:
    try:
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(token)
            await upload(client, store, emojis(), lambda line: print(line, flush=True))
    except discord.LoginFailure:
        return _refuse(WRONG_TOKEN, EXIT_REFUSED)
    except FAILURES as error:
        return _refuse(f"{describe_failure(error)} Run it again: it continues where it stopped.")
    finally:
        await store.close()
    return 0


def _refuse_database(refused: DatabaseRefused) -> int:
    """Print why the database can't be used. After the exit code 1, a supervisor starts the bot again."""
    return _refuse(str(refused), 1 if refused.is_temporary else EXIT_REFUSED)


def _refuse(sentence: str, code: int = 1) -> int:
    print(sentence, file=sys.stderr)
    return code
