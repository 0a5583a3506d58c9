"""Lists what people have to compare with the channel, and compares the record with what they saw there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from bot.table.record.check.deals import publication_time, round_of
from bot.table.record.check.decks import UNKNOWN_PARTNERS, find_sides
from bot.table.record.check.log import LEEWAY, Log, Post, message_time, shorten_hash
from bot.table.record.check.refused import RecordRefused
from bot.table.record.check.shown import ShownHead
from bot.table.record.record import Record, harmless
from engine.words import Message, count, msg

MAX_POSTS: Final = 1000
"""How many messages are listed one by one."""
MAX_PLACES: Final = 8
"""How many places are listed one by one beside the table's channel."""
MAX_RESTORED: Final = 8
"""How many restored copies are listed one by one."""
MAX_SILENCES: Final = 8
"""How many answers by silence are listed one by one."""
_HEAD = re.compile(r"[A-Za-z0-9_-]{22}")
_LINK = re.compile(r"(?:https://[a-z.]{1,40}/channels/[0-9@me]{1,20}/)?([0-9]{1,20})/([0-9]{1,20})")


def is_readable(seen: str) -> bool:
    """Return whether a text has the form of a head or of a link to a message."""
    return _HEAD.fullmatch(seen) is not None or _LINK.fullmatch(seen) is not None


def find_bound_step(log: Log, seen: Sequence[str]) -> int:
    """Return the last step whose head a reader gave; 0 if they gave none.

    Raises RecordRefused if the record doesn't have a head that they gave, or a message to which they gave a link.
    """
    heads = {shorten_hash(shown.head): shown.seq for shown in anchors(log)}
    messages = {(post.channel, post.message) for post in log.posts}
    bound = 0
    for text in seen:
        link = _LINK.fullmatch(text)
        if link and (int(link[1]), int(link[2])) not in messages:
            raise RecordRefused(msg("The message {text}, which you gave, isn't in the record.", text=_excerpt(text)))
        if not link and text not in heads:
            raise RecordRefused(msg("The head {text}, which you gave, isn't in the record.", text=_excerpt(text)))
        bound = max(bound, heads.get(text, 0))
    return bound


def anchors(log: Log) -> Sequence[ShownHead]:
    """Return the steps whose heads the channel can show, oldest first."""
    if not log.shared:
        return ()
    unannounced = {dealt.due.seq for dealt in log.deals if dealt.message is None}
    return [shown for shown in log.shown.values() if shown.seq not in unannounced]


def head_lines(record: Record, log: Log, seen: Sequence[str], bound: int) -> Sequence[Message]:
    """Return lines about how far the reader's heads confirm the record, and which head confirms the rest."""
    shown_heads, steps = anchors(log), len(record.steps)
    sentences = []
    if bound:
        sentences.append(msg("Compared up to step {seq} of {steps} by your heads.", seq=bound, steps=steps))
    last_seq = shown_heads[-1].seq if shown_heads else 0
    if bound < last_seq:
        sentences.append(
            msg("To compare all of it, give the head of step {seq} as you saw it in the channel.", seq=last_seq)
        )
    if any(map(_LINK.fullmatch, seen)):
        sentences.append(
            msg("A link shows only that its message is in the record. It proves no move: give its head too.")
        )
    return sentences


def comparison_lines(log: Log) -> Sequence[Message]:
    """Return a line for each message that people must look at in the channel, with what it must show."""
    sentences = [*_unannounced_lines(log), *_post_lines(log), *_place_lines(log)]
    if not log.opened_with_beacon:
        sentences.append(msg("This table has no beacon: its deals are only as fair as the bot's operator."))
    if log.set_aside is not None:
        sentences += _beacon_vote_lines(log, log.set_aside)
    if log.posts:
        sentences.append(
            msg("None of these messages may be marked “(edited)”, or answer a command: Discord shows that above it.")
        )
        sentences.append(msg("No other deal of this table may stand among them."))
        sentences.append(
            msg("A message that is gone was deleted. That alone is no forgery, and later heads still prove its step.")
        )
        sentences.append(msg("A message that shows another head means that the record isn't that of the channel."))
    return [*sentences, *_lines_for_players(log)]


def _lines_for_players(log: Log) -> Sequence[Message]:
    """Return lines about what people did according to the log, which only these people can confirm."""
    if not log.shared:
        return log.acts.lines()
    sentences = [*log.acts.lines()]
    if log.handovers:
        sentences.append(
            count(
                "At {n} step a seat changed hands, or a computer player came or went: its players know whether that's "
                "true.",
                "At {n} steps a seat changed hands, or a computer player came or went: its players know whether that's "
                "true.",
                log.handovers,
            )
        )
    silences = log.voters.silences
    sentences += [
        msg(
            "At step {seq} silence counted as a yes, {later} s after the question: the players know whether they were "
            "asked.",
            seq=seq,
            later=later,
        )
        for seq, later in silences[:MAX_SILENCES]
    ]
    if (more := len(silences) - MAX_SILENCES) > 0:
        sentences.append(count("The same is true of {n} more step.", "The same is true of {n} more steps.", more))
    if log.surrender is not None:
        seq, seats = log.surrender
        one_seat = msg("At step {seq} seat {a} gave up: its player knows whether that's true.", seq=seq, a=seats[0] + 1)
        two_seats = msg(
            "At step {seq} seats {a} and {b} gave up: their players know whether that's true.",
            seq=seq,
            a=seats[0] + 1,
            b=seats[-1] + 1,
        )
        sentences.append(two_seats if len(seats) > 1 else one_seat)
    if log.closed and not log.closed_by_vote and not log.acts.has_closed(log.closed):
        sentences.append(msg("At step {seq} the game was closed without a vote.", seq=log.closed))
    return sentences


