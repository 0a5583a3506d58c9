"""A holiday and a move of the same player at once, where two transactions can really wait for each other."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.service import Service
from bot.service.holidays import Holidays
from bot.table.clock.holiday import A_YEAR
from bot.table.clock.pace import DAY, Preset
from bot.table.clock.timing import Timing
from bot.table.model import By
from bot.table.refusals import Refusal
from bot.table.rules import ready
from bot.talk.letter import Purpose
from tests.bot.postgres import Server, fresh_database
from tests.bot.reception import reception
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD, FixedClock, dealt


def waits(address: str) -> bool:
    """Whether a transaction waits for a lock of another."""
    with psycopg.connect(address, autocommit=True) as session:
        return session.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchone() is not None


async def test_a_move_and_im_back_at_once_wait_for_each_other_and_not_for_ever(
    tmp_path: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move has its table, and goes on once the other press waits; with locks in another order both would wait."""
    address, over, met = fresh_database(postgres), Holidays.over, asyncio.Event()

    async def slowly(holidays: Holidays, *what: Any) -> bool:
        if not met.is_set():
            met.set()
            while not await asyncio.to_thread(waits, address):
                pass
        return await over(holidays, *what)

    async with reception(tmp_path, address=address) as here:
        table = await here.service.tables.new(
            "draw", ANA.by(), ANA, GUILD, CHANNEL, preset="day", timing=Timing(Preset.WEEK)
        )
        await here.service.tables.do(table.id, BEN.by(), ready.join, BEN)
        await here.service.tables.do(table.id, By(ANA.user), ready.start, ANA.user)
        table = await dealt(here.service, table.id)
        who = table.mover
        assert who
        await here.press(who, Purpose.SETTINGS, 0, "holiday=3")
        assert (await here.service.tables.table(table.id, GUILD)).standing.holidays
        monkeypatch.setattr(Holidays, "over", slowly)
        move = (await here.offers(table))[0]
        moving = asyncio.ensure_future(here.press(who, Purpose.ACT, table.id, move, table.position_seq))
        await met.wait()
        back, played = await asyncio.gather(here.press(who, Purpose.SETTINGS, 0, "holiday=0"), moving)
        assert "busy" not in back.text + played.text
        now = await here.service.tables.table(table.id, GUILD)
        assert now.position_seq > table.position_seq
        assert now.standing.holidays == ()


async def test_both_databases_keep_which_days_were_taken_after_a_deletion(service: Service, clock: FixedClock) -> None:
    await service.holidays.go(ANA.user, 3)
    await service.people.forget(ANA.user)
    assert (await service.people.kept_about(ANA.user)).taken == 1  # it had just begun
    assert (await service.people.kept_about(BEN.user)).taken == 0
    with pytest.raises(Refusal, match="Only 9 days"):
        await service.holidays.go(ANA.user, 10)
    clock.time += A_YEAR + DAY
    await service.people.clean()
    assert (await service.people.kept_about(ANA.user)).taken == 0
    await service.holidays.go(ANA.user, 10)
