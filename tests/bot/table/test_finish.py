"""When a game is over, as its card tells it: by its clock, and from twenty games on by how the server plays."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from bot.service import Service
from bot.service.finishes import time_of
from bot.store.tables import TableStatements
from bot.table.clock.finish import ENOUGH, USUALLY, a_turn, expected, work
from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset
from bot.table.clock.timing import Timing
from bot.table.draft import written
from bot.table.model import By, Table
from bot.table.rows import DurationRow
from bot.table.rules import ready
from bot.talk import time as talk
from bot.talk.card import card
from bot.talk.words import mentions
from engine.words import Message, Words
from tests.bot.games import GAMES
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD, FixedClock, dealt, played_out
from tests.bot.waiting_table import NOON

HOURS = Hours(8 * 60, 20 * 60)


def said(message: Message | None) -> str:
    return "" if message is None else Words(()).text(message)


def test_a_game_takes_the_playing_hours_of_its_turns_and_ends_within_them() -> None:
    timing = Timing(Preset.WEEK, HOURS)
    turns = work(range(30, 51), 4, 2)
    assert turns == 20
    found = expected(timing, turns, (), NOON)
    assert found is not None
    assert found.seconds == round(20 * USUALLY[Preset.WEEK])
    assert found.at == HOURS.after(NOON, found.seconds)
    assert found.at - NOON > found.seconds  # a night lies between


def test_a_game_by_the_clock_day_is_expected_to_end_within_a_day() -> None:
    found = expected(Timing(Preset.DAY, HOURS), 100, (), NOON)
    assert found is not None
    assert found.seconds < 12 * HOUR
    taught = expected(Timing(Preset.DAY, HOURS), 100, [HOUR] * ENOUGH, NOON)
    assert taught is not None
    assert taught.seconds == 100 * HOUR  # what happened is told as it is


def test_twenty_games_teach_how_long_a_turn_takes_and_nineteen_do_not() -> None:
    timing = Timing(Preset.WEEK, HOURS)
    known = [a_turn(timing, NOON, NOON + DAY + 6 * HOUR, 10)] * (ENOUGH - 1)
    assert known[0] == 18 * HOUR / 10  # of a day that is twelve hours long, and half of the next
    for learnt, times in ((False, known), (True, [*known, 2 * HOUR])):
        found = expected(timing, 10, times)
        assert found is not None
        assert found.learnt is learnt
        assert (found.seconds == 18 * HOUR) is learnt


def test_without_a_clock_nobody_knows_before_twenty_games() -> None:
    timing = Timing(Preset.OPEN)
    assert expected(timing, 10, [HOUR] * (ENOUGH - 1)) is None
    found = expected(timing, 10, [HOUR] * ENOUGH, NOON)
    assert found is not None
    assert found.at == NOON + 10 * HOUR


@pytest.mark.parametrize(
    ("preset", "seconds", "sentence"),
    [
        (Preset.SPRINT, 40 * MINUTE, "Here such a game takes about 40 min of play."),
        (Preset.DAY, 5 * HOUR, "Here such a game takes about 5 hours of play."),
        (Preset.WEEK, 36 * HOUR, "Here such a game takes about 3 days."),
    ],
)
def test_a_table_that_waits_for_players_tells_what_was_learnt(preset: Preset, seconds: int, sentence: str) -> None:
    timing = Timing(preset, HOURS)
    assert said(talk.lasts(timing, expected(timing, 1, [seconds] * ENOUGH))) == sentence
    assert talk.lasts(timing, expected(timing, 1, ())) is None
    assert talk.over_around(timing, expected(timing, 1, [seconds] * ENOUGH)) is None


async def on_card(service: Service, table: int) -> str:
    now = await service.outbox.snapshot(table)
    return card(GAMES["cards"], now.seen, Words(mentions(now.table.seats)), now.finish).text


async def begun(service: Service, preset: Preset) -> Table:
    table = await service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL, timing=Timing(preset))
    await service.tables.do(table.id, BEN.by(), ready.join, BEN)
    await service.tables.do(table.id, By(ANA.user), ready.start, ANA.user)
    return await dealt(service, table.id)


async def test_the_cards_of_a_server_learn_from_its_games(service: Service, clock: FixedClock) -> None:
    table = await begun(service, Preset.DAY)
    clock.time += 7 * HOUR
    table = await played_out(service, table)
    (row,) = await service.tables._store.run(lambda tx: tx.tables.durations(GUILD, "cards"))
    assert (row.ended - row.began, row.seats, row.people) == (7 * HOUR, 2, 2)
    with patch.object(TableStatements, "durations", AsyncMock(return_value=[row] * ENOUGH)):
        for preset, learnt in ((Preset.DAY, True), (Preset.WEEK, False)):
            opened = await service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL, timing=Timing(preset))
            assert ("Here such a game takes about" in await on_card(service, opened.id)) is learnt
            at = clock.time + 7 * HOUR
            running = await begun(service, preset)
            assert (f"Over around <t:{at}:f>." in await on_card(service, running.id)) is learnt
            clock.time += 60 * DAY
            assert "Over around" not in await on_card(service, running.id)  # it is past


def test_games_by_another_clock_and_of_computers_alone_teach_nothing() -> None:
    game: Any = GAMES["cards"]
    row = DurationRow(NOON, NOON + HOUR, written(game.options()), '{"preset":"day"}', 2, 2)
    assert time_of(row, Preset.DAY, game)
    assert time_of(row, Preset.WEEK, game) is None
    assert time_of(row._replace(people=0), Preset.DAY, game) is None
