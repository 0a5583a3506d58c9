"""The real bot on a real PostgreSQL outlives three restarts of its server.

It is played all the while over a real socket. No move that was acknowledged is lost or made twice, nobody reads an
apology, the loops work again, and in the end every board is as its table stands and asks the right person. A second bot
is still refused, and a signal in the middle of presses lets all of them be answered.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from bot.talk.letter import Purpose
from tests.bot.postgres import Server, fresh_database, running_server
from tests.faults.party import FAULT
from tests.wire.bot import bot
from tests.wire.loopback import Asked
from tests.wire.payloads import Payload
from tests.wire.people import Member, controls
from tests.wire.test_stop import BURST, burst, without_answer
from tests.wire.wired import Table, Wired, connected_bot

GAMES = {"draw": "week", "chickenfoot": "full", "blockers": "match", "fives": "week"}
"""What is played, by which preset: long enough for most of them not to end meanwhile."""
RESTARTS = 3
PLAY, AWAY = 8.0, 5.0
"""Seconds of play between two restarts, and without a server."""
BEATS = 70.0
"""Seconds in which every loop runs once more."""
LONGEST = 60.0
"""Seconds after which what is to come is given up."""
LEAST = 50
"""Moves without which nothing is shown."""
REST = 0.2
"""Seconds until a person looks again if nothing was to be done."""
SENTENCE = "My database doesn't answer. Look at your hand before you try again."
MOVES = frozenset({Purpose.ACT, Purpose.MENU, Purpose.CHOOSE})


@dataclass
class Players:
    """The people at all tables, who press whatever is offered to them."""

    here: Wired
    rng: Random = field(default_factory=lambda: Random(7))
    acknowledged: dict[int, str] = field(default_factory=dict)
    """The presses whose answer told of a move, and what it said."""
    refused: int = 0
    """Presses that were answered with the sentence about the database."""
    apologies: list[str] = field(default_factory=list)
    tired: bool = False
    """Whether they end, each after the press that is under way: only then is there anything to compare."""

    async def play(self, table: Table) -> None:
        """Play until all are tired; a turn that is not there yet, or a hand that cannot be read, is looked at again."""
        while not self.tired:
            with suppress(StopIteration, TimeoutError):
                if table.turn is not None and (asked := await self._move(table.mover, table.turn)):
                    self.acknowledged[asked.id] = asked.text
                    continue
            await asyncio.sleep(REST)

    async def _move(self, member: Member, turn: Payload) -> Asked | None:
        """Open the hand and press a move of it; None if nothing was done, or nobody can tell."""
        asked = await member.do(turn, Purpose.HAND)
        while await self._is_answered(asked):
            hand = asked.said[-1]
            offered = [control for control in controls(hand) if control.purpose in MOVES]
            if not offered:
                return None
            chosen, asked = await member.choose(hand, self.rng.choice(offered), self.rng)
            if chosen.purpose is Purpose.ACT:
                return asked if await self._is_answered(asked) and not _asks(asked.said[-1]) else None
        return None

    async def _is_answered(self, asked: Asked) -> bool:
        """Return whether a press was answered with more than that the database is away."""
        await asked.answer()
        if "Something went wrong" in asked.text:
            self.apologies.append(asked.text)
        self.refused += asked.text == SENTENCE
        return asked.text != SENTENCE and "Something went wrong" not in asked.text


def _asks(answer: Payload) -> bool:
    """Return whether a press was answered with a second question, and nothing is done yet."""
    return any(control.purpose is Purpose.SURE for control in controls(answer))


async def soak() -> list[str]:
    """Live, and say what went wrong."""
    with running_server() as server, tempfile.TemporaryDirectory() as folder:
        address = fresh_database(server)
        async with connected_bot(Path(folder), address) as here:
            players = Players(here)
            tables = [await here.table(game, preset) for game, preset in GAMES.items()]
            playing = [asyncio.create_task(players.play(table)) for table in tables]
            for number in range(RESTARTS):
                await asyncio.sleep(PLAY)
                await _restart(server)
                print(f"restart {number + 1}: {len(players.acknowledged)} moves acknowledged", flush=True)
            back = int(time.time())
            await asyncio.sleep(BEATS)
            await _becomes_true(lambda: len(players.acknowledged) >= LEAST)  # a busy machine takes longer
            players.tired = True
            await asyncio.gather(*playing)
            problems = [*_lost_moves(address, players), *_loops(here.bot.lines), *await _behind(address, back)]
            problems += [line for line in here.bot.lines if FAULT.search(line)]
            problems += [*_asking(address, tables), *await _second(here, address), *await _stop(tables)]
            print(
                f"{len(players.acknowledged)} moves acknowledged, {players.refused} presses told that the database is "
                f"away, {len(players.apologies)} apologies",
                flush=True,
            )
            return problems


async def _restart(server: Server) -> None:
    await asyncio.to_thread(server.stop)
    await asyncio.sleep(AWAY)
    await asyncio.to_thread(server.start)


def _lost_moves(address: str, players: Players) -> list[str]:
    """Return what was acknowledged and is not in the log, or is there twice."""
    rows = _query(address, "SELECT interaction, count(*) FROM steps WHERE interaction IS NOT NULL GROUP BY interaction")
    written = {int(interaction): int(times) for interaction, times in rows}
    lost = [said for id, said in players.acknowledged.items() if id not in written]
    doubled = sum(times > 1 for times in written.values())
    problems = [f"a move is lost that was answered: {said}" for said in lost]
    problems += [f"{doubled} moves were made twice"] if doubled else []
    moves = len(players.acknowledged)
    problems += [f"{moves} moves were made: nobody played"] if moves < LEAST else []
    problems += ["nobody met the database away"] if not players.refused else []
    return problems + [f"a press read: {text}" for text in players.apologies[:3]]


def _loops(lines: Sequence[str]) -> list[str]:
    """Return the loops that failed and did not work again."""
    failing = set[str]()
    for line in lines:
        name = re.search(r"loop=(\S+)", line)
        if name and "loop failed" in line:
            failing.add(name[1])
        elif name and "works again" in line:
            failing.discard(name[1])
    return [f"the loop {name} did not work again" for name in sorted(failing)]


async def _behind(address: str, back: int) -> list[str]:
    """Return what is wrong when all is quiet: the beat, and boards that are not as their tables stand."""

    def is_beating() -> bool:
        return any(int(value) >= back for (value,) in _query(address, "SELECT value FROM meta WHERE key = 'beat'"))

    def is_shown() -> bool:
        return not _query(address, "SELECT id FROM tables WHERE status = 'running' AND shown_seq < seq")

    problems = [] if await _becomes_true(is_beating) else ["the beat has not been written since the last restart"]
    return problems + ([] if await _becomes_true(is_shown) else ["a board is not as its table stands"])


def _asking(address: str, tables: Sequence[Table]) -> list[str]:
    """Return the tables whose newest message asks another person than the one to move."""
    question = "SELECT t.number, s.user_id FROM tables t JOIN seats s ON s.table_id = t.id AND s.seat = t.to_act"
    movers = dict(_query(address, question))
    wrong = [f"table {t.number} asks {t.mover.name}" for t in tables if t.turn and t.mover.id != movers.get(t.number)]
    return wrong + [f"table {t.number} asks {len(t.turns)} times" for t in tables if len(t.turns) > 1]


async def _second(here: Wired, address: str) -> list[str]:
    """Report a second bot that was let in."""
    async with bot(here.discord, here.folder, address) as second, asyncio.timeout(LONGEST):
        code = await second.wait_for_end()
    refused = code == 1 and second.lines == ["Another Boneyard already uses this database: stop it first."]
    return [] if refused else [f"a second bot was let in: {second.text}"]


async def _stop(tables: Sequence[Table]) -> list[str]:
    """Return presses that a signal left without an answer; what Discord no longer took is the machine's."""
    table = next(table for table in tables if table.turn is not None)
    assert table.turn is not None
    hand = await (await table.mover.do(table.turn, Purpose.HAND)).answer()
    asked = await burst(table, hand, Random(1), BURST // 2)
    code = await table.wired.bot.wait_for_end()
    silent = [each for each in without_answer(asked) if not each.late]
    return [f"the bot ended with {code}"] * (code != 0) + [f"no answer to {each}" for each in silent]


async def _becomes_true(true: Callable[[], bool]) -> bool:
    for _ in range(int(LONGEST / REST)):
        if true():
            return True
        await asyncio.sleep(REST)
    return False


def _query(address: str, question: str) -> Sequence[tuple[Any, ...]]:
    with psycopg.connect(address) as connection:
        return connection.execute(question.encode()).fetchall()
