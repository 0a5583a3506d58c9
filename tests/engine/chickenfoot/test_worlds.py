"""What the rules of Chickenfoot tell about tiles that are not seen."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.games.chickenfoot.state import ChickenfootState
from engine.games.chickenfoot.worlds import Worlds
from engine.tiles import Tile
from tests.engine.chickenfoot.positions import after, deal_round, settle


def possible_hands(state: ChickenfootState, viewer: int, seat: int) -> Iterator[set[Tile]]:
    """Yield what a seat may hold as a viewer sees it, many times."""
    worlds = Worlds(state.observe(viewer), Random(1))
    for _ in range(100):
        other = worlds.sample_position()
        yield set(other.terms.tiles.of(other.hands[seat]))


def test_who_draws_could_not_play_and_may_or_may_not_have_drawn_what_fits() -> None:
    state = settle(deal_round(["9-9 9-0 8-8", "2-1 3-1 4-1"], yard="9-5"))
    state = after(state, "draw", "keep")
    fitting = [sum(t.has(9) for t in hand) for hand in possible_hands(state, viewer=0, seat=1)]
    assert set(fitting) == {0, 1}


def test_a_player_who_keeps_a_drawn_tile_that_must_be_played_has_nothing_that_fits() -> None:
    state = settle(deal_round(["9-9 9-0 8-8", "2-1 3-1 4-1"], yard="5-4", drawn_tile="must"))
    state = after(state, "draw", "keep")
    for hand in possible_hands(state, viewer=0, seat=1):
        assert not any(t.has(9) for t in hand)


def test_who_draws_until_one_fits_has_one_that_fits() -> None:
    state = settle(deal_round(["9-9 9-0 8-8", "2-1 3-1 4-1"], yard="5-4 6-4 9-5", draw_limit="until_playable"))
    state = after(state, "draw")
    for hand in possible_hands(state, viewer=0, seat=1):
        assert len(hand) == 6
        assert sum(t.has(9) for t in hand) == 1


def test_nobody_was_dealt_the_double_that_was_searched_for() -> None:
    state = settle(deal_round(["9-0 8-8 7-7", "2-1 3-1 4-1"], yard="5-4 6-4 9-9"))
    assert state.board.laid[0].seat == 0
    hands = list(possible_hands(state, viewer=1, seat=0))
    assert all(Tile(9, 9) not in hand and len(hand) == 4 for hand in hands)


def test_of_the_doubles_that_may_open_nobody_was_dealt_a_higher_one() -> None:
    state = settle(deal_round(["7-7 9-0 8-1", "2-1 3-1 4-1"], yard="5-4", opening_missing="next_lower_double"))
    for hand in possible_hands(state, viewer=1, seat=0):
        assert not hand & {Tile(9, 9), Tile(8, 8)}
