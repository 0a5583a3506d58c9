"""A player lets a user who does not play look at their hand: allowed, refused, ended, recorded and forgotten."""

from __future__ import annotations

import pytest

from bot.service import Service
from bot.table.model import ANY, By, Table
from bot.table.refusals import NotSeated, Refusal
from bot.table.rules import peek, seats
from bot.table.settled.peek import Peek
from tests.bot.tools import ANA, BEN, CEM, DOT, running


async def allowed(service: Service) -> Table:
    """A game of Ana and Ben where Ana lets Cem look."""
    table = await running(service)
    return await service.tables.do(table.id, By(ANA.user, 77), peek.allow, ANA.user, CEM.user)


async def test_a_peek_is_a_step_that_everybody_hears_of(service: Service) -> None:
    table = await allowed(service)
    assert table.standing.peeks.now == (Peek(table.seat_of(ANA.user) or 0, CEM.user),)
    told = [event for step in await service.tables.history(table.id, 0, None) for event in step.events]
    assert f"<@{CEM.user}>" in str(told[-1].describe())
    again = await service.tables.do(table.id, By(ANA.user), peek.allow, ANA.user, CEM.user)
    assert again.seq == table.seq


async def test_only_users_who_cannot_play_here_may_look(service: Service) -> None:
    table = await running(service)
    with pytest.raises(NotSeated):
        await service.tables.do(table.id, By(CEM.user), peek.allow, CEM.user, DOT.user)
    with pytest.raises(Refusal, match="plays at this table"):
        await service.tables.do(table.id, By(ANA.user), peek.allow, ANA.user, BEN.user)
    await service.tables.do(table.id, By(BEN.user), seats.leave, BEN.user)
    with pytest.raises(Refusal, match="A seat of this game is open"):
        await service.tables.do(table.id, By(ANA.user), peek.allow, ANA.user, CEM.user)
    await service.tables.do(table.id, CEM.by(), seats.take, CEM)
    with pytest.raises(Refusal, match="has seen another hand"):
        await service.tables.do(table.id, By(ANA.user), peek.allow, ANA.user, BEN.user)


async def test_a_user_who_looked_can_take_no_other_seat(service: Service) -> None:
    table = await allowed(service)
    before = table.seq
    for _ in range(2):
        table = await service.tables.do(table.id, By(CEM.user), peek.look, CEM.user)
    assert table.seq == before
    await service.tables.do(table.id, By(BEN.user), seats.leave, BEN.user)
    with pytest.raises(Refusal, match="seen the tiles of another seat"):
        await service.tables.do(table.id, CEM.by(), seats.take, CEM)
    assert (await service.tables.do(table.id, DOT.by(), seats.take, DOT)).seat_of(DOT.user) is not None


async def test_nobody_is_kept_from_a_seat_by_a_hand_that_was_opened_to_them_unasked(service: Service) -> None:
    table = await allowed(service)
    await service.tables.do(table.id, By(BEN.user), seats.leave, BEN.user)
    table = await service.tables.do(table.id, CEM.by(), seats.take, CEM)
    assert table.seat_of(CEM.user) is not None
    with pytest.raises(Refusal, match="Nobody here lets you look"):
        await service.tables.do(table.id, By(CEM.user), peek.look, CEM.user)
    await service.tables.do(table.id, By(CEM.user), seats.leave, CEM.user)
    with pytest.raises(Refusal, match="You've seen another hand"):
        await service.tables.do(table.id, By(CEM.user), peek.look, CEM.user)


async def test_of_several_hands_a_user_sees_the_one_that_was_opened_first(service: Service) -> None:
    table = await allowed(service)
    await service.tables.do(table.id, By(BEN.user), peek.allow, BEN.user, CEM.user)
    table = await service.tables.do(table.id, By(CEM.user), peek.look, CEM.user)
    assert table.standing.peeks.now == (Peek(table.seat_of(ANA.user) or 0, CEM.user),)
    told = [event for step in await service.tables.history(table.id, 0, None) for event in step.events]
    assert "no longer looks at" in str(told[-1].describe())
    with pytest.raises(Refusal, match="has seen another hand"):
        await service.tables.do(table.id, By(BEN.user), peek.allow, BEN.user, CEM.user)


@pytest.mark.parametrize("ender", [ANA, CEM])
async def test_either_of_the_two_ends_a_peek(service: Service, ender: object) -> None:
    table = await allowed(service)
    assert isinstance(ender, type(ANA))
    assert not (await service.tables.do(table.id, By(ender.user), peek.end, ender.user)).standing.peeks.now
    assert await service.tables.see(table.id, peek.seen_by, CEM.user) == ()


async def test_a_peek_ends_with_the_seat_of_the_player_who_allowed_it(service: Service) -> None:
    table = await allowed(service)
    await service.tables.do(table.id, By(ANA.user), seats.leave, ANA.user)
    assert not (await service.tables.table(table.id, ANY)).standing.peeks.now


async def test_a_deleted_user_no_longer_looks_and_no_record_names_one(service: Service) -> None:
    table = await allowed(service)
    log = await service.tables.log(table.id)
    assert all(row.user is None for row in log.rows)
    kept = await service.people.kept_about(CEM.user)
    assert [step.interaction for seat in kept.seats for step in seat.steps] == [None], "the press was Ana's"
    await service.people.forget(CEM.user)
    assert not (await service.tables.table(table.id, ANY)).standing.peeks.now
    rows = await service.tables._store.run(lambda tx: tx.log.steps(table.id, 0, 1000))
    assert all(row.user != CEM.user for row in rows)


async def test_a_lobby_has_no_hand_to_look_at(service: Service) -> None:
    table = await service.tables.new("cards", ANA.by(), ANA, None, 5)
    with pytest.raises(Refusal):
        await service.tables.do(table.id, By(ANA.user), peek.allow, ANA.user, CEM.user)


async def test_a_hand_is_opened_only_so_often_however_fast_it_is_closed_again(service: Service) -> None:
    table = await running(service)
    for number in range(peek.MOST):
        await service.tables.do(table.id, By(ANA.user), peek.allow, ANA.user, 5 + number)
        await service.tables.do(table.id, By(ANA.user), peek.end, ANA.user)
    before = (await service.tables.table(table.id, ANY)).seq
    with pytest.raises(Refusal, match="that's the limit"):
        await service.tables.do(table.id, By(ANA.user), peek.allow, ANA.user, CEM.user)
    assert (await service.tables.table(table.id, ANY)).seq == before
