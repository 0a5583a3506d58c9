"""What every computer player promises, whatever its game: its worlds, its time, and players for a game without any."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.game import Game
from engine.games import GAMES
from engine.games.fortytwo.players.stakes import GAME_WORTH, find_win_chance
from engine.players import NOT_JUDGED, candidate_notations, find_best_action, judge, plain
from tests.bench.contest import Contest, Estimate, play_deal
from tests.bench.told import tell_hands
from tests.bot.games import CARDS_GAME
from tests.engine.fortytwo.positions import after as after_steps
from tests.engine.fortytwo.positions import deal_round
from tests.engine.judgement import after, decisions
from tests.engine.play import Position, Setup, setups

LARGE: Mapping[str, Sequence[str]] = {"draw": ("set=18", "layout=spinner"), "chickenfoot": ("set=18",)}
"""Options under which a search has most to do, where the usual ones are not those."""


def large(key: str) -> Setup:
    game: Game[Any, Any] = GAMES[key]
    options = game.options()
    for option in LARGE.get(key, ()):
        options = options.with_option(*option.split("="))
    return Setup(game, options, max(seats for seats in game.seats if options.refusal(seats) is None))


def choosing(setup: Setup, steps: range) -> Iterator[Position]:
    """Positions with something to choose."""
    for position in decisions(setup, Random(5), steps):
        if len(candidate_notations(position.state.observe(position.state.to_act))) > 1:
            yield position


NEAR_THE_END: Mapping[str, Callable[[Any], Any]] = {
    "draw": lambda seen: replace(seen, scores=(99, *seen.scores[1:])),
    "fives": lambda seen: replace(seen, scores=(145, *seen.scores[1:])),
    "moon": lambda seen: replace(seen, scores=(20, *seen.scores[1:])),
    "fortytwo": lambda seen: replace(seen, scores=(6, 2, 6, 2)),
    "chickenfoot": lambda seen: replace(seen, rounds=seen.round, totals=(*range(len(seen.totals)),)),
}
"""The same position in a round that may end the game, in games that can have several rounds."""
ROUND_ENDS: Mapping[str, Mapping[str, str]] = {"fives": {"ends": "round_end"}}
"""Options under which a round is always played to its end, where the usual ones are not those."""


@pytest.mark.parametrize("key", NEAR_THE_END)
def test_without_the_standing_only_the_points_of_the_round_count(key: str) -> None:
    game, differences = GAMES[key], 0
    options = replace(game.presets.get("week", game.options()), **ROUND_ENDS.get(key, {}))
    setup = Setup(game, options, 3 if 3 in game.seats else min(game.seats))
    for position in choosing(setup, range(2, 40, 3)):
        usual = position.state.observe(position.state.to_act)
        near = NEAR_THE_END[key](usual)
        differences += judge(game, "medium", usual, Random(1)) != judge(game, "medium", near, Random(1))
        usual, near = map(game.ignore_standing, (usual, near))
        assert judge(game, "medium", usual, Random(1)) == judge(game, "medium", near, Random(1))
    assert differences


def test_without_the_standing_a_play_that_reaches_the_target_still_ends_the_round_of_fives() -> None:
    game, worths = GAMES["fives"], list[float]()
    for position in choosing(Setup(game, game.presets["week"], 2), range(2, 40, 3)):
        seen = position.state.observe(position.state.to_act)
        near = replace(seen, scores=tuple(145 if seat == seen.viewer else 0 for seat in range(2)))
        worth = judge(game, "medium", game.ignore_standing(near), Random(1))
        for play in near.previews:
            if play.points:
                worths.append(worth[f"play {play.tile} {play.end}".rstrip()] - play.points)
    assert worths
    assert not any(worths)


def test_only_a_game_of_texas_42_for_marks_has_no_points() -> None:
    presets = {(key, name): options for key, game in GAMES.items() for name, options in game.presets.items()}
    for_marks = {preset for preset, options in presets.items() if not options.has_points()}
    assert for_marks == {("fortytwo", name) for name in GAMES["fortytwo"].presets} - {("fortytwo", "points")}


def test_in_texas_42_for_marks_a_bid_is_worth_no_more_than_its_mark_and_the_chance_to_win() -> None:
    """Give the dealer all sixes. After three passes it makes any bid of up to a mark, and takes all points."""
    state = after_steps(deal_round(hands=["", "", "", "6-6 6-5 6-4 6-3 6-2 6-1 6-0"]), "pass", "pass", "pass")
    worth = judge(GAMES["fortytwo"], "medium", state.observe(3), Random(1))
    gained_chance = find_win_chance(6, 7) - find_win_chance(7, 7)
    assert worth["bid 30"] == worth["bid 42"] == pytest.approx(42 * (1 + GAME_WORTH * gained_chance))


def test_a_discard_that_moon_leaves_out_is_not_judged() -> None:
    """Only a few plans, each with a discard and a trump, are compared."""
    game = GAMES["moon"]
    for position in choosing(Setup(game, game.options(), 3), range(2, 40)):
        seen = position.state.observe(position.state.to_act)
        if candidate_notations(seen)[0].startswith("discard"):
            worth = judge(game, "medium", seen, Random(1))
            assert NOT_JUDGED in worth.values()
            assert worth[find_best_action(worth)] > NOT_JUDGED
            return
    pytest.fail("no discard was found")


def test_a_series_ignores_the_standing_of_its_current_game() -> None:
    position = next(choosing(Setup(GAMES["draw"], GAMES["draw"].options(series="match 2"), 2), range(5, 40)))
    seen = position.state.observe(position.state.to_act)
    alone = GAMES["draw"].ignore_standing(seen.game)
    assert GAMES["draw"].ignore_standing(seen) == replace(seen, game=alone)
    assert alone != seen.game


@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize("key", GAMES)
def test_a_player_whose_time_is_over_judges_all_actions_by_what_it_saw(key: str, level: str) -> None:
    for position in choosing(large(key), range(3, 90, 24)):
        game, seen = position.setup.game, position.state.observe(position.state.to_act)
        for looks in (1, 2, 5):
            worth = judge(game, level, seen, Random(1), after(looks))
            assert list(worth) == list(candidate_notations(seen))
            assert worth == judge(game, level, seen, Random(1), after(looks))


@pytest.mark.parametrize("key", GAMES)
def test_no_more_worlds_are_examined_when_the_time_is_over(key: str) -> None:
    setup = large(key)
    for position in choosing(setup, range(3, 90, 30)):
        game, taken = position.setup.game, list[Any]()

        def count_worlds(seen: Any, rng: Random, made: list[Any] = taken, game: Game[Any, Any] = game) -> Iterator[Any]:
            for world in game.worlds(seen, rng):
                made.append(world)
                yield world

        seen = position.state.observe(position.state.to_act)
        judge(replace(game, worlds=count_worlds), "hard", seen, Random(1), after(4))
        assert len(taken) <= 4


@pytest.mark.parametrize(
    "name", ["draw-day-3", "draw-sumof 2-2", "moon-day-3", "chickenfoot-day-3", "blockers-uptown-2"]
)
def test_a_game_without_players_of_its_own_is_played_by_its_rules_alone(name: str) -> None:
    setup = setups()[name]
    game: Game[Any, Any] = replace(setup.game, players={"easy": plain.Plain(1)})
    for position in decisions(setup, Random(name), range(2, 40, 18)):
        seen = position.state.observe(position.state.to_act)
        assert list(judge(game, "easy", seen, Random(1))) == list(candidate_notations(seen))


def test_trying_beats_chance() -> None:
    def at_random(seen: Any, _: object, rng: Random) -> Mapping[str, float]:
        return {notation: rng.random() for notation in candidate_notations(seen)}

    cards: Game[Any, Any] = replace(CARDS_GAME, players={**plain.PLAYERS, "random": at_random})
    contest = Contest(cards, cards.options(), 3, "medium", "random")
    assert Estimate.of([play_deal(contest, deal).margin for deal in range(8)]).low > 0


def test_a_player_is_shown_other_worlds_than_the_true_one_unless_it_is_to_know() -> None:
    met = list[tuple[Any, Any]]()

    def spy(seen: Any, worlds: Iterator[Any], _: Random) -> Mapping[str, float]:
        met.append((seen, next(worlds)))
        return dict.fromkeys(candidate_notations(seen), 0.0)

    for key, seats in (("draw", 3), ("moon", 3), ("chickenfoot", 3), ("blockers", 2), ("fives", 3)):
        game: Game[Any, Any] = replace(GAMES[key], players={"spy": spy})
        contest = Contest(game, game.options(), seats, "spy", "spy")
        states = list[Any]()
        for knowing in (False, True):
            met.clear()
            play_deal(replace(contest, knowing=knowing), 1)
            assert all(world.observe(seen.viewer) == seen for seen, world in met)
            states.append([world for _, world in met])
        assert len(states[0]) == len(states[1])
        assert states[0] != states[1]


ALL_IN_HAND = {"moon", "fortytwo"}
"""Games in which no tile is drawn."""


@pytest.mark.parametrize("key", GAMES)
def test_a_player_that_knows_the_hands_knows_nothing_that_will_be_drawn(key: str) -> None:
    for position in choosing(large(key), range(3, 30, 9)):
        state, seen = position.state, position.state.observe(position.state.to_act)
        told = list(islice(tell_hands(state, Random(1)), 12))
        assert all(world.observe(seat) == state.observe(seat) for world in told for seat in range(position.setup.seats))
        assert all(world.observe(seen.viewer) == seen for world in told)
        assert (len(set(map(repr_of_draws, told))) > 1) == (key not in ALL_IN_HAND)


def repr_of_draws(state: Any) -> str:
    """Return what a state says of the tiles to come."""
    return str([getattr(state, name, None) for name in ("boneyard", "yard", "supplies")])


def test_the_best_of_equals_is_the_first() -> None:
    assert find_best_action({"a": 1.0, "b": 1.0, "c": 0.0}) == "a"
