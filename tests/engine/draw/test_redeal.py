"""Deals of Draw and Block that are void: a hand of five doubles or more (draw.md §3)."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.game import DEALER, Deal
from engine.games.draw import GAME, words
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import DrawState, start
from engine.games.draw.worlds import Worlds
from engine.options import OptionRefused
from engine.series import SeriesState
from engine.tiles import tile_set
from tests.engine.draw.positions import deal_hands, play_steps, position
from tests.engine.play import Setup, random_deal, walk

FIVE = "6-6 5-5 4-4 3-3 2-2 6-5 6-4"
FOUR = "6-6 5-5 4-4 3-3 6-2 6-5 6-4"
AGAIN = DrawOptions(redeal="five_doubles")


def test_a_deal_with_five_doubles_in_a_hand_is_void_and_shows_no_hand() -> None:
    before = start(AGAIN, 2)
    assert deal_hands(before, [FOUR, "6-3 6-1 6-0 5-4 5-3 5-2 5-1"]).to_act == 0
    void = deal_hands(before, ["6-3 6-1 6-0 5-4 5-3 5-2 5-1", FIVE])
    assert (void.to_act, void.match.round, len(void.deck)) == (DEALER, 1, 28)
    for viewer in (None, 0, 1):
        seen = void.observe(viewer)
        assert (seen.hands, seen.sizes, seen.boneyard, seen.is_scored) == (((), ()), (0, 0), 0, False)
        assert str(words.prompt(seen)) == "seat 2 is dealt 5 doubles, so the tiles are dealt again."


def test_everyone_reads_that_a_deal_is_void_and_why() -> None:
    before = start(AGAIN, 2)
    order = [before.match.terms.tiles.index[tile] for tile in before.deck]
    doubles = [index for index in order if tile_set(6).doubles >> index & 1]
    rest = [index for index in order if index not in doubles]
    step = before.apply(Deal((*doubles[:6], *rest[:1], *rest[1:], *doubles[6:])))
    told = [[str(event.redact_for(viewer).describe()) for event in step.events] for viewer in (None, 0, 1)]
    assert told == [["seat 1 is dealt 6 doubles, so the tiles are dealt again."]] * 3


def test_the_round_of_a_void_deal_is_dealt_again_and_the_same_seat_opens_it() -> None:
    chance = DrawOptions(redeal="five_doubles", first_lead="random")
    void = deal_hands(start(chance, 2), [FIVE], pick=1)
    assert void.picks == 1
    again = deal_hands(void, [FOUR])
    assert (again.match.round, again.to_act, again.match.void) == (1, 1, None)
    won = play_steps(
        position(["3-1", "6-6", "5-5"], (3, 4), opener=1, redeal="five_doubles", hand_size=7), "play 3-1 A"
    )
    later = deal_hands(won, [FIVE])
    assert (later.match.round, later.match.result, later.match.scores) == (2, None, won.match.scores)
    assert deal_hands(later, [FOUR]).to_act == 0  # who won the round before


def test_a_tile_that_must_open_is_looked_for_in_the_deal_that_is_played() -> None:
    void = deal_hands(start(AGAIN, 2), [FIVE])
    assert deal_hands(void, ["6-5 6-4 6-3 6-2 6-1 6-0 1-1", "6-6 5-5 4-4 3-3 5-4 5-3 5-2"]).to_act == 1


def test_two_void_deals_may_follow_each_other() -> None:
    twice = deal_hands(deal_hands(start(AGAIN, 2), [FIVE]), [FIVE])
    assert (twice.match.round, twice.to_act) == (1, DEALER)


def test_hands_in_which_five_doubles_are_common_are_not_dealt_again() -> None:
    with pytest.raises(OptionRefused, match=r"^Five doubles are common in hands of 13\. Deal at most 12 tiles"):
        start(DrawOptions(redeal="five_doubles", hand_size=13), 2)
    assert start(DrawOptions(redeal="five_doubles", hand_size=12), 2)
    assert start(DrawOptions(hand_size=13), 2)


def void_seed(setup: Setup) -> int:
    """Return the first seed of a game whose first deal is void."""
    return next(seed for seed in range(2000) if next(walk(setup, Random(seed))).step.state.to_act == DEALER)


@pytest.mark.parametrize("series", ["single", "sumof 2"])
def test_a_game_with_void_deals_comes_to_its_end_and_begins_once(series: str) -> None:
    options = DrawOptions(redeal="five_doubles", series=series, hand_size=12, match="rounds", first_lead="random")
    setup = Setup(GAME, options, 2)
    turns = list(walk(setup, Random(void_seed(setup))))
    told = [str(event.describe()) for turn in turns for event in turn.step.events]
    assert sum("dealt again" in line for line in told) >= 1
    assert sum(line.startswith("Game ") and "begin" in line for line in told) <= 2
    assert turns[-1].step.state.outcome is not None


def test_in_a_series_the_first_pick_opens_after_a_void_deal_too() -> None:
    options = DrawOptions(redeal="five_doubles", series="sumof 2", first_lead="random")
    state = GAME.start(options, 2)
    assert isinstance(state, SeriesState)
    void = state.apply(_deal(state, FIVE, 1)).state
    assert void.picks == 1
    assert void.apply(_deal(void, FOUR, 0)).state.to_act == 1


def _deal(state: SeriesState[Any], hand: str, pick: int) -> Deal:
    first = [[str(tile) for tile in state.deck].index(name) for name in hand.split()]
    return Deal((*first, *(place for place in range(28) if place not in first)), pick)


def test_no_hand_that_is_held_possible_would_have_made_the_deal_void() -> None:
    options, rng, most = DrawOptions(redeal="five_doubles", hand_size=12, mode="block"), Random(4), 0
    doubles = tile_set(6).doubles
    for turn in islice(walk(Setup(GAME, options, 2), rng), 1, 200):
        state = turn.before
        if not isinstance(state, DrawState) or state.to_act == DEALER:
            continue
        laid = [_laid(state, seat) for seat in (0, 1)]
        for viewer in (None, 0, 1):
            worlds = Worlds(state.observe(viewer), rng)
            for _ in range(5):
                dealt_ = [hand | mine for hand, mine in zip(worlds.sample_position().hands, laid, strict=True)]
                most = max(most, *((hand & doubles).bit_count() for hand in dealt_))
    assert most == 4


def _laid(state: DrawState, seat: int) -> int:
    """Return the tiles that a seat has played, as a mask."""
    return state.terms.tiles.mask(laid.tile for laid in state.laid if laid.seat == seat)


def test_a_deal_after_a_void_one_fits_the_same_deck() -> None:
    void = deal_hands(start(AGAIN, 2), [FIVE])
    assert random_deal(void, Random(1)).fits(void)
