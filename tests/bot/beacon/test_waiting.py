"""A table whose deal waits for the beacon: real tables, dealer and channel; the relays tell it when they are let."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from itertools import count
from random import Random

import pytest

from bot.beacon.relays import Relays
from bot.parts import Parts
from bot.store import Store
from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, Preset
from bot.table.clock.timing import Timing
from bot.table.log.model import ANY, NO_CAUSE, Status, Table
from bot.table.log.steps import Kind, Subject
from bot.table.rules import play
from bot.talk.words import Texts
from engine.game import DEALER
from engine.games import GAMES
from renderers import RENDERERS
from tests.bot.drand import our_network, sign_round, snowflake_at
from tests.bot.mailbox import Mailbox
from tests.bot.players import Player
from tests.bot.tools import ANA, BEN, FixedClock, started_table


class Held(Relays):
    """Relays that tell nothing until they are let; nothing is sent anywhere."""

    def __init__(self) -> None:
        super().__init__(())
        self.told, self.came, self.asked = asyncio.Event(), asyncio.Event(), list[int]()

    async def signature(self, round_: int) -> bytes:
        self.asked.append(round_)
        self.came.set()
        await self.told.wait()
        return sign_round(round_)


@dataclass
class Waiting:
    """A bot without Discord, a table of Ana and Ben, and time."""

    parts: Parts
    relays: Held
    mailbox: Mailbox
    clock: FixedClock
    table: int = 0

    async def begin(self) -> Table:
        """Open a table, begin its game, and let the channel show its first announcement."""
        timing = Timing(Preset.DAY, Hours())
        self.table = (await started_table(self.parts.service, ANA, BEN, game="draw", timing=timing)).id
        await self.parts.channel.show(self.table)
        await self.relays.came.wait()
        return await self.now()

    async def vote(self, subject: Subject) -> None:
        """Let Ana ask for something, and Ben agree."""
        await Player(self.parts.service, self.table, ANA).calls_vote(subject)
        await Player(self.parts.service, self.table, BEN).says_yes()

    async def hear_relays(self) -> Table:
        """Let the relays answer and the dealer deal."""
        self.relays.told.set()
        assert self.parts.dealer is not None
        await self.parts.dealer.wait_idle()
        return await self.now()

    async def now(self) -> Table:
        return await self.parts.service.tables.table(self.table, ANY)

    async def kinds(self) -> list[str]:
        store = self.parts.service.store
        return [row.kind for row in await store.run(lambda tx: tx.log.steps(self.table, 0, 10**6))]


@pytest.fixture(autouse=True)
def _ours() -> Iterator[None]:
    with our_network():
        yield


@pytest.fixture
async def here(sqlite_address: str) -> AsyncIterator[Waiting]:
    store, mailbox, relays, clock = await Store.open(sqlite_address), Mailbox(), Held(), FixedClock()
    mailbox.ids = count(snowflake_at(clock.time - 10))  # what is announced has spoken
    parts = Parts.of(store, clock, GAMES, RENDERERS, Texts(), mailbox, relays=relays)
    yield Waiting(parts, relays, mailbox, clock)
    await parts.close()
    await store.close()


async def test_while_a_deal_waits_no_clock_runs_and_nobody_is_late(here: Waiting) -> None:
    table = await here.begin()
    assert (table.status, table.to_act) == (Status.RUNNING, DEALER)
    before = await here.kinds()
    for _ in range(10):
        here.clock.time += DAY
        while sleepers := await here.parts.service.clockwork.find_due():
            for each in sleepers:
                await here.parts.service.clockwork.tick(each)
    assert await here.kinds() == before
    table = await here.hear_relays()
    assert table.to_act != DEALER
    assert table.timing.turn is not None
    assert table.timing.turn.since == here.clock.time  # the first turn has all of its time


async def test_after_a_while_the_channel_says_what_the_deal_waits_for(here: Waiting) -> None:
    await here.begin()
    said = len(here.mailbox.said)
    here.clock.time += 20
    await here.parts.channel.show(here.table)
    assert len(here.mailbox.said) > said
    assert any("beacon" in letter.text for _, letter in here.mailbox.said[said:])


async def test_the_score_of_a_round_is_shown_while_the_next_deal_waits(here: Waiting) -> None:
    await here.begin()
    table, rng = await here.hear_relays(), Random(1)
    here.relays.told.clear()
    while table.to_act != DEALER:
        question = await here.parts.service.tables.read(table.id, play.question_now)
        assert question is not None
        assert table.mover is not None
        notation = question.at_deadline if rng.random() < 0.9 else question.observation.choices[0].notation
        done = await here.parts.service.tables.act(table.id, NO_CAUSE, table.mover, table.position_seq, notation)
        table = done.table
    await here.parts.channel.show(here.table)
    assert (await here.now()).to_act == DEALER
    score = here.mailbox.said[-1][1]
    assert "Code of deal 2" in score.text
    assert all(name in score.text for name in (f"<@{ANA.user}>", f"<@{BEN.user}>"))
    assert len(score.pictures) >= 1


@pytest.mark.parametrize("deleted", [True, False])
async def test_an_announcement_that_was_deleted_is_in_the_log_before_its_deal(here: Waiting, deleted: bool) -> None:
    table = await here.begin()
    assert table.standing.due_deal is not None
    assert table.standing.due_deal.message is not None
    if deleted:
        del here.mailbox.there[table.standing.due_deal.message]
    assert (await here.hear_relays()).to_act != DEALER
    kinds = await here.kinds()
    assert kinds[kinds.index(Kind.POSTED) + 1 : kinds.index(Kind.DEAL)] == ([Kind.GONE] if deleted else [])


async def test_all_players_together_can_deal_without_the_beacon(here: Waiting) -> None:
    await here.begin()
    before = len(here.mailbox.there)
    await here.vote(Subject.BEACON)
    await here.parts.channel.show(here.table)
    kinds = await here.kinds()
    assert kinds[kinds.index(Kind.NOBEACON) :][:4] == [Kind.NOBEACON, Kind.DUE, Kind.POSTED, Kind.DEAL]
    said = [letter.text for letter in list(here.mailbox.there.values())[before:]]
    assert any("dealt again, without the public beacon.\n-# 🔒 Code of deal 2 · `" in text for text in said)
    await here.hear_relays()
    assert (await here.kinds()).count(Kind.DEAL) == 1


async def test_a_table_that_is_closed_while_its_deal_waits_gets_none(here: Waiting) -> None:
    await here.begin()
    await here.vote(Subject.CANCEL)
    await here.hear_relays()
    assert Kind.DEAL not in await here.kinds()


async def test_another_bot_on_the_same_database_makes_the_deal_after_a_restart(here: Waiting) -> None:
    await here.begin()
    store, relays = here.parts.service.store, Held()
    after = Parts.of(store, here.clock, GAMES, RENDERERS, Texts(), here.mailbox, relays=relays)
    relays.told.set()
    assert after.dealer is not None
    await after.dealer.resume()
    await after.dealer.wait_idle()
    assert relays.asked == here.relays.asked
    assert (await here.now()).to_act != DEALER
    await here.hear_relays()
    assert (await here.kinds()).count(Kind.DEAL) == 1
    await after.close()
