"""Away until: a player's clocks rest at all their tables, everybody sees it, and nobody escapes by it."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from bot.service import Service
from bot.service.exports import export_as_json
from bot.table.clock import away as days
from bot.table.clock.away import A_YEAR, MOST_DAYS, TimeAway, find_morning
from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset, pace
from bot.table.clock.reminders import ReminderWishes
from bot.table.clock.rest import rest_until
from bot.table.clock.timing import ARCHIVED_AFTER, Timing
from bot.table.log.model import ANY, Table, User
from bot.table.log.steps import Subject
from bot.table.posts import PostKind
from bot.table.refusals import Refusal
from bot.talk import away as talk
from bot.talk import privacy
from bot.talk.turn import ongoing_letter
from bot.talk.words import mentions
from engine.words import Message, Words
from tests.bot.games import GAMES
from tests.bot.players import Player, mover_at, open_table
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, FixedClock, new_table
from tests.bot.waiting_table import ALL_DAY, NOON, Here, due


@pytest.fixture
async def here(service: Service, clock: FixedClock) -> Here:
    return Here(service, clock)


async def mover(here: Here) -> tuple[Table, User]:
    table = await here.now()
    assert table.mover
    return table, table.mover.user


def text_of(message: Message | None) -> str:
    assert message is not None
    return Words(mentions((ANA, BEN, CEM))).text(message)


# -- days, mornings, clocks --------------------------------------------------------------------------------------------


def test_thirty_days_count_in_any_twelve_months_and_a_begun_day_is_one() -> None:
    taken = days.start_time_away((), NOON, NOON + 4 * DAY)
    assert days.days_left(taken, NOON) == 26
    back = days.end_time_away(taken, NOON + DAY + HOUR)
    assert days.days_left(back, NOON + 2 * DAY) == 28
    assert (
        days.days_left(days.end_time_away(days.start_time_away((), NOON, NOON + 9 * DAY), NOON + MINUTE), NOON + HOUR)
        == 29
    )
    assert days.days_left(back, NOON + A_YEAR + DAY) == 28
    assert days.days_left(back, NOON + A_YEAR + DAY + HOUR) == 30
    assert days.read_times(days.write_times(back)) == back == (TimeAway(NOON, NOON + DAY + HOUR),)


def test_as_many_times_as_days_fit_into_the_column_that_keeps_them() -> None:
    from bot.store.schema import away_marks, people

    longest = days.write_times([TimeAway(NOON + n, NOON + n) for n in range(MOST_DAYS)])
    assert len(longest) <= people.c.away.type.length == away_marks.c.times.type.length  # type: ignore[attr-defined]  # both are texts


MORNINGS: Mapping[str, tuple[ReminderWishes, int, int]] = {
    "eight for a player who never said any": (ReminderWishes(), NOON, 20 * HOUR),
    "the end of quiet hours": (ReminderWishes(quiet="23-9:30"), NOON, 21 * HOUR + 30 * MINUTE),
    "no end of quiet hours in the afternoon": (ReminderWishes(quiet="9-17"), NOON, 20 * HOUR),
    "their own time zone": (ReminderWishes(zone="Asia/Tokyo"), NOON, 11 * HOUR),
    "the same night": (ReminderWishes(), NOON + 13 * HOUR, 20 * HOUR),
    "the day after, where it is nearly over": (ReminderWishes(), NOON + 19 * HOUR, 44 * HOUR),
}


@pytest.mark.parametrize("why", MORNINGS)
def test_the_next_morning_is(why: str) -> None:
    wishes, now, after = MORNINGS[why]
    assert find_morning(wishes, "UTC", now, 1) == NOON + after
    assert find_morning(wishes, "UTC", now, 3) == NOON + after + 2 * DAY


@pytest.mark.parametrize("acts", [NOON + MINUTE, NOON + 5 * HOUR, NOON + 12 * HOUR])
def test_time_in_which_a_clock_rested_is_neither_lost_nor_kept(acts: int) -> None:
    over, timing = NOON + 11 * HOUR, Timing(Preset.WEEK, ALL_DAY)
    game = timing.start_game(pace(Preset.WEEK, ALL_DAY.seconds_a_day, 3, 40), 3, NOON)
    turn = game.begin_turn(0, NOON, formality=False)
    awake = turn.end_turn(NOON + max(0, acts - over)).seats[0].bank
    assert rest_until(turn, NOON, over).end_turn(acts).seats[0].bank == awake


# -- at the tables -----------------------------------------------------------------------------------------------------


async def test_all_tables_see_who_is_away_and_the_clock_of_that_player_rests_there(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    assert table.mover
    lobby = await new_table(here.service, table.mover, channel=CHANNEL + 1)
    gone = await here.service.away.start_absence(user, NOON + 3 * DAY)
    assert gone == (NOON + 3 * DAY, 0)
    resting, waiting = await here.now(), await here.service.tables.table(lobby.id, ANY)
    assert due(resting) == due(table) + 3 * DAY
    assert f"<@{user}> is away until <t:{gone.until}:f>." in text_of(talk.absentees_line(resting))
    assert f"away until <t:{gone.until}:f>" in text_of(talk.absence_note(waiting, 0))
    assert (await here.kinds())[-2:] == ["away", "extension"]
    assert (await here.tick(NOON + 2 * DAY)).to_act == table.to_act  # nobody is late


async def test_a_time_that_is_over_is_told_and_the_clock_runs_on(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    await here.service.away.start_absence(user, NOON + DAY)
    after = await here.tick(NOON + DAY)
    assert after.standing.away == ()
    assert due(after) == due(table) + DAY
    told = await here.service.tables.history(here.table, 0, None)
    assert [text_of(event.describe()) for step in told for event in step.events][-1].endswith(" is no longer away.")
    assert days.days_left(await here.service.away.times_of(user), NOON + DAY) == 29


async def test_one_press_ends_it_everywhere_and_takes_back_what_was_not_rested(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    await here.service.away.start_absence(user, NOON + 5 * DAY)
    here.clock.time = NOON + DAY
    for _ in range(2):
        await here.service.away.come_back(user)
        after = await here.now()
        assert (after.standing.away, due(after)) == ((), due(table) + DAY)
    assert days.days_left(await here.service.away.times_of(user), NOON + DAY) == 29


async def test_a_move_ends_it_at_all_tables(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    assert table.mover
    other = await new_table(here.service, table.mover, channel=CHANNEL + 1)
    await here.service.away.start_absence(user, NOON + 5 * DAY)
    here.clock.time = NOON + HOUR
    played = await here.act()
    assert played.standing.away == (await here.service.tables.table(other.id, ANY)).standing.away == ()
    assert days.find_current(await here.service.away.times_of(user), here.clock.time) is None
    assert "away" in (await here.kinds())
    seat = table.seat_of(user)
    assert seat is not None
    left = table.timing.seats[seat].bank  # the hour was one of rest
    assert table.timing.pace
    assert played.timing.seats[seat].bank == min(table.timing.pace.cap, left + table.timing.pace.increment)


async def test_turns_that_begin_meanwhile_rest_until_the_player_is_back(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    other = next(person.user for person in table.seats if person.user != user)
    await here.service.away.start_absence(other, NOON + 4 * DAY)
    while table.mover is None or table.mover.user != other:
        table = await here.act()
    assert table.timing.turn
    assert table.timing.turn.rests_until == NOON + 4 * DAY
    assert due(table) > NOON + 4 * DAY


async def test_no_game_is_closed_or_parked_before_the_player_whom_it_waits_for_is_back(here: Here) -> None:
    await here.begin(Preset.OPEN)
    _, user = await mover(here)
    until = NOON + MOST_DAYS * DAY
    await here.service.away.start_absence(user, until)
    table = await here.tick(until)
    assert table.is_running
    assert not table.timing.parked
    assert (await here.tick(until + ARCHIVED_AFTER - MINUTE)).is_running
    assert not (await here.tick(until + ARCHIVED_AFTER)).is_running


async def test_a_second_time_and_one_that_is_too_long_or_over_are_refused(here: Here) -> None:
    await here.begin(Preset.WEEK)
    _, user = await mover(here)
    with pytest.raises(Refusal, match="That's over already"):
        await here.service.away.start_absence(user, NOON)
    await here.service.away.start_absence(user, NOON + 28 * DAY)
    with pytest.raises(Refusal, match="You're away already, until"):
        await here.service.away.start_absence(user, NOON + 29 * DAY)
    here.clock.time += 28 * DAY
    with pytest.raises(Refusal, match="You can be away for only 2 more days, counted over twelve months"):
        await here.service.away.start_absence(user, NOON + 31 * DAY)
    await here.service.away.start_absence(user, NOON + 30 * DAY)
    here.clock.time += 3 * DAY
    with pytest.raises(Refusal, match=f"You can again from <t:{NOON + 28 * DAY + A_YEAR}:D>"):
        await here.service.away.start_absence(user, here.clock.time + HOUR)
    here.clock.time = NOON + 28 * DAY + A_YEAR
    await here.service.away.start_absence(user, here.clock.time + 28 * DAY)


async def test_a_sprint_goes_on_and_tells_nothing_and_a_move_there_ends_the_time_away(here: Here) -> None:
    table = await here.begin(Preset.SPRINT)
    assert table.mover
    gone = await here.service.away.start_absence(table.mover.user, NOON + 2 * DAY)
    assert gone.runs_on == 1
    after = await here.now()
    assert (due(after), after.standing.away) == (due(table), ())
    await here.act()
    assert days.find_current(await here.service.away.times_of(table.mover.user), here.clock.time) is None


async def test_nobody_escapes_the_end_of_a_turn_by_going_away(here: Here) -> None:
    await here.begin(Preset.DAY)
    table, user = await mover(here)
    await here.tick(due(table) - 20 * MINUTE)
    gone = await here.service.away.start_absence(user, NOON + 2 * DAY)
    after = await here.now()
    assert (due(after), gone.runs_on) == (due(table), 1)
    assert after.time_away(after.seat_of(user)) is not None
    assert "runs on" in text_of(talk.start_notice(*gone))


async def test_a_player_who_is_away_takes_no_seat(here: Here) -> None:
    here.clock.time = NOON
    await here.service.away.start_absence(DOT.user, NOON + 2 * DAY)
    with pytest.raises(Refusal, match="You're away until"):
        await new_table(here.service, DOT)
    table = await new_table(here.service, ANA)
    dot = Player(here.service, table.id, DOT)
    with pytest.raises(Refusal, match="Press \\*I'm back\\* in `/settings` first"):
        await dot.joins()
    await here.service.away.come_back(DOT.user)
    await dot.joins()


async def test_it_moves_with_its_player_before_the_game_begins(here: Here) -> None:
    here.clock.time = NOON
    table, (ana,) = await open_table(here.service, ANA, timing=Timing(Preset.WEEK, ALL_DAY))
    await Player(here.service, table.id, BEN).joins(2)
    await Player(here.service, table.id, CEM).joins()
    await here.service.away.start_absence(BEN.user, NOON + 2 * DAY)
    begun = await ana.starts()
    assert [begun.seats[each.seat].user for each in begun.standing.away] == [BEN.user]
    assert begun.seat_of(BEN.user) == 2


async def test_a_time_that_came_too_late_stays_so_when_the_turn_gets_more_time(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    assert table.timing.pace
    await here.tick(due(table) - HOUR)
    assert (await here.service.away.start_absence(user, here.clock.time + 5 * DAY)).runs_on == 1
    late = await here.tick(due(table))
    assert due(late) == due(table) + table.timing.pace.grace  # and no day of rest


async def test_a_rest_that_is_over_opens_no_way_out_of_the_end_of_a_turn(here: Here) -> None:
    await here.begin(Preset.WEEK)
    _, user = await mover(here)
    await here.service.away.start_absence(user, NOON + DAY)
    await here.service.away.come_back(user)
    table = await here.now()
    await here.tick(due(table) - HOUR)
    gone = await here.service.away.start_absence(user, here.clock.time + 5 * DAY)
    assert (due(await here.now()), gone.runs_on) == (due(table), 1)


@pytest.mark.parametrize("later", [-10 * MINUTE, 10 * MINUTE])
async def test_time_that_was_added_to_a_turn_opens_no_way_out_either(here: Here, later: int) -> None:
    await here.begin(Preset.WEEK if later > 0 else Preset.DAY)
    table, user = await mover(here)
    asked = await here.tick(due(table) + later)
    if later < 0:
        asked = await mover_at(here.service, asked).takes_an_hour_more(asked.position_seq)
    assert due(asked) > due(table)
    gone = await here.service.away.start_absence(user, here.clock.time + 5 * DAY)
    assert (due(await here.now()), gone.runs_on) == (due(asked), 1)


async def test_no_silence_of_a_player_who_is_away_agrees_to_end_their_game(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    assert table.timing.pace
    base = table.timing.pace.base
    other = next(person.user for person in table.seats if person.user != user)
    await here.service.away.start_absence(other, NOON + 4 * DAY)
    table = await mover_at(here.service, table).calls_vote(Subject.CANCEL)
    assert table.timing.silence_at == NOON + 4 * DAY + base
    await here.mark_shown(table)
    assert (await here.tick(NOON + 2 * DAY)).is_running


async def test_a_turn_message_names_who_is_away_once(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    other = next(person.user for person in table.seats if person.user != user)
    await here.service.away.start_absence(other, NOON + 4 * DAY)
    now = await here.service.outbox.snapshot(here.table)
    letter = ongoing_letter(
        GAMES["cards"], now.seen, PostKind.TURN, now.happened, Words(mentions(table.seats)), offers_whole_board=False
    )
    assert letter.text.count("away") == 1
    assert f"<@{other}> is away until" in letter.text


# -- what is kept ------------------------------------------------------------------------------------------------------


async def test_what_is_kept_of_it_is_told_given_and_deleted(here: Here) -> None:
    here.clock.time = NOON
    await here.service.away.start_absence(ANA.user, NOON + 2 * DAY)
    kept = await here.service.people.collect_data(ANA.user)
    assert "when you were away in the last twelve months" in Words(()).text(privacy.stored_data_text(kept))
    assert json.loads(export_as_json(ANA.user, kept))["settings"]["away"] == f"{NOON}-{NOON + 2 * DAY}"
    await here.service.people.forget(ANA.user)
    assert (await here.service.people.collect_data(ANA.user)).person is None
