"""Checks that deals follow from what was promised.

The seeds must match the promised root, and the beacon's round the id of the announcement. The order of the tiles must
follow from the seed and the beacon.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from bot.table.record.check.decks import require_complete_start, require_right_deck
from bot.table.record.check.log import DISCORD_EPOCH, LINKS, CheckedDeal, Log
from bot.table.record.check.refused import RecordRefused
from bot.table.record.check.shuffle import draw_below, shuffle_items, words
from bot.table.record.record import Record, RecordedDeal
from bot.table.record.stepwise import Steps
from engine.words import Message, Value, msg

SignatureCheck = Callable[[int, bytes], bool]
"""Returns whether a round's signature is the beacon's."""
GENESIS, PERIOD = 1_692_803_367, 3
"""When the beacon's first round was published, in UTC seconds, and the seconds between two rounds."""
MAX_SIGNATURES = 8_192
"""The most signatures of the beacon that are checked, since each takes milliseconds."""


def check_deals(record: Record, log: Log, is_signed: SignatureCheck) -> Steps[Sequence[Message]]:
    """Check all deals of a record in order, and return what is left unchecked. Raises RecordRefused."""
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
            msg("The log makes {n} deals, but the record has {deals}.", n=len(log.deals), deals=len(record.deals))
        )
    for number in range(1, log.opened_seed_count + 1):
        # the first seed of a chain must match the chain's root, and any other seed the seed of the deal before
        expected = log.root_of(number) or record.seeds[number - 2]
        if _sha256(f"deal-v4|{record.table}|{number}|{record.seeds[number - 1]}") != expected:
            chain = msg("the root of its chain") if number % LINKS == 1 else msg("the seed before it")
            raise _deal_refusal(
                number, "comes from a seed that wasn't fixed: {chain} doesn't follow from it.", chain=chain
            )
        yield
    for place, dealt in enumerate(log.deals, 1):
        _require_announced_round(dealt)
        _require_right_order(record, log, dealt, place)
        yield
    return (yield from _check_signatures(log, is_signed))


def _require_announced_round(dealt: CheckedDeal) -> None:
    """Refuse a deal unless it has the round of the beacon that the id of its announcement determines."""
    number = dealt.due.deal
    if dealt.signature and dealt.message is not None and dealt.round != round_of(dealt.message):
        raise _deal_refusal(number, "uses round {n} of the beacon, but its announcement names round {due}.",
                     n=str(dealt.round), due=str(round_of(dealt.message)))  # fmt: skip


def _check_signatures(log: Log, is_signed: SignatureCheck) -> Steps[Sequence[Message]]:
    """Refuse signatures that are not the beacon's; return what was left unchecked.

    If several deals have the same signature, it is checked once.
    """
    first_deals = dict[tuple[int, str], int]()
    for dealt in log.deals:
        if dealt.signature:
            first_deals.setdefault((dealt.round, dealt.signature), dealt.due.deal)
    for (round_, signature), number in list(first_deals.items())[:MAX_SIGNATURES]:
        if not is_signed(round_, bytes.fromhex(signature)):
            raise _deal_refusal(number, "has a signature that isn't the beacon's for round {n}.", n=str(round_))
        yield
    if len(first_deals) <= MAX_SIGNATURES:
        return ()
    n = len(first_deals)
    return [msg("Only the first {most} of {n} signatures of the beacon were checked.", n=n, most=MAX_SIGNATURES)]


def round_of(message: int) -> int:
    """Return the first round that is published at least a second after a message was sent."""
    since_genesis = (message >> 22) + DISCORD_EPOCH + 1000 - 1000 * GENESIS  # in milliseconds
    return 1 if since_genesis <= 0 else 1 + (since_genesis + 1000 * PERIOD - 1) // (1000 * PERIOD)  # rounded up


def publication_time(round_: int) -> int:
    """Return when a round is published, in UTC seconds."""
    return GENESIS + PERIOD * (round_ - 1)


def _require_right_order(record: Record, log: Log, dealt: CheckedDeal, place: int) -> None:
    """Refuse the `place`-th deal that was made if its deck, order or pick is wrong."""
    assert log.start is not None
    entry: RecordedDeal = record.deals[place - 1]
    number = dealt.due.deal
    require_right_deck(log.start, number, entry, place)
    stream = words(f"deal-v4|{record.table}|{number}|{record.seeds[number - 1]}|{dealt.randomness}")
    if entry.order != ", ".join(shuffle_items(entry.deck.split(", "), stream)):
        raise _deal_refusal(number, "comes out in another order than its seed and beacon give.")
    pick = draw_below(entry.picks, stream) if entry.picks > 1 else 0
    if entry.pick != pick:
        raise _deal_refusal(number, "has another pick than its seed and beacon give.")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _deal_refusal(number: int, sentence: str, **values: Value) -> RecordRefused:
    what: Message = msg(sentence, **values)
    return RecordRefused(msg("Deal {deal} {what}", deal=number, what=what))
