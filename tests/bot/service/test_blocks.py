"""Two users are kept apart as soon as one of them has blocked the other, and nobody else notices."""

from __future__ import annotations

import pytest

from bot.service import Service
from bot.service import blocks as limits
from bot.service.exports import export_as_json
from bot.table.log.model import Person
from bot.table.log.settled.admission import Door
from bot.table.refusals import CANNOT_JOIN, Refusal
from bot.table.rules import invitations, seats
from tests.bot.players import Player, open_table
from tests.bot.tools import ANA, BEN, CEM, EVE, make_deal, new_table, play_to_end, running_table

CANNOT = f"^{CANNOT_JOIN}$".replace(".", r"\.")


async def test_nobody_joins_a_lobby_where_one_sits_who_blocks_them_or_whom_they_block(service: Service) -> None:
    table, _ = await open_table(service, ANA, CEM)
    await service.blocks.add(CEM.user, BEN.user)
    await service.blocks.add(EVE.user, ANA.user)
    for person in (BEN, EVE):
        with pytest.raises(Refusal, match=CANNOT):
            await Player(service, table.id, person).joins()
    await service.blocks.lift_from(CEM.user, BEN.user)
    assert (await Player(service, table.id, BEN).joins()).seat_of(BEN.user) == 2


async def test_a_full_table_refuses_everyone_in_the_same_words(service: Service) -> None:
    table, _ = await open_table(service, ANA, CEM, Person(77, "Dan"), Person(78, "Fay"))
    await service.blocks.add(ANA.user, BEN.user)
    words = []
    for person in (BEN, EVE):
        with pytest.raises(Refusal) as refused:
            await Player(service, table.id, person).joins()
        words.append(str(refused.value.message))
    assert words[0] == words[1] != str(CANNOT_JOIN)


async def test_whoever_sits_already_stays_and_the_game_begins(service: Service) -> None:
    table, (ana, ben) = await open_table(service, ANA, BEN)
    await service.blocks.add(ANA.user, BEN.user)
    started = await ana.starts()
    assert [person.user for person in started.people] == [ANA.user, BEN.user]
    assert table.id == ben.table


async def test_a_seat_that_was_left_and_that_of_a_computer_player_are_refused_alike(service: Service) -> None:
    table = await running_table(service, ANA, CEM, EVE)
    await Player(service, table.id, EVE).leaves()
    await service.blocks.add(BEN.user, CEM.user)
    for seat in (None, 2):
        with pytest.raises(Refusal, match=CANNOT):
            await Player(service, table.id, BEN).takes_seat(seat)
    await Player(service, table.id, EVE).takes_seat()


async def test_in_a_rematch_only_who_set_the_block_is_refused(service: Service) -> None:
    table = await play_to_end(service, await running_table(service, ANA, BEN, CEM, preset="short"))
    ana, ben, cem = (Player(service, table.id, person) for person in (ANA, BEN, CEM))
    await service.blocks.add(ANA.user, BEN.user)
    assert (await ben.agrees_to_rematch()).rematch_seats
    with pytest.raises(Refusal, match=CANNOT):
        await ana.agrees_to_rematch()
    assert len((await cem.agrees_to_rematch()).rematch_seats) == 2


async def test_who_agreed_to_a_rematch_before_they_set_a_block_does_not_meet_the_other(service: Service) -> None:
    table = await play_to_end(service, await running_table(service, ANA, BEN, preset="short"))
    ana, ben = (Player(service, table.id, person) for person in (ANA, BEN))
    await ana.agrees_to_rematch()
    await service.blocks.add(ANA.user, BEN.user)
    with pytest.raises(Refusal, match=CANNOT):
        await ben.agrees_to_rematch()


