"""Reconciler a table costs little: it is read once, and written where something would be lost or sent twice without."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.channel.port import Refused, TryLater
from bot.channel.turns import find_missing_call
from bot.parts import Parts
from bot.store import Store
from bot.table.limits import Limits
from bot.table.log.model import ANY, Cause, Table
from bot.table.rules import ready
from bot.talk.letter import Purpose
from bot.talk.trouble import Trouble
from bot.talk.words import Texts
from engine.games import GAMES
from renderers import RENDERERS
from tests.bot.inside import set_limits
from tests.bot.mailbox import Mailbox
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD, FixedClock, first_choice


@dataclass
class Shown:
    """A running game of Draw whose first turn is shown, and how many transactions there were since the last look."""

    parts: Parts
    mailbox: Mailbox
    table: Table
    transactions: int = 0

    async def move(self) -> None:
        service = self.parts.service
        self.table = await service.tables.table(self.table.id, ANY)
        assert self.table.mover is not None
        await service.tables.act(
            self.table.id, self.table.mover.cause(), self.table.mover, None, await first_choice(service, self.table)
        )

    async def show(self) -> int:
        """Return the number of transactions that update the messages."""
        self.transactions = 0
        await self.parts.channel.show(self.table.id)
        return self.transactions

    async def posts(self) -> list[tuple[str, int, int | None, bool]]:
        found = (await self.parts.service.outbox.snapshot(self.table.id)).posts
        return [(post.kind, post.seq, post.message, post.collapsed) for post in found]


@pytest.fixture
async def here(sqlite_address: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Shown]:
    store, mailbox = await Store.open(sqlite_address), Mailbox()
    parts = Parts.of(store, mailbox.clock, GAMES, RENDERERS, Texts(), mailbox)
    table = await parts.service.tables.new("draw", ANA.cause(), ANA, GUILD, CHANNEL, preset="week")
    await parts.service.tables.do(table.id, BEN.cause(), ready.join, BEN)
    shown = Shown(parts, mailbox, await parts.service.tables.do(table.id, Cause(ANA.user), ready.start, ANA.user))
    run = Store.run

    async def count_transaction(self: Store, work: Callable[[Any], Awaitable[Any]]) -> Any:
        shown.transactions += 1
        return await run(self, work)

    monkeypatch.setattr(Store, "run", count_transaction)
    await parts.channel.show(table.id)
    yield shown
    await parts.close()
    await store.close()


async def test_a_turn_is_shown_in_two_transactions(here: Shown) -> None:
    for _ in range(4):
        await here.move()
        before = len(here.mailbox.said)
        assert await here.show() <= 2  # read, and about to send; sent, and all is shown
        assert [how.split()[0] for how, _ in here.mailbox.said[before:]] == ["edited", "sent"]


async def test_a_table_at_which_nothing_happened_is_only_read(here: Shown) -> None:
    before = len(here.mailbox.said)
    assert await here.show() == 1
    assert len(here.mailbox.said) == before


def asking(mailbox: Mailbox) -> list[str]:
    """Return the messages except the card that can still open a hand."""
    hand = Purpose.HAND
    calls = [letter for letter in mailbox.there.values() if letter.text.startswith("**<@")]
    return [c.text for c in calls if any(b.id.purpose is hand for row in c.rows if isinstance(row, tuple) for b in row)]


async def test_a_turn_that_discord_took_without_an_answer_is_a_line_once_its_player_has_moved(here: Shown) -> None:
    await here.move()
    here.mailbox.failures, here.mailbox.arrives = [TryLater("no answer")], True
    with pytest.raises(TryLater):
        await here.show()
    assert len(asking(here.mailbox)) == 1
    await here.move()  # by the message of which we never heard
    await here.show()
    assert len(asking(here.mailbox)) == 1


async def test_a_turn_that_could_not_be_noted_as_sent_is_a_line_once_its_player_has_moved(
    here: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    await here.move()
    counted, away = Store.run, iter([False, True, True])

    async def perhaps_away(self: Store, work: Callable[[Any], Awaitable[Any]]) -> Any:
        if next(away):
            raise ConnectionError
        return await counted(self, work)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Store, "run", perhaps_away)
        with pytest.raises(ConnectionError):
            await here.show()
    assert len(asking(here.mailbox)) == 1
    await here.move()
    await here.show()
    assert len(asking(here.mailbox)) == 1


async def test_a_turn_that_a_killed_process_sent_is_a_line_once_its_player_has_moved(here: Shown) -> None:
    await here.move()
    here.mailbox.failures, here.mailbox.arrives = [asyncio.CancelledError()], True
    with pytest.raises(asyncio.CancelledError):
        await here.show()
    await here.move()  # the next process hears of the press before it has shown the table
    store = here.parts.service.store
    after = Parts.of(store, FixedClock(), GAMES, RENDERERS, Texts(), here.mailbox)
    await after.channel.show(here.table.id)
    assert len(asking(here.mailbox)) == 1
    await after.close()


async def test_a_turn_whose_place_is_gone_is_not_looked_for_repeatedly(
    here: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    await here.move()
    here.mailbox.failures = [TryLater("no answer")]
    with pytest.raises(TryLater):
        await here.show()

    async def refuse_as_gone(_: Mailbox, place: int) -> Any:
        raise Refused(Trouble.GONE, place)

    monkeypatch.setattr(Mailbox, "newest_messages", refuse_as_gone)
    await here.parts.service.outbox.move_table(here.table.id, CHANNEL + 1, threaded=False)
    await here.move()
    before = len(here.mailbox.said)
    await here.show()
    assert len(here.mailbox.said) > before


async def test_a_turn_that_was_never_sent_is_not_looked_for(here: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    here.mailbox.clock.time += 1  # what an earlier process meant to send is looked for
    await here.move()
    await here.parts.service.outbox.snapshot(here.table.id, find_missing_call)
    await here.move()
    monkeypatch.setattr(Mailbox, "newest_messages", None)
    await here.show()
    assert not [post for post in await here.posts() if post[0] == "turn" and post[2] is None]


async def test_what_was_done_before_a_failure_is_not_done_again(here: Shown) -> None:
    await here.move()
    here.mailbox.failures = [TryLater("no answer")]
    with pytest.raises(TryLater):
        await here.show()
    edits = [how for how, _ in here.mailbox.said if how.startswith("edited")]
    await here.show()
    assert [how for how, _ in here.mailbox.said if how.startswith("edited")] == edits


async def test_a_message_is_noted_before_it_is_sent_and_right_after(
    here: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, run = here.parts.service, Store.run
    send = here.mailbox.send
    before, after = [], []

    async def send_and_break(*what: Any) -> int:
        before.extend(await here.posts())
        message = await send(*what)
        monkeypatch.setattr(Store, "run", breaks)
        return message

    async def breaks(store: Store, work: Callable[[Any], Awaitable[Any]]) -> None:
        """Stop after the first transaction since the message arrived, whatever it was for."""
        monkeypatch.setattr(Store, "run", run)
        await run(store, work)
        after.extend(await here.posts())
        assert here.mailbox.said[-1][0].startswith("sent")
        raise OSError("the machine stops here")

    await here.move()
    monkeypatch.setattr(here.mailbox, "send", send_and_break)
    with pytest.raises(OSError, match="stops here"):
        await here.show()
    seq = (await service.tables.table(here.table.id, ANY)).position_seq
    assert ("turn", seq, None, False) in before
    assert [message for kind, step, message, _ in after if (kind, step) == ("turn", seq)] == [max(here.mailbox.there)]
    monkeypatch.undo()
    said = len(here.mailbox.said)
    await here.show()
    assert len(here.mailbox.said) == said


async def test_after_an_absence_five_tables_are_begun_with_at_a_time_the_newest_first(
    here: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = here.parts.service
    set_limits(service, Limits(own_tables=20))
    for _ in range(11):
        await service.tables.new("draw", ANA.cause(), ANA, GUILD, CHANNEL)
    begun = list[int]()

    async def show(table: int, **_: Any) -> None:
        begun.append(table)
        await service.outbox.mark_shown(table, 1000)

    monkeypatch.setattr(here.parts.channel, "show", show)
    left = []
    for number in (5, 10, 11):
        left.append(await here.parts.reconciler.resume())
        await here.parts.reconciler.wait_idle()
        assert begun == list(range(12, 12 - number, -1))
    assert left == [True, True, False]
    assert not await here.parts.reconciler.resume()


async def test_why_a_table_cannot_be_shown_is_logged_once_and_again_when_it_is_another_reason(
    here: Shown,
) -> None:
    here.mailbox.failures = [Refused(Trouble.FORBIDDEN, here.table.place)] * 24 + [TryLater("no answer")] * 3
    await here.move()
    with capture_logs() as logged:
        for _ in range(27):
            await here.parts.reconciler.on_place_changed(here.table.place)  # the place need not rest
            here.parts.reconciler.touch(here.table.id)
            await here.parts.reconciler.wait_idle()
    assert here.mailbox.failures == []
    assert [line["event"] for line in logged] == ["not allowed", "no answer"]
