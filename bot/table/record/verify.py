"""Checking a record without trusting the operator of the bot.

Log and deals are checked by the protocol, moves by the rules. `docs/verify.mjs` must find the same about log and deals;
it knows no rules of games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from bot.table.log import beacon
from bot.table.log.beacon import Network
from bot.table.log.fold import RULES_VERSION, BrokenStep, ReplayedStep, replay
from bot.table.log.steps import Start
from bot.table.record.check.deals import check_deals
from bot.table.record.check.decks import unchecked_lines
from bot.table.record.check.log import Log, read_log
from bot.table.record.check.refused import RecordRefused
from bot.table.record.check.seen import anchors, comparison_lines, find_bound_step, head_lines, restoration_lines
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
    found: int
    """The verdict on log and deals alone, as the other program gives it."""


class Findings(NamedTuple):
    """What was found of a record."""

    verdict: Verdict
    log: Log | None = None
    """What the log records of its deals, if that agrees."""
    lacks: Sequence[Message] = ()
    """What is wrong with it, or was not checked."""
    seeds: Sequence[str] = ()
    """In the order of its deals."""


class _LogFindings(NamedTuple):
    """What log and deals show, checked to agree, and what was not checked."""

    lines: Sequence[Message]
    unproved: Sequence[Message]
    log: Log
    bound: int
    """The last step that a head binds which the reader gave; 0 without any."""

    @property
    def verdict_code(self) -> int:
        """The verdict on log and deals."""
        if self.unproved:
            return INCOMPLETE
        shown = anchors(self.log)
        return AGREES if shown and self.bound == shown[-1].seq else UNCOMPARED


class Changed(Exception):
    """A field of the record that is not what its steps say."""


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
    """Check the same step by step: a long record takes seconds."""
    try:
        record = read_record(data)
        yield
        check = yield from _check_log_and_deals(record, seen, network or beacon.QUICKNET)
    except TooLong:
        return _oversize_result()
    except NoRecord as reason:
        return _refused_result(msg("{reason}", reason=str(reason)))
    except RecordRefused as refused:
        return _refused_result(refused.said)
    moves = yield from _moves(record, games)
    code = moves.code or check.verdict_code
    verdict = Verdict(
        (*check.lines, *check.unproved, *moves.lines, _verdict_line(code, check.bound)), code, check.verdict_code
    )
    return Findings(verdict, check.log, (*check.unproved, *(moves.lines if moves.code else ())), record.seeds)


def _check_log_and_deals(record: Record, seen: Sequence[str], network: Network) -> Steps[_LogFindings]:
    """Return what log and deals show. Raises RecordRefused."""
    log = read_log(record)
    unproved = yield from check_deals(record, log, network.agrees)
    bound = find_bound_step(log, seen)
    assert log.start is not None
    lines = (
        *comparison_lines(log),
        _counts_line(record, log),
        *head_lines(record, log, seen, bound),
        *_strange(network),
    )
    return _LogFindings(lines, (*unproved, *unchecked_lines(log.start), *restoration_lines(log)), log, bound)


def _verdict_line(code: int, bound: int = 0) -> Message:
    """Return a verdict as a sentence."""
    match code:
        case 0:
            return msg("Verdict: agrees with the heads you gave.")
        case 1:
            return msg("Verdict: refused.")
        case 2:
            return msg("Verdict: incomplete.")
        case _ if bound:
            return msg("Verdict: consistent, nothing compared after step {seq}.", seq=bound)
        case _:
            return msg("Verdict: consistent, nothing compared.")


def _counts_line(record: Record, log: Log) -> Message:
    steps = count("{n} step", "{n} steps", len(record.steps))
    deals = count("{n} deal", "{n} deals", len(log.deals))
    return msg("{steps} and {deals} agree with the protocol.", steps=steps, deals=deals)


def _strange(network: Network) -> Sequence[Message]:
    own = network.key != beacon.QUICKNET.key
    return (msg("The signatures were checked with a key that isn't the public beacon's."),) if own else ()


class _Moves(NamedTuple):
    """What the rules say of the moves, and which verdict that is alone."""

    lines: Sequence[Message]
    code: int


def _moves(record: Record, games: Mapping[str, Game[Any, Any]]) -> Steps[_Moves]:
    """Play the moves by the rules."""
    last = None
    try:
        start = _start(record)
        if start.game not in games or start.rules != RULES_VERSION:
            other = msg("The moves weren't checked: they were played by other rules than this program has.")
            return _Moves([other], INCOMPLETE)
        for step in _replay_and_check(record, games[start.game]):
            last = step
            yield
    except (BrokenStep, Changed) as reason:
        return _Moves([msg("The moves break the rules. {reason}", reason=harmless(str(reason)))], REFUSED)
    except Exception:  # the record is anybody's: what no rule foresaw is no move either
        seq = 1 if last is None else last.row.seq + 1
        return _Moves([msg("The moves break the rules. Step {seq} can't be replayed.", seq=seq)], REFUSED)
    assert last is not None
    return _Moves([*_result_lines(last), msg("The moves follow the rules.")], AGREES)


def replay_and_check(record: Record, game: Game[Any, Any]) -> Sequence[ReplayedStep]:
    """Return the steps of the game, checked against the record.

    Raises BrokenStep or Changed with the exact place.
    """
    return list(_replay_and_check(record, game))


def _replay_and_check(record: Record, game: Game[Any, Any]) -> Iterator[ReplayedStep]:
    """Yield the game step by step, and check at the end that it is what the record says."""
    _require_playable(_start(record), game)
    seeds = {deal: bytes.fromhex(seed) for deal, seed in enumerate(record.seeds, 1)}
    deals, last = iter(record.deals), None
    for last in replay(record.table, record.rows(), game, seeds):
        if last.deal is not None and last.before.state is not None:
            deal, state = next(deals), last.before.state
            if (deal.deck, deal.picks) != (", ".join(map(str, state.deck)), state.picks):
                raise BrokenStep(last.row.seq, "deals another deck, or among other picks, than the game has there")
        yield last
    if last is not None and last.row.kind != "due" and last.after.standing.dealing.end is None:
        _require_finished_round(last.after.state)


def _require_finished_round(state: Any) -> None:
    if state is not None and state.to_act is not None and state.to_act != DEALER:
        raise Changed("The record stops in the middle of a round.")


def _start(record: Record) -> Start:
    notation = next((step.notation for step in record.steps if step.kind == "start"), None)
    if notation is None:
        raise Changed("The game never starts.")
    try:
        return msgspec.json.decode(notation, type=Start)
    except ValueError:
        raise Changed("Its start can't be read.") from None


def _require_playable(start: Start, game: Game[Any, Any]) -> None:
    """Begin only what could be begun: seats and options that can be played."""
    if start.seats not in game.seats or not _playable(start, game):
        raise Changed("It starts what could never be started.")


def _playable(start: Start, game: Game[Any, Any]) -> bool:
    settings = game.options.settings()
    named = {name: value for name, value in start.options.items() if name in settings}
    try:
        read = {name: settings[name].read(format_value(value)) for name, value in named.items()}
        options = game.options.from_json({**start.options, **read})
    except (OptionRefused, ValueError):
        return False
    return options.to_json() == options.to_json() | start.options and options.refusal(start.seats) is None


def _result_lines(last: ReplayedStep) -> Sequence[Message]:
    """Return how the game ended, in this program's words."""
    state = last.after.state
    if state is None or state.outcome is None:
        return ()
    words = Words()
    winners = ", ".join(words.name(seat) for seat in state.outcome.winners)
    return (msg("Won by {winners}. {reason}", winners=winners, reason=words.text(state.outcome.reason)),)


def _refused_result(reason: Message) -> Findings:
    return Findings(Verdict((reason, _verdict_line(REFUSED)), REFUSED, REFUSED), lacks=(reason,))


def _oversize_result() -> Findings:
    reason = msg("The file is larger than {n} MiB, which is more than this program reads.", n=MOST_BYTES >> 20)
    return Findings(Verdict((reason, _verdict_line(INCOMPLETE)), INCOMPLETE, INCOMPLETE), lacks=(reason,))
