"""Checks records of the formats before: that their deals follow from the seeds and words that they hold themselves."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

import msgspec

from bot.table.check.decks import need_deck
from bot.table.check.refused import Refused, at_step
from bot.table.check.shuffle import below, shuffled, words
from bot.table.check.start import Begun, plain
from bot.table.record import MOST_SEATS, Deal3, Record, Round
from bot.table.rows import Plain
from engine.words import Message, Value, msg


def need_old(record: Record) -> None:
    """Check the log and the deals of an older record. Raises Refused."""
    head, seats, deals, start = "", 0, list[str](), False
    for place, step in enumerate(record.steps, 1):
        if step.seq != place:
            raise at_step(step.seq, "stands where step {place} belongs.", place=place)
        said = [head, record.table, step.seq, step.kind, step.seat, step.notation, step.at]
        head = _sha256(json.dumps(said, ensure_ascii=False, separators=(",", ":")))
        if head != step.hash:
            raise at_step(step.seq, "doesn't match its hash.")
        if step.kind == "start":
            _need_start(record, step.seq, step.notation, again=start)
            start = True
        if not start and step.kind in ("join", "seat", "leave"):
            before, seats = seats, seats + (-1 if step.kind == "leave" else step.seat == seats)
            if not 0 <= seats <= MOST_SEATS or (step.kind == "join" and seats == before):
                raise at_step(step.seq, "names a seat that isn't there.")
        if step.kind == "deal":
            deals.append(step.notation)
    if not start:
        raise Refused(msg("The game never starts."))
    if record.names is not None and len(record.names) != record.seats:
        raise Refused(msg("There aren't as many names as seats."))
    if len(deals) != len(record.rounds):
        raise Refused(msg("The log makes {n} deals, but {told} are told.", n=len(deals), told=len(record.rounds)))
    for number, (notation, told) in enumerate(zip(deals, record.rounds, strict=True), 1):
        _need_round(record, number, notation, told)


def _need_start(record: Record, seq: int, notation: str, *, again: bool) -> None:
    if again:
        raise at_step(seq, "starts the game a second time.")
    try:
        said = msgspec.json.decode(notation, type=Begun)
    except (ValueError, RecursionError):
        raise at_step(seq, "has a notation that can't be read.") from None
    exact = _exactly(said.options) == _exactly(record.options)
    if not exact or said != Begun(record.game, record.rules, record.seats, record.options) or not plain(said.options):
        raise at_step(seq, "starts another game than the head of the record says.")
    if record.seats > MOST_SEATS:
        raise at_step(seq, "starts with more seats than any game has.")


def _need_round(record: Record, number: int, notation: str, told: Round) -> None:
    said = {"round": told.round, "commitment": told.commitment, "entropy": told.entropy}
    if told.round != number or notation != json.dumps(said, ensure_ascii=False, separators=(",", ":")):
        raise _wrong(number, "isn't told as the log has it.")
    sealed = f"deal-v1|{record.table}|{number}|{told.seed}"
    if told.commitment != _sha256(sealed) or len(told.seed) != 64:
        raise _wrong(number, "comes from a seed that its commitment doesn't cover.")
    if any("|" in entropy for entropy in told.entropy):
        raise _wrong(number, "mixes in what can be read in two ways.")
    start = Begun(record.game, record.rules, record.seats, record.options)
    need_deck(start, number, Deal3(told.deck, told.order, told.picks, told.pick))
    stream = words("|".join([sealed, *told.entropy]))
    if told.order != ", ".join(shuffled(told.deck.split(", "), stream)):
        raise _wrong(number, "comes out in another order than its seed, message and words give.")
    if told.pick != (below(told.picks, stream) if told.picks > 1 else 0):
        raise _wrong(number, "has another pick than its seed, message and words give.")


def _wrong(number: int, said: str, **values: Value) -> Refused:
    what: Message = msg(said, **values)
    return Refused(msg("Deal {deal} {what}", deal=number, what=what))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _exactly(options: Mapping[str, Plain]) -> str:
    """Write options so that true is no 1: to this language they are equal, to others they are not."""
    return json.dumps(options, sort_keys=True)
