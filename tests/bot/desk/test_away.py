"""Away until …: from the button in a hand to the way back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.table.clock.away import MOST_DAYS
from bot.table.clock.pace import DAY, Preset
from bot.table.clock.timing import Timing
from bot.table.log.model import Cause, Person, Table
from bot.table.rules import ready
from bot.talk import away
from bot.talk.letter import Button, ControlId, Letter, Option, Purpose
from tests.bot.reception import Reception, controls_of, labels, reception
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD, make_deal


@asynccontextmanager
async def table_of(folder: Path, clock: Preset = Preset.DAY) -> AsyncIterator[tuple[Reception, Table]]:
    """Start a game of Ana and Ben on this clock."""
    async with reception(folder) as here:
        table = await here.service.tables.new("draw", ANA.cause(), ANA, GUILD, CHANNEL, timing=Timing(clock))
        await here.service.tables.do(table.id, BEN.cause(), ready.join, BEN)
        await here.service.tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)
        yield here, await make_deal(here.service, table.id)


def control_labelled(letter: Letter, label: str) -> Button | Option:
    return next(part for part in controls_of(letter) if part.label == label)


async def press(here: Reception, person: Person, letter: Letter, label: str) -> Letter:
    return await here.press_control(person, control_labelled(letter, label).id)


async def hand(here: Reception, table: Table, person: Person = ANA) -> Letter:
    return await here.press(person, Purpose.HAND, table.id)


async def test_one_press_in_a_hand_and_one_choice_and_the_table_sees_until_when(tmp_path: Path) -> None:
    async with table_of(tmp_path) as (here, table):
        asked = await press(here, ANA, await hand(here, table), "Away until …")
        assert labels(asked) == ["Next morning", "3 days", "A week", "Another day", "My hand"]
        gone = await press(here, ANA, asked, "3 days")
        until = (await here.service.away.times_of(ANA.user))[-1].end
        assert f"You're away until <t:{until}:f>." in gone.text
        now = await here.service.tables.table(table.id, GUILD)
        assert [(each.seat, each.until) for each in now.standing.away] == [(now.seat_of(ANA.user), until)]
        back = await press(here, ANA, await hand(here, table), "I'm back")
        assert "You're back" in back.text
        assert (await here.service.tables.table(table.id, GUILD)).standing.away == ()


async def test_a_day_is_typed_into_a_form_and_one_that_is_no_day_is_said(tmp_path: Path) -> None:
    async with table_of(tmp_path) as (here, table):
        asked = await press(here, ANA, await hand(here, table), "Away until …")
        assert f"You can be away for {MOST_DAYS} more days within twelve months." in asked.text
        form = await here.form(ANA, control_labelled(asked, "Another day").id)
        assert away.NO_DAY.template in (await here.fill_in(ANA, form, until="when it rains")).text
        assert "over already" in (await here.fill_in(ANA, form, until="2020-01-01")).text
        assert (
            f"You can be away for only {MOST_DAYS} more days" in (await here.fill_in(ANA, form, until="8 weeks")).text
        )
        assert "You're away until" in (await here.fill_in(ANA, form, until="2 weeks")).text
        assert "You're away already" in (await here.fill_in(ANA, form, until="3 weeks")).text


async def test_a_sprint_offers_no_time_away_and_its_clock_runs_on(tmp_path: Path) -> None:
    async with table_of(tmp_path, Preset.SPRINT) as (here, table):
        assert "Away until …" not in labels(await hand(here, table))
        began = await here.press(ANA, Purpose.SETTINGS, 0, f"away={here.clock.time + 2 * DAY}")
        assert "At 1 table your clock runs on" in str(began.parts) + began.text
        assert (await here.service.tables.table(table.id, GUILD)).standing.away == ()


async def test_who_has_used_all_days_reads_when_they_can_again(tmp_path: Path) -> None:
    async with table_of(tmp_path) as (here, table):
        await here.service.away.start_absence(ANA.user, here.clock.time + MOST_DAYS * DAY)
        here.clock.time += MOST_DAYS * DAY + 1
        asked = await here.press(ANA, Purpose.AWAY, table.id)
        assert "You can again from" in asked.text
        assert labels(asked) == ["My hand"]


@pytest.mark.parametrize("data", ["tomorrow", "-1", "1e9"])
async def test_a_control_that_nobody_showed_sends_nobody_away(tmp_path: Path, data: str) -> None:
    async with table_of(tmp_path) as (here, table):
        assert "I've been updated" in (await here.press_control(ANA, ControlId(Purpose.AWAY, table.id, data=data))).text
        assert not await here.service.away.times_of(ANA.user)
