"""The records of a server: a new one under a result, and all of them with the best players."""

from __future__ import annotations

from collections.abc import Sequence

from bot.stats.server_bests import ServerBest
from bot.table.log.model import Table
from bot.talk.words import clean_name
from engine.words import Message, Value, Who, msg

NEW = msg("New record on this server")


def new_record_line(table: Table, bests: Sequence[ServerBest]) -> Message | None:
    """Write the most important record that a game has broken; None if there is none."""
    return msg("🏅 {title} · {row}", title=NEW, row=_new_record(table, bests[0])) if bests else None


def picture_foot(table: Table, bests: Sequence[ServerBest]) -> Sequence[Message]:
    """Return the lines for the picture of a game's end: a title, and the record.

    Return none if no record was broken.
    """
    return (NEW, _new_record(table, bests[0])) if bests else ()


def _new_record(table: Table, best: ServerBest) -> Message:
    seat = None if best.user is None else table.seat_of(best.user)
    return _row(best, "" if seat is None else Who(seat))


ALL_SIZES = msg("Records of this server, in games of all sizes")


def message_lines(bests: Sequence[ServerBest]) -> Sequence[Value]:
    """List records for a message, with the users who hold them."""
    if not bests:
        return ()
    return ["", msg("**{title}**", title=ALL_SIZES), *_rows(bests)]


def _rows(bests: Sequence[ServerBest]) -> Sequence[Message]:
    return [msg("🏅 {row}", row=_row(each, f"<@{each.user}>" if each.user else "")) for each in bests]


def picture_lines(bests: Sequence[ServerBest]) -> Sequence[Message]:
    """List records for a picture."""
    return [ALL_SIZES, *(_row(each, clean_name(each.name)) for each in bests)] if bests else ()


def _row(best: ServerBest, who: str | Who) -> Message:
    label = best.record.label
    value = best.record.format_amount(best.value)
    if not who:
        return msg("{label}: {value}", label=label, value=value)
    return msg("{label}: {value} ({who})", label=label, value=value, who=who)
