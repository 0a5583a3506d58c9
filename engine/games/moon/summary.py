"""Descriptions of a round and of a game of Moon once they are over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.dominoes.tricks.summary import MADE, SET, bid_facts
from engine.game import Chapter, Note
from engine.games.moon.actions import MOON
from engine.games.moon.observation import HandResult, MoonObservation
from engine.games.moon.scoring import tricks_needed
from engine.words import Message, Who, count, format_signed, msg


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
    """Yield each bid of 21, and the usual facts about bids."""
    bids = [(chapter.number, note) for chapter in chapters for note in chapter.notes]
    for number, note in bids:
        if note.size == MOON and number < len(chapters):  # the headline describes the last round
            yield _moon_fact(number, note)
    yield from bid_facts([note for _, note in bids], len(seen.scores))


def _moon_fact(round_: int, note: Note) -> Message:
    if note.kind == MADE:
        return msg("{who} shoots the moon in round {round}.", who=Who(note.seat), round=round_)
    return msg("{who} shoots for the moon in round {round} and misses.", who=Who(note.seat), round=round_)
