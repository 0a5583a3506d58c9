"""The story of a month: once for each server that wants it; it calls nobody, and names only who wants to be seen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import patch

import pytest
from sqlalchemy import delete

from bot.channel.port import PrivateClosed
from bot.channel.season import Stories
from bot.desk.setup import SETUP
from bot.parts import Parts
from bot.store import Store
from bot.store.schema import seasons
from bot.table.rows import ResultRow, ScoreRow
from bot.table.season import Duel, Feat, begins, month_of, season
from bot.table.sums import Played
from bot.talk import season as talk
from bot.talk.letter import Letter
from bot.talk.words import Texts
from engine.games import GAMES
from engine.words import Words
from renderers import RENDERERS
from renderers.season import month
from tests.bot.channel.test_bulletin import HALL, Hall, hall
from tests.bot.reception import reception
from tests.bot.service.test_statistics import sprint
from tests.bot.tools import ANA, BEN, CEM, GUILD, FixedClock

NOW = FixedClock().time
THIS = month_of(NOW)


def parts_of(store: Store, clock: FixedClock, postman: Hall) -> Parts:
    return Parts.of(store, clock, GAMES, RENDERERS, Texts(), postman)


@pytest.fixture
async def parts(sqlite_address: str) -> AsyncIterator[Parts]:
    store = await Store.open(sqlite_address)
    made = parts_of(store, FixedClock(), Hall())
    yield made
    await made.close()
    await store.close()


def stories(parts: Parts) -> Stories:
    tools = parts.desk.tools
    return Stories(parts.service, tools.games, tools.texts, tools.postman, parts.work)


async def told(parts: Parts) -> list[Letter]:
    await stories(parts).look()
    return hall(parts).told


async def a_month(parts: Parts, *, wanted: bool = True) -> FixedClock:
    """The clock, a day after a month with games of which the server wants to be told."""
    first = THIS if wanted else None
    await parts.service.servers.set_up(GUILD, lambda row: row._replace(results=HALL, season=first))
    for luck in range(3):
        await sprint(parts.service, luck, ANA, BEN)
    await parts.service.statistics.look()
    clock = parts.service.absence._clock
    assert isinstance(clock, FixedClock)
    clock.time = begins(THIS + 1) + 86_400
    return clock


async def test_a_month_is_told_once_when_it_is_over_with_a_picture_and_calls_nobody(parts: Parts) -> None:
    clock = await a_month(parts)
    clock.time = begins(THIS + 1) - 1
    assert await told(parts) == []
    clock.time += 1
    for _ in range(3):
        (letter,) = await told(parts)
    assert letter.text == "📅 **January 2027 on this server**\n3 games were played to their end."
    assert letter.pings == ()
    (picture,) = letter.pictures
    assert picture.png.startswith(b"\x89PNG")
    assert "Duel of the month: " in picture.alt
    assert "<@" not in letter.text + picture.alt
    clock.time += 20 * 86_400
    assert len(await told(parts)) == 1
    clock.time = begins(THIS + 2) + 5
    assert len(await told(parts)) == 1, "nobody played in the month after"


async def test_no_server_is_told_that_does_not_want_it(parts: Parts) -> None:
    await a_month(parts, wanted=False)
    assert await told(parts) == []


async def test_a_month_that_was_missed_is_told_later_and_older_ones_never(parts: Parts) -> None:
    clock = await a_month(parts)
    clock.time = begins(THIS + 2) - 5
    assert len(await told(parts)) == 1
    clock.time = begins(THIS + 3)
    assert len(await told(parts)) == 1


async def test_a_server_whose_month_fails_each_time_keeps_no_other_from_its_own(parts: Parts) -> None:
    await a_month(parts)
    await parts.service.servers.set_up(GUILD + 1, lambda row: row._replace(results=HALL + 1, season=THIS))
    made, asked = stories(parts), list[int]()

    async def fail(guild: int, _: int) -> None:
        asked.append(guild)
        raise RuntimeError("a fault")

    with patch.object(made, "_tell", fail), pytest.raises(RuntimeError):
        await made.look()
    assert {*asked} == {GUILD, GUILD + 1}


@pytest.mark.parametrize("forgotten", [True, False])
async def test_neither_a_restart_nor_a_restored_copy_tells_a_month_twice(parts: Parts, forgotten: bool) -> None:
    clock = await a_month(parts)
    postman, store = hall(parts), parts.service.tables._store
    postman.failures.append(RuntimeError("the process is killed"))
    postman.arrives = True
    with pytest.raises(RuntimeError):
        await stories(parts).look()
    assert len(postman.told) == 1
    clock.time += 3600
    if forgotten:
        await store.run(lambda tx: tx._connection.execute(delete(seasons)))
    again = parts_of(store, clock, postman)
    for _ in range(2):
        assert len(await told(again)) == 1
    await again.close()


async def test_a_channel_that_says_no_is_asked_again_later(parts: Parts) -> None:
    await a_month(parts)
    hall(parts).no.append(PrivateClosed("no"))
    assert await told(parts) == []
    assert len(await told(parts)) == 1


async def test_nobody_is_named_who_keeps_their_statistics_to_themselves_or_is_deleted(parts: Parts) -> None:
    await a_month(parts)
    await parts.service.preferences.open_stats(BEN.user, wanted=False)
    await parts.service.people.forget(ANA.user)
    (letter,) = await told(parts)
    said = letter.text + letter.pictures[0].alt
    assert "3 games" in said
    assert "Ana" not in said
    assert "Ben" not in said


async def test_months_are_told_where_results_are_and_from_the_month_on_in_which_that_is_chosen(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:

        async def typed(**args: int) -> Letter:
            return await here.answer(here.desk.command(here.caller(ANA, manages=True), SETUP, args))

        assert "Choose a channel for results first" in (await typed(months=1)).text
        assert "not told" in (await typed(results=HALL)).text
        assert "**Each month**: told there" in (await typed(months=1)).text
        assert (await here.service.servers.server(GUILD)).season == THIS
        here.clock.time = begins(THIS + 4)
        await typed(months=1)
        assert (await here.service.servers.server(GUILD)).season == THIS
        await typed(months=0)
        assert (await here.service.servers.server(GUILD)).season is None


def score(table: int, user: int, place: int, **marks: int) -> Played:
    result = ResultRow(table, 7, "draw", 2, 0, table)
    return Played(result, ScoreRow(table, user, 0, user, None, 9, True, place, 0, marks))


def test_the_best_of_a_month_are_found() -> None:
    played = [
        score(1, ANA.user, 2, block=30), score(1, BEN.user, 1, _comeback=12),
        score(2, ANA.user, 2, block=31), score(2, BEN.user, 1),
        score(3, ANA.user, 1), score(3, BEN.user, 2, _comeback=40),
        score(4, BEN.user, 1), score(4, CEM.user, 1),
    ]  # fmt: skip
    found = season(7, THIS, 9, played)
    assert found.duel == Duel((BEN.user, ANA.user), (2, 1), 3)
    assert found.most == Feat(BEN.user, 4)
    assert found.block == Feat(ANA.user, 31, "draw")
    assert found.comeback == Feat(BEN.user, 40, "draw")
    assert season(7, THIS, 1, played[:2]).duel is None
    rows = talk.rows(found, {ANA.user: "Ana", BEN.user: "Ben"}, GAMES)
    said = [(str(row.label), row.who, Words(()).text(row.value)) for row in rows]
    assert said == [
        ("Duel of the month", "Ben – Ana", "2 : 1 in 3 games"),
        ("Most games", "Ben", "4 games"),
        ("Biggest block", "Ana", "31 points, Draw Dominoes"),
        ("Best comeback", "Ben", "40 points behind, Draw Dominoes"),
    ]
    assert len(talk.rows(found, {ANA.user: "Ana"}, GAMES)) == 1
    assert month(talk.title(found), talk.games(found), rows, Words(())).height < 1200


def test_months_begin_and_end_in_utc() -> None:
    for number in (THIS, THIS + 1, 12 * 2027, 12 * 2027 + 11):
        assert month_of(begins(number)) == number
        assert month_of(begins(number) - 1) == number - 1
