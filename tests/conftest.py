"""Fixtures for every test, and loud words about checks that could not run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.discord import description
from tests.discord.recorder import Recorder, recording


@pytest.fixture
def wire() -> Iterator[Recorder]:
    """Every request the bot makes under SimCord; at the end of the test Discord must accept each of them.

    A test that wants a failure takes `recording()` itself and says what it expects.
    """
    with recording() as recorder:
        yield recorder
    found = recorder.problems()
    assert not found, "\n".join(found)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if description.load() is None:
        terminalreporter.write_sep("!", "NOT CHECKED against Discord's API description", red=True, bold=True)
        terminalreporter.write_line(f"{description.where()} is missing; set DISCORD_OPENAPI to Discord's openapi.json.")
