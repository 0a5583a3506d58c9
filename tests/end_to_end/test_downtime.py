"""Whatever keeps people from playing, nobody is played for meanwhile, and everybody gets the time back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from simcord.backend import serializers
from structlog.testing import capture_logs

from bot.table.log.fold import Position
from bot.table.refusals import Busy, Damaged
from bot.talk.letter import Purpose
from tests.bot.inside import failing_moves
from tests.end_to_end.house import House, house
from tests.end_to_end.notices import pings, press
from tests.end_to_end.test_clock import VirtualClock, due_of, pass_time
from tests.end_to_end.test_loops import failing
from tests.end_to_end.test_removed import away

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
SPRINT, AWAY = "sprint", 40 * MINUTE
"""A clock whose turns take less than so long."""
PAUSE = 5 * MINUTE
"""Within which the bot sees that time was missed, and everybody reads when their turn ends now."""


class SetClock(VirtualClock):
    """A computer's clock beside the simulated Discord's: it can be set, and goes on while the machine sleeps."""

    def __init__(self) -> None:
        self.set_by = 0

    def now(self) -> int:
        return super().now() + self.set_by


@asynccontextmanager
async def game(folder: Path, clock: VirtualClock, pace: str = "day") -> AsyncIterator[House]:
    """Begin a game of two with a clock that runs day and night; turns of a sprint take minutes."""
    async with house(folder, ("Ana", "Ben"), threads=True, clock=clock) as here:
        ana, ben = here.members
        await ana.slash(here.channel, "new", game="draw")
        await ana.slash(here.channel, "clock", hours="0-24", timezone="UTC")
        await ana.slash(here.channel, "clock", preset=pace)
        await press(ben, here.card, Purpose.JOIN)
        await press(ana, here.card, Purpose.START)
        await pass_time(here, 2 * MINUTE)
        yield here


async def kinds(here: House) -> list[str]:
    """Return what happened at the table, step by step."""
    return [step.kind for step in await here.client.service.tables.history(1, 0, None)]


async def test_after_hours_asleep_nobody_was_late_and_nobody_is_called(tmp_path: Path) -> None:
    clock = SetClock()
    async with game(tmp_path, clock) as here:
        due, mover = due_of(here), here.mover
        clock.set_by += 8 * HOUR
        await pass_time(here, PAUSE)
        assert (await kinds(here)).count("extension") == 1
        assert not {"late", "reminder"} & set(await kinds(here))
        assert due + 8 * HOUR <= due_of(here) <= due + 8 * HOUR + 2 * MINUTE
        assert (here.mover, pings(here)) == (mover, [mover.id])


@pytest.mark.parametrize(
    "seconds", [-HOUR, *(pytest.param(far, marks=pytest.mark.long) for far in (1, -1, HOUR, 8 * HOUR, DAY, -DAY))]
)
async def test_a_clock_that_is_set_plays_no_turn_and_hurries_no_loop(tmp_path: Path, seconds: int) -> None:
    clock = SetClock()
    async with game(tmp_path, clock) as here:
        before = {loop.name: loop.counts.runs for loop in here.client.parts.loops}
        left = due_of(here) - clock.now()
        clock.set_by += seconds
        await pass_time(here, 30 * MINUTE)
        for loop in here.client.parts.loops:
            runs = loop.counts.runs - before[loop.name]
            assert 30 * MINUTE / loop.every - 1 <= runs <= 30 * MINUTE / loop.every + 3, loop.name
            assert loop.counts.failures == 0
        assert not {"late", "reminder"} & set(await kinds(here))
        assert due_of(here) - clock.now() >= left - 31 * MINUTE
        clock.set_by -= seconds
        await pass_time(here, 30 * MINUTE)
        assert not {"late", "reminder"} & set(await kinds(here))


async def test_a_press_right_after_hours_asleep_costs_nothing_of_the_time_that_one_has_left(tmp_path: Path) -> None:
    clock = SetClock()
    async with game(tmp_path, clock) as here:
        table = await here.client.service.tables.table(1, here.channel.guild.id)
        seat, bank = table.to_act, table.timing.seats[table.to_act or 0].bank
        clock.set_by += 8 * HOUR
        await here.play_by_buttons(1)
        while (table := await here.client.service.tables.table(1, here.channel.guild.id)).to_act == seat:
            await here.play_by_buttons(1)
        assert table.timing.seats[seat or 0].bank >= bank - 5 * MINUTE


async def test_hours_without_a_database_are_given_back(tmp_path: Path) -> None:
    async with game(tmp_path, VirtualClock()) as here:
        due = due_of(here)
        with failing(Busy()):
            await pass_time(here, 8 * HOUR)
        await pass_time(here, PAUSE)
        assert not {"late", "reminder"} & set(await kinds(here))
        assert due + 8 * HOUR <= due_of(here) <= due + 8 * HOUR + PAUSE


@pytest.mark.parametrize("restart", [False, True])
async def test_a_server_that_removed_the_bot_gets_the_time_back_when_it_is_added_again(
    tmp_path: Path, restart: bool
) -> None:
    async with game(tmp_path, VirtualClock(), SPRINT) as here:
        due, mover = due_of(here), here.mover
        with away(here):
            await pass_time(here, AWAY // 2)
            if restart:
                await here.restart()
            await pass_time(here, AWAY // 2)
            assert not {"late", "reminder", "extension"} & set(await kinds(here))
        await pass_time(here, MINUTE)
        assert not {"late", "reminder"} & set(await kinds(here))
        assert due + AWAY <= due_of(here) <= due + AWAY + PAUSE
        assert here.mover == mover


async def test_a_server_that_stays_away_has_its_games_closed_in_the_end(tmp_path: Path) -> None:
    clock = SetClock()
    async with game(tmp_path, clock) as here:
        with away(here):
            for _ in range(16):
                clock.set_by += DAY
                await pass_time(here, PAUSE)
            assert not {"late", "reminder"} & set(await kinds(here))
            assert (await kinds(here))[-2:] == ["close", "end"]


async def test_time_without_the_gateway_is_given_back(tmp_path: Path) -> None:
    async with game(tmp_path, VirtualClock(), SPRINT) as here:
        due = due_of(here)
        shard = here.client.get_shard(0)
        assert shard
        await shard.disconnect()
        await pass_time(here, AWAY)
        assert not {"late", "reminder"} & set(await kinds(here))
        await shard.reconnect()
        await pass_time(here, MINUTE)
        assert not {"late", "reminder"} & set(await kinds(here))
        assert due + AWAY <= due_of(here) <= due + AWAY + PAUSE


async def test_a_server_that_discord_names_and_does_not_tell_of_is_not_there_yet(tmp_path: Path) -> None:
    async with game(tmp_path, VirtualClock(), SPRINT) as here:
        due, backend = due_of(here), here.env.backend
        guild = backend.guilds[here.channel.guild.id]
        here.client._connection.parsers["READY"]({
            "user": dict(serializers.user_payload(backend.bot_user)),
            "application": {"id": str(backend.application_id), "flags": 0},
            "guilds": [{"id": str(guild.id), "unavailable": True}],
            "shard": [0, 1],
            "__shard_id__": 0,
        })  # fmt: skip  # SimCord's own names no server
        await pass_time(here, AWAY)
        assert not {"late", "reminder"} & set(await kinds(here))
        backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, guild))
        await pass_time(here, MINUTE)
        assert not {"late", "reminder"} & set(await kinds(here))
        assert due + AWAY <= due_of(here) <= due + AWAY + PAUSE


async def test_a_removal_while_the_gateway_is_away_is_noticed(tmp_path: Path) -> None:
    async with game(tmp_path, VirtualClock(), SPRINT) as here:
        shard = here.client.get_shard(0)
        assert shard
        await shard.disconnect()
        with away(here):
            await pass_time(here, 5 * MINUTE)
            await shard.reconnect()
            await pass_time(here, PAUSE)
            assert here.client.get_guild(here.channel.guild.id) is None
            asked = len(here.recorder.about_games)
            await here.skip(1)
            await pass_time(here, AWAY)
            assert len(here.recorder.about_games) == asked
            assert not {"late", "reminder"} & set(await kinds(here))


async def test_a_game_that_cannot_be_replayed_keeps_nobody_else_from_playing(tmp_path: Path) -> None:
    clock = SetClock()

    def fail(at: Position) -> None:
        assert at.table != 2

    async with game(tmp_path, clock) as here:
        due = due_of(here)
        await here.open_table("draw", 2, {})
        with failing_moves(fail):
            clock.set_by += 8 * HOUR
            await here.restart()
            await pass_time(here, PAUSE)
            with pytest.raises(Damaged):
                await here.client.service.tables.table(2, here.channel.guild.id)
            table = await here.client.service.tables.table(1, here.channel.guild.id)
        assert table.timing.due is not None
        assert due + 8 * HOUR <= table.timing.due <= due + 8 * HOUR + 2 * MINUTE


async def test_a_restart_after_hours_gives_them_back(tmp_path: Path) -> None:
    clock = SetClock()
    async with game(tmp_path, clock) as here:
        due = due_of(here)
        clock.set_by += 8 * HOUR
        await here.restart()
        await pass_time(here, PAUSE)
        assert not {"late", "reminder"} & set(await kinds(here))
        assert due + 8 * HOUR <= due_of(here) <= due + 8 * HOUR + 2 * MINUTE


@pytest.mark.parametrize("kind", ["GUILD_UPDATE", "CHANNEL_UPDATE", "THREAD_DELETE", "GUILD_ROLE_UPDATE"])
async def test_an_event_that_cannot_be_read_is_logged_by_its_kind_and_ends_nothing(tmp_path: Path, kind: str) -> None:
    async with game(tmp_path, VirtualClock()) as here:
        with capture_logs() as logged:
            here.env.backend.emit(kind, {"guild_id": str(here.channel.guild.id), "id": "none"})
        assert [line["kind"] for line in logged] == [kind]
        await here.play_by_buttons(1)
