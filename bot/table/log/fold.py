"""Folds a table's log into its position. The log is the truth about the table.

Each step's hash covers the hash of the step before. Actions are applied to states only here, so a replay cannot differ
from the game as it was played.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import msgspec

from bot.table.log import protocol
from bot.table.log.beacon import randomness
from bot.table.log.dealing import MadeDeal
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
from bot.table.log.steps import SEAT_HANDOVERS, Kind, Start, Subject
from bot.table.refusals import Damaged, OtherRules
from engine.chronicle import write_chapter
from engine.deal import derive_deal, draw_seats
from engine.deal_text import IndependentDraw
from engine.forced_moves import distinct_notations
from engine.game import DEALER, Action, Chapter, Deal, Event, Game, Seat, State, Step
from engine.notation import find
from engine.options import Options
from engine.sides import single_sides
from engine.words import Message

RULES_VERSION = 1
"""The version of the rules, raised if a change would replay old logs differently.

At the bot's next start, games that began under an older version end without a result. Raise it only for a good reason.
"""

MAX_UNDOS = 12
"""How many moves in a row can be undone."""


class BrokenStep(Exception):
    """A stored step that was altered, or that cannot follow the step before."""

    def __init__(self, seq: int, reason: str) -> None:
        super().__init__(f"Step {seq} {reason}.")
        self.seq = seq


class Entry(NamedTuple):
    """A step and its events, including what is hidden."""

    row: StepRow
    events: tuple[Event, ...]
    player: str | None = None
    """The computer player that had the step's seat before the step, if any."""

    @classmethod
    def of(cls, before: Position, row: StepRow, events: tuple[Event, ...]) -> Entry:
        """Return the entry of a step that was taken from a position."""
        players = before.standing.players
        player = players[row.seat] if row.seat is not None and 0 <= row.seat < len(players) else None
        return cls(row, events, player)

    def __repr__(self) -> str:
        return f"Entry({self.row.seq} {self.row.kind})"


@dataclass(frozen=True, slots=True)
class UndoableMove:
    """A move that can be undone because it showed nothing hidden, with the state before it."""

    seq_before: int
    """The step before the move."""
    made_at_seq: int
    """The step of the move."""
    seat: Seat
    at: int
    """When the move was made, in UTC seconds."""
    label: Message
    """The text of the move's button."""
    state: State[Any] = field(repr=False)
    """The state before the move."""
    events: tuple[Event, ...] = ()
    """What everybody saw of the move."""
    gone: bool = False
    """Whether the player who made the move has left since.

    Such a move can't be taken back on its own. It can be undone together with an earlier move.
    """


class Position(NamedTuple):
    """The position of a table after step `seq`.

    `seq` is 0 before the first step. `state` is None until the game starts.
    """

    table: int
    head: str = ""
    standing: Standing = Standing()
    """What everybody may know."""
    at: int = 0
    """When step `seq` was taken, in UTC seconds."""
    hint: Hint | None = None
    """The newest hint."""
    deals: tuple[MadeDeal, ...] = ()
    ended: tuple[int, ...] = ()
    """For each round that is over, how many deals there had been by its end. A round can have several deals."""
    options: Options | None = None
    """The options that the game started with."""
    state: State[Any] | None = None
    dealt_seq: int = 0
    """The step of the newest deal."""
    chapters: tuple[Chapter, ...] = ()
    """The rounds that were scored."""
    past: tuple[UndoableMove, ...] = ()
    """The moves that can be undone, the newest last."""

    def __repr__(self) -> str:
        return f"<Position {self.table}, step {self.seq}>"  # the state contains hidden tiles

    @property
    def seq(self) -> int:
        return self.standing.seq

    @property
    def player(self) -> str | None:
        """The computer player that is to act."""
        to_act = self.standing.to_act
        return None if to_act in (None, DEALER) else self.standing.players[to_act]

    def with_standing(self, **changes: Any) -> Position:
        """Return this position with changes to its standing."""
        return self._replace(standing=self.standing._replace(**changes))

    @property
    def public_deals(self) -> int:
        """How many deals are public, with their seeds and hands.

        These are the deals of rounds that are over. Once the game is over or closed, all deals are public.
        """
        if self.standing.dealing.end is not None:
            return len(self.deals)
        return self.ended[-1] if self.ended else 0


