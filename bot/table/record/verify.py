"""Checks a record without trusting the operator of the bot.

The log and the deals are checked by the protocol, the moves by the rules. `docs/verify.mjs` must find the same about
the log and the deals. It doesn't know the rules of games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from bot.table.log import beacon
from bot.table.log.beacon import Network
from bot.table.log.fold import RULES_VERSION, BrokenStep, ReplayedStep, replay
from bot.table.log.steps import Kind, Start
from bot.table.record.check.deals import check_deals
from bot.table.record.check.decks import unchecked_lines
from bot.table.record.check.log import Log, read_log
from bot.table.record.check.refused import RecordRefused
from bot.table.record.check.seen import (
    anchors,
    comparison_lines,
    find_bound_step,
    head_lines,
    restoration_lines,
    unchecked_surrender_lines,
)
from bot.table.record.record import MOST_BYTES, NoRecord, Record, TooLong, harmless, read_record
from bot.table.record.stepwise import Steps, run_to_end
from engine.game import DEALER, Game
from engine.options import OptionRefused, format_value
from engine.words import Message, Words, count, msg

AGREES, REFUSED, INCOMPLETE, UNCOMPARED = 0, 1, 2, 3
"""The verdicts, and the exit codes of the program."""


class Verdict(NamedTuple):
    """What to print, line by line, and the program's exit code. The last line is the verdict."""

    lines: tuple[Message, ...]
    code: int
    log_verdict: int
    """The verdict on log and deals alone, which `docs/verify.mjs` gives too."""


class Findings(NamedTuple):
    """The result of checking a record."""

    verdict: Verdict
    log: Log | None = None
    """What was read from the log, if the log is right."""
    shortcomings: Sequence[Message] = ()
    """What is wrong with the record, or could not be checked."""
    seeds: Sequence[str] = ()
    """The seeds of its deals, in order."""


class _LogFindings(NamedTuple):
    """The result for a log whose deals are right: lines about the log, what is left unproved, and the log itself."""

    lines: Sequence[Message]
    unproved: Sequence[Message]
    log: Log
    bound: int
    """The last step whose head (its hash) the reader gave; 0 if they gave none."""

    @property
    def verdict_code(self) -> int:
        """The verdict on log and deals."""
        if self.unproved:
            return INCOMPLETE
        shown_heads = anchors(self.log)
        return AGREES if shown_heads and self.bound == shown_heads[-1].seq else UNCOMPARED


class RulesBroken(Exception):
    """A record that the rules of its game can't have produced; the text says why."""


def verify(
    data: bytes, games: Mapping[str, Game[Any, Any]], seen: Sequence[str] = (), network: Network | None = None
) -> Verdict:
    """Check the record in a file.

    `seen` are heads and links to messages that a reader saw in the channel.
    """
    return run_to_end(verify_stepwise(data, games, seen, network)).verdict


def verify_stepwise(
    data: bytes, games: Mapping[str, Game[Any, Any]], seen: Sequence[str] = (), network: Network | None = None
) -> Steps[Findings]:
    """Check a record like `verify`, but step by step, since a long record takes seconds."""
    try:
        record = read_record(data)
        yield
        check = yield from _check_log_and_deals(record, seen, network or beacon.QUICKNET)
    except TooLong:
        return _oversize_result()
    except NoRecord as reason:
        return _refused_result(msg("{reason}", reason=str(reason)))
    except RecordRefused as refused:
        return _refused_result(refused.reason)
    moves = yield from _check_moves(record, games)
    code = moves.code or check.verdict_code
    lines = (*check.lines, *check.unproved, *moves.lines, _verdict_line(code, check.bound))
    verdict = Verdict(lines, code, log_verdict=check.verdict_code)
    wrong_moves = moves.lines if moves.code else ()
    return Findings(verdict, check.log, (*check.unproved, *wrong_moves), record.seeds)


def _check_log_and_deals(record: Record, seen: Sequence[str], network: Network) -> Steps[_LogFindings]:
    """Check log and deals, and return the findings. Raises RecordRefused."""
    log = read_log(record)
    unproved = yield from check_deals(record, log, network.agrees)
    bound = find_bound_step(log, seen)
    assert log.start is not None
    lines = (
        *comparison_lines(log),
        _counts_line(record, log),
        *head_lines(record, log, seen, bound),
        *_key_lines(network),
    )
    unknown = (*unchecked_lines(log.start), *unchecked_surrender_lines(log))
    return _LogFindings(lines, (*unproved, *unknown, *restoration_lines(log)), log, bound)


def _verdict_line(code: int, bound: int = 0) -> Message:
    """Return a verdict as a sentence."""
    if code == AGREES:
        return msg("Verdict: agrees with the heads you gave.")
    if code == REFUSED:
        return msg("Verdict: refused.")
    if code == INCOMPLETE:
        return msg("Verdict: incomplete.")
    if bound:
        return msg("Verdict: consistent, nothing compared after step {seq}.", seq=bound)
    return msg("Verdict: consistent, nothing compared.")


