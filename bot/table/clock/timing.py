"""The clock of one table, as a value: its settings, each seat's time, and the current turn."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

import msgspec

from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, HOUR, MINUTE, Pace, Preset
from bot.table.private import NO_PLANS, Plans
from engine.game import Seat

ACTIVE_WITHIN = 24 * HOUR
"""The seconds of playing hours for which a game goes on after a person's last action, while all people are late."""
PARKED_AFTER = 3 * DAY
"""The time after a person's last action until a game that waits for people is parked."""
ARCHIVED_AFTER = 14 * DAY
"""The time after a person's last action until any game is closed."""
LATE_TURNS_UNTIL_REPLACED = 3
"""The count of a player's late turns (`SeatTime.late`) at which a computer player sits in."""
EXCUSED_COUNT = 1
"""The value of `SeatTime.late` during the extension of a player's first late turn.

If that turn gets no extension, the value is 2 at once.
"""
EXTRA_TIME = HOUR
"""How much time is added to a turn at its player's request. A player can ask once a turn."""
FIRST_REMINDER = 20 * MINUTE
"""The least time from the beginning of a turn to its first reminder."""


class Absence(StrEnum):
    """What a table does about a player who lets the time of a turn pass."""

    BOT = "bot"
    """The bot plays the turn. At the second late turn in a row, a computer player sits in."""
    CLAIM = "claim"
    """The bot plays the turn. From the second late turn in a row on, others may give the seat to a computer player."""
    WAIT = "wait"
    """The table waits for the player."""


