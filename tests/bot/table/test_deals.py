"""Deals of the older protocol: committed to before, dealt once, revealed when the round is over."""

from __future__ import annotations

import asyncio

import pytest

from bot.service import Service
from bot.table import report
from bot.table.model import NOBODY, By
from bot.table.record import Record
from bot.table.rules import lobby, play
from bot.table.rules.entropy import clean, mark
from engine.deal import commitment
from engine.game import DEALER
from tests.bot.tools import ANA, BEN, dealt, play_on, running, started

pytestmark = pytest.mark.usefixtures("older")


async def recorded(service: Service, table: int) -> Record:
    record = await service.tables.record(table)
    assert isinstance(record, Record)
    return record


async def test_the_commitment_of_a_round_stays_the_same_until_it_is_dealt(service: Service) -> None:
    table = await started(service)
    asked = await asyncio.gather(*(service.tables.commitment(table.id) for _ in range(10)))
    assert len(set(asked)) == 1
    assert asked[0] is not None
    assert (asked[0].round, len(asked[0].text)) == (1, 64)
    await service.tables.do(table.id, NOBODY, play.deal, 5)
    assert await service.tables.commitment(table.id) is None


async def test_a_deal_without_a_published_commitment_is_a_bug(service: Service) -> None:
    table = await started(service)
    with pytest.raises(ValueError, match="commitment"):
        await service.tables.do(table.id, NOBODY, play.deal, 5)


async def test_a_message_deals_once_even_when_the_next_round_waits(service: Service) -> None:
    table = await started(service, preset="short")
    await service.tables.commitment(table.id)
    answers = await asyncio.gather(*(service.tables.do(table.id, NOBODY, play.deal, 5) for _ in range(10)))
    assert {answer.seq for answer in answers} == {table.seq + 1}


async def test_an_old_message_does_not_deal_the_next_round(service: Service) -> None:
    table = await started(service)
    await service.tables.commitment(table.id)
    table = await service.tables.do(table.id, NOBODY, play.deal, 5)
    while table.to_act != DEALER:
        table = await play_on(service, table)
    await service.tables.commitment(table.id)
    assert (await service.tables.do(table.id, NOBODY, play.deal, 5)).seq == table.seq
    assert (await service.tables.do(table.id, NOBODY, play.deal, 6)).round == 2


async def test_the_seed_is_told_when_the_round_is_over_and_not_before(service: Service) -> None:
    table = await started(service)
    promised = await service.tables.commitment(table.id)
    await service.tables.do(table.id, By(BEN.user), lobby.word, BEN.user, " good|luck \n")
    table = await service.tables.do(table.id, NOBODY, play.deal, 5)
    while table.to_act != DEALER:
        assert await service.tables.see(table.id, report.reveals) == []
        table = await play_on(service, table)
    (told,) = await service.tables.see(table.id, report.reveals)
    assert promised is not None
    assert commitment(str(table.id), 1, bytes.fromhex(told.seed)) == promised.text == told.commitment
    kept = await service.tables.see(table.id, lobby.word_of, BEN.user)
    assert kept.endswith(" good luck")
    assert told.entropy == ("5", mark(kept))
    table = await dealt(service, table.id)
    assert [reveal.round for reveal in await service.tables.see(table.id, report.reveals)] == [1]


async def test_a_deal_in_the_middle_of_a_round_opens_no_seed(service: Service) -> None:
    table = await running(service, preset="toss")
    table = await play_on(service, table)
    assert table.to_act == DEALER
    assert await service.tables.see(table.id, report.reveals) == []
    assert (await recorded(service, table.id)).rounds == ()
    table = await dealt(service, table.id)
    while table.to_act != DEALER:
        assert await service.tables.see(table.id, report.reveals) == []
        table = await play_on(service, table)
    assert [reveal.round for reveal in await service.tables.see(table.id, report.reveals)] == [1, 2]
    table = await dealt(service, table.id)
    assert [round_.round for round_ in (await recorded(service, table.id)).rounds] == [1, 2]


async def test_a_running_round_is_in_no_record(service: Service) -> None:
    table = await running(service)
    assert (await recorded(service, table.id)).rounds == ()
    assert {line.kind for line in (await recorded(service, table.id)).steps} == {"new", "join", "start"}
    while table.round == 1:
        table = await play_on(service, table)
    record = await recorded(service, table.id)
    assert [round_.round for round_ in record.rounds] == [1]
    assert [line.kind for line in record.steps].count("deal") == 1
    assert record.result is None


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("luck", "luck"), ("a|b`c", "a b c"), ("  two \n words\u202e ", "two words"), ("x" * 99, "x" * 40), ("|", "")],
)
def test_a_players_word_is_cleaned(typed: str, kept: str) -> None:
    assert clean(typed) == kept


async def test_words_go_in_seat_order_and_can_be_taken_back(service: Service) -> None:
    table = await started(service)
    await service.tables.do(table.id, By(BEN.user), lobby.word, BEN.user, "ben")
    await service.tables.do(table.id, By(ANA.user), lobby.word, ANA.user, "ana")
    table = await dealt(service, table.id)
    kept = [await service.tables.see(table.id, lobby.word_of, person.user) for person in (ANA, BEN)]
    await service.tables.do(table.id, By(BEN.user), lobby.word, BEN.user, "")
    while table.round == 1:
        table = await play_on(service, table)
    (told,) = await service.tables.see(table.id, report.reveals)
    assert told.entropy[1:] == tuple(map(mark, kept))
    assert [word.partition(" ")[2] for word in kept] == ["ana", "ben"]