class ReplayedStep(NamedTuple):
    """A step, the positions before and after it, and its events, including what is hidden."""

    before: Position
    row: StepRow
    after: Position
    events: tuple[Event, ...]

    def __repr__(self) -> str:
        return f"Replayed({self.row.seq} {self.row.kind})"

    @property
    def deal(self) -> MadeDeal | None:
        """What is public about the deal that this step makes; None if it makes no deal."""
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

    It is SHA-256 over the previous hash and the row. The user and the press's id are left out, since they may be
    deleted.
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
    after = before._replace(head=row.hash, at=row.at).with_standing(seq=row.seq)
    try:
        kind = Kind(row.kind)
        if not kind.moves:
            after, events = _apply_non_move(after, kind, row)
        else:
            after = after.with_standing(position_seq=row.seq, moved_at=row.at)
            after, events = _apply_move(after, kind, row, game, seeds)
        if kind is Kind.START or not kind.moves:  # deals have `apply_deal`; other moves don't concern the protocol
            dealing = protocol.apply_step(before.standing.dealing, kind, row, _place_in_game(before))
            after = after.with_standing(dealing=dealing)
    except (BrokenStep, OtherRules):
        raise
    except protocol.Irregular as error:
        raise BrokenStep(row.seq, str(error)) from None
    except Exception as error:  # an error in a replay must stop only this table
        raise BrokenStep(row.seq, "cannot be replayed") from error
    return _derive_standing(after), events


def _derive_standing(position: Position) -> Position:
    """Return a position with the fields of its standing that follow from its state, such as whose turn it is."""
    newest = position.past[-1] if position.past else None
    # a later step may have changed the position, for example by giving a seat to another player
    is_undoable = newest is not None and newest.made_at_seq == position.standing.position_seq and not newest.gone
    if position.standing.seat_requests:
        is_over = bool(position.standing.closed) or position.state is None or position.state.to_act is None
        position = position._replace(standing=update_newcomers(position.standing, over=is_over))
    return position.with_standing(
        to_act=position.state.to_act if position.state else None,
        round=len(position.deals),
        scored=len(position.ended),
        undoable=newest.seat if newest is not None and is_undoable else None,
    )


def replay(
    table: int, rows: Iterable[StepRow], game: Game[Any, Any], seeds: Mapping[int, bytes]
) -> Iterator[ReplayedStep]:
    """Yield the replayed steps of a log, from the first one on.

    Raises BrokenStep at a row that cannot follow.
    """
    before = Position(table)
    for row in rows:
        after, events = advance(before, row, game, seeds)
        yield ReplayedStep(before, row, after, events)
        before = after


def replay_stored(
    table: int, rows: Iterable[StepRow], game: Game[Any, Any], seeds: Mapping[int, bytes]
) -> Iterator[ReplayedStep]:
    """Yield the replayed steps of a stored table.

    Raises Damaged if a step cannot follow. A table that was opened from a checkpoint may have such a step before the
    checkpoint.
    """
    try:
        yield from replay(table, rows, game, seeds)
    except BrokenStep as broken:
        raise Damaged from broken


def _place_in_game(position: Position) -> protocol.Place:
    """Return the state of the game that the protocol of deals needs."""
    standing = position.standing
    seats = len(standing.players)
    sides = single_sides(seats) if position.options is None else position.options.sides(seats)
    agreed = standing.votes.agreed_subject(standing.players, standing.owned, sides)
    return protocol.Place(position.state is not None, standing.to_act, agreed)


def find_deal(position: Position, made_deal: MadeDeal, seed: bytes) -> Deal:
    """Return the deal that follows from a seed. The dealer must be to act."""
    assert position.state is not None
    source, state = position.standing.dealing.source, position.state
    return derive_deal(source, made_deal.number, seed, _beacon_text(made_deal), len(state.deck), state.picks)


def _beacon_text(made_deal: MadeDeal) -> str:
    """Return the text that the beacon adds to a deal; empty for a deal without the beacon."""
    return randomness(bytes.fromhex(made_deal.signature)) if made_deal.signature else ""


def _draw_seats(position: Position, made_deal: MadeDeal, seed: bytes) -> tuple[Position, tuple[Event, ...]]:
    """If this is the first deal and the options include a draw of seats, draw them."""
    if len(position.deals) != 1 or position.options is None or not position.options.has_seat_draw():
        return position, ()
    dealing = position.standing.dealing
    order = draw_seats(dealing.source, seed, _beacon_text(made_deal), dealing.seats)
    event = SeatsDrawn(order, position.options.sides(len(order)))
    return position._replace(standing=apply_seat_draw(position.standing, order)), (event,)


