"""Each game ends whoever stays away, and nobody is called more often than once a turn and twice again."""

from __future__ import annotations

import pytest

from bot.table.clock.pace import DAY, Preset
from bot.table.clock.timing import Absence
from bot.table.log.model import Status
from tests.day.scenes import COMPANIES, day
from tests.day.waits import AHEAD, whole
from tests.long import some


@pytest.mark.parametrize("company", some({company: company for company in COMPANIES}, ["one gone"]))
@pytest.mark.parametrize(
    ("game", "preset"),
    [("draw", Preset.DAY), ("moon", Preset.WEEK), ("chickenfoot", Preset.SPRINT), ("blockers", Preset.OPEN)],
)
async def test_a_game_ends_and_nobody_is_called_too_often(game: str, preset: Preset, company: str) -> None:
    played = await day(game, preset, company)
    assert max(played.pings.values()) == 1
    assert max(played.reminders.values(), default=0) <= 2
    assert played.count_calls("t") == len(played.pings)
    waits = preset is Preset.OPEN and "gone" in company
    left = company == "all gone" and preset in (Preset.WEEK, Preset.OPEN)
    assert played.table.status is (Status.CLOSED if waits or left else Status.OVER)
    if played.table.status is Status.CLOSED:
        assert played.ended - played.table.timing.active_at == 14 * DAY
        assert played.table.timing.parked
    if company == "all prompt":
        assert played.count_calls("a", "l") == played.steps_of("late", "extension") == 0


@pytest.mark.parametrize("company", [pytest.param("one asleep", marks=pytest.mark.long), "one gone", "all gone"])
@pytest.mark.parametrize("absence", [Absence.CLAIM, Absence.WAIT])
async def test_a_game_ends_too_if_the_table_waits_or_the_others_decide(absence: Absence, company: str) -> None:
    played = await day("blockers", Preset.DAY, company, absence)  # of a certain length
    waits = company == "one gone" and absence is Absence.WAIT
    assert played.table.status is (Status.CLOSED if waits or company == "all gone" else Status.OVER)
    assert max(played.pings.values()) == 1
    assert max(played.reminders.values(), default=0) <= 2
    if absence is Absence.WAIT:
        assert played.steps_of("late", "seat", "leave") == 0
    claimed = absence is Absence.CLAIM and company != "all gone"
    assert played.steps_of("leave") == int(claimed)


async def test_players_who_plan_keep_others_waiting_less_in_the_same_game() -> None:
    by_hand, planned = await whole("draw", Preset.WEEK, 1, AHEAD)
    assert by_hand.waits > planned.waits
    assert by_hand.ended - by_hand.began > planned.ended - planned.began
    assert set(by_hand.stood) == {"no plan"}
