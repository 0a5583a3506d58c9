"""The numbers of the clocks: banks, caps, what is left after a turn, and a day that is never longer than a day."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, HOUR, MIN_INCREMENT, MINUTE, Pace, Preset, fits, pace, turns_of_people
from bot.table.clock.timing import Timing
from engine.game import Game
from engine.games import GAMES

NOON = 1_800_000_000 // DAY * DAY + 12 * HOUR
ALL_DAY = Hours()


def start_clock(preset: Preset, seats: int = 4, turns: int = 40, hours: Hours = ALL_DAY) -> Timing:
    """Return a clock with full banks, beside the first turn."""
    return Timing(preset, hours).start_game(pace(preset, 15 * HOUR, seats, turns), seats, NOON)


def test_a_day_for_four_with_ten_moves_each_is_the_worked_example() -> None:
    assert pace(Preset.DAY, 15 * HOUR, 4, 40) == Pace(
        90 * MINUTE, 13 * MINUTE + 30, 90 * MINUTE, confirm_time=13 * MINUTE + 30, last_call=30 * MINUTE
    )


def test_an_open_table_has_no_clock() -> None:
    timing = start_clock(Preset.OPEN).begin_turn(0, NOON, formality=False)
    assert timing.due is None


@pytest.mark.parametrize("preset", Preset)
def test_only_a_day_and_a_week_rest_outside_the_hours_of_the_table(preset: Preset) -> None:
    night = Hours(8 * 60, 23 * 60)
    late = NOON + 13 * HOUR + 28 * MINUTE  # 1:28 AM
    timing = start_clock(preset, hours=night).begin_turn(0, late, formality=False)
    playing_time = 0 if preset in (Preset.DAY, Preset.WEEK) else MINUTE
    assert timing.playing_hours.seconds_between(late, late + MINUTE) == playing_time
    if preset is Preset.SPRINT:
        assert timing.due == late + 5 * MINUTE
        assert timing.end_turn(late + MINUTE).seats[0].bank == 4 * MINUTE + 45


def test_what_is_left_of_a_turn_is_kept_and_more_is_added() -> None:
    timing = start_clock(Preset.DAY).begin_turn(1, NOON, formality=False).end_turn(NOON + 40 * MINUTE)
    assert timing.seats[1].bank == 50 * MINUTE + 13 * MINUTE + 30
    assert timing.seats[0].bank == 90 * MINUTE


def test_nobody_saves_more_than_the_cap() -> None:
    assert start_clock(Preset.DAY).begin_turn(1, NOON, formality=False).end_turn(NOON + 1).seats[1].bank == 90 * MINUTE


def test_who_has_used_everything_still_has_the_increment_for_the_next_turn() -> None:
    timing = start_clock(Preset.DAY).begin_turn(1, NOON, formality=False).end_turn(NOON + 9 * HOUR)
    assert timing.seats[1].bank == 13 * MINUTE + 30


def test_what_may_be_only_a_confirmation_is_confirmed_after_a_short_time_and_costs_nothing() -> None:
    timing = start_clock(Preset.DAY).begin_turn(1, NOON, formality=True)
    assert timing.confirm_at == NOON + 13 * MINUTE + 30
    assert timing.due == NOON + 90 * MINUTE
    assert timing.end_turn(NOON + 13 * MINUTE).seats[1].bank == 90 * MINUTE
    assert timing.add_time(5 * MINUTE).confirm_at == NOON + 18 * MINUTE + 30


def test_a_decision_that_was_taken_for_a_confirmation_has_the_whole_time_of_its_seat() -> None:
    timing = start_clock(Preset.DAY).begin_turn(1, NOON, formality=True).drop_formality()
    assert (timing.confirm_at, timing.due) == (None, NOON + 90 * MINUTE)
    assert timing.end_turn(NOON + 40 * MINUTE).seats[1].bank == 50 * MINUTE + 13 * MINUTE + 30


def test_a_week_gives_some_time_back_for_every_day() -> None:
    late = start_clock(Preset.WEEK).begin_turn(0, NOON, formality=False).end_turn(NOON + 24 * HOUR)
    assert late.seats[0].bank == 8 * HOUR
    rested = late.begin_turn(0, NOON + 72 * HOUR, formality=False)
    assert rested.seats[0].bank == 8 * HOUR + 8 * HOUR


def test_an_extension_is_half_an_increment_once_a_game() -> None:
    timing = start_clock(Preset.DAY).begin_turn(0, NOON, formality=False).grant_extension()
    assert timing.due == NOON + 90 * MINUTE + 6 * MINUTE + 45
    assert timing.seats[0].excused
    assert timing.seats[0].late == 1


@settings(deadline=None)
@given(
    st.integers(2, 8),
    st.integers(1, 60),
    st.lists(st.tuples(st.integers(0, 30 * HOUR), st.booleans()), min_size=1, max_size=40),
)
def test_a_bank_is_never_below_the_increment_nor_above_the_cap(
    seats: int, turns: int, delays: list[tuple[int, bool]]
) -> None:
    timing, now = start_clock(Preset.DAY, seats, turns, Hours(8 * 60, 23 * 60)), NOON
    assert timing.pace
    for number, (delay, formality) in enumerate(delays):
        timing = timing.begin_turn(number % seats, now, formality=formality)
        assert timing.due is not None
        assert timing.due > now
        now += delay
        timing = timing.end_turn(now)
        assert timing.pace
        assert timing.pace.increment <= timing.seats[number % seats].bank <= timing.pace.cap


@pytest.mark.parametrize(
    ("game", "preset"),
    [
        ("draw", "sprint"), ("draw", "day"), ("draw", "block"), ("moon", "day"),
        ("chickenfoot", "day"), ("chickenfoot", "long day"), ("blockers", "standard"), ("fives", "day"),
    ],
)  # fmt: skip
def test_a_day_ends_within_its_hours_even_if_everybody_uses_everything(game: str, preset: str) -> None:
    rules: Game[Any, Any] = GAMES[game]
    options, hours = rules.presets[preset], Hours(8 * 60, 23 * 60)
    for seats in rules.seats:
        for people in range(1, seats + 1):
            if options.refusal(seats):
                continue
            turns = rules.turns(options, seats)
            numbers = pace(Preset.DAY, hours.seconds_a_day, people, turns_of_people(turns, seats, people)[-1])
            assert numbers
            assert numbers.increment > MIN_INCREMENT
            timing = Timing(Preset.DAY, hours).start_game(numbers, seats, NOON)
            now = NOON
            for turn in range(turns[-1]):
                if turn % seats >= people:
                    continue  # a computer player takes no time
                timing = timing.begin_turn(turn % seats, now, formality=False)
                if turn < seats:
                    timing = timing.grant_extension()
                assert timing.due
                now = timing.due
                timing = timing.end_turn(now)
            assert hours.seconds_between(NOON, now) <= hours.seconds_a_day


def test_turns_of_computer_players_are_none_of_people() -> None:
    assert turns_of_people(range(30, 51), 4, 4) == range(30, 51)
    assert turns_of_people(range(30, 51), 4, 1) == range(8, 14)


def test_who_plays_with_computer_players_has_the_day_for_their_own_turns() -> None:
    alone = pace(Preset.DAY, 15 * HOUR, 1, turns_of_people(range(240, 241), 5, 1)[-1])
    assert alone == Pace(6 * HOUR, 9 * HOUR // 48, 6 * HOUR, confirm_time=9 * HOUR // 48, last_call=30 * MINUTE)
    assert not fits(Preset.DAY, 15 * HOUR, 5, 240)
    assert fits(Preset.DAY, 15 * HOUR, 1, 48)


@pytest.mark.parametrize("game", GAMES)
def test_the_preset_of_new_tables_fits_every_clock(game: str) -> None:
    rules: Game[Any, Any] = GAMES[game]
    options, hours = next(iter(rules.presets.values())), Hours(8 * 60, 23 * 60)
    for seats in rules.seats:
        if options.refusal(seats) is None:
            turns = rules.turns(options, seats)[-1]
            assert all(fits(clock, hours.seconds_a_day, seats, turns) for clock in Preset), (seats, turns)


def test_a_game_of_hundreds_of_turns_does_not_fit_a_day() -> None:
    hours = Hours(8 * 60, 23 * 60)
    assert not fits(Preset.DAY, hours.seconds_a_day, 2, 340)
    assert not fits(Preset.SPRINT, hours.seconds_a_day, 2, 340)
    assert fits(Preset.WEEK, hours.seconds_a_day, 2, 340)
