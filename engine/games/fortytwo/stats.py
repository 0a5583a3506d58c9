"""The statistics of Texas 42: bids made and set, the average bid, and plunges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.dominoes.tricks.stats import AVERAGE_BID, BIDS_FAILED, BIDS_MADE, HIGHEST_BID, ROUNDS_WITH_A_BID
from engine.game import Event
from engine.games.fortytwo.actions import PLUNGE, bid_title
from engine.games.fortytwo.events import RoundScored
from engine.games.fortytwo.observation import RoundResult
from engine.games.fortytwo.scoring import Contract
from engine.stats import Figure, Mark, Record, Stats
from engine.words import msg


def marks(events: Iterable[Event]) -> Iterator[Mark]:
    """Yield the marks of each round with a bid: the bid, whether it was made, and the seats that set it."""
    for event in events:
        if isinstance(event, RoundScored) and event.result.contract is not None:
            yield from _round_marks(event.result, event.result.contract)


def _round_marks(result: RoundResult, contract: Contract) -> Iterator[Mark]:
    yield Mark(contract.bidder, "made" if result.made else "failed")
    yield Mark(contract.bidder, "bids")
    yield Mark(contract.bidder, "bid", contract.bid)
    if result.made:
        yield Mark(contract.bidder, "highest", contract.bid)
    if result.leap == PLUNGE:
        yield Mark(contract.bidder, "plunges")
    for seat in range(len(result.dealt)):
        yield Mark(seat, "rounds")
        if not result.made and seat not in contract.side:
            yield Mark(seat, "sets")


STATS = Stats(
    marks,
    (
        Figure("made", BIDS_MADE),
        Figure("failed", BIDS_FAILED),
        AVERAGE_BID,
        Figure("sets", msg("Bids set")),
        Figure("plunges", msg("Plunges")),
        ROUNDS_WITH_A_BID,
    ),
    (Record("highest", HIGHEST_BID, bid_title),),
)
