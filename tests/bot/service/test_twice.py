"""The same press twice, as Discord may deliver it: what the database holds is then as after the first time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.desk.caller import Caller
from bot.store import Store
from bot.store.schema import metadata
from bot.table.log.model import Person, Table
from bot.table.refusals import Refusal
from bot.talk.letter import ABSENCE, ADD, ControlId, Letter, Purpose
from tests.bot import games
from tests.bot.asking import COMMANDS
from tests.bot.inside import connection_of
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, GUILD, new_table, running_table
from tests.day.play import Scene, scene

Press = Callable[[Scene, Table, Caller], Awaitable[Letter]]


def control(purpose: Purpose, data: str = "") -> Press:
    """Press a control of a table."""
    return lambda here, table, who: here.parts.desk.press(
        who, ControlId(purpose, 0 if purpose is Purpose.SETUP else table.id, table.position_seq, data)
    )


IN_THE_LOBBY: dict[str, tuple[Person, Press]] = {
    "a preset": (ANA, control(Purpose.SET, "preset=long")),
    "an option": (ANA, control(Purpose.SET, "rounds=3")),
    "a computer player": (ANA, control(Purpose.BOTS, ADD + "medium")),
    "hints": (ANA, control(Purpose.SET, "hints=on")),
    "ratings": (ANA, control(Purpose.SET, "rated=off")),
    "a clock": (ANA, control(Purpose.CLOCK, "week")),
    "who stays away": (ANA, control(Purpose.CLOCK, f"{ABSENCE}wait")),
    "join": (CEM, control(Purpose.JOIN)),
    "leave": (BEN, control(Purpose.LEAVE)),
    "start": (ANA, control(Purpose.START)),
    "another table": (ANA, lambda here, _, who: here.parts.desk.command(who, COMMANDS["new"], {"game": "cards"})),
    "a channel": (ANA, control(Purpose.SETUP, "channel")),
    "not in a channel": (ANA, control(Purpose.SETUP, "without")),
    "a channel by command": (
        ANA,
        lambda here, _, who: here.parts.desk.command(who, COMMANDS["setup"], {"channel": 12}),
    ),
    "threads": (ANA, control(Purpose.SETUP, "threads=")),
    "a limit": (ANA, lambda here, _, who: here.parts.desk.command(who, COMMANDS["setup"], {"tables": 5})),
    "settings": (
        ANA,
        lambda here, _, who: here.parts.desk.command(
            who,
            COMMANDS["settings"],
            {"hand": True, "reminders": "last", "quiet": "22-8", "timezone": "UTC", "print": True, "digest": 10},
        ),
    ),
}
IN_A_GAME: dict[str, tuple[int, Press]] = {
    "a vote": (
        0,
        lambda here, table, who: here.parts.desk.press(who, ControlId(Purpose.PROPOSE, table.id, 0, "pause")),
    ),
    "a stand-in": (0, control(Purpose.STANDIN)),
    "leave for good": (1, control(Purpose.LEAVE, "yes")),
}


@pytest.fixture
async def here(tmp_path: Path) -> Any:
    async with scene(tmp_path, games.GAMES) as made:
        yield made


@pytest.mark.parametrize("what", IN_THE_LOBBY)
async def test_a_press_before_the_game_that_comes_twice_acts_once(here: Scene, what: str) -> None:
    person, press = IN_THE_LOBBY[what]
    table = await new_table(here.parts.service, ANA, BEN)
    await acts_once(here, press, table, person)


@pytest.mark.parametrize("what", IN_A_GAME)
async def test_a_press_in_a_game_that_comes_twice_acts_once(here: Scene, what: str) -> None:
    turns, press = IN_A_GAME[what]
    table = await running_table(here.parts.service, ANA, BEN)
    assert table.to_act is not None
    await acts_once(here, press, table, table.seats[(table.to_act + turns) % 2])


async def acts_once(here: Scene, press: Press, table: Table, person: Person) -> None:
    who = Caller(person, "en", 4711, GUILD, CHANNEL, manages=True)
    before = await everything(here)
    await press(here, table, who)
    once = await everything(here)
    assert once != before
    with suppress(Refusal):
        await press(here, table, who)
    assert await everything(here) == once


async def everything(here: Scene) -> dict[str, list[Any]]:
    """Return all rows of the database, except messages being sent."""
    store: Store = here.parts.service.store

    async def work(tx: Any) -> dict[str, list[Any]]:
        wanted = [table for name, table in metadata.tables.items() if name != "posts"]
        return {table.name: [tuple(row) for row in await connection_of(tx).execute(select(table))] for table in wanted}

    return await store.run(work)
