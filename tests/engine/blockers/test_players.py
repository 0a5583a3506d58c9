"""Computer players of Blockers: the fast position, the racks they think of, what they choose."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.game import DEALER, Deal
from engine.games.blockers import GAME
from engine.games.blockers.actions import Place, Swap
from engine.games.blockers.options import BlockersOptions
from engine.games.blockers.players import quick
from engine.games.blockers.players.search import Budget, Search
from engine.games.blockers.playout import Placement, Position
from engine.games.blockers.state import BlockersState, start
from engine.games.blockers.tiles import SIGNS
from engine.games.blockers.worlds import sample
from engine.players import find_best_action, judge
from engine.series import SeriesState
from engine.tiles import bits
from tests.engine.blockers.table import SPACE, play, position
from tests.engine.blockers.test_properties import SETUPS
from tests.engine.blockers.test_rules import ALL_RED_IN_ROWS_A_TO_E, SWAP
from tests.engine.judgement import decisions, judges_by_what_it_sees, judges_what_it_may_do
from tests.engine.play import Setup, random_deal

FEW: Any = Search(Budget(candidates=3, deals=2, rounds=1, duel_deals=2, duel_rounds=1, last_rounds=1))
QUICK = replace(GAME, players={**GAME.players, "search": FEW})


# --- the fast position


@pytest.mark.parametrize(("options", "seats"), SETUPS)
def test_a_fast_position_is_played_like_the_game_itself(options: BlockersOptions, seats: int) -> None:
    rng = Random(seats)
    state = _deal_game(options, seats, rng)
    fast = Position(state)
    while not fast.is_over:
        placements = [action for action in state.legal_actions() if isinstance(action, Place)]
        assert fast.seat == state.to_act
        assert [fast.turns_left(seat) for seat in range(seats)] == [state.turns_left(seat) for seat in range(seats)]
        assert fast.placements() == [Placement(*action.tile, action.space) for action in placements]
        if placements:
            action = rng.choice(placements)
            fast.place(*action.tile, action.space)
            state = state.apply(action).state
        else:
            fast.skip()
            state = _skip_turn(state)
        _alike(fast, state)
    assert state.outcome is not None
    assert tuple(fast.points(seat) for seat in range(seats)) == state.outcome.points


def _deal_game(options: BlockersOptions, seats: int, rng: Random) -> BlockersState:
    state = start(options, seats)
    dealt = state.apply(random_deal(state, rng)).state
    assert isinstance(dealt, BlockersState)
    return dealt


def _skip_turn(state: BlockersState) -> BlockersState:
    """Pass, or swap the lowest tile, which then lies below the others."""
    action = state.legal_actions()[0]
    after = state.apply(action).state
    if isinstance(action, Swap):
        wanted = [*state.supplies[action.tile.colour], action.tile.sign]
        places = [tile.sign for tile in after.deck]
        after = after.apply(Deal(tuple(places.index(sign) for sign in wanted))).state
    assert isinstance(after, BlockersState)
    return after


def _alike(fast: Position, state: BlockersState) -> None:
    same = state if state.is_over else Position(state)  # in which every rack is refilled at once
    assert (fast.turn, tuple(fast.laid), tuple(fast.racks)) == (state.turn, tuple(same.laid), tuple(same.racks))
    assert tuple(fast.supplies) == tuple(same.supplies)
    assert tuple(map(tuple, fast.prisoners)) == state.prisoners


@pytest.mark.parametrize("options", [BlockersOptions(), SWAP])
def test_a_fast_position_skips_if_nothing_can_be_placed(options: BlockersOptions) -> None:
    state = position(ALL_RED_IN_ROWS_A_TO_E, "A B C D E/A B C D E", supplies="9 3/1", options=options)
    fast = Position(state)
    assert fast.placements() == []
    assert quick.choose(fast) is None
    fast.skip()
    _alike(fast, _skip_turn(state))


@pytest.mark.parametrize(("options", "seats"), SETUPS)
def test_the_quick_policy_places_what_may_be_placed(options: BlockersOptions, seats: int) -> None:
    fast = Position(_deal_game(options, seats, Random(seats)))
    while not fast.is_over:
        assert quick.choose(fast) in fast.placements()
        quick.play(fast, 1)


def test_a_copy_is_played_on_by_itself() -> None:
    state = _deal_game(BlockersOptions(), 3, Random(1))
    fast = Position(state)
    quick.play(fast.copy(), 60)
    _alike(fast, state)


# --- what is unseen


def test_a_pass_tells_what_is_on_the_rack() -> None:
    """Nothing but A to E of what red has left had no space, so these five it is."""
    passed = play(position(ALL_RED_IN_ROWS_A_TO_E, "A B C D E/F B C D E", supplies="F G H I 1/A"), "pass").state
    rng = Random(1)
    assert all(_racks(sample(passed.observe(1), rng))[0] == "A B C D E" for _ in range(20))
    (told,) = passed.stuck[0]
    assert ([SIGNS[sign] for sign in bits(told.signs)], told.held) == ([*"ABCDE", "sun", "star", "heart"], 5)


def test_what_was_laid_since_may_have_been_on_the_rack_that_was_stuck() -> None:
    passed = play(position(ALL_RED_IN_ROWS_A_TO_E, "A B C D E/F B C D E", supplies="F G H I 1/A"), "pass").state
    (told,) = passed.stuck[0]
    opened = _with_space(passed, "A1")
    placed = play(opened, "place A A1").state
    assert placed.stuck[0] == (told._replace(held=4),)
    for seed in range(20):
        guess = sample(placed.observe(1), Random(seed))
        assert (guess.racks[0] & told.signs).bit_count() == 4
        assert guess.observe(1) == placed.observe(1)


def _with_space(state: BlockersState, space: str) -> BlockersState:
    """Red to act, with one of its tiles gone from the board."""
    place = SPACE[space]
    signs = (*state.signs[:place], None, *state.signs[place + 1 :])
    return state._replace(turn=2, signs=signs, laid=(state.laid[0] & ~(1 << place), *state.laid[1:]))


def test_after_a_swap_four_of_the_rack_are_known_to_have_been_stuck() -> None:
    state = position(ALL_RED_IN_ROWS_A_TO_E, "A B C D E/A B C D E", options=SWAP, supplies="9 3 4 5 6")
    shuffling = play(state, "swap C").state
    assert shuffling.to_act == DEALER
    drawn = shuffling.apply(random_deal(shuffling, Random(1))).state
    for after in (shuffling, drawn):
        for viewer in (0, 1, None):
            guess = sample(after.observe(viewer), Random(2))
            assert guess.observe(viewer) == after.observe(viewer)
            assert (guess.racks[0] & after.stuck[0][0].signs).bit_count() >= 4


def test_in_a_series_the_current_game_is_dealt_and_the_rest_stays() -> None:
    setup, rng = Setup(GAME, BlockersOptions(series="match 2"), 2), Random(1)
    for reached in decisions(setup, rng, range(10, 120, 25)):
        state = reached.state
        guess = GAME.sample(state.observe(0), rng)
        assert isinstance(guess, SeriesState)
        assert (guess.record, guess.first_pick, guess.earlier_rounds) == (
            state.record,
            state.first_pick,
            state.earlier_rounds,
        )


def _racks(state: BlockersState) -> list[str]:
    return [" ".join(SIGNS[sign] for sign in bits(rack)) for rack in state.racks]


# --- what they choose


JOINS = """
    rr.rr....
    .........
    .........
    .........
    ....g....
    .........
    .........
    .........
    .........