async def test_a_block_outlives_the_deletion_of_the_other_but_names_nobody(service: Service) -> None:
    await service.blocks.add(ANA.user, BEN.user)
    await service.people.forget(BEN.user)
    (row,) = await service.blocks.blocks_of(ANA.user)
    assert row.other is None
    table = await new_table(service, ANA)
    assert not await service.blocks.find_admitting(BEN.cause(), [table])
    assert await service.blocks.find_admitting(CEM.cause(), [table])
    await service.blocks.lift(ANA.user, row.mark)
    assert await service.blocks.find_admitting(BEN.cause(), [table])


async def test_a_block_is_deleted_with_the_user_who_set_it(service: Service) -> None:
    await service.blocks.add(ANA.user, BEN.user)
    await service.people.forget(ANA.user)
    assert not await service.blocks.blocks_of(ANA.user)
    assert await service.blocks.find_admitting(BEN.cause(), [await new_table(service, ANA)])


async def test_the_data_of_a_user_has_whom_they_block_and_not_who_blocks_them(service: Service) -> None:
    await service.blocks.add(ANA.user, BEN.user)
    assert [row.other for row in (await service.people.collect_data(ANA.user)).blocks] == [BEN.user]
    ben = await service.people.collect_data(BEN.user)
    assert not ben.blocks
    assert str(ANA.user) not in export_as_json(BEN.user, ben).decode()


async def test_a_user_is_blocked_once_and_only_by_whoever_did_not_block_themselves(service: Service) -> None:
    await service.blocks.add(ANA.user, BEN.user)
    await service.blocks.add(ANA.user, BEN.user)
    assert len(await service.blocks.blocks_of(ANA.user)) == 1
    with pytest.raises(Refusal, match="You can't block yourself"):
        await service.blocks.add(ANA.user, ANA.user)


async def test_a_user_blocks_others_up_to_the_limit(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BLOCKS", 2)
    await service.blocks.add(ANA.user, BEN.user)
    await service.blocks.add(ANA.user, CEM.user)
    with pytest.raises(Refusal, match="You block 2 people, and that's the limit"):
        await service.blocks.add(ANA.user, EVE.user)
    await service.blocks.add(ANA.user, BEN.user)


@pytest.mark.parametrize("who", [(ANA, BEN), (BEN, ANA)])
async def test_a_block_keeps_no_player_from_the_seat_that_they_left(
    service: Service, who: tuple[Person, Person]
) -> None:
    table = await running_table(service, ANA, BEN, CEM)
    await service.tables.do(table.id, BEN.cause(), seats.leave, BEN.user)
    await service.blocks.add(who[0].user, who[1].user)
    await service.blocks.add(CEM.user, EVE.user)
    with pytest.raises(Refusal, match=CANNOT):  # nobody else whom a block keeps apart from one who plays there
        await Player(service, table.id, EVE).takes_seat()
    assert (await Player(service, table.id, BEN).takes_seat()).seat_of(BEN.user) == 1


async def test_a_player_who_left_meets_no_new_player_whom_a_block_keeps_apart_from_them(service: Service) -> None:
    table = await running_table(service, ANA, BEN, CEM)
    for person in (BEN, CEM):
        await service.tables.do(table.id, person.cause(), seats.leave, person.user)
    await service.blocks.add(EVE.user, BEN.user)
    await service.tables.do(table.id, EVE.cause(), seats.take, EVE, 2)
    with pytest.raises(Refusal, match=CANNOT):
        await Player(service, table.id, BEN).takes_seat()


async def test_a_player_who_left_comes_back_to_a_table_for_invited_people(service: Service) -> None:
    table, (ana, *_) = await open_table(service, ANA, BEN)
    await ana.does(invitations.set_door, ANA.user, Door.CLOSED)
    await ana.starts()
    await make_deal(service, table.id)
    await service.tables.do(table.id, BEN.cause(), seats.leave, BEN.user)
    with pytest.raises(Refusal, match=CANNOT.removesuffix("$")):  # and that the table is closed, as its card says
        await Player(service, table.id, CEM).takes_seat()
    assert (await Player(service, table.id, BEN).takes_seat()).seat_of(BEN.user) == 1
