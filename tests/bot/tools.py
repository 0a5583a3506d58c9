"""Short words for tests of tables."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from bot.service import Service
from bot.store import Transaction
from bot.table.clock.timing import Timing
from bot.table.log.draft import Draft
from bot.table.log.fold import Entry
from bot.table.log.model import NO_CAUSE, Cause, Person, Question, Status, Table
from bot.table.rules import computers as computer_rules
from bot.table.rules import deals, play, ready
from engine.game import DEALER
from engine.options import Options

ANA, BEN, CEM, DOT, EVE = (Person(10**18 + n, name) for n, name in enumerate(("Ana", "Ben", "Cem", "Dot", "Eve")))
GUILD, CHANNEL = 7 * 10**17, 8 * 10**17

_messages = count(1)
"""The last bits of ids: messages of one moment differ by them."""


class FixedClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.time = 1_800_000_000

    def now(self) -> int:
        return self.time


async def new_table(
    service: Service,
    *people: Person,
    game: str = "cards",
    preset: str = "",
    options: Options | None = None,
    timing: Timing | None = None,
    computers: Sequence[str] = (),
    guild: int | None = GUILD,
    channel: int = CHANNEL,
) -> Table:
    """Return a table that waits for its start, of people (Ana and Ben by default) and computer players."""
    host, *others = people or (ANA, BEN)
    table = await service.tables.new(
        game, host.cause(), host, guild, channel, preset=preset, options=options, timing=timing
    )
    for person in others:
        table = await service.tables.do(table.id, person.cause(), ready.join, person)
    for strength in computers:
        table = await service.tables.do(table.id, host.cause(), computer_rules.add, host.user, strength)
    return table


async def started_table(service: Service, *people: Person, **setup: Any) -> Table:
    """Return a table whose game waits for its first deal."""
    table = await new_table(service, *people, **setup)
    return await service.tables.do(table.id, Cause(table.host), ready.start, table.host)


async def make_deal(service: Service, table: int) -> Table:
    """Announce the deal that is due with a message of its own, and so make it."""
    return await service.tables.do(table, NO_CAUSE, _announce_now)


def _announce_now(draft: Draft) -> None:
    announce_deal(draft, (1000 * draft.now - 1_420_070_400_000 << 22) + next(_messages))


def announce_deal(draft: Draft, message: int) -> None:
    """Announce the deal that is due, so that it is made.

    If one person sits alone, there is no announcement.
    """
    deals.deal_unannounced(draft)
    standing = draft.table.standing
    if standing.due_deal is not None and message > standing.dealing.newest:
        deals.note_post(draft, standing.due_deal.seq, CHANNEL, message)


async def running_table(service: Service, *people: Person, **setup: Any) -> Table:
    """Return a table with a player to move."""
    return await make_deal(service, (await started_table(service, *people, **setup)).id)


async def resume_play(service: Service) -> int:
    """End the absence of the bot, compensate all tables, and return its seconds."""
    seconds = await service.absence.begin()
    while await service.clockwork.compensate_tables(1):
        pass
    return seconds


async def question_at(service: Service, table: Table) -> Question:
    """Return the mover's choices and observation."""
    question = await service.tables.read(table.id, play.question_now)
    assert question is not None
    return question


async def first_choice(service: Service, table: Table) -> str:
    """Return a notation that the mover can play."""
    return str((await question_at(service, table)).observation.choices[0].notation)


PRESSES = count(10**15)


def press_by(person: Person) -> Cause:
    """Return the cause of a player's move: a new press, or none if it is a computer player."""
    return person.cause(None if person.player else next(PRESSES))


async def play_on(service: Service, table: Table) -> Table:
    """Make the deal or action that is due."""
    if table.to_act == DEALER:
        return await make_deal(service, table.id)
    assert table.mover is not None
    notation = await first_choice(service, table)
    return (await service.tables.act(table.id, press_by(table.mover), table.mover, table.position_seq, notation)).table


async def play_to_end(service: Service, table: Table) -> Table:
    """Play a game to its end."""
    while table.status is Status.RUNNING:
        table = await play_on(service, table)
    return table


def fork(work: Callable[[], None]) -> int:
    """Fork a process that does some work and ends, much faster than a new interpreter; return its id."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(status)
    return child


async def entries_after(service: Service, table: int, after: int) -> list[Entry]:
    """Return the steps of a table after `after`, with their events."""

    async def read(tx: Transaction) -> list[Entry]:
        return await service.repository.read_entries(tx, await service.repository.open(tx, table), after)

    return await service.store.run(read)
