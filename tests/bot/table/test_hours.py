"""Hours of the day: what counts, across nights, weeks and the days on which clocks are changed."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.table.clock.hours import Hours, format_hours, read_hours

DAY, HOUR = 24 * 3600, 3600
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia")
MINUTES = st.integers(0, 24 * 60 - 1)
ANY_HOURS = st.builds(Hours, MINUTES, MINUTES, st.sampled_from(ZONES))
INSTANTS = st.integers(1_750_000_000, 1_900_000_000)


def at(text: str, zone: str = "Europe/Berlin", fold: int = 0) -> int:
    """Return a local time as UTC seconds."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp())


def berlin(opens: int, closes: int) -> Hours:
    return Hours(opens * 60, closes * 60, "Europe/Berlin")


def test_the_night_between_two_days_costs_nothing() -> None:
    assert berlin(8, 23).instant_after(at("2027-01-20 22:00"), 2 * HOUR) == at("2027-01-21 09:00")


def test_what_is_asked_of_a_player_at_night_begins_in_the_morning() -> None:
    assert berlin(8, 23).instant_after(at("2027-01-20 03:00"), HOUR) == at("2027-01-20 09:00")


def test_time_that_ends_with_the_day_ends_at_its_last_moment() -> None:
    assert berlin(8, 23).instant_after(at("2027-01-20 22:00"), HOUR) == at("2027-01-20 23:00")


def test_hours_can_cross_midnight() -> None:
    night = berlin(22, 6)
    assert night.seconds_between(at("2027-01-20 12:00"), at("2027-01-21 12:00")) == 8 * HOUR
    assert night.window_at(at("2027-01-21 05:00")) == (at("2027-01-20 22:00"), at("2027-01-21 06:00"))
    assert night.window_at(at("2027-01-21 06:00")) is None


def test_hours_around_the_clock_are_ordinary_time() -> None:
    always = Hours()
    assert always.instant_after(1000, 5) == 1005
    assert always.seconds_between(1000, 90_000) == 89_000
    assert always.seconds_a_day == DAY


def test_when_clocks_go_forward_the_day_opens_an_hour_earlier() -> None:
    """Cross 28 March 2027, when two becomes three in Berlin: from eight to eight it is 23 hours."""
    assert berlin(8, 23).instant_after(at("2027-03-27 22:00"), 2 * HOUR) == at("2027-03-28 09:00")
    assert at("2027-03-28 09:00") - at("2027-03-27 22:00") == 10 * HOUR


def test_when_clocks_go_back_the_day_opens_an_hour_later() -> None:
    assert berlin(8, 23).instant_after(at("2027-10-30 22:00"), 2 * HOUR) == at("2027-10-31 09:00")
    assert at("2027-10-31 09:00") - at("2027-10-30 22:00") == 12 * HOUR


def test_hours_in_which_clocks_are_changed_are_longer_or_shorter() -> None:
    night = berlin(1, 5)
    assert night.seconds_between(at("2027-03-28 00:00"), at("2027-03-28 12:00")) == 3 * HOUR
    assert night.seconds_between(at("2027-10-31 00:00"), at("2027-10-31 12:00")) == 5 * HOUR


def test_hours_that_a_day_does_not_have_are_an_hour_later() -> None:
    skipped = Hours(2 * 60 + 10, 2 * 60 + 50, "Europe/Berlin")
    assert skipped.window_at(at("2027-03-28 03:20")) == (at("2027-03-28 03:10"), at("2027-03-28 03:50"))
    assert skipped.seconds_between(at("2027-03-28 00:00"), at("2027-03-29 00:00")) == 40 * 60


@settings(deadline=None)
@given(ANY_HOURS, INSTANTS, st.integers(0, 5 * DAY))
def test_after_is_the_first_moment_when_that_time_has_passed(hours: Hours, start: int, seconds: int) -> None:
    end = hours.instant_after(start, seconds)
    assert end >= start
    assert hours.seconds_between(start, end) == seconds
    assert seconds == 0 or hours.seconds_between(start, end - 1) < seconds


@settings(deadline=None)
@given(ANY_HOURS, INSTANTS, st.integers(0, 9 * DAY), st.integers(0, 9 * DAY))
def test_time_adds_up(hours: Hours, start: int, first: int, second: int) -> None:
    middle, end = start + first, start + first + second
    parts = hours.seconds_between(start, middle), hours.seconds_between(middle, end)
    assert hours.seconds_between(start, end) == sum(parts)


@settings(deadline=None)
@given(ANY_HOURS, INSTANTS)
def test_a_moment_lies_in_the_hours_around_it(hours: Hours, moment: int) -> None:
    window = hours.window_at(moment)
    counted = hours.always or hours.seconds_between(moment, moment + 1) == 1
    assert hours.always or counted == (window is not None)
    if window:
        assert window[0] <= moment < window[1]


@pytest.mark.parametrize(
    ("text", "read"),
    [("8-23", (480, 1380)), ("22:30 - 7", (1350, 420)), ("0-24", (0, 0)), ("8–23", (480, 1380))],
)
def test_hours_are_written_as_people_write_them(text: str, read: tuple[int, int]) -> None:
    assert read_hours(text) == read
    assert read_hours(format_hours(*read)) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("8am-11pm", (480, 1380)),
        ("8 AM to 11 PM", (480, 1380)),
        ("8:30 a.m. – 12 a.m.", (510, 0)),
        ("12pm - 12am", (720, 0)),
        ("20h-23h", (1200, 1380)),
        ("8.30-22h15", (510, 1335)),
        ("9-5pm", (540, 1020)),
        ("8 until 23", (480, 1380)),
        ("Always", (0, 0)),
        ("24/7", (0, 0)),
    ],
)
def test_hours_are_read_in_their_usual_spellings(text: str, read: tuple[int, int]) -> None:
    assert read_hours(text) == read


@pytest.mark.parametrize(
    "text", ["", "8", "8-25", "8:75-9", "24:30-8", "morning", "8-23-24", "13pm-14", "0am-3", "8-", "-8"]
)
def test_what_are_no_hours_is_not_read(text: str) -> None:
    assert read_hours(text) is None
