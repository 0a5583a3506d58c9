"""What is known of a table's messages while it is shown: read once, and written together with what has to be written.

A message is noted before it is sent and right after, each time in the database. That one was edited can be written
later: an edit that was forgotten is only repeated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.service import Service
from bot.table.clock.reminders import LAST_CALL
from bot.table.model import Table
from bot.table.posts import AGAIN, CALLS, LAST, TURN, Laid, Notes, Post, Snapshot
from bot.table.steps import HANDED, Kind
from engine.game import DEALER, Seat
from renderers.look import Layout

SAID = HANDED | {Kind.SEAT, Kind.EXTENSION, Kind.STALL, Kind.PARK, Kind.PAUSE, Kind.RESUME, Kind.LOST, Kind.PEEK}
"""Steps that change what the message of a turn says: when it is due, and who plays."""


class Ledger:
    """The posts of one table from one moment on."""

    def __init__(self, service: Service, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._service = service
        self._posts = {post.id: post for post in snapshot.posts}
        self._notes = Notes()

    @property
    def table(self) -> Table:
        """The table as it was at that moment."""
        return self.snapshot.seen.table

    def posts(self, *kinds: str) -> Sequence[Post]:
        """The posts of these kinds that Discord has, oldest first."""
        return [post for post in self._posts.values() if post.kind in kinds and post.message]

    def find(self, kind: str, seq: int) -> Post | None:
        """Our message of one kind about one step, sent or not."""
        return next((post for post in self._posts.values() if (post.kind, post.seq) == (kind, seq)), None)

    @property
    def call(self) -> str:
        """The kind of the message that calls whoever is to move: the turn message, until they have been reminded."""
        turn = self.table.timing.turn
        if turn is None or not turn.reminded or turn.reminded_at != self.table.position_seq:
            return TURN
        return LAST if turn.reminded == LAST_CALL else AGAIN

    def calls(self, post: Post) -> bool:
        """Whether a post is that message."""
        return (post.kind, post.seq) == (self.call, self.table.turn_seq)

    def told_by(self, post: Post) -> tuple[int, int]:
        """Between which steps (after the first, up to the second) lies what a message tells once its turn is over.

        The first turn of a deal also tells what came before it, from the deal on; each ends where the next call was.
        """
        calls = sorted({other.seq for other in self.posts(*CALLS)})
        until = next((seq for seq in calls if seq > post.seq), self.table.seq)
        if post.kind != TURN:
            return post.seq, until
        dealt = self.snapshot.dealt_seq
        first = post.seq >= dealt and not any(dealt <= seq < post.seq for seq in calls)
        return (dealt - 1 if first else post.seq), until

    @property
    def changed(self) -> bool:
        """Whether the turn ends at another time than Discord was shown, or something happened beside the board."""
        return any(step.kind in SAID and step.seq > self.table.shown_seq for step in self.snapshot.happened)

    async def intend(self, kind: str, seq: int, place: int, pinged: Seat | None = None) -> Post:
        """The post of a message that is about to be sent, written down with all that was noted before."""
        post = self.find(kind, seq)
        if post is None or self._notes:
            post = await self._service.outbox.intend(self.table.id, kind, seq, place, pinged, self._notes)
            self._posts[post.id] = post
            self._notes = Notes()
        return post

    async def sent(self, post: Post, place: int, message: int, fingerprint: str) -> None:
        """Discord has the message: this is written at once, so that it is not sent again."""
        self._change(post, channel=place, message=message, fingerprint=fingerprint)
        await self.write()

    def edited(self, post: Post, fingerprint: str) -> None:
        """The message says something else now."""
        self._change(post, fingerprint=fingerprint)

    def collapsed(self, post: Post) -> None:
        """The message is a line now."""
        self._change(post, collapsed=True)

    def lost(self, post: Post) -> None:
        """The message was deleted: the post can be sent anew, as another message."""
        self._change(post, message=None, generation=post.generation + 1)

    def lay(self, before: Layout, after: Layout) -> None:
        """The rows of this layout are drawn now, so they stay."""
        if len(after) > len(before):
            round_ = self.snapshot.seen.observation.round
            self._notes.laid.append(Laid(round_, len(before), after[len(before) :], self.table.seq))

    async def write(self) -> None:
        """Write what is noted."""
        if self._notes:
            await self._service.outbox.note(self.table.id, self._notes)
            self._notes = Notes()

    async def shown(self) -> bool:
        """Write that Discord shows this moment, with all that is noted; whether nothing happened since."""
        if self.table.shown_seq == self.table.seq and self.table.to_act != DEALER and not self._notes:
            return True
        all_shown = await self._service.outbox.shown(self.table.id, self.table.seq, self._notes)
        self._notes = Notes()
        return all_shown

    def _change(self, post: Post, **values: int | str | bool | None) -> None:
        self._notes.changes.append((post, values))
        self._posts[post.id] = replace(post, **values)  # type: ignore[arg-type]  # columns have the names of fields
