"""A fast play-out of a round, for search: no states, no events, the same rules.

It keeps only the parts of the line that the next play needs: the number and the side of each open end, and the count.
A property test compares it with the public rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add
from typing import NamedTuple

from engine.dominoes import layout
from engine.dominoes.blocked import NOBODY
from engine.dominoes.ending import Ending
from engine.dominoes.layout import LINE, SPINNER, Layout
from engine.game import Seat
from engine.games.fives.state import FivesState
from engine.sides import find_leaders, number_sides
from engine.tiles import bits

HALF, FLANK, TIP, FIRST_FLANK = range(4)
"""The sides of a tile that can be an open end.

They are an outer half, the last open side of a double, a tip, and one of the two open sides of the opening double.
"""
_HALVES_COVERED = (1, 2, 0, 0, 0)
"""How many halves leave the count when an end is covered, by its side; the last entry is for OPENING."""


class Way(NamedTuple):
    """A way to play a tile (its index) on an end, with the count and the points after it."""

    tile: int
    number: int
    side: int
    total: int
    points: int


DRAW = Way(-1, -1, -1, -1, 0)
OPENING = -1
"""The side on which the opening tile is laid."""

Choose = Callable[[Seat, int, Sequence[Way], int], Way]
"""Picks one of the ways of a seat.

