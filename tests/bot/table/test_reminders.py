"""When a player is called again: at most twice, at sensible times, and never in their quiet hours."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.table.clock.hours import Hours
from bot.table.clock.pace import HOUR, MINUTE, Preset, pace
from bot.table.clock.reminders import LAST_CALL, REMINDER, ReminderMode, ReminderWishes, reminder_times
from bot.table.clock.timing import Timing
from tests.bot.table.test_hours import at

AWAKE = ReminderWishes(quiet="0-24")
PLAYING = Hours(8 * 60, 23 * 60, "Europe/Berlin")


def turn_beginning(when: str, budget: int, preset: Preset = Preset.DAY, hours: Hours = PLAYING) -> Timing:
    """Return a turn that begins then, with a budget of seconds."""
    timing = Timing(preset, hours).start_game(pace(preset, 15 * HOUR, 4, 40), 4, at(when))
    timing = timing.begin_turn(0, at(when), formality=False)
    assert timing.turn
    return timing.add_time(budget - timing.turn.budget)


def test_the_first_comes_at_half_time_and_the_last_call_half_an_hour_before_the_end() -> None:
    timing = turn_beginning("2027-01-20 10:00", 90 * MINUTE)
    assert reminder_times(timing, AWAKE) == {REMINDER: at("2027-01-20 10:45"), LAST_CALL: at("2027-01-20 11:00")}


def test_none_comes_in_the_first_twenty_minutes() -> None:
    assert reminder_times(turn_beginning("2027-01-20 10:00", 30 * MINUTE), AWAKE) == {REMINDER: at("2027-01-20 10:20")}
    assert reminder_times(turn_beginning("2027-01-20 10:00", 13 * MINUTE), AWAKE) == {}


def test_a_sprint_has_none() -> None:
    assert reminder_times(turn_beginning("2027-01-20 10:00", 40 * MINUTE, Preset.SPRINT), AWAKE) == {}


def test_one_that_falls_into_quiet_hours_comes_after_them() -> None:
    timing = turn_beginning("2027-01-20 10:00", 5 * HOUR)
    quiet = ReminderWishes(quiet="12-13")
    assert reminder_times(timing, quiet)[REMINDER] == at("2027-01-20 13:00")


def test_a_last_call_that_falls_into_quiet_hours_comes_before_them() -> None:
    timing = turn_beginning("2027-01-20 10:00", 5 * HOUR)
    assert reminder_times(timing, ReminderWishes(quiet="14-16"))[LAST_CALL] == at("2027-01-20 13:59:59")


def test_one_that_would_come_after_the_last_call_does_not_come() -> None:
    timing = turn_beginning("2027-01-20 10:00", 90 * MINUTE)
    assert reminder_times(timing, ReminderWishes(quiet="10:50-16")) == {
        REMINDER: at("2027-01-20 10:45"),
        LAST_CALL: at("2027-01-20 10:49:59"),
    }
    assert reminder_times(timing, ReminderWishes(quiet="10:40-16")) == {LAST_CALL: at("2027-01-20 10:39:59")}


def test_quiet_hours_are_those_of_the_persons_own_time_zone() -> None:
    timing = turn_beginning("2027-01-20 10:00", 5 * HOUR)
    tokyo = ReminderWishes(quiet="20:30-23", zone="Asia/Tokyo")  # half past twelve to three in Berlin
    assert reminder_times(timing, tokyo) == {LAST_CALL: at("2027-01-20 12:29:59")}


def test_people_choose_how_often_they_are_called() -> None:
    timing = turn_beginning("2027-01-20 10:00", 90 * MINUTE)
    assert list(reminder_times(timing, AWAKE._replace(mode=ReminderMode.LAST))) == [LAST_CALL]
    assert reminder_times(timing, AWAKE._replace(mode=ReminderMode.NONE)) == {}


def test_what_may_be_only_a_confirmation_has_the_same_as_any_turn() -> None:
    timing = turn_beginning("2027-01-20 10:00", 90 * MINUTE).end_turn(at("2027-01-20 10:01"))
    asked_to_confirm, to_move = (timing.begin_turn(1, at("2027-01-20 10:01"), formality=yes) for yes in (True, False))
    assert reminder_times(asked_to_confirm, AWAKE) == reminder_times(to_move, AWAKE) != {}


@settings(deadline=None)
@given(
    st.integers(at("2027-01-01 00:00"), at("2027-12-31 00:00")),
    st.integers(1, 60 * HOUR),
    st.integers(0, 23),
    st.integers(0, 23),
    st.sampled_from([Preset.DAY, Preset.WEEK]),
)
def test_every_reminder_lies_in_the_turn_in_order_and_outside_the_quiet_hours(
    since: int, budget: int, opens: int, closes: int, preset: Preset
) -> None:
    timing = (
        Timing(preset, PLAYING)
        .start_game(pace(preset, 15 * HOUR, 4, 40), 4, since)
        .begin_turn(0, since, formality=False)
    )
    assert timing.turn
    timing = timing.add_time(budget - timing.turn.budget)
    wishes = ReminderWishes(quiet=f"{opens}-{closes}")
    found = reminder_times(timing, wishes)
    assert timing.due
    assert list(found.values()) == sorted(found.values())
    for moment in found.values():
        assert since <= moment < timing.due
        assert wishes.quiet_hours("Europe/Berlin").window_at(moment) is None
