"""The messages for players who check the deals of a table.

The first page has one sentence about what the result means for them, then the messages that were checked. The other
pages show each deal. docs/DEALS.md explains what a player may conclude from each sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple

from bot.table.log.model import Table
from bot.table.record.check.log import CheckedDeal, Log, Post
from bot.table.record.check.shown import ShownHead
from bot.table.record.verify import INCOMPLETE, UNCOMPARED, Findings
from bot.talk.letter import Box, Button, ControlId, Divider, Letter, Part, Purpose, Row, Text
from bot.talk.title import AnyGame, table_title
from engine.deal import short_hash
from engine.words import Join, Message, Words, join_items, lines, msg

ENTRIES_A_PAGE: Final = 4
"""The most messages on a page, of deals and others.

Discord answers requests for this many at once.
"""


class MessageState(Enum):
    """The state of a message with the head (the hash) of a step."""

    UNCHANGED = "unchanged"
    DELETED = "deleted"
    EDITED = "edited"
    NOT_OURS = "not ours"
    IS_ANSWER = "an answer"
    """The message answers a command or press.

    Its text could have been added up to a quarter of an hour after the time in its id.
    """
    OTHER_HEAD = "another head"
    UNREADABLE = "unreadable"
    """Discord did not answer the request, or refused it."""


class Entry(NamedTuple):
    """The content of one message: the announcement of a deal, or the end of the game.

    `deal` is None if the deal was not made yet.
    """

    shown: ShownHead
    post: Post | None
    deal: CheckedDeal | None = None
    seed: str = ""


def list_entries(checked: Findings) -> Sequence[Entry]:
    """Return all entries about a table's deals, oldest first."""
    log = checked.log
    if log is None:
        return ()
    posts = {post.shows.seq: post for post in log.posts}
    deals = {deal.due.seq: deal for deal in log.deals}
    seeds = {due.seq: seed for due, seed in zip(log.dues, checked.seeds, strict=False)}
    entries = (Entry(shown, posts.get(seq), deals.get(seq), seeds.get(seq, "")) for seq, shown in log.shown.items())
    # the end is listed once it is posted
    return [entry for entry in entries if entry.shown.kind == "due" or entry.post is not None]


def select_page(entries: Sequence[Entry], newest: int) -> tuple[Sequence[Entry], int]:
    """Return the entries of a page, newest first, and the number of older ones.

    `newest` is the number of the page's newest entry, from 1; 0 means the last.
    """
    last = min(newest, len(entries)) if newest else len(entries)
    first = max(0, last - ENTRIES_A_PAGE)
    return entries[first:last][::-1], first


def build_letter(
    game: AnyGame, table: Table, checked: Findings, newest: int, states: Mapping[int, MessageState], words: Words
) -> Letter:
    """Build the message with the findings.

    With `newest`, the number of a page's newest entry, it describes each deal of that page; 0 means the summary.
    `states` has the state of each message that was checked, by its id.
    """
    entries = list_entries(checked)
    page_entries, older = select_page(entries, newest)
    conclusion = _conclude(checked, page_entries, states)
    question = msg(
        "**{title}**: were the deals fair?",
        title=table_title(game, table),
    )
    head = lines(question, conclusion)
    if newest:
        parts = [
            lines(BY_EYE, CODES),
            *(_entry(table, entry, checked.log, states) for entry in page_entries if checked.log),
        ]
        return _lay_out(words, head, parts, _buttons(table, older, msg("Earlier deals"), words, has_back=True))
    parts = _list_inspected(table, entries, page_entries, states)
    if parts and checked.log is not None and checked.log.opened_with_beacon:
        parts.append(IF_UNSEEN)
        has_unchanged = any(_state_of(entry, states) is MessageState.UNCHANGED for entry in page_entries)
        if has_unchanged and conclusion not in (ALL_FITS, NOTHING_OPEN):
            parts.append(IF_UNCHANGED)  # beside a doubt, an unchanged message could pass for a proof
    return _lay_out(words, head, [*parts, MINE], _buttons(table, len(entries), msg("Each deal"), words))


BY_EYE: Final = msg(
    "👀 To compare yourself, open each link. The message must show the same code. Discord mustn't mark it “(edited)” "
    "or show a command above it. Then scroll through the channel: each deal is announced only once."
)
CODES: Final = msg(
    "-# Each code is made from the moves before it and fixes my secret numbers for all deals. If anyone changed one of "
    "them later, the code would no longer match. Programs check the numbers, with the file from `/record`."
)


# -- the sentence ------------------------------------------------------------------------------------------------------

