"""What must be compared with the channel by eye, and what a reader saw there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from bot.table.check.log import Log, Post, short
from bot.table.check.refused import Refused
from bot.table.record import harmless
from engine.words import Message, count, msg

MOST_RESTORED: Final = 8
"""How many restored copies are told one by one."""
_HEAD = re.compile(r"[A-Za-z0-9_-]{22}")
_LINK = re.compile(r"(?:https://[a-z.]{1,40}/channels/[0-9@me]{1,20}/)?([0-9]{1,20})/([0-9]{1,20})")


def is_readable(seen: str) -> bool:
    """Return whether this can be a head or a link to a message."""
    return _HEAD.fullmatch(seen) is not None or _LINK.fullmatch(seen) is not None


def need_seen(log: Log, seen: Sequence[str]) -> None:
    """Refuse a record that lacks a head, or a message by its link, that a reader saw. Raises Refused."""
    heads = {short(shown.head) for shown in log.shown.values()}
    messages = {(post.channel, post.message) for post in log.posts}
    for text in seen:
        link = _LINK.fullmatch(text)
        if link and (int(link[1]), int(link[2])) not in messages:
            raise Refused(msg("The message {text}, which was seen, isn't in the record.", text=_shown(text)))
        if not link and text not in heads:
            raise Refused(msg("The head {text}, which was seen, isn't in the record.", text=_shown(text)))


def compared(log: Log) -> Sequence[Message]:
    """Return each message that must be compared by eye, and what it must show."""
    told = [*_alone(log), *(_post(log, post) for post in log.posts)]
    if not log.opened_with_beacon:
        told.append(msg("This table has no beacon: its deals are only as fair as the bot's operator."))
    if log.voted_away:
        told.append(msg("From step {seq} on there is no beacon: all players voted so.", seq=log.voted_away))
    if log.posts:
        told.append(
            msg("None of these messages may be marked “(edited)”, or answer a command: Discord shows that above it.")
        )
        told.append(msg("Among them no other deal of this table may stand."))
    return told


def _alone(log: Log) -> Sequence[Message]:
    """Name the deals that were not announced: the first ones, or all."""
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


def restored(log: Log) -> Sequence[Message]:
    """Return what is not proved of the deals of a table that was restored from an older copy."""
    told = [
        msg(
            "At step {seq} the bot was restored from an older copy: "
            "only the channel shows whether deal {deal} or a later one was announced before.",
            seq=seq,
            deal=deal,
        )
        for seq, deal in log.restored[:MOST_RESTORED]
    ]
    more = len(log.restored) - MOST_RESTORED
    return [*told, msg("The same is true of {n} later steps.", n=more)] if more > 0 else told


def _post(log: Log, post: Post) -> Message:
    shows = post.shows
    what = {
        "due": msg("deal {deal}", deal=shows.deal),
        "end": msg("the end"),
    }[shows.kind]
    root = msg(", root {root}", root=short(shows.root)) if shows.root else ""
    return msg(
        "Message {message} in channel {channel}, {time} ({later} s after its step): {what}, head {head}{root}{gone}",
        message=str(post.message),
        channel=str(post.channel),
        time=f"{datetime.fromtimestamp(post.time, UTC):%Y-%m-%d %H:%M:%S} UTC",
        later=int((post.time - shows.at) // 1),
        what=what,
        head=short(shows.head),
        root=root,
        gone=msg(" (deleted before the deal)") if post.message in log.gone else "",
    )


def _shown(text: str) -> str:
    return harmless(text[:80])
