"""What one person can do at most: a sentence says what to do instead, at every door, and nothing of it is written."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bot.desk.caller import Caller
from bot.table.clock.pace import HOUR
from bot.table.limits import Limits
from bot.table.log.fold import Position
from bot.table.log.model import Person, Status
from bot.table.refusals import Refusal
from bot.talk.letter import ADD, ControlId, Letter, Purpose
from tests.bot import games
from tests.bot.asking import COMMANDS, suggestions_for
from tests.bot.inside import engine_of, failing_moves, set_limits
from tests.bot.players import Player, deal_game, mover_at, open_table
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, GUILD, first_choice, new_table, play_to_end, running_table
from tests.day.play import Scene, scene

MOST = 4
_interactions = count(6 * 10**17)


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Scene]:
    async with scene(tmp_path, games.GAMES) as made:
        set_limits(made.parts.service, Limits(tables_a_person=MOST, own_tables=MOST, tables_a_channel=MOST + 2))
        yield made


def caller(person: Person = ANA, channel: int = CHANNEL) -> Caller:
    return Caller(person, "en", next(_interactions), GUILD, channel, manages=True)


async def open_tables(here: Scene, person: Person, number: int, channel: int = CHANNEL) -> list[Player]:
    """Return the host of each of these tables."""
    opened = [await open_table(here.parts.service, person, preset="short", channel=channel) for _ in range(number)]
    return [host for _, (host,) in opened]


async def expect_refusal(work: Awaitable[object], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        await work


async def test_whoever_sits_at_the_most_tables_gets_no_other_one_at_any_door(here: Scene) -> None:
    desk, service = here.parts.desk, here.parts.service
    (ana,) = await open_tables(here, ANA, 1, 5)
    closed = await ana.leaves_lobby()
    over = await play_to_end(service, await running_table(service, ANA, BEN, preset="short"))
    vacant, (_, cem) = await deal_game(service, BEN, CEM, preset="short")
    await cem.leaves()
    lobby = await new_table(service, BEN, preset="short", channel=77)
    first, *_ = await open_tables(here, ANA, MOST, 99)
    why = rf"You're at {MOST} open tables, and that's the limit\. Leave one first: `/games` lists them\."
    await expect_refusal(desk.command(caller(), COMMANDS["new"], {"game": "cards"}), why)
    await expect_refusal(desk.press(caller(), ControlId(Purpose.REOPEN, closed.id)), why)
    await expect_refusal(desk.press(caller(), ControlId(Purpose.SETUP, 0, data="new=cards")), why)
    await expect_refusal(desk.press(caller(), ControlId(Purpose.JOIN, lobby.id)), why)
    await expect_refusal(desk.press(caller(), ControlId(Purpose.JOIN, vacant.id, data="1")), why)
    await desk.press(caller(), ControlId(Purpose.REMATCH, over.id))
    theirs = rf"is at {MOST} open tables, and that's the limit"
    await expect_refusal(desk.press(caller(BEN), ControlId(Purpose.REMATCH, over.id)), theirs)
    assert len(await service.listing.open_tables_of(ANA.user)) == MOST
    await first.leaves_lobby()
    await desk.press(caller(), ControlId(Purpose.JOIN, lobby.id))


async def test_a_channel_holds_open_tables_up_to_the_limit(here: Scene) -> None:
    desk, service = here.parts.desk, here.parts.service
    over = await play_to_end(service, await running_table(service, ANA, BEN, preset="short"))
    for person in (CEM, Person(1, "Gus"), Person(2, "Hal")):
        await open_tables(here, person, 2)
    why = rf"{MOST + 2} tables are open in this channel, and that's the limit\. Join one of them, or open yours"
    await expect_refusal(desk.command(caller(), COMMANDS["new"], {"game": "cards"}), why)
    await desk.press(caller(), ControlId(Purpose.REMATCH, over.id))
    await expect_refusal(desk.press(caller(BEN), ControlId(Purpose.REMATCH, over.id)), why)
    await desk.command(caller(channel=99), COMMANDS["new"], {"game": "cards"})
    await desk.command(caller(), COMMANDS["setup"], {"tables": 50})
    await desk.command(caller(), COMMANDS["new"], {"game": "cards"})


async def test_one_person_asks_for_one_vote_in_ten_minutes_and_nobody_is_called_twice_for_the_same(here: Scene) -> None:
    """Ask, answer No as the same person, and ask again."""
    desk, service = here.parts.desk, here.parts.service
    table, other = await running_table(service), await running_table(service)
    await here.parts.channel.show(table.id)

    async def ask(person: Person, subject: str, at: int = table.id) -> str:
        try:
            text = (await desk.press(caller(person), ControlId(Purpose.PROPOSE, at, 0, subject))).text
            vote = (await service.tables.table(at, GUILD)).standing.vote
            assert vote
            await here.parts.channel.show(at)
            await desk.press(caller(person), ControlId(Purpose.VOTE, at, vote.seq, "no"))
        except Refusal as why:
            return str(why)
        return text

    def count_calls() -> int:
        sent = [letter for how, letter in here.mailbox.said if how.startswith("sent") and "asks to" in letter.text]
        return sum(BEN.user in letter.pings for letter in sent)

    def says(part: str) -> bool:
        return part in [letter.text for how, letter in here.mailbox.said if "asks to" in letter.text][-1]

    assert await ask(ANA, "cancel") == "✓ Asked. The others see your question."
    assert says("1 of 2 agree.")
    assert count_calls() == 1
    later = rf"You've just asked for a vote. You can ask for the next one <t:{here.clock.time + 600}:R>."
    for _ in range(50):
        for subject, at in (("cancel", table.id), ("pause", table.id), ("finish", other.id)):
            assert await ask(ANA, subject, at) == later
    assert count_calls() == 1
    here.clock.time += 600
    await ask(ANA, "cancel")
    assert says("I ping nobody for it again today. This time, not answering counts as a no")
    assert count_calls() == 1
    here.clock.time += 600
    await ask(ANA, "pause")
    assert not says("I ping nobody")
    assert count_calls() == 2
    here.clock.time += 24 * 3600
    await ask(ANA, "cancel")
    assert not says("I ping nobody")
    assert count_calls() == 3


async def test_the_same_move_is_asked_back_once(here: Scene) -> None:
    desk, service = here.parts.desk, here.parts.service
    table = await running_table(service, ANA, BEN, CEM)
    mover = mover_at(service, table)
    who = mover.person
    table = await mover.plays(await first_choice(service, table))
    here.clock.time += 120  # not fresh any more: the others are asked
    await desk.press(caller(who), ControlId(Purpose.UNDO, table.id, table.position_seq))
    vote = (await service.tables.table(table.id, GUILD)).standing.vote
    assert vote
    assert vote.subject == "undo"
    await desk.press(caller(who), ControlId(Purpose.VOTE, table.id, vote.seq, "no"))
    for _ in range(20):
        again = desk.press(caller(who), ControlId(Purpose.UNDO, table.id, table.position_seq))
        await expect_refusal(again, "Not all agreed to take this move back, so it stays")
    after = (await service.tables.table(table.id, GUILD)).standing.vote
    assert after
    assert (after.seq, after.outcome) == (vote.seq, False)


async def test_a_question_that_was_refused_is_not_agreed_to_by_silence_when_it_is_asked_again(here: Scene) -> None:
    desk, service = here.parts.desk, here.parts.service
    table = await running_table(service)
    await desk.press(caller(), ControlId(Purpose.PROPOSE, table.id, 0, "cancel"))
    vote = (await service.tables.table(table.id, GUILD)).standing.vote
    assert vote
    await desk.press(caller(BEN), ControlId(Purpose.VOTE, table.id, vote.seq, "no"))
    here.clock.time += 3600
    await desk.press(caller(), ControlId(Purpose.PROPOSE, table.id, 0, "cancel"))
    here.clock.time += 3 * 24 * 3600
    await service.clockwork.tick(table.id)
    assert (await service.tables.table(table.id, GUILD)).is_running
    vote = (await service.tables.table(table.id, GUILD)).standing.vote
    assert vote
    await desk.press(caller(BEN), ControlId(Purpose.VOTE, table.id, vote.seq, "yes"))  # who presses agrees, as ever
    assert (await service.tables.table(table.id, GUILD)).status is Status.CLOSED


async def test_a_table_is_found_by_its_number_however_many_came_after_it(here: Scene) -> None:
    desk, service = here.parts.desk, here.parts.service
    first = await running_table(service)
    for _ in range(60):
        _, (cem,) = await open_table(service, CEM)
        await cem.leaves_lobby()
    assert (await desk.command(caller(), COMMANDS["hand"], {"table": 1})).pictures
    assert (await desk.command(caller(), COMMANDS["record"], {"table": 1})).files
    assert (await desk.command(caller(), COMMANDS["hand"], {})).pictures
    for who, number in ((caller(), 99), (caller(channel=99), 1), (replace(caller(), guild=1), 1)):
        await expect_refusal(
            desk.command(who, COMMANDS["hand"], {"table": number}), "I don't know that table in this channel"
        )
    assert first.number == 1


@pytest.mark.parametrize("fault", [None, AssertionError, RecursionError])
async def test_a_damaged_table_is_listed_with_its_sentence_and_breaks_no_list(
    here: Scene, fault: type[Exception] | None
) -> None:
    """Also where its replay fails in a way that nobody thought of."""
    desk, service = here.parts.desk, here.parts.service
    table, other = await running_table(service), await running_table(service)
    if fault is None:
        async with engine_of(service.store).begin() as connection:
            await connection.exec_driver_sql(f"UPDATE steps SET notation = 'x' WHERE table_id = {table.id} AND seq = 4")

    def fail(at: Position) -> None:
        if fault is not None and at.table == table.id:
            raise fault

    service.repository.uncache()
    sentence = "What I stored of this table is damaged, so it rests"
    with failing_moves(fail):
        listed = (await desk.command(caller(), COMMANDS["games"])).text
        assert f"Cards #{table.number} · <#{CHANNEL}>: {sentence}" in listed
        assert f"Cards #{other.number}" in listed
        await expect_refusal(desk.command(caller(), COMMANDS["leave"], {"table": table.number}), sentence)
        await Player(service, other.id, ANA).leaves()
        await expect_refusal(desk.command(caller(), COMMANDS["leave"], {}), sentence)


async def test_nobody_fills_a_channel_with_tables_that_they_close_at_once(here: Scene) -> None:
    service = here.parts.service
    set_limits(service, Limits(tables_an_hour=3))
    for _ in range(3):
        (ana,) = await open_tables(here, ANA, 1)
        await ana.leaves_lobby()
    with pytest.raises(Refusal, match="You've opened 3 tables within an hour"):
        await open_tables(here, ANA, 1)
    await open_tables(here, BEN, 1)
    here.clock.time += HOUR
    await open_tables(here, ANA, 1)


async def test_a_table_is_arranged_only_so_often_and_can_still_be_begun(here: Scene) -> None:
    desk, service = here.parts.desk, here.parts.service
    set_limits(service, Limits(changes_a_table=20))
    table = await new_table(service, ANA, BEN, preset="short")

    def press(purpose: Purpose, data: str) -> Awaitable[Letter]:
        return desk.press(caller(), ControlId(purpose, table.id, 0, data))

    for n in range(table.seq, 20):
        await press(Purpose.SET, ("hints=on", "hints=off", "rated=off")[n % 3])
    why = r"This table was changed 20 times, and that's the limit\. Start its game, or open another one with `/new`\."
    for purpose, data in (
        (Purpose.SET, "hints=on"),
        (Purpose.SET, "rated=on"),
        (Purpose.SET, "rounds=2"),
        (Purpose.SET, "preset=long"),
        (Purpose.BOTS, ADD + "easy"),
        (Purpose.CLOCK, "week"),
    ):
        await expect_refusal(press(purpose, data), why)
    await press(Purpose.START, "")
    assert (await service.tables.table(table.id, GUILD)).status is Status.RUNNING


@pytest.mark.parametrize("others", [0, 300])
async def test_what_is_suggested_and_what_comes_next_read_no_more_however_many_tables_there_are(
    here: Scene, others: int
) -> None:
    desk, service = here.parts.desk, here.parts.service
    table = await running_table(service)
    assert table.mover
    set_limits(service, Limits(tables_a_person=1000, own_tables=1000, tables_an_hour=1000, tables_a_channel=1000))
    for channel in range(others):
        await new_table(service, table.mover, channel=10**6 + channel)
    service.repository.uncache()  # as after a start
    read: list[str] = []
    engine = engine_of(service.store).sync_engine

    def count_statement(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        read.append(statement)

    event.listen(engine, "before_cursor_execute", count_statement)
    asker, play = caller(table.mover), COMMANDS["play"]
    assert await suggestions_for(desk, asker, play, play.args[0].name, "")
    assert await suggestions_for(desk, asker, play, "table", "") == [("Cards #1", 1)]
    seen = await service.tables.observe(table.id, table.mover.user)
    notation = next(choice.notation for choice in seen.observation.choices if choice.enabled)
    read.clear()
    await desk.press(caller(table.mover), ControlId(Purpose.ACT, table.id, seen.table.position_seq, notation))
    next_hand = await desk.press(caller(table.mover), ControlId(Purpose.NEXT, table.id))
    assert next_hand.text
    event.remove(engine, "before_cursor_execute", count_statement)
    assert len(read) < 40


async def test_no_press_but_one_on_a_message_of_the_table_says_that_moves_are_lost(here: Scene) -> None:
    """Whoever makes ids up, presses in another server, or presses what another table of the same number left behind."""
    desk, service = here.parts.desk, here.parts.service
    table = await running_table(service)
    await here.parts.channel.show(table.id)
    (oldest, *_, newest) = sorted(here.mailbox.there)
    later = ControlId(Purpose.HAND, table.id, table.seq + 5)
    pressed = replace(caller(), interaction=2 * 10**18)
    for who in (
        pressed,
        replace(pressed, message=None),
        replace(pressed, message=oldest - 1),
        replace(pressed, message=newest, guild=1, person=CEM),
    ):
        with suppress(Refusal):
            await desk.press(who, later)
        assert not (await service.tables.table(table.id, GUILD)).is_paused
    with suppress(Refusal):
        await desk.press(replace(pressed, message=newest), replace(later, seq=table.seq))
    assert not (await service.tables.table(table.id, GUILD)).is_paused
    told = await desk.press(replace(pressed, message=newest), later)
    assert "The newest moves of this game are lost" in told.text
    assert (await service.tables.table(table.id, GUILD)).is_paused