REFUSED_RECORD: Final = msg("❌ My record of this game can't be true, so don't trust its deals.")
WRONG_MESSAGE: Final = msg("❌ A message doesn't fit my record, so don't trust these deals.")
NOT_ALL: Final = msg("⚠️ I found nothing wrong, but I can't check all of it.")
ALONE: Final = msg(
    "⚠️ Not proved: one person sat alone, so no deal was announced. The operator could have chosen the tiles."
)
NOTHING_OPEN: Final = msg("⏳ A deal can be checked once its round is over: press again then.")
NO_BEACON: Final = msg(
    "⚠️ Nobody can prove it: at this table I shuffle alone, so the operator, who runs me, could know the deals "
    "beforehand."
)
GONE: Final = msg("⚠️ I found nothing wrong, but a message is gone and can't be compared any more.")
ALL_GONE: Final = msg("⚠️ The announcements that I looked for are gone, so there's nothing to compare my record with.")
UNSEEN: Final = msg("⚠️ My record has no fault, but I can't see all messages in the channel now: try again later.")
ALL_FITS: Final = msg("✅ All that I looked at fits: if you saw a deal announced, nobody chose its tiles.")

# what to do now, below each sentence that doesn't say so itself
REPORT: Final = msg("Save the file that `/record` gives you, and ask the operator of this bot what happened.")
REASONS: Final = msg("-# `python -m bot verify`, with that file, says why.")
TRUST: Final = msg("Rely on these deals only if you trust the operator of this bot.")
TRUST_DEAL: Final = msg("Rely on that deal only if you saw its announcement, or trust the operator of this bot.")
UNRATED: Final = msg("That's why this game isn't rated.")
TWO_PEOPLE: Final = msg("Deals are announced as soon as two people sit at a table.")


def _conclude(checked: Findings, page_entries: Sequence[Entry], states: Mapping[int, MessageState]) -> Message:
    """Say in one sentence what the worst finding is, and what to do now.

    It covers the record and the messages of a page.
    """
    code, log = checked.verdict.code, checked.log
    found_states = {_state_of(entry, states) for entry in page_entries if entry.post}
    if code not in (INCOMPLETE, UNCOMPARED):
        return lines(REFUSED_RECORD, REPORT, REASONS)
    if found_states - _SIGNS.keys():  # something is wrong with a message
        return lines(WRONG_MESSAGE, REPORT)
    if log is None or code == INCOMPLETE:
        reasons = join_items(list(checked.shortcomings), Join.SENTENCES)
        return lines(NOT_ALL, msg("-# {reasons}", reasons=reasons))
    if shortcoming := _find_unproved(log):
        return shortcoming
    if found_states == {MessageState.DELETED}:
        return lines(ALL_GONE, TRUST)
    if found_states >= {MessageState.DELETED, MessageState.UNCHANGED}:
        return lines(GONE, TRUST_DEAL)
    return ALL_FITS if found_states == {MessageState.UNCHANGED} else UNSEEN


def _find_unproved(log: Log) -> Message | None:
    """Say why a table's deals are not proved; None if they are.

    Announcements, the beacon or an opened deal can be missing.
    """
    unannounced_count = sum(deal.message is None for deal in log.deals)
    if not log.shared:
        return lines(ALONE, TWO_PEOPLE)
    if not log.opened_with_beacon:
        return lines(NO_BEACON, TRUST)
    if not log.deals:
        return NOTHING_OPEN
    if log.voted_away:
        return lines(beacon_verdict(sum(due.seq < log.voted_away for due in log.dues) + 1), TRUST)
    return lines(unannounced_verdict(unannounced_count + 1), UNRATED) if unannounced_count else None


def beacon_verdict(first: int) -> Message:
    """Say from which deal on a vote replaced the beacon."""
    return msg(
        "⚠️ Not proved from deal {first} on: the tiles came from me alone, so the operator can know them beforehand.",
        first=first,
    )


def unannounced_verdict(first: int) -> Message:
    """Say which deal was the first that was announced."""
    return msg(
        "⚠️ Not proved before deal {first}: the deals weren't announced, so the operator could have chosen them.",
        first=first,
    )


# -- the messages ------------------------------------------------------------------------------------------------------

_SIGNS: Final[Mapping[MessageState, Message | str]] = {
    MessageState.UNCHANGED: msg("unchanged"),
    MessageState.UNREADABLE: "❔",
    MessageState.DELETED: "🗑️",
}
"""The sign of each state in which nothing is wrong with a message."""
_WRONG: Final = "❌"
IF_UNCHANGED: Final = msg("-# An unchanged message doesn't prove that the deal was fair.")
IF_DELETED: Final = msg("-# A message that is gone can't be compared any more. That alone is no cheating.")
LATER_UNCHANGED: Final = msg("-# A later message that is still there vouches for the moves before it too.")
IF_WRONG: Final = msg("-# This doesn't show who changed it, or why.")
IF_UNSEEN: Final = msg(
    "-# If you don't see an announcement when it appears, the operator could have picked that deal out of many."
)
MINE: Final = msg("-# Don't take my word for it: `/record` gives you a file you can check yourself.")


