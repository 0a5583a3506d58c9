"""Playing again: who must press, who sits where, and what is left of the finished game."""

from __future__ import annotations

import pytest

from bot.service import Service
from bot.table.log.model import ANY, Cause, Person, Status, Table
from bot.table.record.verify import verify
from bot.table.refusals import NotSeated, Refusal
from bot.table.rules import computers, hints, lobby, ready, rematch
from bot.talk import card
from bot.talk.rematch import rematch_buttons
from engine.words import Words
from tests.bot.games import GAMES
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, EVE, GUILD, FixedClock, dealt, played_out, running, started

LATER = 600
"""Seconds after which the host need not wait."""


@pytest.fixture
def address(sqlite_address: str) -> str:
    """One engine is enough here."""
    return sqlite_address


async def over(service: Service, *people: Person) -> Table:
    """A finished game of Ana, Ben and Cem, or of Ana and Ben."""
    return await played_out(service, await running(service, *(people or (ANA, BEN, CEM)), preset="short"))


async def after(service: Service, table: Table) -> Table:
    """The table that follows."""
    assert table.standing.rematch.next is not None
    found = await service.tables.table(table.standing.rematch.next.table, ANY)
    assert found.number == table.standing.rematch.next.number
    return found


async def test_a_rematch_begins_with_the_last_press_of_all_who_played(service: Service) -> None:
    table = await over(service)
    for person, agreed in ((CEM, 1), (ANA, 2)):
        table = await service.tables.do(table.id, Cause(person.user), rematch.agree, person.user)
        assert (len(table.standing.rematch.agreed), table.standing.rematch.next) == (agreed, None)
    again = await after(service, await service.tables.do(table.id, Cause(BEN.user), rematch.agree, BEN.user))
    assert (again.status, again.game, again.options) == (Status.RUNNING, table.game, table.options)
    assert (again.guild, again.channel, again.host) == (GUILD, CHANNEL, ANA.user)
    assert again.number == table.number + 1


async def test_everybody_sits_one_seat_further_in_a_rematch(service: Service) -> None:
    table = await over(service)
    for person in (ANA, BEN, CEM):
        table = await service.tables.do(table.id, Cause(person.user), rematch.agree, person.user)
    assert (await after(service, table)).seats == (BEN, CEM, ANA)


async def test_computer_players_come_along_and_are_not_asked(service: Service) -> None:
    lobby = await service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL, preset="short")
    await service.tables.do(lobby.id, Cause(ANA.user), computers.add, ANA.user, "hard")
    await service.tables.do(lobby.id, Cause(ANA.user), hints.allow, ANA.user, allowed=True)
    await service.tables.do(lobby.id, Cause(ANA.user), ready.start, ANA.user)
    table = await played_out(service, await service.tables.table(lobby.id, ANY))
    again = await after(service, await service.tables.do(table.id, Cause(ANA.user), rematch.agree, ANA.user))
    assert [(person.user, person.player) for person in again.seats] == [(0, "hard"), (ANA.user, None)]
    assert again.standing.hints is True


@pytest.mark.parametrize("unrated", [True, False])
async def test_a_rematch_of_a_game_that_counts_for_no_rating_counts_for_none(service: Service, unrated: bool) -> None:
    waits = await service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL, preset="short")
    await service.tables.do(waits.id, BEN.by(), ready.join, BEN)
    await service.tables.do(waits.id, Cause(ANA.user), lobby.rate, ANA.user, rated=not unrated)
    table = await service.tables.do(waits.id, Cause(ANA.user), ready.start, ANA.user)
    table = await played_out(service, table)
    for _ in range(2):
        for person in (ANA, BEN):
            table = await service.tables.do(table.id, Cause(person.user), rematch.agree, person.user)
        table = await after(service, table)
        assert table.standing.unrated is unrated
        assert (card.unrated_notice(table) is not None) is unrated
        table = await played_out(service, table)


async def test_a_player_who_agreed_and_deletes_everything_does_not_come_along(
    service: Service, clock: FixedClock
) -> None:
    table = await over(service)
    await service.tables.do(table.id, Cause(BEN.user), rematch.agree, BEN.user)
    await service.people.forget(BEN.user)
    table = await service.tables.do(table.id, Cause(ANA.user), rematch.agree, ANA.user)
    assert [button.label for button in rematch_buttons(table, Words(()), counts=True)] == ["Rematch 1/2"]
    clock.time += LATER
    table = await service.tables.do(table.id, Cause(ANA.user), rematch.agree, ANA.user)
    assert table.standing.rematch.next is None  # the host would be alone
    again = await after(service, await service.tables.do(table.id, Cause(CEM.user), rematch.agree, CEM.user))
    assert again.seats == (CEM, ANA)


