"""The bids and passes that are allowed (fortytwo.md §3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.dominoes.tricks.suits import SET
from engine.game import Action
from engine.games.fortytwo.actions import LEAP_DOUBLES, PASS, Bid, Call, Leap, Pass, find_leap_bid, list_bids
from engine.games.fortytwo.options import SEATS, FortytwoOptions


def find_highest_bid(calls: Sequence[Call]) -> int:
    """Return the highest bid so far, else PASS."""
    return max((call.bid for call in calls), default=PASS)


def is_last_of_passes(calls: Sequence[Call]) -> bool:
    """Return whether it is the dealer's turn after three passes."""
    return len(calls) == SEATS - 1 and find_highest_bid(calls) == PASS


def must_bid(options: FortytwoOptions, calls: Sequence[Call]) -> bool:
    """Return whether it is the turn of a dealer who may not pass."""
    return options.all_pass == "dealer_bids" and is_last_of_passes(calls)


def list_calls(options: FortytwoOptions, calls: Sequence[Call], hand: int) -> Iterator[Action]:
    """Yield the actions of a seat with this hand, after the others' calls."""
    highest = find_highest_bid(calls)
    if not must_bid(options, calls):
        yield Pass()
    yield from map(Bid, list_bids(highest))
    doubles = (hand & SET.doubles).bit_count()
    for leap, needed in LEAP_DOUBLES.items():
        if getattr(options, leap) and doubles >= needed and find_leap_bid(leap, highest) is not None:
            yield Leap(leap)
