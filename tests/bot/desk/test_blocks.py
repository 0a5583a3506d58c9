"""Whom a user blocks is between them and the bot: how they say it, what they read, and that nobody else notices."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.desk import blocks, settings
from bot.desk.caller import ProgramId, Target
from bot.desk.lobby import JOIN
from bot.table.log.model import Person, Status, Table
from bot.table.log.rows import BlockRow
from bot.table.refusals import CANNOT_JOIN
from bot.talk import blocks as talk
from bot.talk.letter import ADD, Letter, Purpose
from bot.talk.seat import COMPUTER
from engine.game import DEALER
from engine.words import Words
from tests.bot.games import GAMES
from tests.bot.players import Player, open_table
from tests.bot.reception import Reception, controls_of, labels, letter_problems, reception
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, EVE, make_deal
from tests.long import some

PEOPLE = (ANA, BEN, CEM, EVE)


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Reception]:
    async with reception(tmp_path, GAMES) as made:
        yield made


async def types(here: Reception, person: Person, **typed: int) -> Letter:
    return await here.answer(here.desk.command(here.caller(person), settings.SETTINGS, typed))


async def joins(here: Reception, person: Person) -> Letter:
    return await here.answer(here.desk.command(here.caller(person), JOIN, {}))


async def test_a_user_blocks_another_by_a_long_press_and_lifts_it_in_the_list(here: Reception) -> None:
    long_press = here.desk.person_command(here.caller(ANA), blocks.PERSON, Target(BEN))
    shown = await here.answer(long_press)
    assert f"✅ You block <@{BEN.user}>." in shown.text
    assert letter_problems(shown) == []
    (lift,) = [part for part in controls_of(shown) if part.label == "Unblock"]
    assert f"<@{BEN.user}>" not in (await here.press_control(ANA, lift.id)).text
    assert not await here.service.blocks.blocks_of(ANA.user)


async def test_a_user_blocks_another_by_the_command_and_the_settings_count_it(here: Reception) -> None:
    await types(here, ANA, block=BEN.user)
    panel = await here.press(ANA, Purpose.SETTINGS, 0)
    assert "**People you block**: 1" in panel.text
    (show,) = [part for part in controls_of(panel) if part.label == "Show them"]
    assert f"<@{BEN.user}>" in (await here.press_control(ANA, show.id)).text
    assert f"✅ You no longer block <@{BEN.user}>." in (await types(here, ANA, unblock=BEN.user)).text
    assert f"<@{BEN.user}>" not in (await here.press_control(ANA, show.id)).text


async def test_apps_and_oneself_are_refused_in_a_sentence(here: Reception) -> None:
    assert "Apps don't play" in (await types(here, ANA, block=ProgramId(9))).text
    app = here.desk.person_command(here.caller(ANA), blocks.PERSON, Target(Person(9, "Helper"), is_app=True))
    assert "Apps don't play" in (await here.answer(app)).text
    assert "You can't block yourself." in (await types(here, ANA, block=ANA.user)).text
    assert not await here.service.blocks.blocks_of(ANA.user)


async def test_only_a_host_who_blocks_a_guest_reads_how_to_take_them_out(here: Reception) -> None:
    await open_table(here.service, ANA, BEN)
    assert "*Players*" in (await types(here, ANA, block=BEN.user)).text
    guest = (await types(here, BEN, block=ANA.user)).text
    assert "Tables where you both sit go on." in guest
    assert "*Players*" not in guest
    assert "go on" not in (await types(here, CEM, block=ANA.user)).text


def test_discord_takes_each_page_of_a_full_list() -> None:
    rows = [BlockRow(1, f"{n:064}", "", None if n == 5 else 10**18 + n, n) for n in range(100)]
    seen = set()
    for page in range(10):
        letter = talk.panel(rows, page, Words(()))
        assert letter_problems(letter) == []
        seen |= {str(part.id) for part in controls_of(letter) if part.label == "Unblock"}
    assert len(seen) == 100
    assert labels(talk.panel(rows, 99, Words(())))[-2:] == ["Older", "All settings"]


@pytest.mark.parametrize("data", ["blocks=x", "blocks=1234567"])
async def test_a_page_of_another_version_changes_nothing(data: str, here: Reception) -> None:
    assert "I've been updated" in (await here.press(ANA, Purpose.SETTINGS, 0, data)).text


async def test_a_block_of_another_user_is_never_lifted(here: Reception) -> None:
    await types(here, ANA, block=BEN.user)
    (row,) = await here.service.blocks.blocks_of(ANA.user)
    await here.press(BEN, Purpose.SETTINGS, 0, f"unblock={row.mark}")
    assert await here.service.blocks.blocks_of(ANA.user)


async def test_nobody_is_told_that_they_are_blocked_and_both_read_the_same(here: Reception) -> None:
    await open_table(here.service, ANA)
    await open_table(here.service, BEN)
    await types(here, ANA, block=BEN.user)
    assert (await here.press(BEN, Purpose.JOIN, 1)).text == (await here.press(ANA, Purpose.JOIN, 2)).text
    assert (await here.press(BEN, Purpose.JOIN, 1)).text == str(CANNOT_JOIN)
    assert not here.mailbox.said


async def test_a_table_that_would_refuse_is_never_suggested(here: Reception) -> None:
    await open_table(here.service, ANA)
    await open_table(here.service, CEM)
    await types(here, ANA, block=BEN.user)
    assert (await joins(here, BEN)).text.startswith("You're in.")
    assert [table.id for table in await here.service.listing.open_tables_of(BEN.user)] == [2]
    assert "Which table do you mean?" in (await joins(here, EVE)).text


async def test_lists_and_visitors_show_a_blocked_user_what_they_show_everyone(here: Reception) -> None:
    await open_table(here.service, ANA)
    await types(here, ANA, block=BEN.user)
    for purpose in (Purpose.HAND, Purpose.BOARD, Purpose.OPTIONS, Purpose.BOTS):
        blocked, other = await here.press(BEN, purpose), await here.press(CEM, purpose)
        assert (blocked.text, controls_of(blocked)) == (other.text, controls_of(other))


def together(table: Table) -> set[int]:
    return {person.user for person in (*table.people, *table.newcomers.values())}


PRESSES = (
    (Purpose.JOIN, ""),
    (Purpose.JOIN, "0"),
    (Purpose.JOIN, "1"),
    (Purpose.JOIN, "2"),
    (Purpose.NEW, "cards"),
    (Purpose.JOIN, COMPUTER),
    (Purpose.LEAVE, ""),
    (Purpose.LEAVE, "yes"),
    (Purpose.BOTS, f"{ADD}easy"),
    (Purpose.START, ""),
    (Purpose.READY, ""),
    (Purpose.PROPOSE, "finish"),
    (Purpose.REMATCH, ""),
    (Purpose.REOPEN, ""),
)


async def go_on(here: Reception, table: Table) -> None:
    """Deals are made, and everyone agrees to whatever is asked, so that games end and newcomers come."""
    if table.to_act == DEALER and table.is_running:
        await make_deal(here.service, table.id)
    if table.standing.vote is not None and table.standing.vote.outcome is None:
        for person in PEOPLE:
            await here.press(person, Purpose.VOTE, table.id, "yes", table.standing.vote.seq)


@pytest.mark.parametrize("seed", some({str(seed): seed for seed in range(4)}, {"0", "1"}))
async def test_no_press_ever_brings_two_people_together_who_are_kept_apart(seed: int, here: Reception) -> None:
    chance = random.Random(seed)
    pairs: Sequence[tuple[Person, Person]] = ((ANA, BEN), (CEM, BEN)) if seed % 2 else ((BEN, EVE), (EVE, BEN))
    for person, other in pairs:
        await here.service.blocks.add(person.user, other.user)
    sat = set[frozenset[int]]()
    for person in (ANA, BEN):
        await open_table(here.service, person)
    for _ in range(400):
        tables = await here.service.listing.in_channel(CHANNEL, tuple(Status))
        table, (purpose, data) = chance.choice(tables[-3:]), chance.choice(PRESSES)
        host = next((person for person in PEOPLE if person.user == table.host), ANA)
        begins = purpose in (Purpose.START, Purpose.BOTS, Purpose.PROPOSE)
        await here.press(host if begins else chance.choice(PEOPLE), purpose, table.id, data)
        for open_one in await here.service.listing.in_channel(CHANNEL):
            await go_on(here, open_one)
            there = together(open_one)
            sat.add(frozenset(there))
            assert not any({person.user, other.user} <= there for person, other in pairs)
    assert any(len(there) > 1 for there in sat)


async def test_without_a_block_the_same_presses_do_bring_them_together(here: Reception) -> None:
    _, (ana, _) = await open_table(here.service, ANA, CEM)
    assert together(await Player(here.service, ana.table, BEN).joins()) == {ANA.user, BEN.user, CEM.user}
