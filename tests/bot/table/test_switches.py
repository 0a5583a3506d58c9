"""Settings with two values: what one declaration says is true of the row and of both panels."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from bot.table import preferences, server_settings
from bot.table.preferences import PersonRow
from bot.table.server_settings import ServerRow
from bot.table.switches import Switch

ROWS: list[tuple[NamedTuple, tuple[Switch, ...]]] = [
    (PersonRow(1), preferences.SWITCHES),
    (ServerRow(1), server_settings.SWITCHES),
]


@pytest.mark.parametrize(("row", "switches"), ROWS, ids=["person", "server"])
def test_the_last_fields_of_a_row_are_its_switches_in_the_same_order(
    row: NamedTuple, switches: tuple[Switch, ...]
) -> None:
    assert row._fields[-len(switches) :] == tuple(switch.field for switch in switches)
    assert [field for field, value in row._asdict().items() if isinstance(value, bool)] == [
        switch.field for switch in switches
    ]


@pytest.mark.parametrize(
    ("row", "switch"),
    [(row, switch) for row, switches in ROWS for switch in switches],
    ids=lambda given: getattr(given, "name", ""),
)
def test_a_switch_shows_the_value_of_its_row_and_offers_the_other(row: NamedTuple, switch: Switch) -> None:
    for value, now, other in ((True, switch.on, switch.off), (False, switch.off, switch.on)):
        turned = row._replace(**{switch.field: value})
        assert (switch.is_on(turned), switch.describe_value(turned), switch.other_value_button(turned)) == (
            value,
            now.shown,
            other.button,
        )


def test_a_switch_that_needs_another_is_shown_only_with_it() -> None:
    shown = {
        threads: [switch.name for switch in server_settings.SWITCHES if switch.is_shown(ServerRow(1, threads=threads))]
        for threads in (True, False)
    }
    assert shown == {True: ["threads", "rematch", "calls", "ratings"], False: ["threads", "calls", "ratings"]}
