"""The real bot is pressed thousands of times: memory and open files do not grow.

The presses come over a socket. Its caches of pictures fill up to their bounds meanwhile, some 120 MiB; what is judged
is the memory beside them. `PRESSES` in the environment says how many presses; 9,000 take four minutes, and find what
keeps 4 kB of each.
"""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.talk.letter import Purpose
from tests.faults.party import PLAYED, Party, party
from tests.wire.bot import Bot
from tests.wire.launch import HELD, memory
from tests.wire.loopback import Asked

PRESSES = 900
PARTS = 9
"""So often it is looked what the bot holds; in each third once with its caches emptied."""
NEWEST = 3 * len(PLAYED)
"""The newest tables that are played at; older ones are over, most of them."""
BATCH = 20
"""Presses at once."""
TYPED = ("games", "board", "help", "hand", "rules")
MORE_MEMORY = 12 * 2**20
"""Bytes beside the caches that the last third may add: a font that is new, a page of the database, of the allocator."""
MORE_FILES = 8
MIB = 2**20
LOOK = 0.05
"""Seconds between looks for what the bot tells."""


@dataclass(frozen=True)
class Held:
    """What a bot holds."""

    presses: int
    memory: int
    """Bytes, with those of the processes beside it."""
    files: int
    threads: int
    beside: int = 0
    """Bytes of memory without the caches, where they were emptied; else 0."""

    def __str__(self) -> str:
        beside = f" ({self.beside / MIB:.1f} MiB beside its caches)" if self.beside else ""
        told = f"{self.presses:7,} presses: {self.memory / MIB:.0f} MiB{beside}"
        return f"{told}, {self.files} open files, {self.threads} threads"


async def soak() -> list[str]:
    """Return what went wrong."""
    presses = int(os.environ.get("PRESSES", PRESSES))
    with TemporaryDirectory() as folder:
        told = Path(folder, "held")
        async with party(Path(folder), 1) as here:
            here.settings = {HELD: str(told)}
            async with here.bot() as wired:
                await here.sit()
                held = list[Held]()
                for part in range(1, PARTS + 1):
                    while len(here.asked) < presses * part / PARTS:
                        await _press_around(here)
                    held.append(await _measure(wired.bot, len(here.asked), told, emptied=part % (PARTS // 3) == 0))
                    print(held[-1], flush=True)
            tally = await here.check()
    print(tally.note)
    return _growth(held) + tally.other


async def _measure(bot: Bot, presses: int, told: Path, *, emptied: bool) -> Held:
    """Return what the bot holds; its caches are emptied afterwards if `emptied`."""
    of = Path("/proc", str(bot.process.pid))
    threads = next(line for line in (of / "status").read_text().splitlines() if line.startswith("Threads"))
    every = [bot.process.pid, *bot.workers]
    files, holds = len(list((of / "fd").iterdir())), sum(map(memory, every))
    beside = sum([await _beside(process, told) for process in every]) if emptied else 0
    return Held(presses, holds, files, int(threads.split()[1]), beside)


async def _beside(process: int, told: Path) -> int:
    """Return the bytes of memory without the caches, which are empty then."""
    os.kill(process, signal.SIGUSR1)
    while (held := _take_report(told.with_name(f"{told.name}.{process}"))) is None:  # noqa: ASYNC110  # another process makes it
        await asyncio.sleep(LOOK)
    return held


def _take_report(told: Path) -> int | None:
    """Read and delete a process's report of its memory; return None if it isn't there yet."""
    if not told.exists():
        return None
    held = int(told.read_text())
    told.unlink()
    return held


async def _press_around(here: Party) -> None:
    """Make a move at a table, and presses of everybody on what stands there."""
    running = [table for table in here.tables if table.turn is not None]
    if len(running) <= len(PLAYED) // 2:
        await here.sit()
        return
    table = here.rng.choice(running)
    await here.turn(table)
    asked = [await _press_anything(here) for _ in range(BATCH)]
    for each in asked:
        await here.answer_to(each)


async def _press_anything(here: Party) -> Asked:
    assert here.here is not None
    table, member = here.rng.choice(here.tables[-NEWEST:]), here.rng.choice(here.here.members)
    if (turn := table.turn) is None or here.rng.random() < 0.5:
        typed = {"game": "draw"} if (name := here.rng.choice(TYPED)) == "rules" else {}
        return await member.type(name, channel=table.place, **typed)
    return await member.do(turn, here.rng.choice((Purpose.HAND, Purpose.TEXT)))


def _growth(held: list[Held]) -> list[str]:
    """Return what the last third has more of than the one before."""
    third = PARTS // 3
    before, after = held[third : 2 * third], held[2 * third :]
    found = list[str]()
    if (more := after[-1].beside - before[-1].beside) > MORE_MEMORY:
        found.append(f"memory beside the caches grew by {more / MIB:.0f} MiB in the last third")
    for what in ("files", "threads"):
        most, later = (max(getattr(each, what) for each in part) for part in (before, after))
        if later > most + MORE_FILES:
            found.append(f"{what} grew from {most} to {later}")
    return found
