"""The turn under way, read from a snapshot.

These functions find the message that calls the player, whether the turn goes on, and what the message reports once the
turn is over. A message goes on from turn to turn if only computer players moved in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.table.clock.reminders import LAST_CALL
from bot.table.log.model import ShownStep, Status, Table
from bot.table.log.steps import CHANGES_TURN_MESSAGE, SEAT_ACTIONS, SEAT_HANDOVERS, Kind
from bot.table.posts import TURN_KINDS, Intent, Post, PostKind, Snapshot
from engine.game import DEALER, Seat

EDIT_SECONDS = 3000
"""The seconds for which a message can continue from turn to turn.

Discord allows few edits of messages older than an hour.
"""


def call_kind(table: Table) -> PostKind:
    """Return the kind of the message that calls the seat to move.

    It is the turn message until the player has been reminded.
    """
    turn = table.timing.turn
    # reminders of an earlier position don't count
    if turn is None or not turn.reminders.due or turn.reminders.position_seq != table.position_seq:
        return PostKind.TURN
    return PostKind.LAST if turn.reminders.due == LAST_CALL else PostKind.AGAIN


def call_seq(snapshot: Snapshot) -> int:
    """Return the step that the calling message is about.

    While a turn goes on, that is the step of its first call. A seat that draws or leads again keeps its message, and so
    does a seat that is next again after moves of computer players. If a move was taken back or the game was resumed
    since the first call, there is a new one, because the player has to look at the board again.
    """
    table = snapshot.table
    earlier = find_earlier_call(snapshot)
    if earlier is None or earlier.collapsed or call_kind(table) is not PostKind.TURN or not is_turn_continued(snapshot):
        return table.turn_seq
    was_resumed = table.standing.halt.resumed > earlier.seq
    is_new_call = was_resumed or any(step.kind is Kind.UNDO for step in snapshot.since(earlier.seq))
    return table.turn_seq if is_new_call else earlier.seq


def is_call(snapshot: Snapshot, post: Post) -> bool:
    """Return whether a post is the message that calls the seat to move."""
    return (post.kind, post.seq) == (call_kind(snapshot.table), call_seq(snapshot))


def is_computer_to_move(table: Table) -> bool:
    """Return whether it is a computer player's turn."""
    return table.status is Status.RUNNING and table.mover is not None and table.mover.player is not None


def waits_for_player(table: Table) -> bool:
    """Return whether it is a person's turn, not that of a computer player or the dealer."""
    return table.status is Status.RUNNING and table.to_act not in (None, DEALER) and not is_computer_to_move(table)


def is_due(snapshot: Snapshot) -> bool:
    """Return whether it is a person's turn, and the message that calls them is missing or outdated."""
    if not waits_for_player(snapshot.table):
        return False
    call = snapshot.find(call_kind(snapshot.table), call_seq(snapshot))
    return call is None or not call.message or _has_changed(snapshot)


def wants_thread(table: Table) -> bool:
    """Return whether a game has begun, but its thread is not open yet."""
    return table.status in (Status.RUNNING, Status.OVER) and table.threaded and table.thread is None


def find_missing_call(snapshot: Snapshot) -> Intent | None:
    """Return the message that should call the seat to move, if it is not stored yet."""
    table = snapshot.table
    if table.private or not waits_for_player(table) or wants_thread(table):
        return None
    kind, seq = call_kind(table), call_seq(snapshot)
    if snapshot.find(kind, seq):
        return None
    return Intent(kind, seq, table.place, table.to_act)


def was_sent(post: Post) -> bool:
    """Return whether a message was sent, even if it has been deleted since."""
    return post.message is not None or post.generation > 0


def find_earlier_call(snapshot: Snapshot, seq: int | None = None) -> Post | None:
    """Return the newest turn message about an earlier step than `seq`.

    By default, `seq` is the step of this turn. A deleted message counts too, since it called its player.
    """
    seq = snapshot.table.turn_seq if seq is None else seq
    for post in reversed(snapshot.posts):
        if post.kind is PostKind.TURN and post.seq < seq and was_sent(post):
            return post
    return None


def unreported_steps(snapshot: Snapshot) -> Sequence[ShownStep]:
    """Return the steps that led to the current turn, and those within it.

    No earlier message reports them. If the message continues from turn to turn, these are the steps since its player's
    previous turn.
    """
    seq = call_seq(snapshot)
    return _newest_lap(snapshot, seq) or snapshot.since(_lead_up_start(snapshot, seq))


def steps_since_call(snapshot: Snapshot) -> Sequence[ShownStep]:
    """Return the steps since the call to the current turn, for its reminder."""
    call = find_earlier_call(snapshot, snapshot.table.turn_seq + 1)
    call_step = call.seq if call else snapshot.table.turn_seq
    return _newest_lap(snapshot, call_step) or snapshot.since(call_step)


def _newest_lap(snapshot: Snapshot, call_step: int) -> Sequence[ShownStep]:
    """Return the steps since the seat to move began its previous turn.

    Return none if that turn was before the step `call_step`.
    """
    happened, seat = snapshot.since(call_step), snapshot.table.to_act
    if not any(step.kind in SEAT_ACTIONS and step.seat != seat for step in happened):
        return ()
    runs = [(is_own, list(run)) for is_own, run in groupby(happened, lambda step: step.seat == seat)]
    last_run_is_own, _ = runs[-1]
    run_count = 3 if last_run_is_own else 2  # its previous turn, the others' moves, perhaps its moves since
    return [step for _, run in runs[-run_count:] for step in run]


