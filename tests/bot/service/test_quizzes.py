"""What is kept of a question to everyone, on both databases: each answer once, and none of it longer than needed."""

from __future__ import annotations

import math

import pytest

from bot.service import Service
from bot.service.quizzes import ENOUGH
from bot.store import Share, Store
from bot.table.clock.pace import DAY
from bot.table.log.model import Table
from bot.table.log.rows import QuizAnswerRow, QuizRow
from bot.table.posts import Post, PostKind
from bot.table.refusals import Refusal
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, EVE, FixedClock, play_to_end, running_table

MESSAGE = 77


async def start_quiz(service: Service) -> tuple[Table, Post]:
    """Ask Ana's question about a game that is over."""
    table = await play_to_end(service, await running_table(service, ANA, BEN, preset="short"))
    row = QuizRow(table.id, ANA.user, "6-2 on A", "Pass", 1, None)
    post = await service.shares.begin(table.id, PostKind.QUIZ, 0, CHANNEL, row)
    await service.shares.mark_sent(post, MESSAGE)
    return table, post


async def counts_after_answer(service: Service, table: Table, user: int, choice: int, press: int) -> tuple[int, int]:
    return (await service.quizzes.answer(table.id, QuizAnswerRow(table.id, user, choice, press), MESSAGE)).counts


async def test_a_question_that_is_begun_twice_is_one(service: Service, clock: FixedClock) -> None:
    table, post = await start_quiz(service)
    clock.time += 5
    again = QuizRow(table.id, BEN.user, "5-1 on A", "0-0 on B", 0, 4)
    assert (await service.shares.begin(table.id, PostKind.QUIZ, 0, CHANNEL, again)).id == post.id
    quiz = await service.quizzes.answer(table.id, QuizAnswerRow(table.id, EVE.user, 0, 1), MESSAGE)
    assert quiz.row == QuizRow(
        table.id, ANA.user, "6-2 on A", "Pass", 1, None, clock.time - 5 + DAY, clock.time - 5 + DAY
    )


async def test_the_newest_press_of_a_person_is_their_answer(service: Service) -> None:
    table, _ = await start_quiz(service)
    assert await counts_after_answer(service, table, EVE.user, 0, 10) == (1, 0)
    assert await counts_after_answer(service, table, CEM.user, 0, 11) == (2, 0)
    assert await counts_after_answer(service, table, EVE.user, 1, 12) == (1, 1)
    assert await counts_after_answer(service, table, EVE.user, 0, 10) == (1, 1)
    assert await counts_after_answer(service, table, ANA.user, 0, 13) == (1, 1)  # she asked


async def test_no_answer_is_taken_after_the_last_one(service: Service, clock: FixedClock) -> None:
    table, _ = await start_quiz(service)
    alarms = list[int]()
    service.quizzes.add_alarm(alarms.append)
    for number in range(ENOUGH):
        assert alarms == []
        counts = await counts_after_answer(service, table, 2 * 10**18 + number, 0, 100 + number)
    assert counts == await counts_after_answer(service, table, EVE.user, 1, 500) == (ENOUGH, 0)
    assert set(alarms) == {clock.time}
    assert await service.quizzes.due_tables() == [table.id]


async def test_answers_are_deleted_once_the_question_is_closed(service: Service, clock: FixedClock) -> None:
    table, _ = await start_quiz(service)
    await counts_after_answer(service, table, EVE.user, 0, 10)
    assert await service.quizzes.read_if_due(table.id) is None
    assert await service.quizzes.next_due() == clock.time + DAY
    clock.time += DAY
    quiz = await service.quizzes.read_if_due(table.id)
    assert quiz is not None
    assert quiz.counts == (1, 0)
    await service.quizzes.finish(quiz)
    assert await service.quizzes.read_if_due(table.id) is None
    assert await service.quizzes.next_due() is None
    assert (await service.people.collect_data(EVE.user)).answers == ()
    assert [row.table for row in (await service.people.collect_data(ANA.user)).quizzes] == [table.id]


async def test_an_answer_goes_with_its_user_and_a_question_with_its_player(service: Service) -> None:
    table, _ = await start_quiz(service)
    await counts_after_answer(service, table, EVE.user, 0, 10)
    await counts_after_answer(service, table, CEM.user, 0, 11)
    await service.people.forget(EVE.user)
    assert await counts_after_answer(service, table, BEN.user, 1, 12) == (1, 1)
    await service.people.forget(ANA.user)
    with pytest.raises(Refusal, match="This question is gone"):
        await counts_after_answer(service, table, BEN.user, 0, 13)
    quiz = await service.quizzes.read_if_due(table.id)
    assert quiz is not None
    await service.quizzes.finish(quiz)
    assert (await service.people.collect_data(BEN.user)).answers == ()
    assert await service.shares.find_message(table.id, PostKind.QUIZ, 0) is None


async def test_a_process_closes_the_questions_of_its_own_servers(
    service: Service, store: Store, clock: FixedClock
) -> None:
    table, _ = await start_quiz(service)
    clock.time += DAY
    shards = range(4)
    found = list[tuple[list[int], int | None]]()
    for shard in shards:
        store.serve(Share(len(shards), frozenset({shard})), math.inf)
        found.append((list(await service.quizzes.due_tables()), await service.quizzes.next_due()))
    assert sorted(found, key=str) == sorted([([], None)] * 3 + [([table.id], clock.time)], key=str)