async def test_a_host_who_deletes_everything_leaves_the_rematch_to_another_player(service: Service) -> None:
    lobby = await service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL, preset="short")
    for person in (BEN, CEM):
        await service.tables.do(lobby.id, person.by(), ready.join, person)
    await service.tables.do(lobby.id, Cause(ANA.user), computers.add, ANA.user, "easy")
    await service.tables.do(lobby.id, Cause(ANA.user), hints.allow, ANA.user, allowed=False)
    await service.tables.do(lobby.id, Cause(ANA.user), ready.start, ANA.user)
    table = await played_out(service, await dealt(service, lobby.id))
    await service.people.forget(ANA.user)
    for person in (BEN, CEM):
        table = await service.tables.do(table.id, Cause(person.user), rematch.agree, person.user)
    again = await after(service, table)
    assert [person.name for person in again.seats] == ["Cem", "Bolt", "Ben"]
    assert again.host == CEM.user


async def test_pressing_twice_is_pressing_once(service: Service) -> None:
    table = await over(service)
    first = await service.tables.do(table.id, Cause(BEN.user, 5), rematch.agree, BEN.user)
    assert await service.tables.do(table.id, Cause(BEN.user, 5), rematch.agree, BEN.user) == first
    assert await service.tables.do(table.id, Cause(BEN.user, 6), rematch.agree, BEN.user) == first
    for person in (ANA, CEM):
        table = await service.tables.do(table.id, Cause(person.user), rematch.agree, person.user)
    late = await service.tables.do(table.id, Cause(BEN.user), rematch.agree, BEN.user)
    assert late.standing.rematch.next == table.standing.rematch.next
    assert len(await service.listing.of(ANA.user)) == 1


async def test_the_host_goes_on_without_the_others_after_ten_minutes(service: Service, clock: FixedClock) -> None:
    table = await over(service)
    await service.tables.do(table.id, Cause(ANA.user), rematch.agree, ANA.user)
    await service.tables.do(table.id, Cause(BEN.user), rematch.agree, BEN.user)
    clock.time += LATER - 1
    assert (await service.tables.do(table.id, Cause(ANA.user), rematch.agree, ANA.user)).standing.rematch.next is None
    clock.time += 1
    assert (await service.tables.do(table.id, Cause(BEN.user), rematch.agree, BEN.user)).standing.rematch.next is None
    assert (
        await after(service, await service.tables.do(table.id, Cause(ANA.user), rematch.agree, ANA.user))
    ).seats == (
        BEN,
        ANA,
    )


async def test_a_host_alone_waits_on(service: Service, clock: FixedClock) -> None:
    table = await over(service, ANA, BEN)
    clock.time += LATER
    assert (await service.tables.do(table.id, Cause(ANA.user), rematch.agree, ANA.user)).standing.rematch.next is None


async def test_only_who_played_is_asked_and_only_after_the_end(service: Service) -> None:
    table = await over(service)
    with pytest.raises(NotSeated):
        await service.tables.do(table.id, Cause(EVE.user), rematch.agree, EVE.user)
    for going_on in (await running(service), await started(service)):
        with pytest.raises(Refusal, match="once this game is over"):
            await service.tables.do(going_on.id, Cause(ANA.user), rematch.agree, ANA.user)


async def test_the_record_of_a_finished_game_ends_with_the_game(service: Service) -> None:
    table = await over(service)
    before = await service.tables.record(table.id)
    for person in (ANA, BEN, CEM):
        await service.tables.do(table.id, Cause(person.user), rematch.agree, person.user)
    assert await service.tables.record(table.id) == before
    assert verify(before.to_json(), GAMES).code == 2


async def test_the_button_counts_and_is_gone_once_the_rematch_began(service: Service) -> None:
    table = await over(service, ANA, BEN)
    labels = [[button.label for button in rematch_buttons(table, Words(()), counts=True)]]
    for person in (ANA, BEN):
        table = await service.tables.do(table.id, Cause(person.user), rematch.agree, person.user)
        labels.append([button.label for button in rematch_buttons(table, Words(()), counts=True)])
    assert labels == [["Rematch 0/2"], ["Rematch 1/2"], []]
