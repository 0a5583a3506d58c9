"""The fold of a table's log, which is the truth about the table.

A table's position is the fold of its steps, and each step's hash covers the hash of the step before. Only here are
actions applied to states, so a replay cannot differ from the game as it was played.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import msgspec

from bot.table.log import protocol, seat_draw
from bot.table.log.beacon import randomness
from bot.table.log.dealing import Made
from bot.table.log.events import SeatsDrawn, TookBack, TookOver
from bot.table.log.model import NO_CAUSE, Cause, Hint
from bot.table.log.rows import StepRow
from bot.table.log.settled.votes import MOVED, SILENCE, UNDONE, Voted
from bot.table.log.standing import (
    Standing,
    apply_lobby_step,
    apply_seat_draw,
    apply_table_step,
    apply_vote_step,
    hand_over_seat,
    public_events,
    update_newcomers,
)
from bot.table.log.steps import HANDED, Kind, Start, Subject
from bot.table.refusals import Damaged, OtherRules
from engine.chronicle import chapter
from engine.deal import derive_deal
from engine.deal_text import Comes
from engine.forced_moves import distinct_notations
from engine.game import DEALER, Action, Chapter, Deal, Event, Game, Seat, State, Step
from engine.notation import find
from engine.options import Options
from engine.words import Message

RULES_VERSION = 1
"""The version of the rules, raised if a change would replay old logs differently.

At the bot's next start, games that began under an older version end without a result. Raise it only for a good reason.
"""

MOST_PAST = 12
"""How many moves can be undone one after the other."""


class BrokenStep(Exception):
    """A step that cannot be the one that was written."""

    def __init__(self, seq: int, reason: str) -> None:
        super().__init__(f"Step {seq} {reason}.")
        self.seq = seq


class Entry(NamedTuple):
    """A step and the events that it caused, unredacted."""

    row: StepRow
    events: tuple[Event, ...]
    player: str | None = None
    """The computer player that had the step's seat before the step, if any."""

    @classmethod
    def of(cls, before: Position, row: StepRow, events: tuple[Event, ...]) -> Entry:
        """Return the entry of a step that was taken from a position."""
        known = row.seat is not None and 0 <= row.seat < len(before.standing.players)
        return cls(row, events, before.standing.players[row.seat] if known and row.seat is not None else None)

    def __repr__(self) -> str:
        return f"Entry({self.row.seq} {self.row.kind})"


@dataclass(frozen=True, slots=True)
class Past:
    """A position to which the table can go back.

    It is the position before a move that showed nothing hidden. `move` is the step in which `seat` made the move, at
    the instant `at`; `label` is what its button said, `seq` the step before it, and `events` what everybody saw of it.
    """

    seq: int
    move: int
    seat: Seat
    at: int
    label: Message
    state: State[Any] = field(repr=False)
    events: tuple[Event, ...] = ()
    gone: bool = False
    """Whether the player who made the move has left since.

    Such a move can't be taken back by itself, but it is undone together with an earlier one.
    """


class Position(NamedTuple):
    """The position of a table after step `seq`, 0 before the first.

    `state` is None until the game starts.
    """

    table: int
    head: str = ""
    standing: Standing = Standing()
    """What everybody may know."""
    at: int = 0
    """When step `seq` was taken, in UTC seconds."""
    hint: Hint | None = None
    """The newest hint."""
    deals: tuple[Made, ...] = ()
    ended: tuple[int, ...] = ()
    """How many deals there had been at the end of each round; a round can take more than one."""
    options: Options | None = None
    """The options that the game started with."""
    state: State[Any] | None = None
    dealt_seq: int = 0
    """The step of the newest deal."""
    chapters: tuple[Chapter, ...] = ()
    """The rounds that were scored."""
    past: tuple[Past, ...] = ()
    """The moves that can be undone, the newest last."""

    def __repr__(self) -> str:
        return f"<Folded {self.table}, step {self.seq}>"  # the state knows what is hidden

    @property
    def seq(self) -> int:
        return self.standing.seq

    @property
    def player(self) -> str | None:
        """The computer player that is to act."""
        to_act = self.standing.to_act
        return None if to_act in (None, DEALER) else self.standing.players[to_act]

    def stand(self, **changes: Any) -> Position:
        """Return the same with these changes to its standing."""
        return self._replace(standing=self.standing._replace(**changes))

    @property
    def public_deals(self) -> int:
        """How many deals belong to rounds that are over.

        The seeds and hands of these deals are public. Once the game is over or closed, all deals count.
        """
        if self.standing.dealing.end is not None:
            return len(self.deals)
        return self.ended[-1] if self.ended else 0