def _describe_fault(state: MessageState, what: Message) -> Message | None:
    """Say what is wrong with a message, which `what` names; None if nothing is wrong."""
    match state:
        case MessageState.EDITED:
            return msg("The message “{what}” was edited.", what=what)
        case MessageState.NOT_OURS:
            return msg("The message “{what}” isn't mine.", what=what)
        case MessageState.IS_ANSWER:
            return msg("The message “{what}” answers a command, so its text could have been added later.", what=what)
        case MessageState.OTHER_HEAD:
            return msg("The code in “{what}” differs from the one in my record.", what=what)
    return None


def _state_of(entry: Entry, states: Mapping[int, MessageState]) -> MessageState:
    """Return the state of an entry's message."""
    return states.get(entry.post.message, MessageState.UNREADABLE) if entry.post else MessageState.UNREADABLE


def _list_inspected(
    table: Table, entries: Sequence[Entry], page_entries: Sequence[Entry], states: Mapping[int, MessageState]
) -> list[Message]:
    """Name the messages that were checked, if any, and what is wrong with them.

    Small print explains what that means and what it doesn't.
    """
    posted_entries = [entry for entry in page_entries if entry.post]
    total = sum(entry.post is not None for entry in entries)
    if not posted_entries:
        return []
    links = join_items([_link(table, entry, states) for entry in posted_entries], Join.DOT)
    if len(posted_entries) < total:
        heading = msg(
            "Are the newest {n} of {found} announcements still as I posted them? {links}",
            n=len(posted_entries),
            found=total,
            links=links,
        )
    else:
        heading = msg("Are my announcements still as I posted them? {links}", links=links)
    wrong = [fault for entry in posted_entries if (fault := _describe_fault(_state_of(entry, states), _label(entry)))]
    states_found = {_state_of(entry, states) for entry in posted_entries}
    notes = lines(
        heading,
        *wrong,
        IF_WRONG if wrong else None,
        IF_DELETED if MessageState.DELETED in states_found else None,
        LATER_UNCHANGED if states_found >= {MessageState.DELETED, MessageState.UNCHANGED} else None,
    )
    return [notes]


def _link(table: Table, entry: Entry, states: Mapping[int, MessageState]) -> Message:
    """Return a link to a message, with a sign for its state."""
    assert entry.post is not None
    address = f"https://discord.com/channels/{table.guild or '@me'}/{entry.post.channel}/{entry.post.message}"
    return msg(
        "[{what}]({where}) {found}",
        what=_label(entry),
        where=address,
        found=_SIGNS.get(_state_of(entry, states), _WRONG),
    )


def _entry(table: Table, entry: Entry, log: Log, states: Mapping[int, MessageState]) -> Message:
    """Describe one deal, or the end of the game."""
    shown, deal = entry.shown, entry.deal
    return lines(
        _heading(table, entry, states),
        msg("code `{head}`", head=short_hash(shown.head)),
        msg("my secret number `{seed}`", seed=short_hash(entry.seed)) if entry.seed else None,
        msg("beacon round {round}", round=str(deal.round)) if deal and deal.round else None,
        msg("Its message was deleted before the deal.") if entry.post and entry.post.message in log.gone else None,
        _unmade_deal_line(entry) if shown.kind == "due" and deal is None else None,
    )


def _unmade_deal_line(entry: Entry) -> Message:
    """Say whether a deal that was not made can still be made."""
    return msg("It was never made.") if entry.seed else msg("I show my secret number after the round.")


def _heading(table: Table, entry: Entry, states: Mapping[int, MessageState]) -> Message:
    sign = "🔓" if entry.deal or entry.shown.kind != "due" else "🔒"
    if entry.post is None:
        return msg("{sign} **{what}**", sign=sign, what=_label(entry))
    return msg("{sign} **{link}**", sign=sign, link=_link(table, entry, states))


def _label(entry: Entry) -> Message:
    return msg("End of the game") if entry.shown.kind == "end" else msg("Deal {n}", n=entry.shown.deal)


# -- buttons and layout ------------------------------------------------------------------------------------------------


def _buttons(table: Table, newest: int, label: Message, words: Words, *, has_back: bool = False) -> tuple[Row, ...]:
    """Return the row of buttons: to a page, and back to the summary if it `has_back`.

    `newest` is the number of the newest entry on that page; 0 means that there is no such page.
    """
    row = []
    if newest:
        row.append(Button(words.text(label), ControlId(Purpose.DEALS, table.id, data=str(newest))))
    if has_back:
        row.append(Button(words.text(msg("Back")), ControlId(Purpose.DEALS, table.id)))
    return (tuple(row),) if row else ()


def _lay_out(words: Words, head: Message, texts: Sequence[Message], rows: tuple[Row, ...]) -> Letter:
    """Lay out the conclusion, a dividing line, and the rest below it."""
    parts: list[Part] = [Text(words.text(head)), Divider(), *(Text(words.text(each)) for each in texts)]
    return Letter(parts=(Box((*parts, *rows)),))
