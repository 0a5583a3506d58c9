"""A fast play-out of a round, for search: no states, no events, the same rules.

Of the table only counts matter: the open ends with each number, and the places that the unfinished double still owes. A
property test compares it with the public rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.game import Seat
from engine.games.chickenfoot.options import TOES, Terms
from engine.games.chickenfoot.state import ChickenfootState
from engine.tiles import TileSet, bits

Move = tuple[int, int]
"""A tile and the number that it covers."""

NO_TILE: Move = (-1, -1)
"""A draw although a tile fits, or a turn that ends without a play."""

Choose = Callable[[Seat, int, int, int, bool], Move]
"""Picks the action of a seat.

It gets the seat, the masks of its hand, of its playable tiles and of the open numbers, and whether NO_TILE is possible.
It isn't called for a seat that can't lay a tile, because the action of that seat is forced.
"""


class Table(NamedTuple):
    """The parts of the table that decide which tiles can be laid next."""

    terms: Terms
    ends: tuple[int, ...]
    """For each number, how many free ends show it."""
    owing: int
    """The number of the unfinished double, whose places alone can be filled; else -1."""
    missing: int
    """The number of places that the unfinished double still owes."""
    laid: int
    """The mask of the tiles on the table."""
    seat: Seat
    drawn: int
    """The mask of the tiles that the seat to act has drawn in this turn."""
    confirmed: int
    """The number of seats that have confirmed the block."""


def read_table(state: ChickenfootState) -> Table:
    """Return the table of a position in which the next tile isn't the opening one."""
    board = state.board
    numbers = [end.number for end in board.ends]
    counts = tuple(numbers.count(number) for number in range(state.terms.tiles.highest + 1))
    owing, missing = (board.owed[0].number, len(board.owed)) if board.owed else (-1, 0)
    return Table(state.terms, counts, owing, missing, board.table, state.seat, state.drawn, len(state.confirmed))


def playout(start: Table, hands: Sequence[int], yard: Sequence[int], choose: Choose) -> list[int]:
    """Return the masks of the hands at the end of the round."""
    terms, counts, owing, missing, laid, seat, drawn, confirmed = start
    hands, ends = list(hands), list(counts)
    options, seats = terms.options, terms.seats
    suits, tiles, union = terms.tiles.suit, terms.tiles.tiles, _union
    draws_freely, draws_one = options.optional_draw, options.draw_limit == 1
    must_play_drawn = options.drawn_tile == "must"
    releases, ends_round, forbids = terms.releases_dead_feet, terms.ends_with_dead_foot, terms.forbids_dead_feet
    top, bottom = 0, max(0, len(yard) - terms.rest)  # the places in the yard that can still be drawn
    open_numbers = sum(1 << number for number, count in enumerate(ends) if count)

    while True:
        numbers = 1 << owing if missing else open_numbers
        fits = (suits[owing] if missing else union(terms.tiles, open_numbers)) & ~laid
        if forbids and not missing:
            fits &= ~_forbidden(terms, open_numbers, laid)
        hand = hands[seat]
        playable = hand & fits

        # a seat draws at most once in a turn, and only if it can't play or may draw freely
        if top < bottom and not drawn and (draws_freely or not playable):
            move = choose(seat, hand, playable, numbers, True) if playable else NO_TILE
            if move == NO_TILE:
                draws = 1
                if not draws_one and not playable:  # it draws until a tile fits
                    while not fits >> yard[top + draws - 1] & 1 and top + draws < bottom:
                        draws += 1
                for tile in yard[top : top + draws]:
                    drawn |= 1 << tile
                top += draws
                hands[seat] = hand | drawn
                continue
        elif playable:
            move = choose(seat, hand, playable, numbers, bool(drawn) and not (must_play_drawn and drawn & fits))
        else:
            move = NO_TILE

        if move == NO_TILE:
            if not playable and top == bottom:  # with nothing to play or draw, the seat confirms a block
                confirmed += 1
                if confirmed == seats:
                    return hands
        else:
            tile, number = move
            confirmed = 0
            laid |= 1 << tile
            hands[seat] = hand & ~laid
            high, low = tiles[tile]
            if missing:
                missing -= 1
            else:
                ends[number] -= 1
                if not ends[number]:
                    open_numbers &= ~(1 << number)
            if high == low:
                owing, missing = number, TOES
            else:
                far = high + low - number
                ends[far] += 1
                open_numbers |= 1 << far
            if missing and releases and not suits[owing] & ~laid:  # a dead foot is released
                missing = 0
            if not hands[seat] and (high != low or options.last_double_ends or top == bottom):
                return hands
            if ends_round and missing and missing > (suits[owing] & ~laid).bit_count():  # a dead foot ends the round
                return hands
            if not hands[seat]:  # the last tile was a double, which doesn't end the round
                hands[seat] = 1 << yard[top]
                top += 1
        seat, drawn = (seat + 1) % seats, 0


@lru_cache(maxsize=1 << 16)
def _union(tiles: TileSet, numbers: int) -> int:
    """Return the mask of the tiles that show one of these numbers."""
    union = 0
    for number in bits(numbers):
        union |= tiles.suit[number]
    return union


def _forbidden(terms: Terms, numbers: int, laid: int) -> int:
    """Return the mask of the doubles that could no longer get their toes."""
    forbidden = 0
    for number in bits(numbers):
        double = terms.doubles[number]
        if (terms.tiles.suit[number] & ~laid & ~double).bit_count() < TOES:
            forbidden |= double
    return forbidden
