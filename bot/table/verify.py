"""Checking a record without trusting the operator of the bot: log and deals by the protocol, moves by the rules.

Of log and deals `docs/verify.mjs` finds the same; it knows no rules of games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from bot.table import beacon
from bot.table.beacon import Network
from bot.table.check.deals import need_deals
from bot.table.check.decks import unchecked
from bot.table.check.log import Log, read_log
from bot.table.check.refused import Refused
from bot.table.check.seen import anchors, compared, need_seen, restored, told_of_heads
from bot.table.fold import RULES_VERSION, Broken, Replayed, replay
from bot.table.record import MOST_BYTES, NoRecord, Record, TooLong, harmless, read_record
from bot.table.steps import Start
from bot.table.stepwise import Steps, whole
from engine.game import DEALER, Game
from engine.options import OptionRefused, written
from engine.words import Message, Words, count, msg

AGREES, REFUSED, INCOMPLETE, UNCOMPARED = 0, 1, 2, 3
"""The verdicts, and the exit codes of the program."""


class Verdict(NamedTuple):
    """What to print, line by line, and the program's exit code. The last line is the verdict."""

    lines: tuple[Message, ...]
    code: int
    found: int
    """The verdict on log and deals alone, as the other program gives it."""


class Checked(NamedTuple):
    """What was found of a record."""

    verdict: Verdict
    log: Log | None = None
    """What it says of its deals, where that agrees."""
    lacks: Sequence[Message] = ()
    """What is wrong with it, or was not checked."""
    seeds: Sequence[str] = ()
    """In the order of its deals."""


class _Told(NamedTuple):
    """What log and deals tell, found to agree, and what was not checked."""

    lines: Sequence[Message]
    unproved: Sequence[Message]
    log: Log
    bound: int
    """The last step that a head binds which the reader gave; 0 without any."""

    @property
    def found(self) -> int:
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
    """Check the record in a file: `seen` are heads and links to messages that a reader saw in the channel."""
    return whole(checked(data, games, seen, network)).verdict


def checked(
    data: bytes, games: Mapping[str, Game[Any, Any]], seen: Sequence[str] = (), network: Network | None = None
) -> Steps[Checked]:
    """Check the same step by step: a long record takes seconds."""
    try:
        record = read_record(data)
        yield
        told = yield from _told_of(record, seen, network or beacon.QUICKNET)
    except TooLong:
        return _unread()
    except NoRecord as reason:
        return _refused(msg("{reason}", reason=str(reason)))
    except Refused as refused:
        return _refused(refused.said)
    moves = yield from _moves(record, games)
    code = moves.code or told.found
    verdict = Verdict((*told.lines, *told.unproved, *moves.lines, _said(code, told.bound)), code, told.found)
    return Checked(verdict, told.log, (*told.unproved, *(moves.lines if moves.code else ())), record.seeds)


def _told_of(record: Record, seen: Sequence[str], network: Network) -> Steps[_Told]:
    """Return what log and deals tell. Raises Refused."""
    log = read_log(record)
    unproved = yield from need_deals(record, log, network.agrees)
    bound = need_seen(log, seen)
    assert log.start is not None
    lines = (*compared(log), _counted(record, log), *told_of_heads(record, log, seen, bound), *_strange(network))
    return _Told(lines, (*unproved, *unchecked(log.start), *restored(log)), log, bound)


def _said(code: int, bound: int = 0) -> Message:
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


def _counted(record: Record, log: Log) -> Message:
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
        for step in _checked(record, games[start.game]):
            last = step
            yield
    except (Broken, Changed) as reason:
        return _Moves([msg("The moves break the rules. {reason}", reason=harmless(str(reason)))], REFUSED)
    except Exception:  # the record is anybody's: what no rule foresaw is no move either
        seq = 1 if last is None else last.row.seq + 1
        return _Moves([msg("The moves break the rules. Step {seq} can't be replayed.", seq=seq)], REFUSED)
    assert last is not None
    return _Moves([*_won(last), msg("The moves follow the rules.")], AGREES)


def check(record: Record, game: Game[Any, Any]) -> Sequence[Replayed]:
    """Return the game step by step, found to be what the record says. Raises Broken or Changed with the exact place."""
    return list(_checked(record, game))


def _checked(record: Record, game: Game[Any, Any]) -> Iterator[Replayed]:
    """Yield the game step by step, and find in the end that it is what the record says."""
    _need_playable(_start(record), game)
    seeds = {deal: bytes.fromhex(seed) for deal, seed in enumerate(record.seeds, 1)}
    deals, last = iter(record.deals), None
    for last in replay(record.table, record.rows(), game, seeds):
        if last.deal is not None and last.before.state is not None:
            told, state = next(deals), last.before.state
            if (told.deck, told.picks) != (", ".join(map(str, state.deck)), state.picks):
                raise Broken(last.row.seq, "deals another deck, or among other picks, than the game has there")
        yield last
    if last is not None and last.row.kind != "due" and last.after.standing.dealing.end is None:
        _need_whole(last.after.state)


def _need_whole(state: Any) -> None:
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


def _need_playable(start: Start, game: Game[Any, Any]) -> None:
    """Begin only what could be begun: seats and options that can be played."""
    if start.seats not in game.seats or not _playable(start, game):
        raise Changed("It starts what could never be started.")


def _playable(start: Start, game: Game[Any, Any]) -> bool:
    settings = game.options.settings()
    named = {name: value for name, value in start.options.items() if name in settings}
    try:
        read = {name: settings[name].read(written(value)) for name, value in named.items()}
        options = game.options.from_json({**start.options, **read})
    except (OptionRefused, ValueError):
        return False
    return options.to_json() == start.options and options.refusal(start.seats) is None


def _won(last: Replayed) -> Sequence[Message]:
    """Return how it ended, as this program tells it."""
    state = last.after.state
    if state is None or state.outcome is None:
        return ()
    words = Words()
    winners = ", ".join(words.name(seat) for seat in state.outcome.winners)
    return (msg("Won by {winners}. {reason}", winners=winners, reason=words.text(state.outcome.reason)),)


def _refused(reason: Message) -> Checked:
    return Checked(Verdict((reason, _said(REFUSED)), REFUSED, REFUSED), lacks=(reason,))


def _unread() -> Checked:
    reason = msg("The file is larger than {n} MiB, which is more than this program reads.", n=MOST_BYTES >> 20)
    return Checked(Verdict((reason, _said(INCOMPLETE)), INCOMPLETE, INCOMPLETE), lacks=(reason,))
