"""What is told to those who check the deals of a table: three lines on what was checked, then deal by deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple

from bot.table.check.log import Dealt, Log, Post, Shown
from bot.table.model import Table
from bot.table.verify import INCOMPLETE, UNCOMPARED, Checked
from bot.talk.letter import Box, Button, ControlId, Divider, Letter, Part, Purpose, Row, Text
from bot.talk.title import AnyGame, titled
from engine.deal import short
from engine.words import Join, Message, Value, Words, count, lines, listed, msg, sentences

A_PAGE: Final = 4
"""Deals and other messages on a page: Discord answers for so many at once."""
MINE: Final = msg("-# I could lie here. `/record` gives all values as a file, to check without me.")


class Look(Enum):
    """How a message was found that shows the head of a step."""

    STANDS = "stands"
    DELETED = "deleted"
    EDITED = "edited"
    ANOTHERS = "not mine"
    ANSWERS = "an answer"
    """It answers a command or press: its text could come a quarter of an hour after the time in its id."""
    UNLIKE = "another head"
    UNSEEN = "unseen"
    """Discord would not tell, or not now."""


class Entry(NamedTuple):
    """What one message shows: a deal or the end. `deal` is None where none was made yet."""

    shown: Shown
    post: Post | None
    deal: Dealt | None = None
    seed: str = ""


def entries(checked: Checked) -> Sequence[Entry]:
    """Return all that is told of a table's deals, oldest first."""
    log = checked.log
    if log is None:
        return ()
    posts, deals = {post.shows.seq: post for post in log.posts}, {deal.due.seq: deal for deal in log.deals}
    seeds = dict(zip(deals, checked.seeds, strict=True))
    told = (Entry(shown, posts.get(seq), deals.get(seq), seeds.get(seq, "")) for seq, shown in log.shown.items())
    return [entry for entry in told if entry.shown.kind == "due" or entry.post is not None]


def page(all_: Sequence[Entry], newest: int) -> tuple[Sequence[Entry], int]:
    """Return the entries of a page, newest first, and how many are older; `newest` are told at most, 0 means all."""
    last = min(newest, len(all_)) if newest else len(all_)
    first = max(0, last - A_PAGE)
    return all_[first:last][::-1], first


def told(game: AnyGame, table: Table, checked: Checked, newest: int, looks: Mapping[int, Look], words: Words) -> Letter:
    """Tell what was checked of a table and what is left to the reader; `looks` are by message."""
    shown, older = page(entries(checked), newest)
    log = checked.log
    head: list[Value | None] = [msg("**Deals of {title}**", title=titled(game, table)), _record(checked)]
    if log is not None and log.posts:
        head += [_messages(shown, looks), BY_EYE, CODES]
    parts = [_entry(table, entry, log, looks) for entry in shown if log is not None]
    return _laid_out(words, lines(*head), [*parts, MINE], _earlier(table, older, words))


BY_EYE: Final = msg(
    "👀 **By eye**: open each link. It shows the same head, isn't marked “(edited)”, doesn't answer a command, and no "
    "other deal of this game stands between."
)
CODES: Final = msg(
    "-# A *head* is a code made of everything before it. The code after *seeds* fixes the tiles of all deals."
)


# -- the record --------------------------------------------------------------------------------------------------------


def _record(checked: Checked) -> Message:
    """Say what the verifier found, and what that is worth."""
    code, log = checked.verdict.code, checked.log
    reasons = listed(list(checked.lacks), Join.SENTENCES)
    if code == INCOMPLETE:
        return msg("⚠️ **Record**: not all of it can be proved. {reasons}", reasons=reasons)
    if code != UNCOMPARED or log is None:
        return msg("❌ **Record**: something is wrong, so don't trust this game. {reasons}", reasons=reasons)
    deals = count("{n} deal and its moves agree", "{n} deals and their moves agree", len(log.deals))
    if not log.deals:
        deals = msg("agrees, no deal is open yet")
    return sentences(msg("✅ **Record**: {deals}.", deals=deals), _beacon(log))


