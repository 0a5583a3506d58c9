"""Seats that change hands in a running game: who goes on, who may sit there, and who may know what."""

from __future__ import annotations

from itertools import repeat

import pytest

from bot.service import Service
from bot.table.log.model import ANY, Status
from bot.table.record.stepwise import run_to_end
from bot.table.record.transcript import transcript
from bot.table.record.verify import verify
from bot.table.refusals import NotSeated, NotStarted, Over, Refusal, Stale
from bot.table.rules import play
from bot.talk import story
from bot.talk.letter import TEXT_LENGTH
from bot.talk.recent_events import recap
from engine.words import Words, msg
from tests.bot.games import CARDS_GAME, GAMES
from tests.bot.players import Player, deal_game, mover_at, mover_first, open_table
from tests.bot.tools import ANA, BEN, CEM, DOT, EVE, first_choice, play_on, play_to_end, running_table, started_table


async def test_a_computer_player_goes_on_for_a_player_who_leaves_and_the_seat_is_open(service: Service) -> None:
    _, (_, ben, _) = await deal_game(service, ANA, BEN, CEM)
    left = await ben.leaves()
    assert (left.seats[1].user, left.seats[1].player, left.standing.vacant) == (0, "medium", (1,))
    assert left.status is Status.RUNNING
    assert await service.listing.open_tables_of(BEN.user) == []
    over = await play_to_end(service, left)
    assert over.status is Status.OVER


async def test_who_left_sees_the_hand_no_more_and_cannot_act(service: Service) -> None:
    table = await running_table(service)
    mover = mover_at(service, table)
    notation = await first_choice(service, table)
    assert (await mover.sees()).hand
    await mover.leaves()
    assert (await mover.sees()).hand == ()
    assert not (await service.tables.hand(table.id, mover.user))[1]
    for seq in (table.position_seq, None):
        with pytest.raises(NotSeated):
            await mover.plays(notation, seq)


async def test_a_new_player_takes_the_open_seat_with_its_hand_and_what_happened(service: Service) -> None:
    table, (_, ben) = await deal_game(service, ANA, BEN)
    eve = Player(service, table.id, EVE)
    for _ in range(2):
        table = await play_on(service, table)
    tiles = (await ben.sees()).hand
    await ben.leaves()
    taken = await eve.takes_seat()
    assert (taken.seats[1], taken.standing.vacant) == (EVE, ())
    assert (await eve.sees()).hand == tiles
    seen, happened = await service.tables.hand(table.id, EVE.user)
    words = Words(["Ana", "Eve"])
    lines = story.fit_newest_lines(story.build_lines(CARDS_GAME, happened), words, TEXT_LENGTH)
    told = recap(happened, seen.seat, lines)
    assert told is not None
    text = words.text(told)
    assert text.startswith("So far: ")
    assert "You take seat 2." in text
    assert "puts" in text
    assert (await play_to_end(service, taken)).status is Status.OVER


async def test_buttons_of_a_player_who_left_are_stale_for_the_one_who_takes_the_seat_in_its_turn(
    service: Service,
) -> None:
    table = await running_table(service)
    eve = Player(service, table.id, EVE)
    notation = await first_choice(service, table)
    await mover_at(service, table).leaves()
    taken = await eve.takes_seat(table.to_act)
    assert taken.position_seq > table.position_seq
    with pytest.raises(Stale):
        await eve.plays(notation, table.position_seq)


async def test_a_seat_that_changes_hands_out_of_turn_makes_no_button_stale(service: Service) -> None:
    table, people = await deal_game(service, ANA, BEN)
    eve = Player(service, table.id, EVE)
    _, other = mover_first(table, *people)
    assert (await other.leaves()).position_seq == table.position_seq
    assert (await eve.takes_seat()).position_seq == table.position_seq