class SeatTime(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of one seat."""

    bank: int = 0
    """The seconds that its player has left."""
    late: int = 0
    """The count of its player's late turns.

    It is 0 if the last turn was in time, 1 during an extension, 2 after a late turn that was played for them, and one
    more for each further late turn in a row.
    """
    excused: bool = False
    """Whether the seat has had its only extension of the game."""
    rests_since: int = 0
    """When its last turn ended, in UTC seconds."""
    private: Plans = NO_PLANS
    """The player's plans, which nobody else may know."""

    def __repr__(self) -> str:
        return f"<seat, late {self.late} times>"


class Reminders(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reminders of a turn so far, by their numbers (`reminders.REMINDER` and `reminders.LAST_CALL`)."""

    due: int = 0
    """The number of the last reminder that was sent; 0 before the first."""
    position_seq: int = 0
    """The step of the table's position at that reminder."""
    dropped: int = 0
    """The reminders up to this number are no longer sent."""


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """The current turn: one seat's actions in a row.

    It has a `budget` of seconds in playing hours, which runs from `since` on.
    """

    seat: Seat
    since: int
    budget: int
    formality: bool = False
    """Whether the player may have nothing to do but confirm. Then the turn takes no time from the bank."""
    confirm_after: int = msgspec.field(default=0, name="short")
    """The seconds of a formality after which the bot confirms for a seat that has no other choice."""
    reminders: Reminders = Reminders()
    lent: int = 0
    """How many seconds of the budget were added because the player asked. If unused, they don't go into the bank."""
    missed: int = 0
    """How many seconds of the budget were added because nobody could play, or because the player was away."""
    over: bool = False
    """Whether its time is over and the table keeps waiting for the player, without a deadline."""
    rests_until: int = 0
    """The time until which its clock stands still because the player is away; 0 if it never did."""

    def awaits(self, number: int) -> bool:
        """Return whether a reminder is still to come."""
        return number > max(self.reminders.due, self.reminders.dropped)


class EndedTurn(msgspec.Struct, frozen=True):
    """A finished turn, which resumes if its move is taken back.

    `bank` and `rests_since` are the seat's values before the turn ended.
    """

    turn: Turn
    bank: int
    rests_since: int
    at: int
    """When the turn ended, in UTC seconds."""


class Silence(msgspec.Struct, frozen=True):
    """The time of a vote, in seconds of playing hours, after which silence counts as a yes."""

    vote: int
    """The step with which the vote began."""
    since: int
    budget: int


class Timing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a table.

    `pace` and `seats` are set when the game starts. All instants are UTC seconds.
    """

    preset: Preset = Preset.OPEN
    hours: Hours = Hours()
    pace: Pace | None = None
    seats: tuple[SeatTime, ...] = ()
    turn: Turn | None = None
    before: EndedTurn | None = None
    """The previous turn, if it can be resumed."""
    last_undoer: Seat | None = msgspec.field(default=None, name="took_back")
    """The seat that took a move back last, until another seat moves."""
    active_at: int = 0
    """When a person last did something, or when a person who is away will be back."""
    stalled: bool = False
    """Whether the clock stands still because all people are late. It goes on when one acts."""
    parked: bool = False
    """Whether the channel was told that the game waits."""
    silence: Silence | None = None
    absence: Absence = Absence.BOT
    whole_until: int = 0
    """Up to this time, the table has got back all the time in which nobody could play."""
    closed_after: int = msgspec.field(default=ARCHIVED_AFTER, name="kept")
    """The seconds without any action of a person after which the game is closed."""

    def fresh_copy(self) -> Self:
        """Return a clock with the same settings for another game."""
        return type(self)(self.preset, self.hours, absence=self.absence)

    @property
    def playing_hours(self) -> Hours:
        """The hours in which time passes: around the clock in a Sprint and without a clock."""
        return self.hours if self.preset.has_hours else Hours(zone=self.hours.zone)

    @property
    def due(self) -> int | None:
        """When the turn's time is over; None without a clock that runs."""
        if self.turn is None or self.pace is None or self.stalled or self.turn.over:
            return None
        return self.playing_hours.instant_after(self.turn.since, self.turn.budget)

    @property
    def extension(self) -> int:
        """How many seconds of extension the current turn got, because its player is late for the first time; else 0."""
        turn, pace = self.turn, self.pace
        return pace.grace if turn and pace and self.seats[turn.seat].late == EXCUSED_COUNT else 0

    @property
    def confirm_at(self) -> int | None:
        """When the bot confirms for a seat that can do nothing else; None in other turns.

        Neither this time nor `due` depends on whether the seat has a choice, so they don't reveal it to others.
        """
        turn, due = self.turn, self.due
        if turn is None or self.pace is None or not turn.formality or due is None:
            return None
        return min(due, self.playing_hours.instant_after(turn.since, turn.confirm_after or self.pace.confirm_time))

    @property
    def silence_at(self) -> int | None:
        """When silence counts as a yes in the open vote; None if it can't, or if no vote is open."""
        if self.silence is None:
            return None
        return self.playing_hours.instant_after(self.silence.since, self.silence.budget)

    @property
    def has_plans(self) -> bool:
        """Whether any seat has plans, or plans that were dropped."""
        return any(seat.private != NO_PLANS for seat in self.seats)

    @property
    def claimable(self) -> bool:
        """Whether the others may give the seat to move to a computer player."""
        return self.absence is Absence.CLAIM and self.turn is not None and self.turn.over

    @property
    def archive_at(self) -> int:
        """When the game is closed if nobody does anything."""
        return self.active_at + self.closed_after

    def start_game(self, pace: Pace | None, seats: int, now: int) -> Self:
        """Begin the game, with a full bank for each seat."""
        seat_time = SeatTime(bank=pace.base if pace else 0, rests_since=now)
        return self.replace(pace=pace, seats=(seat_time,) * seats, active_at=now)

    def begin_turn(self, seat: Seat, now: int, *, formality: bool) -> Self:
        """Begin a seat's turn; it is a `formality` if the seat may have nothing to do but confirm."""
        if self.pace is None:
            return self.replace(turn=Turn(seat, now, 0))
        seat_time = self.seats[seat]
        refill = (now - seat_time.rests_since) * self.pace.refill // DAY
        bank = min(self.pace.cap, seat_time.bank + refill)
        confirm_after = self.pace.confirm_time if formality else 0
        turn = Turn(seat, since=now, budget=bank, formality=formality, confirm_after=confirm_after)
        return self._with_seat(seat, bank=bank).replace(turn=turn)

    def end_turn(self, now: int) -> Self:
        """End the turn: the seat's new bank is the unused time and the increment."""
        turn = self.turn
        if turn is None or self.pace is None:
            return self.replace(turn=None)
        seat_time = self.seats[turn.seat]
        ended_turn = EndedTurn(turn, seat_time.bank, seat_time.rests_since, at=now)
        bank = seat_time.bank
        if not turn.formality:  # a formality leaves the bank as it is; unused rest and lent time don't go into it
            unused_rest = self.playing_hours.seconds_between(min(now, turn.rests_until), turn.rests_until)
            used = self.playing_hours.seconds_between(turn.since, now)
            unused = max(0, turn.budget - unused_rest - turn.lent - used)
            bank = min(self.pace.cap, unused + self.pace.increment)
        return self._with_seat(turn.seat, bank=bank, rests_since=now).replace(turn=None, before=ended_turn)

    def mark_present(self, seat: Seat | None, now: int) -> Self:
        """Note that a person did something. With `seat`, that player no longer counts as late."""
        timing = self if seat is None or not self.seats else self._with_seat(seat, late=0)
        return timing.replace(active_at=now, stalled=False, parked=False)

    def grant_extension(self) -> Self:
        """Note that the seat to move is late for the first time, and give it its extension."""
        assert self.turn
        assert self.pace
        return self._with_seat(self.turn.seat, late=EXCUSED_COUNT, excused=True).add_time(self.pace.grace)

    def mark_late(self) -> Self:
        """Note that the seat to move is late and gets no extension."""
        assert self.turn
        return self._with_seat(self.turn.seat, late=max(EXCUSED_COUNT + 1, self.seats[self.turn.seat].late + 1))

    def add_time(self, seconds: int) -> Self:
        """Give the turn more time."""
        turn = self.turn
        if turn is None:
            return self
        confirm_after = turn.confirm_after + seconds if turn.confirm_after else 0
        return self.replace(
            turn=msgspec.structs.replace(turn, budget=turn.budget + seconds, confirm_after=confirm_after)
        )

    def compensate_turn(self, seconds: int) -> Self:
        """Give the turn back the time in which nobody could play, or its player was away."""
        timing = self.add_time(seconds)
        turn = timing.turn
        if turn is None:
            return timing
        return timing.replace(turn=msgspec.structs.replace(turn, missed=turn.missed + seconds))

    def drop_formality(self) -> Self:
        """Make the turn a decision like any other, with the whole time of its seat."""
        turn = self.turn
        if turn is None:
            return self
        budget = max(turn.budget, self.seats[turn.seat].bank)
        return self.replace(turn=msgspec.structs.replace(turn, formality=False, confirm_after=0, budget=budget))

    def seconds_to_lend(self, now: int) -> int:
        """Return how many seconds to add to the turn if its player asks for more time.

        The turn then ends `EXTRA_TIME` after its deadline, or if that has passed, `EXTRA_TIME` from now.
        """
        assert self.turn
        return EXTRA_TIME + max(0, self.playing_hours.seconds_between(self.turn.since, now) - self.turn.budget)

    def lend_time(self, seconds: int) -> Self:
        """Give the turn more time, because its player asked for it."""
        assert self.turn
        return self.replace(turn=msgspec.structs.replace(self.turn, lent=seconds, over=False)).add_time(seconds)

    def mark_overdue(self) -> Self:
        """Note that the time of the turn is over and the table keeps waiting, without a deadline."""
        return self if self.turn is None else self.replace(turn=msgspec.structs.replace(self.turn, over=True))

    def restart_turn(self, now: int) -> Self:
        """Begin the turn again, with all its time and what is left of its rest."""
        turn = self.turn
        if turn is None:
            return self
        remaining_rest = self.playing_hours.seconds_between(now, turn.rests_until)
        restarted = self.replace(turn=msgspec.structs.replace(turn, since=now))
        return restarted.compensate_turn(remaining_rest - turn.missed)  # `missed` is then the remaining rest

    def start_vote(self, vote: int, now: int) -> Self:
        """Begin the time of a vote: as long as a player's first turn, or a day without a clock."""
        return self.replace(silence=Silence(vote, now, self.pace.base if self.pace else DAY))

    def compensate_vote(self, start: int, end: int) -> Self:
        """Give the vote back the time in which nobody could answer it, from `start` to `end`."""
        silence = self.silence
        if silence is None:
            return self
        seconds = self.playing_hours.seconds_between(max(start, silence.since), end)
        return self.replace(silence=msgspec.structs.replace(silence, budget=silence.budget + seconds))

    def record_reminder(self, number: int, position_seq: int) -> Self:
        """Note that the player to move was sent the reminder with this number."""
        return self._with_reminders(due=number, position_seq=position_seq)

    def drop_reminders(self, number: int) -> Self:
        """Drop the reminders of this turn up to this number, unless they were sent."""
        return self if self.turn is None else self._with_reminders(dropped=number)

    def _with_reminders(self, **changes: int) -> Self:
        assert self.turn
        changed = msgspec.structs.replace(self.turn.reminders, **changes)
        return self.replace(turn=msgspec.structs.replace(self.turn, reminders=changed))

    def is_recently_active(self, now: int) -> bool:
        """Return whether a person did something within `ACTIVE_WITHIN`."""
        return self.playing_hours.seconds_between(self.active_at, now) <= ACTIVE_WITHIN

    def replace(self, **changes: object) -> Self:
        """Return this clock with some fields changed."""
        return msgspec.structs.replace(self, **changes)

    def _with_seat(self, seat: Seat, **changes: object) -> Self:
        seat_time = msgspec.structs.replace(self.seats[seat], **changes)
        return self.replace(seats=(*self.seats[:seat], seat_time, *self.seats[seat + 1 :]))


def can_resume_previous_turn(timing: Timing, seat: Seat | None) -> bool:
    """Return whether a seat that takes a move back goes on with its previous turn."""
    has_turn = timing.turn is not None and timing.turn.seat == seat
    return timing.before is not None and timing.before.turn.seat == seat and not has_turn


def resume_previous_turn(timing: Timing, now: int) -> Timing:
    """Resume the previous turn as if it had not ended, so that taking back a move neither gains nor costs time."""
    assert timing.before
    turn, bank, rests_since, ended_at = msgspec.structs.astuple(timing.before)
    # the budget holds the whole rest, but its unused part is lost: if the player is away, a new rest begins
    unused_rest = timing.playing_hours.seconds_between(ended_at, turn.rests_until)
    used = timing.playing_hours.seconds_between(turn.since, ended_at) + unused_rest
    # at least 1, because `confirm_at` replaces 0 by the usual time
    confirm_after = max(1, turn.confirm_after - used) if turn.confirm_after else 0
    budget = max(0, turn.budget - used)
    resumed = msgspec.structs.replace(
        turn, since=now, budget=budget, confirm_after=confirm_after, missed=0, rests_until=0
    )
    if timing.turn is not None:
        timing = timing._with_seat(timing.turn.seat, rests_since=now)
    return timing._with_seat(turn.seat, bank=bank, rests_since=rests_since).replace(turn=resumed, before=None)


def private_of(timing: Timing, seat: Seat | None) -> Plans:
    """Return the plans of a seat, which only its player may know; none before the start."""
    return NO_PLANS if seat is None or seat >= len(timing.seats) else timing.seats[seat].private


def with_plans(timing: Timing, seat: Seat, plans: Plans) -> Timing:
    """Return the clock with a seat's plans replaced."""
    return timing if plans == private_of(timing, seat) else timing._with_seat(seat, private=plans)


def private_in(clock: str, seat: Seat | None) -> Plans:
    """Return the plans of a seat in a stored clock."""
    return private_of(msgspec.json.decode(clock, type=Timing), seat)


def without_private(clock: str, seat: Seat | None = None) -> str:
    """Return a stored clock without the plans of a seat, or of all seats."""
    timing = msgspec.json.decode(clock, type=Timing)
    for other_seat in range(len(timing.seats)) if seat is None else (seat,):
        timing = with_plans(timing, other_seat, NO_PLANS)
    return msgspec.json.encode(timing).decode()
