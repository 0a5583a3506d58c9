"""Time zones as people type them."""

from __future__ import annotations

from zoneinfo import ZoneInfo, available_timezones

import pytest

from bot.table.clock.zones import (
    ABBREVIATIONS,
    PART_HOURS,
    find_zones,
    is_offset,
    show_zone,
    suggest_zones,
)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("europe/berlin", "Europe/Berlin"),
        ("America/new york", "America/New_York"),
        ("Berlin", "Europe/Berlin"),
        (" london ", "Europe/London"),
        ("Kyiv", "Europe/Kyiv"),
        ("santo domingo", "America/Santo_Domingo"),
        ("york", "America/New_York"),
        ("PST", "America/Los_Angeles"),
        ("EST", "America/New_York"),
        ("CEST", "Europe/Berlin"),
        ("UTC", "UTC"),
        ("UTC+2", "Etc/GMT-2"),
        ("gmt -5", "Etc/GMT+5"),
        ("UTC−3", "Etc/GMT+3"),
        ("+05:30", "Asia/Kolkata"),
        ("UTC+0", "UTC"),
    ],
)
def test_a_name_a_city_an_abbreviation_and_an_offset_are_zones(typed: str, zone: str) -> None:
    assert find_zones(typed) == [zone]


@pytest.mark.parametrize("typed", ["Atlantis", "", "UTC+15", "UTC+2:10", "+", "UTC+", "noon"])
def test_what_is_no_zone_finds_none(typed: str) -> None:
    assert find_zones(typed) == []


def test_a_text_that_could_be_several_zones_finds_all_of_them() -> None:
    assert find_zones("IST") == ["Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin"]
    assert {"America/Santiago", "America/Santo_Domingo"} <= set(find_zones("sant"))


def test_suggestions_fit_into_discords_list_and_are_there_before_anything_is_typed() -> None:
    assert len(suggest_zones("")) == len(suggest_zones("e")) == 25


def test_every_zone_that_is_found_exists_and_finds_itself() -> None:
    named = {zone for zones in ABBREVIATIONS.values() for zone in zones} | set(PART_HOURS.values())
    assert named <= available_timezones()
    assert [zone for zone in available_timezones() if "/" in zone and find_zones(zone) != [zone]] == []
    assert [zone for zone in PART_HOURS.values() if ZoneInfo(zone) is None] == []


def test_an_offset_is_shown_with_the_sign_that_people_know() -> None:
    assert [show_zone(find_zones(typed)[0]) for typed in ("UTC+2", "UTC-11", "Berlin")] == [
        "UTC+2",
        "UTC−11",
        "Europe/Berlin",
    ]
    assert [is_offset(find_zones(typed)[0]) for typed in ("UTC+2", "PST")] == [True, False]
