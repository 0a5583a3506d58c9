"""Holiday: a player's clocks rest for days at all their tables, everybody sees it, and nobody escapes by it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.desk.privacy import exported
from bot.service import Service
from bot.table.clock import holiday as days
from bot.table.clock.holiday import A_YEAR, Holiday
from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset, pace
from bot.table.clock.rest import rest_until
from bot.table.clock.timing import Timing
from bot.table.model import ANY, By, Table, User
from bot.table.posts import PostKind
from bot.table.refusals import Refusal
from bot.table.rules import ready, time, votes
from bot.table.steps import Subject
from bot.talk import holiday as talk
from bot.talk import privacy
from bot.talk.letter import Purpose
from bot.talk.turn import waits
from bot.talk.words import mentions
from engine.words import Message, Words
from tests.bot.games import GAMES
from tests.bot.reception import reception
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, GUILD, FixedClock
from tests.bot.waiting_table import ALL_DAY, NOON, Here, due


@pytest.fixture
async def here(service: Service, clock: FixedClock) -> Here:
    return Here(service, clock)


async def mover(here: Here) -> tuple[Table, User]:
    table = await here.now()
    assert table.mover
    return table, table.mover.user


def said(message: Message | None) -> str:
    assert message is not None
    return Words(mentions((ANA, BEN, CEM))).text(message)


def test_ten_days_count_in_any_twelve_months_and_a_begun_day_is_one() -> None:
    taken = days.begun((), NOON, 4)
    assert days.days_left(taken, NOON) == 6
    back = days.ended(taken, NOON + DAY + HOUR)
    assert days.days_left(back, NOON + 2 * DAY) == 8
    assert days.days_left(days.ended(days.begun((), NOON, 9), NOON + MINUTE), NOON + HOUR) == 9
    assert days.days_left(back, NOON + A_YEAR + DAY) == 8
    assert days.days_left(back, NOON + A_YEAR + DAY + HOUR) == 10
    assert days.read(days.written(back)) == back == (Holiday(NOON, NOON + DAY + HOUR),)


@pytest.mark.parametrize("acts", [NOON + MINUTE, NOON + 5 * HOUR, NOON + 12 * HOUR])
def test_time_in_which_a_clock_rested_is_neither_lost_nor_kept(acts: int) -> None:
    over, timing = NOON + 11 * HOUR, Timing(Preset.WEEK, ALL_DAY)
    turn = timing.started(pace(Preset.WEEK, ALL_DAY.a_day, 3, 40), 3, NOON).begun(0, NOON, formality=False)
    awake = turn.ended(NOON + max(0, acts - over)).seats[0].bank
    assert rest_until(turn, NOON, over).ended(acts).seats[0].bank == awake


async def test_all_tables_see_a_holiday_and_the_clock_of_its_player_rests_there(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    lobby = await here.service.tables.new("cards", By(user), table.mover, GUILD, CHANNEL + 1)  # type: ignore[arg-type]
    gone = await here.service.holidays.go(user, 3)
    assert gone == (NOON + 3 * DAY, 0)
    resting, waiting = await here.now(), await here.service.tables.table(lobby.id, ANY)
    assert due(resting) == due(table) + 3 * DAY
    assert f"until <t:{gone.until}:f>" in said(talk.who_is(resting))
    assert f"on holiday until <t:{gone.until}:f>" in said(talk.at_seat(waiting, 0))
    assert (await here.kinds())[-2:] == ["holiday", "extension"]
    assert (await here.tick(NOON + 2 * DAY)).to_act == table.to_act  # nobody is late


async def test_a_holiday_that_is_over_is_told_and_the_clock_runs_on(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    await here.service.holidays.go(user, 1)
    after = await here.tick(NOON + DAY)
    assert after.standing.holidays == ()
    assert due(after) == due(table) + DAY
    told = await here.service.tables.history(here.table, 0, None)
    assert [said(event.describe()) for step in told for event in step.events][-1].endswith("'s holiday is over.")
    assert days.days_left(await here.service.holidays.of(user), NOON + DAY) == 9


async def test_one_press_ends_a_holiday_everywhere_and_takes_back_what_was_not_rested(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    await here.service.holidays.go(user, 5)
    here.clock.time = NOON + DAY
    for _ in range(2):
        await here.service.holidays.back(user)
        after = await here.now()
        assert (after.standing.holidays, due(after)) == ((), due(table) + DAY)
    assert days.days_left(await here.service.holidays.of(user), NOON + DAY) == 9


async def test_a_move_ends_a_holiday_at_all_tables(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    other = await here.service.tables.new("cards", By(user), table.mover, GUILD, CHANNEL + 1)  # type: ignore[arg-type]
    await here.service.holidays.go(user, 5)
    here.clock.time = NOON + HOUR
    played = await here.act()
    assert played.standing.holidays == (await here.service.tables.table(other.id, ANY)).standing.holidays == ()
    assert days.under_way(await here.service.holidays.of(user), here.clock.time) is None
    assert "holiday" in (await here.kinds())
    seat = table.seat_of(user)
    assert seat is not None
    left = table.timing.seats[seat].bank  # the hour was one of rest
    assert table.timing.pace
    assert played.timing.seats[seat].bank == min(table.timing.pace.cap, left + table.timing.pace.increment)


async def test_turns_that_begin_during_a_holiday_rest_until_it_ends(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    other = next(person.user for person in table.seats if person.user != user)
    await here.service.holidays.go(other, 4)
    while (table := await here.act()).mover.user != other:  # type: ignore[union-attr]
        pass
    assert table.timing.turn
    assert table.timing.turn.rests_until == NOON + 4 * DAY
    assert due(table) > NOON + 4 * DAY


async def test_a_second_holiday_and_one_that_is_too_long_are_refused(here: Here) -> None:
    await here.begin(Preset.WEEK)
    _, user = await mover(here)
    await here.service.holidays.go(user, 8)
    with pytest.raises(Refusal, match="on holiday already"):
        await here.service.holidays.go(user, 1)
    here.clock.time += 8 * DAY
    with pytest.raises(Refusal, match="Only 2 days of your holidays"):
        await here.service.holidays.go(user, 3)
    await here.service.holidays.go(user, 2)
    here.clock.time += 3 * DAY
    with pytest.raises(Refusal, match="You've had your 10 days"):
        await here.service.holidays.go(user, 1)
    here.clock.time = NOON + 8 * DAY + A_YEAR
    await here.service.holidays.go(user, 8)


async def test_a_sprint_goes_on_and_tells_nothing_and_a_move_there_ends_the_holiday(here: Here) -> None:
    table = await here.begin(Preset.SPRINT)
    assert table.mover
    gone = await here.service.holidays.go(table.mover.user, 2)
    assert gone.runs_on == 1
    after = await here.now()
    assert (due(after), after.standing.holidays) == (due(table), ())
    await here.act()
    assert days.under_way(await here.service.holidays.of(table.mover.user), here.clock.time) is None


async def test_nobody_escapes_the_end_of_a_turn_by_a_holiday(here: Here) -> None:
    await here.begin(Preset.DAY)
    table, user = await mover(here)
    await here.tick(due(table) - 20 * MINUTE)
    gone = await here.service.holidays.go(user, 2)
    after = await here.now()
    assert (due(after), gone.runs_on) == (due(table), 1)
    assert after.on_holiday(after.seat_of(user)) is not None
    assert "runs on" in said(talk.began(*gone))


async def test_a_player_on_holiday_takes_no_seat(here: Here) -> None:
    here.clock.time = NOON
    await here.service.holidays.go(DOT.user, 2)
    with pytest.raises(Refusal, match="You're on holiday until"):
        await here.service.tables.new("cards", DOT.by(), DOT, GUILD, CHANNEL)
    table = await here.service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL)
    with pytest.raises(Refusal, match="Press \\*I'm back\\* in `/settings` first"):
        await here.service.tables.do(table.id, DOT.by(), ready.join, DOT)
    await here.service.holidays.back(DOT.user)
    await here.service.tables.do(table.id, DOT.by(), ready.join, DOT)


async def test_a_holiday_moves_with_its_player_before_the_game_begins(here: Here) -> None:
    here.clock.time = NOON
    table = await here.service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL, timing=Timing(Preset.WEEK, ALL_DAY))
    await here.service.tables.do(table.id, BEN.by(), ready.join, BEN, 2)
    await here.service.tables.do(table.id, CEM.by(), ready.join, CEM)
    await here.service.holidays.go(BEN.user, 2)
    begun = await here.service.tables.do(table.id, ANA.by(), ready.start, ANA.user)
    assert [begun.seats[absent.seat].user for absent in begun.standing.holidays] == [BEN.user]
    assert begun.seat_of(BEN.user) == 2


async def test_what_is_kept_of_a_holiday_is_told_given_and_deleted(here: Here) -> None:
    here.clock.time = NOON
    await here.service.holidays.go(ANA.user, 2)
    kept = await here.service.people.kept_about(ANA.user)
    assert "your holidays of the last twelve months" in Words(()).text(privacy.told(kept))
    assert json.loads(exported(ANA.user, kept))["settings"]["holidays"] == f"{NOON}-{NOON + 2 * DAY}"
    await here.service.people.forget(ANA.user)
    assert (await here.service.people.kept_about(ANA.user)).person is None


async def test_the_settings_begin_and_end_a_holiday(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        panel = await here.press(ANA, Purpose.SETTINGS, 0, "holiday=3")
        assert "You're on holiday until" in panel.text
        assert "I'm back" in str(panel.parts)
        panel = await here.press(ANA, Purpose.SETTINGS, 0, "holiday=0")
        assert "9 days left" in panel.text


async def test_the_turn_message_names_who_is_on_holiday_once(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    other = next(person.user for person in table.seats if person.user != user)
    await here.service.holidays.go(other, 4)
    now = await here.service.outbox.snapshot(here.table)
    letter = waits(GAMES["cards"], now.seen, PostKind.TURN, now.happened, Words(mentions(table.seats)), whole=False)
    assert letter.text.count("oliday") == 1
    assert f"On holiday: <@{other}>" in letter.text


async def test_a_holiday_that_came_too_late_stays_so_when_the_turn_gets_more_time(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    assert table.timing.pace
    await here.tick(due(table) - HOUR)
    assert (await here.service.holidays.go(user, 5)).runs_on == 1
    late = await here.tick(due(table))
    assert due(late) == due(table) + table.timing.pace.grace  # and no day of the holiday


async def test_a_rest_that_is_over_opens_no_way_out_of_the_end_of_a_turn(here: Here) -> None:
    await here.begin(Preset.WEEK)
    _, user = await mover(here)
    await here.service.holidays.go(user, 1)
    await here.service.holidays.back(user)
    table = await here.now()
    await here.tick(due(table) - HOUR)
    gone = await here.service.holidays.go(user, 5)
    assert (due(await here.now()), gone.runs_on) == (due(table), 1)


@pytest.mark.parametrize("later", [-10 * MINUTE, 10 * MINUTE])
async def test_time_that_was_added_to_a_turn_opens_no_way_out_either(here: Here, later: int) -> None:
    await here.begin(Preset.WEEK if later > 0 else Preset.DAY)
    table, user = await mover(here)
    asked = await here.tick(due(table) + later)
    if later < 0:
        asked = await here.service.tables.do(here.table, By(user), time.extend, user, asked.position_seq)
    assert due(asked) > due(table)
    gone = await here.service.holidays.go(user, 5)
    assert (due(await here.now()), gone.runs_on) == (due(asked), 1)


async def test_no_silence_of_a_player_on_holiday_agrees_to_end_their_game(here: Here) -> None:
    await here.begin(Preset.WEEK)
    table, user = await mover(here)
    assert table.timing.pace
    base = table.timing.pace.base
    other = next(person.user for person in table.seats if person.user != user)
    await here.service.holidays.go(other, 4)
    table = await here.service.tables.do(here.table, By(user), votes.ask, user, Subject.CANCEL)
    assert table.timing.silence_at == NOON + 4 * DAY + base
    await here.shown(table)
    assert (await here.tick(NOON + 2 * DAY)).running
