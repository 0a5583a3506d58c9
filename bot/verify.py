"""Checking a record without trusting whoever ran the bot: hashes, commitments, shuffles, rules and the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from bot.record import Record, read_record
from bot.store import StepRow
from bot.tables.fold import RULES_VERSION, Broken, Dealt, Folded, Kind, Start, advance
from bot.tables.report import result
from engine.game import Game
from engine.words import Message, Words, count, msg


class Verdict(NamedTuple):
    """What to print, line by line, and the program's exit code: 0 where everything agrees, else 1."""

    lines: tuple[Message, ...]
    code: int


def verify(data: bytes, games: Mapping[str, Game[Any, Any]]) -> Verdict:
    """Check the record in a file against itself and the rules."""
    try:
        record = read_record(data)
        game = games[record.game]
        folded = _replayed(record, game)
        _compare(record, folded)
    except msgspec.DecodeError as error:
        return _refused(msg("This is not a record: {reason}.", reason=str(error)))
    except KeyError:
        return _refused(msg("This program does not know the game {game}.", game=record.game))
    except Broken as broken:
        return _refused(msg("This record has been changed. {reason}", reason=str(broken)))
    return Verdict((*_facts(record), msg("Everything agrees: hashes, commitments, deals, every step and the end.")), 0)


def _replayed(record: Record, game: Game[Any, Any]) -> Folded:
    seeds = _seeds(record)
    folded = Folded(record.table)
    for line in record.steps:
        row = StepRow(record.table, line.seq, line.kind, None, line.seat, line.notation, line.hash, line.at)
        folded, _ = advance(folded, row, game, seeds)
    return folded


def _seeds(record: Record) -> Mapping[int, bytes]:
    try:
        return {round_.round: bytes.fromhex(round_.seed) for round_ in record.rounds}
    except ValueError:
        raise Broken(0, "has a seed that is not hex") from None


def _compare(record: Record, folded: Folded) -> None:
    """What the head of the record says must be what its steps say."""
    starts = [line for line in record.steps if line.kind == Kind.START.value]
    if not starts:
        raise Broken(len(record.steps), "is the last, and the game never starts")
    start = msgspec.json.decode(starts[0].notation, type=Start)
    said = Start(record.game, record.rules, record.seats, record.options)
    if start != said or record.rules != RULES_VERSION:
        raise Broken(starts[0].seq, "starts another game than the head of the record names")
    rounds = [Dealt(round_.round, round_.commitment, round_.entropy) for round_ in record.rounds]
    if tuple(rounds) != folded.deals:
        raise Broken(folded.seq, "ends other rounds than the head of the record lists")
    if record.result != result(folded.state.outcome if folded.state else None):
        raise Broken(folded.seq, "ends with another result than the record claims")


def _facts(record: Record) -> Sequence[Message]:
    """What a person can compare with the channel: the deals as they were promised there."""
    words = Words(record.names or ())
    facts = [msg("{game}, table {table}", game=record.game, table=record.table)]
    for round_ in record.rounds:
        facts.append(
            msg(
                "Round {round}: commitment {commitment}, in message {message}.",
                round=round_.round,
                commitment=round_.commitment,
                message=round_.entropy[0],
            )
        )
    facts.append(count("{n} step was replayed.", "{n} steps were replayed.", len(record.steps)))
    if record.result:
        winners = ", ".join(words.name(seat) for seat in record.result.winners)
        facts.append(msg("Won by {winners}. {reason}", winners=winners, reason=record.result.reason))
    return facts


def _refused(reason: Message) -> Verdict:
    return Verdict((reason,), 1)