"""


@pytest.mark.parametrize("name", ["easy", "medium", "hard", "greedy", "greedy2"])
def test_two_groups_are_joined(name: str) -> None:
    state = position(JOINS, "A 9 I H G/A B C D E", supplies="B C D E F 1 2/F G H I")
    assert find_best_action(judge(GAME, name, state.observe(0), Random(1))) == "place A A3"


def test_a_player_without_a_placement_passes_or_swaps() -> None:
    for options, expected in ((BlockersOptions(), {"pass"}), (SWAP, {f"swap {sign}" for sign in "ABCDE"})):
        state = position(ALL_RED_IN_ROWS_A_TO_E, "A B C D E/A B C D E", options=options, supplies="9 3")
        for name in GAME.players:
            assert set(judge(GAME, name, state.observe(0), Random(1))) == expected


@pytest.mark.parametrize("name", ["greedy2", "search"])
@pytest.mark.parametrize(("options", "seats"), SETUPS)
def test_a_player_judges_all_it_may_do_by_what_it_sees_alone(name: str, options: BlockersOptions, seats: int) -> None:
    setup, rng = Setup(QUICK, options, seats), Random(name)
    different = 0
    for reached in decisions(setup, rng, range(2, 2 + seats * options.turns_each(), 30)):
        judges_what_it_may_do(name, reached)
        different += judges_by_what_it_sees(name, reached, rng)
    assert different
