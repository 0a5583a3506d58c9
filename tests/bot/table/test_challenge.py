"""A seat that is kept for a challenged user: for whom, how long, and what is remembered of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.service import Service
from bot.table.clock.pace import DAY
from bot.table.log.model import ANY, NO_CAUSE, Cause, Person, Status, Table
from bot.table.log.settled.admission import Door
from bot.table.record.verify import UNCOMPARED
from bot.table.refusals import Over, Refusal
from bot.table.rules import challenge, invitations, lobby, ready
from bot.table.rules.challenge import MOST_CHALLENGES
from tests.bot.proofs.both import here as checked
from tests.bot.proofs.both import node
from tests.bot.reception import reception
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, GUILD, FixedClock, make_deal, play_to_end


async def challenge_user(service: Service, whom: Person = BEN, who: Person = ANA, press: int | None = None) -> Table:
    """Return a table of a host with a seat for another user."""
    return await service.tables.new("cards", who.cause(press), who, GUILD, CHANNEL, challenged=whom.user)


async def after(service: Service, clock: FixedClock, seconds: int) -> Table:
    """Return the first table after some time."""
    clock.time += seconds
    for table in await service.clockwork.find_due():
        await service.clockwork.tick(table)
    return await service.tables.table(1, ANY)


async def fill(service: Service, table: Table, *people: Person) -> Table:
    for person in people:
        table = await service.tables.do(table.id, person.cause(), ready.join, person)
    return table


async def test_a_seat_is_kept_for_a_day_and_ends_when_its_user_sits_down(service: Service, clock: FixedClock) -> None:
    table = await challenge_user(service)
    assert table.kept_seat == (BEN.user, clock.time + DAY)
    assert [person.user for person in table.seats] == [ANA.user]
    table = await service.tables.do(table.id, BEN.cause(), ready.join, BEN)
    assert table.kept_seat is None
    assert [person.user for person in table.seats] == [ANA.user, BEN.user]


async def test_who_is_challenged_needs_no_other_invitation(service: Service) -> None:
    table = await challenge_user(service)
    await service.tables.do(table.id, ANA.cause(), invitations.set_door, ANA.user, Door.INVITED)
    with pytest.raises(Refusal, match="You can't join this table"):
        await service.tables.do(table.id, CEM.cause(), ready.join, CEM)
    table = await service.tables.do(table.id, BEN.cause(), ready.join, BEN)
    assert [person.user for person in table.seats] == [ANA.user, BEN.user]


async def test_the_log_names_nobody_and_covers_the_kept_seat(service: Service) -> None:
    table = await challenge_user(service)
    log = await service.store.run(lambda tx: tx.log.steps(table.id, 0, table.seq))
    (kept,) = [row for row in log if row.kind == "keep"]
    assert kept.user == BEN.user
    assert kept.interaction is None
    assert str(BEN.user) not in kept.notation


async def test_only_that_user_can_say_no_and_only_once(service: Service) -> None:
    table = await challenge_user(service)
    with pytest.raises(Refusal, match="the seat is kept for them"):
        await service.tables.do(table.id, CEM.cause(), challenge.decline, CEM.user)
    declined = await service.tables.do(table.id, BEN.cause(77), challenge.decline, BEN.user)
    assert declined.kept_seat is None
    assert declined.standing.gathering.declined == (BEN.user, declined.seq)
    assert await service.tables.do(table.id, BEN.cause(77), challenge.decline, BEN.user) == declined
    with pytest.raises(Refusal, match="No seat is kept here any more"):
        await service.tables.do(table.id, BEN.cause(78), challenge.decline, BEN.user)
    assert (await service.tables.do(table.id, BEN.cause(), ready.join, BEN)).seat_of(BEN.user) == 1


async def test_nobody_says_no_at_a_table_that_has_begun_or_is_closed(service: Service) -> None:
    table = await challenge_user(service)
    await fill(service, table, CEM)
    await service.tables.do(table.id, ANA.cause(), ready.start, ANA.user)
    with pytest.raises(Refusal, match="already started"):
        await service.tables.do(table.id, BEN.cause(), challenge.decline, BEN.user)
    other = await challenge_user(service, DOT)
    await service.tables.do(other.id, ANA.cause(), lobby.leave, ANA.user)
    with pytest.raises(Over):
        await service.tables.do(other.id, DOT.cause(), challenge.decline, DOT.user)


async def test_a_kept_seat_lapses_after_a_day(service: Service, clock: FixedClock) -> None:
    table = await challenge_user(service)
    assert (await after(service, clock, DAY - 1)).kept_seat
    assert (await after(service, clock, 1)).status is Status.CLOSED
    other = await challenge_user(service, DOT)
    await fill(service, other, CEM)
    await after(service, clock, DAY)
    lapsed = await service.tables.table(other.id, ANY)
    assert (lapsed.status, lapsed.kept_seat) == (Status.LOBBY, None)
    assert lapsed.standing.gathering.declined is None
    assert table.id != other.id


async def test_the_same_press_opens_one_table_and_a_further_press_none(service: Service) -> None:
    table = await challenge_user(service, press=5)
    assert (await challenge_user(service, press=5)).id == table.id
    with pytest.raises(Refusal, match="You've challenged them within a day"):
        await challenge_user(service, press=6)


async def test_a_pair_has_one_challenge_a_day_also_if_its_table_was_closed(service: Service, clock: FixedClock) -> None:
    table = await challenge_user(service)
    await service.tables.do(table.id, ANA.cause(), lobby.leave, ANA.user)
    await service.challenges.forget_old()
    with pytest.raises(Refusal, match="You've challenged them within a day"):
        await challenge_user(service)
    assert (await challenge_user(service, ANA, BEN)).kept_seat
    await after(service, clock, DAY)
    assert (await challenge_user(service)).kept_seat


async def test_a_host_who_leaves_the_table_to_a_friend_challenges_nobody_a_second_time(service: Service) -> None:
    table = await challenge_user(service)
    await fill(service, table, CEM)
    assert (await service.tables.do(table.id, ANA.cause(), lobby.leave, ANA.user)).host == CEM.user
    with pytest.raises(Refusal, match="You've challenged them within a day"):
        await challenge_user(service)
    assert (await challenge_user(service, who=CEM)).kept_seat


async def test_a_user_challenges_a_few_people_a_day(service: Service, clock: FixedClock) -> None:
    for user in range(MOST_CHALLENGES):
        table = await challenge_user(service, Person(1000 + user, "x"))
        await service.tables.do(table.id, ANA.cause(), lobby.leave, ANA.user)
    with pytest.raises(Refusal, match="You've challenged 5 players within a day"):
        await challenge_user(service)
    await after(service, clock, DAY)
    await challenge_user(service)


async def test_nobody_challenges_themselves(service: Service) -> None:
    with pytest.raises(Refusal, match="You can't challenge yourself"):
        await challenge_user(service, ANA)


async def test_for_whom_a_seat_was_kept_is_forgotten_after_a_day_and_the_log_stays_whole(
    service: Service, clock: FixedClock
) -> None:
    table = await challenge_user(service)
    assert len((await service.people.collect_data(BEN.user)).seats) == 1
    closed = await after(service, clock, DAY)
    await service.challenges.forget_old()
    assert not (await service.people.collect_data(BEN.user)).seats
    service.repository.uncache()
    assert (await service.tables.table(table.id, ANY)).seq == closed.seq


async def test_a_waiting_table_still_knows_for_whom_its_seat_is_kept(service: Service, clock: FixedClock) -> None:
    table = await challenge_user(service)
    clock.time += DAY + 1
    await service.challenges.forget_old()
    service.repository.uncache()
    kept: Any = (await service.tables.table(table.id, ANY)).kept_seat
    assert kept.user == BEN.user


async def test_the_time_in_which_nobody_could_answer_is_given_back(service: Service, clock: FixedClock) -> None:
    table = await challenge_user(service)
    until = clock.time + DAY
    await service.tables.do(table.id, NO_CAUSE, challenge.compensate, 3600)
    assert (await after(service, clock, DAY)).kept_seat == (BEN.user, until + 3600)
    assert (await after(service, clock, 3600)).status is Status.CLOSED


async def test_who_is_deleted_has_no_seat_kept(service: Service) -> None:
    table = await challenge_user(service)
    await service.people.forget(BEN.user)
    service.repository.uncache()
    left = await service.tables.table(table.id, ANY)
    assert (left.kept_seat, left.standing.gathering.declined) == (None, None)
    assert not (await service.people.collect_data(BEN.user)).seats
    with pytest.raises(Refusal, match="No seat is kept"):
        await service.tables.do(table.id, Cause(BEN.user), challenge.decline, BEN.user)


@pytest.mark.parametrize("declines", [False, True])
async def test_the_record_of_a_challenge_holds_before_both_verifiers_and_names_nobody(
    tmp_path: Path, *, declines: bool
) -> None:
    async with reception(tmp_path) as here:
        table = await here.service.tables.new("draw", ANA.cause(), ANA, GUILD, CHANNEL, challenged=BEN.user)
        if declines:
            await here.service.tables.do(table.id, BEN.cause(), challenge.decline, BEN.user)
        await fill(here.service, table, BEN)
        await here.service.tables.do(table.id, ANA.cause(), ready.start, ANA.user)
        await play_to_end(here.service, await make_deal(here.service, table.id))
        record = (await here.service.tables.record(table.id)).to_json()
        assert b'"keep"' in record
        assert str(BEN.user).encode() not in record.replace(str(GUILD).encode(), b"").replace(
            str(CHANNEL).encode(), b""
        )
        with node() as other:
            for verifier in (checked, other):
                assert verifier(record).verdict == UNCOMPARED, verifier(record).lines
