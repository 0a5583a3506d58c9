"""The statistics of Moon: bids made and failed, the average bid, and 21s."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.dominoes.tricks.stats import AVERAGE_BID, BIDS_FAILED, BIDS_MADE, HIGHEST_BID, ROUNDS_WITH_A_BID
from engine.game import Event
from engine.games.moon.actions import MOON
from engine.games.moon.events import HandEnded
from engine.games.moon.observation import HandResult
from engine.stats import Figure, Mark, Record, Stats
from engine.words import Message, msg


def marks(events: Iterable[Event]) -> Iterator[Mark]:
    """Yield the marks of each round with a bid: the bid, whether it was made, and the tricks."""
    for event in events:
        if isinstance(event, HandEnded) and event.result.bidder is not None:
            yield from _round_marks(event.result, event.result.bidder)


def _round_marks(result: HandResult, bidder: int) -> Iterator[Mark]:
    yield Mark(bidder, "made" if result.made else "set")
    yield Mark(bidder, "bids")
    yield Mark(bidder, "bid", result.bid)
    if result.made:
        yield Mark(bidder, "highest", result.bid)
    if result.bid == MOON:
        yield Mark(bidder, "moons" if result.made else "missed")
    for seat, tricks in enumerate(result.taken):
        yield Mark(seat, "rounds")
        yield Mark(seat, "tricks", tricks)


def bid_text(bid: int) -> Message:
    """Return a bid as it is shown."""
    return msg("{n}", n=bid)


STATS = Stats(
    marks,
    (
        Figure("made", BIDS_MADE),
        Figure("set", BIDS_FAILED),
        AVERAGE_BID,
        Figure("moons", msg("21s made")),
        Figure("missed", msg("21s missed")),
        Figure("tricks", msg("Tricks per round"), per="rounds"),
        ROUNDS_WITH_A_BID,
    ),
    (Record("highest", HIGHEST_BID, bid_text),),
)
