"""The holidays of a person: which they took, which goes on, and how many days they have left. Values and arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.table.clock.pace import DAY

MOST = 10
"""Days in any twelve months; a begun day counts."""
A_YEAR = 365 * DAY


class Holiday(NamedTuple):
    """From one instant to another, in UTC seconds."""

    start: int
    end: int

    @property
    def days(self) -> int:
        """How many days it counts for."""
        return max(1, -(-(self.end - self.start) // DAY))


def read(kept: str | None) -> tuple[Holiday, ...]:
    """Return holidays as they are kept, the oldest first."""
    return tuple(Holiday(*map(int, each.split("-"))) for each in (kept or "").split())


def written(holidays: Sequence[Holiday]) -> str:
    """Write holidays as they are kept."""
    return " ".join(f"{each.start}-{each.end}" for each in holidays)


def under_way(holidays: Sequence[Holiday], now: int) -> Holiday | None:
    """Return the holiday that goes on; None where none does."""
    return holidays[-1] if holidays and holidays[-1].end > now else None


def counted(holidays: Sequence[Holiday], now: int) -> tuple[Holiday, ...]:
    """Return those that still count."""
    return tuple(each for each in holidays if each.end > now - A_YEAR)


def days_taken(holidays: Sequence[Holiday], now: int) -> int:
    """Return how many days count that a person took."""
    return sum(each.days for each in counted(holidays, now))


def days_left(holidays: Sequence[Holiday], now: int) -> int:
    """Return how many days a person can still take."""
    return max(0, MOST - days_taken(holidays, now))


def begun(holidays: Sequence[Holiday], now: int, days: int) -> tuple[Holiday, ...]:
    """Return the same with one that begins now."""
    return (*counted(holidays, now), Holiday(now, now + days * DAY))


def ended(holidays: Sequence[Holiday], now: int) -> tuple[Holiday, ...]:
    """Return the same where the one that goes on ends now: only what was used of it counts."""
    last = under_way(holidays, now)
    return tuple(holidays) if last is None else (*holidays[:-1], last._replace(end=now))
