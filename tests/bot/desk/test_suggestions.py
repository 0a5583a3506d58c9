"""Suggestions: what is offered is understood by its name as well, since Discord's clients may send either."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.desk.ask import Ask
from bot.desk.command import Command, read_suggestions
from bot.table.clock.pace import Preset
from bot.table.log.model import Person, Table
from bot.talk.card import lobby_text
from bot.talk.letter import MOST_OPTIONS, Purpose
from bot.talk.words import shorten_text
from engine.game import DEALER
from engine.games import GAMES
from engine.words import Words
from tests.bot.asking import COMMANDS
from tests.bot.reception import Reception, reception
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, GUILD, make_deal
from tests.engine.play import Setup, setups, usual_seats
from tests.long import some

PEOPLE = (ANA, BEN, CEM, DOT)


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Reception]:
    async with reception(tmp_path) as it:
        yield it


async def read(here: Reception, person: Person, command: Command, **typed: Any) -> Any:
    return await read_suggestions(Ask(here.desk.tools, here.caller(person), arguments=typed), command)


async def check_names(
    here: Reception, person: Person, command: Command, argument: str, sofar: str = "", **others: Any
) -> int:
    """Type each suggested name and value; check that both are read as the value, and return their number."""
    arg = next(arg for arg in command.args if arg.name == argument)
    assert arg.suggest
    offered = await here.desk.suggest(here.caller(person), arg.suggest, sofar, others)
    names = Counter(name for name, _ in offered)
    for name, value in offered:
        for typed in {name, shorten_text(name, 100), f" {name.upper()} ", str(value)}:
            if names[name] == 1:
                assert (await read(here, person, command, **{**others, argument: typed}))[argument] == value, typed
    return len(offered)


async def make_move(here: Reception, table: Table) -> Table:
    if table.to_act == DEALER:
        return await make_deal(here.service, table.id)
    assert table.mover
    notation = (await here.offers(table))[0]
    await here.press(table.mover, Purpose.SURE, table.id, notation, table.position_seq)
    return await here.service.tables.table(table.id, GUILD)


@pytest.mark.parametrize("game", some({game: game for game in GAMES}, {"draw", "moon"}))
async def test_the_name_of_a_move_is_that_move(here: Reception, game: str) -> None:
    table = await here.begin(game, GAMES[game].options(), *PEOPLE[: usual_seats(GAMES[game])])
    offered = 0
    for _ in range(12):
        if table.to_act is not None and table.to_act != DEALER:
            assert table.mover
            for verb in GAMES[game].verbs:
                if verb.argument:
                    offered += await check_names(here, table.mover, COMMANDS[verb.name], verb.argument.name)
        table = await make_move(here, table)
    assert offered > 5


SETUPS = {
    name: setup
    for name, setup in setups().items()
    if "match" not in name and "sumof" not in name and setup.seats <= usual_seats(setup.game)
} | {
    f"{key}-{' '.join(map(str, more.values()))}-{seats}": Setup(GAMES[key], GAMES[key].options(**more), seats)
    for key, seats, more in (
        ("moon", 3, {"lead_suit": "leader_choice"}),
        ("blockers", 2, {"variant": "profi", "profi_own_capture": "none"}),
        ("blockers", 2, {"no_legal": "swap"}),
        ("draw", 3, {"layout": "cross", "set": 18}),
        ("draw", 3, {"voluntary_draw": True}),
        ("chickenfoot", 2, {"hand_size": "gamerules", "arms": 8}),
        ("fives", 2, {"spinner": "all"}),
    )
}
"""Each preset, and options that change what is offered, as few people play them."""


SHOWN = {"draw-spinner-3", "moon-leader_choice-3", "chickenfoot-day-3", "blockers-profi-2", "fives-all-2"}


@pytest.mark.parametrize("setup", some(SETUPS, SHOWN))
async def test_all_that_is_offered_is_accepted_as_it_stands_there(here: Reception, setup: Setup) -> None:
    """Read each name and each notation as the move that it was offered for."""
    labels = 0
    table = await here.begin(setup.game.key, setup.options, *PEOPLE[: setup.seats])
    for _ in range(5):
        if table.to_act not in (None, DEALER):
            assert table.mover
            for verb in setup.game.verbs:
                if verb.argument:
                    command, argument = COMMANDS[verb.name], verb.argument.name
                    for sofar in await beginnings_of(here, table.mover, command):
                        labels += await check_names(here, table.mover, command, argument, sofar)
        table = await make_move(here, table)
    assert labels


async def beginnings_of(here: Reception, person: Person, command: Command) -> list[str]:
    """Return beginnings to type: nothing, and the first word of each value and name, to see cut lists to their end."""
    suggest = command.args[0].suggest
    assert suggest
    offered = await here.desk.suggest(here.caller(person), suggest, "", {})
    first = sorted({str(text).split()[0] for pair in offered for text in pair})
    return ["", *first] if len(offered) == MOST_OPTIONS else [""]


async def test_the_crown_that_a_joker_shows_is_offered_and_placed(here: Reception) -> None:
    table = await here.begin("blockers", GAMES["blockers"].options(), ANA, BEN)
    for _ in range(40):
        assert table.mover
        if any("joker" in notation for notation in await here.offers(table)):
            break
        table = await make_move(here, table)
    suggest = COMMANDS["place"].args[0].suggest
    assert suggest
    assert table.mover
    for typed in ("crown", "crown E", "joker", "E5 crown"):
        offered = await here.desk.suggest(here.caller(table.mover), suggest, typed, {})
        assert offered, typed
        assert all(str(value).startswith("joker ") for _, value in offered), typed
    where = next(notation for notation in await here.offers(table) if "joker" in notation).split()[-1]
    crown = {COMMANDS["place"].args[0].name: f"crown {where}"}
    await here.answer(here.desk.command(here.caller(table.mover), COMMANDS["place"], crown))
    assert (await here.service.tables.table(table.id, GUILD)).position_seq > table.position_seq


async def test_the_name_of_a_move_plays_it(here: Reception) -> None:
    table = await here.begin("draw", GAMES["draw"].options(forced_moves="by_hand"), ANA, BEN)
    assert table.mover
    suggest = COMMANDS["play"].args[0].suggest
    assert suggest
    offered = await here.desk.suggest(here.caller(table.mover), suggest, "", {})
    name, _ = offered[0]
    assert name.count("-") == 1
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


async def test_how_long_a_game_takes_is_the_same_sentence_on_the_card_in_options_clock_and_new(here: Reception) -> None:
    table = await here.service.tables.new("moon", ANA.cause(), ANA, GUILD, CHANNEL, preset="day", pace=Preset.WEEK)
    await here.service.servers.set_up(GUILD, lambda row: row._replace(preset=Preset.WEEK))
    now = await here.service.outbox.snapshot(table.id)
    card = lobby_text(GAMES["moon"], now.table, now.finish)
    line = next(line for line in Words(()).text(card).split("\n") if " players: " in line)
    sentence = line.partition(" · ")[2]
    _, _, takes = sentence.partition(" players: ")
    assert takes.startswith("about ")
    options = await here.press(ANA, Purpose.OPTIONS, table.id)
    clock = await here.press(ANA, Purpose.CLOCK, table.id)
    assert sentence in options.text
    assert sentence in clock.text
    suggest = next(arg.suggest for arg in COMMANDS["new"].args if arg.name == "preset")
    assert suggest
    offered = await here.desk.suggest(here.caller(ANA), suggest, "", {"game": "moon"})
    assert (f"Short · {takes} · First to 11 points", "day") in offered
