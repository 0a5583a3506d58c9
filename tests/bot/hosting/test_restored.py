"""The first start on a restored copy, on both engines: what is doubted, and which ids are never given again."""

from __future__ import annotations

import pytest

from bot.service import Service
from bot.store import Store
from bot.store.restore import RESTORED
from bot.table.log.model import ANY, NO_CAUSE
from bot.table.refusals import Refusal
from bot.table.rules import deals, play, restored, votes
from tests.bot.games import GAMES
from tests.bot.players import deal_game
from tests.bot.tools import ANA, BEN, GUILD, FixedClock, running_table

COPIED, PUT_BACK = 1_800_000_000, 1_800_003_600


async def test_games_rest_and_ids_are_left_out_and_nothing_is_done_twice(address: str) -> None:
    store = await Store.open(address)
    try:
        service = Service.of(store, GAMES, FixedClock())
        table = await running_table(service)
        assert await service.restored.begin() is None
        await store.remember(RESTORED, f"{COPIED} {PUT_BACK}")
        assert await service.restored.begin() == 1
        rests = await service.tables.table(table.id, ANY)
        lost = rests.standing.halt.lost
        assert lost is not None
        assert (lost.copy, lost.needs_search, rests.is_paused, rests.shown_seq) == (COPIED, True, True, -1)
        assert await service.restored.begin() is None
        await store.remember(RESTORED, f"{COPIED} {PUT_BACK}")  # it ended before the mark was taken away
        await service.restored.begin()
        assert (await service.tables.table(table.id, ANY)).seq == rests.seq
        later = await service.tables.new("cards", ANA.cause(), ANA, GUILD, 77)
        assert later.id > table.id + 1_000_000
    finally:
        await store.close()


async def test_nobody_moves_resumes_or_deals_until_the_channel_was_looked_through(service: Service) -> None:
    table = await running_table(service)
    await service.tables.do(table.id, NO_CAUSE, restored.pause, COPIED, 5)
    for rule, more in ((votes.resume, (ANA.user,)), (play.act, (ANA, None, "play 1"))):
        with pytest.raises(Refusal) as refused:
            await service.tables.do(table.id, NO_CAUSE, rule, *more)  # type: ignore[arg-type]  # any rule
        assert "looks for newer messages first" in str(refused.value.message)
    before = await service.tables.table(table.id, ANY)
    await service.tables.do(table.id, NO_CAUSE, deals.deal, 1, None)
    assert await service.tables.table(table.id, ANY) == before
    await service.restored.apply_search(table.id, 9, later_deal_found=False, announced=None)
    now = await service.tables.table(table.id, ANY)
    assert not now.is_paused
    assert now.turn_seq == now.seq  # the turn begins again, so its player is called
    await service.restored.apply_search(table.id, 9, later_deal_found=True, announced=None)
    assert await service.tables.table(table.id, ANY) == now


async def test_a_game_that_was_paused_stays_so(service: Service) -> None:
    table, (ana, ben) = await deal_game(service, ANA, BEN)
    await ana.calls_vote("pause")
    await ben.says_yes()
    await service.tables.do(table.id, NO_CAUSE, restored.pause, COPIED, 5)
    await service.tables.do(table.id, NO_CAUSE, restored.pause, COPIED, 6)  # a second copy before the first look
    await service.restored.apply_search(table.id, 9, later_deal_found=False, announced=None)
    assert (await service.tables.table(table.id, ANY)).is_paused
    assert not (await ana.resumes()).is_paused
