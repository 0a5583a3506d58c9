"""Statistics of games: what they count is what the rules counted, found in another way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest

from engine.game import DEALER, Event, Game
from engine.games import GAMES
from engine.games.chickenfoot.observation import TileRole
from engine.games.moon.actions import MOON
from engine.rounds import is_scored, make_random_deal
from engine.series import GameWon
from engine.stats import Figure, Mark, Stats
from engine.words import msg
from tests.conftest import LUCK
from tests.engine.play import Setup, series_setups, short, usual_seats

KEYS = tuple(GAMES)


class Played:
    """A game played at random: all its events, and what everybody saw at the end of each round."""

    def __init__(self, setup: Setup, seed: object) -> None:
        self.game: Game[Any, Any] = setup.game
        self.seats = setup.seats
        self.events = list[Event]()
        self.rounds = list[Any]()
        state, rng = setup.start(), Random(f"stats {setup.game.key} {seed}")
        while state.to_act is not None:
            action = make_random_deal(state, rng) if state.to_act == DEALER else state.automatic()
            step = state.apply(action or rng.choice(list(state.legal_actions())))
            state = step.state
            self.events.extend(step.events)
            if is_scored(state):
                self.rounds.append(state.observe(None))
        self.end = state.observe(None)

    @property
    def sums(self) -> list[Counter[str]]:
        """The sums of the marks, a seat each."""
        sums = [Counter[str]() for _ in range(self.seats)]
        for mark in self.game.stats.marks(self.events):
            added = self.game.stats.add_marks(sums[mark.seat], {mark.key: mark.amount})
            sums[mark.seat] = Counter(added)
        return sums


def games(key: str, luck: str, number: int = 6) -> Iterator[Played]:
    game = GAMES[key]
    for seed in range(number):
        yield Played(Setup(game, short(game), usual_seats(game)), f"{luck}{seed}")


def agree(key: str, luck: str, number: int = 6) -> None:
    """Compare the sums of some games with what their observations say."""
    for played in games(key, luck, number):
        for seat, sums in enumerate(played.sums):
            CHECKS[key](played, seat, sums)


def draw(played: Played, seat: int, sums: Mapping[str, int]) -> None:
    results = [seen.result for seen in played.rounds]
    fouls = sum(seen.penalties[seat] for seen in played.rounds if seen.penalties)
    assert sums["caught"] - fouls == played.end.points[seat]
    assert sums["left"] == sum(result.residuals[seat] for result in results)
    ended = Counter(seen.result.ending.value for seen in played.rounds if seen.laid and seen.laid[-1].seat == seat)
    assert (sums["outs"], sums["blocks"]) == (ended["out"], ended["blocked"])
    assert sums["fouls"] == played.end.fouls[seat]


def fives(played: Played, seat: int, sums: Mapping[str, int]) -> None:
    counted = played.end.statistics[seat]
    assert (sums["plays"], sums["biggest"], sums["outs"]) == (counted.plays, counted.biggest, counted.outs)
    assert sums["points"] == played.end.points[seat]


def moon(played: Played, seat: int, sums: Mapping[str, int]) -> None:
    mine = [seen.result for seen in played.rounds if seen.result.bidder == seat]
    assert sums["made"] == sum(result.made for result in mine)
    assert sums["made"] + sums["set"] == sums["bids"] == len(mine)
    assert sums["bid"] == sum(result.bid for result in mine)
    assert sums["moons"] == sum(result.made for result in mine if result.bid == MOON)


def fortytwo(played: Played, seat: int, sums: Mapping[str, int]) -> None:
    results = [seen.result for seen in played.rounds if seen.result.contract is not None]
    mine = [result for result in results if result.contract.bidder == seat]
    assert sums["made"] == sum(result.made for result in mine)
    assert sums["made"] + sums["failed"] == sums["bids"] == len(mine)
    assert sums["bid"] == sum(result.contract.bid for result in mine)
    assert sums["sets"] == sum(not result.made for result in results if seat not in result.contract.side)


def chickenfoot(played: Played, seat: int, sums: Mapping[str, int]) -> None:
    assert sums["paid"] == -played.end.points[seat]
    assert sums["zeros"] == [scored[seat] for scored in played.end.scores].count(0)
    begun = [laid for seen in played.rounds for laid in seen.laid if laid.role is TileRole.DOUBLE and laid.seat == seat]
    assert sums["opened"] == len(begun)
    assert sums["closed"] <= sum(laid.role is TileRole.TOE for seen in played.rounds for laid in seen.laid)


def blockers(played: Played, seat: int, sums: Mapping[str, int]) -> None:
    score = played.end.scores[seat]
    assert (sums["groups"], sums["games"]) == (score.groups, 1)
    assert sums["took"] == score.total
    own = [group for colour in played.end.colours(seat) for group in played.end.groups[colour]]
    assert sums["largest"] == max(map(len, own), default=0)


MANY = {"moon": 150, "draw": 40, "fortytwo": 60}
"""Bids at random are seldom made, and few rounds blocked."""
CHECKS = {"draw": draw, "fives": fives, "moon": moon, "chickenfoot": chickenfoot, "blockers": blockers,
          "fortytwo": fortytwo}  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_what_a_game_counts_is_what_everybody_saw(key: str) -> None:
    agree(key, f"short {LUCK}")


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_what_a_game_counts_is_what_everybody_saw_in_hundreds_of_games(key: str) -> None:
    agree(key, f"long {LUCK}", 60)


@pytest.mark.parametrize("name", [name for name in series_setups() if "sumof" in name])
def test_a_series_counts_all_of_its_games(name: str) -> None:
    setup = series_setups()[name]
    played = Played(setup, LUCK)
    assert sum(isinstance(event, GameWon) for event in played.events) == 2
    halves = list[list[Event]]([[]])
    for event in played.events:
        halves[-1].append(event)
        if isinstance(event, GameWon):
            halves.append([])
    apart, marks = Counter[tuple[int, str]](), setup.game.stats.marks
    for half in halves:
        apart.update({(mark.seat, mark.key): 0 for mark in marks(half)})
        for mark in marks(half):
            apart[mark.seat, mark.key] += mark.amount
    together = Counter[tuple[int, str]]()
    for mark in marks(played.events):
        together[mark.seat, mark.key] += mark.amount
    assert together == apart


@pytest.mark.parametrize("key", KEYS)
def test_every_figure_of_a_game_is_given_a_mark_sooner_or_later(key: str) -> None:
    found = {
        mark.key
        for played in games(key, "always", MANY.get(key, 10))
        for mark in played.game.stats.marks(played.events)
    }
    rare = {"fouls", "moons", "missed", "bonuses", "capicuas", "shutouts", "plunges"}
    figures = GAMES[key].stats.figures
    assert figures
    assert {figure.key for figure in figures} <= found | rare
    assert {figure.per for figure in figures if figure.per} <= found


def test_sums_add_up_and_records_stand() -> None:
    stats = Stats(figures=(Figure("outs", msg("Outs")), Figure("best", msg("Best"), is_greatest=True)))
    sums = stats.add_marks({"outs": 2, "best": 15}, {"outs": 1, "best": 10, "new": 4})
    assert sums == {"outs": 3, "best": 15, "new": 4}
    assert stats.add_marks(sums, {"best": 20})["best"] == 20


def test_a_figure_is_shown_as_people_read_it() -> None:
    assert Figure("paid", msg("Points")).format_sum({"paid": -5}) == "−5"
    each = Figure("paid", msg("Points per round"), per="rounds")
    assert (each.format_sum({"paid": 5, "rounds": 2}), each.format_sum({})) == ("2.5", None)
    assert Mark(0, "outs").amount == 1


@pytest.mark.parametrize("key", ["draw", "fives", "chickenfoot"])
def test_the_records_of_a_round_are_those_that_everybody_sees_at_its_end(key: str) -> None:
    for played in games(key, "records", 3):
        for seen in played.rounds:
            found = Counter[str]()
            for mark in played.game.stats.find_more_marks(seen):
                found[mark.key] = max(found[mark.key], mark.amount)
            assert found == CHECKED[key](seen), key
    assert all(
        not list(GAMES[key].stats.find_more_marks(seen))
        for seen in [played.game.start(short(GAMES[key]), usual_seats(GAMES[key])).observe(None)]
    )


CHECKED: dict[str, Callable[[Any], Mapping[str, int]]] = {
    "draw": lambda seen: (
        {"chain": len(seen.laid)}
        | ({"catch": max(seen.result.gains)} if seen.result.winners else {})
        | ({"block": max(seen.result.gains)} if seen.result.winners and seen.result.confirmed else {})
    ),
    "fives": lambda seen: {"chain": len(seen.laid)},
    "chickenfoot": lambda seen: {"foot": longest} if (longest := _longest_foot(seen)) else {},
}


def _longest_foot(seen: Any) -> int:
    """Return how many tiles the longest way from any tile back to a double has, without that double."""
    longest = 0
    for place in range(len(seen.laid)):
        far, at = 0, place
        while (parent := seen.laid[at].parent) is not None:
            far, at = far + 1, parent
            if seen.laid[at].role is TileRole.DOUBLE:
                longest = max(longest, far)
    return longest
