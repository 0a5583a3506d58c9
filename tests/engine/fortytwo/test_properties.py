"""Texas 42: promises that hold in every round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dominoes.tricks.suits import SET, Suits
from engine.dominoes.tricks.trick import Tricks
from engine.game import DEALER, Step
from engine.games.fortytwo import GAME, words
from engine.games.fortytwo.claim import wins_all
from engine.games.fortytwo.observation import Phase
from engine.games.fortytwo.options import FortytwoOptions
from engine.games.fortytwo.state import FortytwoState
from engine.games.fortytwo.suits import suits
from engine.games.fortytwo.unseen import Unseen
from engine.tiles import bits
from tests.engine.fortytwo.positions import TRUMPS, deal_round, game, shuffle_deal

quick = settings(max_examples=20, deadline=None, derandomize=True)
seeds = st.integers(0, 2**32)
all_options = st.builds(
    FortytwoOptions,
    all_pass=st.sampled_from(["dealer_bids", "redeal"]),
    doubles_trump=st.booleans(),
    no_trump=st.sampled_from(["high", "any", "off"]),
    nello=st.sampled_from(["off", "own", "high", "low"]),
    plunge=st.booleans(),
    splash=st.booleans(),
    scoring=st.just("marks"),
    target=st.integers(1, 3),
    play_out=st.booleans(),
    claims=st.booleans(),
)


def steps(options: FortytwoOptions, seed: int, rounds: int = 4) -> Iterator[tuple[FortytwoState, Step]]:
    """Yield a random game of at most `rounds` rounds: the state before each step, and what came of it."""
    rng, state = Random(seed), game(options)
    while state.to_act is not None and state.round <= rounds:
        action = (
            shuffle_deal(rng, rng.randrange(state.picks))
            if state.to_act == DEALER
            else rng.choice(state.legal_actions())
        )
        step = state.apply(action)
        yield state, step
        state = step.state


# --- what everybody sees


@quick
@given(all_options, seeds)
def test_every_tile_is_accounted_for_at_every_step(options: FortytwoOptions, seed: int) -> None:
    for _, step in steps(options, seed):
        state: FortytwoState = step.state
        if state.phase is Phase.BETWEEN:
            continue
        views = [state.observe(seat) for seat in range(4)]
        held = [t for seat, view in enumerate(views) for t in view.hands[seat] or ()]
        tricks = [*views[0].past, *filter(None, [views[0].trick])]
        assert sorted([*held, *(laid.tile for trick in tricks for laid in trick.laid)]) == sorted(SET.tiles)
        assert views[0].sizes == tuple(len(view.hands[seat] or ()) for seat, view in enumerate(views))


@quick
@given(all_options, seeds)
def test_partners_have_the_same_points_and_a_round_never_more_than_42(options: FortytwoOptions, seed: int) -> None:
    for _, step in steps(options, seed):
        seen = step.state.observe(None)
        assert seen.counts[:2] == seen.counts[2:]
        assert seen.scores[:2] == seen.scores[2:]
        assert sum(seen.counts[:2]) <= 42
        if seen.result is not None and len(seen.past) == 7 and not seen.nello:
            assert sum(seen.counts[:2]) == 42


@quick
@given(all_options, seeds)
def test_nobody_sees_another_hand_before_the_round_is_over(options: FortytwoOptions, seed: int) -> None:
    for _, step in steps(options, seed):
        state: FortytwoState = step.state
        for viewer in (None, 0, 1, 2, 3) if state.phase is not Phase.BETWEEN else ():
            seen = state.observe(viewer)
            assert seen.result is None
            assert words.tally(seen) is None
            assert all(hand is None for seat, hand in enumerate(seen.hands) if seat != viewer)
            assert not seen.choices or viewer == seen.to_act


@quick
@given(all_options, seeds)
def test_the_arithmetic_that_is_shown_is_the_engines(options: FortytwoOptions, seed: int) -> None:
    for _, step in steps(options, seed):
        state: FortytwoState = step.state
        if state.result is None or state.result.contract is None:
            continue
        shown = [line for line in str(words.tally(state.observe(None))).splitlines() if " = " in line]
        assert [int(line.split(" = ")[1]) for line in shown] == list(state.scores[:2])


# --- worlds


@quick
@given(all_options, seeds)
def test_the_true_deal_is_among_those_that_are_held_possible(options: FortytwoOptions, seed: int) -> None:
    for _, step in steps(options, seed, rounds=2):
        state: FortytwoState = step.state
        if state.phase is not Phase.BETWEEN:
            hands = [state.hand_of(seat) for seat in range(4)]
            assert all(Unseen(state.observe(viewer)).agrees(hands) for viewer in (None, 0, 1, 2, 3))


@quick
@given(all_options, seeds)
def test_a_deal_that_a_player_thinks_of_looks_as_it_was(options: FortytwoOptions, seed: int) -> None:
    rng = Random(seed)
    for number, (_, step) in enumerate(steps(options, seed, rounds=2)):
        for viewer in (None, 0, 1, 2, 3) if number % 6 == 0 else ():
            seen = step.state.observe(viewer)
            assert GAME.sample(seen, rng).observe(viewer) == seen


def test_who_plunges_is_dealt_four_doubles_by_everyone() -> None:
    options = FortytwoOptions(plunge=True)
    state = deal_round(options, ["6-6 4-4 3-3 1-1 6-5 4-2 3-0"])
    plunged = state.apply(next(a for a in state.legal_actions() if str(a) == "plunge")).state
    unseen = Unseen(plunged.observe(1))
    dealt_doubles = [(unseen.deal(Random(seed))[0] & SET.doubles).bit_count() for seed in range(40)]
    assert min(dealt_doubles) == 4
    assert max(dealt_doubles) > 4


# --- laying down


def loses_somewhere(hand: int, unseen: int, trump: int) -> bool:
    """Return whether the leader can fail to take every trick in some deal.

    A deal gives the unseen tiles to three hands. The leader knows its own hand alone, so one order of leads has to do
    for all deals; what the others play is free.
    """
    size = hand.bit_count()
    return not any(order_wins(order, unseen, trump, size) for order in orders(hand))


def orders(hand: int) -> list[tuple[int, ...]]:
    """Return every order in which a hand can be led."""
    tiles = list(bits(hand))
    if len(tiles) == 1:
        return [(tiles[0],)]
    return [(tile, *rest) for tile in tiles for rest in orders(hand & ~(1 << tile))]


def order_wins(order: tuple[int, ...], unseen: int, trump: int, size: int) -> bool:
    return all(wins_against(order, hands, trump) for hands in deals(unseen, size))


def deals(unseen: int, size: int) -> Iterator[tuple[int, int, int]]:
    """Yield every way to give three seats `size` unseen tiles each; the rest was never dealt out."""
    tiles = [1 << tile for tile in bits(unseen)]
    for first in combinations(tiles, size):
        others = [tile for tile in tiles if tile not in first]
        for second in combinations(others, size):
            rest = [tile for tile in others if tile not in second]
            yield from ((sum(first), sum(second), sum(third)) for third in combinations(rest, size))


def wins_against(order: tuple[int, ...], others: tuple[int, int, int], trump: int) -> bool:
    """Return whether these leads take every trick, whatever the others play."""
    table = suits(trump)
    start = Tricks(table, 1, (sum(1 << tile for tile in order), *others), 0)

    @cache
    def wins(state: Tricks) -> bool:
        if not state.hands[0] and not state.tiles:
            return True
        if not state.tiles:
            if state.leader != 0:
                return False
            return wins(state.play(order[len(state.finished)]))
        return all(wins(state.play(tile)) for tile in bits(state.find_legal()))

    return wins(start)


def offers(rule: Callable[[int, int, Suits], bool], trump: str, many: int, sizes: Sequence[int]) -> Iterator[bool]:
    """Yield whether some deal loses a trick, for random ends of a round in which a rule offers to lay down."""
    rng = Random(f"{trump} {many}")
    while many:
        size = rng.choice(sizes)
        tiles = rng.sample(range(28), 4 * size)
        hand, unseen = (sum(1 << tile for tile in part) for part in (tiles[:size], tiles[size:]))
        if rule(hand, unseen, suits(TRUMPS[trump])):
            many -= 1
            yield loses_somewhere(hand, unseen, TRUMPS[trump])


KINDS = ["3", "doubles", "none", "none low", "none own"]


@pytest.mark.parametrize("trump", KINDS)
def test_laying_down_is_never_offered_if_some_deal_loses_a_trick(trump: str) -> None:
    assert not any(offers(wins_all, trump, 6, [2]))


@pytest.mark.long
@pytest.mark.parametrize("trump", KINDS)
def test_laying_down_is_never_offered_if_some_of_many_deals_loses_a_trick(trump: str) -> None:
    assert not any(offers(wins_all, trump, 60, [2]))


@pytest.mark.parametrize("trump", ["3", "none"])
def test_a_rule_that_forgets_a_condition_is_noticed(trump: str) -> None:
    def forgets_trumps(hand: int, unseen: int, table: Suits) -> bool:
        return not any(table.find_higher(tile) & unseen for tile in bits(hand & ~table.trumps))

    def forgets_suits(hand: int, unseen: int, table: Suits) -> bool:
        return wins_all(hand & table.trumps, unseen, table)

    assert any(any(offers(rule, trump, 40, [2])) for rule in (forgets_trumps, forgets_suits))


@quick
@given(all_options, seeds)
def test_a_claim_is_offered_by_the_own_view_alone(options: FortytwoOptions, seed: int) -> None:
    """Whatever the others hold, the same view is offered the same."""
    rng = Random(seed)
    for _, step in steps(options, seed, rounds=2):
        state: FortytwoState = step.state
        if state.phase is Phase.PLAY:
            seen = state.observe(state.to_act)
            other = GAME.sample(seen, rng)
            assert [str(action) for action in other.legal_actions()] == [str(a) for a in state.legal_actions()]
            assert str(other.at_deadline()) == str(state.at_deadline())
