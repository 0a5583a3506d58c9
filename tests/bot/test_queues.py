"""Much to do at once: who is asked first, whose picture is drawn next, and what is not done any more."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Event, current_thread
from typing import Any

import pytest

from bot.runtime.work import Queue, Work
from bot.service import replaying
from bot.table.limits import Limits
from bot.table.log import fold
from bot.table.log.fold import Entry
from bot.table.log.model import ANY, Status, Table
from bot.table.refusals import Refusal, TooMuch
from bot.talk.letter import ControlId, Letter, Purpose
from tests.bot.busy import Bot, Gate, busy_bot
from tests.bot.players import Player
from tests.bot.tools import ANA, BEN, CEM, DOT, new_table


async def table_in_bidding(here: Bot) -> Table:
    """Return a table of Moon where a computer player bids after Ben."""
    here.minds.wish = "pass"
    while True:
        table = await here.turn_of(BEN, await here.table("moon", BEN, "hard", "hard"))
        if len((await here.parts.service.tables.observe(table.id, BEN.user)).observation.calls) < 2:
            here.minds.wish = "bid 5"
            return table


async def test_64_hints_in_one_position_leave_a_computer_player_elsewhere_its_own_thoughts(sqlite_address: str) -> None:
    """Found with 64 presses on Hint: for 22 seconds every hard player passed instead of bidding."""
    async with busy_bot(sqlite_address) as here:
        draw, moon = await here.turn_of(ANA, await here.table("draw", ANA, "easy")), await table_in_bidding(here)
        here.asking = 0
        hints = [asyncio.ensure_future(here.press(ANA, Purpose.HINT, draw)) for _ in range(64)]
        await here.wait_until_asked(64)
        await here.act(moon.id, "pass")
        await here.wait_until_asked(65)
        here.minds.gate.opened.set()
        letters = await asyncio.gather(*hints)
        await here.parts.mover.wait_idle()
        assert [asked.game for asked in here.minds.asked][:2] == ["draw", "moon"]
        assert Counter(asked.game for asked in here.minds.asked)["draw"] == 1
        assert len({letter.text for letter in letters}) == 1
        assert "bid 5" in await here.notations(moon.id)


async def test_hints_of_many_people_wait_behind_the_moves_of_computer_players(sqlite_address: str) -> None:
    async with busy_bot(sqlite_address) as here:
        people = (ANA, CEM, DOT)
        draws = [await here.turn_of(person, await here.table("draw", person, "easy")) for person in people]
        moon = await table_in_bidding(here)
        here.asking = 0
        hints = [
            asyncio.ensure_future(here.press(person, Purpose.HINT, draw))
            for person, draw in zip(people, draws, strict=True)
        ]
        await here.wait_until_asked(3)
        await here.act(moon.id, "pass")
        await here.wait_until_asked(4)
        here.minds.gate.opened.set()
        await asyncio.gather(*hints)
        await here.parts.mover.wait_idle()
        games = [asked.game for asked in here.minds.asked]
        assert games.index("moon") == 1
        assert games.count("draw") == 3


async def test_a_computer_player_whose_question_is_refused_asks_again(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.computer.mover.RETRY_AFTER", 0.0)
    async with busy_bot(sqlite_address, Limits(waiting_in_all=1)) as here:
        tables = [await table_in_bidding(here) for _ in range(4)]
        here.asking = 0
        for table in tables:
            await here.act(table.id, "pass")
        await here.wait_until_asked(8)
        here.minds.gate.opened.set()

        async def bid() -> bool:
            return all(["bid 5" in await here.notations(table.id) for table in tables])

        await here.wait_until(bid)


async def test_a_hint_is_refused_with_a_sentence_where_too_much_waits(sqlite_address: str) -> None:
    async with busy_bot(sqlite_address, Limits(waiting_a_person=1)) as here:
        tables = [await here.turn_of(ANA, await here.table("draw", ANA, "easy")) for _ in range(3)]
        here.asking = 0
        hints = [asyncio.ensure_future(here.press(ANA, Purpose.HINT, table)) for table in tables]
        await here.wait_until_asked(3)
        here.minds.gate.opened.set()
        *given, refused = await asyncio.gather(*hints, return_exceptions=True)
        assert all(isinstance(letter, Letter) and letter.text.startswith("Hint: ") for letter in given)
        assert str(refused) == "I'm still working on 1 thing you asked for. Ask again when it's here."


async def test_a_hint_for_a_position_that_is_past_is_not_thought_about(sqlite_address: str) -> None:
    async with busy_bot(sqlite_address) as here:
        first, second = [await here.turn_of(ANA, await here.table("draw", ANA, "easy")) for _ in range(2)]
        here.asking = 0
        hints = [asyncio.ensure_future(here.press(ANA, Purpose.HINT, table)) for table in (first, second)]
        await here.wait_until_asked(2)
        await here.act(second.id)
        here.minds.gate.opened.set()
        _, late = await asyncio.gather(*hints)
        assert not late.text.startswith("Hint: ")
        hinted = [asked for asked in here.minds.asked if asked.player == "hard"]
        assert len(hinted) == 1


async def test_one_analysis_a_person_at_a_time(sqlite_address: str) -> None:
    async with busy_bot(sqlite_address) as here:
        here.minds.gate.opened.set()
        first, second = [await finished_table(here) for _ in range(2)]
        here.minds.stop()
        looks = [asyncio.ensure_future(here.press(ANA, Purpose.ANALYSIS, first)) for _ in range(5)]
        await here.minds.gate.wait_until_reached()
        with pytest.raises(Refusal, match="I'm still looking at another game of yours"):
            await here.press(ANA, Purpose.ANALYSIS, second)
        assert len(here.minds.asked) == 1
        here.minds.gate.opened.set()
        assert len({letter.text for letter in await asyncio.gather(*looks)}) == 1
        asked = len(here.minds.asked)
        await here.press(ANA, Purpose.ANALYSIS, first)
        assert len(here.minds.asked) == asked
        assert isinstance(await here.press(ANA, Purpose.ANALYSIS, second), Letter)


async def finished_table(here: Bot) -> Table:
    """Return a short game of Ana against a computer player, at its end."""
    table = await here.table("draw", ANA, "easy", match="rounds", rounds="1")
    while table.status is Status.RUNNING:
        if table.mover == ANA:
            await here.act(table.id)
        await here.parts.mover.wait_idle()
        table = await here.parts.service.tables.table(table.id, ANY)
    return table


# -- pictures ----------------------------------------------------------------------------------------------------------


async def test_60_boards_of_one_person_are_drawn_after_what_others_want(sqlite_address: str) -> None:
    """Found with 60 times `/board`: another's hand came a second and a half later."""
    async with busy_bot(sqlite_address) as here:
        big = [await here.table("chickenfoot", ANA, DOT) for _ in range(10)]
        draw = await here.table("draw", BEN, CEM)
        here.easel.stop()
        here.laying = 0
        boards = [asyncio.ensure_future(here.press(ANA, Purpose.BOARD, table)) for table in big * 6]
        await here.wait_for_layouts(60)
        others = [asyncio.ensure_future(here.press(BEN, what, draw)) for what in (Purpose.HAND, Purpose.BOARD)]
        await here.wait_for_layouts(62)
        here.easel.gate.opened.set()
        await asyncio.gather(*others)
        for answer in await asyncio.gather(*boards, return_exceptions=True):
            assert isinstance(answer, Letter | TooMuch)
        games = [game for _, game, _ in here.easel.drawn]
        hand = [name for name, *_ in here.easel.drawn].index("hand")
        # one was being drawn, and one may begin between the hand's two jobs: where its tiles lie, and the picture
        assert games[:hand].count("chickenfoot") <= 2
        assert games[: games.index("draw", hand + 1)].count("chickenfoot") <= 5  # they take turns, picture by picture


