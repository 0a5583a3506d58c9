"""A table that is not in memory is opened from its newest checkpoint; without any it is the same."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import count, pairwise
from typing import Any

import pytest
from sqlalchemy import update

from bot.service import Service, repository
from bot.service.checkpoints import INTERVAL, REPLAYABLE_STEPS, program_hash
from bot.store import Store, Transaction, schema
from bot.store.log import LogStatements
from bot.table.log.checkpoint import checkpoint
from bot.table.log.draft import Draft
from bot.table.log.fold import Position
from bot.table.log.model import NO_CAUSE, Cause, Status, Table
from bot.table.log.rows import StepRow
from bot.table.refusals import Damaged
from bot.table.rules import play, ready
from tests.bot.games import GAMES, CardOptions
from tests.bot.inside import connection_of
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD, FixedClock, announce_deal, entries_after

OPTIONS = CardOptions(rounds=9, hand=6)
AT_ONCE = 10
"""Steps of one change: these games are long."""


@pytest.fixture
async def store(sqlite_address: str) -> AsyncIterator[Store]:
    """Provide a SQLite database: one engine is enough for most of this."""
    opened = await Store.open(sqlite_address)
    yield opened
    await opened.close()


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """After which step each reading of a log begins."""
    found, steps = list[int](), LogStatements.steps

    async def note_fold(self: LogStatements, table: int, after: int, up_to: int) -> Sequence[StepRow]:
        found.append(after)
        return await steps(self, table, after, up_to)

    monkeypatch.setattr(LogStatements, "steps", note_fold)
    return found


def some(draft: Draft, messages: Iterator[int]) -> None:
    """Play some moves at once, and what is dealt between them."""
    until = len(draft.steps) + AT_ONCE
    while draft.table.is_running and len(draft.steps) < until:
        if draft.table.mover is None:
            announce_deal(draft, next(messages))
        else:
            play.act(draft, draft.table.mover, None, str(draft.state.legal_actions()[0]))


async def table_after(service: Service, steps: int) -> Table:
    """Return a table of Ana and Ben after at least `steps` steps, or at its end."""
    table = await service.tables.new("cards", ANA.cause(), ANA, GUILD, CHANNEL, options=OPTIONS)
    await service.tables.do(table.id, BEN.cause(), ready.join, BEN)
    table = await service.tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)
    return await play_on_for(service, table, steps)


async def play_on_for(service: Service, table: Table, steps: int = 10_000) -> Table:
    """Play for at least `steps` steps, or to the end."""
    messages = count(10**18, 1 << 22)
    while table.status is Status.RUNNING and table.seq < steps:
        table = await service.tables.do(table.id, NO_CAUSE, some, messages)
    return table


async def steps_with_checkpoint(store: Store, table: int) -> list[int]:
    """Return the steps of a table that have a checkpoint."""

    async def work(tx: Transaction) -> list[int]:
        found = await connection_of(tx).execute(
            schema.checkpoints.select().where(schema.checkpoints.c.table_id == table).order_by(schema.checkpoints.c.seq)
        )
        return [row.seq for row in found]

    return await store.run(work)


async def change(store: Store, **values: Any) -> None:
    """Write something else into every checkpoint."""

    async def work(tx: Transaction) -> None:
        await connection_of(tx).execute(update(schema.checkpoints).values(values))

    await store.run(work)


async def position(store: Store, table: int) -> Position:
    """Return the position at which a new process finds a table."""
    return (await Service.of(store, GAMES, FixedClock()).repository.read(table)).position


async def test_a_process_that_begins_folds_only_what_came_after_the_newest_checkpoint(
    address: str, folds: list[int]
) -> None:
    store = await Store.open(address)
    service = Service.of(store, GAMES, FixedClock())
    table = await table_after(service, 100)
    before = (await service.repository.read(table.id)).position
    marks = await steps_with_checkpoint(store, table.id)
    gaps = [later - earlier for earlier, later in pairwise([0, *marks])]
    assert all(INTERVAL <= gap <= INTERVAL + AT_ONCE + 2 for gap in gaps)
    folds.clear()
    assert await position(store, table.id) == before
    assert folds == [marks[-1]]
    await service.people.forget(BEN.user)
    assert await steps_with_checkpoint(store, table.id) == []
    await store.close()


async def test_it_plays_on_there(service: Service, store: Store) -> None:
    table = await table_after(service, 100)
    assert (await play_on_for(Service.of(store, GAMES, FixedClock()), table)).status is Status.OVER


async def test_without_checkpoints_everything_is_the_same(service: Service, store: Store, folds: list[int]) -> None:
    table = await table_after(service, 100)
    before = (await service.repository.read(table.id)).position
    await store.run(lambda tx: tx.checkpoints.forget(table.id))
    folds.clear()
    assert await position(store, table.id) == before
    assert folds == [0]
    fresh = Service.of(store, GAMES, FixedClock())
    await play_on_for(fresh, table, table.seq + 1)
    assert await steps_with_checkpoint(store, table.id)  # it has one again from its next step on


@pytest.mark.parametrize("damage", [{"body": b"\0"}, {"digest": "0" * 64}, {"program": "0" * 64}, {"head": "0" * 64}])
async def test_a_checkpoint_that_is_damaged_or_of_another_program_is_not_believed(
    service: Service, store: Store, folds: list[int], damage: dict[str, Any]
) -> None:
    table = await table_after(service, 100)
    before = (await service.repository.read(table.id)).position
    await change(store, **damage)
    folds.clear()
    assert await position(store, table.id) == before
    assert folds == [0]


async def test_a_checkpoint_that_the_log_contradicts_is_not_believed(service: Service, store: Store) -> None:
    table = await table_after(service, 100)
    while (await steps_with_checkpoint(store, table.id))[-1] == table.seq:  # no step follows that could contradict it
        table = await play_on_for(service, table, table.seq + 1)
    draft = await service.repository.read(table.id)
    newest = (await steps_with_checkpoint(store, table.id))[-1]
    found = await store.run(lambda tx: tx.checkpoints.newest_checkpoint(table.id, newest, program_hash()))
    assert found is not None
    wrong = draft.position.with_standing(seq=newest)
    made = checkpoint(Position(table.id, found.head, wrong.standing), draft.game, found.program, b"")
    await change(store, body=made.body, digest=made.digest)
    assert await position(store, table.id) == draft.position


async def test_what_happened_is_told_from_a_checkpoint_too(service: Service, store: Store, folds: list[int]) -> None:
    table = await table_after(service, 100)
    for after in (table.seq - 3, table.seq - 50, 40, 0):
        fresh = Service.of(store, GAMES, FixedClock())
        folds.clear()
        assert await entries_after(fresh, table.id, after) == await entries_after(service, table.id, after)
        assert (0 in folds[1:]) == (after < INTERVAL)


async def test_an_early_step_that_is_damaged_is_found_where_it_is_told_and_the_game_goes_on(
    service: Service, store: Store
) -> None:
    table = await table_after(service, 100)

    async def damage(tx: Transaction) -> None:
        early = schema.steps.c.table_id == table.id, schema.steps.c.seq == 9
        await connection_of(tx).execute(update(schema.steps).where(*early).values(at=1))

    await store.run(damage)
    fresh = Service.of(store, GAMES, FixedClock())
    with pytest.raises(Damaged):
        await fresh.tables.history(table.id, 0, None)
    with pytest.raises(Damaged):
        await fresh.tables.record(table.id)
    assert len(await fresh.tables.history(table.id, table.seq - 10, None)) == 10
    assert (await play_on_for(fresh, table)).status is Status.OVER


async def test_a_hand_tells_as_much_after_a_start_as_before_it(service: Service, store: Store) -> None:
    table = await table_after(service, 100)
    fresh = Service.of(store, GAMES, FixedClock())
    for person in (ANA, BEN):
        assert await fresh.tables.hand(table.id, person.user) == await service.tables.hand(table.id, person.user)


async def test_only_the_newest_are_kept_and_of_a_short_game_that_is_over_none(service: Service, store: Store) -> None:
    table = await table_after(service, 1000)
    assert table.status is Status.OVER
    assert await steps_with_checkpoint(store, table.id) == []


async def test_a_long_game_that_is_over_keeps_one(
    service: Service, store: Store, folds: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.checkpoints.LONG_GAME", 100)
    monkeypatch.setattr("bot.service.checkpoints.REPLAYABLE_STEPS", 40)
    table = await table_after(service, 95)
    marks = await steps_with_checkpoint(store, table.id)
    assert marks[0] >= marks[-1] - 40
    table = await play_on_for(service, table)
    assert await steps_with_checkpoint(store, table.id) == [table.seq]
    folds.clear()
    await position(store, table.id)
    assert folds == [table.seq]


async def test_whoever_is_forgotten_is_in_no_checkpoint(service: Service, store: Store) -> None:
    table = await table_after(service, 100)
    await service.people.forget(BEN.user)
    assert await steps_with_checkpoint(store, table.id) == []
    assert (await position(store, table.id)).standing.vacant == (1,)


def test_what_the_newest_messages_tell_is_never_older_than_the_oldest_checkpoint() -> None:
    assert repository.CACHED_STEPS + 2 * INTERVAL <= REPLAYABLE_STEPS
