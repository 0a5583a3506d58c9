"""Deals of what a player of dominoes has not seen: the true one is among them, and each would have looked the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.dominoes.unseen_tiles import Deals, Limit, Promise
from engine.game import DEALER, Deal, Seat
from engine.games.chickenfoot import worlds as chickenfoot_worlds
from engine.games.draw import worlds as draw_worlds
from engine.games.fives import worlds as fives_worlds
from engine.tiles import bits
from tests.engine.chickenfoot.test_properties import TABLES as CHICKENFOOT_TABLES
from tests.engine.draw.test_properties import tables as draw_tables
from tests.engine.fives.test_playout import tables as fives_tables
from tests.engine.play import Entry, Setup, Turn, find_action, setups, walk

ANY = settings(
    max_examples=20,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
TABLES = st.one_of(draw_tables(), CHICKENFOOT_TABLES)
UNTOLD = TABLES.filter(lambda setup: getattr(setup.options, "foul_penalty", "") != "hand")
"""Where no foul tells the pips of a hand: sampled deals do not heed that."""
WORLDS: Mapping[str, Any] = {"draw": draw_worlds, "chickenfoot": chickenfoot_worlds, "fives": fives_worlds}
SEEDS = st.integers(0, 2**32)
SETUPS = {name: setup for name, setup in setups().items() if setup.game.key in WORLDS}


class Round(NamedTuple):
    """A round so far: the state that waited for its deal, and the log since."""

    start: Any
    log: tuple[Entry, ...]
    state: Any


def rounds(setup: Setup, rng: Random, share: float) -> Iterator[Round]:
    """Yield some positions of a random game."""
    start, begun = None, 0
    for turn in walk(setup, rng, fouls=2):
        if isinstance(turn.action, Deal):
            start, begun = turn.before, len(turn.log)
        if rng.random() < share:
            yield Round(start, (*turn.log[begun:], _entry(turn)), turn.step.state)


def _entry(turn: Turn) -> Entry:
    return turn.action if isinstance(turn.action, Deal) else str(turn.action)


@ANY
@given(TABLES, SEEDS)
def test_a_sampled_position_shows_each_viewer_exactly_what_it_sees(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    for _, _, state in rounds(setup, rng, 0.04):
        for viewer in setup.viewers():
            seen = state.observe(viewer)
            other = setup.game.sample(seen, rng)
            assert other.observe(viewer) == seen
            assert other.to_act == state.to_act
            assert (other.to_act in (None, DEALER)) or other.legal_actions()


@pytest.mark.parametrize("name", SETUPS)
def test_every_preset_and_number_of_seats_can_be_sampled(name: str) -> None:
    setup, rng = SETUPS[name], Random(name)
    for reached in rounds(setup, rng, 0.02):
        viewer = reached.state.to_act
        if viewer not in (None, DEALER):
            seen = reached.state.observe(viewer)
            assert setup.game.sample(seen, rng).observe(viewer) == seen


@ANY
@given(fives_tables(), SEEDS)
def test_a_sampled_position_of_fives_shows_each_viewer_exactly_what_it_sees(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    for _, _, state in rounds(setup, rng, 0.04):
        for viewer in setup.viewers():
            seen = state.observe(viewer)
            assert setup.game.sample(seen, rng).observe(viewer) == seen


@ANY
@given(TABLES, SEEDS)
def test_the_true_deal_is_among_those_that_agree(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    for _, log, state in rounds(setup, rng, 0.06):
        viewer = rng.choice(setup.viewers())
        if state.to_act in (None, DEALER) or _opens(log):
            continue  # before a tile lies, chance tells which one the opener holds
        story = _retold(setup, state, viewer, rng)
        may, owners = story.possible_places(), story.owners()
        for seat, hand in enumerate(state.hands):
            places = sum(1 << place for place, owner in enumerate(owners) if owner == seat)
            for tile in [tile for tile in may if hand >> tile & 1]:
                may[tile] &= places
        yard = _yard(state)
        for tile in yard:
            may[tile] &= 0b11 << len(owners)
        assert Deals(story.sizes(), may, story.promises(), rng, story.limits()).slots


def _retold(setup: Setup, state: Any, viewer: Seat | None, rng: Random) -> Any:
    return WORLDS[setup.game.key].Worlds(state.observe(viewer), rng).story


def _opens(log: Sequence[Entry]) -> bool:
    """Return whether no tile was played in this round."""
    return not any(isinstance(entry, str) and entry.startswith("play") for entry in log)


@ANY
@given(UNTOLD, SEEDS)
def test_a_round_retold_with_the_sampled_deal_looks_the_same_at_every_step(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    for start, log, state in rounds(setup, rng, 0.04):
        viewer = rng.choice(setup.viewers())
        if state.to_act in (None, DEALER):
            continue
        worlds = WORLDS[setup.game.key].Worlds(state.observe(viewer), rng)
        sampled = worlds.sample_position()
        deal = _deal(start, log, sampled, worlds.unseen.batches(), viewer)
        one, other = start, start
        for entry, again in zip(log, (deal, *log[1:]), strict=True):
            first, second = one.apply(find_action(one, entry)), other.apply(find_action(other, again))
            one, other = first.state, second.state
            assert [event.redact_for(viewer) for event in second.events] == [e.redact_for(viewer) for e in first.events]
        assert other.observe(viewer) == one.observe(viewer)
        assert other.hands == sampled.hands


def _deal(
    start: Any, log: Sequence[Entry], sampled: Any, batches: Sequence[tuple[Seat, list[int]]], viewer: Seat | None
) -> Deal:
    """Return the deal from which the sampled position would have come about."""
    came = defaultdict[Seat, list[int]](list)
    for seat, tiles in batches:
        came[seat] += tiles
    state = start.apply(log[0]).state
    aside = start.terms.opening_doubles(start.round + 1) if _deck(start) != list(range(len(_tiles(start)))) else 0
    order: list[int] = []
    for seat, hand in enumerate(state.hands):
        first = list(bits(hand)) if seat == viewer else [came[seat].pop(0) for _ in range(hand.bit_count())]
        order += [tile for tile in first if not aside >> tile & 1]
    for entry in log[1:]:
        seat, yard = state.to_act, _yard(state)
        state = state.apply(find_action(state, entry)).state
        for tile in yard[: len(yard) - len(_yard(state))]:
            order.append(tile if seat == viewer else came[seat].pop(0))
    order += _yard(sampled)
    place = {tile: place for place, tile in enumerate(_deck(start))}
    dealt = log[0]
    assert isinstance(dealt, Deal)
    return Deal(tuple(place[tile] for tile in order), dealt.pick)


def _yard(state: Any) -> Sequence[int]:
    return state.yard if hasattr(state, "yard") else state.boneyard  # type: ignore[no-any-return]  # two kinds of state


def _tiles(state: Any) -> Any:
    return state.terms.tiles if hasattr(state, "terms") else state.match.terms.tiles


def _deck(state: Any) -> list[int]:
    """Return the indices of the tiles that are shuffled."""
    return [_tiles(state).index[tile] for tile in state.deck]


def test_deals_that_agree_are_equally_likely() -> None:
    """Three items in three places of one; item 0 may not lie in place 0, item 2 not in place 2, and a promise."""
    may, sizes = {0: 0b110, 1: 0b111, 2: 0b011}, (1, 1, 1)
    deals = Deals(sizes, may, [], Random(1))
    met = defaultdict[tuple[int, ...], int](int)
    for _ in range(3000):
        deals.shuffle()
        met[tuple(deals.slots)] += 1
    assert set(met) == {(1, 2, 0), (2, 0, 1), (2, 1, 0)}
    assert all(850 < times < 1150 for times in met.values())


def test_a_promise_is_kept_by_every_deal() -> None:
    may, sizes = dict.fromkeys(range(6), 3), (3, 3)
    deals = Deals(sizes, may, [Promise(0b11, 0b01)], Random(1))
    for _ in range(300):
        deals.shuffle()
        assert {0, 1} & set(deals.slots[:3])


def test_no_place_gets_more_than_its_limit() -> None:
    may, sizes = dict.fromkeys(range(8), 3), (4, 4)
    deals = Deals(sizes, may, [], Random(1), [Limit(0b11111, 0b01, 2)])
    met = set()
    for _ in range(300):
        met.add(len({0, 1, 2, 3, 4} & set(deals.slots[:4])))
        deals.shuffle()
    assert met == {1, 2}


def test_no_deal_is_made_up_if_none_agrees() -> None:
    with pytest.raises(ValueError, match="no deal"):
        Deals((1, 1), {0: 0b01, 1: 0b01}, [], Random(1))
