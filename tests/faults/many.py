"""Several real processes on one PostgreSQL that share the servers out.

They are killed, stopped and cut off while people play on all of them.
"""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio import FIRST_COMPLETED
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from bot.talk.letter import Purpose
from tests.bot.postgres import Server, fresh_database, running_server
from tests.faults.frame import Tally
from tests.faults.party import SECRET, Over, Party, parties, side_by_side
from tests.wire.bot import Bot, bot
from tests.wire.launch import LEASES
from tests.wire.loopback import TooLate, loopback
from tests.wire.payloads import CHANNEL
from tests.wire.people import Member, controls
from tests.wire.wired import NAMES, Table, Wired

SHARDS = 4
TIMES = 10
"""Leases are lost faster than in real life by this factor: after three seconds."""
LOST = 4.0
"""Seconds after which a process that stood still has lost its leases."""
GAMES = ("draw", "blockers")
START = 300.0
TRIES = 3


@dataclass
class Crowd(Party):
    """Tables on servers of all shards, and the processes that share them out."""

    bots: list[Bot] = field(default_factory=list)
    players: list[asyncio.Task[None]] = field(default_factory=list)
    stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def begin(self) -> None:
        """Start one more process."""
        settings = {"SHARDS": f"auto/{SHARDS}", LEASES: str(TIMES)}
        process = await self.stack.enter_async_context(bot(self.discord, self.folder, self.database, settings=settings))
        self.bots.append(process)
        if self.here is None:
            members = [Member(self.discord, 1001 + n, name) for n, name in enumerate(NAMES)]
            self.here = Wired(self.discord, process, self.folder, members)

    async def restart_ended(self) -> None:
        """Restart processes that ended by themselves, as one does that starts while the database is away."""
        for process in [each for each in self.bots if each.process.returncode is not None]:
            self.bots.remove(process)
            await process.wait_for_end()
            self.note_log(process)
            await self.begin()

    async def wait_until_connected(self) -> None:
        """Wait until each shard is connected to a process that runs."""
        await self.restart_ended()
        async with asyncio.timeout(START):
            while not self.discord.ready.is_set():
                await self.restart_ended()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.discord.ready.wait(), 1)

    async def seat_all(self) -> None:
        """Begin a table on each server without one; a press may get lost between two processes."""
        going = {table.channel for table in self.tables if not is_over(table)}
        for channel in {*range(CHANNEL, CHANNEL + SHARDS)} - going:
            for _ in range(TRIES):
                with suppress(TimeoutError, TooLate):
                    self.tables.append(await self._new(channel))
                    break

    async def _new(self, channel: int) -> Table:
        assert self.here is not None
        return await self.here.table(GAMES[channel % len(GAMES)], channel=channel)

    async def playing(self, requests: int) -> None:
        """Let people play on all servers at once, until the bot has made enough requests or they can't go on."""
        self.players = [asyncio.create_task(self._play(table)) for table in self.tables if not is_over(table)]
        asked = asyncio.create_task(self._wait_for_requests(requests))
        await asyncio.wait([asked, asyncio.ensure_future(asyncio.wait(self.players))], return_when=FIRST_COMPLETED)
        asked.cancel()

    async def stop_players(self) -> None:
        """Cancel all players."""
        for player in self.players:
            player.cancel()
        for ended in await asyncio.gather(*self.players, return_exceptions=True):
            if isinstance(ended, Exception):
                self.tally.other.append(f"nobody can play: {ended!r}")

    async def _wait_for_requests(self, requests: int) -> None:
        for _ in range(requests):
            await self.discord.wait_for_request()

    async def _play(self, table: Table) -> None:
        while not is_over(table):
            with suppress(Over, TimeoutError, TooLate):
                await self.discord.until(lambda: table.turn is not None or is_over(table))  # it may be on its way
                if table.turn is not None:
                    await self.turn(table)

    async def last_turns(self) -> None:
        """Play each table once more; repeat a press that got lost between two processes."""
        for table in self.tables:
            for _ in range(TRIES):
                if table.turn is None:
                    break
                with suppress(Over, TooLate):
                    await self.turn(table)
                    break
            else:
                self.tally.other.append(f"nobody can play at table {table.number} of channel {table.channel}")

    async def redeliver(self) -> None:
        """Deliver again what had no answer, and some of the rest, to every connected process."""
        done = [asked for asked in self.moves.values() if asked.said]
        for asked in [*self.open, *self.rng.sample(done, min(len(done), 3))]:
            await self.discord.redeliver(asked)
        for asked in self.open:
            with suppress(Over, TooLate):
                await self.answer_to(asked)

    async def end_all(self) -> None:
        """End all processes as a supervisor does, and check their logs."""
        await self.restart_ended()
        for process in self.bots:
            process.signal(signal.SIGTERM)
        for process in self.bots:
            await process.wait_for_end()
            self.note_log(process)
        self.bots.clear()

    def note_log(self, process: Bot) -> None:
        """Check the log of a process that has ended."""
        self.tally.leaked += sum(SECRET.search(line) is not None for line in process.lines)
        self.tally.other += [line for line in process.lines if "Traceback" in line or "[critical" in line]


