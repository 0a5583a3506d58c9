"""One message for each row: sent once, edited where it says something else by now, sent anew where it was deleted.

Every message has a row of its own and a fixed nonce, so a repeated attempt finds the message that is already there.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from bot.channel.ledger import Ledger
from bot.channel.port import MessageGone, Postman
from bot.clock import Clock
from bot.table.posts import Post
from bot.talk.letter import Letter
from engine.game import Seat

NONCE_SECONDS = 120
"""How long Discord surely knows a nonce ("a few minutes"); later we look at the channel before we send again."""


class Posting:
    """Keeps messages and their rows alike."""

    def __init__(self, postman: Postman, clock: Clock) -> None:
        self._postman = postman
        self._clock = clock

    async def put(
        self,
        ledger: Ledger,
        kind: str,
        seq: int,
        place: int,
        letter: Letter,
        pinged: Seat | None = None,
        *,
        last: bool = False,
    ) -> int:
        """Post a message once, or edit it where it says something else by now, and return its id.

        A message that was deleted comes back without notifying anybody again. The id of the `last` one is written with
        everything else.
        """
        post = ledger.find(kind, seq)
        if post is not None and post.message is not None:
            if says(post, letter):
                return post.message
            try:
                return await self.edit(ledger, post, letter)
            except MessageGone:
                ledger.lost(post)
        post = await ledger.intend(kind, seq, place, pinged)
        message = await self._sent(post, place, letter)
        await ledger.sent(post, place, message, fingerprint(letter), last=last)
        return message

    async def edit(self, ledger: Ledger, post: Post, letter: Letter) -> int:
        """Let a message say something else. Raises MessageGone."""
        assert post.message is not None
        await self._postman.edit(post.channel, post.message, letter)
        ledger.edited(post, fingerprint(letter))
        return post.message

    async def _sent(self, post: Post, place: int, letter: Letter) -> int:
        if post.generation:
            letter = replace(letter, pings=())
        if self._clock.now() - post.at > NONCE_SECONDS and (found := await self._postman.find(place, letter)):
            return found
        return await self._postman.send(place, letter, nonce(post))

    async def missing(self, ledger: Ledger, post: Post) -> bool:
        """Return whether this message was deleted; its post then waits to be sent anew."""
        if post.message is None or await self._postman.exists(post.channel, post.message):
            return False
        ledger.lost(post)
        return True


def fingerprint(letter: Letter) -> str:
    """Return the same for letters that say the same. Pictures are left out: a message is posted with its picture
    once."""
    said = (letter.text, letter.rows, *((letter.parts,) if letter.parts else ()))
    return hashlib.sha256(repr(said).encode()).hexdigest()


def says(post: Post, letter: Letter) -> bool:
    """Return whether a message is there and says this already."""
    return post.message is not None and post.fingerprint == fingerprint(letter)


def nonce(post: Post) -> str:
    """Return the same for the same message in every process: at most 25 characters."""
    return f"{post.table:x}-{post.kind[0]}{post.seq:x}-{post.generation}"
