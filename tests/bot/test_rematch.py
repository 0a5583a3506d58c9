"""Playing again: who must press, who sits where, and what is left of the finished game."""

from __future__ import annotations

import pytest

from bot.table.model import ANY, Person, Status, Table
from bot.table.refusals import NotSeated, Refusal
from bot.table.verify import verify
from bot.tables import Tables
from bot.talk.rematch import rematch_buttons
from engine.words import Words
from tests.bot.games import GAMES
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, EVE, GUILD, FixedClock, played_out, running, started

LATER = 600
"""Seconds after which the host need not wait."""


@pytest.fixture
def address(sqlite_address: str) -> str:
    """One engine is enough here."""
    return sqlite_address


async def over(tables: Tables, *people: Person) -> Table:
    """A finished game of Ana, Ben and Cem, or of Ana and Ben."""
    return await played_out(tables, await running(tables, *(people or (ANA, BEN, CEM)), preset="short"))


async def after(tables: Tables, table: Table) -> Table:
    """The table that follows."""
    assert table.company.next is not None
    found = await tables.table(table.company.next.table, ANY)
    assert found.number == table.company.next.number
    return found


async def test_a_rematch_begins_with_the_last_press_of_all_who_played(tables: Tables) -> None:
    table = await over(tables)
    for person, agreed in ((CEM, 1), (ANA, 2)):
        table = await tables.rematch(table.id, person.user)
        assert (len(table.company.again), table.company.next) == (agreed, None)
    again = await after(tables, await tables.rematch(table.id, BEN.user))
    assert (again.status, again.game, again.options) == (Status.RUNNING, table.game, table.options)
    assert (again.guild, again.channel, again.host) == (GUILD, CHANNEL, ANA.user)
    assert again.number == table.number + 1


async def test_everybody_sits_one_seat_further_in_a_rematch(tables: Tables) -> None:
    table = await over(tables)
    for person in (ANA, BEN, CEM):
        table = await tables.rematch(table.id, person.user)
    assert (await after(tables, table)).seats == (BEN, CEM, ANA)


async def test_computer_players_come_along_and_are_not_asked(tables: Tables) -> None:
    lobby = await tables.new("cards", ANA, GUILD, CHANNEL, preset="short")
    await tables.add_player(lobby.id, ANA.user, "hard")
    await tables.allow_hints(lobby.id, ANA.user, allowed=True)
    await tables.start(lobby.id, ANA.user)
    table = await played_out(tables, await tables.table(lobby.id, ANY))
    again = await after(tables, await tables.rematch(table.id, ANA.user))
    assert [(person.user, person.player) for person in again.seats] == [(0, "hard"), (ANA.user, None)]
    assert again.hints is True


async def test_pressing_twice_is_pressing_once(tables: Tables) -> None:
    table = await over(tables)
    first = await tables.rematch(table.id, BEN.user, interaction=5)
    assert await tables.rematch(table.id, BEN.user, interaction=5) == first
    assert await tables.rematch(table.id, BEN.user, interaction=6) == first
    for person in (ANA, CEM):
        table = await tables.rematch(table.id, person.user)
    late = await tables.rematch(table.id, BEN.user)
    assert late.company.next == table.company.next
    assert len(await tables.of(ANA.user)) == 1


async def test_the_host_goes_on_without_the_others_after_ten_minutes(tables: Tables, clock: FixedClock) -> None:
    table = await over(tables)
    await tables.rematch(table.id, ANA.user)
    await tables.rematch(table.id, BEN.user)
    clock.time += LATER - 1
    assert (await tables.rematch(table.id, ANA.user)).company.next is None
    clock.time += 1
    assert (await tables.rematch(table.id, BEN.user)).company.next is None
    assert (await after(tables, await tables.rematch(table.id, ANA.user))).seats == (BEN, ANA)


async def test_a_host_alone_waits_on(tables: Tables, clock: FixedClock) -> None:
    table = await over(tables, ANA, BEN)
    clock.time += LATER
    assert (await tables.rematch(table.id, ANA.user)).company.next is None


async def test_only_who_played_is_asked_and_only_after_the_end(tables: Tables) -> None:
    table = await over(tables)
    with pytest.raises(NotSeated):
        await tables.rematch(table.id, EVE.user)
    for going_on in (await running(tables), await started(tables)):
        with pytest.raises(Refusal, match="once this game is over"):
            await tables.rematch(going_on.id, ANA.user)


async def test_the_record_of_a_finished_game_ends_with_the_game(tables: Tables) -> None:
    table = await over(tables)
    before = await tables.record(table.id)
    for person in (ANA, BEN, CEM):
        await tables.rematch(table.id, person.user)
    assert await tables.record(table.id) == before
    assert verify(before.to_json(), GAMES).code == 0


async def test_the_button_counts_and_is_gone_once_the_rematch_began(tables: Tables) -> None:
    table = await over(tables, ANA, BEN)
    labels = [[button.label for button in rematch_buttons(table, Words(()))]]
    for person in (ANA, BEN):
        table = await tables.rematch(table.id, person.user)
        labels.append([button.label for button in rematch_buttons(table, Words(()))])
    assert labels == [["Rematch 0/2"], ["Rematch 1/2"], []]
