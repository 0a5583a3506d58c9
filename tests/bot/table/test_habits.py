"""How fast a player replies, and at which hours: a stored clock can forget it without its game being read."""

from __future__ import annotations

from functools import partial, reduce
from pathlib import Path
from random import Random

import msgspec
import pytest

from bot.desk.privacy import exported
from bot.store import Transaction
from bot.table.clock import own, week
from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset, pace
from bot.table.clock.timing import Timing
from bot.table.model import ANY, By
from bot.table.rules import premoves
from bot.talk import privacy
from engine.games import GAMES
from engine.words import Words
from tests.bot.table.test_forced import act
from tests.bot.waiting_table import ALL_DAY, NOON
from tests.day.play import Scene, scene


def test_a_clock_forgets_when_players_act_and_keeps_all_else() -> None:
    begun = Timing(Preset.WEEK, ALL_DAY).started(pace(Preset.WEEK, ALL_DAY.a_day, 3, 40), 3, NOON)
    timing = own.with_premoves(own.noticed(begun, 1, NOON + HOUR), 1, ("fits 6-2",))
    clock = msgspec.json.encode(timing).decode()
    assert own.known(clock, 1) == own.Known((), [(NOON + HOUR) // HOUR % 24], [], ("fits 6-2",))
    forgetful = own.without_habits(clock)
    assert own.known(forgetful, 1) == own.Known((), [], [], ())
    assert msgspec.json.decode(forgetful, type=Timing) == begun


def test_a_clock_of_no_seats_stays_as_it_is() -> None:
    clock = msgspec.json.encode(Timing()).decode()
    assert own.without_habits(clock) == clock


MONDAY = 1_800_014_400 + 3 * DAY - 12 * HOUR
"""Midnight."""


def acting(*moments: int) -> str:
    """What is kept of a person who acted then."""
    return reduce(week.counted, moments, "")


def test_an_hour_counts_for_weekdays_or_for_weekends() -> None:
    kept = acting(MONDAY + 9 * HOUR, MONDAY + DAY + 9 * HOUR + 59 * MINUTE, MONDAY - 1)
    assert week.counts(kept)[9] == 2
    assert week.counts(kept)[24 + 23] == 1
    assert week.listed(week.theirs(kept)) == ([9], [23])
    assert week.theirs(None) == 0


def test_an_hour_in_which_a_person_acts_rarely_is_none_of_theirs() -> None:
    evening, night = MONDAY + 20 * HOUR, MONDAY + 3 * HOUR
    assert week.listed(week.theirs(acting(night, *[evening] * 8)))[0] == [3, 20]
    assert week.listed(week.theirs(acting(night, *[evening] * 9)))[0] == [20]


def test_counts_follow_a_person_whose_habits_change() -> None:
    before, after = MONDAY + 9 * HOUR, MONDAY + 20 * HOUR
    kept = acting(*[before] * 30, *[after] * 30)
    assert len(kept) == week.HOURS
    assert week.counts(kept)[20] == 30
    assert week.theirs(acting(*[before] * 30, *[after] * 200)) == week.hour_of(after)


@pytest.mark.parametrize("known", [False, True])
def test_a_move_comes_in_an_hour_in_which_its_player_acts_at_other_tables_and_in_no_other(known: bool) -> None:
    """They have acted at this table at nine, and elsewhere at ten too."""
    there = week.hour_of(MONDAY + 9 * HOUR) | (week.hour_of(MONDAY + 10 * HOUR) if known else 0)
    timing = Timing(Preset.WEEK, ALL_DAY).started(pace(Preset.WEEK, ALL_DAY.a_day, 3, 40), 3, MONDAY)
    timing = own.with_elsewhere(own.noticed(timing, 1, MONDAY + 9 * HOUR), 1, there)
    rhythm, rng, begins = own.rhythm(timing, 1), Random(1), MONDAY + 9 * HOUR + 30 * MINUTE
    found = [own.moment(rhythm, [], Preset.DAY, begins, begins, None, rng) for _ in range(300)]
    hours = {at % DAY // HOUR for at in found if at is not None}
    assert hours == ({9, 10} if known else {9})


async def test_hours_are_counted_once_for_a_player_who_lets_the_bot_act_and_for_no_one_else(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        await here.parts.service.preferences.want_forced_moves(10**18, True)
        table = await here.begin("draw", "day", 3, Preset.DAY)
        for _ in range(6):
            await here.show()
            table = await here.parts.service.tables.table(table.id, ANY)
            here.clock.time += 5
            await act(here, table)
        rows = [await kept_of(here, person.user) for person in table.seats]
        assert week.counts(rows[0])[here.clock.time % DAY // HOUR] == 1
        assert rows[1:] == [None, None]


async def test_counting_begins_with_a_plan_and_is_told_given_and_forgotten(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await here.begin("draw", "day", 3, Preset.DAY)
        await here.show()
        table, people = await here.parts.service.tables.table(table.id, ANY), here.parts.service.people
        seat = ((table.to_act or 0) + 1) % 3
        user, tables = table.seats[seat].user, here.parts.service.tables
        groups = GAMES["draw"].premoves.groups((await tables.observe(table.id, user)).observation)
        text, hour = groups[0].premoves[0].text, here.clock.time % DAY // HOUR
        for _ in range(2):
            await tables.do(table.id, By(user), premoves.add, user, table.position_seq, text)
        kept = await people.kept_about(user)
        assert "at which hours of weekdays and weekends you play" in Words(()).text(privacy.told(kept))
        assert "your settings" not in Words(()).text(privacy.told(kept))
        given = msgspec.json.decode(exported(user, kept))["acted_in_hours_utc"]
        assert (sum(given["weekdays"]), given["weekdays"][hour], sum(given["weekends"])) == (1, 1, 0)
        await people.forget(user)
        assert await kept_of(here, user) is None


async def test_a_players_hours_are_known_at_their_next_table_and_what_they_want_stays(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        user, preferences = 10**18, here.parts.service.preferences
        await preferences.want_large_print(user, True)
        await preferences.want_forced_moves(user, True)
        await here.store.run(partial(keep, user=user, acts=acting(MONDAY + 9 * HOUR)))
        assert (await preferences.drawn(user)).large
        table = await here.begin("draw", "day", 2, Preset.DAY)
        for _ in range(2):
            await here.show()
            table = await here.parts.service.tables.table(table.id, ANY)
            if table.to_act != 0:
                await act(here, table)
        known = week.listed(own.rhythm(table.timing, 0).acted)[0]
        assert set(known) == {9, here.clock.time % DAY // HOUR}  # and in this hour they have just sat down
        assert repr(table.timing.seats[0]) == "<seat, late 0 times>"


async def keep(tx: Transaction, user: int, acts: str) -> None:
    await tx.people.save_acts(user, acts)


async def kept_of(here: Scene, user: int) -> str | None:
    row = (await here.parts.service.people.kept_about(user)).person
    return None if row is None else row.acts
