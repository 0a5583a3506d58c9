"""What a press, a shown turn and a deadline pass through.

Files of the bot, calls, moves between files, transactions and their statements. Counted on the whole bot in a simulated
Discord, from the moment in which Discord's library hands over to ours, to the one in which the answer is given. What
merely runs in the same moment is no part of the way: a loop that wakes, another table that is shown.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any
from unittest.mock import patch

from sqlalchemy import Engine, event

import bot
from bot.discord.reply import Reply
from bot.store import Store
from bot.talk.letter import Purpose
from tests.bench.measure import Pace, show
from tests.bot.tools import FixedClock
from tests.end_to_end.house import House, controls, find_control, house

HOME = str(Path(bot.__file__).parent)
BEAT = 120
"""Seconds from one beat of the bot to the next, which tells that it was there all the time."""


@dataclass
class Walk:
    """The way of one thing through the code of the bot."""

    files: set[str] = field(default_factory=set)
    calls: int = 0
    moves: int = 0
    """How often a call led from one file of the bot into another."""
    transactions: int = 0
    statements: int = 0
    _here: str = ""

    def enter(self, code: CodeType) -> None:
        """Count a call; code outside of the bot counts nothing."""
        file = code.co_filename
        if not file.startswith(HOME):
            return
        self.calls += 1
        self.moves += self._here not in ("", file)
        self.files.add(file.removeprefix(HOME + "/"))
        self._here = file


_WALK: ContextVar[Walk | None] = ContextVar("walk", default=None)
"""Whose way it is that runs now.

What this begins as a task of its own is part of it; a loop of the bot runs in the context in which it was started.
"""


@asynccontextmanager
async def walking(walk: Walk) -> AsyncIterator[None]:
    """Count what is done meanwhile, in this thread and for this alone."""
    run = Store.run

    async def count_transaction(store: Store, work: Callable[[Any], Awaitable[Any]]) -> Any:
        if (ours := _WALK.get()) is not None:
            ours.transactions += 1
        return await run(store, work)

    def count_statement(*_: object) -> None:
        if (ours := _WALK.get()) is not None:
            ours.statements += 1

    def count_call(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and (ours := _WALK.get()) is not None:
            ours.enter(frame.f_code)

    with patch.object(Store, "run", count_transaction):
        before = _WALK.set(walk)
        event.listen(Engine, "before_cursor_execute", count_statement)
        sys.setprofile(count_call)
        try:
            yield
        finally:
            sys.setprofile(None)
            event.remove(Engine, "before_cursor_execute", count_statement)
            _WALK.reset(before)


def run(pace: Pace) -> None:
    """Print the table."""
    walks = asyncio.run(_run())
    columns = ["files", "calls", "moves", "transactions", "statements"]
    rows = [
        [name, *map(str, (len(w.files), w.calls, w.moves, w.transactions, w.statements))] for name, w in walks.items()
    ]
    show("Walks through the bot, Draw for two", ["", *columns], rows)
    if pace.times > 10:
        for name, walk in walks.items():
            print(f"{name}: {', '.join(sorted(walk.files))}")


async def _run() -> dict[str, Walk]:
    clock = FixedClock()
    with TemporaryDirectory() as folder:
        async with house(Path(folder), ("Ana", "Ben"), clock=clock) as here:
            await _begin_game(here)
            press = await _walk_press(here)
            shown = await _walk(here.client.parts.channel.show(1))
            await _remind(here, clock)
            deadline = await _walk(here.client.parts.upkeep.ticker.wake_due())
    return {"a press": press, "a shown turn": shown, "a deadline": deadline}


async def _begin_game(here: House) -> None:
    """Begin a game of Draw for two by the day's clock, some moves old."""
    ana, ben = here.members
    await ana.slash(here.channel, "new", game="draw")
    await ana.slash(here.channel, "clock", preset="day")
    await ben.click(here.card, custom_id=str(find_control(here.card, Purpose.JOIN)))
    await ana.click(here.card, custom_id=str(find_control(here.card, Purpose.START)))
    await here.play_by_buttons(3)


async def _walk_press(here: House) -> Walk:
    """Move by a button of the hand, from Discord's event to the answer; what it sets off is not part of it."""
    shown = await here.mover.click(here.turn, custom_id=str(find_control(here.turn, Purpose.HAND)))
    move = next(id for id in controls(shown.response) if id.purpose is Purpose.ACT)
    walk, pressed, say = Walk(), type(here.client).handle_press, Reply.post

    async def count_press(client: Any, *arguments: Any) -> None:
        async with walking(walk):
            await pressed(client, *arguments)

    async def end_at_answer(reply: Reply, *arguments: Any, **how: Any) -> None:
        await say(reply, *arguments, **how)
        _WALK.set(None)

    here.client.service.repository._watchers.clear()
    here.client.service.repository._alarms.clear()
    with patch.object(type(here.client), "handle_press", count_press), patch.object(Reply, "post", end_at_answer):
        await here.mover.click(shown.response, custom_id=str(move))
    return walk


async def _remind(here: House, clock: FixedClock) -> None:
    """Let the time pass until the seat to move is called again."""
    while (at := await here.client.service.clockwork.next_wake()) is not None and at > clock.time:
        clock.time += min(BEAT, at - clock.time)
        await here.client.service.absence.beat()


async def _walk(work: Awaitable[object]) -> Walk:
    walk = Walk()
    async with walking(walk):
        await work
    return walk
