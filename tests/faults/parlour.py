"""All games at once without Discord: tables are opened, played at random, and read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from random import Random
from typing import Any

from bot.service import Service
from bot.store import Store
from bot.table.limits import Limits
from bot.table.log.model import NO_CAUSE, Cause, Person, Table
from bot.table.rules import play, ready
from engine.game import DEALER, Game
from engine.games import GAMES
from engine.options import Options
from tests.bot import games
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, GUILD, FixedClock, announce_deal

ALL: Mapping[str, Game[Any, Any]] = {**GAMES, **games.GAMES}
"""Every game, and the tiny one of the tests."""
PEOPLE = (ANA, BEN, CEM, DOT)
PLENTY = Limits(tables_a_person=100_000, own_tables=100_000, tables_an_hour=100_000, tables_a_channel=100_000)
"""With the usual limits much would soon be refused, and nothing be seen of a fault."""

_messages = count(9 * 10**17)


def parlour(store: Store, clock: FixedClock | None = None) -> Service:
    """Open the tables of a database, for all games."""
    return Service.of(store, ALL, clock or FixedClock(), limits=PLENTY)


def seats_of(key: str, wanted: int = 2) -> int:
    """Return `seats` seats, or the fewest that a game has."""
    return max(wanted, min(ALL[key].seats))


async def open_table(
    service: Service, key: str, *, options: Options | None = None, seats: int = 2, **more: Any
) -> Table:
    """Return a table that waits for its first deal."""
    host, *others = PEOPLE[: seats_of(key, seats)]
    table = await service.tables.new(key, host.cause(), host, GUILD, CHANNEL, options=options, **more)
    for person in others:
        await service.tables.do(table.id, person.cause(), ready.join, person)
    return await service.tables.do(table.id, Cause(host.user), ready.start, host.user)


async def begin_game(service: Service, key: str, **more: Any) -> Table:
    """Return a table with a player to move."""
    return await deal_if_due(service, await open_table(service, key, **more))


async def deal_if_due(service: Service, table: Table, message: int | None = None) -> Table:
    """Deal if a deal is due."""
    while table.to_act == DEALER:
        table = await service.tables.do(table.id, NO_CAUSE, announce_deal, message or next(_messages))
    return table


async def choices(service: Service, table: Table) -> Sequence[str]:
    """Return what the seat to act can do."""
    assert table.mover is not None
    seen = (await service.tables.observe(table.id, table.mover.user)).observation
    return [choice.notation for choice in seen.choices if choice.enabled]


async def choose(service: Service, table: Table, rng: Random) -> str:
    """Choose for the seat to act, half the time what the deadline would: random bids never end a game."""
    possible = await choices(service, table)
    question = await service.tables.read(table.id, play.question_now)
    assert question is not None
    return rng.choice(possible) if rng.random() < 0.5 else question.at_deadline


async def make_move(service: Service, table: Table, rng: Random) -> Table:
    """Make one more move, and the deal after it."""
    assert table.mover is not None
    person: Person = table.mover
    notation = await choose(service, table, rng)
    played = await service.tables.act(table.id, person.cause(), person, table.position_seq, notation)
    return await deal_if_due(service, played.table)
