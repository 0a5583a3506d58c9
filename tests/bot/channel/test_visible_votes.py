"""Silence is a yes only to a question that can be read: a message that was deleted asks nobody."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from bot.channel.port import Refused, TryLater
from bot.channel.visible_votes import TableClocks
from bot.parts import Parts
from bot.store import Store
from bot.table.clock.pace import DAY
from bot.table.log.model import ANY, Status, Table
from bot.talk.trouble import Trouble
from bot.talk.words import Texts
from engine.games import GAMES
from renderers import RENDERERS
from tests.bot.mailbox import Mailbox
from tests.bot.players import Player, deal_game
from tests.bot.tools import ANA, BEN, CEM, CHANNEL


@dataclass
class Asked:
    """A game in which Ana asks to cancel, and Ben and Cem say nothing."""

    parts: Parts
    mailbox: Mailbox
    table: int

    def question(self) -> int | None:
        """Return the message that asks."""
        asks = [message for message, letter in self.mailbox.there.items() if "asks to cancel" in letter.text]
        return asks[-1] if asks else None

    async def a_day_passes(self) -> Table:
        """Let the time to say no pass, and return the table."""
        self.mailbox.clock.time += DAY
        return await TableClocks(self.parts.service, self.mailbox).tick(self.table)


@pytest.fixture
async def standing_vote(sqlite_address: str) -> AsyncIterator[Asked]:
    store, mailbox = await Store.open(sqlite_address), Mailbox()
    parts = Parts.of(store, mailbox.clock, GAMES, RENDERERS, Texts(), mailbox)
    table, (ana, _, _) = await deal_game(parts.service, ANA, BEN, CEM, game="draw")
    await ana.calls_vote("cancel")
    await parts.channel.show(table.id)
    yield Asked(parts, mailbox, table.id)
    await parts.close()
    await store.close()


async def test_silence_agrees_to_a_question_that_stands(standing_vote: Asked) -> None:
    assert standing_vote.question()
    assert (await standing_vote.a_day_passes()).status is Status.CLOSED


async def test_a_question_that_was_deleted_is_asked_again_and_its_time_begins_again(standing_vote: Asked) -> None:
    for _ in range(2):
        question = standing_vote.question()
        assert question
        del standing_vote.mailbox.there[question]
        assert (await standing_vote.a_day_passes()).status is Status.RUNNING
        await standing_vote.parts.channel.show(standing_vote.table)
    answered = await standing_vote.parts.service.tables.table(standing_vote.table, ANY)
    assert answered.timing.silence_at == standing_vote.mailbox.clock.time + DAY
    assert f"<t:{answered.timing.silence_at}:f>" in standing_vote.mailbox.there[standing_vote.question() or 0].text
    assert (await standing_vote.a_day_passes()).status is Status.CLOSED


async def test_a_question_that_comes_back_shortly_before_its_time_is_over_is_asked_again(standing_vote: Asked) -> None:
    question, service = standing_vote.question(), standing_vote.parts.service
    assert question
    del standing_vote.mailbox.there[question]
    standing_vote.mailbox.clock.time += DAY - 61
    await Player(service, standing_vote.table, CEM).says_yes()
    await standing_vote.parts.channel.show(standing_vote.table)
    assert standing_vote.question() not in (None, question)
    standing_vote.mailbox.clock.time += 61
    assert (await TableClocks(service, standing_vote.mailbox).tick(standing_vote.table)).status is Status.RUNNING
    assert (await standing_vote.a_day_passes()).status is Status.CLOSED


@pytest.mark.parametrize("no", [Refused(Trouble.FORBIDDEN, CHANNEL), TryLater("no answer")])
async def test_silence_agrees_to_nothing_if_nobody_can_look_for_the_question(
    standing_vote: Asked, no: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def exists(*_: int) -> bool:
        raise no

    monkeypatch.setattr(standing_vote.mailbox, "exists", exists)
    assert (await standing_vote.a_day_passes()).status is Status.RUNNING
