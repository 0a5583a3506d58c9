"""What the rules of Draw and Block tell about tiles that are not seen."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.games.draw.options import DrawOptions
from engine.games.draw.state import DrawState, start
from engine.games.draw.worlds import Worlds
from engine.tiles import Tile, tile
from tests.engine.draw.positions import deal_hands, play_steps


def possible_hands(state: DrawState, viewer: int, seat: int) -> Iterator[set[Tile]]:
    """Yield what a seat may hold as a viewer sees it, many times."""
    worlds = Worlds(state.observe(viewer), Random(1))
    for _ in range(100):
        other = worlds.sample_position()
        yield set(other.match.terms.tiles_of(other.hands[seat]))


def test_who_cannot_play_holds_no_tile_that_fits() -> None:
    state = deal_hands(start(DrawOptions(mode="block", hand_size=4), 2), ["6-6 6-5 5-5 5-0", "4-4 4-3 3-3 2-1"])
    state = play_steps(state, "play 6-6", "cannot", "play 6-5 A", "cannot")
    for hand in possible_hands(state, viewer=0, seat=1):
        assert len(hand) == 4
        assert not any(t.has(6) or t.has(5) for t in hand)


def test_who_stops_drawing_before_the_boneyard_is_empty_has_drawn_a_tile_that_fits() -> None:
    state = deal_hands(start(DrawOptions(hand_size=3), 2), ["6-6 5-5 4-4", "1-0 2-0 3-0", "2-1 3-1 6-1"])
    state = play_steps(state, "play 6-6", "draw")
    for hand in possible_hands(state, viewer=0, seat=1):
        assert len(hand) == 6
        assert sum(t.has(6) for t in hand) == 1


def test_what_is_drawn_later_may_fit_what_did_not_before() -> None:
    state = deal_hands(start(DrawOptions(hand_size=3), 2), ["6-6 5-5 4-4", "1-0 2-0 3-0", "2-1 3-1 6-1"])
    state = play_steps(state, "play 6-6", "draw", "play 6-1 A", "draw")
    assert state.laid[-1].tile == tile("6-1")
    hands = list(possible_hands(state, viewer=1, seat=0))
    assert any(any(t.has(6) for t in hand) for hand in hands)
    assert {len(hand) for hand in hands} == {state.hands[0].bit_count()}


def test_nobody_was_dealt_a_higher_double_than_the_one_that_had_to_lead() -> None:
    state = deal_hands(start(DrawOptions(hand_size=3), 3), ["3-3 6-5 6-4", "1-0 2-0 3-0", "2-1 3-1 6-1"])
    state = play_steps(state, "play 3-3")
    for hand in possible_hands(state, viewer=1, seat=2):
        assert not hand & {Tile(4, 4), Tile(5, 5), Tile(6, 6)}


def test_nobody_was_dealt_a_double_or_a_heavier_tile_if_the_heaviest_had_to_lead() -> None:
    state = deal_hands(start(DrawOptions(hand_size=3), 3), ["5-4 4-0 1-0", "2-0 3-0 4-1", "2-1 3-1 6-1"])
    state = play_steps(state, "play 5-4")
    for hand in possible_hands(state, viewer=1, seat=2):
        assert all(not t.double and t.pips <= 9 for t in hand)


def test_who_must_open_with_the_highest_double_is_known_to_hold_one_above_all_others() -> None:
    state = deal_hands(start(DrawOptions(hand_size=3), 3), ["5-5 6-5 6-4", "4-4 2-0 3-0", "2-1 3-1 6-1"])
    met = set()
    for seed in range(60):
        other = Worlds(state.observe(1), Random(seed)).sample_position()
        lead = max(t.high for t in other.match.terms.tiles_of(other.hands[0]) if t.double)
        met.add(lead)
        doubles = [t.high for t in other.match.terms.tiles_of(other.hands[2]) if t.double]
        assert all(double < lead for double in doubles)
    assert met == {5, 6}


def test_with_four_ends_who_opens_with_another_tile_was_dealt_no_double() -> None:
    options = DrawOptions(hand_size=3, layout="spinner", first_lead="random")
    state = deal_hands(start(options, 2), ["5-4 6-5 6-4", "4-3 2-0 3-0"])
    state = play_steps(state, "play 5-4")
    for hand in possible_hands(state, viewer=1, seat=0):
        assert not any(t.double for t in hand)
