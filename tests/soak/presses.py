"""The real bot is pressed thousands of times over a socket: what it holds in memory and keeps open does not grow.

`PRESSES` in the environment says how many presses; 100,000 take more than an hour.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.talk.letter import Purpose
from tests.faults.party import Party, party
from tests.wire.loopback import Asked

PRESSES = 2_000
PARTS = 10
"""So often it is looked what the bot holds."""
BATCH = 20
"""Presses at once."""
TYPED = ("games", "board", "help", "hand", "rules")
MORE_MEMORY = 25 * 2**20
"""Bytes that the second half may add: a table in play that is new in memory, a font, a page of the allocator."""
MORE_FILES = 8


@dataclass(frozen=True)
class Held:
    """What a process holds."""

    presses: int
    memory: int
    """Bytes."""
    files: int
    threads: int

    @classmethod
    def of(cls, process: int, presses: int) -> Held:
        told = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())
        memory = 1024 * int(told["VmRSS"].split()[0])
        return cls(presses, memory, len(list(Path(f"/proc/{process}/fd").iterdir())), int(told["Threads"]))


async def soak() -> list[str]:
    """What went wrong."""
    presses = int(os.environ.get("PRESSES", PRESSES))
    with TemporaryDirectory() as folder:
        async with party(Path(folder), 1) as here:
            async with here.bot() as wired:
                await here.sit()
                held = list[Held]()
                for part in range(1, PARTS + 1):
                    while len(here.asked) < presses * part / PARTS:
                        await _some(here)
                    held.append(Held.of(wired.bot.process.pid, len(here.asked)))
            tally = await here.checked()
    for each in held:
        memory = each.memory / 2**20
        print(f"{each.presses:7,} presses: {memory:.0f} MiB, {each.files} open files, {each.threads} threads")
    print(tally.note)
    return _grown(held) + tally.other


async def _some(here: Party) -> None:
    """A move at a table, and presses of everybody on what stands there."""
    running = [table for table in here.tables if table.turn is not None]
    if len(running) < len(here.tables) // 2 + 1:
        here.tables[:] = running
        await here.sit()
        return
    table = here.rng.choice(running)
    await here.turn(table)
    asked = [await _look(here) for _ in range(BATCH)]
    for each in asked:
        await here.answered(each)


async def _look(here: Party) -> Asked:
    assert here.here is not None
    table, member = here.rng.choice(here.tables), here.rng.choice(here.here.members)
    if (turn := table.turn) is None or here.rng.random() < 0.5:
        typed = {"game": "draw"} if (name := here.rng.choice(TYPED)) == "rules" else {}
        return await member.type(name, channel=table.place, **typed)
    return await member.do(turn, here.rng.choice((Purpose.HAND, Purpose.TEXT)))


def _grown(held: list[Held]) -> list[str]:
    """What the second half has more of than the first."""
    first, second = held[: PARTS // 2], held[PARTS // 2 :]
    found = list[str]()
    if (more := second[-1].memory - first[-1].memory) > MORE_MEMORY:
        found.append(f"memory grew by {more / 2**20:.0f} MiB in the second half")
    for what in ("files", "threads"):
        most, later = (max(getattr(each, what) for each in half) for half in (first, second))
        if later > most + MORE_FILES:
            found.append(f"{what} grew from {most} to {later}")
    return found
