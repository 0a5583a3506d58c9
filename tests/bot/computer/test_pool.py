"""Computer players at work: processes that may die or hang, tables that take turns, moves that come once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count, cycle
from typing import Any

import pytest

from bot.computer.analysis import Analyst
from bot.computer.mover import Mover
from bot.computer.pool import Pool
from bot.computer.thinker import THINKING_SECONDS, JudgeTask, Worth
from bot.computer.thinker import judge_in_time as judged_there
from bot.runtime.work import Queue, Work
from bot.runtime.workers import WorkerFailed
from bot.service import Service
from bot.store import Store
from bot.table.limits import LIMITS, Limits
from bot.table.log.model import Question, Status, Table
from bot.table.record.stepwise import run_to_end
from bot.table.refusals import Refusal, TooMuch
from bot.table.rules import play
from engine.game import DEALER
from tests.bot import thinkers
from tests.bot.games import CARDS_GAME, CardOptions, boldest
from tests.bot.inside import make_move, process_of, scheduled_moves, set_pace, workers_of
from tests.bot.players import Player, deal_game, mover_at, mover_first
from tests.bot.tools import ANA, BEN, GUILD, FixedClock, first_choice, make_deal, running_table, started_table
from tests.bot.worlds import captured_log

SOON = 0.01
"""Seconds until a process that hangs is stopped."""


@asynccontextmanager
async def pool(patience: float = 60.0, limits: Limits = LIMITS) -> AsyncIterator[Pool]:
    """Start a pool of one process."""
    opened = Pool(thinkers.SOURCE, workers=1, patience=patience, limits=limits)
    yield opened
    await opened.close()


@asynccontextmanager
async def moving(address: str, pool: Pool) -> AsyncIterator[tuple[Service, Mover]]:
    """Tables where computer players move."""
    store = await Store.open(address)
    service = Service.of(store, thinkers.CARDS, FixedClock(), limits=Limits(own_tables=5))
    mover = Mover(service, pool, 0)
    service.repository.watch(mover.on_change)
    yield service, mover
    await mover.close()
    await store.close()


async def with_players(service: Service, *players: str, preset: str = "") -> Table:
    """Start a game of Ana and these players."""
    return await started_table(service, ANA, computers=players, preset=preset)


async def play_to_end(service: Service, mover: Mover, table: int) -> Table:
    """Play a table to its end; people take their first choice."""
    while True:
        await mover.wait_idle()
        now = await service.tables.table(table, GUILD)
        if now.status is not Status.RUNNING:
            return now
        if now.to_act == DEALER:
            await make_deal(service, table)
            continue
        person = mover_at(service, now)
        assert person.person.player is None
        await person.plays(await first_choice(service, now), now.position_seq)


def task_of(question: Question, player: str) -> JudgeTask:
    return JudgeTask("cards", player, question.observation, question.seed)


async def judge(pool: Pool, question: Question, player: str, table: int = 1) -> Worth:
    """Return a player's judgement, asked as for another table."""
    elsewhere = replace(question, table=replace(question.table, id=table))
    return await pool.judge(elsewhere, player, Queue.MOVE, f"table {table}")


@pytest.fixture
async def question(sqlite_address: str) -> AsyncIterator[Question]:
    """Provide a question to think about."""
    store = await Store.open(sqlite_address)
    service = Service.of(store, thinkers.CARDS, FixedClock())
    found = await service.tables.read((await running_table(service)).id, play.question_now)
    assert found is not None
    yield found
    await store.close()


async def test_a_process_judges_as_the_player_does_and_the_same_each_time(question: Question) -> None:
    async with pool() as here:
        expected = boldest(question.observation)
        assert await judge(here, question, "hard") == expected
        first, second = [await judge(here, question, "easy") for _ in range(2)]
        assert first == second


def test_a_player_is_stopped_when_its_second_is_nearly_over(question: Question) -> None:
    """Let each look at the clock take a third of the time: two more worlds are judged after the first."""
    met = list[object]()

    def looking(seen: Any, worlds: Iterator[Any], _: object) -> Mapping[str, float]:
        met.extend(worlds)
        return boldest(seen)

    ticks = (number * THINKING_SECONDS / 3 for number in count())
    games: Mapping[str, Any] = {"cards": replace(CARDS_GAME, players={"hard": looking})}
    assert judged_there(games, task_of(question, "hard"), lambda: next(ticks)) == boldest(question.observation)
    assert len(met) == 3


