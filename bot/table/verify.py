"""Checking a record without trusting the operator of the bot: hashes, commitments, shuffles, rules and the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from bot.table.fold import RULES_VERSION, Broken, Replayed, replay
from bot.table.record import NoRecord, Record, Round, read_record
from bot.table.report import proof, result
from bot.table.steps import Kind, Start
from engine.deal import short
from engine.game import Game
from engine.options import OptionRefused, written
from engine.words import Message, Words, count, msg


class Verdict(NamedTuple):
    """What to print, line by line, and the program's exit code: 0 where everything agrees, else 1."""

    lines: tuple[Message, ...]
    code: int


class Changed(Exception):
    """A field of the record that is not what its steps say."""


def verify(data: bytes, games: Mapping[str, Game[Any, Any]]) -> Verdict:
    """Check the record in a file against itself and the rules."""
    try:
        record = read_record(data)
    except NoRecord as reason:
        return _refused(msg("{reason}", reason=str(reason)))
    if record.game not in games:
        return _refused(msg("This program doesn't know the game {game}.", game=repr(record.game)))
    if record.rules != RULES_VERSION:
        return _refused(msg("This record was played by version {version} of the rules, not by version {known}.",
                            version=record.rules, known=RULES_VERSION))  # fmt: skip
    try:
        steps = check(record, games[record.game])
    except (Broken, Changed) as reason:
        return _refused(msg("This record has been changed. {reason}", reason=str(reason)))
    agrees = msg("Everything agrees: hashes, commitments, deals, every step and the end.")
    return Verdict((*_facts(record), *_won(record, steps), agrees), 0)


def check(record: Record, game: Game[Any, Any]) -> Sequence[Replayed]:
    """Return the game step by step, found to be what the record says. Raises Broken or Changed with the exact place."""
    _check_start(record, game)
    seeds = {round_.round: _seed(round_) for round_ in record.rounds}
    steps = list(replay(record.table, record.rows(), game, seeds))
    state = steps[-1].after.state
    _compare(record, {
        "rounds": tuple(round_ for step in steps if (round_ := proof(step, seeds))),
        "result": result(state.outcome if state else None),
    })  # fmt: skip
    return steps


def _check_start(record: Record, game: Game[Any, Any]) -> None:
    """Begin only what could be begun: the head of the record is what was started, with options that can be played."""
    notation = next((line.notation for line in record.steps if line.kind == Kind.START), None)
    if notation is None:
        raise Changed("The game never starts.")
    try:
        start = msgspec.json.decode(notation, type=Start)
    except ValueError:
        raise Changed("Its start cannot be read.") from None
    _compare(record, msgspec.structs.asdict(start))
    if record.names is not None and len(record.names) != record.seats:
        raise Changed("There are not as many names as seats.")
    if record.seats not in game.seats or not _playable(record, game):
        raise Changed("It starts what could never be started.")


def _playable(record: Record, game: Game[Any, Any]) -> bool:
    settings = game.options.settings()
    named = {name: value for name, value in record.options.items() if name in settings}
    try:
        read = {name: settings[name].read(written(value)) for name, value in named.items()}
    except OptionRefused:
        return False
    options = game.options.from_json({**record.options, **read})
    written_later = game.options.from_json({}).to_json()  # options that there were not yet
    return options.to_json() == {**written_later, **record.options} and options.refusal(record.seats) is None


def _seed(round_: Round) -> bytes:
    try:
        return bytes.fromhex(round_.seed)
    except ValueError:
        raise Changed(f"The seed of round {round_.round} is not hex.") from None


def _compare(record: Record, played: Mapping[str, Any]) -> None:
    """Compare what the head of the record says with what its steps say. Raises Changed at the first difference."""
    for name, value in played.items():
        place = _difference(msgspec.to_builtins(getattr(record, name)), msgspec.to_builtins(value), name)
        if place:
            raise Changed(f"What it says at {place} is not what its steps say.")


def _difference(said: Any, played: Any, place: str) -> str | None:
    """Return where two plain values first differ: "result.points[0]"."""
    if type(said) is not type(played):
        return place
    match said:
        case dict():
            within = ((said.get(key), played.get(key), f"{place}.{key}") for key in {**said, **played})
        case list() | tuple():
            if len(said) != len(played):
                return place
            pairs = enumerate(zip(said, played, strict=True))
            within = ((one, other, f"{place}[{i}]") for i, (one, other) in pairs)
        case _:
            return None if said == played else place
    return next((found for pair in within if (found := _difference(*pair))), None)


def _facts(record: Record) -> Sequence[Message]:
    """Return what a person can compare with the channel: the deals as they were promised there."""
    facts = [msg("{game}, table {table}", game=record.game, table=record.table)]
    for round_ in record.rounds:
        facts.append(
            msg(
                "Round {round}: commitment {commitment} ({short} in the channel), in message {message}.",
                round=round_.round,
                commitment=round_.commitment,
                short=short(round_.commitment),
                message=round_.entropy[0],
            )
        )
    facts.append(count("{n} step was replayed.", "{n} steps were replayed.", len(record.steps)))
    return facts


def _won(record: Record, steps: Sequence[Replayed]) -> Sequence[Message]:
    """Return how it ended, as this program tells it."""
    state = steps[-1].after.state
    if state is None or state.outcome is None:
        return ()
    words = Words(record.names or ())
    winners = ", ".join(words.name(seat) for seat in state.outcome.winners)
    return (msg("Won by {winners}. {reason}", winners=winners, reason=words.text(state.outcome.reason)),)


def _refused(reason: Message) -> Verdict:
    return Verdict((reason,), 1)
