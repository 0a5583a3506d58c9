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
        """The message that asks, where it stands."""
        asks = [message for message, letter in self.mailbox.there.items() if "asks to cancel" in letter.text]
        return asks[-1] if asks else None

    async def a_day_passes(self) -> Table:
        """The table once the time to say no is over."""
        self.mailbox.clock.time += DAY
        return await TableClocks(self.parts.service, self.mailbox).tick(self.table)


@pytest.fixture
async def asked(sqlite_address: str) -> AsyncIterator[Asked]:
    store, mailbox = await Store.open(sqlite_address), Mailbox()
    parts = Parts.of(store, mailbox.clock, GAMES, RENDERERS, Texts(), mailbox)
    table, (ana, _, _) = await deal_game(parts.service, ANA, BEN, CEM, game="draw")
    await ana.calls_vote("cancel")
    await parts.channel.show(table.id)
    yield Asked(parts, mailbox, table.id)
    await parts.close()
    await store.close()


async def test_silence_agrees_to_a_question_that_stands(asked: Asked) -> None:
    assert asked.question()
    assert (await asked.a_day_passes()).status is Status.CLOSED


async def test_a_question_that_was_deleted_is_asked_anew_and_its_time_begins_again(asked: Asked) -> None:
    for _ in range(2):
        question = asked.question()
        assert question
        del asked.mailbox.there[question]
        assert (await asked.a_day_passes()).status is Status.RUNNING
        await asked.parts.channel.show(asked.table)
    answered = await asked.parts.service.tables.table(asked.table, ANY)
    assert answered.timing.silence_at == asked.mailbox.clock.time + DAY
    assert f"<t:{answered.timing.silence_at}:f>" in asked.mailbox.there[asked.question() or 0].text
    assert (await asked.a_day_passes()).status is Status.CLOSED


async def test_a_question_that_comes_back_shortly_before_its_time_is_over_is_asked_anew(asked: Asked) -> None:
    question, service = asked.question(), asked.parts.service
    assert question
    del asked.mailbox.there[question]
    asked.mailbox.clock.time += DAY - 61
    await Player(service, asked.table, CEM).says_yes()
    await asked.parts.channel.show(asked.table)
    assert asked.question() not in (None, question)
    asked.mailbox.clock.time += 61
    assert (await TableClocks(service, asked.mailbox).tick(asked.table)).status is Status.RUNNING
    assert (await asked.a_day_passes()).status is Status.CLOSED


@pytest.mark.parametrize("no", [Refused(Trouble.FORBIDDEN, CHANNEL), TryLater("no answer")])
async def test_silence_agrees_to_nothing_where_nobody_can_look_for_the_question(
    asked: Asked, no: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def exists(*_: int) -> bool:
        raise no

    monkeypatch.setattr(asked.mailbox, "exists", exists)
    assert (await asked.a_day_passes()).status is Status.RUNNING
