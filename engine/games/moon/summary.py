"""Descriptions of a round and of a game of Moon once they are over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Chapter, Note, Seat
from engine.games.moon.actions import MOON
from engine.games.moon.observation import HandResult, MoonObservation
from engine.games.moon.scoring import tricks_needed
from engine.words import Message, Who, count, format_signed, msg

MADE, SET = "made", "set"
_BIDS = 2
"""The least number of bids of a player whose record is mentioned."""


def headline(seen: MoonObservation) -> Message | None:
    """Describe whether the bid of the round that was just scored was made."""
    result = seen.result
    return None if result is None else _describe_bid_result(result)


def _describe_bid_result(result: HandResult) -> Message:
    if result.bidder is None:
        return msg("All three pass: nobody scores.")
    who, bid = Who(result.bidder), result.bid
    if result.made:
        return msg("{who} bids {bid} and makes it: {gain}.", who=who, bid=bid, gain=f"+{bid}")
    short = tricks_needed(bid) - result.taken[result.bidder]
    return count(
        "{who} bids {bid} and is {n} trick short: {gain}.",
        "{who} bids {bid} and is {n} tricks short: {gain}.",
        short,
        who=who,
        bid=bid,
        gain=format_signed(-bid),
    )


def notes(seen: MoonObservation) -> Sequence[Note]:
    """Return the bid of a round, and whether it was made."""
    result = seen.result
    if result is None or result.bidder is None:
        return ()
    return (Note(MADE if result.made else SET, result.bidder, result.bid),)


def facts(seen: MoonObservation, chapters: Sequence[Chapter]) -> Iterator[Message]:
    """Yield the boldest bids, and who kept their word."""
    bids = [(chapter.number, note) for chapter in chapters for note in chapter.notes]
    for number, note in bids:
        if note.size == MOON and number < len(chapters):
            yield _moon(number, note)
    made = [_record([note for _, note in bids if note.seat == seat]) for seat in range(len(seen.scores))]
    best = max(range(len(made)), key=lambda seat: (made[seat][0], -made[seat][1]))
    if made[best][1] >= _BIDS:
        yield count(
            "{who} makes {made} of {n} bid.",
            "{who} makes {made} of {n} bids.",
            made[best][1],
            who=Who(best),
            made=made[best][0],
        )
    yield from _bid_failure_facts(made, best)


def _moon(round_: int, note: Note) -> Message:
    if note.kind == MADE:
        return msg("{who} shoots the moon in round {round}.", who=Who(note.seat), round=round_)
    return msg("{who} shoots for the moon in round {round} and misses.", who=Who(note.seat), round=round_)


def _record(bids: Sequence[Note]) -> tuple[int, int]:
    """Return how many bids were made, and how many there were."""
    return sum(note.kind == MADE for note in bids), len(bids)


def _bid_failure_facts(made: Sequence[tuple[int, int]], best: Seat) -> Iterator[Message]:
    """Yield who failed most bids, if that is another player than `best`."""
    missed = [bids - kept for kept, bids in made]
    if max(missed) >= _BIDS and missed.index(max(missed)) != best:
        yield count("{who} fails {n} bid.", "{who} fails {n} bids.", max(missed), who=Who(missed.index(max(missed))))
