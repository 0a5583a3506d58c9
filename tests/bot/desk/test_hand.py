"""The hand tells what its player needs beside their tiles: where the game is, and what else waits for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.desk.ask import Ask
from bot.desk.command import suggest_tables
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.log.model import Person, Table
from bot.talk.letter import Button, ControlId, Purpose, Style
from bot.talk.seat import YES
from bot.talk.title import table_title
from engine.games import GAMES
from engine.words import Words
from tests.bot.desk.test_next import anas_turn
from tests.bot.reception import Reception, controls_of, labels, reception
from tests.bot.tools import ANA, BEN, CHANNEL, EVE, GUILD, play_on, running_table


async def test_a_hand_tells_of_the_other_games_that_wait_and_leads_to_the_next(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        first = await anas_turn(here)
        alone = await here.press_control(ANA, ControlId(Purpose.HAND, first.id))
        assert "Next game" not in labels(alone)
        assert "waiting for you" not in alone.text
        second = await anas_turn(here)
        hand = await here.press_control(ANA, ControlId(Purpose.HAND, first.id))
        assert f"Also waiting for you: {link_to(second)}." in hand.text
        assert labels(hand)[-1] == "Next game"
        assert {part.style for part in controls_of(hand) if isinstance(part, Button)} == {Style.PLAIN}
        then = await here.press_control(ANA, ControlId(Purpose.NEXT, first.id))
        assert f"#{second.number}" in then.text
        third = await anas_turn(here)
        both = f"Also waiting for you: {link_to(second)}, {link_to(third)}."
        assert both in (await here.press_control(ANA, ControlId(Purpose.HAND, first.id))).text
        for _ in range(3):
            await anas_turn(here)
        assert "and 2 more games." in (await here.press_control(ANA, ControlId(Purpose.HAND, first.id))).text
        theirs = await here.press_control(BEN, ControlId(Purpose.HAND, first.id))
        assert "Next game" not in labels(theirs)
        assert "waiting for you" not in theirs.text


def link_to(table: Table) -> str:
    """Return how a hand names another table: by its title, with a link."""
    return f"{table_title(GAMES[table.game], table)} (<#{table.place}>)"


async def test_a_hand_that_is_shown_elsewhere_links_to_its_table(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await anas_turn(here)
        press = ControlId(Purpose.HAND, table.id)
        there = await here.desk.press(here.caller(ANA), press)
        elsewhere = await here.desk.press(replace(here.caller(ANA), channel=99), press)
        link = f"Played in <#{table.place}>"
        assert (link in there.text, elsewhere.text.startswith(link)) == (False, True)


async def test_a_strangers_press_is_answered_by_whose_turn_it_is_until_when_and_what_they_can_do(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path) as here:
        table = await running_table(here.service, ANA, BEN, game="draw", preset="day", timing=Timing(Preset.DAY))
        answer = await here.press_control(EVE, ControlId(Purpose.HAND, table.id))
        assert f" is next, by <t:{table.timing.due}:t>" in answer.text
        assert "`/new` opens your own table" in answer.text
        assert labels(answer) == ["Board", "Board as text"]
        assert Words(()).text(GAMES["draw"].name) in answer.text


async def test_a_hand_beside_the_board_repeats_nothing_of_it_and_adds_what_only_its_player_may_know(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path) as here:
        table = await running_table(here.service, ANA, BEN, game="blockers")
        for _ in range(2):
            assert (await _hand(here, table)).startswith("**Blockers")
            table = await play_on(here.service, table)
        assert (await _hand(here, table)).startswith("You draw ")


async def _hand(here: Reception, table: Table) -> str:
    assert table.mover is not None
    return (await here.press_control(table.mover, ControlId(Purpose.HAND, table.id))).text


async def test_tables_are_suggested_under_the_name_that_they_have_everywhere(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        await here.service.tables.new("draw", ANA.cause(), ANA, GUILD, CHANNEL, preset="block")
        await here.service.tables.new("moon", ANA.cause(), ANA, GUILD, CHANNEL)
        ask = Ask(here.desk.tools, here.caller(ANA))
        assert await suggest_tables(ask, "blo") == [("Block #1", 1)]
        assert await suggest_tables(ask, "2") == [("Moon #2", 2)]
        assert len(await suggest_tables(ask, "")) == 2


@pytest.mark.parametrize("comer", [BEN, EVE])
async def test_who_takes_a_seat_again_reads_what_happened_while_they_were_away_and_a_stranger_all(
    tmp_path: Path, comer: Person
) -> None:
    async with reception(tmp_path) as here:
        table = await here.begin("draw", GAMES["draw"].presets["block"], ANA, BEN)
        for _ in range(4):
            table = await play_on(here.service, table)
        await here.press_control(BEN, ControlId(Purpose.LEAVE, table.id, data=YES))
        while (table := await here.service.tables.table(table.id, GUILD)).mover == ANA:
            table = await play_on(here.service, table)
        taken = (await here.press_control(comer, ControlId(Purpose.JOIN, table.id))).text
        assert taken.startswith("This seat is yours now.")
        assert ("\nWhile you were away: Bolt\u00a0🤖 takes over for " in taken) is (comer is BEN)
        assert ("\nSo far: " in taken) is (comer is EVE)
        assert (" opens with " in taken) is (comer is EVE)
        assert "You take seat" not in taken
