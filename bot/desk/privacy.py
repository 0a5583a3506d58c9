"""What the bot keeps about a person: shown in words, given as a file, deleted for good."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

import msgspec
import structlog

from bot.desk.ask import Ask, Handler
from bot.desk.command import Arg, Command
from bot.table.model import Status, User
from bot.table.refusals import Refusal
from bot.table.rows import DigestRow, Kept, KeptSeat, PersonRow
from bot.talk.letter import Button, ControlId, Letter, Purpose, Style
from bot.talk.words import plain
from engine.words import Join, Message, count, lines, listed, msg

FORMAT = "boneyard-person-v1"
NOTHING = Kept(None, [], [], ())

log = structlog.get_logger()


class Wanted(StrEnum):
    """What the caller of `/privacy` asks for."""

    SHOW = "show"
    EXPORT = "export"
    ASK = "delete"  # the second question follows
    DELETE = "yes"


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
        return ask.says(_marks(kept))
    words = ask.words()
    file = Button(words.text(msg("As a file")), _id(Wanted.EXPORT))
    delete = Button(words.text(msg("Delete it …")), _id(Wanted.ASK), Style.DANGER)
    return ask.says(told(kept), None, (file, delete))


async def export(ask: Ask) -> Letter:
    """Give the same as a file that other programs can read."""
    kept = await ask.service.people.kept_about(ask.user)
    return replace(ask.says(_FILE), files=((f"boneyard-{ask.user}.json", exported(ask.user, kept)),))


async def surely(ask: Ask) -> Letter:
    """Ask a second time before everything is deleted, with what will happen."""
    kept = await ask.service.people.kept_about(ask.user)
    if _only_marks(kept):
        return ask.says(_marks(kept))
    words = ask.words()
    delete = Button(words.text(msg("Delete everything")), _id(Wanted.DELETE), Style.DANGER)
    keep = Button(words.text(msg("Keep it")), _id(Wanted.SHOW))
    return ask.says(_follows(kept), None, (delete, keep))


async def delete(ask: Ask) -> Letter:
    """Forget the caller."""
    try:
        await ask.service.people.forget(ask.user)
    except Refusal as refused:
        if not _only_marks(await ask.service.people.kept_about(ask.user)):
            raise
        log.warning("cleaning up after a deletion waits", error=type(refused).__name__)
    kept = await ask.service.people.kept_about(ask.user)
    return ask.says(lines(_ALL_ELSE, _marks(kept)) if kept.left else _FORGOTTEN)


_WANTED: Mapping[str, Handler] = {
    Wanted.SHOW: show,
    Wanted.EXPORT: export,
    Wanted.ASK: surely,
    Wanted.DELETE: delete,
}


def _follows(kept: Kept) -> Message:
    """What will happen when everything is deleted."""
    there = [seat.table.status for seat in kept.seats if seat.seat is not None]
    running, waiting = there.count(Status.RUNNING.value), there.count(Status.LOBBY.value)
    return lines(
        msg("**Delete everything about you?** Nobody can bring it back."),
        count(
            "You play in {n} game that goes on: you leave it, and a computer player takes your seat.",
            "You play in {n} games that go on: you leave them, and computer players take your seats.",
            running,
        )
        if running
        else None,
        count("You lose your seat at {n} table.", "You lose your seats at {n} tables.", waiting) if waiting else None,
        msg("In games that others still have, your moves stay, played by “someone who left”."),
        msg(
            "Until a game is over whose tiles you have seen, a mark keeps you from taking another seat there. It "
            "is made so that nobody can read your id out of it."
        )
        if running or kept.left
        else None,
        msg("Messages that are in Discord already stay there: they belong to the server."),
    )


def told(kept: Kept) -> Message:
    """What is kept, in words."""
    seats = [seat for seat in kept.seats if seat.seat is not None]
    steps = sum(len(seat.steps) for seat in kept.seats)
    names = dict.fromkeys(plain(seat.name) for seat in seats)
    given = dict.fromkeys(plain(seat.word.partition(" ")[2]) for seat in seats if seat.word)
    facts = [
        msg("your Discord id, which tells me whose seat and whose turn it is"),
        msg("what Discord called you when you played: {names}", names=listed(list(names))) if names else None,
        count("your seat at {n} table, {open} of it open", "your seats at {n} tables, {open} of them open", len(seats),
              open=sum(seat.table.status in _OPEN for seat in seats)) if seats else None,
        count("{n} step of yours, with its time: moves, and taking a seat",
              "{n} steps of yours, with their times: moves, and taking seats",
              steps) if steps else None,
        count("that you opened {n} table and left it", "that you opened {n} tables and left them", len(kept.opened))
        if kept.opened else None,
        count("that you have seen the tiles of {n} seat, which you left or looked at, and which it is",
              "that you have seen the tiles of {n} seats, which you left or looked at, and which they are",
              len(kept.left)) if kept.left else None,
        msg("your words for the shuffle: {words}", words=listed(list(given))) if given else None,
        msg("your settings (`/settings`)") if kept.person else None,
        msg("when you get a digest, and when the last one came") if kept.digest else None,
        msg("where I sent you your hand by private message") if any(seat.messages for seat in kept.seats) else None,
    ]  # fmt: skip
    rows = [msg("- {fact}", fact=fact) for fact in facts if fact is not None]
    return lines(
        msg("**What I keep about you**, and nothing else:"),
        listed(rows, Join.LINES),
        msg("It stays until you delete it. I read no messages, and nobody but you gets this."),
    )


def exported(user: User, kept: Kept) -> bytes:
    """What is kept, as JSON. Times are in UTC seconds, seats count from 0."""
    told = {
        "format": FORMAT,
        "user": user,
        "settings": None if kept.person is None else _settings(kept.person),
        "digest": None if kept.digest is None else _settings(kept.digest),
        "opened_and_left": kept.opened,
        "left": [{"table": table, "seat": seat} for table, seat in kept.left],
        "seats": [_seat(user, seat) for seat in kept.seats],
    }
    return msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n"


def _settings(person: PersonRow | DigestRow) -> dict[str, object]:
    return {name: value for name, value in person._asdict().items() if name != "user"}


def _seat(user: User, kept: KeptSeat) -> dict[str, object]:
    table = kept.table
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
    """Whether nothing is kept but what nobody can delete before a game ends."""
    return kept._replace(left=()) == NOTHING


def _marks(kept: Kept) -> Message:
    """What stays of a person who was forgotten."""
    if not kept.left:
        return _NOTHING
    return count(
        "Of you I keep only a mark in {n} game that goes on, by which you take no other seat there. It ends with it.",
        "Of you I keep only a mark in each of {n} games that go on, by which you take no other seat there. It ends "
        "with them.",
        len(kept.left),
    )


def _id(wanted: Wanted) -> ControlId:
    return ControlId(Purpose.PRIVACY, 0, data=wanted)


_OPEN: Sequence[str] = (Status.LOBBY.value, Status.RUNNING.value)
_NOTHING = msg("I keep nothing about you.")
_FILE = msg("Here is everything that I keep about you. Only you see this.")
_FORGOTTEN = msg("Done: I keep nothing about you any more. Whenever you play again, I begin anew.")
_ALL_ELSE = msg("Done: all else about you is deleted. Whenever you play again, I begin anew.")

PRIVACY = Command(
    "privacy",
    "What the bot keeps about you",
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
