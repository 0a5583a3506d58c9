"""The messages of a table in Discord, and everything they depend on, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from bot.table.clock.finish import Finish
from bot.table.log.model import Seen, ShownStep, Table, User
from bot.table.log.rows import PostRow
from engine.game import Seat

Layout = tuple[tuple[float, ...], ...]
"""The positions of a round's tiles in the picture: a row of numbers for each tile, which never changes."""


class PostKind(StrEnum):
    """What a message of ours shows. The first letter is part of the nonce."""

    CARD = "card"
    """The table's card, from which people join."""
    DEAL = "deal"
    """The announcement of a deal."""
    SCORE = "score"
    """How a round ended, posted only if one person plays alone, since their deals are not announced."""
    TURN = "turn"
    AGAIN = "again"
    """A turn message that reminds its player."""
    LAST = "last"
    """A turn message that reminds its player for the last time."""
    RESULT = "result"
    HAND = "hand"
    VOTE = "vote"
    PRESENT = "present"
    """The question whether all players are here."""
    WAIT = "wait"
    """A notice that a deal waits for the beacon."""
    NEXT = "next"
    """The offer of a rematch."""
    BULLETIN = "bulletin"
    """A line about a result, in the server's channel for results."""
    FILM = "film"
    """The replay of a finished game, or of one of its rounds, posted by a player."""
    MOMENT = "moment"
    """The best moment of a finished game, posted by a player."""
    EXCUSE = "excuse"
    """Tells the host that a player whom they challenged can't play now."""
    URGE = "urge"
    """A request to the host to begin, posted by a player."""
    INTERVENTION = "intervention"
    """What a moderator of the server did at the table, and who it was."""
    QUIZ = "quiz"
    """A question to everyone about a finished game, posted by a player."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message of ours about a table; `seq` is the step that it is about."""

    id: int
    table: int
    kind: PostKind
    seq: int
    channel: int
    message: int | None
    """The id of the message in Discord; None until it is known to be sent."""
    collapsed: bool
    """Whether it has its final content, so that it is no longer edited."""
    pinged: Seat | None
    """The seat whose player it pings."""
    generation: int
    """How often the message was deleted."""
    fingerprint: str
    """A hash of its content; empty until it is sent."""
    at: int
    """When it was recorded, before it was sent, in UTC seconds."""
    user: User | None = None
    """The recipient, if it is a private message."""

    @classmethod
    def of(cls, row: PostRow) -> Self:
        """Return the post that a row stores."""
        return cls(row.id, row.table, PostKind(row.kind), *row[3:])  # the other fields are the same, in the same order


@dataclass(frozen=True, slots=True)
class Intent:
    """A message that is recorded before it is sent."""

    kind: PostKind
    seq: int
    place: int
    pinged: Seat | None = None


TURN_KINDS = (PostKind.TURN, PostKind.AGAIN, PostKind.LAST)
BEACON_PATIENCE = 10
"""Seconds that a deal waits for the beacon before the channel says why."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything the messages of a table depend on, read at one moment.

    `seen` is the channel's view, without an observation before the start. `posts` are the messages that can still
    change, oldest first, and `happened` are the steps that they may have to report. `layout` is the layout of the
    round. `mover` is what the player to act sees, if they want their hand by private message, else None. `calls` is
    whether the server lets a turn ping its player.
    """

    seen: Seen
    posts: Sequence[Post]
    happened: Sequence[ShownStep] = ()
    layout: Layout = ()
    mover: Seen | None = field(default=None, repr=False)
    recap: Sequence[ShownStep] = field(default=(), repr=False)
    """The steps since the latest move of the player who is to act, as that player may know them."""
    calls: bool = True
    dealt_seq: int = 0
    """The step of the newest deal."""
    results: int | None = None
    """The channel in which the server wants each result posted."""
    at: int = 0
    """When it was read, in UTC seconds."""
    readers: Mapping[User, str] = field(default_factory=dict)
    """The languages of the users who get their hand by private message, if they differ from the table's."""
    server_language: str | None = None
    """The language that the server chose."""
    calls_challenged: bool = False
    """Whether the card pings the user for whom a seat is kept."""
    finish: Finish | None = None
    """When the game is expected to be over."""

    @property
    def table(self) -> Table:
        """The table as it was at that moment."""
        return self.seen.table

    def sent_posts(self, *kinds: PostKind) -> Sequence[Post]:
        """Return the posts of these kinds that Discord has, oldest first."""
        return [post for post in self.posts if post.kind in kinds and post.message]

    def find(self, kind: PostKind, seq: int) -> Post | None:
        """Return our message of one kind about one step, sent or not."""
        return next((post for post in self.posts if (post.kind, post.seq) == (kind, seq)), None)

    def since(self, seq: int) -> Sequence[ShownStep]:
        """Return what happened after a step."""
        return [step for step in self.happened if step.seq > seq]


@dataclass(frozen=True, slots=True)
class LayoutRows:
    """The positions of further tiles of a round: the rows of its layout from index `start` on."""

    round: int
    start: int
    rows: Layout
    seq: int = 0
    """The last step of the position that has these tiles."""


Columns = Mapping[str, int | str | bool | None]
"""Fields of a post with their new values."""


@dataclass
class Notes:
    """Changes to a table's messages that are not yet written to the database.

    `changes` are columns of posts. `laid` are positions of tiles in pictures.
    """

    changes: list[tuple[Post, Columns]] = field(default_factory=list)
    laid: list[LayoutRows] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.changes or self.laid)

    def change(self, post: Post, values: Columns) -> None:
        """Add new values of a post's columns. They are merged with earlier changes of the same message."""
        for index, (changed_post, earlier_values) in enumerate(self.changes):
            is_same_message = (changed_post.id, changed_post.generation) == (post.id, post.generation)
            # a change of the generation means that the message was deleted, so later values belong to a new message
            if is_same_message and "generation" not in earlier_values:
                self.changes[index] = changed_post, {**earlier_values, **values}
                return
        self.changes.append((post, values))
