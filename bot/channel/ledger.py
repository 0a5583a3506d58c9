"""The messages of a table while it is being shown.

They are read once, and written together. A message is stored in the database before it is sent, and again right after.
An edit is only noted, and stored with other changes. If the note is lost, the edit is repeated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.service import Service
from bot.table.log.model import Table
from bot.table.posts import LayoutRows, Notes, Post, PostKind, Snapshot
from engine.game import DEALER, Seat
from renderers.look import Layout


class Ledger:
    """The posts of one table, read at one moment."""

    def __init__(self, service: Service, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._service = service
        self._posts = {post.id: post for post in snapshot.posts}
        self._notes = Notes()
        self._has_deletion = False
        """Whether the notes have a deletion, which has to be stored before the message is sent again."""

    @property
    def table(self) -> Table:
        """The table as it was when the posts were read."""
        return self.snapshot.table

    def posts(self, *kinds: PostKind) -> Sequence[Post]:
        """Return the posts of these kinds that Discord has, oldest first. Without kinds, return all."""
        return [post for post in self._posts.values() if post.message and (not kinds or post.kind in kinds)]

    def unsent(self, *kinds: PostKind) -> Sequence[Post]:
        """Return the posts of these kinds that we don't know to be in Discord."""
        return [post for post in self._posts.values() if post.kind in kinds and not post.message and not post.collapsed]

    def find(self, kind: PostKind, seq: int) -> Post | None:
        """Return our message of one kind about one step, sent or not."""
        return next((post for post in self._posts.values() if (post.kind, post.seq) == (kind, seq)), None)

    async def store_intent(self, kind: PostKind, seq: int, place: int, pinged: Seat | None = None) -> Post:
        """Store and return the post of a message that is about to be sent.

        Also store the notes so far, such as that another message was deleted.
        """
        post = self.find(kind, seq)
        if post is None or self._has_deletion:
            post = await self._service.outbox.store_intent(self.table.id, kind, seq, place, pinged, self._drain_notes())
            self._posts[post.id] = post
        return post

    async def mark_sent(self, post: Post, place: int, message: int, fingerprint: str, *, last: bool = False) -> None:
        """Store at once that Discord has the message, so that it is not sent again.

        The `last` message is not stored here, but by `mark_shown`, which the caller has to call next.
        """
        self._change(post, channel=place, message=message, fingerprint=fingerprint)
        if not last:
            await self.write()

    def mark_edited(self, post: Post, fingerprint: str) -> None:
        """Note that the content of the message was changed."""
        self._change(post, fingerprint=fingerprint)

    def mark_collapsed(self, post: Post) -> None:
        """Note that the message is collapsed to a line."""
        self._change(post, collapsed=True)

    def mark_deleted(self, post: Post) -> None:
        """Note that the message was deleted.

        The post can be sent again, as another message.
        """
        self._has_deletion = True
        self._change(post, message=None, generation=post.generation + 1)

    def note_layout(self, before: Layout, after: Layout) -> None:
        """Note the rows of tiles that are new since `before`. From now on they never change."""
        if len(after) > len(before):
            round_ = self.snapshot.seen.observation.round
            self._notes.laid.append(LayoutRows(round_, len(before), after[len(before) :], self.table.seq))

    async def write(self) -> None:
        """Write the notes to the database."""
        if self._notes:
            await self._service.outbox.note(self.table.id, self._drain_notes())

    async def mark_shown(self) -> bool:
        """Store the notes, and that Discord shows the table as it is in the snapshot.

        Return whether the table is still as it was in the snapshot.
        """
        # while the dealer is to act, the plan itself may have made the deal since the snapshot
        if self.table.shown_seq == self.table.seq and self.table.to_act != DEALER and not self._notes:
            return True
        return await self._service.outbox.mark_shown(self.table.id, self.table.seq, self._drain_notes())

    def _drain_notes(self) -> Notes:
        """Return the notes to be written, and start with empty ones."""
        notes, self._notes, self._has_deletion = self._notes, Notes(), False
        return notes

    def _change(self, post: Post, **values: int | str | bool | None) -> None:
        self._notes.change(post, values)
        self._posts[post.id] = replace(post, **values)  # type: ignore[arg-type]  # columns have the names of fields
