"""A fast play-out of a round, for search: no states, no events, the same rules.

Of the line only what the next play needs is kept: for each open end its number, and what covering it takes from the
count. A property test compares it with the public rules.
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

HALF, FLANK, TIP, FIRST = range(4)
"""The sides: an outer half, the last open side of a double, a tip, or `FIRST`.

`FIRST` is one of two open sides of the opening double.
"""


class Way(NamedTuple):
    """A tile (its index) on an end, and what that counts and scores."""

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

It gets the seat's hand (a mask), the ways, and a number that stands for what everybody saw since the last choice. A
seat that can't lay a tile is not asked.
"""


def sides(line: Layout) -> dict[str, tuple[int, int]]:
    """Return the number and the side of each open end, by its letter."""
    ends = list(zip(line.numbers, line.sides, strict=True))
    codes = {layout.HALF: HALF, layout.FLANK: FLANK, layout.SPINNER: FLANK, layout.TIP: TIP}
    return {
        end.letter: (number, FIRST if codes[side] == FLANK and ends.count((number, side)) == 2 else codes[side])
        for end, (number, side) in zip(line.ends, ends, strict=True)
    }


def _spinner_of(line: Layout) -> int:
    """Return the number of the double that is to get four arms.

    It is above all numbers once a double has them, and -1 before it lies.
    """
    if SPINNER in line.sides:
        return line.numbers[line.sides.index(SPINNER)]
    return line.shape.highest + 1 if len(line.numbers) > LINE else -1


class Table:
    """The line of one play-out, changed as tiles are laid on it."""

    def __init__(self, line: Layout, state: FivesState) -> None:
        self.ends = list(sides(line).values())
        self.total, self._spinners, self._spinner = line.total, line.shape.arms, _spinner_of(line)
        self._tiles, self._options = state.terms.tiles, state.terms.options

    def fits(self) -> int:
        """Return the mask of the tiles that fit an end."""
        fits, suits = 0, self._tiles.suit
        for number, _ in self.ends:
            fits |= suits[number]
        return fits

    def ways(self, playable: int, inside: bool) -> list[Way]:
        """Return the ways to lay some tiles that differ in more than the picture."""
        tiles, options, ways = self._tiles.tiles, self._options, list[Way]()
        ends, total, get_in = dict.fromkeys(self.ends), self.total, 0 if inside else options.get_in
        for index in bits(playable):
            high, low = tiles[index]
            for number, side in ends or {(OPENING, OPENING): None}:
                if side != OPENING and number != high and number != low:
                    continue
                far = high + low - number if side != OPENING else high + low
                counted = 2 * far if high == low and side != OPENING else far
                lost = number if side == HALF else 2 * number if side == FLANK else 0
                after = total - lost + counted
                points = after if after % 5 == 0 and after >= get_in else 0
                ways.append(Way(index, number, side, after, points))
        return ways

    def lay(self, way: Way) -> None:
        """Lay a tile."""
        high, low = self._tiles.tiles[way.tile]
        ends, number, side = self.ends, way.number, way.side
        self.total = way.total
        if high == low and self._spinner < 0:
            self._spinner = high
        if side == OPENING:
            self.ends = [(high, FIRST), (high, FIRST)] if high == low else [(high, HALF), (low, HALF)]
            return
        ends.remove((number, side))
        if side == FIRST:
            ends[0] = (number, FLANK)
        ends.append((high + low - number, FLANK if high == low else HALF))
        if side == FLANK and (self._spinners == "all" or (self._spinners == "first" and number == self._spinner)):
            ends += ((number, TIP), (number, TIP))


def playout(state: FivesState, choose: Choose) -> list[int]:
    """Return what each seat gains until this round ends; a seat must be to act."""
    terms, options, table, seat = state.terms, state.terms.options, Table(state.layout, state), state.seat
    hands, yard, top, bottom = list(state.hands), state.boneyard, 0, state.drawable
    scores, statistics = state.match.scores, state.match.ledger.statistics
    gains, numbers = [0] * terms.seats, number_sides(terms.sides)
    inside = [not options.get_in or any(statistics[one].biggest for one in side) for side in terms.sides]
    goal = terms.goal if options.ends == "at_once" else None
    fives, asked, seen = 5 if options.score_unit == "fives" else 1, len(state.confirmed), 1
    last = state.laid[-1].seat if state.laid else seat
    playable = state.playable(seat)
    while True:
        if playable:
            ways = table.ways(playable, inside[numbers[seat]])
            if options.voluntary_draw and top < bottom and table.ends:
                ways.append(DRAW)
            way = choose(seat, hands[seat], ways, seen)
            seen = 1
            if way is not DRAW:
                table.lay(way)
                hands[seat] ^= 1 << way.tile
                asked = 0
                if way.points:
                    inside[numbers[seat]] = True
                    for one in terms.sides[numbers[seat]]:
                        gains[one] += way.points // fives
                    if goal is not None and scores[seat] + gains[seat] >= goal and _is_sole_leader(state, gains, seat):
                        return gains
                if not hands[seat]:
                    return _add_pip_gains(state, hands, gains, Ending.OUT, seat)
                last = seat
                seat = (seat + 1) % terms.seats
                playable = hands[seat] & table.fits()
                continue
        if top < bottom:
            hands[seat] |= 1 << yard[top]
            top, seen = top + 1, seen * 2 + 1
        else:
            asked += 1
            if asked == terms.seats:
                return _add_pip_gains(state, hands, gains, Ending.BLOCKED, last)
            seat, seen = (seat + 1) % terms.seats, seen * 2
        playable = hands[seat] & table.fits()


def _is_sole_leader(state: FivesState, gains: Sequence[int], seat: Seat) -> bool:
    totals = [had + gained for had, gained in zip(state.match.scores, gains, strict=True)]
    leaders = find_leaders(state.terms.sides, totals)
    return len(leaders) == 1 and seat in leaders[0]


def _add_pip_gains(state: FivesState, hands: Sequence[int], gains: list[int], ending: Ending, last: Seat) -> list[int]:
    """Add the points for the pips that are left to the gains of the round's winners."""
    return list(map(add, gains, state.score_round(ending, hands, last, NOBODY).pips))
