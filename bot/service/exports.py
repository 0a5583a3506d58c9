"""What is kept about a person, as a file that other programs can read."""

from __future__ import annotations

import msgspec

from bot.table.clock.timing import private_in
from bot.table.log.model import Status, User
from bot.table.log.rows import DigestRow, KeptSeat, PersonalData, RatingRow, ScoreRow
from bot.table.preferences import PersonRow

FORMAT = "boneyard-person-v1"


def export_as_json(user: User, kept: PersonalData, *, to_operator: bool = False) -> bytes:
    """Return what is kept, as JSON. Times are in UTC seconds, seats count from 0.

    The operator gets no moves and no plans of games that go on: they may play there.
    """
    data = {
        "format": FORMAT,
        "user": user,
        "settings": None if kept.person is None else _settings(kept.person),
        "digest": None if kept.digest is None else _settings(kept.digest),
        "tours": [{"game": row.game, "step": row.step} for row in kept.toured],
        "scores": [_score(row) for row in kept.scores],
        "ratings": [_rating(row) for row in kept.ratings],
        "opened_and_left": kept.opened,
        "left": [{"table": table, "seat": seat} for table, seat in kept.left],
        "taken_out_of": list(kept.out),
        "days_away_before_deletion": kept.away,
        "blocked": kept.blocked,
        "seats": [_seat(user, seat, to_operator=to_operator) for seat in kept.seats],
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def _settings(person: PersonRow | DigestRow) -> dict[str, object]:
    return {name: value for name, value in person._asdict().items() if name != "user"}


def _score(row: ScoreRow) -> dict[str, object]:
    return {name: value for name, value in row._asdict().items() if name not in ("user", "player")}


def _rating(row: RatingRow) -> dict[str, object]:
    return {name: value for name, value in row._asdict().items() if name not in ("user", "player")}


def _seat(user: User, kept: KeptSeat, *, to_operator: bool) -> dict[str, object]:
    table = kept.table
    hidden = to_operator and Status(table.status) is Status.RUNNING
    private = private_in(table.clock, None if hidden else kept.seat)
    return {
        "table": table.id,
        "number": table.number,
        "server": table.guild or None,
        "channel": table.channel,
        "thread": table.thread,
        "game": table.game,
        "status": table.status,
        "opened_at": table.created_at,
        "started_at": table.started_at,
        "ended_at": table.ended_at,
        "host": table.host == user,
        "seat": kept.seat,
        "name": kept.name,
        "planned": list(private.planned),
        "dropped_plans": list(private.dropped),
        "steps": [
            {
                "seq": step.seq,
                "kind": step.kind,
                "notation": None if hidden else step.notation,
                "at": step.at,
                "interaction": step.interaction,
            }
            for step in kept.steps
        ],
        "private_messages": [
            {"channel": channel, "message": message, "at": at} for channel, message, at in kept.messages
        ],
    }
