"""Partners in an observation: the sides, and the number of a seat's side."""

from __future__ import annotations

from engine.game import Observation, Seat
from engine.sides import Sides, number_sides


def find_partners(seen: Observation) -> Sides:
    """Return the sides if players have partners, or an empty tuple if everyone plays alone."""
    sides = seen.options.sides(len(seen.points))
    return sides if len(sides) < len(seen.points) else ()


def find_side_number(seen: Observation, seat: Seat) -> int | None:
    """Return the number of a seat's side, from 0; None if everyone plays alone."""
    sides = find_partners(seen)
    return number_sides(sides)[seat] if sides else None
