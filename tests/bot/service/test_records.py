"""The records of a server: counted from the logs, told when they are broken, and they outlive those who hold them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from random import Random

import pytest
from sqlalchemy import delete

from bot.service import Service
from bot.stats.scores import FASTEST
from bot.stats.server_bests import LEAST_GAMES, ServerBest, records_of
from bot.store import Store
from bot.store.schema import records as records_table
from bot.table.log.rows import RecordRow, ScoreRow
from bot.talk import server_records as talk
from engine.games import GAMES
from engine.words import Words
from tests.bot.inside import connection_of
from tests.bot.service.test_statistics import PEOPLE, begin_game, play_some, sprint
from tests.bot.tools import ANA, BEN, GUILD, FixedClock
from tests.conftest import LUCK
from tests.engine.play import usual_seats


@pytest.fixture
async def games(sqlite_address: str) -> AsyncIterator[Service]:
    store = await Store.open(sqlite_address)
    yield Service.of(store, GAMES, FixedClock())
    await store.close()


async def stored_records(service: Service, game: str = "draw", guild: int = GUILD) -> Mapping[str, RecordRow]:
    return await service.store.run(lambda tx: tx.records.records(guild, game))


async def shown_records(service: Service, game: str = "draw") -> Mapping[str, ServerBest]:
    return {each.record.key: each for each in await service.standings.records(GUILD, game)}


async def scores_of(service: Service, table: int) -> Sequence[ScoreRow]:
    return await service.store.run(lambda tx: tx.results.scores(table))


@pytest.mark.parametrize("key", [key if key == "draw" else pytest.param(key, marks=pytest.mark.long) for key in GAMES])
async def test_records_are_the_best_of_all_games_and_a_new_count_finds_the_same(key: str, games: Service) -> None:
    people = PEOPLE[: usual_seats(GAMES[key])]
    for luck in range(4 if key == "draw" else 2):
        await play_some(games, await begin_game(games, key, *people), Random(f"records {key} {luck} {LUCK}"))
    await games.statistics.count_pending_games()
    store = games.store
    every = [
        score
        for result in await store.run(lambda tx: tx.results.results())
        for score in await scores_of(games, result.table)
    ]
    found = await stored_records(games, key)
    assert FASTEST in found
    own = {record.key for record in GAMES[key].stats.records}
    assert own & set(found) or key in ("moon", "fortytwo")  # players who bid at random seldom make it
    for record in records_of(GAMES[key]):
        amounts = [score.marks[record.key] for score in every if record.key in score.marks]
        assert (found[record.key].value if amounts else None) == (
            (min if record.is_least else max)(amounts, default=None)
        )
    assert (await games.statistics.recount(write=False)).changed == []
    await store.run(lambda tx: connection_of(tx).execute(delete(records_table)))
    assert (await games.statistics.recount()).changed
    assert await stored_records(games, key) == found
    assert (await games.statistics.recount(write=False)).changed == []


async def test_a_record_outlives_who_holds_it_and_names_nobody_who_keeps_that_to_themselves(games: Service) -> None:
    for luck in range(3):
        await sprint(games, luck, ANA, BEN)
    await games.statistics.count_pending_games()
    before, rows = await shown_records(games), await stored_records(games)
    mine = {key for key, each in before.items() if each.user == ANA.user}
    others = {key for key, each in before.items() if each.user == BEN.user}
    assert mine | others == set(before)
    await games.preferences.choose(BEN.user, open_stats=False)
    assert {(each.user, each.name) for key, each in (await shown_records(games)).items() if key in others} <= {
        (None, "")
    }
    await games.preferences.choose(BEN.user, open_stats=True)
    await games.people.forget(ANA.user)
    after = await shown_records(games)
    assert {key: each.value for key, each in after.items()} == {key: each.value for key, each in before.items()}
    assert {key for key, each in after.items() if each.user is None} == mine
    assert all(after[key] == before[key] for key in others)
    assert (await games.statistics.recount(write=False)).changed == []
    assert await stored_records(games) == rows


async def test_a_broken_record_is_told_from_some_games_on_whether_it_was_counted_already_or_not(games: Service) -> None:
    told = 0
    for number in range(LEAST_GAMES + 3):
        before = await stored_records(games)
        over = await sprint(games, f"news {number} {LUCK}", ANA, BEN)
        fresh = await games.statistics.new_records(over.id)
        await games.statistics.count_pending_games()
        assert await games.statistics.new_records(over.id) == fresh
        if number < LEAST_GAMES:
            assert fresh == ()
        if number >= LEAST_GAMES:
            after = await stored_records(games)
            keys = {key for key, row in after.items() if before.get(key, row).value != row.value}
            assert {each.record.key for each in fresh} == keys
            assert all(each.value == after[each.record.key].value for each in fresh)
            told += len(fresh)
            line = talk.new_record_line(over, fresh)
            assert (line is None) == (not fresh)
            if line is not None:
                assert Words(("Ana", "Ben")).text(line).startswith("🏅 New record on this server · ")
    assert talk.new_record_line(over, ()) is None


async def test_a_record_of_another_server_counts_for_nothing_here(games: Service) -> None:
    await sprint(games, 1, ANA, BEN)
    await games.statistics.count_pending_games()
    assert await stored_records(games)
    assert await stored_records(games, guild=GUILD + 1) == {}
    assert await stored_records(games, "fives") == {}


async def test_records_are_kept_by_both_databases(address: str) -> None:
    store = await Store.open(address)
    service = Service.of(store, GAMES, FixedClock())
    for luck in range(2):
        await sprint(service, luck, ANA, BEN)
    await service.statistics.count_pending_games()
    assert await stored_records(service)
    assert (await service.statistics.recount()).changed == []
    assert {each.user for each in (await shown_records(service)).values()} <= {ANA.user, BEN.user}
    assert (await service.standings.best(GUILD, "draw")).players
    await store.close()