def test_only_the_points_of_a_round_count_if_that_is_asked(question: Question) -> None:
    """Let the game's own function turn the position into the one that is judged."""
    other = replace(question.observation, hand=(1, 7))
    games: Mapping[str, Any] = {"cards": replace(CARDS_GAME, ignore_standing=lambda _: other)}
    assert judged_there(games, task_of(question, "hard")) == boldest(question.observation)
    assert judged_there(games, task_of(question, "hard")._replace(points_only=True)) == boldest(other)


async def test_a_process_that_was_killed_is_replaced_and_the_question_asked_again(question: Question) -> None:
    async with pool() as here:
        first = await judge(here, question, "easy")
        process = process_of(workers_of(here).all[0])
        process.kill()
        process.join()
        assert await judge(here, question, "easy") == first


@pytest.mark.parametrize(
    ("player", "reason", "patience"), [("dies", "its process died", 60.0), ("hangs", "took too long", SOON)]
)
async def test_a_player_that_never_answers_is_given_up_and_the_others_go_on(
    player: str, reason: str, patience: float, question: Question
) -> None:
    async with pool(patience) as here:
        with pytest.raises(WorkerFailed, match=reason):
            await judge(here, question, player)
        workers_of(here).patience = 60.0
        assert await judge(here, question, "hard")


async def test_who_asked_first_is_answered_first(question: Question) -> None:
    answered = list[int]()

    async def client(number: int) -> None:
        for _ in range(3):
            await judge(here, question, "easy", number)
            answered.append(number)

    async with pool() as here:
        await asyncio.gather(*(client(number) for number in range(5)))
    assert answered == [*range(5)] * 3


async def test_the_queue_has_an_end(question: Question) -> None:
    async with pool(limits=Limits(waiting_in_all=2)) as here:
        asking = (judge(here, question, "hard", table) for table in range(5))
        answers = await asyncio.gather(*asking, return_exceptions=True)
    assert [isinstance(answer, TooMuch) for answer in answers] == [False] * 3 + [True] * 2


async def test_a_question_that_nobody_waits_for_any_more_disturbs_no_other(question: Question) -> None:
    async with pool() as here:
        given_up = asyncio.create_task(judge(here, question, "easy"))
        await asyncio.sleep(0)
        given_up.cancel()
        assert await judge(here, question, "hard") == boldest(question.observation)


async def test_a_player_that_fails_tells_nobody_what_it_saw(question: Question) -> None:
    with captured_log() as log:
        async with pool() as here:
            with pytest.raises(WorkerFailed) as failed:
                await judge(here, question, "fails")
    assert str(failed.value).startswith("RuntimeError > ")
    assert "computer player failed" in log.getvalue()
    for told in (str(failed.value), log.getvalue(), repr(task_of(question, "fails"))):
        assert "secret" not in told
        assert str(question.observation.hand) not in told


async def test_a_person_plays_with_computer_players_to_the_end(sqlite_address: str) -> None:
    async with pool() as here, moving(sqlite_address, here) as (service, mover):
        table = await with_players(service, "easy", "medium", "hard")
        assert (await play_to_end(service, mover, table.id)).status is Status.OVER
        acted = [step.seat for step in await service.tables.history(table.id, 0, None) if step.kind == "act"]
        assert set(acted) == {0, 1, 2, 3}


async def test_a_computer_player_takes_what_it_holds_for_the_best(sqlite_address: str) -> None:
    async with pool() as here, moving(sqlite_address, here) as (service, mover):
        table = await with_players(service, "hard")
        await play_to_end(service, mover, table.id)
        history = await service.tables.history(table.id, 0, None)
    mine = [str(step.notation).split() for step in history if step.kind == "act" and step.seat == 1]
    assert {verb for verb, _ in mine} == {"play"}
    cards = [int(card) for _, card in mine]
    assert all(first > second for first, second in zip(cards[::2], cards[1::2], strict=True))


