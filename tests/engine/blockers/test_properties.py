"""Blockers against a second, plain way to reckon: graphs as sets of (row, column), counts from the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import DEALER
from engine.games.blockers.actions import Place
from engine.games.blockers.board import SPACES, find_capturable, groups, mask_of
from engine.games.blockers.events import Passed, Placed, Swapped
from engine.games.blockers.observation import BlockersObservation
from engine.games.blockers.options import BlockersOptions
from engine.games.blockers.state import BlockersState, start
from engine.games.blockers.tiles import Tile
from engine.tiles import bits
from tests.engine.play import random_deal

Cells = frozenset[tuple[int, int]]

SETUPS = [
    *[(BlockersOptions(), seats) for seats in (2, 3, 4, 5)],
    (BlockersOptions(variant="profi"), 2),
    (BlockersOptions(variant="profi", profi_own_capture="none", no_legal="swap"), 2),
    (BlockersOptions(scoring="uptown"), 5),
]


def cells(mask: int) -> Cells:
    return frozenset(divmod(space, 9) for space in bits(mask))


def pieces(left: Cells) -> set[Cells]:
    """Return the connected pieces, by breadth-first search."""
    found = set()
    while left:
        queue = [next(iter(left))]
        piece = set(queue)
        for row, column in queue:
            for cell in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if cell in left and cell not in piece:
                    piece.add(cell)
                    queue.append(cell)
        found.add(frozenset(piece))
        left -= piece
    return found


def may_go(every: Cells, cell: tuple[int, int]) -> bool:
    """Alone or one of two; otherwise the others of its group stay in one piece."""
    group = next(piece for piece in pieces(every) if cell in piece)
    return len(group) <= 2 or len(pieces(group - {cell})) == 1


crowded = st.integers(0, 2**81 - 1) | st.tuples(st.integers(0, 2**81 - 1), st.integers(0, 2**81 - 1)).map(
    lambda pair: pair[0] | pair[1]
)


@given(crowded)
@settings(max_examples=150, deadline=None)
def test_groups_are_the_connected_pieces(mask: int) -> None:
    found = groups(mask)
    assert {cells(group) for group in found} == pieces(cells(mask))
    assert len(found) == len(pieces(cells(mask)))


@given(crowded)
@settings(max_examples=60, deadline=None)
def test_a_tile_may_be_taken_if_its_group_stays_in_one_piece(mask: int) -> None:
    every = cells(mask)
    assert cells(find_capturable(mask)) == {cell for cell in every if may_go(every, cell)}


def walk(options: BlockersOptions, seats: int, seed: int) -> Iterator[tuple[BlockersState, object, BlockersState]]:
    """Yield every turn of a random game: before, what happened, after."""
    rng = Random(seed)
    state = start(options, seats)
    while state.to_act is not None:
        dealing = state.to_act == DEALER
        action = random_deal(state, rng) if dealing else rng.choice(state.legal_actions())
        step = state.apply(action)
        yield state, step.events[0], step.state
        state = step.state


def plain_spaces(seen: BlockersObservation, tile: Tile) -> set[int]:
    """Return where a tile may go, worked out from the picture alone."""
    sign = tile.sign
    return {space for space in SPACES if _fits(sign, *divmod(space, 9)) and _open(seen, tile, space)}


def _fits(sign: int, row: int, column: int) -> bool:
    if sign < 9:
        return row == sign
    if sign < 18:
        return column == sign - 9
    return sign == 27 or (row // 3, column // 3) == divmod(sign - 18, 3)


def _open(seen: BlockersObservation, tile: Tile, space: int) -> bool:
    there = seen.board[space]
    if there is None:
        return True
    own = {tile.colour}
    if seen.options.profi_own_capture == "none":
        own = set(seen.colours(seen.owner(tile.colour)))
    same = frozenset(divmod(s, 9) for s, t in enumerate(seen.board) if t is not None and t.colour == there.colour)
    return there.colour not in own and may_go(same, divmod(space, 9))


@pytest.mark.parametrize(("options", "seats"), SETUPS)
def test_every_placement_and_no_other_is_legal(options: BlockersOptions, seats: int) -> None:
    for state, _, _ in list(walk(options, seats, 1))[1::5]:
        assert state.to_act is not None
        seen = state.observe(state.to_act)
        expected = set()
        for colour in seen.colours(state.to_act):
            rack = seen.racks[colour]
            assert rack is not None
            for tile in rack if len(rack) > 4 else ():
                expected |= {(tile, space, seen.board[space] is not None) for space in plain_spaces(seen, tile)}
        listed = {(a.tile, a.space, a.captures) for a in state.legal_actions() if isinstance(a, Place)}
        assert listed == expected
        reach = {(r.tile, space, taking) for r in seen.reach for taking in (False, True)
                 for space in (r.captures if taking else r.free)}  # fmt: skip
        assert reach == expected


@pytest.mark.parametrize(("options", "seats"), SETUPS)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=4, deadline=None)
def test_no_tile_is_lost_and_the_score_is_what_the_events_say(options: BlockersOptions, seats: int, seed: int) -> None:
    board: dict[int, Tile] = {}
    prisoners: Counter[tuple[int, int]] = Counter()
    turns: Counter[int] = Counter()
    state = start(options, seats)
    for before, event, after in walk(options, seats, seed):
        match event:
            case Placed(move, _, _):
                assert board.get(move.space) == move.captured
                if move.captured is not None:
                    prisoners[move.seat, move.captured.colour] += 1
                board[move.space] = move.tile
                turns[move.seat] += 1
            case Passed(seat) | Swapped(seat, _):
                turns[seat] += 1
        assert before.to_act == DEALER or sum(turns.values()) <= seats * options.turns_each()
        _all_tiles_are_there(after, len(board), sum(prisoners.values()))
        state = after
    assert turns == {seat: options.turns_each() for seat in range(seats)}
    seen = state.observe(None)
    assert seen.board == tuple(board.get(space) for space in SPACES)
    result = state.outcome
    assert result is not None
    points = [_plain_points(state, seat, board, prisoners) for seat in range(seats)]
    assert list(result.points) == points
    totals = [sum(n for (seat, _), n in prisoners.items() if seat == each) for each in range(seats)]
    best = max(zip(points, [-n for n in totals], strict=True))
    assert result.winners == tuple(s for s in range(seats) if (points[s], -totals[s]) == best)


def _all_tiles_are_there(state: BlockersState, laid: int, taken: int) -> None:
    held = sum(rack.bit_count() for rack in state.racks) + sum(map(len, state.supplies))
    assert held + laid + taken == 28 * len(state.racks)
    assert mask_of(s for s, sign in enumerate(state.signs) if sign is not None) == sum(state.laid)


def _plain_points(state: BlockersState, seat: int, board: dict[int, Tile], prisoners: Counter[tuple[int, int]]) -> int:
    own = 0
    for colour in state.colours(seat):
        own += len(pieces(frozenset(divmod(s, 9) for s, tile in board.items() if tile.colour == colour)))
    most = max(prisoners[seat, colour] for colour in range(len(state.racks)))
    return -own if state.options.scoring == "uptown" else -own - most
