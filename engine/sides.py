"""Sides: the seats that win together, a player alone or partners.

`Options.sides` returns them, each as a tuple of seats. Wherever there is a number for each seat, as in
`Outcome.points`, the seats of a side have the same number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from engine.words import Value, Who, join_items, msg

Side = tuple[int, ...]
"""The seats of a side, in order."""
Sides = tuple[Side, ...]

PAIRS: Sides = ((0, 2), (1, 3))
"""Two against two: partners sit opposite, so turns alternate between the sides."""
SIGNS = ("◆", "●")
"""The signs of sides that are partners."""


@cache
def single_sides(seats: int) -> Sides:
    """Return the sides if every player is alone."""
    return tuple((seat,) for seat in range(seats))


@cache
def number_sides(sides: Sides) -> tuple[int, ...]:
    """Return the number of each seat's side, from 0."""
    number = {seat: place for place, side in enumerate(sides) for seat in side}
    return tuple(number[seat] for seat in sorted(number))


def find_side(sides: Sides, seat: int) -> Side:
    """Return the side of a seat."""
    return sides[number_sides(sides)[seat]]


def find_leaders(sides: Sides, numbers: Sequence[int]) -> Sides:
    """Return the sides with the highest number, given one for each seat."""
    best = max(numbers)
    return tuple(side for side in sides if numbers[side[0]] == best)


def find_sides(sides: Sides, seats: Sequence[int]) -> Sides:
    """Return the sides to which seats belong, such as the winners of a game."""
    return tuple(side for side in sides if not set(side).isdisjoint(seats))


def list_seats(sides: Iterable[Side]) -> tuple[int, ...]:
    """Return all seats of some sides, in order."""
    return tuple(sorted(seat for side in sides for seat in side))


def has_partners(sides: Sides) -> bool:
    """Return whether players have partners."""
    return any(len(side) > 1 for side in sides)


def find_sign(sides: Sides, seat: int) -> str:
    """Return the sign of a seat's side; empty if its player has no partner."""
    number = number_sides(sides)[seat]
    return SIGNS[number] if len(sides[number]) > 1 else ""


def find_partners(sides: Sides, seat: int) -> tuple[int, ...]:
    """Return the seats that win together with a seat."""
    return tuple(other for other in find_side(sides, seat) if other != seat)


def name_side(sides: Sides, side: Side) -> Value:
    """Return a player's name, or the names of partners after their sign."""
    if len(side) == 1:
        return Who(side[0])
    names = join_items([Who(seat) for seat in side])
    return msg("{sign} {names}", sign=SIGNS[sides.index(side)], names=names)
