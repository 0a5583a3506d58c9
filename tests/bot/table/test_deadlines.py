"""What time does to a table: more of it once, then a turn played by the rules, and an end whoever stays away."""

from __future__ import annotations

import asyncio

import pytest

from bot.service import Service
from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset
from bot.table.clock.reminders import ReminderMode, ReminderWishes
from bot.table.clock.timing import Timing
from bot.table.log.model import Status, Table
from bot.table.record.transcript import transcript
from bot.table.record.verify import verify
from bot.table.refusals import Refusal, Stale
from bot.table.rules import clock_requests
from bot.talk import options
from bot.talk.time import lateness_rule
from engine.words import Words, msg
from tests.bot.games import GAMES
from tests.bot.players import mover_at, open_table
from tests.bot.tools import ANA, BEN, first_choice, new_table, resume_play
from tests.bot.waiting_table import ALL_DAY, NOON, Here, due


async def test_who_is_late_for_the_first_time_gets_half_an_increment_more(here: Here) -> None:
    table = await here.begin()
    first = due(table)
    table = await here.tick(first)
    assert table.timing.pace
    assert due(table) == first + table.timing.pace.increment // 2
    assert (await here.kinds()) == ["reminder", "reminder", "extension"]


async def test_who_is_late_again_has_the_turn_played_by_the_rules(here: Here) -> None:
    table = await here.begin()
    late = table.to_act
    table = await here.tick(due(await here.tick(due(table))))
    assert (await here.kinds())[-1] == "late"
    assert table.to_act != late
    steps = await here.service.tables.history(table.id, 0, None)
    assert (steps[-1].seat, steps[-1].by_clock) == (late, True)
    assert steps[-1].events


async def test_the_extension_comes_once_a_game(here: Here) -> None:
    table = await here.begin()
    seat = table.to_act
    table = await here.tick(due(table))
    table = await here.act()
    while table.to_act != seat:
        table = await here.act()
    table = await here.tick(due(table))
    assert (await here.kinds()).count("extension") == 1
    assert table.to_act != seat


async def test_a_move_keeps_what_is_left_of_the_time_and_adds_to_it(here: Here) -> None:
    table = await here.begin()
    seat, pace = table.to_act, table.timing.pace
    assert seat is not None
    assert pace
    here.clock.time += HOUR
    assert (await here.act()).timing.seats[seat].bank == pace.base - HOUR + pace.increment


async def test_a_computer_player_gets_none_of_the_time_of_a_day(here: Here) -> None:
    told = []
    _, (ana,) = await open_table(here.service, ANA, timing=Timing(Preset.DAY, ALL_DAY))
    for _ in range(2):
        table = await ana.adds_computer("easy")
        told.append(Words(()).text(options.describe_clock(GAMES["cards"], table)))
    table = await ana.starts()
    assert table.timing.pace
    assert table.timing.pace.base == DAY * 2 // 5
    assert [clock.startswith("⏱ Day clock: 9 hours each") for clock in told] == [True, True]


async def moved_and_taken_back(here: Here) -> Table:
    mover = mover_at(here.service, await here.now())
    await here.act()
    return await here.mark_shown(await mover.takes_move_back())


@pytest.mark.parametrize("preset", [Preset.SPRINT, Preset.DAY, Preset.WEEK])
async def test_moves_that_are_taken_back_give_nobody_time(here: Here, preset: Preset) -> None:
    table = await here.begin(preset)
    here.clock.time += 4 * MINUTE
    back = await moved_and_taken_back(here)
    assert (back.to_act, due(back)) == (table.to_act, due(table))
    assert all(after.bank <= before.bank + MINUTE  # for each day of waiting a Week gives some hours
               for before, after in zip(table.timing.seats, back.timing.seats, strict=True))  # fmt: skip


async def test_the_hour_more_comes_once_in_a_turn_also_where_a_move_was_taken_back(here: Here) -> None:
    table = await here.begin()
    mover = mover_at(here.service, table)
    longer = await mover.takes_an_hour_more(table.position_seq)
    back = await moved_and_taken_back(here)
    assert due(back) == due(longer)
    with pytest.raises(Refusal, match="You've had your extra hour in this turn"):
        await mover.takes_an_hour_more(back.position_seq)


