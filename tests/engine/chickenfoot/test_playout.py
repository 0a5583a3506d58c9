"""The play-out for search beside the public rules: the same moves at every step, the same hands at the end."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import assume, given

from engine.game import Seat
from engine.games.chickenfoot.actions import Play
from engine.games.chickenfoot.playout import NO_TILE, Move, playout, read_table
from engine.games.chickenfoot.state import Phase
from engine.tiles import bits
from tests.engine.chickenfoot.test_properties import OFTEN, SEEDS, TABLES
from tests.engine.play import Setup, position


@OFTEN
@given(TABLES, SEEDS)
def test_a_play_out_ends_as_the_public_rules_do(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    state: Any = position(setup, rng, rng.randrange(2, 60)).state
    assume(state.phase is Phase.TURN)
    asked: list[tuple[set[Move], bool, Move]] = []
    tiles = state.terms.tiles

    def choose(_seat: Seat, _hand: int, playable: int, numbers: int, may_pass: bool) -> Move:
        moves = {(tile, number) for tile in bits(playable) for number in tiles.tiles[tile] if numbers >> number & 1}
        asked.append((moves, may_pass, rng.choice(sorted(moves | ({NO_TILE} if may_pass else set())))))
        return asked[-1][2]

    left = playout(read_table(state), state.hands, state.yard, choose)
    choices = iter(asked)
    while state.phase is Phase.TURN:
        legal = state.legal_actions()
        numbers = {end.letter: end.number for end in state.board.places}
        plays = {(tiles.index[a.tile], numbers[a.end]): a for a in legal if isinstance(a, Play)}
        others = [action for action in legal if not isinstance(action, Play)]
        if plays:
            moves, may_pass, move = next(choices)
            assert moves == set(plays)
            assert may_pass == bool(others)
        else:
            move = NO_TILE
        state = state.apply(others[0] if move == NO_TILE else plays[move]).state
    assert next(choices, None) is None
    assert tuple(left) == state.hands
