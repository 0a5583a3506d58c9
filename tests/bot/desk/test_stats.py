"""What `/stats` and `/top` answer, to whom."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.desk.stats import STATS, TOP, build_card, ranking_lines
from bot.service import Service
from bot.service.rating import PARTNERS
from bot.stats.sums import Player, ShownRating, Sums, Tally
from bot.store import Store
from bot.store.results import ResultStatements
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.log.model import Person
from bot.table.log.rows import RatingRow
from bot.talk import stats as talk
from bot.talk.words import Texts
from engine.games import GAMES
from engine.words import Words
from renderers.kit.picture import png
from renderers.stats import card, ranking
from tests.bot.reception import controls_of, labels, letter_problems, reception
from tests.bot.service.test_statistics import begin_game, play_some, sprint
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, GUILD, FixedClock
from tests.pseudo import watch_pictures


@pytest.fixture
async def games(sqlite_address: str, clock: FixedClock) -> AsyncIterator[Service]:
    store = await Store.open(sqlite_address)
    yield Service.of(store, GAMES, clock, default_timing=Timing(Preset.DAY))
    await store.close()


async def player_of(service: Service, user: Person, by: Person = ANA, guild: int | None = GUILD) -> Player:
    player = await service.standings.player(user.user, by=by.user, guild=guild)
    assert player is not None
    return player


async def test_the_games_of_a_player_add_up(games: Service) -> None:
    ends = [await sprint(games, luck, ANA, BEN) for luck in range(3)]
    await games.statistics.count_pending_games()
    ana, ben = await player_of(games, ANA), await player_of(games, BEN)
    assert (ana.game, ana.name, ana.sums.games, ben.sums.games) == ("draw", "Ana", 3, 3)
    assert ana.sums.wins + ben.sums.wins >= len(ends)
    assert ana.sums.marks["rounds"] == 3
    assert len(ana.sums.course) == 3
    assert await games.standings.player(DOT.user, by=ANA.user, guild=GUILD) is None


async def test_another_server_sees_nothing_of_it_and_private_messages_see_all(games: Service) -> None:
    await sprint(games, 1, ANA, BEN)
    await games.statistics.count_pending_games()
    assert await games.standings.player(ANA.user, by=ANA.user, guild=GUILD + 1) is None
    assert (await games.standings.best(GUILD + 1, "draw")).players == []
    assert (await player_of(games, ANA, guild=None)).sums.games == 1


async def test_a_player_keeps_their_statistics_to_themselves(games: Service) -> None:
    await sprint(games, 1, ANA, BEN)
    await games.statistics.count_pending_games()
    assert not (await games.preferences.choose(BEN.user, open_stats=False)).open_stats
    assert await games.standings.player(BEN.user, by=ANA.user, guild=GUILD) is None
    assert (await player_of(games, BEN, by=BEN)).sums.games == 1
    assert [player.user for player in (await games.standings.best(GUILD, "draw")).players] == [ANA.user]


async def test_only_the_player_reads_how_long_a_turn_takes(games: Service) -> None:
    await sprint(games, 1, ANA, BEN)
    await games.statistics.count_pending_games()
    player, words = await player_of(games, ANA), Words(())
    assert "on average" in words.text(talk.build_summary(GAMES["draw"], player, own=True))
    assert "on average" not in words.text(talk.build_summary(GAMES["draw"], player, own=False))
    assert "_" not in words.text(talk.alt(GAMES["draw"], player))


async def test_the_player_whose_tiles_were_taken_most_is_named_until_they_are_deleted(games: Service) -> None:
    table = await begin_game(games, "blockers", ANA, BEN)
    await play_some(games, table, Random("taken"))
    await games.statistics.count_pending_games()
    store = games.store
    ana, ben = await store.run(lambda tx: tx.results.scores(table.id))
    taken = [ana._replace(marks={**ana.marks, "took.1": 3}), ben]  # not every game at random has one
    await store.run(lambda tx: tx.results.save_scores(table.id, taken, 1))
    player = await player_of(games, ANA)
    assert (player.victim, player.taken) == (BEN.user, 3)
    assert f"Most tiles taken from <@{BEN.user}>: 3" in Words(()).text(
        talk.build_summary(GAMES["blockers"], player, own=False)
    )
    await games.people.forget(BEN.user)
    assert (await player_of(games, ANA)).victim is None


async def test_who_lost_most_tiles_is_not_named_once_they_keep_their_statistics_to_themselves(games: Service) -> None:
    table = await begin_game(games, "blockers", ANA, BEN)
    await play_some(games, table, Random("taken"))
    await games.statistics.count_pending_games()
    store = games.store
    ana, ben = await store.run(lambda tx: tx.results.scores(table.id))
    taken = [ana._replace(marks={**ana.marks, "took.1": 3}), ben]
    await store.run(lambda tx: tx.results.save_scores(table.id, taken, 1))
    await games.preferences.choose(BEN.user, open_stats=False)
    assert ((await player_of(games, ANA)).victim, (await player_of(games, ANA)).taken) == (None, 0)
    ana_as_ben = await games.standings.player(ANA.user, by=BEN.user, guild=GUILD)
    assert ana_as_ben is not None
    assert ana_as_ben.victim == BEN.user


async def test_a_name_of_another_server_is_not_told(games: Service) -> None:
    await sprint(games, 1, ANA, BEN)
    elsewhere = Person(ANA.user, "Ana of the other")
    there = await games.tables.new("draw", elsewhere.cause(), elsewhere, GUILD + 1, CHANNEL + 9)
    await games.statistics.count_pending_games()
    assert there.seats[0].name == "Ana of the other"
    assert (await player_of(games, ANA)).name == "Ana"
    names = [player.name for player in (await games.standings.best(GUILD, "draw")).players]
    assert sorted(names) == ["Ana", "Ben"]
    assert (await player_of(games, ANA, guild=None)).name == "Ana of the other"
    assert await games.standings.player(ANA.user, by=BEN.user, guild=None) is None


async def test_each_size_of_games_has_a_list_of_its_own(games: Service) -> None:
    for luck in range(2):
        await sprint(games, luck, ANA, BEN)
    await sprint(games, 3, ANA, BEN, CEM)
    await games.statistics.count_pending_games()
    most, three = await games.standings.best(GUILD, "draw"), await games.standings.best(GUILD, "draw", 3)
    assert (most.size, list(most.sizes)) == (2, [2, 3])
    assert {player.user: player.sums.games for player in most.players} == {ANA.user: 2, BEN.user: 2}
    assert {player.user: player.sums.games for player in three.players} == {ANA.user: 1, BEN.user: 1, CEM.user: 1}
    assert (await games.standings.best(GUILD, "draw", 5)).players == []


async def test_the_games_of_a_server_are_read_once_a_minute_whoever_asks(
    games: Service, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sprint(games, 1, ANA, BEN)
    await games.statistics.count_pending_games()
    read, tallies = list[str](), ResultStatements.tallies

    async def note_read(self: ResultStatements, guild: int, game: str) -> Sequence[Tally]:
        read.append(game)
        return await tallies(self, guild, game)

    monkeypatch.setattr(ResultStatements, "tallies", note_read)
    for _ in range(5):
        assert len((await games.standings.best(GUILD, "draw")).players) == 2
    assert read == ["draw"]
    await sprint(games, 2, ANA, BEN)
    await games.statistics.count_pending_games()
    await games.preferences.choose(BEN.user, open_stats=False)
    (only,) = (await games.standings.best(GUILD, "draw")).players
    assert (only.user, only.sums.games) == (ANA.user, 1)
    await games.people.forget(ANA.user)
    assert (await games.standings.best(GUILD, "draw")).players == []
    clock.time += 60
    assert (await games.standings.best(GUILD, "draw")).players == []
    assert read == ["draw", "draw"]


async def test_top_answers_on_servers_and_its_buttons_lead_to_the_other_sizes(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        for luck, people in enumerate([(ANA, BEN), (ANA, BEN), (ANA, BEN, CEM)]):
            await sprint(here.service, luck, *people)
        await here.service.statistics.count_pending_games()
        letter = await here.answer(here.desk.command(here.caller(DOT), TOP))
        assert letter.text.startswith("**Draw Dominoes · 2 players** · Ratings and wins\n1. ")
        assert labels(letter) == ["3–4 players"]
        assert letter_problems(letter) == []
        other = await here.press_control(DOT, controls_of(letter)[0].id)
        assert other.text.startswith("**Draw Dominoes · 3–4 players**")
        assert labels(other) == ["2 players"]
        same = await here.answer(here.desk.command(here.caller(DOT), TOP, {"game": "draw", "players": 3}))
        assert same.text == other.text
        alone = await here.answer(here.desk.command(here.caller(DOT, guild=None), TOP))
        assert alone.text == "Use `/top` on a server: it lists the best there."


async def test_the_best_stand_in_the_order_of_their_wins(games: Service) -> None:
    for luck in range(4):
        await sprint(games, luck, ANA, BEN, CEM)
    await games.statistics.count_pending_games()
    best = (await games.standings.best(GUILD, "draw")).players
    wins = [player.sums.wins for player in best]
    assert sorted(wins, reverse=True) == wins
    assert len(best) == 3
    told = Words(()).text(talk.top(talk.top_title(GAMES["draw"], 2), best))
    assert [told.index(f"<@{player.user}>") for player in best] == sorted(
        told.index(f"<@{player.user}>") for player in best
    )


async def test_there_are_no_charts_before_they_can_say_something(games: Service) -> None:
    for luck, charts in enumerate((False, False, True)):
        await sprint(games, luck, ANA, BEN)
        await games.statistics.count_pending_games()
        content = build_card(GAMES["draw"], await player_of(games, ANA))
        assert content.has_charts == charts
        drawn = card(content, Words(()))
        assert (drawn.height > card(replace(content, has_charts=False), Words(())).height) == charts


async def test_a_rating_is_shown_from_five_games_on(games: Service) -> None:
    words = Words(())
    for luck in range(4):
        await sprint(games, luck, ANA, BEN)
    await games.statistics.count_pending_games()
    player = await player_of(games, ANA)
    assert player.rating is None
    assert build_card(GAMES["draw"], player).has_charts
    assert "Rating" not in words.text(talk.build_summary(GAMES["draw"], player, own=True))
    await sprint(games, 4, ANA, BEN)
    await games.statistics.count_pending_games()
    player = await player_of(games, ANA)
    assert len(player.rated) == 5
    assert player.rated[-1] == player.rating
    assert f"Rating with 2 players: {player.rating} here" in words.text(
        talk.build_summary(GAMES["draw"], player, own=True)
    )
    assert build_card(GAMES["draw"], player).values == list(player.rated)
    best = (await games.standings.best(GUILD, "draw")).players
    await games.preferences.choose(ANA.user, rated=False)
    assert (await player_of(games, ANA)).rating is None
    assert [each.rating for each in best] == sorted([each.rating or 0 for each in best], reverse=True)


async def test_computer_players_stand_among_the_best_and_are_marked(games: Service) -> None:
    rows = [RatingRow(0, "draw", 2, 0, "hard", 30.0, 2.0, 9), RatingRow(0, "draw", 2, 0, "easy", 20.0, 2.0, 4)]
    await sprint(games, 1, ANA, BEN)
    await games.statistics.count_pending_games()
    await games.store.run(lambda tx: tx.results.save_ratings(rows))
    best = (await games.standings.best(GUILD, "draw")).players
    assert Words(()).text(talk.name(best[0])) == "Hard 🤖"
    assert len(best) == 3
    assert "1. Hard 🤖 (1576): 9 games" in Words(()).text(talk.top(talk.top_title(GAMES["draw"], 2), best))


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("played", [1, 2, 200])
def test_every_game_has_a_picture_that_is_the_same_each_time(key: str, played: int) -> None:
    marks = {figure.key: 3 for figure in GAMES[key].stats.figures} | {"rounds": 2, "bids": 1, "games": 1}
    sums = Sums(played, 0, {1: played}, [-7] * played, marks)
    player = Player(1, "Ana " * 20, key, sums)
    shown, words = build_card(GAMES[key], player), Words(())
    assert png(card(shown, words)) == png(card(shown, words))
    lines = ranking_lines([player] * 10)
    picture = ranking(talk.TITLE, GAMES[key].name, lines, words)
    assert picture.width == 1200
    assert picture.height < 1200
    assert len(words.text(talk.alt(GAMES[key], player))) < 1024


@pytest.mark.parametrize("key", GAMES)
def test_figures_of_zero_are_left_out(key: str) -> None:
    first, *others = GAMES[key].stats.figures
    marks = {figure.key: 0 for figure in others} | {first.key: 10, "rounds": 1, "bids": 1, "games": 1}
    shown = dict(talk.figures(GAMES[key], Sums(1, 0, {1: 1}, [0], marks)))
    assert first.label in shown
    assert not {number for number in shown.values() if not number.strip("0.")}


@pytest.mark.parametrize(("language", "share"), [("en", "100 %"), ("it", "100%"), ("de", "100 %")])
def test_the_picture_writes_a_share_as_its_language_does(language: str, share: str) -> None:
    shown = build_card(GAMES["draw"], Player(1, "Ana", "draw", Sums(2, 2, {1: 2}, [7, 7], {})))
    words = Texts().words(language, ())
    assert words.text(shown.numbers[2][1]).replace("\xa0", " ") == share
    with watch_pictures() as drawn:
        card(shown, words)
    assert words.text(shown.numbers[2][1]) in drawn.written


async def test_the_records_of_a_server_stand_below_its_best_and_name_only_who_wants_that(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        for luck in range(2):
            await sprint(here.service, luck, ANA, BEN)
        await here.service.statistics.count_pending_games()
        letter = await here.answer(here.desk.command(here.caller(DOT), TOP))
        best, records = letter.text.split("\n\n")
        assert best.count("\n") == 2
        heading, *rows = records.split("\n")
        assert heading == "**Records of this server, in games of all sizes**"
        assert all(row.startswith("🏅 ") and row.endswith((f"(<@{ANA.user}>)", f"(<@{BEN.user}>)")) for row in rows)
        assert any(row.startswith("🏅 Longest chain: ") for row in rows)
        assert "Longest chain: " in letter.pictures[0].alt
        for person in (ANA, BEN):
            await here.service.preferences.choose(person.user, open_stats=False)
        nobody = await here.answer(here.desk.command(here.caller(DOT), TOP))
        assert "🏅 Longest chain: " in nobody.text
        assert "<@" not in nobody.text
        assert "Ana" not in nobody.pictures[0].alt


async def test_the_game_that_was_played_lately_comes_first_and_the_others_are_one_press_away(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        for luck, game in enumerate(("draw", "fives", "draw", "fives")):
            await play_some(here.service, await begin_game(here.service, game, ANA, BEN), Random(f"others {luck}"))
        await here.service.statistics.count_pending_games()
        letter = await here.answer(here.desk.command(here.caller(ANA), STATS))
        assert letter.text.startswith("**Fives** · ")
        assert labels(letter) == ["Draw Dominoes"]
        assert letter_problems(letter) == []
        other = await here.press_control(ANA, controls_of(letter)[0].id)
        assert other.text.startswith(f"**Draw Dominoes** · <@{ANA.user}>")
        assert labels(other) == ["Fives"]
        await here.service.preferences.choose(ANA.user, open_stats=False)
        assert (await here.press_control(BEN, controls_of(letter)[0].id)).text == str(talk.NOT_SHOWN)


def test_a_player_without_a_rating_has_no_empty_brackets() -> None:
    players = [Player(ANA.user, "Ana", "draw", Sums(1, 0, {}, (), {}))]
    assert f"1. <@{ANA.user}>: 1 game, 0 wins (0 %)" in Words(()).text(talk.top(GAMES["draw"].name, players))


def test_ratings_in_pairs_are_told_apart_from_those_of_four_players() -> None:
    ratings = (ShownRating(PARTNERS, 1100, None, 9), ShownRating(3, 1000, 1010, 7), ShownRating(PARTNERS, 900, 950, 5))
    told = str(talk.build_summary(GAMES["draw"], Player(1, "", "draw", Sums(9, 0, {1: 5}, (), {}), ratings=ratings),
                                  own=False))  # fmt: skip
    assert "Rating in pairs: 1100" in told
    assert "Rating with 3–4 players: 1000 here, 1010 on all servers" in told
    assert "Rating in pairs: 900 here, 950 on all servers" in told
    assert str(talk.top_title(GAMES["draw"], PARTNERS)) == "Draw Dominoes · Pairs"