async def test_who_has_seen_one_hand_can_take_no_other(service: Service) -> None:
    table, (_, ben, cem) = await deal_game(service, ANA, BEN, CEM)
    dot, eve = (Player(service, table.id, person) for person in (DOT, EVE))
    await ben.leaves()
    await cem.leaves()
    with pytest.raises(Refusal, match="seen the tiles of another seat"):
        await cem.takes_seat(1)
    assert (await eve.takes_seat()).seats[1] == EVE
    assert (await cem.takes_seat()).seats[2] == CEM
    await eve.leaves()
    await cem.leaves()
    await dot.takes_seat(2)
    with pytest.raises(Refusal, match="seen the tiles of another seat"):
        await cem.takes_seat()


async def test_only_an_open_seat_can_be_taken_and_once(service: Service) -> None:
    table, (ana, ben, _) = await deal_game(service, ANA, BEN, CEM)
    dot, eve = (Player(service, table.id, person) for person in (DOT, EVE))
    with pytest.raises(Refusal, match="is taken now"):
        await eve.takes_seat()
    await ben.leaves()
    for refused, answer in (
        (eve.takes_seat(0), "is taken now"),
        (eve.takes_seat(7), "There is no such seat. This table has seats 1–3."),
        (ana.takes_seat(), "already in"),
    ):
        with pytest.raises(Refusal, match=answer):
            await refused
    await eve.takes_seat(1)
    with pytest.raises(Refusal, match="is taken now"):
        await dot.takes_seat(1)


async def test_a_repeated_press_leaves_once(service: Service) -> None:
    table = await running_table(service, ANA, BEN, CEM)
    ben = Player(service, table.id, BEN, repeat(5))
    first = await ben.leaves()
    assert await ben.leaves() == first


async def test_the_next_person_is_host_where_the_host_left(service: Service) -> None:
    _, (ana, _, _) = await deal_game(service, ANA, BEN, CEM)
    assert (await ana.leaves()).host == BEN.user


async def test_a_game_that_everybody_left_is_closed_and_waits_for_nobody(service: Service) -> None:
    table, (ana, ben) = await deal_game(service, ANA, BEN)
    eve = Player(service, table.id, EVE)
    await ana.leaves()
    closed = await ben.leaves()
    assert (closed.status, closed.standing.closed) == (Status.CLOSED, "left")
    assert await service.tables.read(table.id, play.question_now) is None
    assert list(await service.listing.waiting_for_computers()) == []
    with pytest.raises(Over):
        await eve.takes_seat()
    service.repository.uncache()
    assert await service.tables.table(table.id, ANY) == closed


async def test_nobody_leaves_for_good_before_the_start_or_after_the_end(service: Service) -> None:
    _, (ana,) = await open_table(service, ANA)
    with pytest.raises(NotStarted):
        await ana.leaves()
    table, (ana, _) = await deal_game(service, ANA, BEN)
    await play_to_end(service, table)
    with pytest.raises(Over):
        await ana.leaves()
    going_on = await started_table(service)
    with pytest.raises(NotSeated):
        await Player(service, going_on.id, EVE).leaves()


async def test_the_record_tells_when_a_seat_changed_hands(service: Service) -> None:
    table, (_, ben) = await deal_game(service, ANA, BEN)
    eve = Player(service, table.id, EVE)
    table = await play_on(service, table)
    await ben.leaves()
    table = await play_to_end(service, await eve.takes_seat())
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
    table, (_, ben) = await deal_game(service, ANA, BEN)
    eve = Player(service, table.id, EVE)
    while not any(step.seat == 1 and step.kind == "act" for step in await service.tables.history(table.id, 0, None)):
        table = await play_on(service, table)
    await ben.leaves()
    table = await eve.takes_seat()
    taken_at = table.seq
    table = await play_to_end(service, table)
    assert all(
        decision.seq > taken_at
        for decision in run_to_end((await service.tables.log(table.id)).collect_decisions(EVE.user))
    )
    log = await service.tables.log(table.id)
    with pytest.raises(NotSeated):
        run_to_end(log.collect_decisions(BEN.user))