async def test_the_time_until_a_move_is_taken_back_costs_nobody_anything(here: Here) -> None:
    table = await here.begin()
    mover = mover_at(here.service, table)
    other = (await here.act()).to_act
    assert other is not None
    here.clock.time += MINUTE
    back = await here.mark_shown(await mover.takes_move_back())
    assert due(back) == due(table) + MINUTE
    assert back.timing.seats[other].bank == table.timing.seats[other].bank


async def test_nothing_is_kept_of_the_last_turn_of_a_player_who_leaves(here: Here) -> None:
    mover = mover_at(here.service, await here.begin())
    table = await here.act()
    assert table.timing.before is not None
    table = await mover.leaves()
    assert table.timing.before is None


async def test_who_is_late_in_two_turns_in_a_row_has_a_computer_player_sit_in_as_the_table_says(here: Here) -> None:
    table = await here.begin()
    late = table.to_act
    assert late is not None
    while table.seats[late].player is None:
        table = await (here.go_on() if table.to_act in (late, -1) else here.act())
    assert table.timing.seats[late].late == 3
    assert table.timing.turn is None
    late_turns = (await here.kinds()).count("late") + 1  # in the second it sits in
    assert late_turns == 2
    assert "two late turns in a row" in str(lateness_rule(table.timing))
    assert await here.service.clockwork.next_wake() == table.timing.archive_at


async def test_who_takes_the_seat_back_has_the_clock_of_a_new_turn(here: Here) -> None:
    table = await here.begin()
    late, player = table.to_act, mover_at(here.service, table)
    assert late is not None
    while table.seats[late].player is None:
        table = await (here.go_on() if table.to_act in (late, -1) else here.act())
    here.clock.time += HOUR
    table = await player.takes_seat_back()
    assert table.timing.seats[late].late == 0
    assert table.timing.turn
    assert (table.timing.turn.seat, table.timing.turn.since) == (late, here.clock.time)


async def test_who_comes_back_is_not_late_any_more(here: Here) -> None:
    table = await here.begin()
    seat = table.to_act
    assert seat is not None
    table = await here.tick(due(table))
    assert table.timing.seats[seat].late == 1
    assert (await here.act()).timing.seats[seat].late == 0


async def test_a_press_and_a_deadline_at_once_leave_one_of_the_two(here: Here) -> None:
    table = await here.begin()
    table = await here.tick(due(table))
    notation, mover = await first_choice(here.service, table), mover_at(here.service, table)
    here.clock.time = due(table)
    answers = await asyncio.gather(
        mover.plays(notation, table.position_seq),
        here.service.clockwork.tick(table.id),
        here.service.clockwork.tick(table.id),
        return_exceptions=True,
    )
    assert sum(kind in ("act", "late") for kind in await here.kinds()) == 1
    assert not isinstance(answers[0], BaseException) or isinstance(answers[0], Stale)


async def test_time_outside_the_playing_hours_costs_nothing(here: Here) -> None:
    table = await here.begin(hours=Hours(8 * 60, 12 * 60 + 10))
    bank = table.timing.seats[table.to_act or 0].bank
    tomorrow = NOON + 20 * HOUR
    assert due(table) == tomorrow + bank - 10 * MINUTE


async def test_a_turn_that_discord_was_not_shown_is_not_late(here: Here) -> None:
    table = await here.begin()
    table = await mover_at(here.service, table).plays(await first_choice(here.service, table))
    assert table.shown_seq < table.position_seq
    here.clock.time = due(table)
    table = await here.service.clockwork.tick(table.id)
    assert due(table) > here.clock.time
    assert (await here.kinds())[-1] == "act"


async def test_downtime_is_nobodys_fault(here: Here) -> None:
    table = await here.begin()
    await here.service.absence.beat()
    before = due(table)
    here.clock.time += 6 * HOUR
    assert await resume_play(here.service) == 6 * HOUR
    table = await here.now()
    assert due(table) == before + 6 * HOUR
    assert await resume_play(here.service) == 0
    assert due(await here.now()) == before + 6 * HOUR