def _apply_non_move(position: Position, kind: Kind, row: StepRow) -> tuple[Position, tuple[Event, ...]]:
    """Apply a step beside the board, such as one about who plays, or about what people agreed on."""
    if kind is Kind.HINT:
        return position._replace(hint=Hint(position.standing.position_seq, row.notation)), ()
    if position.state is None:
        return position._replace(standing=apply_lobby_step(position.standing, kind, row)), ()
    if kind in SEAT_HANDOVERS:
        return _hand_over_seat(position, kind, row)
    if kind is Kind.VOTE:
        voted = msgspec.json.decode(row.notation, type=Voted)
        if voted.subject == Subject.BEACON and not position.standing.dealing.waits_for_beacon:
            raise BrokenStep(row.seq, "asks about the beacon, for which no deal waits")
        if row.seat is None and voted == SILENCE:
            return position.with_standing(votes=position.standing.votes.after_silence(position.standing.players)), ()
        moves = events_since(position.past, voted.to)
        return position._replace(standing=apply_vote_step(position.standing, row, voted, moves)), ()
    return position._replace(standing=apply_table_step(position.standing, kind, row)), public_events(kind, row)


def _hand_over_seat(position: Position, kind: Kind, row: StepRow) -> tuple[Position, tuple[Event, ...]]:
    """Give a seat of a running game to another player.

    If it is that seat's turn, older buttons become stale, because they belonged to the former player.
    """
    standing, event = hand_over_seat(position.standing, kind, row)
    if isinstance(event, TookOver) and not between_rounds(position.state):
        raise BrokenStep(row.seq, "takes a computer player's seat in the middle of a round")
    past = tuple(replace(move, gone=move.gone or move.seat == row.seat) for move in position.past)
    position = position._replace(standing=standing, past=past)
    if standing.to_act == row.seat:
        position = position.with_standing(position_seq=row.seq, moved_at=row.at)
    return position, (event,)


def events_since(past: Sequence[UndoableMove], seq: int) -> tuple[Event, ...]:
    """Return the events, as everybody saw them, of all moves after a step. These moves are undone together."""
    return tuple(event for move in past if move.seq_before >= seq for event in move.events)


def _undo_move(position: Position, row: StepRow) -> tuple[Position, tuple[Event, ...]]:
    """Return the position before a move that showed nothing hidden, but keep what people agreed on since."""
    undone_move = (row.notation, row.seat)
    matches = [
        n for n, move in enumerate(position.past) if (str(move.seq_before), move.seat) == undone_move and not move.gone
    ]
    if not matches:
        raise BrokenStep(row.seq, f"cannot go back to step {row.notation}")
    index = matches[0]
    move = position.past[index]
    votes, vote = position.standing.votes, position.standing.vote
    was_voted_for = vote is not None and (vote.to, vote.asker) == (move.seq_before, move.seat)
    votes = votes.mark_vote_done(Subject.UNDO) if was_voted_for else votes.void(UNDONE)
    event = TookBack(move.seat, move.seq_before, move.label)
    return position._replace(state=move.state, past=position.past[:index]).with_standing(votes=votes), (event,)


def _apply_move(
    position: Position, kind: Kind, row: StepRow, game: Game[Any, Any], seeds: Mapping[int, bytes]
) -> tuple[Position, tuple[Event, ...]]:
    """Apply a step that changes the position: the start, a deal, an action, or an undo."""
    if kind is Kind.START:
        start = msgspec.json.decode(row.notation, type=Start)
        if start.rules != RULES_VERSION:
            raise OtherRules
        options = game.options.from_json(start.options)
        position = position._replace(options=options, state=game.start(options, start.seats))
        return position.with_standing(gathering=position.standing.gathering.begin_game()), ()
    state = position.state
    if state is None:
        raise BrokenStep(row.seq, "comes before the start")
    draw_events: tuple[Event, ...] = ()
    match kind:
        case Kind.UNDO:
            return _undo_move(position, row)
        case Kind.DEAL:
            made_deal, seed = _read_deal_and_seed(position, row, seeds)
            position = position._replace(deals=(*position.deals, made_deal), dealt_seq=row.seq)
            votes = position.standing.votes.void(MOVED, Subject.BEACON).void(MOVED, Subject.GIVE_UP)
            position = position.with_standing(votes=votes)
            position = position.with_standing(dealing=protocol.apply_deal(position.standing.dealing, made_deal))
            position, draw_events = _draw_seats(position, made_deal, seed)
            action: Any = find_deal(position, made_deal, seed)
        case Kind.AUTO:
            action = _automatic_action(position, state, row.notation)
        case _:
            action = next((legal for legal in state.legal_actions() if str(legal) == row.notation), None)
    # `_read_deal_and_seed` has checked the row of a deal
    matches_row = kind is Kind.DEAL or (str(action), state.to_act) == (row.notation, row.seat)
    if action is None or not matches_row:
        raise BrokenStep(row.seq, f"({row.notation}) is not possible there")
    step = state.apply(action)
    position = position._replace(state=step.state, past=_undoable_moves(position, kind, row, action, step, game))
    if position.standing.vote is not None:
        position = position.with_standing(votes=position.standing.votes.void(MOVED))
    if _is_round_over(step.state):
        position = _record_round_end(position, step.state, game)
    return position, (*draw_events, *step.events)


