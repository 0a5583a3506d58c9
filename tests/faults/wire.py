"""The real bot over a real socket: killed, refused, cut off, moderated, while all games are played."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from tests.bot.postgres import fresh_database, running_server
from tests.faults.frame import Tally
from tests.faults.party import Over, Party, party
from tests.wire.faults import Failing, cloudflare, delay, lose_answer, refuse, reset

PASSING: Mapping[str, Failing] = {
    "503": refuse(503),
    "500": refuse(500),
    "429": refuse(429),
    "done, then 500": lose_answer,
    "cut": reset,
    "Cloudflare": cloudflare,
    "slow": delay(0.3),
}
SHARE = 0.4
"""How often a request for a message fails."""


def kills_on_sqlite(times: int, seed: int) -> Tally:
    """Kill the real bot."""
    return asyncio.run(_kills(times, seed, ""))


def kills_on_postgresql(times: int, seed: int) -> Tally:
    """Kill the real bot on PostgreSQL."""
    with running_server() as server:
        return asyncio.run(_kills(times, seed, fresh_database(server)))


async def _kills(times: int, seed: int, database: str) -> Tally:
    async with party(Path(mkdtemp()), seed, database) as here:
        for _ in range(times):
            async with here.bot() as wired:
                if not here.tables:
                    await here.sit()
                await _redeliver(here)
                playing = asyncio.create_task(_play(here, faults=True))
                for _ in range(here.rng.randrange(1, 12)):
                    await here.discord.wait_for_request()
                await asyncio.sleep(here.rng.uniform(0, 0.05))
                wired.bot.process.kill()
                await wired.bot.wait_for_end()
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
                here.discord.faults.clear()
            here.tally.runs += 1
        return await _ended_well(here)


async def _redeliver(here: Party) -> None:
    """Deliver again what had no answer, and some of the rest."""
    done = [asked for asked in here.moves.values() if asked.said]
    for asked in [*here.open, *here.rng.sample(done, min(len(done), 3))]:
        await here.discord.redeliver(asked)
    await here.settle()


async def _play(here: Party, *, faults: bool) -> None:
    while True:
        if faults and here.rng.random() < SHARE:
            path = here.rng.choice((r"/channels/\d+/messages", r"/channels/\d+/messages/\d+"))
            here.discord.fail("*", path, here.rng.choice(list(PASSING.values())))
        with suppress(Over, TimeoutError):
            await here.discord.until(lambda: any(table.turn for table in here.tables))  # one may be on its way
            await here.turn(here.rng.choice([table for table in here.tables if table.turn is not None]))


async def _ended_well(here: Party) -> Tally:
    """After all faults: each table is played once more, and everything is as the log says."""
    async with here.bot():
        await _redeliver(here)
        for table in here.tables:
            if table.turn is not None:
                await here.turn(table)
        await here.count_stale()
    return await here.check()
