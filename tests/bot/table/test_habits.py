"""How fast a player replies, and at which hours: a stored clock can forget it without its game being read."""

from __future__ import annotations

import msgspec

from bot.table.clock import own
from bot.table.clock.pace import HOUR, Preset, pace
from bot.table.clock.timing import Timing
from tests.bot.waiting_table import ALL_DAY, NOON


def test_a_clock_forgets_when_players_act_and_keeps_all_else() -> None:
    begun = Timing(Preset.WEEK, ALL_DAY).started(pace(Preset.WEEK, ALL_DAY.a_day, 3, 40), 3, NOON)
    timing = own.noticed(begun, 1, NOON + HOUR)
    clock = msgspec.json.encode(timing).decode()
    assert own.known(clock, 1) != ((), [])
    forgetful = own.without_habits(clock)
    assert own.known(forgetful, 1) == ((), [])
    assert msgspec.json.decode(forgetful, type=Timing) == begun


def test_a_clock_of_no_seats_stays_as_it_is() -> None:
    clock = msgspec.json.encode(Timing()).decode()
    assert own.without_habits(clock) == clock
