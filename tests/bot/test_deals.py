"""Deals: committed to before, mixed with what nobody could know, dealt once, revealed when the round is over."""

from __future__ import annotations

import asyncio

import pytest

from bot.table.rules.entropy import clean, mark
from bot.tables import Tables
from engine.deal import commitment
from engine.game import DEALER
from tests.bot.tools import ANA, BEN, dealt, play_on, running, started


async def test_the_commitment_of_a_round_stays_the_same_until_it_is_dealt(tables: Tables) -> None:
    table = await started(tables)
    asked = await asyncio.gather(*(tables.commitment(table.id) for _ in range(10)))
    assert len(set(asked)) == 1
    assert asked[0] is not None
    assert (asked[0].round, len(asked[0].text)) == (1, 64)
    await tables.deal(table.id, 5)
    assert await tables.commitment(table.id) is None


async def test_a_deal_without_a_published_commitment_is_a_bug(tables: Tables) -> None:
    table = await started(tables)
    with pytest.raises(ValueError, match="commitment"):
        await tables.deal(table.id, 5)


async def test_a_message_deals_once_even_when_the_next_round_waits(tables: Tables) -> None:
    table = await started(tables, preset="short")
    await tables.commitment(table.id)
    answers = await asyncio.gather(*(tables.deal(table.id, 5) for _ in range(10)))
    assert {answer.seq for answer in answers} == {table.seq + 1}


async def test_an_old_message_does_not_deal_the_next_round(tables: Tables) -> None:
    table = await started(tables)
    await tables.commitment(table.id)
    table = await tables.deal(table.id, 5)
    while table.to_act != DEALER:
        table = await play_on(tables, table)
    await tables.commitment(table.id)
    assert (await tables.deal(table.id, 5)).seq == table.seq
    assert (await tables.deal(table.id, 6)).round == 2


async def test_the_seed_is_told_when_the_round_is_over_and_not_before(tables: Tables) -> None:
    table = await started(tables)
    promised = await tables.commitment(table.id)
    await tables.word(table.id, BEN.user, " good|luck \n")
    table = await tables.deal(table.id, 5)
    while table.to_act != DEALER:
        assert await tables.reveals(table.id) == []
        table = await play_on(tables, table)
    (told,) = await tables.reveals(table.id)
    assert promised is not None
    assert commitment(str(table.id), 1, bytes.fromhex(told.seed)) == promised.text == told.commitment
    kept = await tables.own_word(table.id, BEN.user)
    assert kept.endswith(" good luck")
    assert told.entropy == ("5", mark(kept))
    table = await dealt(tables, table.id)
    assert [reveal.round for reveal in await tables.reveals(table.id)] == [1]


async def test_a_deal_in_the_middle_of_a_round_opens_no_seed(tables: Tables) -> None:
    table = await running(tables, preset="toss")
    table = await play_on(tables, table)
    assert table.to_act == DEALER
    assert await tables.reveals(table.id) == (await tables.moment(table.id)).opened == []
    assert (await tables.record(table.id)).rounds == ()
    table = await dealt(tables, table.id)
    while table.to_act != DEALER:
        assert await tables.reveals(table.id) == []
        table = await play_on(tables, table)
    assert [reveal.round for reveal in (await tables.moment(table.id)).opened] == [1, 2]
    table = await dealt(tables, table.id)
    assert [round_.round for round_ in (await tables.record(table.id)).rounds] == [1, 2]


async def test_a_running_round_is_in_no_record(tables: Tables) -> None:
    table = await running(tables)
    assert (await tables.record(table.id)).rounds == ()
    assert {line.kind for line in (await tables.record(table.id)).steps} == {"new", "join", "start"}
    while table.round == 1:
        table = await play_on(tables, table)
    record = await tables.record(table.id)
    assert [round_.round for round_ in record.rounds] == [1]
    assert [line.kind for line in record.steps].count("deal") == 1
    assert record.result is None


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("luck", "luck"), ("a|b`c", "a b c"), ("  two \n words\u202e ", "two words"), ("x" * 99, "x" * 40), ("|", "")],
)
def test_a_players_word_is_cleaned(typed: str, kept: str) -> None:
    assert clean(typed) == kept


async def test_words_go_in_seat_order_and_can_be_taken_back(tables: Tables) -> None:
    table = await started(tables)
    await tables.word(table.id, BEN.user, "ben")
    await tables.word(table.id, ANA.user, "ana")
    table = await dealt(tables, table.id)
    kept = [await tables.own_word(table.id, person.user) for person in (ANA, BEN)]
    await tables.word(table.id, BEN.user, "")
    while table.round == 1:
        table = await play_on(tables, table)
    (told,) = await tables.reveals(table.id)
    assert told.entropy[1:] == tuple(map(mark, kept))
    assert [word.partition(" ")[2] for word in kept] == ["ana", "ben"]
