"""Sides: partners win, lead and lose together, and whoever plays alone is a side too."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from engine import chronicle
from engine.dominoes.outcome import decide_game
from engine.game import Chapter, Outcome
from engine.games import GAMES
from engine.games.blockers.options import BlockersOptions
from engine.players.rewards import reward_function
from engine.series import Record, SeriesOptions
from engine.series.record import list_standings
from engine.sides import (
    PAIRS,
    Sides,
    find_leaders,
    find_side,
    find_sides,
    list_seats,
    name_side,
    number_sides,
    single_sides,
)
from engine.words import msg
from tests.engine.test_chronicle import ends


@dataclass(frozen=True)
class Paired(SeriesOptions):
    """Options of a series of a game that two play against two."""

    def sides(self, seats: int) -> Sides:
        return PAIRS


@dataclass(frozen=True)
class PairedBlockers(BlockersOptions):
    """A game for four whose facts are about pairs."""

    def sides(self, seats: int) -> Sides:
        return PAIRS


def test_everyone_is_a_side_of_their_own_unless_a_game_says_otherwise() -> None:
    for game in GAMES.values():
        assert game.options().sides(3) == ((0,), (1,), (2,)) == single_sides(3)


def test_a_seat_belongs_to_one_side() -> None:
    assert [find_side(PAIRS, seat) for seat in range(4)] == [(0, 2), (1, 3), (0, 2), (1, 3)]
    assert number_sides(PAIRS) == (0, 1, 0, 1)
    assert number_sides(single_sides(3)) == (0, 1, 2)
    assert list_seats(PAIRS) == (0, 1, 2, 3)
    assert find_sides(PAIRS, (3,)) == ((1, 3),)
    assert find_sides(single_sides(4), (0, 2)) == ((0,), (2,))


def test_partners_lead_together_which_is_no_tie() -> None:
    assert find_leaders(PAIRS, (85, 60, 85, 60)) == ((0, 2),)
    assert find_leaders(single_sides(4), (85, 60, 85, 60)) == ((0,), (2,))
    assert find_leaders(PAIRS, (60, 60, 60, 60)) == PAIRS


def test_partners_are_named_after_their_sign() -> None:
    assert [str(name_side(PAIRS, side)) for side in PAIRS] == ["◆ seat 1 and seat 3", "● seat 2 and seat 4"]
    assert str(msg("{who}", who=name_side(single_sides(2), (1,)))) == "seat 2"


def test_a_match_ends_when_one_side_alone_has_reached_the_target() -> None:
    won = decide_game(100, 1, 3, (103, 95, 103, 95), PAIRS)
    assert won is not None
    assert (won.winners, won.points) == ((0, 2), (103, 95, 103, 95))
    assert str(won.reason) == "◆ seat 1 and seat 3 win with 103 points."
    assert decide_game(100, 1, 3, (103, 103, 103, 103), PAIRS) is None
    assert decide_game(100, 1, 3, (103, 95, 103, 95), single_sides(4)) is None
    assert decide_game(100, 1, 3, (99, 95, 99, 95), PAIRS) is None


def test_after_the_last_round_equal_sides_share_the_win() -> None:
    shared = decide_game(None, 3, 3, (40, 40, 40, 40), PAIRS)
    assert shared is not None
    assert shared.winners == (0, 1, 2, 3)
    assert str(shared.reason) == "seat 1, seat 2, seat 3 and seat 4 share the win: 40 points each."


def series(kind: str, *points: tuple[int, int]) -> Record:
    """Return a series of pairs with these games, each with the points of both sides."""
    games = [Outcome(msg("Over."), each * 2, list_seats(find_leaders(PAIRS, each * 2))) for each in points]
    return Record(Paired(series=kind), 4, tuple(games))


def test_a_win_counts_for_both_partners_in_a_series() -> None:
    record = series("match 2", (103, 95), (90, 101), (120, 0))
    assert record.wins == (2, 1, 2, 1)
    assert record.outcome is not None
    assert record.outcome.winners == (0, 2)
    assert str(record.outcome.reason) == "◆ seat 1 and seat 3 win the series with 2 games."
    assert str(record.standing) == "Games won: ◆ seat 1 and seat 3 2, ● seat 2 and seat 4 1."
    assert [str(line) for line in list_standings(record)] == ["2 games won", "1 game won"] * 2
    assert series("match 2", (103, 95), (90, 101)).outcome is None


def test_sides_that_win_enough_games_at_once_share_a_series() -> None:
    shared = series("match 2", (9, 5), (5, 9), (7, 7)).outcome
    assert shared is not None
    assert shared.winners == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("games", "winners", "reason"),
    [
        ([(40, 20), (10, 25)], (0, 2), "◆ seat 1 and seat 3 win the series: 50 in all."),
        (
            [(40, 20), (10, 20), (10, 20)],
            (1, 3),
            "● seat 2 and seat 4 win the series: 60 in all. More games won break the tie.",
        ),
    ],
)
def test_a_sum_adds_the_points_of_a_side_once(
    games: list[tuple[int, int]], winners: tuple[int, ...], reason: str
) -> None:
    outcome = series(f"sumof {len(games)}", *games).outcome
    assert outcome is not None
    assert (outcome.winners, str(outcome.reason)) == (winners, reason)


def facts(*points: tuple[int, int], winners: tuple[int, ...] = (0, 2)) -> list[str]:
    """Return the facts of a game of pairs, given both sides' points after each round."""
    chapters = [Chapter(1, number, each * 2) for number, each in enumerate(points, 1)]
    _, state, _ = next(iter(ends("blockers", 1)))
    outcome = Outcome(msg("Over."), points[-1] * 2, winners)
    seen = replace(state.observe(None), outcome=outcome, options=PairedBlockers())
    voice = replace(GAMES["blockers"].voice, facts=lambda *_: ())
    assert (comeback := chronicle.winner_deficit(seen, chapters)) is None or comeback[0] in winners
    found = chronicle.find_comeback(seen, chapters)
    told = [str(fact) for fact in chronicle.list_facts(voice, seen, chapters, penalties=False)]
    return told if found is None else [*told, str(found.sentence)]


