"""What the bot keeps about a person: shown in words, given as a file, deleted for good."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import msgspec
import structlog

from bot.desk.ask import Ask, Handler
from bot.desk.command import Arg, Command
from bot.table.clock.timing import private_in
from bot.table.model import User
from bot.table.refusals import Refusal
from bot.table.rows import DigestRow, Kept, KeptSeat, PersonRow, RatingRow, ScoreRow
from bot.talk import operator
from bot.talk import privacy as talk
from bot.talk.letter import Letter
from bot.talk.privacy import Wanted
from engine.words import lines

FORMAT = "boneyard-person-v1"
NOTHING = Kept(None, [], [], ())

log = structlog.get_logger()


async def press(ask: Ask) -> Letter:
    """Answer a control of these letters."""
    return await _WANTED.get(ask.data, show)(ask)


async def privacy(ask: Ask) -> Letter:
    """Answer the command."""
    return await _WANTED.get(ask.typed.get("what", Wanted.SHOW), show)(ask)


async def show(ask: Ask) -> Letter:
    """Say what is kept about the caller."""
    kept = await ask.service.people.kept_about(ask.user)
    if _only_marks(kept):
        return ask.says(lines(talk.marks(kept), operator.line(ask.tools.operator())))
    return ask.says(talk.told(kept, operator.line(ask.tools.operator())), None, talk.row(ask.words()))


async def export(ask: Ask) -> Letter:
    """Give the same as a file that other programs can read."""
    kept = await ask.service.people.kept_about(ask.user)
    return replace(ask.says(talk.FILE), files=((f"boneyard-{ask.user}.json", exported(ask.user, kept)),))


async def surely(ask: Ask) -> Letter:
    """Ask a second time before everything is deleted, with what will happen."""
    kept = await ask.service.people.kept_about(ask.user)
    if _only_marks(kept):
        return ask.says(talk.marks(kept))
    return ask.says(talk.follows(kept), None, talk.last_row(ask.words()))


async def delete(ask: Ask) -> Letter:
    """Forget the caller; a press of an old message, after which nothing more was kept, does nothing."""
    kept = await ask.service.people.kept_about(ask.user)
    if _only_marks(kept):
        return ask.says(talk.marks(kept))
    try:
        await ask.service.people.forget(ask.user)
    except Refusal as refused:
        if not _only_marks(await ask.service.people.kept_about(ask.user)):
            raise
        log.warning("cleaning up after a deletion waits", error=type(refused).__name__)
    kept = await ask.service.people.kept_about(ask.user)
    return ask.says(lines(talk.ALL_ELSE, talk.marks(kept)) if kept.left or kept.out or kept.away else talk.FORGOTTEN)


_WANTED: Mapping[str, Handler] = {
    Wanted.SHOW: show,
    Wanted.EXPORT: export,
    Wanted.ASK: surely,
    Wanted.DELETE: delete,
}


def exported(user: User, kept: Kept) -> bytes:
    """Return what is kept, as JSON. Times are in UTC seconds, seats count from 0."""
    told = {
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
        "seats": [_seat(user, seat) for seat in kept.seats],
    }
    return msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n"


def _settings(person: PersonRow | DigestRow) -> dict[str, object]:
    return {name: value for name, value in person._asdict().items() if name != "user"}


def _score(row: ScoreRow) -> dict[str, object]:
    return {name: value for name, value in row._asdict().items() if name not in ("user", "player")}


def _rating(row: RatingRow) -> dict[str, object]:
    return {name: value for name, value in row._asdict().items() if name not in ("user", "player")}


def _seat(user: User, kept: KeptSeat) -> dict[str, object]:
    table, private = kept.table, private_in(kept.table.clock, kept.seat)
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
        "word": kept.word,
        "planned": list(private.planned),
        "dropped_plans": list(private.dropped),
        "steps": [
            {
                "seq": step.seq,
                "kind": step.kind,
                "notation": step.notation,
                "at": step.at,
                "interaction": step.interaction,
            }
            for step in kept.steps
        ],
        "private_messages": [
            {"channel": channel, "message": message, "at": at} for channel, message, at in kept.messages
        ],
    }


def _only_marks(kept: Kept) -> bool:
    """Return whether nothing is kept but what nobody can delete before a game ends."""
    return kept._replace(left=(), out=(), away=0) == NOTHING


PRIVACY = Command(
    "privacy",
    "What I keep about you, and how to delete it",
    privacy,
    (
        Arg(
            "what",
            "What you want",
            choices=[
                ("show what is kept about me", Wanted.SHOW.value),
                ("export it as a file", Wanted.EXPORT.value),
                ("delete it", Wanted.ASK.value),
            ],
        ),
    ),
    everywhere=True,
)
