"""How long a deal takes that waits for the beacon: from its press to the hands.

The real bot plays over a socket; a relay on the loopback tells each round when it has spoken, as those of drand do. An
announcement's round speaks one to four seconds after it: what is left beside that is ours. Real time, not CPU time.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bot.table.log.beacon import message_time
from tests.bench.measure import Pace, show
from tests.bot.beacon.houses import House, Way, houses, in_time, never
from tests.bot.drand import OURS
from tests.wire.launch import BEACON
from tests.wire.wired import Wired, connected_bot

RELAYS: dict[str, tuple[Way, ...]] = {
    "four relays": (in_time, in_time, in_time, in_time),
    "one of four answers": (never, never, never, in_time),
}


class Deal(NamedTuple):
    """Seconds from the press that causes a deal to the hands, and those in which its round had not spoken."""

    whole: float
    wait: float


def run(pace: Pace) -> None:
    """Print the table."""
    rows = []
    for name, ways in RELAYS.items():
        deals = asyncio.run(_measure(ways, max(4, pace.times // 4)))
        wholes, ours = [deal.whole for deal in deals], [deal.whole - deal.wait for deal in deals]
        figures = (median(wholes), max(wholes), median(ours), max(ours))
        rows.append([name, str(len(deals)), *(f"{seconds:.2f} s" for seconds in figures)])
    head = ["", "deals", "median", "worst", "ours, median", "ours, worst"]
    show("From the press that causes a deal to the hands, with the beacon", head, rows)


async def _measure(ways: tuple[Way, ...], deals: int) -> list[Deal]:
    with TemporaryDirectory() as folder:
        async with houses(*ways) as relays, connected_bot(Path(folder), settings=_settings(relays)) as here:
            return [await _deal(here) for _ in range(deals)]


def _settings(relays: list[House]) -> dict[str, str]:
    return {"BEACON": "on", "BEACON_RELAYS": " ".join(relay.address for relay in relays), BEACON: "ours"}


async def _deal(here: Wired) -> Deal:
    table, pressed = await here.start_game()
    await here.discord.until(lambda: table.turn is not None)
    assert table.turn is not None
    announcement = _newest(here.folder, "posted")["message"]
    spoken = OURS.publication_time(_newest(here.folder, "deal")["round"])
    return Deal(
        (message_time(int(table.turn["id"])) - message_time(pressed.id)) / 1000,
        spoken - message_time(announcement) / 1000,
    )


def _newest(folder: Path, kind: str) -> dict[str, int]:
    """Return the notation of the newest step of a kind."""
    with closing(sqlite3.connect(folder / "boneyard.db")) as database:
        query = "SELECT notation FROM steps WHERE kind = ? ORDER BY table_id DESC, seq DESC LIMIT 1"
        found: dict[str, int] = json.loads(database.execute(query, (kind,)).fetchone()[0])
        return found
