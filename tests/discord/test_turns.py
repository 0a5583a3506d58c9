"""Nobody's flood of questions takes the time of all others."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from bot.desk.command import Choices
from bot.discord import answers
from bot.discord.answers import Answers
from bot.discord.commands import Commands
from bot.discord.question_queue import PAUSE_FACTOR, QuestionQueue
from bot.table.limits import Limits
from bot.table.refusals import TooMuch
from bot.talk.form import Form
from bot.talk.letter import ControlId, Letter, Purpose
from bot.talk.words import Texts
from engine.games import GAMES
from tests.bot.lapse import Lapse, lapse
from tests.discord.test_meanwhile import WHY, Heard

ANA, BEN = 1, 2
NEVER = 1000.0


async def let_all_begin() -> None:
    """Let everything go on that can."""
    for _ in range(10):
        await asyncio.sleep(0)


class Desk:
    """Answers when it is told to, and knows what it works on."""

    def __init__(self, turns: QuestionQueue) -> None:
        self._turns = turns
        self.working: list[int] = []
        self.free = asyncio.Event()

    async def answer(self, user: int) -> None:
        async with self._turns.turn(user):
            self.working.append(user)
            await self.free.wait()


async def test_questions_of_one_person_wait_for_each_other_and_for_nobody_else() -> None:
    turns = QuestionQueue(5, NEVER)
    desk = Desk(turns)
    asked = [asyncio.ensure_future(desk.answer(user)) for user in (ANA, ANA, ANA, BEN)]
    await let_all_begin()
    assert desk.working == [ANA, BEN]
    desk.free.set()
    await asyncio.gather(*asked)
    assert desk.working == [ANA, BEN, ANA, ANA]
    assert turns.people_count == 0


async def test_a_question_too_many_is_refused_and_the_others_are_answered() -> None:
    turns = QuestionQueue(2, NEVER)
    desk = Desk(turns)
    asked = [asyncio.ensure_future(desk.answer(ANA)) for _ in range(2)]
    await let_all_begin()
    with pytest.raises(TooMuch, match="2 things you asked for"):
        await desk.answer(ANA)
    desk.free.set()
    await asyncio.gather(*asked)
    await desk.answer(ANA)
    assert turns.people_count == 0


async def test_a_question_that_waits_for_something_else_keeps_no_other_waiting_for_long() -> None:
    desk = Desk(QuestionQueue(5, patience=0.0))
    asked = [asyncio.ensure_future(desk.answer(ANA)) for _ in range(2)]
    while len(desk.working) < 2:  # noqa: ASYNC110  # the patience is a timer of the loop
        await asyncio.sleep(0)
    desk.free.set()
    await asyncio.gather(*asked)


async def test_a_question_that_is_given_up_lets_the_next_one_begin() -> None:
    turns = QuestionQueue(5, NEVER)
    desk = Desk(turns)
    asked = [asyncio.ensure_future(desk.answer(ANA)) for _ in range(3)]
    await let_all_begin()
    asked[1].cancel()
    asked[0].cancel()
    while len(desk.working) < 2:  # noqa: ASYNC110  # the pause is a timer of the loop
        await asyncio.sleep(0)
    assert desk.working == [ANA, ANA]
    desk.free.set()
    await asyncio.gather(*asked, return_exceptions=True)
    assert turns.people_count == 0


async def test_who_asks_too_much_reads_that_and_what_takes_long_is_not_counted() -> None:
    answer, free = Answers(Texts(), limits=Limits(waiting_a_person=1)), asyncio.Event()

    async def slow() -> Letter:
        await free.wait()
        return Letter("Hand")

    interaction: Any = SimpleNamespace(
        id=1, locale="en-US", user=SimpleNamespace(id=ANA), data={}, command=None, guild_id=None
    )
    first, replay, refused = Heard(), Heard(), Heard()
    asked = list[asyncio.Future[None]]()
    kinds: Any = ((replay, {"meanwhile": WHY}), (first, {}), (refused, {}))
    for heard, more in kinds:
        with patch.multiple(answers, ACKNOWLEDGE_AFTER=NEVER, Reply=heard):
            asked.append(asyncio.ensure_future(answer(interaction, slow(), **more)))
            await let_all_begin()
    assert refused.said == [("I'm still working on 1 thing you asked for. Ask again when it's here.", False)]
    free.set()
    await asyncio.gather(*asked)
    assert (first.said[-1][0], replay.said[-1][0]) == ("Hand", "Hand")


def press_or_type() -> Any:
    """Send Ana's press, or what is typed."""
    return SimpleNamespace(
        id=1, locale="en-US", user=SimpleNamespace(id=ANA), data={}, command=None, guild_id=None, namespace=()
    )


