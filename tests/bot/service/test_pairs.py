"""Pairs over a whole game: both partners win, and their pair and its score stay whoever plays a seat."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest

from bot.service import Service
from bot.service.rating import HERE
from bot.stats.scores import COMEBACK, common_marks, rank_seats
from bot.store import Store
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.log.model import ANY, Person, Status, Table
from bot.table.log.rows import ScoreRow
from bot.talk.card import lobby_text
from bot.talk.partners import partners_line
from engine.games import GAMES
from engine.sides import PAIRS
from engine.words import Words
from tests.bot.players import Player, deal_game, open_table
from tests.bot.service.test_statistics import move_seat, play_some, rows
from tests.bot.tools import ANA, BEN, CEM, DOT, EVE, FixedClock, make_deal

FOUR = (ANA, BEN, CEM, DOT)
WORDS = Words([person.name for person in FOUR])
OPTIONS = GAMES["draw"].presets["pairs"].with_options({"target": "1", "verification": "auto"})


@pytest.fixture
async def games(sqlite_address: str, clock: FixedClock) -> AsyncIterator[Service]:
    store = await Store.open(sqlite_address)
    yield Service.of(store, GAMES, clock, default_timing=Timing(Preset.DAY))
    await store.close()


async def begin(service: Service, *people: Person, series: str = "single", **setup: Any) -> tuple[Table, Any]:
    """Deal a game of pairs that ends with one round; return it and its people."""
    options = OPTIONS.with_options({"series": series})
    return await deal_game(service, *people or FOUR, game="draw", options=options, **setup)


async def test_both_partners_win_a_game_and_both_caught_the_pips(games: Service) -> None:
    table, _ = await begin(games)
    over = await play_some(games, table, Random(1))
    counted = await rows(games, over.id)
    assert sorted(row.place for row in counted) == [1, 1, 2, 2]
    for side in PAIRS:
        one, other = (counted[seat] for seat in side)
        assert (one.place, one.points, one.marks["caught"]) == (other.place, other.points, other.marks["caught"])
    assert sum(row.marks.get("outs", 0) + row.marks.get("blocks", 0) for row in counted) >= 1
    assert len({row.marks["left"] for row in counted}) > 1  # the pips that are left are of each seat
    for person, row in zip(FOUR, counted, strict=True):
        player = await games.standings.player(person.user, by=person.user, guild=None)
        assert player is not None
        assert player.sums.wins == (row.place == 1)


async def test_a_comeback_is_of_both_partners(games: Service) -> None:
    table, _ = await begin(games)
    over = await play_some(games, table, Random(1))
    seen = (await games.tables.observe(over.id, None)).observation
    found = [mark.seat for mark in common_marks(over, (), seen.outcome, (1, 20)) if mark.key == COMEBACK]
    assert found == [1, 3]
    assert rank_seats(seen.outcome, PAIRS) in ([1, 2, 1, 2], [2, 1, 2, 1])


async def test_the_pair_and_its_score_stay_when_a_partner_leaves_and_another_takes_the_seat(games: Service) -> None:
    table, (_, _, cem, _) = await begin(games, series="match 3")
    while sum((await record(games, table)).wins) == 0:
        table = await play_some(games, table, Random(2), 1)
    table = await move_seat(games, table, 2)
    before = await record(games, table)
    table = await cem.leaves()
    assert table.seats[2].computer
    assert await record(games, table) == before
    table = await move_seat(games, table, 2)
    before = await record(games, table)
    table = await Player(games, table.id, EVE).takes_seat(2)
    assert [person.name for person in table.seats] == ["Ana", "Ben", "Eve", "Dot"]
    assert await record(games, table) == before
    over = await play_some(games, table, Random(2))
    assert over.status is Status.OVER
    counted = await rows(games, over.id)
    shared = [row for row in counted if row.seat == 2]
    assert [(row.user, row.player, row.left) for row in shared] == [
        (CEM.user, None, True),
        (None, "medium", False),
        (EVE.user, None, False),
    ]
    assert len({row.place for row in counted if row.seat in (0, 2)}) == 1
    assert all(change(row) for row in counted)  # the partner who stayed and the opponents are rated as well
    assert (await games.statistics.recount()).changed == []


async def record(service: Service, table: Table) -> Any:
    return (await service.tables.observe(table.id, None)).observation.record


def change(row: ScoreRow) -> float:
    """Return the change of a rating on a game's server."""
    before, _, after, _ = (row.rating or {})[HERE]
    return after - before


async def test_a_series_counts_a_win_for_both_partners(games: Service) -> None:
    table, _ = await begin(games, series="match 2")
    over = await play_some(games, table, Random(3))
    outcome = (await games.tables.observe(over.id, None)).observation.outcome
    assert outcome.winners in PAIRS
    assert {outcome.points[seat] for seat in outcome.winners} == {2}
    assert {row.place for row in await rows(games, over.id) if row.seat in outcome.winners} == {1}


async def test_the_computer_player_of_a_pair_is_replaced_between_rounds_and_the_score_stays(games: Service) -> None:
    table, (ana, *_) = await begin(games, ANA, series="match 3", computers=["easy"] * 3)
    table = await Player(games, table.id, EVE).takes_seat(2)
    table = await ana.says_yes()
    before = await record(games, table)
    while table.seats[2].computer and table.status is Status.RUNNING:
        table = await play_some(games, table, Random(4), 1)
    assert table.seats[2].user == EVE.user
    after = await record(games, table)
    assert after.sides == before.sides == PAIRS
    assert after.wins[0] == after.wins[2]


async def test_the_lot_makes_the_pairs_with_the_first_deal_and_a_rematch_keeps_them(games: Service) -> None:
    lot = OPTIONS.with_options({"drawseat": "on"})
    table, people = await open_table(games, *FOUR, game="draw", options=lot)
    before = WORDS.text(lobby_text(GAMES["draw"], table))
    assert "-# The first deal draws the pairs. Partners tell each other nothing about their tiles." in before
    assert "◆" not in before
    table = await make_deal(games, (await people[0].starts()).id)
    pairs = partners_line(GAMES["draw"], table)
    names = Words([person.name for person in table.seats])
    assert pairs is not None
    first, second, third, fourth = (person.name for person in table.seats)
    assert names.text(pairs) == f"◆ {first} and {third} against ● {second} and {fourth}"
    over = await play_some(games, table, Random(5))
    for player in people:
        over = await player.agrees_to_rematch()
    assert over.standing.rematch.next is not None
    again = await games.tables.table(over.standing.rematch.next.table, ANY)
    assert again.seats == table.seats
    assert not again.options.has_seat_draw()
