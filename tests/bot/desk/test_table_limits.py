"""One person can't fill what belongs to all, and a table whose card was deleted takes nobody's place."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from bot.channel.port import Refused, TryLater
from bot.desk import setup
from bot.table.limits import LIMITS
from bot.table.log.model import Person, Status
from bot.talk.letter import ADD, ControlId, Letter, Purpose
from bot.talk.trouble import Trouble
from tests.bot.asking import COMMANDS
from tests.bot.reception import Reception, controls_of, labels, reception
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, GUILD

FULL = "3 tables of your own are open on this server, and that's the limit. Leave one first."
OPEN = "Your table is open. Its card is in this channel: others press *Join* there."


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Reception]:
    async with reception(tmp_path) as made:
        yield made


async def new(here: Reception, person: Person = ANA, game: str = "draw", **place: int) -> Letter:
    letter = await here.answer(here.desk.command(here.caller(person, **place), COMMANDS["new"], {"game": game}))
    await show(here)
    return letter


async def show(here: Reception) -> None:
    """Show the tables that there are, as the bot does after each change."""
    for table in await here.service.outbox.unshown_tables():
        with suppress(Refused):
            await here.parts.channel.show(table)


async def open_most(here: Reception, person: Person = ANA) -> None:
    for _ in range(LIMITS.own_tables):
        assert (await new(here, person)).text.startswith(OPEN)


def delete_cards(here: Reception, *tables: int) -> None:
    """Delete messages of the channel as a moderator, without an event for the bot."""
    for message, letter in [*here.mailbox.there.items()]:
        if any(part.id.table in tables for part in controls_of(letter)):
            del here.mailbox.there[message]


async def status(here: Reception, table: int) -> Status:
    return (await here.service.tables.table(table, GUILD)).status


async def test_a_fourth_table_that_waits_is_not_opened_and_each_of_the_three_can_be_left(here: Reception) -> None:
    await open_most(here)
    full = await new(here, game="moon")
    assert full.text == FULL
    assert labels(full) == ["Leave Draw Dominoes #1", "Leave Draw Dominoes #2", "Leave Draw Dominoes #3"]
    assert len(await here.service.listing.in_channel(CHANNEL)) == 3
    await here.press_control(ANA, controls_of(full)[1].id)
    assert await status(here, 2) is Status.CLOSED
    assert (await new(here, game="moon")).text.startswith(OPEN)


async def test_it_counts_for_every_door_that_opens_a_table_and_for_this_person_and_server_alone(
    here: Reception,
) -> None:
    await new(here, game="moon")
    await here.press(ANA, Purpose.LEAVE, 1)
    await open_most(here)
    assert (await here.press(ANA, Purpose.REOPEN, 1)).text == FULL
    assert (await here.press(ANA, Purpose.NEW, 0, "draw")).text == FULL
    assert (await here.press(ANA, Purpose.NEW, 0)).text == FULL
    assert (await new(here, channel=CHANNEL + 7)).text == FULL
    assert (await new(here, guild=GUILD + 1, channel=CHANNEL + 8)).text.startswith(OPEN)
    assert (await new(here, BEN)).text.startswith(OPEN)


async def test_a_game_with_computer_players_alone_counts_and_one_with_another_person_does_not(
    here: Reception,
) -> None:
    for person in (ANA, BEN):
        await open_most(here, person)
    for table in (1, 2, 3):
        await here.press(ANA, Purpose.BOTS, table, ADD + "easy")
        await here.press(CEM, Purpose.JOIN, table + 3)
        await here.press(ANA, Purpose.START, table)
        await here.press(BEN, Purpose.START, table + 3)
    assert [await status(here, table) for table in range(1, 7)] == 6 * [Status.RUNNING]
    assert (await new(here, ANA)).text == FULL
    assert (await new(here, BEN)).text.startswith(OPEN)


async def test_a_table_whose_card_was_deleted_is_closed_and_its_card_stays_away(here: Reception) -> None:
    await open_most(here)
    delete_cards(here, 2)
    there = len(here.mailbox.there)
    assert (await new(here)).text.startswith(OPEN)
    assert [await status(here, table) for table in (1, 2, 3)] == [Status.LOBBY, Status.CLOSED, Status.LOBBY]
    assert len(here.mailbox.there) == there + 1


async def test_a_full_channel_takes_a_table_again_once_its_cards_are_deleted(here: Reception) -> None:
    await here.service.servers.set_up(GUILD, setup.limit_tables(5))
    await open_most(here, ANA)
    for _ in range(2):
        await new(here, BEN)
    assert (await new(here, CEM)).text.startswith("5 tables are open in this channel, and that's the limit.")
    delete_cards(here, 1, 2, 3, 4, 5)
    assert (await new(here, CEM)).text.startswith(OPEN)


async def test_a_table_opens_again_though_one_like_it_was_open_whose_card_is_deleted(here: Reception) -> None:
    await new(here)
    await here.press(ANA, Purpose.LEAVE, 1)
    await new(here)
    assert "It is open again already" in (await here.press(BEN, Purpose.REOPEN, 1)).text
    delete_cards(here, 2)
    assert (await here.press(BEN, Purpose.REOPEN, 1)).text.startswith(OPEN)
    assert await status(here, 2) is Status.CLOSED


async def test_a_running_game_keeps_its_place_whatever_was_deleted(here: Reception) -> None:
    await open_most(here)
    for table in (1, 2, 3):
        await here.press(ANA, Purpose.BOTS, table, ADD + "easy")
        await here.press(ANA, Purpose.START, table)
    delete_cards(here, 1, 2, 3)
    assert (await new(here)).text == FULL
    assert [await status(here, table) for table in (1, 2, 3)] == 3 * [Status.RUNNING]


@pytest.mark.parametrize(
    ("told", "gives_way"),
    [
        (TryLater("no answer"), False),
        (Refused(Trouble.FORBIDDEN, CHANNEL), False),
        (Refused(Trouble.GONE, CHANNEL), True),
    ],
)
async def test_only_what_discord_says_is_gone_gives_way(
    here: Reception, monkeypatch: pytest.MonkeyPatch, told: Exception, gives_way: bool
) -> None:
    await open_most(here)

    async def exists(_place: int, _message: int) -> bool:
        raise told

    monkeypatch.setattr(here.mailbox, "exists", exists)
    assert (await new(here, channel=CHANNEL + 9)).text.startswith(OPEN if gives_way else FULL)


async def test_a_table_that_a_user_joins_meanwhile_is_not_closed(
    here: Reception, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_most(here)

    async def exists(_place: int, _message: int) -> bool:
        for table in (1, 2, 3):
            await here.press(BEN, Purpose.JOIN, table)
        return False

    monkeypatch.setattr(here.mailbox, "exists", exists)
    await new(here)
    assert [await status(here, table) for table in (1, 2, 3)] == 3 * [Status.LOBBY]


async def test_a_server_chooses_how_many_tables_of_their_own_a_player_can_have(here: Reception) -> None:
    await here.service.servers.set_up(GUILD, setup.limit_own_tables(1))
    assert (await new(here)).text.startswith(OPEN)
    full = await new(here)
    assert full.text == "1 table of your own is open on this server, and that's the limit. Leave it first."
    assert controls_of(full)[0].id == ControlId(Purpose.LEAVE, 1)