def _counts_line(record: Record, log: Log) -> Message:
    steps = count("{n} step", "{n} steps", len(record.steps))
    deals = count("{n} deal", "{n} deals", len(log.deals))
    return msg("{steps} and {deals} agree with the protocol.", steps=steps, deals=deals)


def _key_lines(network: Network) -> Sequence[Message]:
    is_other = network.key != beacon.QUICKNET.key
    return (msg("The signatures were checked with a key that isn't the public beacon's."),) if is_other else ()


class _MoveFindings(NamedTuple):
    """The lines about the moves, and the verdict on them alone."""

    lines: Sequence[Message]
    code: int


def _check_moves(record: Record, games: Mapping[str, Game[Any, Any]]) -> Steps[_MoveFindings]:
    """Replay the moves by the game's rules."""
    last = None
    try:
        start = _read_start(record)
        if start.game not in games or start.rules != RULES_VERSION:
            unchecked = msg("The moves weren't checked: they were played by other rules than this program has.")
            return _MoveFindings([unchecked], INCOMPLETE)
        for step in _replay_and_check(record, games[start.game]):
            last = step
            yield
    except (BrokenStep, RulesBroken) as reason:
        return _MoveFindings([msg("The moves break the rules. {reason}", reason=harmless(str(reason)))], REFUSED)
    except Exception:  # anybody can have written the record, so a move can break the rules in any way
        seq = 1 if last is None else last.row.seq + 1
        return _MoveFindings([msg("The moves break the rules. Step {seq} can't be replayed.", seq=seq)], REFUSED)
    assert last is not None
    return _MoveFindings([*_result_lines(last), msg("The moves follow the rules.")], AGREES)


def replay_and_check(record: Record, game: Game[Any, Any]) -> Sequence[ReplayedStep]:
    """Return the steps of the game, checked against the record.

    Raises BrokenStep or RulesBroken with the exact place.
    """
    return list(_replay_and_check(record, game))


def _replay_and_check(record: Record, game: Game[Any, Any]) -> Iterator[ReplayedStep]:
    """Yield the steps of the game, and check its deals and its end.

    A record that ends with a step of kind "due" can stop in the middle of a round.
    """
    _require_playable(_read_start(record), game)
    seeds = {deal: bytes.fromhex(seed) for deal, seed in enumerate(record.seeds, 1)}
    deals = iter(record.deals)
    last = None
    for last in replay(record.table, record.rows(), game, seeds):
        state = last.before.state
        if last.deal is not None and state is not None:
            deal = next(deals)
            if (deal.deck, deal.picks) != (", ".join(map(str, state.deck)), state.picks):
                raise BrokenStep(last.row.seq, "deals another deck, or among other picks, than the game has there")
        if last.row.kind == Kind.LATE and state is not None and last.row.notation != str(state.at_deadline()):
            raise BrokenStep(last.row.seq, "isn't what the rules play for a late player")
        yield last
    if last is not None and last.row.kind != "due" and last.after.standing.dealing.end is None:
        _require_finished_round(last.after.state)


def _require_finished_round(state: Any) -> None:
    if state is not None and state.to_act is not None and state.to_act != DEALER:
        raise RulesBroken("The record stops in the middle of a round.")


def _read_start(record: Record) -> Start:
    notation = next((step.notation for step in record.steps if step.kind == "start"), None)
    if notation is None:
        raise RulesBroken("The game never starts.")
    try:
        return msgspec.json.decode(notation, type=Start)
    except ValueError:
        raise RulesBroken("Its start can't be read.") from None


def _require_playable(start: Start, game: Game[Any, Any]) -> None:
    """Refuse a start with a number of seats or options that can't be played."""
    if start.seats not in game.seats or not _has_playable_options(start, game):
        raise RulesBroken("It starts what could never be started.")


def _has_playable_options(start: Start, game: Game[Any, Any]) -> bool:
    settings = game.options.settings()
    texts = {name: format_value(value) for name, value in start.options.items() if name in settings}
    try:
        values = {name: settings[name].read(text) for name, text in texts.items()}
        options = game.options.from_json({**start.options, **values})
    except (OptionRefused, ValueError):
        return False
    # each option in the start is written as this program writes it
    is_canonical = options.to_json() == options.to_json() | start.options
    return is_canonical and options.refusal(start.seats) is None


def _result_lines(last: ReplayedStep) -> Sequence[Message]:
    """Return how the game ended, in this program's words."""
    state = last.after.state
    if state is None or state.outcome is None:
        return ()
    words = Words()
    winners = ", ".join(words.name(seat) for seat in state.outcome.winners)
    return (msg("Won by {winners}. {reason}", winners=winners, reason=words.text(state.outcome.reason)),)


def _refused_result(reason: Message) -> Findings:
    return Findings(Verdict((reason, _verdict_line(REFUSED)), REFUSED, REFUSED), shortcomings=(reason,))


def _oversize_result() -> Findings:
    reason = msg("The file is larger than {n} MiB, which is more than this program reads.", n=MOST_BYTES >> 20)
    return Findings(Verdict((reason, _verdict_line(INCOMPLETE)), INCOMPLETE, INCOMPLETE), shortcomings=(reason,))
