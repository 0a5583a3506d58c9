"""Check that deals follow from what was promised.

Seeds follow from the root, the beacon's value from the announcement's id, and the order of the tiles from all of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from bot.table.record.check.decks import require_complete_start, require_right_deck
from bot.table.record.check.log import LINKS, CheckedDeal, Log
from bot.table.record.check.refused import RecordRefused
from bot.table.record.check.shuffle import below, shuffle_items, words
from bot.table.record.record import Record, RecordedDeal
from bot.table.record.stepwise import Steps
from engine.words import Message, Value, msg

Signed = Callable[[int, bytes], bool]
"""Checks whether a signature is the beacon's signature of a round."""
GENESIS, PERIOD = 1_692_803_367, 3
MOST_WORDS = 8_192
"""How many words of the beacon are checked; each takes milliseconds."""


def check_deals(record: Record, log: Log, signed: Signed) -> Steps[Sequence[Message]]:
    """Check all deals of a record in order, and return what is left unchecked.

    Raises RecordRefused.
    """
    assert log.start is not None
    require_complete_start(log.start)
    if len(record.seeds) != log.opened_seed_count:
        raise RecordRefused(
            msg(
                "The log opens {n} seeds, but the record has {seeds}.", n=log.opened_seed_count, seeds=len(record.seeds)
            )
        )
    if len(record.deals) != len(log.deals):
        raise RecordRefused(
            msg("The log makes {n} deals, but {deals} are told.", n=len(log.deals), deals=len(record.deals))
        )
    for number in range(1, log.opened_seed_count + 1):
        before = log.root_of(number) or record.seeds[number - 2]
        if _sha256(f"deal-v4|{record.table}|{number}|{record.seeds[number - 1]}") != before:
            chain = msg("the root of its chain") if number % LINKS == 1 else msg("the seed before it")
            raise _wrong(number, "comes from a seed that wasn't fixed: {chain} doesn't follow from it.", chain=chain)
        yield
    for place, dealt in enumerate(log.deals, 1):
        _require_announced_round(dealt)
        _require_right_order(record, log, dealt, place)
        yield
    return (yield from _check_signatures(log, signed))


def _require_announced_round(dealt: CheckedDeal) -> None:
    """Refuse another round of the beacon than the announcement's id names."""
    number = dealt.due.deal
    if dealt.signature and dealt.message is not None and dealt.round != round_of(dealt.message):
        raise _wrong(number, "uses round {n} of the beacon, but its announcement names round {due}.",
                     n=str(dealt.round), due=str(round_of(dealt.message)))  # fmt: skip


def _check_signatures(log: Log, signed: Signed) -> Steps[Sequence[Message]]:
    """Refuse signatures that are not the beacon's.

    A signature that several deals share is checked once; of very many only the first are checked.
    """
    words = dict[tuple[int, str], int]()
    for dealt in log.deals:
        if dealt.signature:
            words.setdefault((dealt.round, dealt.signature), dealt.due.deal)
    for (round_, signature), number in list(words.items())[:MOST_WORDS]:
        if not signed(round_, bytes.fromhex(signature)):
            raise _wrong(number, "has a signature that isn't the beacon's for round {n}.", n=str(round_))
        yield
    if len(words) <= MOST_WORDS:
        return ()
    return [msg("Of {n} words of the beacon only the first {most} were checked.", n=len(words), most=MOST_WORDS)]


def round_of(message: int) -> int:
    """Return the round that speaks first, a second or more after a message."""
    due = (message >> 22) + 1_420_070_400_000 + 1000 - 1000 * GENESIS
    return 1 if due <= 0 else 1 + (due + 1000 * PERIOD - 1) // (1000 * PERIOD)


def speaks_at(round_: int) -> int:
    """Return when a round speaks, in UTC seconds."""
    return GENESIS + PERIOD * (round_ - 1)


def _require_right_order(record: Record, log: Log, dealt: CheckedDeal, place: int) -> None:
    """Refuse a deal whose deck or order isn't the right one.

    `place` is the deal's place among those that were made.
    """
    assert log.start is not None
    entry: RecordedDeal = record.deals[place - 1]
    number = dealt.due.deal
    require_right_deck(log.start, number, entry, place)
    stream = words(f"deal-v4|{record.table}|{number}|{record.seeds[number - 1]}|{dealt.randomness}")
    if entry.order != ", ".join(shuffle_items(entry.deck.split(", "), stream)):
        raise _wrong(number, "comes out in another order than its seed and beacon give.")
    pick = below(entry.picks, stream) if entry.picks > 1 else 0
    if entry.pick != pick:
        raise _wrong(number, "has another pick than its seed and beacon give.")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _wrong(number: int, sentence: str, **values: Value) -> RecordRefused:
    what: Message = msg(sentence, **values)
    return RecordRefused(msg("Deal {deal} {what}", deal=number, what=what))