class ReplayedStep(NamedTuple):
    """A step between the positions before and after it, with what happened, unredacted."""

    before: Position
    row: StepRow
    after: Position
    events: tuple[Event, ...]

    def __repr__(self) -> str:
        return f"Replayed({self.row.seq} {self.row.kind})"

    @property
    def deal(self) -> Made | None:
        """What is public about the deal that this step makes; None if it makes none."""
        return self.after.deals[-1] if self.row.kind == Kind.DEAL else None


def next_row(before: Position, kind: Kind, seat: Seat | None, notation: str, at: int, by: Cause = NO_CAUSE) -> StepRow:
    """Return the row of a step to append.

    Even if the clock was set back, the row isn't dated earlier than the previous row.
    """
    at = max(at, before.at)
    row = StepRow(before.table, before.seq + 1, kind.value, by.interaction, seat, notation, "", at, by.user)
    return row._replace(hash=hash_step(before.head, row))


def hash_step(head: str, row: StepRow) -> str:
    """Return the hash of a row.

    It is SHA-256 over the previous hash and the whole row, except for the user who took the step and the press's id.
    """
    content = msgspec.json.encode([head, row.table, row.seq, row.kind, row.seat, row.notation, row.at])
    return hashlib.sha256(content).hexdigest()


def advance(
    before: Position, row: StepRow, game: Game[Any, Any], seeds: Mapping[int, bytes]
) -> tuple[Position, tuple[Event, ...]]:
    """Apply one step; return the position after it and its events.

    Raises BrokenStep if the row cannot follow, and OtherRules if the game began under other rules.
    """
    if (row.table, row.seq) != (before.table, before.seq + 1):
        raise BrokenStep(row.seq, f"stands where step {before.seq + 1} belongs")
    if row.hash != hash_step(before.head, row):
        raise BrokenStep(row.seq, "does not match its hash")
    if row.at < before.at:
        raise BrokenStep(row.seq, "is dated before the step before it")
    after = before._replace(head=row.hash, at=row.at).stand(seq=row.seq)
    try:
        kind = Kind(row.kind)
        if not kind.moves:
            after, events = _apply_non_move(after, kind, row)
        else:
            after, events = _apply_move(after.stand(position_seq=row.seq, moved_at=row.at), kind, row, game, seeds)
        if kind is Kind.START or not kind.moves:  # other moves do not matter to the protocol of deals
            after = after.stand(dealing=protocol.apply_step(before.standing.dealing, kind, row, _place(before)))
    except (BrokenStep, OtherRules):
        raise
    except protocol.Irregular as error:
        raise BrokenStep(row.seq, str(error)) from None
    except Exception as error:  # whatever goes wrong in a replay, only this table rests
        raise BrokenStep(row.seq, "cannot be replayed") from error
    return _at_turn(after), events


def _at_turn(at: Position) -> Position:
    """Return the same with the standing derived from the position.

    This includes whose turn it is, and which seat can take a move back.
    """
    newest = at.past[-1] if at.past else None
    fresh = newest is not None and newest.move == at.standing.position_seq and not newest.gone
    if at.standing.coming:
        over = bool(at.standing.closed) or at.state is None or at.state.to_act is None
        at = at._replace(standing=update_newcomers(at.standing, over=over))
    return at.stand(
        to_act=at.state.to_act if at.state else None,
        round=len(at.deals),
        scored=len(at.ended),
        undoable=newest.seat if newest is not None and fresh else None,
    )


def replay(
    table: int, rows: Iterable[StepRow], game: Game[Any, Any], seeds: Mapping[int, bytes]
) -> Iterator[ReplayedStep]:
    """Yield the replayed steps of a log, from the first one on.

    Raises BrokenStep at a row that cannot follow.
    """
    folded = Position(table)
    for row in rows:
        before = folded
        folded, events = advance(before, row, game, seeds)
        yield ReplayedStep(before, row, folded, events)


def replay_stored(
    table: int, rows: Iterable[StepRow], game: Game[Any, Any], seeds: Mapping[int, bytes]
) -> Iterator[ReplayedStep]:
    """Yield the replayed steps of a stored table.

    Raises Damaged if a step cannot follow: a table that was opened from a checkpoint may have such a step before the
    checkpoint.
    """
    try:
        yield from replay(table, rows, game, seeds)
    except BrokenStep as broken:
        raise Damaged from broken


def _place(at: Position) -> protocol.Place:
    """Return the state of the game that the protocol of deals needs."""
    standing = at.standing
    return protocol.Place(at.state is not None, standing.to_act, standing.votes.agreed_subject(standing.players))


