"""Days as people type them, read in their own time zone."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.clock.dates import Reader, read_until

BERLIN = "Europe/Berlin"
NOW = datetime(2026, 11, 26, 14, 30, tzinfo=ZoneInfo(BERLIN))
"""A Thursday."""
READER = Reader(int(NOW.timestamp()), BERLIN, morning=8 * 60)
AMERICAN = READER._replace(month_first=True)


def read(typed: str, reader: Reader = READER) -> str:
    """Return what was read, by the reader's calendar and watch."""
    instant = read_until(typed, reader)
    return "" if instant is None else datetime.fromtimestamp(instant, ZoneInfo(BERLIN)).strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("tomorrow", "2026-11-27 08:00"),
        ("Friday", "2026-11-27 08:00"),
        ("until fri.", "2026-11-27 08:00"),
        ("Thursday", "2026-12-03 08:00"),
        ("next Monday", "2026-11-30 08:00"),
        ("next week", "2026-11-30 08:00"),
        ("monday morning", "2026-11-30 08:00"),
        ("Monday at noon", "2026-11-30 12:00"),
        ("monday 6pm", "2026-11-30 18:00"),
        ("monday, 18:30", "2026-11-30 18:30"),
        ("18:00", "2026-11-26 18:00"),
        ("9:00", "2026-11-27 09:00"),
        ("tonight", ""),
        ("2 weeks", "2026-12-10 08:00"),
        ("for a week", "2026-12-03 08:00"),
        ("in three days", "2026-11-29 08:00"),
        ("12 hours", "2026-11-27 02:30"),
        ("24 December", "2026-12-24 08:00"),
        ("December 24th", "2026-12-24 08:00"),
        ("the 1st of January", "2027-01-01 08:00"),
        ("Thu, 3 Dec 2026", "2026-12-03 08:00"),
        ("2026-12-24", "2026-12-24 08:00"),
        ("24.12.", "2026-12-24 08:00"),
        ("24.12.2026", "2026-12-24 08:00"),
        ("24/12", "2026-12-24 08:00"),
        ("29 February", "2028-02-29 08:00"),
        ("24 December 2025", "2025-12-24 08:00"),
        ("31 November", ""),
        ("25:00", ""),
        ("", ""),
        ("soon", ""),
        ("99999 weeks", ""),
    ],
)
def test_a_day_is_read_as_its_writer_means_it(typed: str, day: str) -> None:
    assert read(typed) == day


def test_a_date_in_figures_follows_the_custom_of_its_writer() -> None:
    assert read("3/12") == "2026-12-03 08:00"
    assert read("12/3", AMERICAN) == "2026-12-03 08:00"
    assert read("24/12", AMERICAN) == "2026-12-24 08:00"
    assert read("3.12.", AMERICAN) == "2026-12-03 08:00"


@given(st.text(max_size=40) | st.from_regex(r"[0-9a-z ./:-]{0,20}", fullmatch=True))
def test_no_text_makes_the_reader_fail(typed: str) -> None:
    read_until(typed, READER)
