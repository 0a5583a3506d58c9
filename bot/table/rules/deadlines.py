"""What time does to a table. Most functions change a draft.

`update_clock` brings the clock up to date with the steps of a change. `tick` does what is due by time alone. A late
turn, a reminder and added time become steps of the log, so they are as durable as a move.
"""

from __future__ import annotations

from dataclasses import replace

from bot.table.clock.pace import pace, turns_of_people
from bot.table.clock.reminders import ReminderWishes, reminder_times
from bot.table.clock.timing import (
    LATE_TURNS_UNTIL_REPLACED,
    PARKED_AFTER,
    Absence,
    Timing,
    can_resume_previous_turn,
    resume_previous_turn,
    with_plans,
)
from bot.table.log.draft import Draft
from bot.table.log.model import Status, Table
from bot.table.log.settled.away import BACK
from bot.table.log.steps import SEAT_HANDOVERS, Kind
from bot.table.private import NO_PLANS
from bot.table.rules import away, challenge, computers, premoves, ready, seats, votes
from engine.game import DEALER, Seat

TURN_KINDS = (Kind.ACT, Kind.STAND_IN, Kind.SEAT)
"""The kinds of steps by which a player takes part in the game, so that they no longer count as late."""
BY_PEOPLE = (
    Kind.NEW,
    Kind.JOIN,
    Kind.OPTION,
    Kind.EXCHANGE,
    Kind.CHECK,
    Kind.START,
    Kind.VOTE,
    Kind.PAUSE,
    *TURN_KINDS,
)
"""The kinds of steps that show that people still play here, so the game isn't parked or closed."""


def update_clock(draft: Draft) -> None:
    """Bring the clock up to date with the steps that this change has added."""
    table, now, rows = draft.table, draft.now, draft.steps
    timing = _note_steps(draft, table.timing)
    seat = _person_to_move(table)
    ended: Seat | None = None
    if any(row.kind == Kind.UNDO and row.seat == seat for row in rows) and can_resume_previous_turn(timing, seat):
        timing = resume_previous_turn(timing, now)
    if (turn := timing.turn) is not None:
        others_moved = any(Kind(row.kind).moves and row.seat != turn.seat for row in rows)
        if others_moved or seat != turn.seat:
            timing = timing.end_turn(now)
            # if only a computer player took the seat over, it goes on with the turn
            ended = turn.seat if others_moved or table.to_act != turn.seat else None
        elif turn.formality and not draft.state.confirming:
            timing = timing.drop_formality()
    if timing.turn is None and seat is not None:
        timing = timing.begin_turn(seat, now, formality=draft.state.confirming)
    back_at = max((absence.until for absence in table.standing.away), default=0)
    timing = timing.replace(active_at=max(timing.active_at, back_at))
    timing = premoves.drop_ended_plans(draft, timing, ended) if timing.has_plans else timing
    set_timing(draft, _time_open_vote(table, timing, now))


def _note_steps(draft: Draft, timing: Timing) -> Timing:
    """Return the clock after the added steps, which show who is present. Turns are not begun or ended here."""
    for row in draft.steps:
        kind = Kind(row.kind)
        if kind is Kind.START:
            timing = _start_clock(draft, timing)
        if kind in BY_PEOPLE and row.seat is not None and _is_played_by_person(draft.table, row.seat):
            timing = timing.mark_present(row.seat if kind in (*TURN_KINDS, Kind.JOIN) else None, draft.now)
        elif kind is Kind.AWAY and row.notation == BACK:
            timing = timing.mark_present(None, draft.now)
        if kind in SEAT_HANDOVERS and row.seat is not None and row.seat < len(timing.seats):
            # the plans and the previous turn were another player's
            timing = with_plans(timing, row.seat, NO_PLANS).replace(before=None)
        if kind is Kind.UNDO or (kind.moves and row.seat != timing.last_undoer):
            timing = timing.replace(last_undoer=row.seat if kind is Kind.UNDO else None)
    return timing


