"""Seats that change hands in a running game: who goes on, who may sit there, and who may know what."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.service import Service
from bot.store import Store
from bot.table.log.model import ANY, Cause, Person, Status, Table
from bot.table.record.stepwise import run_to_end
from bot.table.record.transcript import transcript
from bot.table.record.verify import verify
from bot.table.refusals import NotSeated, NotStarted, Over, Refusal, Stale
from bot.table.rules import play, seats
from bot.talk import story
from bot.talk.letter import TEXT_LENGTH
from bot.talk.recent_events import recap
from engine.words import Words, msg
from tests.bot.games import CARDS_GAME, GAMES
from tests.bot.tools import ANA, BEN, CEM, DOT, EVE, FixedClock, first_choice, play_on, played_out, running, started


@pytest.fixture
async def tables(sqlite_address: str) -> AsyncIterator[Service]:
    store = await Store.open(sqlite_address)
    yield Service.of(store, GAMES, FixedClock())
    await store.close()


async def hand(service: Service, table: Table, person: Person) -> tuple[int, ...]:
    return (await service.tables.observe(table.id, person.user)).observation.hand  # type: ignore[no-any-return]  # of the test's game


async def test_a_computer_player_goes_on_for_who_leaves_and_the_seat_is_open(service: Service) -> None:
    table = await running(service, ANA, BEN, CEM)
    left = await service.tables.do(table.id, Cause(BEN.user), seats.leave, BEN.user)
    assert (left.seats[1].user, left.seats[1].player, left.standing.vacant) == (0, "medium", (1,))
    assert left.status is Status.RUNNING
    assert await service.listing.of(BEN.user) == []
    over = await played_out(service, left)
    assert over.status is Status.OVER


async def test_who_left_sees_the_hand_no_more_and_cannot_act(service: Service) -> None:
    table = await running(service)
    mover = table.mover
    assert mover is not None
    notation = await first_choice(service, table)
    assert await hand(service, table, mover)
    await service.tables.do(table.id, Cause(mover.user), seats.leave, mover.user)
    assert await hand(service, table, mover) == ()
    assert not (await service.tables.hand(table.id, mover.user))[1]
    for seq in (table.position_seq, None):
        with pytest.raises(NotSeated):
            await service.tables.act(table.id, mover.by(), mover, seq, notation)


async def test_somebody_new_takes_the_open_seat_with_its_hand_and_what_happened(service: Service) -> None:
    table = await running(service)
    for _ in range(2):
        table = await play_on(service, table)
    tiles = await hand(service, table, BEN)
    await service.tables.do(table.id, Cause(BEN.user), seats.leave, BEN.user)
    taken = await service.tables.do(table.id, EVE.by(), seats.take, EVE)
    assert (taken.seats[1], taken.standing.vacant) == (EVE, ())
    assert await hand(service, table, EVE) == tiles
    seen, happened = await service.tables.hand(table.id, EVE.user)
    words = Words(["Ana", "Eve"])
    lines = story.newest(story.build_lines(CARDS_GAME, happened), words, TEXT_LENGTH)
    told = recap(happened, seen.seat, lines)
    assert told is not None
    text = words.text(told)
    assert text.startswith("So far: ")
    assert "You take seat 2." in text
    assert "puts" in text
    assert (await played_out(service, taken)).status is Status.OVER


async def test_buttons_of_who_left_are_stale_for_who_takes_the_seat_in_its_turn(service: Service) -> None:
    table = await running(service)
    seat, mover = table.to_act, table.mover
    assert mover is not None
    notation = await first_choice(service, table)
    await service.tables.do(table.id, Cause(mover.user), seats.leave, mover.user)
    taken = await service.tables.do(table.id, EVE.by(), seats.take, EVE, seat)
    assert taken.position_seq > table.position_seq
    with pytest.raises(Stale):
        await service.tables.act(table.id, EVE.by(), EVE, table.position_seq, notation)


async def test_a_seat_that_changes_hands_out_of_turn_makes_no_button_stale(service: Service) -> None:
    table = await running(service)
    other = BEN if table.mover == ANA else ANA
    assert (
        await service.tables.do(table.id, Cause(other.user), seats.leave, other.user)
    ).position_seq == table.position_seq
    assert (await service.tables.do(table.id, EVE.by(), seats.take, EVE)).position_seq == table.position_seq


async def test_who_has_seen_one_hand_can_take_no_other(service: Service) -> None:
    table = await running(service, ANA, BEN, CEM)
    for person in (BEN, CEM):
        await service.tables.do(table.id, Cause(person.user), seats.leave, person.user)
    with pytest.raises(Refusal, match="seen the tiles of another seat"):
        await service.tables.do(table.id, CEM.by(), seats.take, CEM, 1)
    assert (await service.tables.do(table.id, EVE.by(), seats.take, EVE)).seats[1] == EVE
    assert (await service.tables.do(table.id, CEM.by(), seats.take, CEM)).seats[2] == CEM
    await service.tables.do(table.id, Cause(EVE.user), seats.leave, EVE.user)
    await service.tables.do(table.id, Cause(CEM.user), seats.leave, CEM.user)
    await service.tables.do(table.id, DOT.by(), seats.take, DOT, 2)
    with pytest.raises(Refusal, match="seen the tiles of another seat"):
        await service.tables.do(table.id, CEM.by(), seats.take, CEM)


async def test_only_an_open_seat_can_be_taken_and_once(service: Service) -> None:
    table = await running(service, ANA, BEN, CEM)
    with pytest.raises(Refusal, match="is taken now"):
        await service.tables.do(table.id, EVE.by(), seats.take, EVE)
    await service.tables.do(table.id, Cause(BEN.user), seats.leave, BEN.user)
    for seat, answer in ((0, "is taken now"), (7, "There is no such seat. This table has seats 1–3.")):
        with pytest.raises(Refusal, match=answer):
            await service.tables.do(table.id, EVE.by(), seats.take, EVE, seat)
    with pytest.raises(Refusal, match="already in"):
        await service.tables.do(table.id, ANA.by(), seats.take, ANA)
    await service.tables.do(table.id, EVE.by(), seats.take, EVE, 1)
    with pytest.raises(Refusal, match="is taken now"):
        await service.tables.do(table.id, DOT.by(), seats.take, DOT, 1)


async def test_a_repeated_press_leaves_once(service: Service) -> None:
    table = await running(service, ANA, BEN, CEM)
    first = await service.tables.do(table.id, Cause(BEN.user, 5), seats.leave, BEN.user)
    assert await service.tables.do(table.id, Cause(BEN.user, 5), seats.leave, BEN.user) == first


async def test_the_next_person_is_host_where_the_host_left(service: Service) -> None:
    table = await running(service, ANA, BEN, CEM)
    assert (await service.tables.do(table.id, Cause(ANA.user), seats.leave, ANA.user)).host == BEN.user


async def test_a_game_that_everybody_left_is_closed_and_waits_for_nobody(service: Service) -> None:
    table = await running(service)
    await service.tables.do(table.id, Cause(ANA.user), seats.leave, ANA.user)
    closed = await service.tables.do(table.id, Cause(BEN.user), seats.leave, BEN.user)
    assert (closed.status, closed.standing.closed) == (Status.CLOSED, "left")
    assert await service.tables.see(table.id, play.question_now) is None
    assert list(await service.listing.waiting_for_players()) == []
    with pytest.raises(Over):
        await service.tables.do(table.id, EVE.by(), seats.take, EVE)
    service.repository.drop()
    assert await service.tables.table(table.id, ANY) == closed


async def test_nobody_leaves_for_good_before_the_start_or_after_the_end(service: Service) -> None:
    table = await service.tables.new("cards", ANA.by(), ANA, None, 1)
    with pytest.raises(NotStarted):
        await service.tables.do(table.id, Cause(ANA.user), seats.leave, ANA.user)
    over = await played_out(service, await running(service))
    with pytest.raises(Over):
        await service.tables.do(over.id, Cause(ANA.user), seats.leave, ANA.user)
    with pytest.raises(NotSeated):
        await service.tables.do((await started(service)).id, Cause(EVE.user), seats.leave, EVE.user)


async def test_the_record_tells_when_a_seat_changed_hands(service: Service) -> None:
    table = await running(service)
    table = await play_on(service, table)
    await service.tables.do(table.id, Cause(BEN.user), seats.leave, BEN.user)
    table = await played_out(service, await service.tables.do(table.id, EVE.by(), seats.take, EVE))
    record = await service.tables.record(table.id)
    assert [step.kind for step in record.steps if step.seat == 1 and step.kind in ("leave", "join")][-2:] == [
        "leave",
        "join",
    ]
    assert verify(record.to_json(), GAMES).code == 2
    text = transcript(record, CARDS_GAME, msg("Cards 1"), Words(table.names))
    assert "Eve takes over for a former player." in text
    assert "Eve takes seat 2." in text
    assert str(BEN.user) not in record.to_json().decode()


async def test_the_analysis_looks_at_ones_own_decisions_only(service: Service) -> None:
    table = await running(service)
    while not any(step.seat == 1 and step.kind == "act" for step in await service.tables.history(table.id, 0, None)):
        table = await play_on(service, table)
    await service.tables.do(table.id, Cause(BEN.user), seats.leave, BEN.user)
    table = await service.tables.do(table.id, EVE.by(), seats.take, EVE)
    taken_at = table.seq
    table = await played_out(service, table)
    assert all(
        decision.seq > taken_at for decision in run_to_end((await service.tables.log(table.id)).decisions(EVE.user))
    )
    log = await service.tables.log(table.id)
    with pytest.raises(NotSeated):
        run_to_end(log.decisions(BEN.user))
