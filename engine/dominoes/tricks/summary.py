"""Facts about bids, for the summary of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.game import Note, Seat
from engine.words import Message, Who, count

MADE, SET = "made", "set"
"""The kinds of notes about a bid."""
_LEAST_BIDS = 2
"""A fact about bids, or about failed bids, is mentioned only if a player has this many."""


class _BidRecord(NamedTuple):
    made: int
    bids: int


def bid_facts(notes: Sequence[Note], seats: int) -> Iterator[Message]:
    """Yield a fact about the player who made the most bids, and about another who failed the most."""
    records = [_bid_record([note for note in notes if note.seat == seat]) for seat in range(seats)]
    best = max(range(seats), key=lambda seat: (records[seat].made, -records[seat].bids))
    made, n = records[best]
    if n >= _LEAST_BIDS:
        yield count("{who} makes {made} of {n} bid.", "{who} makes {made} of {n} bids.", n, who=Who(best), made=made)
    yield from _bid_failure_facts(records, best)


def _bid_record(bids: Sequence[Note]) -> _BidRecord:
    return _BidRecord(sum(note.kind == MADE for note in bids), len(bids))


def _bid_failure_facts(records: Sequence[_BidRecord], best: Seat) -> Iterator[Message]:
    """Yield a fact about the player who failed the most bids, unless it is `best`."""
    failed = [record.bids - record.made for record in records]
    seat = failed.index(max(failed))
    if failed[seat] >= _LEAST_BIDS and seat != best:
        yield count("{who} fails {n} bid.", "{who} fails {n} bids.", failed[seat], who=Who(seat))
