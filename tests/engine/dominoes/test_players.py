"""The computer players of Draw, Block, Chickenfoot and Fives, over every number of seats and any options."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from itertools import chain, count, islice
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game import DEALER
from engine.games import GAMES
from engine.games.chickenfoot import worlds as chickenfoot_worlds
from engine.games.draw import worlds as draw_worlds
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import start as draw_start
from engine.players import LEVELS, candidate_notations, find_best_action, judge
from engine.players.errors import scatter_except_worst
from tests.engine.chickenfoot.positions import after, settle
from tests.engine.chickenfoot.positions import deal_round as chickenfoot_dealt
from tests.engine.chickenfoot.positions import position as chickenfoot_position
from tests.engine.chickenfoot.test_properties import TABLES as CHICKENFOOT_TABLES
from tests.engine.draw.positions import deal_hands as draw_dealt
from tests.engine.draw.positions import play_steps
from tests.engine.draw.positions import position as draw_position
from tests.engine.draw.test_properties import tables as draw_tables
from tests.engine.fives.test_playout import tables as fives_tables
from tests.engine.judgement import judge_quickly
from tests.engine.play import Setup, random_deal, setups
from tests.engine.twins import resting_position, twin

FEW = settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
TABLES = st.one_of(draw_tables(), CHICKENFOOT_TABLES, fives_tables())
SEEDS = st.integers(0, 2**32)
SETUPS = {name: setup for name, setup in setups().items() if setup.game.key in ("draw", "chickenfoot", "fives")}


def decisions(setup: Setup, name: str, rng: Random, most: int) -> Iterator[tuple[Any, Mapping[str, float]]]:
    """Positions of a game in which a computer player sits on every seat, and what it holds its actions worth."""
    state = setup.start()
    while state.to_act is not None and most:
        if state.to_act == DEALER:
            state = state.apply(random_deal(state, rng)).state
            continue
        action = state.automatic()
        if action is None:
            worth = judge_quickly(setup.game, name, state.observe(state.to_act), rng)
            yield state, worth
            most -= 1
            action = next(action for action in state.legal_actions() if str(action) == find_best_action(worth))
        state = state.apply(action).state


@pytest.mark.parametrize("key", ["draw", "chickenfoot"])
def test_each_level_and_the_yardsticks_are_there(key: str) -> None:
    names = list(GAMES[key].players)
    assert names[: len(LEVELS)] == list(LEVELS)
    assert {"random", "heavy"} < set(names)


@FEW
@given(TABLES, SEEDS)
def test_every_player_judges_all_its_actions_under_any_options(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    name = rng.choice(list(setup.game.players))
    for state, worth in decisions(setup, name, rng, most=30):
        assert list(worth) == list(candidate_notations(state.observe(state.to_act)))


@FEW
@given(draw_tables(verification="manual"), SEEDS)
def test_a_player_never_declares_falsely(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    name = rng.choice(list(setup.game.players))
    for state, _ in decisions(setup, name, rng, most=40):
        assert not any(state.match.ledger.fouls)


def test_errors_never_make_the_worst_of_several_actions_the_best() -> None:
    worth, rng = {"a": 3.0, "b": 2.0, "c": 0.0, "d": 0.0}, Random(1)
    chosen = {find_best_action(scatter_except_worst(worth, 100.0, rng)) for _ in range(200)}
    assert chosen == {"a", "b"}
    assert {find_best_action(scatter_except_worst({"a": 3.0, "b": 0.0}, 100.0, rng)) for _ in range(200)} == {"a", "b"}


@pytest.mark.parametrize("mode", ["draw", "block"])
def test_the_easy_player_errs_and_never_takes_the_worst_of_several_plays(mode: str) -> None:
    setup, rng, erred = Setup(GAMES["draw"], DrawOptions(mode=mode), 2), Random(mode), 0
    for state, _ in islice(chain.from_iterable(decisions(setup, "easy", rng, 50) for _ in count()), 150):
        seen = state.observe(state.to_act)
        judged = judge(setup.game, "smart", seen, Random(1))
        plays = {notation: judged[notation] for notation in judged if notation.startswith("play ")}
        if len(plays) < 3 or max(plays.values()) - min(plays.values()) < 0.1:
            continue
        chosen = [find_best_action(judge(setup.game, "easy", seen, Random(seed))) for seed in range(20)]
        assert min(plays.values()) + 0.02 < min(plays[notation] for notation in chosen)
        erred += len(set(chosen)) > 1
    assert erred > 30


@pytest.mark.parametrize("name", [name for name in SETUPS if name.endswith(("-2", "-4", "-8"))])
def test_a_player_judges_only_by_what_its_seat_can_see(name: str) -> None:
    """Change tiles that the player can't see: nothing changes. Nor does the process matter in which it thinks."""
    setup, rng = SETUPS[name], Random(name)
    for steps in (8, 20, 45):
        original = resting_position(setup, rng, steps)
        seat = original.state.to_act
        if seat in (None, DEALER):
            continue
        seen, other = original.state.observe(seat), twin(original, seat, rng).observe(seat)
        for level in LEVELS:
            worth = judge_quickly(setup.game, level, seen, Random(1))
            elsewhere = judge_quickly(setup.game, level, pickle.loads(pickle.dumps(other)), Random(1))
            assert list(worth.items()) == list(elsewhere.items())


def test_a_single_action_is_taken_without_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_worlds, "Worlds", None)
    monkeypatch.setattr(chickenfoot_worlds, "Worlds", None)
    draws = draw_position(["6-2 1-0", "5-5 4-4"], ends=(2, 3), boneyard="3-3")
    toes = chickenfoot_position(["9-3 4-1", "5-5 4-4"], table="9-9")
    positions: dict[str, Any] = {"draw": draws, "chickenfoot": toes}
    for key, state in positions.items():
        seen = state.observe(0)
        assert len(candidate_notations(seen)) == 1 or "cannot" in candidate_notations(seen)
        assert find_best_action(judge(GAMES[key], "hard", seen, Random(1))).startswith("play ")


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_search_sees_that_the_others_cannot_stop_it(level: str) -> None:
    """Seat 1 has neither a six nor a five: after 5-5 there is still an end for 5-0, after 5-0 none for 5-5."""
    start = draw_start(DrawOptions(mode="block", hand_size=4), 2)
    state = draw_dealt(start, ["6-6 6-5 5-5 5-0", "4-4 4-3 3-3 2-1"])
    state = play_steps(state, "play 6-6", "cannot", "play 6-5 A", "cannot")
    assert find_best_action(judge(GAMES["draw"], level, state.observe(0), Random(1))) == "play 5-5 A"


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_search_gets_rid_of_the_double_blank_while_it_can(level: str) -> None:
    state = settle(chickenfoot_dealt(["9-9 9-0 0-0 9-1 1-1", "9-2 9-3 5-5 5-4 4-4"], yard="8-8"))
    state = after(state, "play 9-2 A", "play 9-0 B", "play 9-3 C", "play 9-1 D", "draw", "keep")
    assert find_best_action(judge(GAMES["chickenfoot"], level, state.observe(0), Random(1))) == "play 0-0 B"
