"""Ratings: openskill's own numbers, who moves whom, and that the better players end above the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from openskill.models import PlackettLuce

from bot.service import rating
from bot.service.rating import (
    HERE,
    OUT,
    PARTNERS,
    SIZES,
    Effect,
    Ladder,
    Skill,
    combined_skill,
    excluded_seats,
    new_skills,
    rate_teams,
    sides_of,
    size_class,
)
from bot.table.log.rows import RatingRow, ResultRow, ScoreRow
from engine.sides import PAIRS, single_sides

ANA, BEN, CEM, DOT = 11, 12, 13, 14
NEW = Skill()


def row(
    seat: int, user: int | None, place: int, *, player: str | None = None, moves: int = 10, stint: int = 0,
    final: bool = True, left: bool = False, table: int = 1,
) -> ScoreRow:  # fmt: skip
    return ScoreRow(table, seat, stint, user, player, moves, final, place, 0, {}, left)


def result(seats: int, table: int = 1, guild: int = 7) -> ResultRow:
    return ResultRow(table, guild, "draw", seats, 0, 1, rated=True)


def pairs(table: int = 1, guild: int = 7) -> ResultRow:
    """Return a game of two pairs."""
    return result(4, table, guild)._replace(sides=2)


def rating_after(effect: Effect, skill: Skill = NEW) -> tuple[float, float]:
    return skill.mu + effect.mu, skill.sigma * effect.sigma


def skill_of(ladder: Ladder, user: int, guild: int = 0, player: str = "") -> Skill:
    found = [each for each in ladder.rows() if (each.guild, each.user, each.player) == (guild, user, player)]
    return Skill(*found[0][-3:]) if found else NEW


def test_a_game_of_two_gives_the_numbers_that_openskill_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating, "_MODEL", PlackettLuce(tau=0))  # as its examples have it
    (winner,), (loser,) = rate_teams([1, 2], [[NEW], [NEW]])
    assert rating_after(winner) == pytest.approx((27.63523138347365, 8.065506316323548))
    assert rating_after(loser) == pytest.approx((22.36476861652635, 8.065506316323548))


def test_a_game_of_three_with_equals_gives_the_numbers_of_openskill() -> None:
    first, *others = [rating_after(effect) for (effect,) in rate_teams([1, 2, 2], [[NEW]] * 3)]
    assert first == pytest.approx((27.869048680749426, 8.205243377397993))
    assert others == [pytest.approx((23.565475659625285, 8.058224222802378))] * 2


def test_classes_are_of_two_of_three_or_four_and_of_more() -> None:
    assert [size_class(result(seats)) for seats in range(2, 9)] == [2, 3, 3, 5, 5, 5, 5]


def test_games_with_partners_have_a_class_of_their_own() -> None:
    assert size_class(pairs()) == PARTNERS
    assert PARTNERS not in SIZES
    assert sides_of(pairs()) == PAIRS
    assert sides_of(result(4)) == single_sides(4)


def test_pairs_are_two_teams_of_two_in_the_model() -> None:
    skills = [NEW, Skill(30, 5), Skill(20, 6), NEW]
    rows = [row(0, ANA, 1), row(1, BEN, 2), row(2, CEM, 1), row(3, DOT, 2)]
    after = new_skills(rows, skills, (), PAIRS)
    model = PlackettLuce()
    teams = [[model.rating(mu=skills[seat].mu, sigma=skills[seat].sigma) for seat in side] for side in PAIRS]
    rated = model.rate(teams, ranks=[1, 2])
    for side, team in zip(PAIRS, rated, strict=True):
        for seat, now in zip(side, team, strict=True):
            skill = after[seat]
            assert skill is not None
            assert skill[:2] == pytest.approx((now.mu, now.sigma))


def test_a_game_of_pairs_moves_no_other_rating_of_its_players() -> None:
    ladder = Ladder()
    ladder.count(pairs(), [row(0, ANA, 1), row(1, BEN, 2), row(2, CEM, 1), row(3, DOT, 2)], ())
    assert {each.size for each in ladder.rows()} == {PARTNERS}
    assert skill_of(ladder, ANA) == skill_of(ladder, CEM)
    assert skill_of(ladder, ANA).mu > NEW.mu > skill_of(ladder, BEN).mu


def test_a_partner_who_leaves_is_rated_with_the_result_as_are_all_others() -> None:
    rows = [
        row(0, ANA, 2), row(1, BEN, 1), row(2, CEM, 2, moves=4, final=False, left=True),
        row(2, None, 2, player="medium", moves=6, stint=1), row(3, DOT, 1),
    ]  # fmt: skip
    skills = [NEW, NEW, Skill(40, 4), Skill(10, 4), NEW]
    ana, ben, cem, _, dot = new_skills(rows, skills, (), PAIRS)
    seat = combined_skill(rows[2:4], skills[2:4])
    (first, third), (second, fourth) = rate_teams([2, 1], [[NEW, seat], [NEW, NEW]])
    assert ana is not None
    assert ben is not None
    assert cem is not None
    assert dot is not None
    assert ana[:2] == pytest.approx(rating_after(first))
    assert ben[:2] == pytest.approx(rating_after(second))
    assert dot[:2] == pytest.approx(rating_after(fourth))
    assert cem.mu == pytest.approx(40 + third.mu * 0.4)


def test_a_partner_who_wants_no_rating_is_as_strong_as_their_rating_and_keeps_it() -> None:
    rows = [row(0, ANA, 1), row(1, BEN, 2), row(2, CEM, 1), row(3, DOT, 2)]
    strong = RatingRow(0, "draw", PARTNERS, CEM, "", 40, 3, 9)
    ladder = Ladder([strong, strong._replace(guild=7)])
    counted = ladder.count(pairs(), rows, {2})
    assert excluded_seats(counted) == {2}
    assert CEM not in {each.user for each in ladder.rows()}
    (first, _), _ = rate_teams([1, 2], [[NEW, Skill(40, 3)], [NEW, NEW]])
    assert skill_of(ladder, ANA)[:2] == pytest.approx(rating_after(first))
    again = Ladder()  # as when all games are rated again, and that rating is gone
    assert again.count(pairs(), counted, excluded_seats(counted)) == counted


def test_a_newcomer_is_shown_as_a_thousand() -> None:
    assert NEW.shown_rating == 1000
    assert Skill(30, 2).shown_rating > NEW.shown_rating


def test_a_player_who_leaves_moves_nobody_else_and_is_rated_themselves() -> None:
    rows = [
        row(0, ANA, 1), row(1, BEN, 2),
        row(2, CEM, 3, moves=4, final=False, left=True), row(2, None, 3, player="medium", moves=6, stint=1),
    ]  # fmt: skip
    after = new_skills(rows, [NEW] * 4, (), single_sides(3))
    two = new_skills(rows[:2], [NEW] * 2, (), single_sides(2))
    assert after[:2] == two
    assert after[2] is not None
    assert after[2].mu < NEW.mu
    strong = new_skills(rows, [NEW, NEW, Skill(60, 1), NEW], (), single_sides(3))
    assert strong[:2] == after[:2]


def test_the_opponent_of_a_player_who_leaves_a_game_of_two_stays() -> None:
    rows = [row(0, ANA, 1), row(1, BEN, 2, final=False, left=True), row(1, None, 2, player="medium", stint=1)]
    after = new_skills(rows, [NEW] * 3, (), single_sides(2))
    assert after[0] is None
    assert after[1] is not None
    assert after[2] is not None


def test_what_a_seat_wins_is_shared_by_the_moves_that_each_player_made() -> None:
    rows = [row(0, ANA, 1), row(1, BEN, 2, moves=3, final=False, left=True), row(1, DOT, 2, moves=9, stint=1)]
    _, ben, dot = new_skills(rows, [NEW] * 3, (), single_sides(2))
    whole = rate_teams([1, 2], [[NEW], [NEW]])[1][0].mu
    assert ben is not None
    assert dot is not None
    assert (ben.mu - NEW.mu, dot.mu - NEW.mu) == pytest.approx((whole * 0.25, whole * 0.75))


def test_a_seat_of_a_user_who_wants_no_rating_does_not_count() -> None:
    ladder = Ladder()
    rows = ladder.count(result(3), [row(0, ANA, 1), row(1, BEN, 2), row(2, CEM, 3)], {1})
    assert excluded_seats(rows) == {1}
    assert rows[1].rating == {OUT: ()}
    assert skill_of(ladder, BEN) == NEW
    two = Ladder()
    two.count(result(3), [row(0, ANA, 1), row(2, CEM, 3)], ())
    assert skill_of(ladder, ANA) == skill_of(two, ANA)


def test_computer_players_have_one_rating_for_all_servers_which_each_server_takes() -> None:
    ladder = Ladder()
    for table in range(4):
        ladder.count(result(2, table, guild=7), [row(0, ANA, 1), row(1, None, 2, player="hard")], ())
    there = Ladder(ladder.rows())
    there.count(result(2, 9, guild=8), [row(0, BEN, 2), row(1, None, 1, player="hard")], ())
    weak = skill_of(ladder, 0, player="hard")
    assert weak.mu < NEW.mu
    assert not [each for each in ladder.rows() if each.guild and not each.user]
    expected = rating_after(rate_teams([2, 1], [[NEW], [weak]])[0][0])
    assert skill_of(there, BEN, guild=8)[:2] == pytest.approx(expected)


def test_a_deleted_player_leaves_the_ratings_of_others_as_they_are_when_games_are_rated_again() -> None:
    chance = Random(3)
    games = [(result(3, table), _rows([ANA, BEN, CEM], chance, table)) for table in range(12)]
    first = Ladder()
    counted = [(game, first.count(game, rows, ())) for game, rows in games]
    forgotten = [
        (game, [each._replace(user=None) if each.user == BEN else each for each in rows]) for game, rows in counted
    ]
    anew = Ladder()
    again = [anew.count(game, rows, excluded_seats(rows)) for game, rows in forgotten]
    assert again == [rows for _, rows in forgotten]
    assert anew.rows() == [each for each in first.rows() if each.user != BEN]


def _without(user: int, row: ScoreRow) -> ScoreRow:
    return row._replace(user=None) if row.user == user else row


def _rows(users: Sequence[int], chance: Random, table: int) -> list[ScoreRow]:
    order = chance.sample(range(len(users)), len(users))
    return [row(seat, user, order[seat] + 1, table=table) for seat, user in enumerate(users)]


def _simulate(games: int, seats: int, strengths: dict[str, float], seed: object) -> Ladder:
    """Rate games of players whose results are their strength and luck."""
    chance, ladder = Random(f"rating {seed}"), Ladder()
    for table in range(games):
        players = [chance.choice(list(strengths)) for _ in range(seats)]
        luck = [strengths[player] + chance.gauss(0, 1) for player in players]
        places = [1 + sum(other > mine for other in luck) for mine in luck]
        rows = [row(n, None, places[n], player=player, table=table) for n, player in enumerate(players)]
        kept = ladder.count(result(seats, table), rows, ())
        assert all(HERE in (each.rating or {}) for each in kept)
    return ladder


@pytest.mark.parametrize("seed", range(3))
def test_hard_stands_above_easy_within_a_hundred_games(seed: int) -> None:
    ladder = _simulate(100, 3, {"easy": 0.0, "hard": 1.0}, seed)
    assert skill_of(ladder, 0, player="hard").shown_rating > skill_of(ladder, 0, player="easy").shown_rating


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_three_strengths_stand_in_order_within_a_thousand_games(seats: int) -> None:
    ladder = _simulate(1000, seats, {"easy": 0.0, "medium": 0.6, "hard": 1.2}, seats)
    easy, medium, hard = (skill_of(ladder, 0, player=player).mu for player in ("easy", "medium", "hard"))
    assert easy < medium < hard


def test_a_rating_row_holds_exactly_what_the_ladder_knows() -> None:
    ladder = Ladder()
    ladder.count(result(2), [row(0, ANA, 1), row(1, BEN, 2)], ())
    assert [each[:5] for each in ladder.rows()] == [
        (guild, "draw", 2, user, "") for guild in (0, 7) for user in (ANA, BEN)
    ]
    assert all(isinstance(each, RatingRow) and each.games == 1 for each in ladder.rows())
