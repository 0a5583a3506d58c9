"""Short words for tests of tables."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count

from bot.table.model import Person, Status, Table
from bot.tables import Tables
from engine.game import DEALER

ANA, BEN, CEM, DOT, EVE = (Person(10**18 + n, name) for n, name in enumerate(("Ana", "Ben", "Cem", "Dot", "Eve")))
GUILD, CHANNEL = 7 * 10**17, 8 * 10**17

_messages = count(9 * 10**17)


class FixedClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.time = 1_800_000_000

    def now(self) -> int:
        return self.time


async def started(tables: Tables, *people: Person, preset: str = "") -> Table:
    """A table whose game waits for its first deal; Ana and Ben where nobody is named."""
    host, *others = people or (ANA, BEN)
    table = await tables.new("cards", host, GUILD, CHANNEL, preset=preset)
    for person in others:
        await tables.join(table.id, person)
    return await tables.start(table.id, host.user)


async def dealt(tables: Tables, table: int) -> Table:
    """Commit, and deal with a message of its own."""
    await tables.commitment(table)
    return await tables.deal(table, next(_messages))


async def running(tables: Tables, *people: Person, preset: str = "") -> Table:
    """A table where somebody is to move."""
    return await dealt(tables, (await started(tables, *people, preset=preset)).id)


async def resumed(tables: Tables) -> int:
    """For how many seconds nobody could play before this start of the bot; every table has got them back."""
    seconds = await tables.absence.begin()
    while await tables.give_back(1):
        pass
    return seconds


async def first_choice(tables: Tables, table: Table) -> str:
    """A notation that the mover can play."""
    question = await tables.question(table.id)
    assert question is not None
    return str(question.observation.choices[0].notation)


async def play_on(tables: Tables, table: Table) -> Table:
    """One more deal or action, whatever is due."""
    if table.to_act == DEALER:
        return await dealt(tables, table.id)
    assert table.mover is not None
    notation = await first_choice(tables, table)
    return (await tables.act(table.id, table.mover, table.position_seq, notation)).table


async def played_out(tables: Tables, table: Table) -> Table:
    """The table after its last action."""
    while table.status is Status.RUNNING:
        table = await play_on(tables, table)
    return table


def forked(work: Callable[[], None]) -> int:
    """The id of a process like this one that does some work and ends; much faster than a new interpreter."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return child