def tick(draft: Draft, wishes: ReminderWishes, *, read: bool = False) -> None:
    """End the times away that are over, then do one more thing that is due.

    `wishes` are the preferences of the person to move. `read` is whether the question of the open vote is known to be
    posted, since only then does silence count as a yes.
    """
    away.tick(draft)
    table, now = draft.table, draft.now
    timing, due = table.timing, table.timing.due
    if table.status is Status.LOBBY:
        ready.tick(draft)
        challenge.tick(draft)
    if table.status is not Status.RUNNING:
        return
    if now >= timing.archive_at:
        draft.table = replace(table, status=Status.CLOSED)
        draft.step(Kind.CLOSE)
    elif (vote := find_expired_vote(table, now)) is not None:
        if table.shown_seq < vote:
            # Discord has not shown the question, so nobody could answer it
            set_timing(draft, timing.start_vote(vote, _vote_start(table, now)))
        elif read:
            votes.count_silence_as_yes(draft)
    elif due is None:
        park_at = _park_at(timing)
        if park_at is not None and now >= park_at:
            set_timing(draft, timing.replace(parked=True))
            draft.step(Kind.PARK)
    elif table.shown_seq < table.position_seq:
        set_timing(draft, timing.restart_turn(now))  # Discord has not shown this turn, so nobody could take it
    elif timing.confirm_at is not None and now >= timing.confirm_at:
        _end_formality(draft)
    elif now >= due:
        _end_turn_time(draft)
    else:
        _send_reminder(draft, wishes)


def find_expired_vote(table: Table, now: int) -> int | None:
    """Return the first step of the open vote if its time is over and silence can count as a yes, else None."""
    silence, at = table.timing.silence, table.timing.silence_at
    is_over = at is not None and now >= at
    return silence.vote if silence is not None and is_over else None


def restart_vote_time(draft: Draft, vote: int) -> None:
    """Restart the time of a vote if it is over, because the question was deleted and could not be read."""
    if find_expired_vote(draft.table, draft.now) == vote:
        set_timing(draft, draft.table.timing.start_vote(vote, _vote_start(draft.table, draft.now)))
        draft.step(Kind.EXTENSION, None, "0")


def wake_at(table: Table, wishes: ReminderWishes, now: int) -> int | None:
    """Return the next instant after `now` at which time alone changes something, or None."""
    timing, due = table.timing, table.timing.due
    return_times = [absence.until for absence in table.standing.away]
    if table.status is Status.LOBBY:
        questions = [question for question in (table.standing.check, table.kept_seat) if question is not None]
        lobby_moments = [*return_times, *(question.until for question in questions)]
        return max(now + 1, min(lobby_moments)) if lobby_moments else None
    if table.status is not Status.RUNNING:
        return None
    moments = [timing.archive_at, timing.silence_at, timing.confirm_at, due, _park_at(timing), *return_times]
    if timing.turn is not None:
        moments += [at for number, at in reminder_times(timing, wishes).items() if timing.turn.awaits(number)]
    return max(now + 1, min(moment for moment in moments if moment is not None))


def replan_reminders(draft: Draft, wishes: ReminderWishes) -> None:
    """Plan the reminders of the current turn again.

    Call this when its player has changed their preferences. A reminder that would have been due by now is dropped,
    because the player is present, perhaps in their quiet hours.
    """
    timing = draft.table.timing
    if timing.turn is not None:
        past = [number for number, at in reminder_times(timing, wishes).items() if at <= draft.now]
        set_timing(draft, timing.drop_reminders(max(past, default=0)))


def play_for(draft: Draft, seat: Seat, kind: Kind, first: str = "") -> None:
    """Take a seat's actions by the game's rules for late players, in steps of `kind`.

    Stop as soon as another seat has acted or is to act. If `first` is given, it is the first action.
    """
    while draft.table.to_act == seat:
        old_count = len(draft.entries)
        draft.step(kind, seat, first or str(draft.state.at_deadline()))
        draft.add_automatic_steps()
        first = ""
        if any(entry.row.seat != seat for entry in draft.entries[old_count:]):
            return


def compensate(draft: Draft, start: int, end: int) -> None:
    """Give the turn, the vote and the open check back the time from `start` to `end`, in which nobody could act."""
    set_timing(draft, draft.table.timing.replace(whole_until=end))
    if draft.table.status is Status.LOBBY:
        ready.compensate(draft, end - start)
        challenge.compensate(draft, end - start)
    if draft.table.status is not Status.RUNNING:
        return
    old_timing = draft.table.timing
    active_at = old_timing.active_at + max(0, end - max(start, old_timing.active_at))
    timing = old_timing.replace(active_at=active_at).compensate_vote(start, end)
    turn = timing.turn if timing.due is not None else None
    seconds = 0 if turn is None else timing.playing_hours.seconds_between(max(start, turn.since, turn.rests_until), end)
    set_timing(draft, timing.compensate_turn(seconds))
    if seconds or timing.silence_at != old_timing.silence_at:
        draft.step(Kind.EXTENSION, turn.seat if turn else None, str(seconds))


def _time_open_vote(table: Table, timing: Timing, now: int) -> Timing:
    """Return the clock with a time for the open vote, if silence can count as a yes in it."""
    vote = None if table.standing.vote is None else votes.find_vote_decided_by_silence(table)
    if vote is None:
        return timing.replace(silence=None)
    if timing.silence and timing.silence.vote == vote:
        return timing
    return timing.start_vote(vote, _vote_start(table, now))


