"""Keeps one message in Discord for each post.

The message is sent once, edited if outdated, and sent again if it was deleted. Each post's row has a fixed nonce, so
that a repeated attempt finds the message that is already there.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from bot.channel.ledger import Ledger
from bot.channel.port import MessageGone, Postman, Refused, find_same_text, find_with_head
from bot.runtime.clock import Clock
from bot.table.posts import TURN_KINDS, Post, PostKind
from bot.talk.letter import Letter, Purpose
from engine.game import Seat

NONCE_SECONDS = 120
"""The seconds for which Discord is known to remember a nonce.

It promises "a few minutes". After that, we look for the message in the channel before we send it again.
"""

MARGIN = 30
"""The most seconds by which the clocks of two machines may differ.

A message that was stored until this long after a takeover may be the other process's. So we look for it in the channel,
perhaps needlessly.
"""
ASKS = {
    **dict.fromkeys(TURN_KINDS, Purpose.HAND),
    PostKind.VOTE: Purpose.VOTE,
    PostKind.PRESENT: Purpose.READY,
    PostKind.WAIT: Purpose.PROPOSE,
}
"""The kinds of messages that ask for a press, each with the purpose of a control that only this kind has."""
UNKNOWN = "unknown"
"""The fingerprint of a message that was found in the channel; it makes the message count as outdated."""


class Posting:
    """Keeps messages and their rows in agreement."""

    def __init__(self, postman: Postman, clock: Clock) -> None:
        self._postman = postman
        self._clock = clock
        self._began = clock.now()

    def note_takeover(self) -> None:
        """Note that tables were taken over from another process, which may have sent messages until now."""
        self._began = self._clock.now() + MARGIN

    async def post_or_edit(
        self,
        ledger: Ledger,
        kind: PostKind,
        seq: int,
        place: int,
        letter: Letter,
        pinged: Seat | None = None,
        *,
        last: bool = False,
        head: str = "",
    ) -> int:
        """Post a message once, or edit it if its content has changed; return its id.

        A deleted message is sent again, but notifies nobody. The id of a message is stored at once, or for the `last`
        message by `Ledger.mark_shown`. A message that shows the `head` of a step is never edited. It is not sent if
        Discord has a message with that head already, because the first one counts.
        """
        post = ledger.find(kind, seq)
        if post is not None and post.message is not None:
            if head:
                return post.message
            try:
                return await self.edit(ledger, post, letter)
            except MessageGone:
                ledger.mark_deleted(post)
        post = await ledger.store_intent(kind, seq, place, pinged)
        message = await self._find_or_send(post, place, letter, head)
        await ledger.mark_sent(post, place, message, fingerprint(letter), last=last)
        return message

    async def edit(self, ledger: Ledger, post: Post, letter: Letter, *, even_if_unchanged: bool = False) -> int:
        """Edit a message if its content has changed; return its id.

        With `even_if_unchanged`, edit it even if only its picture may have changed. Raises MessageGone.
        """
        assert post.message is not None
        if post.fingerprint != (new := fingerprint(letter)) or even_if_unchanged:
            await self._postman.edit(post.channel, post.message, letter)
            ledger.mark_edited(post, new)
        return post.message

    def is_possibly_sent(self, post: Post, *, interrupted: bool) -> bool:
        """Return whether Discord may have a message although it is not stored as sent.

        It may if an earlier process wanted to send it, or if the last update of its table was `interrupted`.
        """
        return interrupted or post.at <= self._began

    async def recover_sent_message(self, ledger: Ledger, post: Post) -> bool:
        """Look for a message that may have been sent, but is no longer wanted.

        Return whether Discord has it. If Discord refuses to list messages, the message counts as gone.
        """
        try:
            newest = await self._postman.newest_messages(post.channel)
        except Refused:
            return False
        known_messages = {other.message for other in ledger.posts()}
        for sent in reversed(newest):
            purposes = {id.purpose for id in sent.controls if id.table == post.table}
            if ASKS[post.kind] in purposes and sent.message not in known_messages:
                await ledger.mark_sent(post, post.channel, sent.message, UNKNOWN)
                return True
        return False

    async def _find_or_send(self, post: Post, place: int, letter: Letter, head: str) -> int:
        if post.generation:  # it was deleted, and has pinged its players before
            letter = replace(letter, pings=())
        if self._clock.now() - post.at > NONCE_SECONDS:
            newest = await self._postman.newest_messages(place)
            message = find_with_head(newest, head) if head else find_same_text(newest, letter)
            if message:
                return message
        return await self._postman.send(place, letter, nonce(post))

    async def is_missing(self, ledger: Ledger, post: Post) -> bool:
        """Return whether this message was deleted; if so, mark its post to be sent again."""
        if post.message is None or await self._postman.exists(post.channel, post.message):
            return False
        ledger.mark_deleted(post)
        return True


def fingerprint(letter: Letter) -> str:
    """Return a hash of a letter's text and controls.

    It also covers whether an edit keeps the pictures, but not the pictures themselves, since a changed picture alone is
    no reason to edit a message.
    """
    # hashes are stored, so a letter without parts or kept pictures must have the same hash as ever
    content = (letter.text, letter.rows, *((letter.parts,) if letter.parts else ()))
    content += ("keeps pictures",) if letter.keeps_pictures else ()
    return hashlib.sha256(repr(content).encode()).hexdigest()


def is_current(post: Post, letter: Letter) -> bool:
    """Return whether a message is posted and has this content already."""
    return post.message is not None and post.fingerprint == fingerprint(letter)


def nonce(post: Post) -> str:
    """Return a nonce that is the same for this message in every process.

    It has at most 25 characters. The time at which the row was stored is part of it, because after a backup was
    restored, another step can have the same number.
    """
    return f"{post.table:x}-{post.kind[0]}{post.seq:x}-{post.at % 4096:x}-{post.generation}"
