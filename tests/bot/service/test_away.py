"""A player who comes back and moves at once, where two transactions can really wait for each other."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.service import Service
from bot.service.away import TimesAway
from bot.table.clock.away import A_YEAR
from bot.table.clock.pace import DAY, Preset
from bot.table.clock.timing import Timing
from bot.table.log.model import Cause
from bot.table.refusals import Refusal
from bot.table.rules import ready
from bot.talk.letter import Purpose
from tests.bot.postgres import Server, fresh_database
from tests.bot.reception import reception
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD, FixedClock, make_deal


def waits(address: str) -> bool:
    """Return whether a transaction waits for a lock of another."""
    with psycopg.connect(address, autocommit=True) as session:
        return session.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchone() is not None


async def test_a_move_and_im_back_at_once_wait_for_each_other_and_not_for_ever(
    tmp_path: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let the move hold its table until the other press waits: with locks in another order both would wait."""
    address, end, met = fresh_database(postgres), TimesAway.end, asyncio.Event()

    async def slowly(times: TimesAway, *what: Any) -> bool:
        if not met.is_set():
            met.set()
            while not await asyncio.to_thread(waits, address):
                pass
        return await end(times, *what)

    async with reception(tmp_path, address=address) as here:
        table = await here.service.tables.new(
            "draw", ANA.cause(), ANA, GUILD, CHANNEL, preset="day", timing=Timing(Preset.WEEK)
        )
        await here.service.tables.do(table.id, BEN.cause(), ready.join, BEN)
        await here.service.tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)
        table = await make_deal(here.service, table.id)
        who = table.mover
        assert who
        await here.press(who, Purpose.SETTINGS, 0, f"away={here.clock.time + 3 * DAY}")
        assert (await here.service.tables.table(table.id, GUILD)).standing.away
        monkeypatch.setattr(TimesAway, "end", slowly)
        move = (await here.offers(table))[0]
        moving = asyncio.ensure_future(here.press(who, Purpose.ACT, table.id, move, table.position_seq))
        await met.wait()
        back, played = await asyncio.gather(here.press(who, Purpose.SETTINGS, 0, "away=back"), moving)
        assert "busy" not in back.text + played.text
        now = await here.service.tables.table(table.id, GUILD)
        assert now.position_seq > table.position_seq
        assert now.standing.away == ()


async def test_both_databases_keep_which_days_count_after_a_deletion(service: Service, clock: FixedClock) -> None:
    await service.away.start_absence(ANA.user, clock.time + 3 * DAY)
    await service.people.forget(ANA.user)
    assert (await service.people.collect_data(ANA.user)).away == 1  # it had just begun
    assert (await service.people.collect_data(BEN.user)).away == 0
    with pytest.raises(Refusal, match="You can be away for only 29 more days"):
        await service.away.start_absence(ANA.user, clock.time + 30 * DAY)
    clock.time += A_YEAR + DAY
    await service.people.clean()
    assert (await service.people.collect_data(ANA.user)).away == 0
    await service.away.start_absence(ANA.user, clock.time + 30 * DAY)