def shuffle(at: Position, made: Made, seed: bytes) -> Deal:
    """Return the deal that a seed gives when the dealer is to act."""
    assert at.state is not None
    return derive_deal(at.table, made.number, seed, _random(made), len(at.state.deck), at.state.picks)


def _random(made: Made) -> str:
    """Return what the beacon adds to a deal; empty for a deal without the beacon."""
    return randomness(bytes.fromhex(made.signature)) if made.signature else ""


def _draw_seats(at: Position, made: Made, seed: bytes) -> tuple[Position, tuple[Event, ...]]:
    """Let the first deal draw the seats too, if the options say so."""
    if len(at.deals) != 1 or at.options is None or not at.options.has_seat_draw():
        return at, ()
    order = seat_draw.draw_order(at.table, seed, _random(made), at.standing.dealing.seats)
    return at._replace(standing=apply_seat_draw(at.standing, order)), (SeatsDrawn(order),)


def _apply_non_move(at: Position, kind: Kind, row: StepRow) -> tuple[Position, tuple[Event, ...]]:
    """Apply a step beside the board: who plays, what is allowed and what people settled."""
    if kind is Kind.HINT:
        return at._replace(hint=Hint(at.standing.position_seq, row.notation)), ()
    if at.state is None:
        return at._replace(standing=apply_lobby_step(at.standing, kind, row)), ()
    if kind in HANDED:
        return _hand_over_seat(at, kind, row)
    if kind is Kind.VOTE:
        said = msgspec.json.decode(row.notation, type=Voted)
        if said.subject == Subject.BEACON and not at.standing.dealing.waits:
            raise BrokenStep(row.seq, "asks about the beacon, for which no deal waits")
        if row.seat is None and said == SILENCE:
            return at.stand(votes=at.standing.votes.after_silence(at.standing.players)), ()
        return at._replace(standing=apply_vote_step(at.standing, row, said, events_since(at.past, said.to))), ()
    return at._replace(standing=apply_table_step(at.standing, kind, row)), public_events(kind, row)


def _hand_over_seat(at: Position, kind: Kind, row: StepRow) -> tuple[Position, tuple[Event, ...]]:
    """Give a seat of a running game to another player.

    If it is that seat's turn, older buttons become stale: they belonged to the former player.
    """
    standing, event = hand_over_seat(at.standing, kind, row)
    if isinstance(event, TookOver) and not between_rounds(at.state):
        raise BrokenStep(row.seq, "takes a computer player's seat in the middle of a round")
    past = tuple(replace(past, gone=past.gone or past.seat == row.seat) for past in at.past)
    at = at._replace(standing=standing, past=past)
    if standing.to_act == row.seat:
        at = at.stand(position_seq=row.seq, moved_at=row.at)
    return at, (event,)


def events_since(past: Sequence[Past], seq: int) -> tuple[Event, ...]:
    """Return the events of the moves after a step, as everybody saw them.

    All of them are undone together with the first of these moves.
    """
    return tuple(event for move in past if move.seq >= seq for event in move.events)


def _undo_move(at: Position, row: StepRow) -> tuple[Position, tuple[Event, ...]]:
    """Return the position before a move that showed nothing hidden.

    Everything that was settled beside the board since that move is kept.
    """
    place, past = next(
        (
            (n, past)
            for n, past in enumerate(at.past)
            if (str(past.seq), past.seat) == (row.notation, row.seat) and not past.gone
        ),
        (0, None),
    )
    if past is None:
        raise BrokenStep(row.seq, f"cannot go back to step {row.notation}")
    vote = at.standing.vote
    asked = vote is not None and (vote.to, vote.asker) == (past.seq, past.seat)
    votes = at.standing.votes.mark_vote_done(Subject.UNDO) if asked else at.standing.votes.void(UNDONE)
    event = TookBack(past.seat, past.seq, past.label)
    return at._replace(state=past.state, past=at.past[:place]).stand(votes=votes), (event,)


