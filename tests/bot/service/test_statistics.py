"""Statistics are counted once, from the log alone: who played which part of a seat, and nothing twice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from random import Random
from typing import Any

import pytest
from sqlalchemy import update

from bot.service import Service
from bot.stats.scores import LATE, SECONDS, rank_seats
from bot.store import Store
from bot.store.schema import scores as scores_table
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Absence, Timing
from bot.table.log.model import ANY, Person, Status, Table
from bot.table.log.rows import RatingRow, ScoreRow
from bot.table.refusals import Refusal
from bot.table.rules import lobby
from bot.talk import card
from engine.game import DEALER, Outcome
from engine.games import GAMES
from engine.sides import PAIRS, single_sides
from engine.words import msg
from tests.bot.inside import connection_of
from tests.bot.players import Player, deal_game, mover_at, mover_first, open_table
from tests.bot.tools import ANA, BEN, CEM, EVE, GUILD, FixedClock, first_choice, make_deal, question_at
from tests.engine.play import short, usual_seats

SHORT = {key: short(game, **({"target": "50"} if key == "fives" else {})) for key, game in GAMES.items()}


@pytest.fixture
async def games(sqlite_address: str, clock: FixedClock) -> AsyncIterator[Service]:
    store = await Store.open(sqlite_address)
    yield Service.of(store, GAMES, clock, default_timing=Timing(Preset.DAY))
    await store.close()


async def begin(service: Service, key: str, *people: Person, **setup: Any) -> tuple[Table, Sequence[Player]]:
    """Deal a short real game; return it and its people."""
    return await deal_game(service, *people, game=key, **{"options": SHORT[key], **setup})


PEOPLE = (ANA, BEN, CEM, EVE)


async def begin_game(service: Service, key: str, *people: Person) -> Table:
    """Deal a short real game."""
    return (await begin(service, key, *people))[0]


async def play_some(service: Service, table: Table, chance: Random, most: int = 10**6) -> Table:
    """Make random moves, to the end or up to a number."""
    while table.status is Status.RUNNING and most:
        most -= 1
        if table.to_act == DEALER:
            table = await make_deal(service, table.id)
            continue
        choices = (await question_at(service, table)).observation.choices
        possible = [choice.notation for choice in choices if choice.enabled]
        table = await mover_at(service, table).plays(chance.choice(possible), table.position_seq)
    return table


async def move_seat(service: Service, table: Table, seat: int) -> Table:
    """Play on until a seat has moved."""
    while table.to_act != seat:
        table = await play_some(service, table, Random(0), 1)
    return await play_some(service, table, Random(0), 1)


async def rows(service: Service, table: int) -> Sequence[ScoreRow]:
    await service.statistics.count_pending_games()
    return await service.store.run(lambda tx: tx.results.scores(table))


async def sprint(service: Service, luck: object, *people: Person) -> Table:
    table = await begin_game(service, "draw", *people)
    return await play_some(service, table, Random(f"sprint {luck}"))


async def test_a_game_is_counted_once_for_each_seat(games: Service) -> None:
    over = await sprint(games, 1, ANA, BEN, CEM)
    counted = await rows(games, over.id)
    assert [row.user for row in counted] == [ANA.user, BEN.user, CEM.user]
    assert all(row.final and row.marks["rounds"] == 1 for row in counted)
    assert 1 in {row.place for row in counted}
    assert await rows(games, over.id) == counted


async def test_a_game_that_goes_on_or_was_called_off_is_not_counted(games: Service) -> None:
    table, (ana, ben) = await begin(games, "draw", ANA, BEN)
    assert await rows(games, table.id) == []
    await ana.calls_vote("cancel")
    assert (await ben.says_yes()).status is Status.CLOSED
    assert await rows(games, table.id) == []


async def test_each_player_of_a_seat_is_counted_with_what_they_did(games: Service) -> None:
    table, (_, ben, _) = await begin(games, "draw", ANA, BEN, CEM)
    eve = Player(games, table.id, EVE)
    await move_seat(games, table, 1)
    await move_seat(games, await ben.leaves(), 1)
    over = await play_some(games, await eve.takes_seat(), Random(3))
    mine = [row for row in await rows(games, over.id) if row.seat == 1]
    assert [(row.user, row.player) for row in mine] == [(BEN.user, None), (None, "medium"), (EVE.user, None)]
    assert [row.final for row in mine] == [False, False, True]
    assert "rounds" not in mine[0].marks
    assert mine[-1].marks["rounds"] == 1


async def test_a_new_player_and_the_computer_player_before_them_are_counted_each_with_what_they_did(
    games: Service,
) -> None:
    options = GAMES["draw"].options(match="rounds", rounds=3)
    table, (ana,) = await begin(games, "draw", ANA, computers=["hard"], options=options)
    await Player(games, table.id, EVE).takes_seat()
    over = await play_some(games, await ana.says_yes(), Random(3))
    mine = [row for row in await rows(games, over.id) if row.seat == 1]
    assert [(row.user, row.player, row.final) for row in mine] == [(None, "hard", False), (EVE.user, None, True)]
    assert [row.marks["rounds"] for row in mine] == [1, 2]


async def test_a_game_that_ends_before_a_new_player_came_is_the_computer_players(games: Service) -> None:
    options = GAMES["draw"].options(match="rounds", rounds=2)
    table, _ = await begin(games, "draw", ANA, computers=["hard"], options=options)
    over = await play_some(games, await Player(games, table.id, EVE).takes_seat(), Random(3))  # nobody answers
    assert [(row.user, row.player) for row in await rows(games, over.id)] == [(ANA.user, None), (None, "hard")]


async def test_a_player_who_is_away_shares_the_seat_with_the_computer_player(games: Service) -> None:
    table, (_, ben) = await begin(games, "draw", ANA, BEN)
    await move_seat(games, table, 1)
    await move_seat(games, await ben.stays_away("medium"), 1)
    over = await play_some(games, await ben.takes_seat_back(), Random(5))
    mine = [(row.user, row.player) for row in await rows(games, over.id) if row.seat == 1]
    assert mine == [(BEN.user, None), (None, "medium"), (BEN.user, None)]


async def test_a_user_who_came_and_went_ten_times_does_not_come_again(games: Service) -> None:
    table, (_, _, cem) = await begin(games, "draw", ANA, BEN, CEM)
    eve = Player(games, table.id, EVE)
    for _ in range(9):
        await cem.leaves()
        await cem.takes_seat()
    await cem.leaves()
    with pytest.raises(Refusal, match="10 times"):
        await cem.takes_seat()
    await eve.takes_seat()


async def test_a_move_that_was_taken_back_does_not_count(games: Service) -> None:
    table, people = await begin(games, "fives", ANA, BEN)
    while table.standing.undoable is None:
        mover, other = mover_first(table, *people)
        table = await play_some(games, table, Random(1), 1)
    table = await mover.takes_move_back()
    if table.standing.vote is not None and table.standing.vote.outcome is None:
        table = await other.says_yes()
    over = await play_some(games, table, Random(2))
    seen = (await games.tables.observe(over.id, None)).observation
    counted = await rows(games, over.id)
    assert [row.marks.get("plays", 0) for row in counted] == [each.plays for each in seen.statistics]


async def test_the_time_of_a_turn_and_late_turns_are_noted_for_their_player(games: Service, clock: FixedClock) -> None:
    table = await begin_game(games, "draw", ANA, BEN)
    mover = mover_at(games, table)
    clock.time += 100
    played = await mover.plays(await first_choice(games, table), table.position_seq)
    over = await play_some(games, played, Random(1))
    mine = next(row for row in await rows(games, over.id) if row.user == mover.user)
    assert mine.marks[SECONDS] == 100
    assert LATE not in mine.marks


@pytest.mark.parametrize("key", [key if key == "draw" else pytest.param(key, marks=pytest.mark.long) for key in GAMES])
async def test_what_is_stored_is_what_the_logs_say_after_deletions_too(key: str, games: Service) -> None:
    people = PEOPLE[: usual_seats(GAMES[key])]
    table = await begin_game(games, key, *people)
    over = await play_some(games, table, Random(f"whole {key}"))
    before = await rows(games, over.id)
    assert len(before) == len(people)
    assert (await games.statistics.recount(write=False)).changed == []
    await games.people.forget(BEN.user)
    compared = await games.statistics.recount(write=False)
    assert (compared.games, compared.changed, compared.unreadable) == (1, [], [])
    after = await rows(games, over.id)
    assert [row.user for row in after] == [None if person == BEN else person.user for person in people]
    assert [row._replace(user=None) for row in after] == [row._replace(user=None) for row in before]


async def test_a_new_count_finds_and_mends_what_is_stored_wrongly(games: Service) -> None:
    over = await sprint(games, 2, ANA, BEN)
    right = await rows(games, over.id)
    await games.store.run(lambda tx: connection_of(tx).execute(update(scores_table).values(points=-77)))
    assert (await games.statistics.recount(write=False)).changed == [over.id]
    assert (await games.statistics.recount()).changed == [over.id]
    assert await rows(games, over.id) == right
    assert (await games.statistics.recount()).changed == []


async def test_a_log_that_cannot_be_read_is_left_out_and_the_others_are_counted(
    games: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await sprint(games, 1, ANA, BEN), await sprint(games, 2, ANA, BEN)
    counted = games.statistics.replay_scores

    async def broken(stored):  # type: ignore[no-untyped-def]  # stands in for theirs
        if stored.row.id == first.id:
            raise ValueError("damaged")
        return await counted(stored)

    monkeypatch.setattr(games.statistics, "replay_scores", broken)
    assert await rows(games, first.id) == []
    assert len(await rows(games, second.id)) == 2
    monkeypatch.undo()
    await games.statistics.recount()
    assert len(await rows(games, first.id)) == 2


async def test_statistics_are_kept_by_both_databases(address: str) -> None:
    store = await Store.open(address)
    service = Service.of(store, GAMES, FixedClock(), default_timing=Timing(Preset.DAY))
    over = await sprint(service, 1, ANA, BEN)
    assert [row.user for row in await rows(service, over.id)] == [ANA.user, BEN.user]
    assert (await service.statistics.recount()).changed == []
    kept = (await service.people.collect_data(BEN.user)).scores
    assert [row.table for row in kept] == [over.id]
    await service.people.forget(BEN.user)
    assert (await service.people.collect_data(BEN.user)).scores == ()
    await store.close()


def test_places_follow_the_game_and_equals_share_one() -> None:
    reason = msg("It is over.")
    assert rank_seats(Outcome(reason, (5, 9, 5), (1,)), single_sides(3)) == [2, 1, 2]
    assert rank_seats(Outcome(reason, (-7, -7, -9), (1,), (-3, -2, 0)), single_sides(3)) == [2, 1, 3]
    assert rank_seats(Outcome(reason, (4, 4), (0, 1)), single_sides(2)) == [1, 1]
    assert rank_seats(Outcome(reason, (4, 9, 4, 9), (1, 3)), PAIRS) == [2, 1, 2, 1]


async def ratings_of(service: Service, *people: Person) -> dict[int, RatingRow]:
    """Return the ratings of users over all servers."""
    await service.statistics.count_pending_games()
    rows = await service.store.run(lambda tx: tx.results.ratings(guild=0))
    return {row.user: row for row in rows if row.user in {person.user for person in people}}


async def test_a_game_of_two_people_rates_both_here_and_on_all_servers(games: Service) -> None:
    over = await sprint(games, 1, ANA, BEN)
    both = await ratings_of(games, ANA, BEN)
    places = {row.user: row.place for row in await rows(games, over.id)}
    ana, ben = both[ANA.user], both[BEN.user]
    if places[ANA.user] != places[BEN.user]:
        assert (ana.mu > ben.mu) == (places[ANA.user] < places[BEN.user])
    assert (ana.size, ana.games) == (2, 1)
    assert (await games.statistics.recount(write=False)).changed == []


async def test_what_counts_for_no_rating(games: Service) -> None:
    async def nothing(table: Table) -> None:
        await play_some(games, table, Random(1))
        assert await ratings_of(games, ANA, BEN) == {}

    unrated, (ana, _) = await open_table(games, ANA, BEN, game="draw", options=SHORT["draw"])
    await ana.does(lobby.set_rated, ana.user, rated=False)
    assert "doesn't count for ratings" in str(card.unrated_notice(await ana.starts()))
    await nothing(await make_deal(games, unrated.id))
    hinted, (ana, _) = await open_table(games, ANA, BEN, game="draw", options=SHORT["draw"])
    await ana.allows_hints(allowed=True)
    await ana.starts()
    await nothing(await make_deal(games, hinted.id))
    for timing in (Timing(Preset.OPEN), Timing(Preset.DAY, absence=Absence.WAIT)):
        waiting, _ = await begin(games, "draw", ANA, BEN, timing=timing)
        await nothing(waiting)
    await games.servers.set_up(GUILD, lambda row: row._replace(rated=False))
    await nothing(await begin_game(games, "draw", ANA, BEN))
    await games.servers.set_up(GUILD, lambda row: row._replace(rated=True))
    await games.preferences.choose(BEN.user, rated=False)
    await nothing(await begin_game(games, "draw", ANA, BEN))
    await games.preferences.choose(BEN.user, rated=True)
    await play_some(games, await begin_game(games, "draw", ANA, BEN), Random(1))
    assert set(await ratings_of(games, ANA, BEN)) == {ANA.user, BEN.user}
    assert (await games.statistics.recount(write=False)).changed == []


@pytest.mark.parametrize("leaves", [True, False])
@pytest.mark.parametrize("wanted", [True, False])
async def test_nobody_who_played_changes_whether_their_game_counts(games: Service, wanted: bool, leaves: bool) -> None:
    await games.preferences.choose(BEN.user, rated=wanted)
    goes_on, (_, ben) = await begin(games, "draw", ANA, BEN)
    assert (await games.preferences.choose(BEN.user, rated=wanted)).rated is wanted
    over = await move_seat(games, goes_on, 1)
    if leaves:
        await ben.leaves()
    with pytest.raises(Refusal, match="isn't counted yet"):
        await games.preferences.choose(BEN.user, rated=not wanted)
    await play_some(games, await games.tables.table(over.id, ANY), Random(1))
    with pytest.raises(Refusal, match="isn't counted yet"):
        await games.preferences.choose(BEN.user, rated=not wanted)
    await games.statistics.count_pending_games()
    assert (await games.preferences.choose(BEN.user, rated=not wanted)).rated is not wanted


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("wanted", [True, False])
async def test_a_game_counts_as_its_server_wanted_when_it_began(games: Service, wanted: bool, again: bool) -> None:
    goes_on, people = await begin(games, "draw", ANA, BEN)
    await games.servers.set_up(GUILD, lambda row: row._replace(rated=wanted))
    if again:
        over = await play_some(games, goes_on, Random(1))
        for player in people:
            over = await player.agrees_to_rematch()
        assert over.standing.rematch.next is not None
        goes_on = await make_deal(games, over.standing.rematch.next.table)
    await games.servers.set_up(GUILD, lambda row: row._replace(rated=not wanted))
    before = await ratings_of(games, ANA, BEN)
    await play_some(games, goes_on, Random(1))
    assert (await ratings_of(games, ANA, BEN) != before) is (wanted or not again)
    assert (await games.statistics.recount(write=False)).changed == []


async def test_a_person_alone_with_computer_players_is_neither_rated_nor_listed_with_hints_or_without(
    games: Service, clock: FixedClock
) -> None:
    for allowed in (False, True):
        table, (ana,) = await open_table(games, ANA, game="draw", options=SHORT["draw"], computers=["easy"])
        await ana.allows_hints(allowed=allowed)
        await ana.starts()
        await play_some(games, await make_deal(games, table.id), Random(1))
    assert await ratings_of(games, ANA) == {}
    assert (await games.standings.best(GUILD, "draw")).sizes == []
    mine = await games.standings.player(ANA.user, by=ANA.user, guild=GUILD)
    assert mine is not None
    assert mine.sums.games == 2
    await play_some(games, await begin_game(games, "draw", ANA, BEN), Random(1))
    assert set(await ratings_of(games, ANA, BEN)) == {ANA.user, BEN.user}
    clock.time += 60  # what was counted is read once a minute
    best = (await games.standings.best(GUILD, "draw")).players
    assert {player.user: player.sums.games for player in best} == {ANA.user: 1, BEN.user: 1}


async def test_a_player_who_left_is_rated_and_their_opponent_is_not(games: Service) -> None:
    table, (_, ben) = await begin(games, "draw", ANA, BEN)
    await move_seat(games, table, 1)
    await play_some(games, await ben.leaves(), Random(2))
    assert (await ratings_of(games, ANA, BEN)).keys() == {BEN.user}


async def test_deletion_takes_the_ratings_of_one_and_leaves_those_of_all_others(games: Service) -> None:
    for luck in range(4):
        await sprint(games, luck, ANA, BEN, CEM)
    before = await ratings_of(games, ANA, BEN, CEM)
    assert (await games.people.collect_data(BEN.user)).ratings
    await games.people.forget(BEN.user)
    assert (await games.people.collect_data(BEN.user)).ratings == ()
    del before[BEN.user]
    assert await ratings_of(games, ANA, BEN, CEM) == before
    assert (await games.statistics.recount()).changed == []
    assert await ratings_of(games, ANA, BEN, CEM) == before