def _vote_start(table: Table, now: int) -> int:
    """Return when the time of a vote begins: once all who have not answered are back.

    Otherwise, the silence of a player who is away would count as a yes.
    """
    vote = table.standing.vote
    if vote is None or not table.waits_for_away:
        return now
    unanswered = [seat for seat in table.voters if seat not in vote.agreed]
    return max([now, *(absence.until for absence in table.standing.away if absence.seat in unanswered)])


def _start_clock(draft: Draft, timing: Timing) -> Timing:
    table = draft.table
    seats, people = len(table.seats), max(1, len(table.people))
    most_turns = turns_of_people(draft.game.turns(table.options, seats), seats, people)[-1]
    game_pace = pace(timing.preset, timing.playing_hours.seconds_a_day, people, most_turns)
    return timing.start_game(game_pace, seats, draft.now)


def _send_reminder(draft: Draft, wishes: ReminderWishes) -> None:
    """Remind the player to move, if a reminder is due. If both reminders are due, send only the last one."""
    timing, turn = draft.table.timing, draft.table.timing.turn
    assert turn
    times = reminder_times(timing, wishes)
    numbers = [number for number, at in times.items() if turn.awaits(number) and at <= draft.now]
    if numbers:
        set_timing(draft, timing.record_reminder(numbers[-1], draft.table.position_seq))
        draft.step(Kind.REMINDER, turn.seat, str(numbers[-1]))


def _end_formality(draft: Draft) -> None:
    """End the short time of a formality, in which the seat may only have to confirm.

    If the seat can do nothing else, the bot confirms for it. Otherwise, it gets its whole turn. Until this moment, the
    two cases look the same to others.
    """
    turn = draft.table.timing.turn
    assert turn
    if draft.game.chooses(str(draft.state.at_deadline())):
        set_timing(draft, draft.table.timing.drop_formality())
    else:
        play_for(draft, turn.seat, Kind.LATE)


def _end_turn_time(draft: Draft) -> None:
    """Do what the table has chosen for a turn whose time is over.

    By default, a player's first late turn of the game gets an extension. A further late turn is played by the game's
    rules, and at the second in a row a computer player sits in.
    """
    timing, turn = draft.table.timing, draft.table.timing.turn
    assert turn
    assert timing.pace
    if timing.absence is Absence.WAIT:
        _stop_turn(draft, turn.seat)
    elif _are_others_away(draft.table, turn.seat) and not timing.is_recently_active(draft.now):
        set_timing(draft, timing.replace(stalled=True))
        draft.step(Kind.STALL, turn.seat)
    elif not timing.seats[turn.seat].excused:
        set_timing(draft, timing.grant_extension())
        draft.step(Kind.EXTENSION, turn.seat, str(timing.pace.grace))
    else:
        set_timing(draft, timing.mark_late())
        is_replaced = draft.table.timing.seats[turn.seat].late >= LATE_TURNS_UNTIL_REPLACED
        others = set(draft.table.present_seats) - {turn.seat}
        if is_replaced and timing.absence is Absence.CLAIM and others:
            _stop_turn(draft, turn.seat)
        elif is_replaced:
            computers.sit_in(draft, turn.seat, seats.STRENGTH)
        else:
            play_for(draft, turn.seat, Kind.LATE)


def _stop_turn(draft: Draft, seat: Seat) -> None:
    """Let this turn wait without a deadline, until its player acts or another player claims the seat."""
    set_timing(draft, draft.table.timing.mark_overdue())
    draft.step(Kind.STALL, seat)


def _are_others_away(table: Table, seat: Seat) -> bool:
    """Return whether no other person took their last turn in time."""
    others = [other for other in range(len(table.seats)) if other != seat]
    return all(table.timing.seats[other].late or not _is_played_by_person(table, other) for other in others)


def _park_at(timing: Timing) -> int | None:
    """Return when a game that waits for a player without a deadline is parked; None for other games."""
    waits_without_deadline = timing.turn is not None and timing.due is None and not timing.parked
    return timing.active_at + PARKED_AFTER if waits_without_deadline else None


def _person_to_move(table: Table) -> Seat | None:
    """Return the seat to move, if a person plays it."""
    seat = table.to_act
    if seat is None or seat == DEALER or not table.can_move or not _is_played_by_person(table, seat):
        return None
    return seat


def _is_played_by_person(table: Table, seat: Seat) -> bool:
    return seat < len(table.seats) and table.seats[seat].player is None


def set_timing(draft: Draft, timing: Timing) -> None:
    """Replace the clock of a draft's table, without a step."""
    draft.table = replace(draft.table, timing=timing)
