"""In which hours of weekdays and of weekends people act, in UTC: a bit for each, or how often.

Weekends are apart since people sleep, work and play otherwise then. Hours of single weekdays would tell more of a
person than it takes, and take weeks to be known.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.clock.pace import DAY, HOUR

HOURS = 48
"""Those of a weekday, then those of a day of the weekend."""
MOST = 35
"""What is counted beyond halves all counts, so that they follow a person whose habits change."""
RARELY = 8
"""An hour in which a person acts less than so many times as rarely as in their busiest is none of theirs."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def weekend(at: int) -> bool:
    """Return whether an instant lies in a weekend."""
    return (at // DAY + 3) % 7 >= 5  # the first day of all was a Thursday


def hour_of(at: int) -> int:
    """Return the bit of the hour of an instant."""
    return 1 << _place(at)


def of_day(hours: int, at: int) -> int:
    """Return those of some hours that are of such a day as that of an instant."""
    return hours >> (24 if weekend(at) else 0) & (1 << 24) - 1


def listed(hours: int) -> tuple[Sequence[int], Sequence[int]]:
    """Return the hours of the day, those of weekdays and those of weekends."""
    places = [place for place in range(HOURS) if hours >> place & 1]
    return [place for place in places if place < 24], [place - 24 for place in places if place >= 24]


def counted(kept: str | None, at: int) -> str:
    """Return counts as they are kept, with one more for the hour of an instant."""
    numbers = counts(kept)
    numbers[_place(at)] += 1
    if max(numbers) > MOST:
        numbers = [number // 2 for number in numbers]
    return "".join(_DIGITS[number] for number in numbers)


def counts(kept: str | None) -> list[int]:
    """Return how often a person acted in each hour, as it is kept."""
    return [int(digit, 36) for digit in kept] if kept else [0] * HOURS


def theirs(kept: str | None) -> int:
    """Return the hours in which a person often acts: no others may be shown at a table where they did not act in
    them."""
    numbers = counts(kept)
    often = max(numbers) / RARELY
    return sum(1 << place for place, number in enumerate(numbers) if number and number >= often)


def _place(at: int) -> int:
    return at % DAY // HOUR + (24 if weekend(at) else 0)
