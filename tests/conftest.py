"""Fixtures for every test, and loud words about checks that could not run."""

from __future__ import annotations

import gc
import os
import secrets
import sys
from collections.abc import Iterator
from random import Random
from unittest.mock import patch

import pytest
import structlog
from hypothesis import settings

from bot.runtime import scheduler
from tests.bot.databases import shared_databases
from tests.discord import description
from tests.discord.recorder import Recorder, recording

LUCK = os.environ.get("LUCK", "0")
"""Another value gives every test other deals; the same one gives the same, so that a failure can be had again."""

settings.register_profile("boneyard", derandomize=LUCK == "0")
settings.load_profile("boneyard")


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest) -> Iterator[None]:
    """Draw the secrets of this process from the name of the test and LUCK.

    A running bot asks the machine. What is due is done at the beginning of its second.
    """
    chance = Random(f"{LUCK} {request.node.nodeid}")
    with (
        patch.object(secrets, "token_bytes", lambda size=32: chance.randbytes(size)),
        patch.object(scheduler, "random", float),
    ):
        yield


@pytest.fixture(autouse=True, scope="session")
def databases() -> Iterator[None]:
    """Share migrations and compiled statements among all tests."""
    with shared_databases():
        yield


@pytest.fixture
def wire() -> Iterator[Recorder]:
    """Record all requests of the bot under SimCord: Discord must accept each.

    A test that wants a failure takes `recording()` itself and says what it expects.
    """
    with recording() as recorder:
        yield recorder
    found = recorder.problems()
    assert not found, "\n".join(found)


def pytest_configure() -> None:
    """Keep compiled modules, whatever the environment says: tests start many processes that all need them."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    # structlog would print the values of all variables, which takes a second an exception; the bot never does
    structlog.dev.ConsoleRenderer.get_active().exception_formatter = structlog.dev.plain_traceback
    gc.disable()  # until all is imported


def pytest_collection_finish() -> None:
    """Look for garbage rarely, and not among what was imported: that took a sixth of the time of all tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
    gc.enable()


def pytest_report_header() -> str:
    return f"luck: {LUCK}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if description.load() is None:
        terminalreporter.write_sep("!", "NOT CHECKED against Discord's API description", red=True, bold=True)
        terminalreporter.write_line(f"{description.where()} is missing; set DISCORD_OPENAPI to Discord's openapi.json.")