def _apply_move(
    at: Position, kind: Kind, row: StepRow, game: Game[Any, Any], seeds: Mapping[int, bytes]
) -> tuple[Position, tuple[Event, ...]]:
    if kind is Kind.START:
        start = msgspec.json.decode(row.notation, type=Start)
        if start.rules != RULES_VERSION:
            raise OtherRules
        options = game.options.from_json(start.options)
        return at._replace(options=options, state=game.start(options, start.seats)).stand(
            gathering=at.standing.gathering.begin_game()
        ), ()
    state = at.state
    if state is None:
        raise BrokenStep(row.seq, "comes before the start")
    before: tuple[Event, ...] = ()
    match kind:
        case Kind.UNDO:
            return _undo_move(at, row)
        case Kind.DEAL:
            made, seed = _read_deal_and_seed(at, row, seeds)
            at = at._replace(deals=(*at.deals, made), dealt_seq=row.seq)
            votes = at.standing.votes.void(MOVED, Subject.BEACON).void(MOVED, Subject.GIVE_UP)
            at = at.stand(votes=votes)
            at = at.stand(dealing=protocol.apply_deal(at.standing.dealing, made))
            at, before = _draw_seats(at, made, seed)
            action: Any = shuffle(at, made, seed)
        case Kind.AUTO:
            action = _automatic_action(at, state, row.notation)
        case _:
            action = next((legal for legal in state.legal_actions() if str(legal) == row.notation), None)
    if action is None or (kind is not Kind.DEAL and (str(action), state.to_act) != (row.notation, row.seat)):
        raise BrokenStep(row.seq, f"({row.notation}) is not possible there")
    step = state.apply(action)
    at = at._replace(state=step.state, past=_past(at, kind, row, action, step, game))
    if at.standing.vote is not None:
        at = at.stand(votes=at.standing.votes.void(MOVED))
    return (_record_round_end(at, step.state, game) if _round_over(step.state) else at), (*before, *step.events)


def _record_round_end(at: Position, state: State[Any], game: Game[Any, Any]) -> Position:
    """Return the same with the end of a round, and the chapter about that round."""
    newest = chapter(game.voice, state.observe(None), at.chapters)
    return at._replace(ended=(*at.ended, len(at.deals)), chapters=(*at.chapters, newest))


def _automatic_action(at: Position, state: State[Any], notation: str) -> Action | None:
    """Return the action that the table may have taken by itself, or None.

    It is an action that the rules take, or the only legal action if forced moves happen at once. Whether everybody
    could know that action is not checked again: the check would take longer than everything else.
    """
    if (action := state.automatic()) is not None:
        return action
    if at.options is None or not at.options.has_automatic_forced_moves() or state.to_act is None:
        return None
    return (
        find(state.legal_actions(), notation) if distinct_notations(state.observe(state.to_act)) == [notation] else None
    )


def _past(at: Position, kind: Kind, row: StepRow, action: Any, step: Step, game: Game[Any, Any]) -> tuple[Past, ...]:
    """Return the moves that can be undone after this step.

    There are none once any player learned something hidden. An automatic step shows what a hand lacks, and so does a
    verb alone (`cannot`, `keep`). A move that looks different to different people brought one of them new tiles. New
    tiles that come whatever was done don't count.
    """
    assert at.state is not None
    events = tuple(event for event in step.events if not isinstance(event, Comes))
    known = all(event.redact_for(None) == event for event in events) and game.chooses(row.notation)
    if kind is not Kind.ACT or row.seat is None or step.state.to_act in (None, DEALER) or not known:
        return ()
    before = _moves_after_seats(at.past, {event.seat for event in step.events if isinstance(event, Comes)})
    return _newest((*before, Past(row.seq - 1, row.seq, row.seat, row.at, action.label, at.state, events)))


def _moves_after_seats(past: tuple[Past, ...], seats: Collection[Seat]) -> tuple[Past, ...]:
    """Return the moves after the last move of any of these seats.

    Each of these seats learned what followed its move, so that move can't be undone, nor any before it.
    """
    newest = max((place for place, move in enumerate(past) if move.seat in seats), default=-1)
    return past[newest + 1 :]


def _newest(past: tuple[Past, ...]) -> tuple[Past, ...]:
    """Return only the newest moves: the most that can be undone one after the other."""
    while sum(not move.gone for move in past) > MOST_PAST:
        past = past[1:]
    return past


def _round_over(state: State[Any]) -> bool:
    """Return whether a round is over, so that all its tiles lie face up."""
    return state.to_act is None or between_rounds(state)


def between_rounds(state: State[Any] | None) -> bool:
    """Return whether a round is over and another one follows.

    The dealer can also be the one to act in the middle of a round.
    """
    return state is not None and state.to_act == DEALER and state.observe(None).is_scored


def _read_deal_and_seed(at: Position, row: StepRow, seeds: Mapping[int, bytes]) -> tuple[Made, bytes]:
    """Return a deal and its seed. Raises Irregular if the seed is not the one that was fixed."""
    made = protocol.read_deal(at.standing.dealing, row)
    if made.number not in seeds:
        raise BrokenStep(row.seq, f"makes deal {made.number}, whose seed is missing")
    protocol.require_fixed_seed(at.standing.dealing, at.table, made.number, seeds)
    return made, seeds[made.number]
