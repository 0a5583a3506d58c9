"""Tricks of Texas 42 by rule of thumb.

Every seat of a play-out follows these rules. They use its own hand and the tiles that were played, but no other hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from engine.dominoes.tricks.suits import SET, TRUMP_STRENGTH, Trump
from engine.dominoes.tricks.trick import TRICKS, find_order
from engine.game import Seat
from engine.games.fortytwo.options import SEATS
from engine.games.fortytwo.scoring import Contract
from engine.games.fortytwo.suits import COUNT_OF, suits
from engine.tiles import bits

_LOSS = tuple(100 * COUNT_OF[i] + SET.pips[i] for i in range(len(SET)))
"""For each tile, what is lost with it in a trick of the other pair: first its points, then its pips."""


class Table:
    """Tables for one trump, as tuples by tile."""

    def __init__(self, trump: Trump) -> None:
        table = suits(trump)
        self.trumps, self.members, self.led, self.strength = table.trumps, table.members, table.led, table.strength
        self.higher = tuple(map(table.find_higher, range(len(SET))))
        """For each tile, the mask of the tiles that beat it in the suit that it leads."""
        # a point is 100: a trump costs 3 points more, a double 0.6
        self.cost = tuple(
            loss + (300 if self.trumps >> i & 1 else 0) + (60 if SET.tiles[i].double else 0)
            for i, loss in enumerate(_LOSS)
        )
        """For each tile, the cost of throwing it on a trick of the other pair."""


@cache
def find_table(trump: Trump) -> Table:
    """Return the cached table of one trump."""
    return Table(trump)


class Round(NamedTuple):
    """A round under way, its hands open."""

    trump: Trump
    contract: Contract
    hands: Sequence[int]
    leader: Seat
    led: int
    """The suit that was led; -1 before the lead."""
    tiles: Sequence[int]
    """The tiles of the trick on the table, from the leader on."""
    counts: Sequence[int]
    """The points that each seat's pair has taken."""
    taken: Sequence[int]
    """The tricks that each seat has taken."""
    played: int
    """The tiles of all earlier tricks, as a mask."""
    idle: Seat | None = None


class End(NamedTuple):
    """What each seat's pair took in a round, and the tricks of each seat."""

    counts: list[int]
    taken: list[int]


def play_out(start: Round, first: int | None = None) -> End:
    """Return the end of a round in which every seat plays by rule of thumb.

    If `first` is given, the next seat plays that tile.
    """
    table, contract, idle = find_table(start.trump), start.contract, start.idle
    hands, counts, taken = list(start.hands), list(start.counts), list(start.taken)
    leader, led, tiles = start.leader, start.led, list(start.tiles)
    played = start.played | sum(1 << t for t in start.tiles)
    for _ in range(TRICKS - sum(taken)):
        order = find_order(leader, 1, SEATS, idle)
        for seat in order[len(tiles) :]:
            if first is None:
                tile = choose_tile(table, contract, seat, order, hands[seat], tiles, led, played)
            else:
                tile, first = first, None
            if not tiles:
                led = table.led[tile]
            tiles.append(tile)
            hands[seat] &= ~(1 << tile)
            played |= 1 << tile
        strength = table.strength[led]
        ranks = [strength[tile] for tile in tiles]
        leader = order[ranks.index(max(ranks))]
        taken[leader] += 1
        points = 1 + sum([COUNT_OF[tile] for tile in tiles])
        counts[leader] += points
        counts[leader ^ 2] += points  # partners sit two seats apart
        tiles = []
    return End(counts, taken)


def choose_tile(
    table: Table,
    contract: Contract,
    seat: Seat,
    order: Sequence[Seat],
    hand: int,
    tiles: Sequence[int],
    led: int,
    played: int,
) -> int:
    """Return the tile that a seat plays; `played` is the mask of all tiles that were played."""
    if not tiles:
        if contract.nello:  # the lowest tile is led
            return min(bits(hand), key=lambda i: (table.strength[table.led[i]][i], SET.pips[i]))
        return _choose_lead(table, contract, seat, hand, SET.all & ~hand & ~played)
    legal = hand & table.members[led] or hand
    if not legal & legal - 1:  # only one tile is legal
        return legal.bit_length() - 1
    strength = table.strength[led]
    ranks = [strength[tile] for tile in tiles]
    best = max(ranks)
    winner, unseen = order[ranks.index(best)], SET.all & ~hand & ~played
    view = _View(seat, order, len(tiles), strength, best, winner, unseen)
    return _follow_in_nello(view, contract.bidder, legal) if contract.nello else _follow(view, table, legal)


