"""What is stored about a person, as a file that other programs can read."""

from __future__ import annotations

import msgspec

from bot.table.clock.timing import private_in
from bot.table.log.model import Status, User
from bot.table.log.rows import DigestRow, KeptSeat, ModerationRow, PersonalData, RatingRow, ScoreRow
from bot.table.preferences import PersonRow

FORMAT = "boneyard-person-v1"


def export_as_json(user: User, personal: PersonalData, *, to_operator: bool = False) -> bytes:
    """Return what is stored, as JSON. Times are in UTC seconds, seats count from 0.

    The operator gets no moves and no plans of running games, since the operator may play in them.
    """
    data = {
        "format": FORMAT,
        "user": user,
        "settings": None if personal.person is None else _without_names(personal.person),
        "digest": None if personal.digest is None else _without_names(personal.digest),
        "tours": [{"game": row.game, "step": row.step} for row in personal.toured],
        "scores": [_without_names(row) for row in personal.scores],
        "ratings": [_without_names(row) for row in personal.ratings],
        "questions_to_everyone": [row.table for row in personal.quizzes],
        "answers": [
            {"table": row.table, "choice": row.choice, "interaction": row.interaction} for row in personal.answers
        ],
        "opened_and_left": personal.opened,
        "left": [{"table": table, "seat": seat} for table, seat in personal.left],
        "taken_out_of": list(personal.out),
        "days_away_before_deletion": personal.away,
        "blocked": personal.blocked,
        "you_blocked": [{"user": row.other, "at": row.at} for row in personal.blocks],
        "kept_out": [{"server": guild, "until": until} for guild, until in personal.kept_out],
        "moderated": [_moderation_as_json(row) for row in personal.moderated],
        "moderated_by_others": [_moderation_as_json(row) for row in personal.concerned],
        "to_be_told": [
            {
                "act": row.act,
                "at": row.at,
                "channel": row.place,
                "table": row.table,
                "until": row.until,
                "reason": row.reason,
            }
            for row in personal.untold
        ],
        "seats": [_seat_as_json(user, seat, to_operator=to_operator) for seat in personal.seats],
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def _without_names(row: PersonRow | DigestRow | ScoreRow | RatingRow) -> dict[str, object]:
    """Return the fields of a row, except those that identify the player."""
    return {name: value for name, value in row._asdict().items() if name not in ("user", "player")}


def _moderation_as_json(row: ModerationRow) -> dict[str, object]:
    """Return an entry of the moderation log, without the other person in it."""
    return {"server": row.guild, "at": row.at, "act": row.act, "table": row.table, "until": row.until,
            "reason": row.reason}  # fmt: skip


def _seat_as_json(user: User, seat: KeptSeat, *, to_operator: bool) -> dict[str, object]:
    table = seat.table
    hides_moves = to_operator and Status(table.status) is Status.RUNNING
    plans = private_in(table.clock, None if hides_moves else seat.seat)
    return {
        "table": table.id,
        "number": table.number,
        "server": table.guild or None,
        "channel": table.channel,
        "thread": table.thread,
        "game": table.game,
        "language": table.language,
        "status": table.status,
        "opened_at": table.created_at,
        "started_at": table.started_at,
        "ended_at": table.ended_at,
        "host": table.host == user,
        "seat": seat.seat,
        "name": seat.name,
        "planned": list(plans.planned),
        "dropped_plans": list(plans.dropped),
        "steps": [
            {
                "seq": step.seq,
                "kind": step.kind,
                "notation": None if hides_moves else step.notation,
                "at": step.at,
                "interaction": step.interaction,
            }
            for step in seat.steps
        ],
        "private_messages": [
            {"channel": channel, "message": message, "at": at} for channel, message, at in seat.messages
        ],
    }
