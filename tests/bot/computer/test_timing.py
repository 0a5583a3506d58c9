"""When a computer player moves tells nothing of its hand: with one choice it waits as with many."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from bot.computer import choice, mover, pool
from bot.table.limits import Limits
from bot.table.log.model import ANY, Question
from bot.table.refusals import Busy
from engine.players import candidate_notations
from tests.bot.busy import busy_bot
from tests.bot.inside import scheduled_moves, set_pace
from tests.bot.tools import ANA, BEN

THOUGHT = 2.5
"""Seconds that each answer takes, of a time that passes by nothing else."""
BEFORE = 3
"""Questions that wait before the one that is looked at."""


class Time:
    """Passes while computer players think."""

    def __init__(self) -> None:
        self.now = 0.0

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def set(self) -> None:
        """Stands in for an event, too."""


class Answer(NamedTuple):
    """A computer player's choice, when it was made: of which table, and whether there was one thing to do."""

    table: int
    forced: bool
    at: float


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    passing = Time()
    monkeypatch.setattr(pool, "monotonic", lambda: passing.now, raising=False)
    return passing


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, time: Time) -> list[Answer]:
    """Provide all choices, in the order in which they were made."""
    made, real = list[Answer](), choice.choose_notation

    async def note_answer(pool: Any, question: Question, *rest: Any) -> str:
        chosen = await real(pool, question, *rest)
        made.append(Answer(question.table.id, len(candidate_notations(question.observation)) == 1, time.now))
        return chosen

    monkeypatch.setattr(mover, "choose_notation", note_answer)
    return made


async def test_a_forced_move_comes_when_a_free_one_would(
    sqlite_address: str, time: Time, answers: list[Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found with BOT_PACE=0, and with a busy pool: a single tile that fitted was laid at once."""
    async with busy_bot(
        sqlite_address, Limits(tables_a_person=1000, own_tables=1000, tables_an_hour=1000, tables_a_channel=1000)
    ) as here:
        monkeypatch.setattr(here.parts.pool, "_closing", time, raising=False)
        here.minds.takes = lambda: time.wait(THOUGHT)
        told: dict[bool, tuple[int, float]] = {}
        while len(told) < 2:
            others = [await here.turn_of(BEN, await here.table("blockers", BEN, "hard")) for _ in range(BEFORE)]
            table = await here.turn_of(ANA, await here.table("draw", ANA, "hard"))
            began = time.now
            answers.clear()
            for one in (*others, table):
                await here.act(one.id)
                await here.look_around(one.id)
            here.minds.gate.opened.set()
            await here.parts.mover.wait_idle()
            for place, answer in enumerate(answers):
                if answer.table == table.id and answer.forced not in told:
                    told[answer.forced] = place, answer.at - began
                    break
        assert told[True] == told[False] == (BEFORE, (BEFORE + 1) * THOUGHT)


@pytest.mark.parametrize("step", ["read", "act"])
async def test_a_computer_player_that_met_an_outage_moves_at_the_next_look(
    step: str, sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy_database(*_: object, **__: object) -> None:
        raise Busy

    async with busy_bot(sqlite_address) as here:
        table = await here.turn_of(ANA, await here.table("blockers", ANA, "hard"))
        here.minds.gate.opened.set()
        played = await here.act(table.id)
        with monkeypatch.context() as outage:
            outage.setattr(here.parts.service.tables, step, busy_database)
            await here.parts.mover.wait_idle()
            for _ in range(3):
                await here.parts.mover.resume()
                await here.parts.mover.wait_idle()
        assert (await here.parts.service.tables.table(table.id, ANY)).position_seq == played.position_seq
        await here.parts.mover.resume()
        await here.parts.mover.wait_idle()
        assert (await here.parts.service.tables.table(table.id, ANY)).mover == ANA


async def test_a_bot_that_stops_leaves_a_move_that_is_due_for_the_next_start(sqlite_address: str) -> None:
    async with busy_bot(sqlite_address) as here:
        table = await here.turn_of(ANA, await here.table("blockers", ANA, "hard"))
        here.minds.gate.opened.set()
        set_pace(here.parts.mover, 100.0)
        played = await here.act(table.id)
        await here.parts.mover.wait_idle()
        due = scheduled_moves(here.parts.mover)
        assert due
        await here.parts.mover.close()
        await here.parts.mover.resume()
        await here.parts.mover.wait_idle()
        assert all(move.cancelled() for move in due.values())
    async with busy_bot(sqlite_address) as here:
        here.minds.gate.opened.set()
        await here.parts.mover.resume()
        await here.parts.mover.wait_idle()
        assert (await here.parts.service.tables.table(table.id, ANY)).position_seq > played.position_seq
