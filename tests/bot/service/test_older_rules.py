"""Running games of older rules end without a result at the start, and one of newer rules stops it."""

from __future__ import annotations

import msgspec
import pytest

from bot.service import Service
from bot.service.older_rules import end_older_games
from bot.store import DatabaseRefused, Store
from bot.table.clock.timing import private_in, with_plans
from bot.table.log.model import ANY, Status, Table
from bot.table.log.rows import TableRow
from bot.table.private import Plans
from bot.table.refusals import OtherRules
from tests.bot.games import GAMES
from tests.bot.tools import ANA, BEN, FixedClock, play_on, running_table

NOW = 2_000_000_000


def update(store: Store, monkeypatch: pytest.MonkeyPatch, rules: int) -> Service:
    """Return the service of a program with other rules, on the same database."""
    monkeypatch.setattr("bot.table.log.fold.RULES_VERSION", rules)
    return Service.of(store, GAMES, FixedClock())


async def row_of(store: Store, table: Table) -> TableRow:
    row = await store.run(lambda tx: tx.tables.table(table.id))
    assert row is not None
    return row


async def test_a_game_of_older_rules_ends_without_a_result_and_its_log_stays_whole(
    store: Store, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await play_on(service, await running_table(service, ANA, BEN))
    newer = update(store, monkeypatch, 2)
    assert await end_older_games(store, NOW) == 1
    assert await end_older_games(store, NOW) == 0
    row = await row_of(store, table)
    assert (row.status, row.ended_at, row.wake_at) == ("closed", NOW, None)
    assert await newer.listing.open_tables_of(ANA.user) == []
    with pytest.raises(OtherRules, match="played by older rules"):
        await newer.tables.table(table.id, ANY)
    assert await newer.outbox.unshown_tables() == [table.id]
    ended = await newer.outbox.find_ended_older_game(table.id)
    assert ended is not None
    assert sorted(ended.users) == [ANA.user, BEN.user]
    await newer.outbox.mark_shown(table.id, row.seq)
    assert await newer.outbox.find_ended_older_game(table.id) is None
    monkeypatch.undo()
    older = await Service.of(store, GAMES, FixedClock()).tables.table(table.id, ANY)  # by its own program
    assert (older.status, older.seq) == (Status.CLOSED, row.seq)


async def test_a_game_of_newer_rules_is_refused_and_no_game_is_touched(
    store: Store, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [await running_table(service, ANA, BEN), await running_table(service, ANA, BEN)]
    before = [await row_of(store, table) for table in tables]
    await store.run(lambda tx: tx.tables.save_table(before[0]._replace(rules_version=3), before[0].seq))
    update(store, monkeypatch, 2)
    with pytest.raises(DatabaseRefused, match="has version 3 of the rules, but this program knows only version 2"):
        await end_older_games(store, NOW)
    assert [(await row_of(store, table)).seq for table in tables] == [row.seq for row in before]
    assert {(await row_of(store, table)).status for table in tables} == {"running"}


async def test_moves_that_were_planned_are_deleted_with_the_end(
    store: Store, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await running_table(service, ANA, BEN)
    clock = msgspec.json.encode(with_plans(table.timing, 0, Plans(("play 1",)))).decode()
    before = await row_of(store, table)
    await store.run(lambda tx: tx.tables.save_table(before._replace(clock=clock), before.seq))
    update(store, monkeypatch, 2)
    await end_older_games(store, NOW)
    assert private_in((await row_of(store, table)).clock, 0) == Plans()


async def test_a_clock_that_was_set_back_dates_the_end_not_before_the_last_move(
    store: Store, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await running_table(service, ANA, BEN)
    update(store, monkeypatch, 2)
    await end_older_games(store, 1)
    steps = await store.run(lambda tx: tx.log.steps(table.id, 0, table.seq + 2))
    assert [step.at for step in steps] == sorted(step.at for step in steps)


async def test_games_that_are_over_and_lobbies_are_left_alone(
    store: Store, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await service.tables.new("cards", ANA.cause(), ANA, 1, 1)
    newer = update(store, monkeypatch, 2)
    assert await end_older_games(store, NOW) == 0
    assert (await newer.tables.table(lobby.id, ANY)).status is Status.LOBBY
