"""A clock that is further from Discord's than verifiers allow is told to the operator."""

from __future__ import annotations

from email.utils import formatdate

import pytest

from bot.discord.clock_skew import ClockSkew
from bot.table.record.check.log import LEEWAY

NOW = 1_800_000_000


def compare_clock(ahead: int, **headers: str) -> ClockSkew:
    """Compare with an answer, by a clock that is `ahead` seconds ahead."""
    skew = ClockSkew()
    skew.compare({"Date": formatdate(NOW - ahead, usegmt=True), **headers}, NOW)
    return skew


@pytest.mark.parametrize("ahead", [0, LEEWAY, -LEEWAY])
def test_a_clock_within_what_verifiers_allow_is_well(ahead: int) -> None:
    assert compare_clock(ahead).warnings() == []


@pytest.mark.parametrize(
    ("ahead", "said"), [(LEEWAY + 1, "121 s ahead of Discord's"), (-LEEWAY - 1, "121 s behind Discord's")]
)
def test_a_clock_that_is_further_off_is_reported_with_the_remedy(ahead: int, said: str) -> None:
    (warning,) = compare_clock(ahead).warnings()
    assert said in warning
    assert "timedatectl set-ntp true" in warning


def test_a_clock_that_was_set_is_well_again() -> None:
    skew = compare_clock(600)
    skew.compare({"Date": formatdate(NOW, usegmt=True)}, NOW)
    assert skew.warnings() == []


def test_an_answer_from_a_cache_or_without_a_date_tells_nothing() -> None:
    assert compare_clock(600, Age="600").warnings() == []
    skew = ClockSkew()
    for headers in ({}, {"Date": "yesterday"}):
        skew.compare(headers, NOW)
    assert skew.warnings() == []