@pytest.mark.parametrize("player", ["dies", "fails", "cheats"])
async def test_where_a_player_has_no_answer_the_rules_move_for_it(
    player: str, sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.table.rules.computers.LEVELS", thinkers.BAD)
    async with pool() as here, moving(sqlite_address, here) as (tables, mover):
        table = await with_players(tables, player)
        assert (await play_to_end(tables, mover, table.id)).status is Status.OVER


async def test_computer_players_go_on_after_a_restart(sqlite_address: str) -> None:
    async with pool() as here:
        store = await Store.open(sqlite_address)
        service = Service.of(store, thinkers.CARDS, FixedClock())
        table = await running_table(service, ANA, computers=["hard", "hard"])
        if table.mover == ANA:
            await Player(service, table.id, ANA).plays(await first_choice(service, table))
        await store.close()
        async with moving(sqlite_address, here) as (later, mover):
            assert table.id in await later.listing.waiting_for_computers()
            await mover.resume()
            await mover.wait_idle()
            now = await later.tables.table(table.id, GUILD)
            assert now.mover == ANA
            assert (await play_to_end(later, mover, table.id)).status is Status.OVER


async def test_many_tables_are_played_side_by_side(sqlite_address: str) -> None:
    async with pool() as here, moving(sqlite_address, here) as (service, mover):
        opened = [await with_players(service, "easy", "hard", preset="long") for _ in range(5)]
        order = list[int]()
        service.repository.watch(order.append)
        ended = await asyncio.gather(*(play_to_end(service, mover, table.id) for table in opened))
    assert {table.status for table in ended} == {Status.OVER}
    half = order[: len(order) // 2]
    shares = [half.count(table.id) for table in opened]
    assert max(shares) <= 2 * min(shares)


async def test_a_computer_player_that_sits_in_stops_when_its_person_is_back(sqlite_address: str) -> None:
    async with pool() as here, moving(sqlite_address, here) as (service, mover):
        table = await running_table(service, ANA, BEN, preset="long")
        away = mover_at(service, table)
        await away.stays_away("hard")
        await away.takes_seat_back()
        await mover.wait_idle()
        now = await service.tables.table(table.id, GUILD)
        assert (now.position_seq, now.mover) == (table.position_seq, away.person)
        await away.stays_away("hard")
        await mover.wait_idle()
        assert (await service.tables.table(table.id, GUILD)).position_seq > table.position_seq


async def test_a_move_comes_a_while_after_its_turn_began_however_long_it_was_thought_about(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pool() as here, moving(sqlite_address, here) as (service, mover):
        loop, due = asyncio.get_running_loop(), list[float]()
        set_pace(mover, 100.0)
        real = loop.call_at

        def note_timer(when: float, *rest: Any, **more: Any) -> asyncio.TimerHandle:
            due.append(when)
            return real(when, *rest, **more)

        monkeypatch.setattr(loop, "call_at", note_timer)
        began = loop.time()
        table = await running_table(service, ANA, BEN)
        await mover_at(service, table).stays_away("hard")
        await mover.wait_idle()
        (waits,) = [when - began for when in due if when - began > 60]
        assert 70 <= waits < 131
        assert (await service.tables.table(table.id, GUILD)).position_seq == table.position_seq
        make_move(scheduled_moves(mover)[table.id])
        await mover.wait_idle()
        assert (await service.tables.table(table.id, GUILD)).position_seq > table.position_seq


async def played_by(service: Service, mover: Mover, table: int, choose: Callable[[Any], str]) -> Table:
    """Play a table to its end; Ana plays what `choose` returns for her hand."""
    while (now := await service.tables.table(table, GUILD)).status is Status.RUNNING:
        await mover.wait_idle()
        now = await service.tables.table(table, GUILD)
        if now.to_act == DEALER:
            await make_deal(service, table)
        elif now.mover == ANA:
            ana = mover_at(service, now)
            await ana.plays(choose((await ana.sees()).hand), now.position_seq)
    return now


async def test_the_analysis_tells_the_two_moments_where_most_was_lost(sqlite_address: str) -> None:
    async with pool() as here, moving(sqlite_address, here) as (service, mover):
        table = await with_players(service, "hard", preset="long")
        analyst = Analyst(service, here, Work("analysis", 1, Limits()))
        with pytest.raises(Refusal, match="Ask again when the game is over"):
            await analyst.moments(table.id, ANA.user, "hard", "hard")
        await played_by(service, mover, table.id, lambda hand: f"bury {max(hand)}")
        moments = await analyst.moments(table.id, ANA.user, "hard", "hard")
        hands = [
            max(decision.question.observation.hand)
            for decision in run_to_end((await service.tables.log(table.id)).collect_decisions(ANA.user))
        ]
        worst = sorted(hands)[:-3:-1]
        assert [moment.chosen.notation for moment in moments] == [f"bury {card}" for card in worst]
        assert [moment.better.notation for moment in moments] == [f"play {card}" for card in worst]
        assert [moment.points for moment in moments] == [moment.loss for moment in moments]
        assert await analyst.moments(table.id, ANA.user, "hard", "hard") is moments
        await analyst.close()


@pytest.mark.parametrize(("share", "told"), [(0.0, False), (0.4, False), (0.6, True)])
async def test_a_moment_is_told_in_points_of_its_round_if_they_are_most_of_the_loss(
    share: float, told: bool, sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pool() as here, moving(sqlite_address, here) as (service, mover):
        table = await with_players(service, "hard", preset="long")
        await played_by(service, mover, table.id, lambda hand: f"bury {max(hand)}")
        judge = here.judge

        async def judge_points(*asked: Any, points_only: bool = False) -> Worth:
            worth = await judge(*asked, points_only=points_only)
            return {notation: share * value for notation, value in worth.items()} if points_only else worth

        monkeypatch.setattr(here, "judge", judge_points)
        moments = await Analyst(service, here, Work("analysis", 1, Limits())).moments(
            table.id, ANA.user, "hard", "hard"
        )
        expected = [pytest.approx(share * moment.loss) if told else None for moment in moments]
        assert [moment.points for moment in moments] == expected
        assert len(moments) == 2


async def test_a_moment_is_not_told_in_points_if_they_may_be_noise(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let the action be worth more points or fewer, from one judgement to the next."""
    async with pool() as here, moving(sqlite_address, here) as (service, mover):
        table = await with_players(service, "hard", preset="long")
        await played_by(service, mover, table.id, lambda hand: f"bury {max(hand)}")
        judge, signs = here.judge, cycle((3.0, -1.0))

        async def judge_points(*asked: Any, points_only: bool = False) -> Worth:
            worth, factor = await judge(*asked, points_only=points_only), next(signs) if points_only else 1.0
            return {notation: factor * value for notation, value in worth.items()}

        monkeypatch.setattr(here, "judge", judge_points)
        analyst = Analyst(service, here, Work("analysis", 1, Limits()))
        moments = await analyst.moments(table.id, ANA.user, "hard", "hard")
        assert [moment.points for moment in moments] == [None, None]


async def test_a_moment_of_a_game_for_marks_is_not_told_in_points(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CardOptions, "has_points", lambda _: False)
    async with pool() as here, moving(sqlite_address, here) as (service, mover):
        table = await with_players(service, "hard", preset="long")
        await played_by(service, mover, table.id, lambda hand: f"bury {max(hand)}")
        analyst = Analyst(service, here, Work("analysis", 1, Limits()))
        moments = await analyst.moments(table.id, ANA.user, "hard", "hard")
        assert [moment.points for moment in moments] == [None, None]


async def test_the_analysis_has_nothing_to_say_to_a_player_who_played_as_well(sqlite_address: str) -> None:
    async with pool() as here, moving(sqlite_address, here) as (tables, mover):
        table = await with_players(tables, "easy")
        await played_by(tables, mover, table.id, lambda hand: f"play {max(hand)}")
        analyst = Analyst(tables, here, Work("analysis", 1, Limits()))
        assert await analyst.moments(table.id, ANA.user, "easy", "hard") == []


async def test_what_a_computer_player_did_is_not_told_as_a_decision_of_the_person(sqlite_address: str) -> None:
    async with pool() as here, moving(sqlite_address, here) as (service, mover):
        table = await with_players(service, "easy")
        await Player(service, table.id, ANA).stays_away("hard")
        await played_by(service, mover, table.id, lambda hand: f"play {max(hand)}")
        log = await service.tables.log(table.id)
        with pytest.raises(Refusal, match="You made no move in this game"):
            run_to_end(log.collect_decisions(ANA.user))


async def test_a_move_that_comes_too_late_does_not_keep_the_next_player_from_its_turn(sqlite_address: str) -> None:
    async with pool() as here, moving(sqlite_address, here) as (service, mover):
        table, people = await deal_game(service, ANA, BEN, preset="long")
        set_pace(mover, 100.0)
        back, other = mover_first(table, *people)
        await back.stays_away("hard")
        await other.stays_away("hard")
        await mover.wait_idle()
        late = scheduled_moves(mover)[table.id]
        await back.plays(await first_choice(service, table))
        make_move(late)
        await mover.wait_idle()
        make_move(scheduled_moves(mover)[table.id])
        await mover.wait_idle()
        seats = [step.seat for step in await service.tables.history(table.id, table.seq, None) if step.kind == "act"]
        assert seats == [table.seat_of(back.user), table.seat_of(other.user)]
