"""How long a game takes, as players are told: by its clock, and by how games went on its server."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from bot.service import Service
from bot.service.game_lengths import CACHE_SECONDS, slowness_of
from bot.store.tables import TableStatements
from bot.table.clock.finish import (
    DAY_SHARE,
    PRIOR_GAMES,
    REPLY_MEAN,
    decided_turns,
    expected_finish,
    slowness,
    usual_time,
)
from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset
from bot.table.clock.timing import Timing
from bot.table.log.draft import encode_options
from bot.table.log.rows import DurationRow
from bot.talk import time as talk
from bot.talk.card import card
from bot.talk.words import mentions
from engine.words import Message, Words
from tests.bot.games import GAMES
from tests.bot.tools import ANA, BEN, GUILD, FixedClock, new_table, play_to_end, running_table
from tests.bot.waiting_table import NOON

HOURS = Hours(8 * 60, 20 * 60)


def text_of(message: Message | None) -> str:
    return "" if message is None else Words(()).text(message)


def test_a_game_takes_the_playing_hours_of_its_turns_and_ends_within_them() -> None:
    timing = Timing(Preset.WEEK, HOURS)
    turns = decided_turns(range(30, 51), 4, 2)
    assert turns == 20
    found = expected_finish(timing, turns, (), NOON)
    assert found is not None
    assert found.seconds == round(20 * REPLY_MEAN[Preset.WEEK])
    assert found.at == HOURS.instant_after(NOON, found.seconds)
    assert found.at - NOON > found.seconds  # a night lies between


def test_a_game_by_the_clock_day_is_expected_to_end_within_a_day() -> None:
    timing = Timing(Preset.DAY, HOURS)
    found = expected_finish(timing, 100, (), NOON)
    assert found is not None
    assert found.seconds == round(DAY_SHARE * 12 * HOUR)
    taught = expected_finish(timing, 100, [3.0] * (PRIOR_GAMES + 1), NOON)
    assert taught is not None
    assert taught.seconds == pytest.approx(3 * found.seconds, abs=2)  # what happened is told as it is


def test_a_longer_clock_makes_nobody_slower() -> None:
    quick, slow = (usual_time(Timing(preset, HOURS), 10) for preset in (Preset.DAY, Preset.WEEK))
    assert quick == slow == 10 * REPLY_MEAN[Preset.WEEK]
    assert 30 * MINUTE < REPLY_MEAN[Preset.WEEK] < 35 * MINUTE


def test_a_server_teaches_its_pace_once_more_of_its_games_are_over_than_count_as_usual() -> None:
    timing = Timing(Preset.WEEK, HOURS)
    usual = usual_time(timing, 10)
    took = slowness(timing, NOON, NOON + DAY + 6 * HOUR, 10)
    assert took == 18 * HOUR / usual  # of a day that is twelve hours long, and half of the next
    for games, seconds in ((0, usual), (PRIOR_GAMES - 1, usual), (PRIOR_GAMES + 1, 18 * HOUR), (20, 18 * HOUR)):
        found = expected_finish(timing, 10, [took] * games)
        assert found is not None
        assert found.seconds == round(seconds)


def test_without_a_clock_nobody_knows_before_some_games_are_over() -> None:
    timing = Timing(Preset.OPEN)
    assert expected_finish(timing, 10, [1.0] * PRIOR_GAMES) is None
    found = expected_finish(timing, 10, [2.0] * (PRIOR_GAMES + 1), NOON)
    assert found is not None
    assert found.at == NOON + round(2 * usual_time(timing, 10))


@pytest.mark.parametrize(
    ("preset", "turns", "sentence"),
    [
        (Preset.SPRINT, 40, "about 22 min"),
        (Preset.DAY, 10, "about 5 hours"),
        (Preset.DAY, 50, "about 7 hours"),
        (Preset.WEEK, 10, "about 5 hours"),
        (Preset.WEEK, 65, "about 3 days"),
        (Preset.OPEN, 10, "as long as you like"),
        (Preset.SPRINT, 500, "⚠ long for a Sprint (choose a shorter preset or the Day clock)"),
    ],
)
def test_how_long_a_game_takes_is_said_before_any_is_over(preset: Preset, turns: int, sentence: str) -> None:
    timing = Timing(preset, HOURS)
    finish = expected_finish(timing, turns, ())
    assert text_of(talk.duration_text(timing, 2, range(turns, turns + 1), finish)) == sentence
    assert talk.expected_end_line(timing, finish) is None


async def on_card(service: Service, table: int) -> str:
    now = await service.outbox.snapshot(table)
    return card(GAMES["cards"], now.seen, Words(mentions(now.table.seats)), now.finish).text


async def test_the_cards_of_a_server_learn_from_its_games(service: Service, clock: FixedClock) -> None:
    table = await running_table(service, ANA, BEN, timing=Timing(Preset.DAY))
    clock.time += 7 * HOUR
    table = await play_to_end(service, table)
    (row,) = await service.store.run(lambda tx: tx.tables.durations(GUILD, "cards"))
    assert (row.ended - row.began, row.seats, row.people) == (7 * HOUR, 2, 2)
    lobby = await new_table(service, ANA, timing=Timing(Preset.DAY))
    before = await service.game_lengths.finish_of_table(lobby.id)
    clock.time += CACHE_SECONDS
    with patch.object(TableStatements, "durations", AsyncMock(return_value=[row] * 20)):
        learnt = await service.game_lengths.finish_of_table(lobby.id)
        assert before is not None
        assert before.seconds < 5 * HOUR
        assert learnt is not None
        assert learnt.seconds == 7 * HOUR
        assert "Whole game with 2 players: about 7 hours" in await on_card(service, lobby.id)
        for preset in (Preset.DAY, Preset.WEEK):
            begun = await running_table(service, ANA, BEN, timing=Timing(preset))
            assert "Should finish around <t:" in await on_card(service, begun.id)
            clock.time += 60 * DAY
            assert "Should finish around" not in await on_card(service, begun.id)  # it is past


def test_games_by_another_clock_and_of_computers_alone_teach_nothing() -> None:
    game: Any = GAMES["cards"]
    row = DurationRow(NOON, NOON + HOUR, encode_options(game.options()), '{"preset":"day"}', 2, 2)
    assert slowness_of(row, Preset.DAY, game)
    assert slowness_of(row, Preset.WEEK, game) is None
    assert slowness_of(row._replace(people=0), Preset.DAY, game) is None
