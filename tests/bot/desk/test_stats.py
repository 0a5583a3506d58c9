"""What `/stats` and `/top` answer, to whom."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.desk.stats import drawn, ranks
from bot.service import Service
from bot.store import Store
from bot.table.model import Person
from bot.table.rows import RatingRow
from bot.table.sums import Player, Sums
from bot.talk import stats as talk
from engine.games import GAMES
from engine.words import Words
from renderers.kit.picture import png
from renderers.stats import card, ranking
from tests.bot.service.test_statistics import begun, some, sprint
from tests.bot.tools import ANA, BEN, CEM, DOT, GUILD, FixedClock


@pytest.fixture
async def games(sqlite_address: str) -> AsyncIterator[Service]:
    store = await Store.open(sqlite_address)
    yield Service.of(store, GAMES, FixedClock())
    await store.close()


async def counted(service: Service, user: Person, by: Person = ANA, guild: int | None = GUILD) -> Player:
    player = await service.standings.player(user.user, by=by.user, guild=guild)
    assert player is not None
    return player


async def test_the_games_of_a_player_add_up(games: Service) -> None:
    ends = [await sprint(games, luck, ANA, BEN) for luck in range(3)]
    await games.statistics.look()
    ana, ben = await counted(games, ANA), await counted(games, BEN)
    assert (ana.game, ana.name, ana.sums.games, ben.sums.games) == ("draw", "Ana", 3, 3)
    assert ana.sums.wins + ben.sums.wins >= len(ends)
    assert ana.sums.marks["rounds"] == 3
    assert len(ana.sums.course) == 3
    assert await games.standings.player(DOT.user, by=ANA.user, guild=GUILD) is None


async def test_another_server_sees_nothing_of_it_and_private_messages_see_all(games: Service) -> None:
    await sprint(games, 1, ANA, BEN)
    await games.statistics.look()
    assert await games.standings.player(ANA.user, by=ANA.user, guild=GUILD + 1) is None
    assert await games.standings.best(GUILD + 1, "draw") == []
    assert (await counted(games, ANA, guild=None)).sums.games == 1


async def test_a_player_keeps_their_statistics_to_themselves(games: Service) -> None:
    await sprint(games, 1, ANA, BEN)
    await games.statistics.look()
    assert await games.preferences.open_stats(BEN.user, wanted=False) is False
    assert await games.standings.player(BEN.user, by=ANA.user, guild=GUILD) is None
    assert (await counted(games, BEN, by=BEN)).sums.games == 1
    assert [player.user for player in await games.standings.best(GUILD, "draw")] == [ANA.user]


async def test_only_the_player_reads_how_long_a_turn_takes(games: Service) -> None:
    await sprint(games, 1, ANA, BEN)
    await games.statistics.look()
    player, words = await counted(games, ANA), Words(())
    assert "on average" in words.text(talk.told(GAMES["draw"], player, own=True))
    assert "on average" not in words.text(talk.told(GAMES["draw"], player, own=False))
    assert "_" not in words.text(talk.alt(GAMES["draw"], player))


async def test_the_player_whose_tiles_were_taken_most_is_named_until_they_are_deleted(games: Service) -> None:
    table = await begun(games, "blockers", ANA, BEN)
    await some(games, table, Random("taken"))
    await games.statistics.look()
    store = games.tables._store
    ana, ben = await store.run(lambda tx: tx.results.scores(table.id))
    taken = [ana._replace(marks={**ana.marks, "took.1": 3}), ben]  # not every game at random has one
    await store.run(lambda tx: tx.results.counted(table.id, taken, 1))
    player = await counted(games, ANA)
    assert (player.victim, player.taken) == (BEN.user, 3)
    assert f"Most tiles taken from <@{BEN.user}>: 3" in Words(()).text(talk.told(GAMES["blockers"], player, own=False))
    await games.people.forget(BEN.user)
    assert (await counted(games, ANA)).victim is None


async def test_the_best_stand_in_the_order_of_their_wins(games: Service) -> None:
    for luck in range(4):
        await sprint(games, luck, ANA, BEN, CEM)
    await games.statistics.look()
    best = await games.standings.best(GUILD, "draw")
    wins = [player.sums.wins for player in best]
    assert sorted(wins, reverse=True) == wins
    assert len(best) == 3
    told = Words(()).text(talk.top(GAMES["draw"], best))
    assert [told.index(f"<@{player.user}>") for player in best] == sorted(
        told.index(f"<@{player.user}>") for player in best
    )


async def test_a_rating_is_shown_from_five_games_on(games: Service) -> None:
    words = Words(())
    for luck in range(4):
        await sprint(games, luck, ANA, BEN)
    await games.statistics.look()
    player = await counted(games, ANA)
    assert player.rating is None
    assert "Rating" not in words.text(talk.told(GAMES["draw"], player, own=True))
    await sprint(games, 4, ANA, BEN)
    await games.statistics.look()
    player = await counted(games, ANA)
    assert len(player.rated) == 5
    assert player.rated[-1] == player.rating
    assert f"Rating with 2 players: {player.rating} here" in words.text(talk.told(GAMES["draw"], player, own=True))
    assert drawn(GAMES["draw"], player).course == list(player.rated)
    best = await games.standings.best(GUILD, "draw")
    await games.preferences.rated(ANA.user, wanted=False)
    assert (await counted(games, ANA)).rating is None
    assert [each.rating for each in best] == sorted([each.rating or 0 for each in best], reverse=True)


async def test_computer_players_stand_among_the_best_and_are_marked(games: Service) -> None:
    rows = [RatingRow(0, "draw", 2, 0, "hard", 30.0, 2.0, 9), RatingRow(0, "draw", 2, 0, "easy", 20.0, 2.0, 4)]
    await sprint(games, 1, ANA, BEN)
    await games.statistics.look()
    await games.tables._store.run(lambda tx: tx.results.rate(rows))
    best = await games.standings.best(GUILD, "draw")
    assert talk.name(best[0]) == "Hard 🤖"
    assert len(best) == 3
    assert "1. Hard 🤖 (1576): 9 games" in Words(()).text(talk.top(GAMES["draw"], best))


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("played", [1, 2, 200])
def test_every_game_has_a_picture_that_is_the_same_each_time(key: str, played: int) -> None:
    marks = {figure.key: 3 for figure in GAMES[key].stats.figures} | {"rounds": 2, "bids": 1, "games": 1}
    sums = Sums(played, 0, {1: played}, [-7] * played, marks)
    player = Player(1, "Ana " * 20, key, sums)
    shown, words = drawn(GAMES[key], player), Words(())
    assert png(card(shown, words)) == png(card(shown, words))
    lines = ranks([player] * 10)
    picture = ranking(talk.TITLE, GAMES[key].name, lines, words)
    assert picture.width == 1200
    assert picture.height < 1200
    assert len(words.text(talk.alt(GAMES[key], player))) < 1024
