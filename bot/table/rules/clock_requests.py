"""Requests about the clock: other settings, more time, or a late player's seat.

Each function changes a draft.
"""

from __future__ import annotations

from bot.table.clock.hours import Hours, format_hours
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Absence
from bot.table.log.draft import Draft
from bot.table.log.facts import Fact, needs
from bot.table.log.model import User
from bot.table.log.steps import Kind
from bot.table.refusals import NotSeated, Refusal, Stale
from bot.table.rules import lobby, play, seats
from bot.table.rules.deadlines import play_for, set_timing
from engine.game import Seat
from engine.notation import find
from engine.words import msg


def set_clock(draft: Draft, user: User, preset: Preset, hours: Hours, absence: Absence = Absence.BOT) -> None:
    """Set the table's clock; only the host may."""
    lobby.require_host_in_lobby(draft, user)
    set_timing(draft, draft.table.timing.replace(preset=preset, hours=hours, absence=absence))
    notation = f"clock {preset} {format_hours(hours.opens, hours.closes)} {hours.zone} {absence}"
    draft.step(Kind.OPTION, draft.table.seat_of(user), notation)


@needs(Fact.DEPARTURES)
def claim_seat(draft: Draft, user: User) -> None:
    """Give the seat that everybody waits for to a computer player.

    The effect is the same as if its person had left the game. Only a table with `Absence.CLAIM` allows it, after two
    late turns in a row.
    """
    draft.require_running()
    table, claimant = draft.table, draft.table.seat_of(user)
    if claimant is None:
        raise NotSeated
    if not table.timing.claimable or table.mover is None:
        raise Refusal(msg("Nobody has been away long enough for that. Try again after two late turns in a row."))
    if claimant == table.to_act:
        raise Refusal(msg("The others are waiting for you. Make your move, and you're back."))
    seats.leave(draft, table.mover.user, by=claimant)
    set_timing(draft, draft.table.timing.mark_present(None, draft.now))


def play_my_turn(draft: Draft, user: User, seq: int, notation: str = "") -> None:
    """Let the bot play the rest of this turn for its player.

    The first action is `notation`, which a computer player chose. The rules choose the other actions, as for a late
    player, but the log shows that the player was not late. `seq` is the step of the position that the player saw.
    """
    seat = _require_own_turn(draft, user, seq)
    action = find(draft.state.legal_actions(), notation)
    play_for(draft, seat, Kind.STAND_IN, "" if action is None else str(action))


def extend_turn(draft: Draft, user: User, seq: int) -> None:
    """Give this turn one more hour, but only once. `seq` is the step of the position that the player saw."""
    seat = _require_own_turn(draft, user, seq)
    timing = draft.table.timing
    if timing.turn is None or timing.pace is None:
        raise Refusal(msg("This game has no clock, so there is no hurry."))
    if timing.turn.lent:
        raise Refusal(msg("You've had your extra hour in this turn."))
    seconds = timing.seconds_to_lend(draft.now)
    set_timing(draft, timing.lend_time(seconds).mark_present(None, draft.now))  # the player still counts as late
    draft.step(Kind.EXTENSION, seat, str(seconds))


def _require_own_turn(draft: Draft, user: User, seq: int) -> Seat:
    """Return a user's seat if it is their turn. Raises a Refusal, which is Stale if they saw another position."""
    draft.require_running()
    table, seat = draft.table, draft.table.seat_of(user)
    if seat is None:
        raise NotSeated
    if seq != table.position_seq:
        raise Stale
    play.require_not_paused(draft)
    if table.to_act != seat:
        raise play.out_of_turn(table.to_act)
    if table.seats[seat].player is not None:
        raise Refusal(msg("A computer player plays for you. Take your seat back first."))
    return seat