async def test_downtime_at_night_gives_nothing_back(here: Here) -> None:
    table = await here.begin(hours=Hours(8 * 60, 13 * 60))
    here.clock.time = NOON + HOUR
    await here.service.absence.beat()
    before = due(table)
    here.clock.time += 6 * HOUR
    await resume_play(here.service)
    assert due(await here.now()) == before
    assert await here.kinds() == []


async def test_a_short_restart_changes_nothing(here: Here) -> None:
    table = await here.begin()
    await here.service.absence.beat()
    here.clock.time += 2 * MINUTE
    assert await resume_play(here.service) == 0
    assert due(await here.now()) == due(table)


async def test_a_game_that_all_have_left_ends_while_a_player_was_there_within_a_day(here: Here) -> None:
    table = await here.begin(Preset.SPRINT)
    while table.status is Status.RUNNING:
        table = await here.go_on()
    assert table.status is Status.OVER
    assert not {"stall", "park"} & set(await here.kinds())
    assert all(person.player for person in table.seats)


async def test_a_slow_game_that_all_have_left_is_parked_and_then_closed(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table = await here.tick(NOON + 9 * DAY)
    assert table.timing.parked
    assert table.timing.due is None
    assert (await here.kinds())[-2:] == ["stall", "park"]
    table = await here.tick(NOON + 15 * DAY)
    assert table.status is Status.CLOSED
    assert (await here.kinds())[-2:] == ["close", "end"]
    assert await here.service.clockwork.next_wake() is None


async def test_an_open_table_waits_and_is_parked_after_three_days_of_silence(here: Here) -> None:
    await here.begin(Preset.OPEN)
    assert not (await here.tick(NOON + 3 * DAY - 1)).timing.parked
    assert (await here.tick(NOON + 3 * DAY)).timing.parked
    assert (await here.kinds()) == ["park"]
    assert (await here.tick(NOON + 14 * DAY)).status is Status.CLOSED


async def test_a_move_goes_on_with_a_parked_game(here: Here) -> None:
    await here.begin(Preset.WEEK)
    await here.tick(NOON + 9 * DAY)
    table = await here.act()
    assert not table.timing.parked
    assert due(table) > here.clock.time
    assert table.timing.archive_at == here.clock.time + 14 * DAY


async def test_one_person_who_is_there_keeps_a_slow_game_going(here: Here) -> None:
    table = await here.begin(Preset.WEEK)
    present = table.to_act
    while table.status is Status.RUNNING:
        table = await (here.act() if table.to_act == present else here.go_on())
    assert table.status is Status.OVER
    assert not {"stall", "park"} & set(await here.kinds())


async def test_reminders_are_steps_of_the_log_and_come_once(here: Here) -> None:
    table = await here.begin()
    table = await here.tick(due(table) - 1)
    assert (await here.kinds()) == ["reminder", "reminder"]
    await here.service.clockwork.tick(table.id)
    assert (await here.kinds()) == ["reminder", "reminder"]


async def test_of_two_reminders_that_are_due_only_the_last_call_comes(here: Here) -> None:
    table = await here.begin()
    here.clock.time = due(table) - 1
    await here.service.clockwork.tick(table.id)
    steps = await here.service.tables.history(table.id, 0, table.seats[table.to_act or 0].user)
    assert [step.notation for step in steps if step.kind == "reminder"] == ["2"]


async def test_wishes_are_kept_beside_the_wish_for_a_private_hand(service: Service) -> None:
    await service.preferences.change_wishes(ANA.user, quiet="21:00-09:00", zone="Asia/Tokyo")
    await service.preferences.choose(ANA.user, private_hand=True)
    await service.preferences.change_wishes(ANA.user, mode=ReminderMode.LAST)
    assert await service.preferences.wishes(ANA.user) == ReminderWishes(ReminderMode.LAST, "21:00-09:00", "Asia/Tokyo")
    table = await new_table(service, ANA)
    assert table.timing.hours.zone == "Asia/Tokyo"
    assert table.timing.preset is Preset.OPEN


async def test_only_the_host_chooses_the_clock_and_only_before_the_start(service: Service) -> None:
    _, (ana, ben) = await open_table(service, ANA, BEN)
    changed = await ana.does(clock_requests.set_clock, ana.user, Preset.WEEK, ALL_DAY)
    assert changed.timing.preset is Preset.WEEK
    with pytest.raises(Refusal, match="the host"):
        await ben.does(clock_requests.set_clock, ben.user, Preset.DAY, ALL_DAY)
    started = await ana.starts()
    assert started.timing.pace
    with pytest.raises(Refusal, match="already started"):
        await ana.does(clock_requests.set_clock, ana.user, Preset.DAY, ALL_DAY)
    assert await service.clockwork.next_wake() is not None


async def test_a_record_tells_which_moves_the_clock_made_and_can_be_checked(here: Here) -> None:
    table = await here.begin()
    table = await here.tick(due(await here.tick(due(table))))
    while table.status is Status.RUNNING:
        table = await here.act()
    record = await here.service.tables.record(table.id)
    assert verify(record.to_json(), GAMES).code == 2
    assert {"reminder", "extension", "late"} <= {line.kind for line in record.steps}
    told = transcript(record, GAMES["cards"], msg("Cards 1"), Words(table.names))
    assert told.count("(time ran out)") == 1


async def test_quiet_hours_that_are_changed_in_a_turn_count_for_its_reminders(here: Here) -> None:
    table = await here.begin(Preset.WEEK)
    assert table.mover
    half = await here.service.clockwork.next_wake()
    assert half == NOON + 12 * HOUR + 8 * HOUR  # midnight is quiet, so it comes at eight
    await here.service.preferences.change_wishes(table.mover.user, quiet="1-6")
    assert await here.service.clockwork.next_wake() == NOON + 12 * HOUR
    await here.service.preferences.change_wishes(
        table.mover.user, zone="Asia/Tokyo"
    )  # midnight here is nine in the morning there
    assert await here.service.clockwork.next_wake() == NOON + 12 * HOUR
    await here.service.preferences.change_wishes(table.mover.user, quiet="8-10")
    assert await here.service.clockwork.next_wake() == NOON + 13 * HOUR
    await here.tick(NOON + 13 * HOUR)
    assert await here.kinds() == ["reminder"]


async def test_who_wants_no_more_reminders_gets_none_in_the_turn_under_way(here: Here) -> None:
    table = await here.begin()
    assert table.mover
    await here.service.preferences.change_wishes(table.mover.user, mode=ReminderMode.NONE)
    await here.tick(due(table) - 1)
    assert await here.kinds() == []


async def test_a_reminder_that_would_have_come_before_the_wish_does_not_come_after_it(here: Here) -> None:
    table = await here.begin(Preset.WEEK)
    assert table.mover
    here.clock.time = NOON + 13 * HOUR
    await here.service.preferences.change_wishes(table.mover.user, quiet="2-3")  # half of the time was gone an hour ago
    await here.tick(here.clock.time + HOUR)
    assert await here.kinds() == []
    await here.tick(due(table) - 1)
    assert await here.kinds() == ["reminder"]  # the last call


async def test_a_last_call_that_is_dropped_leaves_the_reminder_where_it_is(here: Here) -> None:
    table = await here.begin(Preset.WEEK)
    assert table.mover
    await here.tick(NOON + 20 * HOUR)
    table = await here.now()
    assert table.mover
    await here.service.preferences.change_wishes(
        table.mover.user, quiet="7-10"
    )  # the last call would have come before seven
    await here.tick(due(table) - 1)
    assert await here.kinds() == ["reminder"]
    turn = (await here.now()).timing.turn
    assert turn
    assert turn.reminders.due == 1


async def test_wishes_change_nothing_in_the_turns_of_others(here: Here) -> None:
    table = await here.begin()
    before = await here.service.clockwork.next_wake()
    other = next(person for person in table.seats if person != table.mover)
    await here.service.preferences.change_wishes(other.user, mode=ReminderMode.NONE)
    assert await here.service.clockwork.next_wake() == before
    assert (await here.now()).seq == table.seq
