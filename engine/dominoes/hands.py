"""Hands as masks of their set's tiles: how they are dealt, and how they change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from engine.game import Seat
from engine.tiles import Tile, TileSet, bits, tile_set


def mask_of(indices: Iterable[int]) -> int:
    """Return the tiles with these indices as a hand."""
    return sum(1 << index for index in indices)


def deal_hands(order: Sequence[int], seats: int, size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Cut a shuffled set into hands and the boneyard.

    Seat 0's hand comes first; the boneyard is in the order of drawing.
    """
    hands = tuple(mask_of(order[seat * size : (seat + 1) * size]) for seat in range(seats))
    return hands, tuple(order[seats * size :])


def replace_value(values: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    """Return a copy of all seats' values with one seat's value replaced."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


def add_value(values: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    """Return a copy of all seats' values with an amount added to one seat's."""
    return replace_value(values, seat, values[seat] + more)


def find_heaviest(mask: int) -> int:
    """Return the tile of a mask with the most pips, or 0 if the mask is empty.

    Among tiles with equal pips, it is the tile with the highest number on a half.
    """
    return 1 << mask.bit_length() >> 1  # the highest bit: the indices of tiles rise with their pips


@cache
def lead_order(highest: int, *, low: bool) -> tuple[int, ...]:
    """Return the tiles of a set, as masks, in the order in which they must open.

    The first tile in this order that lies in a hand opens the round. The order begins with the doubles, the highest
    first; with `low`, it begins with 1-1, 2-2 and so on, and 0-0 is the last double. The other tiles follow, the
    heaviest first.
    """
    tiles = tile_set(highest)
    doubles = [1 << tiles.index[Tile(number, number)] for number in range(highest + 1)]
    others = [1 << index for index in reversed(list(bits(tiles.all & ~tiles.doubles)))]
    return (*doubles[1:], doubles[0], *others) if low else (*reversed(doubles), *others)


def find_lead(tiles: TileSet, hand: int, *, low: bool = False) -> int:
    """Return the tile of a hand that must open, by the order of `lead_order`."""
    doubles = hand & tiles.doubles
    if low and doubles:
        without_blank = doubles & ~1  # 0-0 is tile 0
        return without_blank & -without_blank or doubles  # the lowest of them, else 0-0
    return find_heaviest(doubles or hand)


def find_lead_holder(tiles: TileSet, hands: Sequence[int], *, low: bool = False) -> Seat:
    """Return the seat that holds the tile that must open."""
    all_hands = 0
    for hand in hands:
        all_hands |= hand
    lead = find_lead(tiles, all_hands, low=low)
    return [hand & lead for hand in hands].index(lead)


def find_sole_lowest(pips: Sequence[int]) -> Seat | None:
    """Return the seat with the fewest pips; None if several seats have equally few."""
    fewest = min(pips)
    return pips.index(fewest) if pips.count(fewest) == 1 else None


def count_draws(boneyard: Sequence[int], fits: int, limit: int) -> int:
    """Return how many tiles are drawn until one fits, at most `limit`."""
    number = 0
    for tile in boneyard[:limit]:
        number += 1
        if fits >> tile & 1:
            break
    return number


def hide_other_hands(
    viewer: Seat | None, hands: Sequence[tuple[Tile, ...] | None]
) -> tuple[tuple[Tile, ...] | None, ...]:
    """Return the hands as a viewer may see them: all but the viewer's own are None."""
    return tuple(hand if seat == viewer else None for seat, hand in enumerate(hands))