class _View(NamedTuple):
    """A trick as the next seat sees it."""

    seat: Seat
    order: Sequence[Seat]
    place: int
    """The number of tiles on the table."""
    strength: Sequence[int]
    best: int
    """The strength of the tile that is winning."""
    winner: Seat
    unseen: int

    def can_be_beaten(self, strength: int) -> bool:
        """Return whether an unseen tile is stronger."""
        return any(self.strength[i] > strength for i in bits(self.unseen))


def _choose_lead(table: Table, contract: Contract, seat: Seat, hand: int, unseen: int) -> int:
    """Lead trumps from the top as a bidder, then tiles that can't be beaten, else the cheapest tile."""
    unseen_trumps, own_trumps = unseen & table.trumps, hand & table.trumps
    is_bidding_pair = seat & 1 == contract.bidder & 1  # partners sit two seats apart
    if is_bidding_pair and unseen_trumps and own_trumps:
        top = max(bits(own_trumps), key=lambda i: table.strength[table.led[i]][i])
        # a bidder with several trumps leads even a trump that can be beaten, to draw the others
        if not table.higher[top] & unseen_trumps or (seat == contract.bidder and own_trumps.bit_count() > 2):
            return top
    safe = [i for i in bits(hand & ~table.trumps) if not table.higher[i] & unseen]
    if safe:  # the tile of the suit with the most unseen tiles; among equals, a double
        return max(safe, key=lambda i: (table.members[table.led[i]] & unseen).bit_count() * 10 + SET.tiles[i].double)
    return min(bits(hand), key=lambda i: (table.cost[i], i))


def _follow(view: _View, table: Table, legal: int) -> int:
    """Give points to a trick that the partner wins, take another if that seems safe, else play the cheapest tile."""
    strength, best, partner = view.strength, view.best, view.seat ^ 2  # partners sit two seats apart
    is_last = view.place == len(view.order) - 1
    if view.winner == partner and (is_last or not view.can_be_beaten(best)):
        # trumps that count nothing are kept if possible
        gifts = [i for i in bits(legal) if not table.trumps >> i & 1 or COUNT_OF[i]] or list(bits(legal))
        return max(gifts, key=lambda i: (COUNT_OF[i], -table.cost[i]))
    winning = [i for i in bits(legal) if strength[i] > best] if view.winner != partner else []
    tile = _choose_winner(view, winning, is_last=is_last) if winning else None
    return min(bits(legal), key=lambda i: (table.cost[i], i)) if tile is None else tile


def _choose_winner(view: _View, winning: Sequence[int], *, is_last: bool) -> int | None:
    """Return which of these tiles takes the trick; None to leave the trick to the others."""
    strength = view.strength
    if is_last:
        return max(winning, key=lambda i: (COUNT_OF[i], -strength[i]))
    strongest = max(winning, key=strength.__getitem__)
    if not view.can_be_beaten(strength[strongest]):
        return strongest
    if strength[strongest] >= TRUMP_STRENGTH:  # the lowest trump will often do
        return min(winning, key=strength.__getitem__)
    return None if COUNT_OF[strongest] else strongest


def _follow_in_nello(view: _View, bidder: Seat, legal: int) -> int:
    """Choose a tile in nello.

    The bidder plays the highest tile that doesn't win the trick. A setter plays a low tile, but throws the highest once
    the bidder has played and isn't winning.
    """
    strength = view.strength
    losing = [i for i in bits(legal) if strength[i] < view.best]
    if view.seat == bidder:
        return max(losing or bits(legal), key=lambda i: (strength[i], SET.pips[i]))
    if bidder in view.order[: view.place] and view.winner != bidder:
        return max(bits(legal), key=lambda i: (strength[i], SET.pips[i]))
    return min(losing or bits(legal), key=lambda i: (strength[i], SET.pips[i]))