It gets the seat's hand (a mask), the ways, and a number that encodes the draws and passes since the last choice: a
leading 1, then a 1 for each draw and a 0 for each pass. It isn't called for a seat that can't lay a tile.
"""


def find_ends(line: Layout) -> dict[str, tuple[int, int]]:
    """Return the number and the side of each open end, by its letter."""
    ends = list(zip(line.numbers, line.sides, strict=True))
    codes = {layout.HALF: HALF, layout.FLANK: FLANK, layout.SPINNER: FLANK, layout.TIP: TIP}
    sides_by_letter = {}
    for end, (number, side) in zip(line.ends, ends, strict=True):
        both_flanks_open = codes[side] == FLANK and ends.count((number, side)) == 2
        sides_by_letter[end.letter] = number, FIRST_FLANK if both_flanks_open else codes[side]
    return sides_by_letter


def _find_spinner_number(line: Layout) -> int:
    """Return the number of the double that will get four arms.

    It is -1 before that double is laid, and above all numbers once a double has four arms.
    """
    if SPINNER in line.sides:
        return line.numbers[line.sides.index(SPINNER)]
    return line.shape.highest + 1 if len(line.numbers) > LINE else -1


class Table:
    """The line of one play-out, changed as tiles are laid on it."""

    def __init__(self, line: Layout, state: FivesState) -> None:
        self.ends = list(find_ends(line).values())
        self.total = line.total
        self._spinner_rule, self._spinner_number = line.shape.arms, _find_spinner_number(line)
        self._tiles, self._options = state.terms.tiles, state.terms.options

    def fits(self) -> int:
        """Return the mask of the tiles that fit an end."""
        fits, suits = 0, self._tiles.suit
        for number, _ in self.ends:
            fits |= suits[number]
        return fits

    def ways(self, playable: int, inside: bool) -> list[Way]:
        """Return the ways to lay these tiles.

        If ends have the same effect, only one of them is listed. `inside` is whether the seat's side has scored, so
        that low counts score, too (`get_in`).
        """
        tiles, options, ways = self._tiles.tiles, self._options, list[Way]()
        total, get_in = self.total, 0 if inside else options.get_in
        ends = dict.fromkeys(self.ends) or {(OPENING, OPENING): None}  # a dict, because it drops equal ends
        for index in bits(playable):
            high, low = tiles[index]
            for number, side in ends:
                if side != OPENING and number != high and number != low:
                    continue
                far = high + low - number if side != OPENING else high + low  # the opening tile counts whole
                gained = 2 * far if high == low and side != OPENING else far  # a double counts both halves
                lost = number * _HALVES_COVERED[side]
                new_total = total - lost + gained
                points = 0 if new_total % 5 or new_total < get_in else new_total
                ways.append(Way(index, number, side, new_total, points))
        return ways

    def lay(self, way: Way) -> None:
        """Lay a tile."""
        high, low = self._tiles.tiles[way.tile]
        ends, number, side = self.ends, way.number, way.side
        self.total = way.total
        if high == low and self._spinner_number < 0:
            self._spinner_number = high
        if side == OPENING:
            self.ends = [(high, FIRST_FLANK), (high, FIRST_FLANK)] if high == low else [(high, HALF), (low, HALF)]
            return
        ends.remove((number, side))
        if side == FIRST_FLANK:
            ends[0] = (number, FLANK)  # the other flank of the opening double is the only end left
        ends.append((high + low - number, FLANK if high == low else HALF))
        if side == FLANK and self._is_spinner(number):
            ends += ((number, TIP), (number, TIP))

    def _is_spinner(self, number: int) -> bool:
        """Return whether the double of this number gets four arms."""
        return self._spinner_rule == "all" or (self._spinner_rule == "first" and number == self._spinner_number)


def playout(state: FivesState, choose: Choose) -> list[int]:
    """Return each seat's gains until this round ends; a seat must be to act."""
    terms, options, seat = state.terms, state.terms.options, state.seat
    table, hands = Table(state.layout, state), list(state.hands)
    boneyard, drawable = state.boneyard, state.drawable
    next_tile = 0  # the place in the boneyard of the next tile to draw
    scores, statistics = state.match.scores, state.match.ledger.statistics
    gains, side_numbers = [0] * terms.seats, number_sides(terms.sides)
    # for each side, whether even its low counts score, because it has scored before
    inside = [not options.get_in or any(statistics[member].biggest for member in side) for side in terms.sides]
    goal = terms.goal if options.ends == "at_once" else None
    points_a_unit = 5 if options.score_unit == "fives" else 1
    last_to_lay = state.laid[-1].seat if state.laid else seat
    playable, passes = state.playable(seat), len(state.confirmed)
    draws_and_passes = 1
    while True:
        if playable:
            ways = table.ways(playable, inside[side_numbers[seat]])
            if options.voluntary_draw and next_tile < drawable and table.ends:
                ways.append(DRAW)
            way = choose(seat, hands[seat], ways, draws_and_passes)
            draws_and_passes = 1
            if way is not DRAW:
                table.lay(way)
                hands[seat] ^= 1 << way.tile
                passes = 0
                if way.points:
                    inside[side_numbers[seat]] = True
                    for member in terms.sides[side_numbers[seat]]:
                        gains[member] += way.points // points_a_unit
                    if goal is not None and scores[seat] + gains[seat] >= goal and _is_sole_leader(state, gains, seat):
                        return gains
                if not hands[seat]:
                    return _add_pip_gains(state, hands, gains, Ending.OUT, seat)
                last_to_lay = seat
                seat = (seat + 1) % terms.seats
                playable = hands[seat] & table.fits()
                continue
        if next_tile < drawable:
            hands[seat] |= 1 << boneyard[next_tile]
            next_tile += 1
            draws_and_passes = draws_and_passes << 1 | 1
        else:
            passes += 1
            if passes == terms.seats:
                return _add_pip_gains(state, hands, gains, Ending.BLOCKED, last_to_lay)
            seat = (seat + 1) % terms.seats
            draws_and_passes <<= 1
        playable = hands[seat] & table.fits()


def _is_sole_leader(state: FivesState, gains: Sequence[int], seat: Seat) -> bool:
    totals = [score + gain for score, gain in zip(state.match.scores, gains, strict=True)]
    leaders = find_leaders(state.terms.sides, totals)
    return len(leaders) == 1 and seat in leaders[0]


def _add_pip_gains(state: FivesState, hands: Sequence[int], gains: list[int], ending: Ending, last: Seat) -> list[int]:
    """Add the points for the pips that are left to the gains of the round's winners."""
    return list(map(add, gains, state.score_round(ending, hands, last, NOBODY).pips))