def is_turn_continued(snapshot: Snapshot) -> bool:
    """Return whether only the called player and computers moved since the last call.

    If a computer player moved, the call must not be older than `EDIT_SECONDS`, and the called player must have made all
    their moves themselves. If the rules or the bot made one for them, they may not be watching. After a deal this is
    False, since all players have to look at the board again.
    """
    seat, turn = snapshot.table.to_act, snapshot.table.timing.turn
    earlier = find_earlier_call(snapshot)
    if earlier is None or seat is None or earlier.pinged != seat:
        return False
    happened = snapshot.since(earlier.seq)
    if all(_keeps_turn(step, seat) for step in happened):
        return True
    if turn is None or turn.since > earlier.at + EDIT_SECONDS:
        return False
    if any(step.by_clock or step.is_delegated for step in happened):
        return False
    return all(_keeps_turn(step, seat) or _is_by_computer(snapshot.table, step) for step in happened)


def _is_by_computer(table: Table, step: ShownStep) -> bool:
    """Return whether a computer player made a move."""
    return step.kind in SEAT_ACTIONS and step.seat is not None and table.seats[step.seat].player is not None


def reported_range(snapshot: Snapshot, post: Post) -> tuple[int, int]:
    """Return the range of steps that a message reports once its turn is over.

    The range begins after the first number and ends with the second. A turn message reports what led to its call. What
    followed is reported by the next message of the same deal or, if there is none, by this one. So each move is in the
    channel once.
    """
    after = _lead_up_start(snapshot, post.seq) if post.kind is PostKind.TURN else post.seq
    if post.kind in TURN_KINDS and _has_later_call(snapshot, post):
        return after, post.seq
    is_of_earlier_deal = post.seq < snapshot.dealt_seq
    return after, snapshot.dealt_seq - 1 if is_of_earlier_deal else snapshot.table.seq


def is_deal_without_calls(snapshot: Snapshot) -> bool:
    """Return whether no message has called a player since the newest deal, so that none reports its moves."""
    calls = [post for post in snapshot.posts if post.kind is PostKind.TURN and was_sent(post)]
    return bool(snapshot.dealt_seq) and all(post.seq < snapshot.dealt_seq for post in calls)


def _lead_up_start(snapshot: Snapshot, seq: int) -> int:
    """Return the step after which the lead-up to the call about step `seq` begins.

    That is the step of the previous call or the one before the deal, whichever is later.
    """
    earlier = find_earlier_call(snapshot, seq)
    earlier_seq = earlier.seq if earlier else 0
    return max(earlier_seq, snapshot.dealt_seq - 1) if seq >= snapshot.dealt_seq else earlier_seq


def _has_later_call(snapshot: Snapshot, post: Post) -> bool:
    """Return whether a later message of the same deal calls a player, or soon will."""
    calls = [(other.seq, TURN_KINDS.index(other.kind)) for other in snapshot.sent_posts(*TURN_KINDS)]
    if waits_for_player(snapshot.table):
        calls.append((call_seq(snapshot), TURN_KINDS.index(call_kind(snapshot.table))))
    own_call = (post.seq, TURN_KINDS.index(post.kind))  # calls are ordered by step, then by kind
    next_deal = snapshot.dealt_seq if post.seq < snapshot.dealt_seq else None
    later_steps = [seq for seq, kind in calls if (seq, kind) > own_call]
    return any(next_deal is None or seq < next_deal for seq in later_steps)


def hand_of_this_turn(snapshot: Snapshot, seat: Seat) -> Post | None:
    """Return the private message that shows this seat's hand in this turn, if any.

    A message to a previous player of the seat does not count.
    """
    turn_goes_on = is_turn_continued(snapshot)
    handover_seq = max((step.seq for step in snapshot.happened if _hands_over(step, seat)), default=0)
    hands = [
        post
        for post in snapshot.sent_posts(PostKind.HAND)
        if not post.collapsed and post.pinged == seat and post.seq >= handover_seq
    ]
    return next((post for post in reversed(hands) if turn_goes_on or post.seq == snapshot.table.turn_seq), None)


def _has_changed(snapshot: Snapshot) -> bool:
    """Return whether the board or its turn has changed since the channel was updated."""
    shown_seq = snapshot.table.shown_seq
    if shown_seq < snapshot.table.position_seq:
        return True
    return any(step.kind in CHANGES_TURN_MESSAGE for step in snapshot.since(shown_seq))


def _keeps_turn(step: ShownStep, seat: Seat) -> bool:
    """Return whether the seat's turn goes on after this step."""
    if step.kind is Kind.DEAL or _hands_over(step, seat):
        return False
    return step.seat == seat or not step.events or step.kind in SEAT_HANDOVERS | {Kind.SEAT, Kind.AWAY}


def _hands_over(step: ShownStep, seat: Seat) -> bool:
    """Return whether another player took the seat with this step."""
    return step.kind in SEAT_HANDOVERS and step.seat == seat