async def test_people_who_want_many_pictures_take_turns_and_nobody_is_passed_over() -> None:
    work, begin, drawn = Work("painter", 1, Limits()), Event(), list[str]()

    def draw(asker: str) -> None:
        begin.wait()
        drawn.append(asker)

    people = ["Ana", "Ben", "Cem"]
    asked = [
        asyncio.ensure_future(work.do(Queue.BOARD, asker, partial(draw, asker))) for asker in people for _ in range(4)
    ]
    while work.job_count < len(asked):  # noqa: ASYNC110  # each asks as soon as its task has begun
        await asyncio.sleep(0)
    begin.set()
    await asyncio.gather(*asked)
    await work.close()
    assert drawn == ["Ana", *people * 3, "Ben", "Cem"]  # Ana was first, and the painter idle


async def test_the_same_picture_is_drawn_once_for_all_who_want_it(sqlite_address: str) -> None:
    async with busy_bot(sqlite_address) as here:
        table = await here.table("draw", ANA, BEN)
        here.easel.stop()
        here.laying = 0
        asked = [asyncio.ensure_future(here.press(person, Purpose.BOARD, table)) for person in [ANA] * 30 + [BEN] * 30]
        await here.wait_for_layouts(60)
        here.easel.gate.opened.set()
        letters = await asyncio.gather(*asked)
        assert len({letter.pictures[0].png for letter in letters}) == 1
        assert Counter(name for name, *_ in here.easel.drawn)["board"] < 10  # those who come while it is drawn


