"""When seeds are opened: once their round is over, and never before."""

from __future__ import annotations

from bot.service import Service
from bot.table.log.model import NO_CAUSE
from engine.deal import hash_seed
from engine.game import DEALER
from tests.bot.tools import announce_deal, make_deal, play_on, running_table


async def opened_seeds(service: Service, table: int) -> tuple[str, ...]:
    """Return the seeds that the record of a table opens by now, of its deals from the first on."""
    return (await service.tables.record(table)).seeds


async def test_a_message_deals_once_even_when_the_next_round_waits(service: Service) -> None:
    table = await running_table(service)
    message = table.standing.dealing.newest
    while table.to_act != DEALER:
        table = await play_on(service, table)
    assert (await service.tables.do(table.id, NO_CAUSE, announce_deal, message)).seq == table.seq
    assert (await make_deal(service, table.id)).round == 2


async def test_the_seed_is_opened_when_the_round_is_over_and_not_before(service: Service) -> None:
    table = await running_table(service)
    root = table.standing.dealing.root
    while table.to_act != DEALER:
        assert await opened_seeds(service, table.id) == ()
        table = await play_on(service, table)
    (seed,) = await opened_seeds(service, table.id)
    assert hash_seed(table.id, 1, bytes.fromhex(seed)) == root
    table = await make_deal(service, table.id)
    assert await opened_seeds(service, table.id) == (seed,)


async def test_a_deal_in_the_middle_of_a_round_opens_no_seed(service: Service) -> None:
    table = await running_table(service, preset="toss")
    table = await play_on(service, table)
    assert table.to_act == DEALER
    assert await opened_seeds(service, table.id) == ()
    table = await make_deal(service, table.id)
    while table.to_act != DEALER:
        assert await opened_seeds(service, table.id) == ()
        table = await play_on(service, table)
    assert len(await opened_seeds(service, table.id)) == 2
    table = await make_deal(service, table.id)
    assert len(await opened_seeds(service, table.id)) == 2


async def test_a_running_round_is_in_no_record(service: Service) -> None:
    table = await running_table(service)
    first = await service.tables.record(table.id)
    assert {line.kind for line in first.steps} == {"new", "join", "start", "due", "posted"}
    while table.round == 1:
        table = await play_on(service, table)
    record = await service.tables.record(table.id)
    assert (len(record.seeds), len(record.deals)) == (1, 1)
    assert [line.kind for line in record.steps].count("deal") == 1
