"""Every game there is runs through the door: played to its end, replayed from its log, verified from its record."""

from __future__ import annotations

import random

import pytest

from bot.store import Store
from bot.table.model import Status, Table
from bot.table.verify import verify
from bot.tables import Tables
from engine.game import DEALER
from engine.games import GAMES
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, EVE, GUILD, FixedClock, dealt

PEOPLE = (ANA, BEN, CEM, DOT, EVE)


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_played_replayed_and_verified(game: str, sqlite_address: str) -> None:
    store = await Store.open(sqlite_address)
    tables = Tables(store, GAMES, FixedClock())
    table = await tables.new(game, ANA, GUILD, CHANNEL)
    for person in PEOPLE[1 : min(GAMES[game].seats)]:
        await tables.join(table.id, person)
    table = await tables.start(table.id, ANA.user)
    rng = random.Random(game)
    while table.status is Status.RUNNING and table.seq < 400:
        table = await step(tables, table, rng)
    fresh = Tables(store, GAMES, FixedClock())
    for user in (None, *(person.user for person in table.seats)):
        assert await fresh.observe(table.id, user) == await tables.observe(table.id, user)
    lines, code = verify((await fresh.record(table.id)).to_json(), GAMES)
    assert code == 0, [str(line) for line in lines]
    await store.close()


async def step(tables: Tables, table: Table, rng: random.Random) -> Table:
    if table.to_act == DEALER:
        return await dealt(tables, table.id)
    assert table.mover is not None
    seen = await tables.observe(table.id, table.mover.user)
    choice = rng.choice([choice for choice in seen.observation.choices if choice.enabled])
    return (await tables.act(table.id, table.mover, table.position_seq, choice.notation)).table