async def test_a_board_that_is_out_of_date_when_its_turn_comes_is_not_drawn(sqlite_address: str) -> None:
    async with busy_bot(sqlite_address) as here:
        other, table = await here.table("chickenfoot", CEM, DOT), await here.table("blockers", ANA, BEN)
        here.easel.stop()
        here.laying = 0
        hand = asyncio.ensure_future(here.press(CEM, Purpose.HAND, other))
        await here.easel.gate.wait_until_reached()
        await here.act(table.id)
        here.parts.reconciler.touch(table.id)
        await here.wait_for_layouts(2)
        for _ in range(3):
            await here.act(table.id)
        here.easel.gate.opened.set()
        await hand
        await here.parts.reconciler.wait_idle()
        assert here.easel.drawn.count(("board", "blockers", None)) == 1
        now = await here.parts.service.tables.table(table.id, ANY)
        assert now.shown_seq == now.seq


async def test_a_table_that_never_rests_is_shown_all_the_same(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Updates that are out of date are skipped a limited number of times in a row."""
    async with busy_bot(sqlite_address) as here:
        table = await here.table("blockers", ANA, BEN)
        monkeypatch.setattr(here.parts.service.repository, "has_moved_on", lambda _: True)
        await here.act(table.id)
        await here.parts.channel.show(table.id)
        now = await here.parts.service.tables.table(table.id, ANY)
        assert now.shown_seq == now.seq


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.fixture
def replay_threads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Provide the names of the threads that replay steps, one for each step."""
    threads, real = list[str](), fold.advance

    def note_thread(*what: Any) -> Any:
        threads.append(current_thread().name)
        return real(*what)

    monkeypatch.setattr(fold, "advance", note_thread)
    return threads


async def test_ten_records_of_a_game_play_it_again_once_and_away_from_the_presses(
    sqlite_address: str, replay_threads: list[str]
) -> None:
    """Found with `/record` of 5,355 steps: every press waited for more than a second, and of ten at once for 16."""
    async with busy_bot(sqlite_address) as here:
        here.minds.gate.opened.set()
        table = await finished_table(here)
        replay_threads.clear()
        desk, caller = here.parts.desk, here.caller(ANA)
        letters = await asyncio.gather(*(desk.press(caller, ControlId(Purpose.RECORD, table.id)) for _ in range(10)))
        letters.append(await desk.press(caller, ControlId(Purpose.RECORD, table.id)))
        assert len({letter.files for letter in letters}) == 1
        assert len(replay_threads) == table.position_seq + 1, "the end is a step too"
        assert all(name.startswith("painter") for name in replay_threads)


async def test_an_analysis_plays_its_game_again_away_from_the_presses(
    sqlite_address: str, replay_threads: list[str]
) -> None:
    async with busy_bot(sqlite_address) as here:
        here.minds.gate.opened.set()
        table = await finished_table(here)
        replay_threads.clear()
        await here.press(ANA, Purpose.ANALYSIS, table)
        assert len(replay_threads) == table.position_seq + 1, "the end is a step too"
        assert all(name.startswith("painter") for name in replay_threads)


@dataclass
class Passing(Gate):
    """Stops nobody, and notes how many moves were played again when something is drawn."""

    played: list[str] = field(default_factory=list)
    at: list[int] = field(default_factory=list)

    def pass_through(self) -> None:
        self.at.append(len(self.played))


async def test_a_hand_does_not_wait_for_the_end_of_a_record(
    sqlite_address: str, replay_threads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.runtime.work.SLICE", 0.0)
    async with busy_bot(sqlite_address) as here:
        here.minds.gate.opened.set()
        table, draw = await finished_table(here), await here.table("draw", BEN, CEM)
        here.easel.stop()
        hand = asyncio.ensure_future(here.press(BEN, Purpose.HAND, draw))
        await here.easel.gate.wait_until_reached()
        replay_threads.clear()
        record = asyncio.ensure_future(here.parts.desk.press(here.caller(ANA), ControlId(Purpose.RECORD, table.id)))
        other = asyncio.ensure_future(here.press(CEM, Purpose.HAND, draw))
        await here.wait_for_jobs(2)
        before, passing = here.easel.gate, Passing(played=replay_threads)
        here.easel.gate = passing
        before.opened.set()
        await asyncio.gather(hand, other)
        assert passing.at[0] < table.position_seq
        await record
        assert len(replay_threads) == table.position_seq + 1, "the end is a step too"


async def test_reading_a_long_game_after_a_restart_lets_others_go_on(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.replaying.STEPS_AT_A_TIME", 4)
    async with busy_bot(sqlite_address) as here:
        here.minds.gate.opened.set()
        table = await finished_table(here)
        here.parts.service.repository.uncache()
        turn, folded_in = 0, list[int]()

        def note_turn(*what: Any) -> Any:
            folded_in.append(turn)
            return fold.advance(*what)

        monkeypatch.setattr("bot.service.replaying.advance", note_turn)
        read = asyncio.ensure_future(here.parts.service.tables.table(table.id, ANY))
        while not read.done():
            turn += 1
            await asyncio.sleep(0)
        assert len(folded_in) == table.seq
        assert max(Counter(folded_in).values()) <= 4


async def test_others_play_on_while_a_user_is_told_what_happened_long_ago(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, replayed = asyncio.Event(), replaying.replay_entries

    async def replay_when_open(*what: Any) -> Sequence[Entry]:
        await gate.wait()
        return await replayed(*what)

    monkeypatch.setattr("bot.service.repository.CACHED_STEPS", 8)
    async with busy_bot(sqlite_address) as here:
        here.minds.gate.opened.set()
        table, service = await finished_table(here), here.parts.service
        other = await new_table(service, ANA, game="draw")
        monkeypatch.setattr("bot.service.repository.replay_entries", replay_when_open)
        told = asyncio.ensure_future(service.tables.history(table.id, 0, None))
        joined = asyncio.ensure_future(Player(service, other.id, BEN).joins())
        await asyncio.wait({joined}, timeout=5)
        gate.set()
        assert joined.done(), "with SQLite, a transaction under way keeps all others waiting"
        assert len(await told) == table.seq
