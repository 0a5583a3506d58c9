"""Seats that change hands in a running game: who goes on, who may sit there, and who may know what."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.store import Store
from bot.table.model import ANY, Person, Status, Table
from bot.table.refusals import NotSeated, NotStarted, Over, Refusal, Stale
from bot.table.stepwise import whole
from bot.table.transcript import transcript
from bot.table.verify import verify
from bot.tables import Tables
from bot.talk import story
from bot.talk.hand import recap
from bot.talk.letter import TEXT_LENGTH
from engine.words import Words, msg
from tests.bot.games import CARDS_GAME, GAMES
from tests.bot.tools import ANA, BEN, CEM, DOT, EVE, FixedClock, first_choice, play_on, played_out, running, started


@pytest.fixture
async def tables(sqlite_address: str) -> AsyncIterator[Tables]:
    store = await Store.open(sqlite_address)
    yield Tables(store, GAMES, FixedClock())
    await store.close()


async def hand(tables: Tables, table: Table, person: Person) -> tuple[int, ...]:
    return (await tables.observe(table.id, person.user)).observation.hand  # type: ignore[no-any-return]  # of the test's game


async def test_a_computer_player_goes_on_for_who_leaves_and_the_seat_is_open(tables: Tables) -> None:
    table = await running(tables, ANA, BEN, CEM)
    left = await tables.give_up(table.id, BEN.user)
    assert (left.seats[1].user, left.seats[1].player, left.company.vacant) == (0, "medium", (1,))
    assert left.status is Status.RUNNING
    assert await tables.of(BEN.user) == []
    over = await played_out(tables, left)
    assert over.status is Status.OVER


async def test_who_left_sees_the_hand_no_more_and_cannot_act(tables: Tables) -> None:
    table = await running(tables)
    mover = table.mover
    assert mover is not None
    notation = await first_choice(tables, table)
    assert await hand(tables, table, mover)
    await tables.give_up(table.id, mover.user)
    assert await hand(tables, table, mover) == ()
    assert not (await tables.hand(table.id, mover.user))[1]
    for seq in (table.position_seq, None):
        with pytest.raises(NotSeated):
            await tables.act(table.id, mover, seq, notation)


async def test_somebody_new_takes_the_open_seat_with_its_hand_and_what_happened(tables: Tables) -> None:
    table = await running(tables)
    for _ in range(2):
        table = await play_on(tables, table)
    tiles = await hand(tables, table, BEN)
    await tables.give_up(table.id, BEN.user)
    taken = await tables.take_seat(table.id, EVE)
    assert (taken.seats[1], taken.company.vacant) == (EVE, ())
    assert await hand(tables, table, EVE) == tiles
    seen, happened = await tables.hand(table.id, EVE.user)
    words = Words(["Ana", "Eve"])
    lines = story.newest(story.told_lines(CARDS_GAME, happened), words, TEXT_LENGTH)
    told = recap(happened, seen.seat, lines)
    assert told is not None
    text = words.text(told)
    assert text.startswith("So far: ")
    assert "Eve takes seat 2." in text
    assert "puts" in text
    assert (await played_out(tables, taken)).status is Status.OVER


async def test_buttons_of_who_left_are_stale_for_who_takes_the_seat_in_its_turn(tables: Tables) -> None:
    table = await running(tables)
    seat, mover = table.to_act, table.mover
    assert mover is not None
    notation = await first_choice(tables, table)
    await tables.give_up(table.id, mover.user)
    taken = await tables.take_seat(table.id, EVE, seat)
    assert taken.position_seq > table.position_seq
    with pytest.raises(Stale):
        await tables.act(table.id, EVE, table.position_seq, notation)


async def test_a_seat_that_changes_hands_out_of_turn_makes_no_button_stale(tables: Tables) -> None:
    table = await running(tables)
    other = BEN if table.mover == ANA else ANA
    assert (await tables.give_up(table.id, other.user)).position_seq == table.position_seq
    assert (await tables.take_seat(table.id, EVE)).position_seq == table.position_seq


async def test_who_has_seen_one_hand_can_take_no_other(tables: Tables) -> None:
    table = await running(tables, ANA, BEN, CEM)
    for person in (BEN, CEM):
        await tables.give_up(table.id, person.user)
    with pytest.raises(Refusal, match="seen the tiles of another seat"):
        await tables.take_seat(table.id, CEM, 1)
    assert (await tables.take_seat(table.id, EVE)).seats[1] == EVE
    assert (await tables.take_seat(table.id, CEM)).seats[2] == CEM
    await tables.give_up(table.id, EVE.user)
    await tables.give_up(table.id, CEM.user)
    await tables.take_seat(table.id, DOT, 2)
    with pytest.raises(Refusal, match="seen the tiles of another seat"):
        await tables.take_seat(table.id, CEM)


async def test_only_an_open_seat_can_be_taken_and_once(tables: Tables) -> None:
    table = await running(tables, ANA, BEN, CEM)
    with pytest.raises(Refusal, match="not open any more"):
        await tables.take_seat(table.id, EVE)
    await tables.give_up(table.id, BEN.user)
    for seat in (0, 7):
        with pytest.raises(Refusal, match="not open any more"):
            await tables.take_seat(table.id, EVE, seat)
    with pytest.raises(Refusal, match="already have a seat"):
        await tables.take_seat(table.id, ANA)
    await tables.take_seat(table.id, EVE, 1)
    with pytest.raises(Refusal, match="not open any more"):
        await tables.take_seat(table.id, DOT, 1)


async def test_a_repeated_press_leaves_once(tables: Tables) -> None:
    table = await running(tables, ANA, BEN, CEM)
    first = await tables.give_up(table.id, BEN.user, interaction=5)
    assert await tables.give_up(table.id, BEN.user, interaction=5) == first


async def test_the_next_person_is_host_where_the_host_left(tables: Tables) -> None:
    table = await running(tables, ANA, BEN, CEM)
    assert (await tables.give_up(table.id, ANA.user)).host == BEN.user


async def test_a_game_that_everybody_left_is_closed_and_waits_for_nobody(tables: Tables) -> None:
    table = await running(tables)
    await tables.give_up(table.id, ANA.user)
    closed = await tables.give_up(table.id, BEN.user)
    assert (closed.status, closed.company.closed) == (Status.CLOSED, "left")
    assert await tables.question(table.id) is None
    assert list(await tables.waiting_for_players()) == []
    with pytest.raises(Over):
        await tables.take_seat(table.id, EVE)
    tables._kept.clear()
    assert await tables.table(table.id, ANY) == closed


async def test_nobody_leaves_for_good_before_the_start_or_after_the_end(tables: Tables) -> None:
    table = await tables.new("cards", ANA, None, 1)
    with pytest.raises(NotStarted):
        await tables.give_up(table.id, ANA.user)
    over = await played_out(tables, await running(tables))
    with pytest.raises(Over):
        await tables.give_up(over.id, ANA.user)
    with pytest.raises(NotSeated):
        await tables.give_up((await started(tables)).id, EVE.user)


async def test_the_record_tells_when_a_seat_changed_hands(tables: Tables) -> None:
    table = await running(tables)
    table = await play_on(tables, table)
    await tables.give_up(table.id, BEN.user)
    table = await played_out(tables, await tables.take_seat(table.id, EVE))
    record = await tables.record(table.id)
    assert [step.kind for step in record.steps if step.seat == 1 and step.kind in ("leave", "join")][-2:] == [
        "leave",
        "join",
    ]
    assert verify(record.to_json(), GAMES).code == 0
    text = transcript(record, CARDS_GAME, msg("Cards 1"), Words(table.names))
    assert "Eve goes on for someone who left." in text
    assert "Eve takes seat 2." in text
    assert str(BEN.user) not in record.to_json().decode()


async def test_the_analysis_looks_at_ones_own_decisions_only(tables: Tables) -> None:
    table = await running(tables)
    while not any(step.seat == 1 and step.kind == "act" for step in await tables.history(table.id, 0, None)):
        table = await play_on(tables, table)
    await tables.give_up(table.id, BEN.user)
    table = await tables.take_seat(table.id, EVE)
    taken_at = table.seq
    table = await played_out(tables, table)
    assert all(decision.seq > taken_at for decision in whole((await tables.log(table.id)).decisions(EVE.user)))
    log = await tables.log(table.id)
    with pytest.raises(NotSeated):
        whole(log.decisions(BEN.user))
