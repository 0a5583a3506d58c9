"""How fast a player replies, and at which hours: a stored clock can forget it without its game being read."""

from __future__ import annotations

import msgspec

from bot.table.clock import own
from bot.table.clock.pace import HOUR, Preset, pace
from bot.table.clock.timing import Timing
from tests.bot.waiting_table import ALL_DAY, NOON


def test_a_clock_forgets_when_players_act_and_keeps_all_else() -> None:
    begun = Timing(Preset.WEEK, ALL_DAY).started(pace(Preset.WEEK, ALL_DAY.a_day, 3, 40), 3, NOON)
    timing = own.with_premoves(own.noticed(begun, 1, NOON + HOUR), 1, ("fits 6-2",))
    clock = msgspec.json.encode(timing).decode()
    assert own.known(clock, 1) == own.Known((), [(NOON + HOUR) // HOUR % 24], ("fits 6-2",))
    forgetful = own.without_habits(clock)
    assert own.known(forgetful, 1) == own.Known((), [], ())
    assert msgspec.json.decode(forgetful, type=Timing) == begun


def test_a_clock_of_no_seats_stays_as_it_is() -> None:
    clock = msgspec.json.encode(Timing()).decode()
    assert own.without_habits(clock) == clock