def _beacon(log: Log) -> Message:
    """Say whether anything was mixed in that nobody could know."""
    if not log.shared:
        return msg("One person sat here alone, so nothing was announced and nothing can be compared.")
    if not log.opened_with_beacon:
        return msg("⚠️ There's no public beacon here: the operator could steer the deals.")
    if log.voted_away:
        first = sum(deal.seq < log.voted_away for deal in log.deals) + 1
        return msg(
            "⚠️ From deal {first} on there's no public beacon, as all players agreed: the operator could steer.",
            first=first,
        )
    return msg("A public beacon is mixed into each deal.")


# -- the messages ------------------------------------------------------------------------------------------------------

_WRONG: Final[Mapping[Look, str]] = {
    Look.DELETED: "{what} was deleted: its head can't be compared.",
    Look.EDITED: "{what} was edited: don't trust it.",
    Look.ANOTHERS: "{what} isn't mine: don't trust it.",
    Look.ANSWERS: "{what} answers a command, so its text could have come later: don't trust it.",
    Look.UNLIKE: "{what} shows another head: don't trust it.",
}


def _messages(shown: Sequence[Entry], looks: Mapping[int, Look]) -> Message:
    """Say how the messages of a page were found in Discord."""
    found = [(entry, looks.get(entry.post.message, Look.UNSEEN)) for entry in shown if entry.post is not None]
    wrong = [msg(_WRONG[look], what=_what(entry)) for entry, look in found if look in _WRONG]
    if wrong:
        return msg("❌ **Messages**: {wrong}", wrong=listed(wrong, Join.SENTENCES))
    if any(look is Look.UNSEEN for _, look in found):
        return msg("❔ **Messages**: I can't look at them now.")
    if not found:
        return msg("**Messages**: none on this page.")
    n = len(found)
    return count(
        "✅ **Messages**: the one below stands, unedited, with its head.",
        "✅ **Messages**: the {n} below stand, unedited, with their heads.",
        n,
    )


def _entry(table: Table, entry: Entry, log: Log, looks: Mapping[int, Look]) -> Message:
    """Tell one deal, or what else a message shows."""
    shown, deal = entry.shown, entry.deal
    return lines(
        _head(table, entry, looks),
        msg("head `{head}`", head=short(shown.head)),
        msg("seeds `{root}`", root=short(shown.root)) if shown.root else None,
        msg("its seed `{seed}`", seed=short(entry.seed)) if entry.seed else None,
        msg("beacon round {round}", round=str(deal.round)) if deal and deal.round else None,
        msg("Its message was deleted before the deal.") if entry.post and entry.post.message in log.gone else None,
        msg("Its seed opens after the round.") if shown.kind == "due" and deal is None else None,
    )


def _head(table: Table, entry: Entry, looks: Mapping[int, Look]) -> Message:
    sign = "🔓" if entry.deal or entry.shown.kind != "due" else "🔒"
    if entry.post is None:
        return msg("{sign} **{what}**", sign=sign, what=_what(entry))
    found = _SIGNS[looks.get(entry.post.message, Look.UNSEEN)]
    where = f"https://discord.com/channels/{table.guild or '@me'}/{entry.post.channel}/{entry.post.message}"
    return msg("{sign} **{what}** · [message]({where}) {found}", sign=sign, what=_what(entry), where=where, found=found)


_SIGNS: Final[Mapping[Look, str]] = {Look.STANDS: "✅", Look.UNSEEN: "❔"} | dict.fromkeys(_WRONG, "❌")


def _what(entry: Entry) -> Message:
    match entry.shown.kind:
        case "end":
            return msg("End")
    return msg("Deal {n}", n=entry.shown.deal)


# -- around them -------------------------------------------------------------------------------------------------------


def _earlier(table: Table, older: int, words: Words) -> tuple[Row, ...]:
    if not older:
        return ()
    return ((Button(words.text(msg("Earlier deals")), ControlId(Purpose.DEALS, table.id, data=str(older))),),)


def _laid_out(words: Words, head: Message, told: Sequence[Message], rows: tuple[Row, ...]) -> Letter:
    """Put what was checked above a line, and each deal below it."""
    parts: list[Part] = [Text(words.text(head)), Divider(), *(Text(words.text(each)) for each in told)]
    return Letter(parts=(Box((*parts, *rows)),))
