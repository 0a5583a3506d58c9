"""Block beside two engines by other people: same moves, same end, same winner.

OpenSpiel names a play by the tile and the number it covers; `dominoes` by the tile and the side, A alone if both ends
are equal. Both skip a seat that cannot play.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import dominoes
import pyspiel
from open_spiel.python import games  # noqa: F401  # registers the games written in Python

from engine.dominoes.actions import Call, Move, Play
from engine.dominoes.ending import Ending
from engine.game import Deal
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import DrawState, start
from engine.tiles import Tile, tile_set

GAMES_EACH = 300
SIX = tile_set(6)
THEIRS = [Tile(high, low) for low, high in combinations_with_replacement(range(7), 2)]
"""OpenSpiel's order of the tiles."""
OFFSET = {tile: sum(2 if earlier.double else 3 for earlier in THEIRS[:place]) for place, tile in enumerate(THEIRS)}
IDS_PER_SEAT = 77


def block(seats: int, rng: Random) -> DrawState:
    """Return a round of seven tiles each, opened by seat 0 with any tile."""
    options = DrawOptions(
        mode="block", set=6, hand_size=7, first_lead="random", verification="auto", match="rounds", rounds=1
    )
    return start(options, seats).apply(Deal(tuple(rng.sample(range(28), 28)), 0)).state  # type: ignore[no-any-return]  # Step is untyped


def hands_of(state: DrawState) -> list[tuple[Tile, ...]]:
    return [SIX.of(hand) for hand in state.hands]


def skipping(state: DrawState) -> DrawState:
    """Return the state once the table has passed for everybody who cannot play."""
    while state.playing and state.automatic() is Call.CANNOT:
        state = state.apply(Call.CANNOT).state
    return state


def plays(state: DrawState) -> Iterator[Play]:
    for action in state.legal_actions():
        assert isinstance(action, Play)
        yield action


def spiel_id(seat: int, action: Play) -> int:
    covered = 0 if action.number is None else 1 if action.number == action.tile.low else 2
    return seat * IDS_PER_SEAT + OFFSET[action.tile] + covered


def dealt_to_spiel(name: str, order: list[Tile]) -> Any:
    theirs = pyspiel.load_game(name).new_initial_state()
    for tile in order:
        assert theirs.is_chance_node()
        theirs.apply_action(THEIRS.index(tile))
    return theirs


def played_with_spiel(state: DrawState, theirs: Any, rng: Random) -> DrawState:
    while state.playing:
        assert theirs.current_player() == state.to_act
        assert state.to_act is not None
        ours = {spiel_id(state.to_act, action): action for action in plays(state)}
        assert sorted(theirs.legal_actions()) == sorted(ours)
        chosen = rng.choice(sorted(ours))
        theirs.apply_action(chosen)
        state = skipping(state.apply(ours[chosen]).state)
    assert theirs.is_terminal()
    return state


def test_two_seats_play_block_as_openspiel_does() -> None:
    rng = Random(2)
    for _ in range(GAMES_EACH):
        state = block(2, rng)
        hands = hands_of(state)
        state = played_with_spiel(state, dealt := dealt_to_spiel("python_block_dominoes", [*hands[0], *hands[1]]), rng)
        result = state.match.result
        assert result is not None
        returns = [int(value) for value in dealt.returns()]
        # Equal totals are a draw there, even 0 and 0 if one is out and the other has the double blank.
        gain = sum(result.gains)
        expected = [gain if seat in result.winners else -gain for seat in range(2)]
        assert returns == expected


def test_four_seats_play_block_as_openspiel_does() -> None:
    rng = Random(4)
    for _ in range(GAMES_EACH):
        state = block(4, rng)
        hands = hands_of(state)
        in_turns = [hands[place % 4][place // 4] for place in range(28)]
        played_with_spiel(state, dealt_to_spiel("python_team_dominoes", in_turns), rng)


def their_domino(tile: Tile) -> Any:
    return dominoes.Domino(tile.high, tile.low)


def sides(state: DrawState) -> dict[tuple[Tile, bool], Move]:
    """Return our placements as tile and "on A", A alone if both ends are equal."""
    equal = len({end.number for end in state.layout.ends}) == 1
    return {(action.tile, action.end != "B"): action for action in plays(state) if not (equal and action.end == "B")}


def test_four_seats_play_block_as_the_dominoes_package_does() -> None:
    rng = Random(6)
    for _ in range(GAMES_EACH):
        state = block(4, rng)
        hands = [dominoes.Hand([their_domino(tile) for tile in hand]) for hand in hands_of(state)]
        first = tuple((domino, True) for domino in hands[0])
        theirs = dominoes.Game(dominoes.Board(), hands, [], 0, first, 0, None)
        while state.playing:
            assert theirs.turn == state.to_act
            ours = sides(state)
            known = {(Tile(max(d.first, d.second), min(d.first, d.second)), left): d for d, left in theirs.valid_moves}
            assert set(known) == set(ours)
            chosen = rng.choice(sorted(ours))
            theirs.make_move(known[chosen], chosen[1])
            state = skipping(state.apply(ours[chosen]).state)
        result = state.match.result
        assert theirs.result is not None
        assert result is not None
        assert theirs.result.won == (result.ending is Ending.OUT)
        assert _their_points(result.residuals, result.ending, theirs.result.player) == theirs.result.points


def _their_points(left: tuple[int, ...], ending: Ending, last: int) -> int:
    """Seats 0 and 2 against 1 and 3: who is out, or holds less in a block, wins all pips; below 0 for 1 and 3."""
    even, odd = left[0] + left[2], left[1] + left[3]
    ours = last % 2 == 0 if ending is Ending.OUT else even < odd
    if ending is Ending.BLOCKED and even == odd:
        return 0
    return sum(left) if ours else -sum(left)
