"""Suggestions: what is offered is understood by its name as well, since Discord's clients may send either."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.desk.ask import Ask
from bot.desk.command import Command, read_suggestions
from bot.table.model import Person, Table
from bot.talk.letter import Purpose
from bot.talk.words import clipped
from engine.game import DEALER
from engine.games import GAMES
from tests.bot.asking import COMMANDS
from tests.bot.reception import Reception, reception
from tests.bot.tools import ANA, BEN, CEM, GUILD, dealt

PEOPLE = (ANA, BEN, CEM)


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Reception]:
    async with reception(tmp_path) as it:
        yield it


async def read(here: Reception, person: Person, command: Command, **typed: Any) -> Any:
    return await read_suggestions(Ask(here.desk.tools, here.caller(person), typed=typed), command)


async def check_names(here: Reception, person: Person, command: Command, argument: str, **others: Any) -> int:
    """Type each offered name, and each value, and see both read as the value; return how many were offered."""
    arg = next(arg for arg in command.args if arg.name == argument)
    assert arg.suggest
    offered = await here.desk.suggestions(here.caller(person), arg.suggest, "", others)
    names = Counter(name for name, _ in offered)
    for name, value in offered:
        for typed in (name, clipped(name, 100), f" {name.upper()} ", str(value)):
            if names[name] == 1:
                assert (await read(here, person, command, **{**others, argument: typed}))[argument] == value, typed
    return len(offered)


async def moved(here: Reception, table: Table) -> Table:
    if table.to_act == DEALER:
        return await dealt(here.service, table.id)
    assert table.mover
    notation = (await here.offers(table))[0]
    await here.press(table.mover, Purpose.SURE, table.id, notation, table.position_seq)
    return await here.service.tables.table(table.id, GUILD)


@pytest.mark.parametrize("game", GAMES)
async def test_the_name_of_a_move_is_that_move(here: Reception, game: str) -> None:
    table = await here.begin(game, GAMES[game].options(), *PEOPLE)
    offered = 0
    for _ in range(12):
        if table.to_act is not None and table.to_act != DEALER:
            assert table.mover
            for verb in GAMES[game].verbs:
                if verb.argument:
                    offered += await check_names(here, table.mover, COMMANDS[verb.name], verb.argument.name)
        table = await moved(here, table)
    assert offered > 5


async def test_the_name_of_a_move_plays_it(here: Reception) -> None:
    table = await here.begin("draw", GAMES["draw"].options(forced_moves="by_hand"), ANA, BEN)
    assert table.mover
    suggest = COMMANDS["play"].args[0].suggest
    assert suggest
    offered = await here.desk.suggestions(here.caller(table.mover), suggest, "", {})
    name, _ = offered[0]
    assert name.startswith("Open with ")
    await here.answer(here.desk.command(here.caller(table.mover), COMMANDS["play"], {"tile": name}))
    assert (await here.service.tables.table(table.id, GUILD)).position_seq > table.position_seq


@pytest.mark.parametrize("game", GAMES)
async def test_the_name_of_a_preset_is_that_preset(here: Reception, game: str) -> None:
    assert await check_names(here, ANA, COMMANDS["new"], "preset", game=game)


async def test_the_name_of_an_option_and_of_its_value_are_understood(here: Reception) -> None:
    await here.press(ANA, Purpose.NEW, 0, "draw")
    assert await check_names(here, ANA, COMMANDS["option"], "name") > 5
    assert await check_names(here, ANA, COMMANDS["option"], "value", name="layout") > 1


async def test_what_is_no_suggestion_is_left_as_it_was_typed(here: Reception) -> None:
    await here.begin("draw", GAMES["draw"].options(), ANA, BEN)
    assert await read(here, ANA, COMMANDS["play"], tile="no such tile") == {"tile": "no such tile"}
    assert await read(here, ANA, COMMANDS["clock"], hours="8-23", timezone="Berlin") == {
        "hours": "8-23",
        "timezone": "Berlin",
    }