def test_the_facts_of_a_game_are_about_sides() -> None:
    assert facts((20, 0), (20, 30), (60, 30)) == [
        "◆ seat 1 and seat 3 take the lead only at the end (round 3).",
        "Best round: ◆ seat 1 and seat 3, +40 (round 3).",
    ]
    assert facts((0, 40), (41, 40)) == [
        "◆ seat 1 and seat 3 take the lead only at the end (round 2).",
        "Only 1 point separates ◆ seat 1 and seat 3 from ● seat 2 and seat 4.",
        "Best round: ◆ seat 1 and seat 3, +41 (round 2).",
        "◆ seat 1 and seat 3 win after being 40 points behind.",
    ]
    assert facts((0, 5), (4, 6), (4, 60), winners=(1, 3))[0] == "● seat 2 and seat 4 lead from start to end."
    assert facts((10, 0), (20, 5), (30, 9))[0] == "Best in 3 rounds in a row: ◆ seat 1 and seat 3."


def test_a_shared_win_is_no_lead_and_no_comeback() -> None:
    assert facts((0, 9), (9, 9), winners=(0, 1, 2, 3)) == []


def test_a_computer_player_values_its_side_less_the_other() -> None:
    each = reward_function((0, 0, 0, 0), None, False, 10, PAIRS)
    assert each((30, 10, 30, 10)) == [20, -20, 20, -20]
    ending = reward_function((90, 80, 90, 80), 100, False, 10, PAIRS)
    assert ending((5, 15, 5, 15)) == [-10, 10, -10, 10]
    assert ending((15, 5, 15, 5)) == [20, -10, 20, -10]
    assert reward_function((0, 0), None, True, 10, single_sides(2))((3, 1)) == [12, -2]
