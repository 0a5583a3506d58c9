"""Nobody's flood of questions takes the time of all others."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from bot.discord import answers
from bot.discord.answers import Answers
from bot.discord.turns import Turns
from bot.table.limits import Limits
from bot.table.refusals import TooMuch
from bot.talk.letter import Letter
from bot.talk.words import Texts
from tests.discord.test_meanwhile import WHY, Heard

ANA, BEN = 1, 2
NEVER = 1000.0


async def begun() -> None:
    """Let everything go on that can."""
    for _ in range(10):
        await asyncio.sleep(0)


class Desk:
    """Answers when it is told to, and knows what it works on."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self.working: list[int] = []
        self.free = asyncio.Event()

    async def answer(self, user: int) -> None:
        async with self._turns.turn(user):
            self.working.append(user)
            await self.free.wait()


async def test_questions_of_one_person_wait_for_each_other_and_for_nobody_else() -> None:
    turns = Turns(5, NEVER)
    desk = Desk(turns)
    asked = [asyncio.ensure_future(desk.answer(user)) for user in (ANA, ANA, ANA, BEN)]
    await begun()
    assert desk.working == [ANA, BEN]
    desk.free.set()
    await asyncio.gather(*asked)
    assert desk.working == [ANA, BEN, ANA, ANA]
    assert turns.people == 0


async def test_a_question_too_many_is_refused_and_the_others_are_answered() -> None:
    turns = Turns(2, NEVER)
    desk = Desk(turns)
    asked = [asyncio.ensure_future(desk.answer(ANA)) for _ in range(2)]
    await begun()
    with pytest.raises(TooMuch, match="2 things you asked for"):
        await desk.answer(ANA)
    desk.free.set()
    await asyncio.gather(*asked)
    await desk.answer(ANA)
    assert turns.people == 0


async def test_a_question_that_waits_for_something_else_keeps_no_other_waiting_for_long() -> None:
    desk = Desk(Turns(5, patience=0.0))
    asked = [asyncio.ensure_future(desk.answer(ANA)) for _ in range(2)]
    while len(desk.working) < 2:  # noqa: ASYNC110  # the patience is a timer of the loop
        await asyncio.sleep(0)
    desk.free.set()
    await asyncio.gather(*asked)


async def test_a_question_that_is_given_up_lets_the_next_one_begin() -> None:
    turns = Turns(5, NEVER)
    desk = Desk(turns)
    asked = [asyncio.ensure_future(desk.answer(ANA)) for _ in range(3)]
    await begun()
    asked[1].cancel()
    asked[0].cancel()
    await begun()
    assert desk.working == [ANA, ANA]
    desk.free.set()
    await asyncio.gather(*asked, return_exceptions=True)
    assert turns.people == 0


async def test_who_asks_too_much_reads_that_and_what_takes_long_is_not_counted() -> None:
    answer, free = Answers(Texts(), limits=Limits(waiting_a_person=1)), asyncio.Event()

    async def slow() -> Letter:
        await free.wait()
        return Letter("Hand")

    interaction: Any = SimpleNamespace(id=1, locale="en-US", user=SimpleNamespace(id=ANA), data={}, command=None)
    first, replay, refused = Heard(), Heard(), Heard()
    asked = list[asyncio.Future[None]]()
    kinds: Any = ((replay, {"meanwhile": WHY}), (first, {}), (refused, {}))
    for heard, more in kinds:
        with patch.multiple(answers, PATIENCE=NEVER, Reply=heard):
            asked.append(asyncio.ensure_future(answer(interaction, slow(), **more)))
            await begun()
    assert refused.said == [("I'm still working on 1 thing you asked for. Ask again when it's here.", False)]
    free.set()
    await asyncio.gather(*asked)
    assert (first.said[-1][0], replay.said[-1][0]) == ("Hand", "Hand")
