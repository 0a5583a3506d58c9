"""The turn under way, read from a snapshot.

These functions find the message that calls the player, whether the turn goes on, and what the message reports once the
turn is over. A message goes on from turn to turn if only computer players moved in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.table.clock.reminders import LAST_CALL
from bot.table.log.model import Happened, Status, Table
from bot.table.log.steps import BY_SEATS, HANDED, OF_TURNS, Kind
from bot.table.posts import CALLS, Intent, Post, PostKind, Snapshot
from engine.game import DEALER, Seat

EDIT_SECONDS = 3000
"""The seconds for which a message can go on from turn to turn.

Discord allows few edits of messages older than an hour.
"""


def call_kind(table: Table) -> PostKind:
    """Return the kind of the message that calls the seat to move.

    It is the turn message until the player has been reminded.
    """
    turn = table.timing.turn
    if turn is None or not turn.reminders.due or turn.reminders.position_seq != table.position_seq:
        return PostKind.TURN
    return PostKind.LAST if turn.reminders.due == LAST_CALL else PostKind.AGAIN


def call_seq(now: Snapshot) -> int:
    """Return the step that the calling message is about.

    While a turn goes on, that is the step of its first call: a seat that draws or leads again keeps its message, and so
    does a seat that is next again after moves of computer players. If a move was taken back or the game was resumed
    since, there is a new call, because the player has to look at the board again.
    """
    earlier, table = find_earlier_call(now), now.table
    if earlier is None or earlier.collapsed or call_kind(table) is not PostKind.TURN or not goes_on(now):
        return table.turn_seq
    resumed = table.standing.halt.resumed > earlier.seq
    is_new_call = resumed or any(step.kind is Kind.UNDO for step in now.since(earlier.seq))
    return table.turn_seq if is_new_call else earlier.seq


def is_call(now: Snapshot, post: Post) -> bool:
    """Return whether a post is the message that calls the seat to move."""
    return (post.kind, post.seq) == (call_kind(now.table), call_seq(now))


def is_computer_to_move(table: Table) -> bool:
    """Return whether a computer player is to move."""
    return table.status is Status.RUNNING and table.mover is not None and table.mover.player is not None


def waits_for_player(table: Table) -> bool:
    """Return whether a person is to move, not a computer player and not the dealer."""
    return table.status is Status.RUNNING and table.to_act not in (None, DEALER) and not is_computer_to_move(table)


def is_due(now: Snapshot) -> bool:
    """Return whether a person is to move and their call is missing or outdated."""
    if not waits_for_player(now.table):
        return False
    sent = now.find(call_kind(now.table), call_seq(now))
    return sent is None or not sent.message or _has_changed(now)


def wants_thread(table: Table) -> bool:
    """Return whether a game has begun, but its thread is not open yet."""
    return table.status in (Status.RUNNING, Status.OVER) and table.threaded and table.thread is None


def find_missing_call(now: Snapshot) -> Intent | None:
    """Return the message that should call the seat to move, if it is not stored yet."""
    table, kind = now.table, call_kind(now.table)
    if table.private or not waits_for_player(table) or wants_thread(table) or now.find(kind, seq := call_seq(now)):
        return None
    return Intent(kind, seq, table.place, table.to_act)


def find_earlier_call(now: Snapshot, seq: int | None = None) -> Post | None:
    """Return the newest turn message about an earlier step than `seq`.

    By default, `seq` is the step of this turn. A deleted message counts too, since it called its player.
    """
    seq = now.table.turn_seq if seq is None else seq
    for post in reversed(now.posts):
        if post.kind is PostKind.TURN and post.seq < seq and (post.message or post.generation):
            return post
    return None


def unreported_steps(now: Snapshot) -> Sequence[Happened]:
    """Return the steps that led to the turn under way, and those within it.

    No earlier message reports them. If the message goes on from turn to turn, these are the steps since its player's
    previous turn.
    """
    seq = call_seq(now)
    return _newest_lap(now, seq) or now.since(_lead_up_start(now, seq))


def steps_since_call(now: Snapshot) -> Sequence[Happened]:
    """Return the steps since the turn under way was called, for its reminder."""
    call = find_earlier_call(now, now.table.turn_seq + 1)
    since = call.seq if call else now.table.turn_seq
    return _newest_lap(now, since) or now.since(since)


def _newest_lap(now: Snapshot, call: int) -> Sequence[Happened]:
    """Return the steps since the seat to move began its previous turn.

    Return none if that turn was before the step `call`.
    """
    happened, seat = now.since(call), now.table.to_act
    if not any(step.kind in BY_SEATS and step.seat != seat for step in happened):
        return ()
    runs = [(is_own, list(run)) for is_own, run in groupby(happened, lambda step: step.seat == seat)]
    kept = 3 if runs[-1][0] else 2  # the seat's turn before, what followed, and perhaps what the seat has done since
    return [step for _, run in runs[-kept:] for step in run]


def goes_on(now: Snapshot) -> bool:
    """Return whether only the called player and computers moved since the last call.

    If a computer player moved, the called player must have made their own moves: if the rules or the bot made one for
    them, they may not be watching. The call must not be older than `EDIT_SECONDS` then. After a deal this is False,
    since all players have to look at the board again.
    """
    earlier, seat, turn = find_earlier_call(now), now.table.to_act, now.table.timing.turn
    if earlier is None or seat is None or earlier.pinged != seat:
        return False
    happened = now.since(earlier.seq)
    if all(_keeps_turn(step, seat) for step in happened):
        return True
    if (
        turn is None
        or turn.since > earlier.at + EDIT_SECONDS
        or any(step.by_clock or step.by_wish for step in happened)
    ):
        return False
    return all(_keeps_turn(step, seat) or _is_by_computer(now.table, step) for step in happened)


def _is_by_computer(table: Table, step: Happened) -> bool:
    """Return whether a computer player made a move."""
    return step.kind in BY_SEATS and step.seat is not None and table.seats[step.seat].player is not None


def reported_range(now: Snapshot, post: Post) -> tuple[int, int]:
    """Return which steps a message reports once its turn is over.

    These are the steps after the first number, up to the second. A turn message reports what led to its call. The last
    message of a deal also reports what followed; for all others, the next message does. So each move is in the channel
    once.
    """
    after = _lead_up_start(now, post.seq) if post.kind is PostKind.TURN else post.seq
    if post.kind in CALLS and _has_later_call(now, post):
        return after, post.seq
    return after, now.dealt_seq - 1 if post.seq < now.dealt_seq else now.table.seq


def is_deal_without_calls(now: Snapshot) -> bool:
    """Return whether no message has called a player since the newest deal, so that none reports its moves."""
    calls = [post for post in now.posts if post.kind is PostKind.TURN and (post.message or post.generation)]
    return bool(now.dealt_seq) and all(post.seq < now.dealt_seq for post in calls)


def _lead_up_start(now: Snapshot, seq: int) -> int:
    """Return the step after which the lead-up to the call about step `seq` begins.

    That is the step of the previous call or the one before the deal, whichever is later.
    """
    earlier = find_earlier_call(now, seq)
    call = earlier.seq if earlier else 0
    return max(call, now.dealt_seq - 1) if seq >= now.dealt_seq else call


def _has_later_call(now: Snapshot, post: Post) -> bool:
    """Return whether a later message of the same deal calls a player, or is about to be sent."""
    calls = [(other.seq, CALLS.index(other.kind)) for other in now.sent_posts(*CALLS)]
    if waits_for_player(now.table):
        calls.append((call_seq(now), CALLS.index(call_kind(now.table))))
    own = (post.seq, CALLS.index(post.kind))
    next_deal = now.dealt_seq if post.seq < now.dealt_seq else None
    return any(own < call and (next_deal is None or call[0] < next_deal) for call in calls)


def hand_of_this_turn(now: Snapshot, seat: Seat) -> Post | None:
    """Return the private message that shows this seat's hand in this turn, if any.

    A message to a previous player of the seat does not count.
    """
    turn_goes_on = goes_on(now)
    handed_over = max((step.seq for step in now.happened if _hands_over(step, seat)), default=0)
    hands = [
        post
        for post in now.sent_posts(PostKind.HAND)
        if not post.collapsed and post.pinged == seat and post.seq >= handed_over
    ]
    return next((post for post in reversed(hands) if turn_goes_on or post.seq == now.table.turn_seq), None)


def _has_changed(now: Snapshot) -> bool:
    """Return whether the board or its turn has changed since the channel was updated."""
    shown = now.table.shown_seq
    return shown < now.table.position_seq or any(step.kind in OF_TURNS for step in now.since(shown))


def _keeps_turn(step: Happened, seat: Seat) -> bool:
    """Return whether the seat's turn goes on after this step."""
    if step.kind is Kind.DEAL or _hands_over(step, seat):
        return False
    return step.seat == seat or not step.events or step.kind in HANDED | {Kind.SEAT, Kind.AWAY}


def _hands_over(step: Happened, seat: Seat) -> bool:
    """Return whether another player took the seat by this step."""
    return step.kind in HANDED and step.seat == seat
