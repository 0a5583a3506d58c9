"""What the log says where Discord goes away from a bot that was on it: a warning with a sentence, and no fault."""

from __future__ import annotations

import logging

import aiohttp
import discord
import pytest
from structlog.testing import capture_logs

from bot.discord.connection import FAILURES, OUTAGE_LOGGERS, log_outages_as_warnings
from bot.hosting.meter import Faults, Meter


@pytest.mark.parametrize("name", OUTAGE_LOGGERS)
@pytest.mark.parametrize(
    "error", [aiohttp.ClientError(), OSError(), TimeoutError()], ids=lambda error: type(error).__name__
)
def test_an_absence_is_a_warning_and_no_fault(name: str, error: Exception) -> None:
    assert isinstance(error, FAILURES)
    log_outages_as_warnings()
    meter, logger = Meter(), logging.getLogger(name)
    logger.addHandler(faults := Faults(meter))
    with capture_logs() as logged:
        logger.error("Attempting a reconnect for shard ID %s in %.2fs", 0, 1.5, exc_info=error)
        assert [(line["log_level"], line["event"], line["reason"]) for line in logged] == [
            ("warning", "not on Discord, trying again", "Discord cannot be reached: is there a network?")
        ]
        assert count_faults(meter) == 0
        logger.error("Ignoring exception in %s", "on_ready", exc_info=ValueError())
        assert count_faults(meter) == 1
        logger.error("something else")
        assert count_faults(meter) == 2
    logger.removeHandler(faults)


def count_faults(meter: Meter) -> float:
    return meter.registry.get_sample_value("boneyard_faults_total") or 0


def test_a_connection_that_discord_ends_is_told_with_its_code() -> None:
    class Socket:
        close_code = 1001

    log_outages_as_warnings()
    ended = discord.ConnectionClosed(Socket(), shard_id=0)  # type: ignore[arg-type]  # all that it reads
    with capture_logs() as logged:
        logging.getLogger("discord.shard").error("Attempting a reconnect", exc_info=ended)
    assert [line["reason"] for line in logged] == ["Discord ended the connection (code 1001)."]
