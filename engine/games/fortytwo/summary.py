"""Descriptions of a round and of a game of Texas 42 once they are over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.dominoes.tricks.summary import MADE, SET, bid_facts
from engine.game import Chapter, Note
from engine.games.fortytwo.actions import MARK, bid_title
from engine.games.fortytwo.observation import FortytwoObservation
from engine.games.fortytwo.result_text import describe_bid_result
from engine.games.fortytwo.scoring import Contract
from engine.sides import PAIRS, find_leaders, find_side, name_side
from engine.words import Message, msg


def headline(seen: FortytwoObservation) -> Message | None:
    """Describe whether the bid of the round that was just scored was made; the standings below have the gains."""
    result = seen.result
    if result is None:
        return None
    if result.contract is None:
        return msg("All four pass: nobody scores.")
    return describe_bid_result(result)


def notes(seen: FortytwoObservation) -> Sequence[Note]:
    """Return the bid of a round, and whether it was made."""
    result = seen.result
    if result is None or result.contract is None:
        return ()
    return (Note(MADE if result.made else SET, result.contract.bidder, result.contract.bid),)


def facts(seen: FortytwoObservation, chapters: Sequence[Chapter]) -> Iterator[Message]:
    """Yield a win of rounds to nothing, the highest bid of marks that was made, and the usual facts about bids."""
    all_notes = [note for chapter in chapters for note in chapter.notes]
    (winners, *others) = find_leaders(PAIRS, seen.scores)
    if not others and min(seen.scores) == 0 and len(chapters) > 1:
        yield msg("{side} win, and the others score nothing.", side=name_side(PAIRS, winners))
    best = max((note for note in all_notes if note.kind == MADE), key=lambda note: note.size, default=None)
    if best is not None and best.size > MARK:
        side = name_side(PAIRS, find_side(PAIRS, best.seat))
        yield msg("The highest bid that was made: {bid} ({side}).", bid=bid_title(best.size), side=side)
    yield from bid_facts(all_notes, len(seen.scores))


def is_bold(contract: Contract) -> bool:
    """Return whether a contract stakes more than one mark, or is nello."""
    return contract.bid > MARK or contract.nello
