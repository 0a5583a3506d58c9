"""A database of an older program goes on: games of all four kinds that were under way are played to their ends.

`before_the_house.sqlite` was written by commit 889c3b8, from a simulated Discord: Draw, Moon, Chickenfoot and Blockers
in their rounds, and a match of Block in its second game.
"""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest

from bot.service import Service
from bot.store import Store
from bot.table.clock import own
from bot.table.model import ANY, Status, Table
from bot.table.rules import play, premoves
from bot.table.verify import verify
from engine.game import DEALER
from engine.games import GAMES
from tests.bot.tools import FixedClock, dealt

OLDER = Path(__file__).with_name("before_the_house.sqlite")
UNDER_WAY = {1: "draw", 2: "moon", 3: "chickenfoot", 4: "blockers", 5: "draw"}


async def played_out(service: Service, table: Table, chance: Random) -> Table:
    """The table after random moves to its end: whoever always takes the first never bids."""
    while table.status is Status.RUNNING:
        if table.to_act == DEALER:
            table = await dealt(service, table.id)
            continue
        question = await service.tables.see(table.id, play.question_now)
        assert question is not None
        assert table.mover is not None
        possible = [choice.notation for choice in question.observation.choices if choice.enabled]
        table = (
            await service.tables.act(
                table.id, table.mover.by(), table.mover, table.position_seq, chance.choice(possible)
            )
        ).table
    return table


@pytest.mark.parametrize("number", UNDER_WAY)
async def test_a_game_under_way_is_played_to_its_end(number: int, tmp_path: Path) -> None:
    file = tmp_path / "older.db"
    shutil.copy(OLDER, file)
    store = await Store.open(f"sqlite:///{file}")
    service = Service.of(store, GAMES, FixedClock())
    table = await service.tables.table(number, ANY)
    assert (table.game, table.status) == (UNDER_WAY[number], Status.RUNNING)
    told = await service.tables.history(number, 0, None)
    assert len(told) == table.seq
    table = await played_out(service, table, Random(number))
    assert table.status is Status.OVER
    assert table.seq > told[-1].seq
    record = await service.tables.record(number)
    assert verify(record.to_json(), GAMES).code == 2
    await store.close()


async def test_a_game_that_was_begun_before_there_were_clocks_takes_plans(tmp_path: Path) -> None:
    file = tmp_path / "older.db"
    shutil.copy(OLDER, file)
    with sqlite3.connect(file) as database:
        database.execute("UPDATE tables SET clock = '{}'")
    database.close()
    store = await Store.open(f"sqlite:///{file}")
    service = Service.of(store, GAMES, FixedClock())
    table = await service.tables.table(1, ANY)
    waiting = 1 - (table.to_act or 0)
    person, game = table.seats[waiting], GAMES[table.game]
    seen = (await service.tables.observe(1, person.user)).observation
    plan = game.premoves.groups(seen)[0].premoves[0].text
    table = await service.tables.do(1, person.by(), premoves.add, person.user, table.position_seq, plan)
    assert own.premoves((await service.tables.table(1, ANY)).timing, waiting) == (plan,)
    await played_out(service, table, Random(1))
    await store.close()
