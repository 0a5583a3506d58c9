"""The panel of a user's settings: everything on it is a value that can be kept."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from bot.service.digests import OFF
from bot.table.clock.away import A_YEAR
from bot.table.clock.reminders import NEVER_QUIET, ReminderMode, ReminderWishes
from bot.table.clock.zones import find_zones
from bot.table.log.rows import DigestRow
from bot.table.preferences import SWITCHES, PersonRow
from bot.table.refusals import Refusal
from bot.talk import settings as talk
from bot.talk.letter import ControlId, Letter, Purpose, Select
from bot.talk.words import Texts
from engine.games import GAMES
from engine.words import Words
from tests.bot.reception import Reception, controls_of, letter_problems, reception
from tests.bot.tools import ANA, BEN

RESTS, COMES = DigestRow(ANA.user, 9, None, 0), DigestRow(ANA.user, 9, 7, 0)


def test_discord_takes_the_panel_whatever_was_chosen() -> None:
    wishes = [ReminderWishes(), *(ReminderWishes(wanted, NEVER_QUIET, "Europe/Berlin") for wanted in ReminderMode)]
    for on, wished, digest in product((False, True), wishes, (None, RESTS, COMES)):
        person = PersonRow(ANA.user)._replace(**{switch.field: on for switch in SWITCHES})  # type: ignore[arg-type]  # its fields
        letter = talk.panel(talk.UserChoices(person, wished, digest), Words(()), "en-US", texts=Texts())
        assert letter_problems(letter) == []
        assert len(letter.text) < 900
        assert letter.text.index("**Your time zone**") < letter.text.index("**Quiet hours**")
        assert letter.text.index("**Quiet hours**") < letter.text.index("**Daily digest**")


def test_all_time_zones_of_the_panel_exist() -> None:
    assert [zone for zone in talk.ZONES if find_zones(zone) != [zone]] == []
    assert talk.OFF == OFF


async def test_each_control_of_the_panel_can_be_kept_and_says_so(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        await press(here, "timezone=Asia/Tokyo")
        panel = await press(here, "quiet=none")
        assert sum(isinstance(row, Select) for row in panel.rows) == 5
        for control in controls_of(panel):
            await press(here, "quiet=none")  # a digest may not come in quiet hours
            here.clock.time += A_YEAR  # days away are limited within a year
            then = await here.press_control(ANA, control.id)
            assert then.parts, (control.label, then.text)


@pytest.mark.parametrize(
    "data",
    ["colour=red", "hand=both", "reminders=often", "timezone=Atlantis", "quiet=late", "digest=24", "away=friday"],
)
async def test_a_control_of_another_version_changes_no_setting(data: str, tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        await press(here, "timezone=Asia/Tokyo")
        before = await here.service.preferences.wishes(ANA.user)
        with pytest.raises(Refusal):
            await here.desk.press(here.caller(ANA), ControlId(Purpose.SETTINGS, 0, data=data))
        assert await here.service.preferences.wishes(ANA.user) == before


async def press(here: Reception, data: str) -> Letter:
    return await here.press(ANA, Purpose.SETTINGS, 0, data)


async def test_a_player_who_wants_large_print_sees_it_at_their_table(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await here.begin("draw", GAMES["draw"].options(), ANA, BEN)
        for wanted in (True, False):
            await press(here, f"print={int(wanted)}")
            assert (await here.service.tables.observe(table.id, ANA.user, reader=ANA.user)).large is wanted
            assert not (await here.service.tables.observe(table.id, BEN.user, reader=BEN.user)).large