class Begun:
    """Work that notes when it begins, and is done when it is told to."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.free = asyncio.Event()

    async def letter(self) -> Letter:
        self.order.append("hand")
        await self.free.wait()
        return Letter("Hand")

    async def form(self) -> Form:
        self.order.append("form")
        return Form(ControlId(Purpose.SET, 1, data="length"), "Length", ())

    async def suggest_choices(self, caller: Any, suggest: Any, sofar: str, others: Any) -> Choices:
        self.order.append(sofar)
        return [(sofar, sofar)]


async def test_forms_and_suggestions_wait_for_what_their_user_asked_before() -> None:
    work, answer, heard = Begun(), Answers(Texts(), limits=Limits(waiting_a_person=3)), Heard()
    desk: Any = SimpleNamespace(suggest=work.suggest_choices)
    suggestions = Commands(desk, GAMES, answer)._make_suggestions(AsyncMock())
    caller = patch("bot.discord.commands.caller")
    with caller, patch.multiple(answers, ACKNOWLEDGE_AFTER=NEVER, Reply=heard):
        first = asyncio.ensure_future(answer(press_or_type(), work.letter()))
        await let_all_begin()
        opened = asyncio.ensure_future(answer.open_form(press_or_type(), work.form()))
        typed = [asyncio.ensure_future(suggestions(press_or_type(), sofar)) for sofar in ("6", "6-2")]
        await let_all_begin()
        assert work.order == ["hand"]
        assert await typed[1] == []  # one question too many, and nobody reads it any more
        work.free.set()
        await asyncio.gather(first, opened, *typed)
    assert work.order == ["hand", "form", "6"]
    assert [choice.value for choice in typed[0].result()] == ["6"]
    assert heard.forms == ["Length"]


async def test_a_form_and_a_suggestion_come_in_time_though_something_else_takes_long() -> None:
    work, answer, heard = Begun(), Answers(Texts()), Heard()
    with patch.multiple(answers, ACKNOWLEDGE_AFTER=0.0, Reply=heard):
        asked = asyncio.ensure_future(answer(press_or_type(), work.letter()))
        await let_all_begin()
        await answer.open_form(press_or_type(), work.form())
        assert await answer.suggest(press_or_type(), work.suggest_choices(None, None, "6", {})) == [("6", "6")]
        work.free.set()
        await asked
    assert work.order == ["hand", "form", "6"]


def test_a_person_who_asks_for_more_meanwhile_leaves_others_twice_the_time_that_each_answer_took() -> None:
    async def ask_twice_as_long(loop: Lapse) -> list[float]:
        turns, begun = QuestionQueue(5), list[float]()

        async def ask(user: int) -> None:
            async with turns.turn(user):
                begun.append(loop.now)
                await asyncio.sleep(1.0)

        start = loop.now
        await asyncio.gather(*(ask(ANA) for _ in range(2)))
        await ask(ANA)  # the last one had nobody behind it
        return [at - start for at in begun]

    assert lapse(ask_twice_as_long) == [0.0, 1.0 + PAUSE_FACTOR, 2.0 + PAUSE_FACTOR]
