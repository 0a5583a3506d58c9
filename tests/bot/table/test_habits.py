"""How fast a player replies, and at which hours: a stored clock can forget it without its game being read."""

from __future__ import annotations

from functools import partial, reduce
from pathlib import Path
from random import Random

import msgspec
import pytest

from bot.desk.privacy import exported
from bot.store import Transaction
from bot.store.schema import people
from bot.table.clock import own, replies, week
from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset, pace
from bot.table.clock.timing import Timing
from bot.table.model import ANY, By, Status, Table
from bot.table.rows import PersonRow
from bot.table.rules import premoves, seats
from bot.talk import privacy
from engine.games import GAMES
from engine.words import Words
from tests.bot.table.test_forced import act
from tests.bot.waiting_table import ALL_DAY, NOON
from tests.day.play import Scene, computer_moves, scene


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


async def test_what_is_counted_is_forgotten_and_no_more_is_once_a_player_makes_their_moves_again(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path, GAMES) as here:
        user, preferences = 10**18, here.parts.service.preferences
        await preferences.want_forced_moves(user, True)
        await here.store.run(partial(keep, user=user, acts=acting(MONDAY + 9 * HOUR)))
        await preferences.want_forced_moves(user, False)
        assert await kept_of(here, user) is None
        table = await here.begin("draw", "day", 3, Preset.DAY)
        for _ in range(6):
            await here.show()
            table = await here.parts.service.tables.table(table.id, ANY)
            here.clock.time += 5
            await act(here, table)
        assert await kept_of(here, user) is None


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
    await tx.people.save_habits(PersonRow(user, acts=acts))


async def kept_of(here: Scene, user: int) -> str | None:
    row = (await here.parts.service.people.kept_about(user)).person
    return None if row is None else row.acts


# --- reply times


def test_replies_last_that_came_since_it_is_counted_when_their_player_acts_the_newest_of_them() -> None:
    timing = Timing(Preset.WEEK, ALL_DAY).started(pace(Preset.WEEK, ALL_DAY.a_day, 3, 40), 3, NOON)
    lasting = []
    for seconds in range(1, 31):
        if seconds == 4:
            timing = own.with_elsewhere(timing, 1, week.hour_of(NOON))
        timing = own.replied(timing.begun(1, NOON, formality=False), 1, NOON + seconds, own=seconds % 2 == 0)
        timing = timing.but(turn=None)
        lasting.append([*own.lasting(timing, 1)])
    assert lasting[:6] == [[], [], [], [4], [4], [4, 6]]
    assert lasting[-1] == [*range(4, 31, 2)]
    for _ in range(9):
        timing = own.replied(timing.begun(1, NOON, formality=False), 1, NOON + 99, own=True).but(turn=None)
    assert [*own.lasting(timing, 1)] == [*range(18, 31, 2), *[99] * 9]
    assert not own.lasting(own.forgotten(timing, 1), 1)
    assert not own.lasting(own.with_elsewhere(timing, 1, 0), 1)  # they make their moves themselves again


@pytest.mark.parametrize("preset", Preset)
def test_the_newest_sixteen_are_kept_of_each_clock_and_no_clock_is_like_a_week(preset: Preset) -> None:
    kept = replies.added(replies.added(None, preset, range(1, 15)), Preset.SPRINT, [9])
    kept = replies.added(kept, preset, [8_000_000] * 9 if preset is not Preset.OPEN else [5])
    assert len(replies.of(kept, preset)) == replies.KEPT or preset is Preset.OPEN
    assert replies.of(kept, Preset.SPRINT)[-1] == 9 or preset is Preset.SPRINT
    assert replies.of(kept, Preset.OPEN) == replies.of(kept, Preset.WEEK)
    assert replies.of(kept, Preset.DAY) == () or preset is Preset.DAY


def test_what_is_kept_fits_its_column() -> None:
    kept = ""
    for preset in Preset:
        kept = replies.added(kept, preset, [own.FARTHEST] * replies.KEPT)
    assert len(kept) <= getattr(people.c.replies.type, "length", 0)


async def played(here: Scene, table: Table, user: int) -> tuple[Table, set[str | None]]:
    """A table after its end, and what was kept of how fast a user replies while it went on."""
    found = set[str | None]()
    while table.status is Status.RUNNING:
        await here.show()
        table = await here.parts.service.tables.table(table.id, ANY)
        row = (await here.parts.service.people.kept_about(user)).person
        found.add(row.replies if row else None)
        if table.mover and table.mover.player:
            await computer_moves(here, table)
        else:
            here.clock.time += 20
            await act(here, table)
        table = await here.parts.service.tables.table(table.id, ANY)
    return table, found


@pytest.mark.parametrize("others", [True, False])
async def test_replies_among_people_are_kept_once_a_game_is_over_of_those_who_let_the_bot_act(
    others: bool, tmp_path: Path
) -> None:
    """Before, nothing at another table may tell of this one; for computer players nobody waits."""
    async with scene(tmp_path, GAMES) as here:
        service, user = here.parts.service, 10**18
        await here.store.run(partial(keep, user=user, acts="1" * week.HOURS))  # they have planned before
        table = await here.begin("draw", "sprint", 3, Preset.DAY)
        await here.show()
        for person in table.people[1:] if not others else ():
            await service.tables.do(table.id, By(person.user), seats.leave, person.user)
        table, before = await played(here, table, user)
        mine, theirs = [await service.people.kept_about(each) for each in (user, user + 1)]
        assert table.status is Status.OVER
        assert before == {None}
        assert not (theirs.person and theirs.person.replies)
        assert mine.person
        assert set(replies.read(mine.person.replies)) == ({Preset.DAY} if others else set())
        if others:
            assert set(replies.of(mine.person.replies, Preset.DAY)) == {20}


async def test_what_is_kept_of_how_fast_a_player_replies_is_told_given_and_forgotten(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        user, everyone = 10**18, here.parts.service.people
        kept = replies.added(replies.added(None, Preset.DAY, [600, 780, 9000]), Preset.SPRINT, [7])
        await here.store.run(lambda tx: tx.people.save_habits(PersonRow(user, replies=kept)))
        mine = await everyone.kept_about(user)
        told = Words(()).text(privacy.told(mine))
        assert "- how fast you reply on the Day clock: 3 times, median 13 min\n" in told
        assert told.endswith("- how fast you reply on the Sprint clock: 1 time, 7 s")
        assert "your settings" not in told
        given = msgspec.json.decode(exported(user, mine))
        assert given["reply_seconds_by_clock"] == {"day": [600, 780, 9000], "sprint": [7]}
        assert "replies" not in given["settings"]
        await everyone.forget(user)
        assert (await everyone.kept_about(user)).person is None
