"""Statistics are counted once, from the log alone: who played which part of a seat, and nothing twice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from random import Random

import pytest
from sqlalchemy import update

from bot.service import Service
from bot.stats.scores import LATE, SECONDS, rank_seats
from bot.store import Store
from bot.store.schema import scores as scores_table
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Absence, Timing
from bot.table.log.model import ANY, NO_CAUSE, Cause, Person, Status, Table
from bot.table.log.rows import RatingRow, ScoreRow
from bot.table.refusals import Refusal
from bot.table.rules import computers, hints, lobby, play, ready, rematch, seats, votes
from bot.talk import card
from engine.game import DEALER, Outcome
from engine.games import GAMES
from engine.options import Options
from engine.words import msg
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, EVE, GUILD, FixedClock, dealt, first_choice
from tests.engine.play import short

SHORT = {key: short(game, **({"target": "50"} if key == "fives" else {})) for key, game in GAMES.items()}


@pytest.fixture
async def games(sqlite_address: str) -> AsyncIterator[Service]:
    store = await Store.open(sqlite_address)
    yield Service.of(store, GAMES, FixedClock(), default_timing=Timing(Preset.DAY))
    await store.close()


async def begun(
    service: Service, key: str, *people: Person, unrated: bool = False, options: Options | None = None
) -> Table:
    """A table of a real game that was dealt."""
    host, *others = people
    table = await service.tables.new(key, host.by(), host, GUILD, CHANNEL, options=options or SHORT[key])
    for person in others:
        await service.tables.do(table.id, person.by(), ready.join, person)
    if unrated:
        await service.tables.do(table.id, Cause(host.user), lobby.rate, host.user, rated=False)
    await service.tables.do(table.id, Cause(host.user), ready.start, host.user)
    return await dealt(service, table.id)


async def some(service: Service, table: Table, chance: Random, most: int = 10**6) -> Table:
    """The table after random moves, to its end or so many."""
    while table.status is Status.RUNNING and most:
        most -= 1
        if table.to_act == DEALER:
            table = await dealt(service, table.id)
            continue
        question = await service.tables.see(table.id, play.question_now)
        assert question is not None
        assert table.mover is not None
        possible = [choice.notation for choice in question.observation.choices if choice.enabled]
        user = table.mover
        played = await service.tables.act(table.id, user.by(), user, table.position_seq, chance.choice(possible))
        table = played.table
    return table


async def moved(service: Service, table: Table, seat: int) -> Table:
    """The table after a seat has moved."""
    while table.to_act != seat:
        table = await some(service, table, Random(0), 1)
    return await some(service, table, Random(0), 1)


async def rows(service: Service, table: int) -> Sequence[ScoreRow]:
    await service.statistics.count_pending_games()
    return await service.tables._store.run(lambda tx: tx.results.scores(table))


async def sprint(service: Service, luck: object, *people: Person) -> Table:
    table = await begun(service, "draw", *people)
    return await some(service, table, Random(f"sprint {luck}"))


async def test_a_game_is_counted_once_for_each_seat(games: Service) -> None:
    over = await sprint(games, 1, ANA, BEN, CEM)
    counted = await rows(games, over.id)
    assert [row.user for row in counted] == [ANA.user, BEN.user, CEM.user]
    assert all(row.final and row.marks["rounds"] == 1 for row in counted)
    assert 1 in {row.place for row in counted}
    assert await rows(games, over.id) == counted


async def test_a_game_that_goes_on_or_was_called_off_is_not_counted(games: Service) -> None:
    table = await begun(games, "draw", ANA, BEN)
    assert await rows(games, table.id) == []
    await games.tables.do(table.id, Cause(ANA.user), votes.call_vote, ANA.user, "cancel")
    vote = (await games.tables.table(table.id, ANY)).standing.vote
    assert vote is not None
    await games.tables.do(table.id, Cause(BEN.user), votes.cast_vote, BEN.user, vote.seq, yes=True)
    assert (await games.tables.table(table.id, ANY)).status is Status.CLOSED
    assert await rows(games, table.id) == []


async def test_each_player_of_a_seat_is_counted_with_what_they_did(games: Service) -> None:
    table = await begun(games, "draw", ANA, BEN, CEM)
    await moved(games, table, 1)
    await games.tables.do(table.id, Cause(BEN.user), seats.leave, BEN.user)
    await moved(games, await games.tables.table(table.id, ANY), 1)
    await games.tables.do(table.id, EVE.by(), seats.take, EVE)
    over = await some(games, await games.tables.table(table.id, ANY), Random(3))
    mine = [row for row in await rows(games, over.id) if row.seat == 1]
    assert [(row.user, row.player) for row in mine] == [(BEN.user, None), (None, "medium"), (EVE.user, None)]
    assert [row.final for row in mine] == [False, False, True]
    assert "rounds" not in mine[0].marks
    assert mine[-1].marks["rounds"] == 1


async def test_a_new_player_and_the_computer_player_before_them_are_counted_each_with_what_they_did(
    games: Service,
) -> None:
    options = GAMES["draw"].options(match="rounds", rounds=3)
    opened = await games.tables.new("draw", ANA.by(), ANA, GUILD, CHANNEL, options=options)
    await games.tables.do(opened.id, Cause(ANA.user), computers.add, ANA.user, "hard")
    await games.tables.do(opened.id, Cause(ANA.user), ready.start, ANA.user)
    asked = await games.tables.do((await dealt(games, opened.id)).id, EVE.by(), seats.take, EVE)
    assert asked.standing.vote is not None
    table = await games.tables.do(
        opened.id, Cause(ANA.user), votes.cast_vote, ANA.user, asked.standing.vote.seq, yes=True
    )
    over = await some(games, table, Random(3))
    mine = [row for row in await rows(games, over.id) if row.seat == 1]
    assert [(row.user, row.player, row.final) for row in mine] == [(None, "hard", False), (EVE.user, None, True)]
    assert [row.marks["rounds"] for row in mine] == [1, 2]


async def test_a_game_that_ends_before_a_new_player_came_is_the_computer_players(games: Service) -> None:
    options = GAMES["draw"].options(match="rounds", rounds=2)
    opened = await games.tables.new("draw", ANA.by(), ANA, GUILD, CHANNEL, options=options)
    await games.tables.do(opened.id, Cause(ANA.user), computers.add, ANA.user, "hard")
    await games.tables.do(opened.id, Cause(ANA.user), ready.start, ANA.user)
    await games.tables.do((await dealt(games, opened.id)).id, EVE.by(), seats.take, EVE)
    over = await some(games, await games.tables.table(opened.id, ANY), Random(3))  # nobody answers
    assert [(row.user, row.player) for row in await rows(games, over.id)] == [(ANA.user, None), (None, "hard")]


async def test_a_player_who_is_away_shares_the_seat_with_the_computer_player(games: Service) -> None:
    table = await begun(games, "draw", ANA, BEN)
    table = await moved(games, table, 1)
    await games.tables.do(table.id, NO_CAUSE, computers.sit, 1, "medium")
    await moved(games, await games.tables.table(table.id, ANY), 1)
    await games.tables.do(table.id, Cause(BEN.user), computers.take_back, BEN.user)
    over = await some(games, await games.tables.table(table.id, ANY), Random(5))
    mine = [(row.user, row.player) for row in await rows(games, over.id) if row.seat == 1]
    assert mine == [(BEN.user, None), (None, "medium"), (BEN.user, None)]


async def test_a_user_who_came_and_went_ten_times_does_not_come_again(games: Service) -> None:
    table = await begun(games, "draw", ANA, BEN, CEM)
    for _ in range(9):
        await games.tables.do(table.id, Cause(CEM.user), seats.leave, CEM.user)
        await games.tables.do(table.id, CEM.by(), seats.take, CEM)
    await games.tables.do(table.id, Cause(CEM.user), seats.leave, CEM.user)
    with pytest.raises(Refusal, match="10 times"):
        await games.tables.do(table.id, CEM.by(), seats.take, CEM)
    await games.tables.do(table.id, EVE.by(), seats.take, EVE)


async def test_a_move_that_was_taken_back_does_not_count(games: Service) -> None:
    table = await begun(games, "fives", ANA, BEN)
    while True:
        mover = table.mover
        assert mover is not None
        table = await some(games, table, Random(1), 1)
        if table.standing.undoable is not None:
            await games.tables.do(table.id, Cause(mover.user), votes.undo, mover.user)
            table = await games.tables.table(table.id, ANY)
            if table.standing.vote is not None and table.standing.vote.outcome is None:
                other = BEN if mover.user == ANA.user else ANA
                vote = table.standing.vote.seq
                await games.tables.do(table.id, Cause(other.user), votes.cast_vote, other.user, vote, yes=True)
            break
    over = await some(games, await games.tables.table(table.id, ANY), Random(2))
    seen = (await games.tables.observe(over.id, None)).observation
    counted = await rows(games, over.id)
    assert [row.marks.get("plays", 0) for row in counted] == [each.plays for each in seen.statistics]


async def test_the_time_of_a_turn_and_late_turns_are_noted_for_their_player(games: Service) -> None:
    table = await begun(games, "draw", ANA, BEN)
    clock = games.absence._clock
    assert isinstance(clock, FixedClock)
    mover = table.mover
    assert mover is not None
    clock.time += 100
    await games.tables.act(table.id, mover.by(), mover, table.position_seq, await first_choice(games, table))
    over = await some(games, await games.tables.table(table.id, ANY), Random(1))
    mine = next(row for row in await rows(games, over.id) if row.user == mover.user)
    assert mine.marks[SECONDS] == 100
    assert LATE not in mine.marks


@pytest.mark.parametrize("key", [key if key == "draw" else pytest.param(key, marks=pytest.mark.long) for key in GAMES])
async def test_what_is_stored_is_what_the_logs_say_after_deletions_too(key: str, games: Service) -> None:
    people = (ANA, BEN, CEM)
    table = await begun(games, key, *people)
    over = await some(games, table, Random(f"whole {key}"))
    before = await rows(games, over.id)
    assert len(before) == 3
    assert (await games.statistics.recount(write=False)).changed == []
    await games.people.forget(BEN.user)
    compared = await games.statistics.recount(write=False)
    assert (compared.games, compared.changed, compared.unreadable) == (1, [], [])
    after = await rows(games, over.id)
    assert [row.user for row in after] == [ANA.user, None, CEM.user]
    assert [row._replace(user=None) for row in after] == [row._replace(user=None) for row in before]


async def test_a_new_count_finds_and_mends_what_is_stored_wrongly(games: Service) -> None:
    over = await sprint(games, 2, ANA, BEN)
    right = await rows(games, over.id)
    await games.tables._store.run(lambda tx: tx._connection.execute(update(scores_table).values(points=-77)))
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
    assert rank_seats(Outcome(reason, (5, 9, 5), (1,))) == [2, 1, 2]
    assert rank_seats(Outcome(reason, (-7, -7, -9), (1,), (-3, -2, 0))) == [2, 1, 3]
    assert rank_seats(Outcome(reason, (4, 4), (0, 1))) == [1, 1]


async def rated(service: Service, *people: Person) -> dict[int, RatingRow]:
    """What users are rated on all servers."""
    await service.statistics.count_pending_games()
    rows = await service.tables._store.run(lambda tx: tx.results.ratings(guild=0))
    return {row.user: row for row in rows if row.user in {person.user for person in people}}


async def test_a_game_of_two_people_rates_both_here_and_on_all_servers(games: Service) -> None:
    over = await sprint(games, 1, ANA, BEN)
    both = await rated(games, ANA, BEN)
    places = {row.user: row.place for row in await rows(games, over.id)}
    ana, ben = both[ANA.user], both[BEN.user]
    if places[ANA.user] != places[BEN.user]:
        assert (ana.mu > ben.mu) == (places[ANA.user] < places[BEN.user])
    assert (ana.size, ana.games) == (2, 1)
    assert (await games.statistics.recount(write=False)).changed == []


async def test_what_counts_for_no_rating(games: Service) -> None:
    async def nothing(table: Table) -> None:
        await some(games, table, Random(1))
        assert await rated(games, ANA, BEN) == {}

    said = await begun(games, "draw", ANA, BEN, unrated=True)
    assert "doesn't count for ratings" in str(card.unrated_notice(said))
    await nothing(said)
    hinted = await games.tables.new("draw", ANA.by(), ANA, GUILD, CHANNEL, options=SHORT["draw"])
    await games.tables.do(hinted.id, BEN.by(), ready.join, BEN)
    await games.tables.do(hinted.id, Cause(ANA.user), hints.allow, ANA.user, allowed=True)
    await games.tables.do(hinted.id, Cause(ANA.user), ready.start, ANA.user)
    await nothing(await dealt(games, hinted.id))
    for timing in (Timing(Preset.OPEN), Timing(Preset.DAY, absence=Absence.WAIT)):
        waits = await games.tables.new("draw", ANA.by(), ANA, GUILD, CHANNEL, options=SHORT["draw"], timing=timing)
        await games.tables.do(waits.id, BEN.by(), ready.join, BEN)
        await games.tables.do(waits.id, Cause(ANA.user), ready.start, ANA.user)
        await nothing(await dealt(games, waits.id))
    await games.servers.set_up(GUILD, lambda row: row._replace(rated=False))
    await nothing(await begun(games, "draw", ANA, BEN))
    await games.servers.set_up(GUILD, lambda row: row._replace(rated=True))
    await games.preferences.choose(BEN.user, rated=False)
    await nothing(await begun(games, "draw", ANA, BEN))
    await games.preferences.choose(BEN.user, rated=True)
    await some(games, await begun(games, "draw", ANA, BEN), Random(1))
    assert set(await rated(games, ANA, BEN)) == {ANA.user, BEN.user}
    assert (await games.statistics.recount(write=False)).changed == []


@pytest.mark.parametrize("leaves", [True, False])
@pytest.mark.parametrize("wanted", [True, False])
async def test_nobody_who_played_changes_whether_their_game_counts(games: Service, wanted: bool, leaves: bool) -> None:
    await games.preferences.choose(BEN.user, rated=wanted)
    goes_on = await begun(games, "draw", ANA, BEN)
    assert (await games.preferences.choose(BEN.user, rated=wanted)).rated is wanted
    over = await moved(games, goes_on, 1)
    if leaves:
        await games.tables.do(over.id, Cause(BEN.user), seats.leave, BEN.user)
    with pytest.raises(Refusal, match="isn't counted yet"):
        await games.preferences.choose(BEN.user, rated=not wanted)
    await some(games, await games.tables.table(over.id, ANY), Random(1))
    with pytest.raises(Refusal, match="isn't counted yet"):
        await games.preferences.choose(BEN.user, rated=not wanted)
    await games.statistics.count_pending_games()
    assert (await games.preferences.choose(BEN.user, rated=not wanted)).rated is not wanted


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("wanted", [True, False])
async def test_a_game_counts_as_its_server_wanted_when_it_began(games: Service, wanted: bool, again: bool) -> None:
    goes_on = await begun(games, "draw", ANA, BEN)
    await games.servers.set_up(GUILD, lambda row: row._replace(rated=wanted))
    if again:
        over = await some(games, goes_on, Random(1))
        for person in (ANA, BEN):
            over = await games.tables.do(over.id, Cause(person.user), rematch.agree, person.user)
        assert over.standing.rematch.next is not None
        goes_on = await dealt(games, over.standing.rematch.next.table)
    await games.servers.set_up(GUILD, lambda row: row._replace(rated=not wanted))
    before = await rated(games, ANA, BEN)
    await some(games, goes_on, Random(1))
    assert (await rated(games, ANA, BEN) != before) is (wanted or not again)
    assert (await games.statistics.recount(write=False)).changed == []


async def test_a_person_alone_with_computer_players_is_neither_rated_nor_listed_with_hints_or_without(
    games: Service,
) -> None:
    for allowed in (False, True):
        table = await games.tables.new("draw", ANA.by(), ANA, GUILD, CHANNEL, options=SHORT["draw"])
        await games.tables.do(table.id, Cause(ANA.user), computers.add, ANA.user, "easy")
        await games.tables.do(table.id, Cause(ANA.user), hints.allow, ANA.user, allowed=allowed)
        await games.tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)
        await some(games, await dealt(games, table.id), Random(1))
    assert await rated(games, ANA) == {}
    assert (await games.standings.best(GUILD, "draw")).sizes == []
    mine = await games.standings.player(ANA.user, by=ANA.user, guild=GUILD)
    assert mine is not None
    assert mine.sums.games == 2
    await some(games, await begun(games, "draw", ANA, BEN), Random(1))
    assert set(await rated(games, ANA, BEN)) == {ANA.user, BEN.user}
    games.standings._cache.clear()  # what was counted is read once a minute
    best = (await games.standings.best(GUILD, "draw")).players
    assert {player.user: player.sums.games for player in best} == {ANA.user: 1, BEN.user: 1}


async def test_a_player_who_left_is_rated_and_their_opponent_is_not(games: Service) -> None:
    table = await moved(games, await begun(games, "draw", ANA, BEN), 1)
    await games.tables.do(table.id, Cause(BEN.user), seats.leave, BEN.user)
    await some(games, await games.tables.table(table.id, ANY), Random(2))
    assert (await rated(games, ANA, BEN)).keys() == {BEN.user}


async def test_deletion_takes_the_ratings_of_one_and_leaves_those_of_all_others(games: Service) -> None:
    for luck in range(4):
        await sprint(games, luck, ANA, BEN, CEM)
    before = await rated(games, ANA, BEN, CEM)
    assert (await games.people.collect_data(BEN.user)).ratings
    await games.people.forget(BEN.user)
    assert (await games.people.collect_data(BEN.user)).ratings == ()
    del before[BEN.user]
    assert await rated(games, ANA, BEN, CEM) == before
    assert (await games.statistics.recount()).changed == []
    assert await rated(games, ANA, BEN, CEM) == before
