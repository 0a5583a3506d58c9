"""Every game there is runs through the door: played to its end, replayed from its log, verified from its record."""

from __future__ import annotations

import random

import pytest

from bot.service import Service
from bot.store import Store
from bot.table.log.model import Cause, Status, Table
from bot.table.record.verify import UNCOMPARED, verify
from bot.table.rules import ready
from engine.game import DEALER
from engine.games import GAMES
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, EVE, GUILD, FixedClock, make_deal
from tests.long import some

PEOPLE = (ANA, BEN, CEM, DOT, EVE)


@pytest.mark.parametrize("game", some({key: key for key in GAMES}, {"draw", "moon", "blockers"}))
async def test_a_game_is_played_replayed_and_verified(game: str, sqlite_address: str) -> None:
    store = await Store.open(sqlite_address)
    service = Service.of(store, GAMES, FixedClock())
    table = await service.tables.new(game, ANA.cause(), ANA, GUILD, CHANNEL)
    for person in PEOPLE[1 : min(GAMES[game].seats)]:
        await service.tables.do(table.id, person.cause(), ready.join, person)
    table = await service.tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)
    rng = random.Random(game)
    while table.status is Status.RUNNING and table.seq < 400:
        table = await step(service, table, rng)
    fresh = Service.of(store, GAMES, FixedClock())
    for user in (None, *(person.user for person in table.seats)):
        assert await fresh.tables.observe(table.id, user) == await service.tables.observe(table.id, user)
    lines, code, _ = verify((await fresh.tables.record(table.id)).to_json(), GAMES)
    assert code == UNCOMPARED, [str(line) for line in lines]
    await store.close()


async def step(service: Service, table: Table, rng: random.Random) -> Table:
    if table.to_act == DEALER:
        return await make_deal(service, table.id)
    assert table.mover is not None
    seen = await service.tables.observe(table.id, table.mover.user)
    choice = rng.choice([choice for choice in seen.observation.choices if choice.enabled])
    return (
        await service.tables.act(table.id, table.mover.cause(), table.mover, table.position_seq, choice.notation)
    ).table
