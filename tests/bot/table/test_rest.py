"""Not tonight: a player's clocks rest until their quiet hours are over, at all their tables, twice a week at most."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.desk.privacy import exported
from bot.service import Service
from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset, pace
from bot.table.clock.reminders import Wishes
from bot.table.clock.rest import offered, rested
from bot.table.clock.timing import Timing
from bot.table.model import Table, User
from bot.table.refusals import Refusal
from bot.table.rules.holiday import follow
from bot.talk import privacy
from bot.talk import time as talk
from engine.words import Words
from tests.bot.tools import FixedClock
from tests.bot.waiting_table import ALL_DAY, NOON, Here, due

EVENING, MORNING = NOON + 9 * HOUR, NOON + 20 * HOUR
"""Nine o'clock, and eight."""


@pytest.fixture
async def here(service: Service, clock: FixedClock) -> Here:
    return Here(service, clock)


def turn(at: int, preset: Preset = Preset.WEEK, hours: Hours = ALL_DAY) -> Timing:
    """A turn that begins then."""
    timing = Timing(preset, hours).started(pace(preset, hours.a_day, 3, 40), 3, at)
    return timing.begun(0, at, formality=False)


async def mover(here: Here) -> tuple[Table, User]:
    table = await here.now()
    assert table.mover
    return table, table.mover.user


@pytest.mark.parametrize("acts", [EVENING + MINUTE, EVENING + 5 * HOUR, MORNING + HOUR])
def test_time_in_which_a_clock_rested_is_neither_lost_nor_kept(acts: int) -> None:
    timing = turn(EVENING)
    awake = timing.ended(EVENING + max(0, acts - MORNING)).seats[0].bank
    assert rested(timing, EVENING, MORNING).ended(acts).seats[0].bank == awake


def test_a_rest_is_offered_in_the_evening_where_it_changes_the_time_of_a_turn() -> None:
    assert offered(turn(EVENING), Wishes(), EVENING) == 8 * 60
    assert offered(turn(EVENING), Wishes(quiet="23-9:30"), EVENING) == 9 * 60 + 30
    assert offered(turn(NOON), Wishes(), NOON) is None
    assert offered(turn(EVENING), Wishes(rests_until=MORNING), EVENING) is None
    for preset in (Preset.SPRINT, Preset.OPEN):
        assert offered(turn(EVENING, preset), Wishes(), EVENING) is None
    closed = Hours(8 * 60, 21 * 60)
    assert offered(turn(EVENING, hours=closed), Wishes(), EVENING + MINUTE) is None


async def test_the_turn_under_way_and_those_that_begin_meanwhile_last_so_much_longer_and_all_see_it(here: Here) -> None:
    await here.begin(Preset.WEEK)
    await here.tick(EVENING)
    table, user = await mover(here)
    until = await here.service.preferences.rest(user, "UTC")
    assert until == MORNING
    resting = await here.now()
    assert due(resting) == due(table) + MORNING - EVENING
    assert f"back at <t:{MORNING}:f>" in Words(()).text(talk.due(resting.timing) or "")
    assert (await here.kinds())[-1] == "extension"
    for _ in range(3):
        table = await here.act()
    assert table.to_act == resting.to_act  # the same player again, who still rests
    assert table.timing.turn
    assert table.timing.turn.rests_until == MORNING
    await here.act()
    assert (await here.now()).timing.turn.rests_until == 0  # type: ignore[union-attr]  # it goes on


async def test_a_player_rests_twice_a_week_and_a_second_press_is_no_second_rest(here: Here) -> None:
    await here.begin(Preset.WEEK)
    _, user = await mover(here)
    for night in range(2):
        here.clock.time = EVENING + night * DAY
        for _ in range(2):
            assert await here.service.preferences.rest(user, "UTC") == MORNING + night * DAY
    here.clock.time = EVENING + 2 * DAY
    with pytest.raises(Refusal, match="You've rested 2 times within a week"):
        await here.service.preferences.rest(user, "UTC")
    here.clock.time = EVENING + 7 * DAY
    assert await here.service.preferences.rest(user, "UTC") == MORNING + 7 * DAY


async def test_what_is_kept_of_a_rest_is_told_given_and_deleted(here: Here) -> None:
    await here.begin(Preset.WEEK)
    _, user = await mover(here)
    here.clock.time = EVENING
    await here.service.preferences.rest(user, "UTC")
    kept = await here.service.people.kept_about(user)
    assert "when your clocks last rested for a night" in Words(()).text(privacy.told(kept))
    assert json.loads(exported(user, kept))["settings"]["rested"] == str(EVENING)
    await here.service.people.forget(user)
    assert (await here.service.people.kept_about(user)).person is None


async def test_a_rest_in_the_morning_is_refused_and_does_not_count(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    preferences = here.service.preferences
    here.clock.time = MORNING + MINUTE
    with pytest.raises(Refusal, match="too early"):
        await preferences.rest(user, "UTC")
    kept = await here.service.people.kept_about(user)
    assert not (kept.person and kept.person.rested)
    assert due(await here.now()) == due(table)


async def test_a_sprint_does_not_rest(service: Service, clock: FixedClock) -> None:
    here = Here(service, clock)
    await here.begin(Preset.WEEK)
    table = await here.now()
    draft = await service.repository.read(table.id)
    quick = draft.table.timing.but(preset=Preset.SPRINT)
    draft.table = replace(draft.table, timing=quick)
    follow(draft, Wishes(rests_until=draft.now + 10 * HOUR))
    assert draft.table.timing is quick