def _record_round_end(position: Position, state: State[Any], game: Game[Any, Any]) -> Position:
    """Return a position that records the end of a round and has the chapter about that round."""
    newest = write_chapter(game.voice, state.observe(None), position.chapters)
    return position._replace(ended=(*position.ended, len(position.deals)), chapters=(*position.chapters, newest))


def _automatic_action(position: Position, state: State[Any], notation: str) -> Action | None:
    """Return the action that the table may have taken automatically, or None.

    It is an action that the rules take, or the only legal action if forced moves are made automatically. When the step
    was made, it was also checked that everybody could know that action. This is not repeated in each replay, where it
    would take longer than everything else.
    """
    if (action := state.automatic()) is not None:
        return action
    if position.options is None or not position.options.has_automatic_forced_moves() or state.to_act is None:
        return None
    if distinct_notations(state.observe(state.to_act)) != [notation]:
        return None
    return find(state.legal_actions(), notation)


def _undoable_moves(
    position: Position, kind: Kind, row: StepRow, action: Any, step: Step, game: Game[Any, Any]
) -> tuple[UndoableMove, ...]:
    """Return the moves that can be undone after this step.

    No move can be undone once this step showed something hidden. An automatic step shows what a hand lacks. An
    action without a choice (`cannot`, `keep`) shows that, too. An event that looks different to different people gave
    one of them new tiles. New tiles that would have come after any move (`IndependentDraw`) don't count here.
    """
    assert position.state is not None
    events = tuple(event for event in step.events if not isinstance(event, IndependentDraw))
    showed_hidden = any(event.redact_for(None) != event for event in events) or not game.chooses(row.notation)
    # after the last move of a round its tiles lie face up, and a deal within a round brings new tiles
    shows_tiles_next = step.state.to_act in (None, DEALER)
    if kind is not Kind.ACT or row.seat is None or shows_tiles_next or showed_hidden:
        return ()
    drawing_seats = {event.seat for event in step.events if isinstance(event, IndependentDraw)}
    earlier_moves = _moves_after_seats(position.past, drawing_seats)
    move = UndoableMove(row.seq - 1, row.seq, row.seat, row.at, action.label, state=position.state, events=events)
    return _keep_newest((*earlier_moves, move))


def _moves_after_seats(past: tuple[UndoableMove, ...], seats: Collection[Seat]) -> tuple[UndoableMove, ...]:
    """Return the moves after the last move of any of these seats.

    Each of these seats has seen the tiles that came after its move. So neither that move nor an earlier move can be
    undone.
    """
    last_index = max((index for index, move in enumerate(past) if move.seat in seats), default=-1)
    return past[last_index + 1 :]


def _keep_newest(past: tuple[UndoableMove, ...]) -> tuple[UndoableMove, ...]:
    """Drop the oldest moves until at most `MAX_UNDOS` can be undone."""
    while sum(not move.gone for move in past) > MAX_UNDOS:
        past = past[1:]
    return past


def _is_round_over(state: State[Any]) -> bool:
    """Return whether a round is over, so that all its tiles lie face up."""
    return state.to_act is None or between_rounds(state)


def between_rounds(state: State[Any] | None) -> bool:
    """Return whether a round is over and another round follows.

    It doesn't suffice that the dealer is to act, since a dealer can act within a round, too.
    """
    return state is not None and state.to_act == DEALER and state.observe(None).is_scored


def _read_deal_and_seed(position: Position, row: StepRow, seeds: Mapping[int, bytes]) -> tuple[MadeDeal, bytes]:
    """Return the deal of a step and its seed. Raises Irregular if another seed was fixed."""
    made_deal = protocol.read_deal(position.standing.dealing, row)
    if made_deal.number not in seeds:
        raise BrokenStep(row.seq, f"makes deal {made_deal.number}, whose seed is missing")
    protocol.require_fixed_seed(position.standing.dealing, made_deal.number, seeds)
    return made_deal, seeds[made_deal.number]