def _place_lines(log: Log) -> Sequence[Message]:
    """Return lines about the places of the messages, with warnings about places that can't belong to the table."""
    if not log.posts:
        return ()
    channel_id, server_id = str(log.channel), str(log.server)
    sentences = [
        msg("This table was opened in channel {channel} of server {server}.", channel=channel_id, server=server_id)
    ]
    others = dict[int, list[Post]]()
    for post in log.posts:
        if post.channel != log.channel:
            others.setdefault(post.channel, []).append(post)
    for channel, posts in list(others.items())[:MAX_PLACES]:
        if _could_be_thread(log, posts[0]):
            template = "{messages} in {place}: a link shows whether that is a thread of this channel."
        else:
            template = (
                "Warning: {messages} in {place}, which is neither this channel nor a thread opened since then: see "
                "whether you could read it."
            )
        n = count("{n} message is", "{n} messages are", len(posts))
        sentences.append(msg(template, messages=n, place=str(channel)))
    if (more := len(others) - MAX_PLACES) > 0:
        sentences.append(count("Warning: there's {n} more place.", "Warning: there are {n} more places.", more))
    return sentences


def _could_be_thread(log: Log, first_post: Post) -> bool:
    """Return whether the place of a message can be a thread of the table.

    A thread has the same id as the message at which it was opened. That is the table's card, which is newer than the
    table. If a table is played in an older thread, its log names that thread.
    """
    opened_at = message_time(first_post.channel)
    is_new_enough = opened_at >= log.at - LEEWAY
    return first_post.channel == log.thread or (is_new_enough and first_post.channel < first_post.message)


def _beacon_vote_lines(log: Log, announcement: Post) -> Sequence[Message]:
    """Return lines about the vote to go on without the beacon.

    `announcement` is the message of the deal that waited. Anybody can look up its round of the beacon.
    """
    return [
        msg("From step {seq} on there is no beacon: all players voted so.", seq=log.voted_away),
        msg(
            "So deal {deal} was never made: look up whether round {round} of the beacon was silent.",
            deal=announcement.shows.deal,
            round=str(round_of(announcement.message)),
        ),
    ]


def _unannounced_lines(log: Log) -> Sequence[Message]:
    """Return a line about the deals that were not announced. These are the first deals, or all deals."""
    n = sum(dealt.message is None for dealt in log.deals)
    if not n:
        return ()
    if not log.shared:
        return [msg("One person sat alone at this table, so no deal was announced: nothing can be compared.")]
    return [
        count(
            "Deal 1 wasn't announced, since one person sat alone then: nothing of it can be compared.",
            "Deals 1 to {n} weren't announced, since one person sat alone then: nothing of them can be compared.",
            n,
        )
    ]


def unchecked_surrender_lines(log: Log) -> Sequence[Message]:
    """Return a message if a game with unknown partners was given up."""
    if log.surrender is None or log.start is None or find_sides(log.start) is not None:
        return ()
    return (UNKNOWN_PARTNERS,)


def restoration_lines(log: Log) -> Sequence[Message]:
    """Return lines about what can't be proved about deals, because the table was restored from an older copy."""
    sentences = [
        msg(
            "At step {seq} the bot was restored from an older copy. If deal {deal} or a later one was announced "
            "before that, its tiles may have been seen and dealt again.",
            seq=seq,
            deal=deal,
        )
        for seq, deal in log.restored[:MAX_RESTORED]
    ]
    more = len(log.restored) - MAX_RESTORED
    return [*sentences, msg("The same is true of {n} later steps.", n=more)] if more > 0 else sentences


def _post_lines(log: Log) -> list[Message]:
    """Return a line for each message with what it must show. Of very many messages, leave out the middle."""
    more = len(log.posts) - MAX_POSTS
    if more <= 0:
        return [_post_line(log, post) for post in log.posts]
    first, last = log.posts[: MAX_POSTS // 2], log.posts[-MAX_POSTS // 2 :]
    middle_line = count("{n} more message is in the record.", "{n} more messages are in the record.", more)
    return [*(_post_line(log, post) for post in first), middle_line, *(_post_line(log, post) for post in last)]


def _post_line(log: Log, post: Post) -> Message:
    shows = post.shows
    what = msg("deal {deal}", deal=shows.deal) if shows.kind == "due" else msg("the end")
    root = msg(", root {root}", root=shorten_hash(shows.root)) if shows.root else ""
    return msg(
        "Message {message} in channel {channel}, {time} ({later} s after its step): "
        "{what}, head {head}{root}{word}{gone}",
        message=str(post.message),
        channel=str(post.channel),
        time=_format_time(post.time),
        later=int((post.time - shows.at) // 1),
        what=what,
        head=shorten_hash(shows.head),
        root=root,
        word=_beacon_round_text(post) if post.waits else "",
        gone=msg(" (deleted before the deal)") if post.message in log.gone else "",
    )


def _beacon_round_text(post: Post) -> Message:
    """Describe which round of the beacon a message names, and when it is published."""
    round_ = round_of(post.message)
    return msg(", beacon round {round} of {time}", round=str(round_), time=_format_time(publication_time(round_)))


def _format_time(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M:%S} UTC"


def _excerpt(text: str) -> str:
    return harmless(text[:80])