def is_over(table: Table) -> bool:
    """Return whether a game has ended: its players are offered another."""
    return any(id.purpose is Purpose.REMATCH for message in table.messages for id in controls(message))


Fault = Callable[[Crowd, Server], Awaitable[None]]


async def kill_one(here: Crowd, _: Server) -> None:
    """Kill one process, and start it again at once."""
    victim = here.bots.pop(here.rng.randrange(len(here.bots)))
    victim.process.kill()
    await victim.wait_for_end()
    here.note_log(victim)
    await here.begin()


async def replace_one(here: Crowd, _: Server) -> None:
    """End one process and start it again, as when the program is updated."""
    victim = here.bots.pop(here.rng.randrange(len(here.bots)))
    victim.signal(signal.SIGTERM)
    await here.begin()
    await victim.wait_for_end()
    here.note_log(victim)


async def let_one_stand_still(here: Crowd, _: Server) -> None:
    """Stop one process for longer than its leases last, then let it go on."""
    victim = here.rng.choice(here.bots)
    os.kill(victim.process.pid, signal.SIGSTOP)
    await asyncio.sleep(LOST)
    os.kill(victim.process.pid, signal.SIGCONT)


async def crash_database(here: Crowd, server: Server) -> None:
    """Crash the database, and start it again."""
    await asyncio.to_thread(server.stop)
    await asyncio.sleep(here.rng.uniform(0, LOST))
    await asyncio.to_thread(server.start)


def run(kinds: Sequence[Fault], processes: int, times: int, seed: int) -> Tally:
    """Let faults of these kinds meet several processes."""
    with ExitStack() as stack:
        servers = [stack.enter_context(running_server()) for _ in range(parties(times))]

        async def run_one(times: int, seed: int, number: int) -> Tally:
            return await _run(kinds, processes, times, seed, servers[number])

        return asyncio.run(side_by_side(len(servers), times, seed, run_one))


async def _run(kinds: Sequence[Fault], processes: int, times: int, seed: int, server: Server) -> Tally:
    async with loopback(SHARDS) as discord:
        discord.spacing = 5 / TIMES
        here = Crowd(discord, Path(mkdtemp()), Random(seed), fresh_database(server))
        async with here.stack:
            await here.begin()
            await here.wait_until_connected()  # one makes the database
            for _ in range(processes - 1):
                await here.begin()
            for process in here.bots:
                await process.wait_for_line("has connected to Gateway")
            await asyncio.sleep(LOST)  # all have their fair share, and nobody presses while a shard moves
            await here.wait_until_connected()
            for number in range(times):
                await here.seat_all()
                await here.playing(here.rng.randrange(4, 40))
                await here.restart_ended()
                await kinds[number % len(kinds)](here, server)
                await here.stop_players()
                await here.wait_until_connected()
                await here.redeliver()
                here.tally.runs += 1
            await asyncio.sleep(LOST)  # all have their fair share
            await here.redeliver()
            await here.last_turns()
            await here.redeliver()  # a press of these turns may have fallen between two processes too
            await here.count_stale()
            await here.end_all()
    return await here.check()


kills_of_two = partial(run, [kill_one], 2)
kills_of_four = partial(run, [kill_one], 4)
faults_of_two = partial(run, [let_one_stand_still, crash_database, replace_one], 2)
