"""Rows of the database, as values. Times are in UTC seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.table.preferences import PersonRow

Plain = str | int | bool | None
"""A value of an option."""


class TableRow(NamedTuple):
    """A table. `guild` 0 stands for private messages. `options` and `clock` are JSON."""

    id: int
    number: int
    guild: int
    channel: int
    threaded: bool
    thread: int | None
    host: int
    game: str
    rules_version: int
    options: str
    status: str
    seq: int
    position_seq: int
    shown_seq: int
    round: int
    to_act: int | None
    head: str
    created_at: int
    started_at: int | None
    ended_at: int | None
    clock: str
    wake_at: int | None
    language: str


class SeatRow(NamedTuple):
    """A seat and its user, if it has one.

    `player` is the strength of the computer player that plays it, None if its person does.
    """

    user: int | None
    name: str
    player: str | None = None


class StepRow(NamedTuple):
    """One step of a table's log.

    `user` is the user who took the step; None if time caused it, or if that user was deleted.
    """

    table: int
    seq: int
    kind: str
    interaction: int | None
    seat: int | None
    notation: str
    hash: str
    at: int
    user: int | None = None


class PostRow(NamedTuple):
    """A message of the bot about a table, recorded before it is sent.

    `seq` is the step that the message is about. `message` is its id, None until it is known to be sent. `pinged` is the
    seat whose player it pings. `generation` counts how often it was deleted. `fingerprint` is a hash of its content.
    `at` is when it was recorded. `user` is the recipient of a private message.
    """

    id: int
    table: int
    kind: str
    seq: int
    channel: int
    message: int | None
    collapsed: bool
    pinged: int | None
    generation: int
    fingerprint: str
    at: int
    user: int | None = None


class AwayMarkRow(NamedTuple):
    """A deleted user's times away, stored for as long as they count.

    Only a reader who knows the user's id can recognize the `mark` as theirs.
    """

    mark: str
    key: str
    times: str
    until: int


class DepartureRow(NamedTuple):
    """A seat of a running game that a user left.

    Only a reader who knows the user's id can recognize the `mark` as theirs.
    """

    table: int
    mark: str
    key: str
    seat: int


class BlockRow(NamedTuple):
    """A user who does not want to play with another user.

    `other` is None if that other user was deleted. Only a reader who knows their id can recognize the `mark` as theirs.
    """

    user: int
    mark: str
    key: str
    other: int | None
    at: int


class DigestRow(NamedTuple):
    """A user's plan for digests.

    `hour` is the hour of their day, None if they no longer want digests. `wake_at` is when the next one is due, None if
    none is planned. Games that ended up to `since` were reported. `text` is the digest that is being sent, written at
    `begun_at`.
    """

    user: int
    hour: int | None
    wake_at: int | None
    since: int
    sent_at: int | None = None
    text: str | None = None
    begun_at: int | None = None


class ModerationRow(NamedTuple):
    """What a moderator of a server did, or what a member reported.

    `by` is the user who did it, `about` the user whom it concerns. Each is None if there is no such user, or if the
    user was deleted. `until` is when a ban from the server's tables ends, None if only moderators can end it.
    """

    id: int
    guild: int
    at: int
    act: str
    by: int | None
    about: int | None = None
    table: int | None = None
    until: int | None = None
    reason: str = ""
    interaction: int | None = None


class KeptOutRow(NamedTuple):
    """A user who is kept out of a server's tables.

    `until` is when the ban ends, None if only moderators can end it. Only a reader who knows the user's id can
    recognize the `mark` as theirs.
    """

    guild: int
    mark: str
    key: str
    until: int | None


class NoticeRow(NamedTuple):
    """A notice that tells a user, once, what a moderator did to them.

    At `wake_at` it is due as a private message. If that is None, Discord refused the message, so the user gets it with
    the next answer. `place` is the channel where the moderator acted. `by` is the moderator, None if deleted.
    """

    id: int
    user: int
    at: int
    act: str
    place: int
    table: int | None = None
    until: int | None = None
    reason: str = ""
    wake_at: int | None = None
    by: int | None = None


class QuizRow(NamedTuple):
    """A question that a user asks everyone about a finished game.

    `user` is None once they were deleted. `first` and `second` are the labels of the two buttons. The analysis prefers
    the one with the index `better`, by `points` (None if it only improves the chance to win). People can answer until
    `until`. At `wake_at`, the message is due to be edited; None if that is done.
    """

    table: int
    user: int | None
    first: str
    second: str
    better: int
    points: int | None
    until: int = 0
    wake_at: int | None = None

    @property
    def choices(self) -> tuple[str, str]:
        return self.first, self.second


class QuizAnswerRow(NamedTuple):
    """A user's answer to a quiz (0 or 1), and the id of the press by which they gave it."""

    table: int
    user: int
    choice: int
    interaction: int


class TourRow(NamedTuple):
    """A step of a game's tour that a user was shown.

    `at_table` and `at_seq` are the table and the position at which they saw it. If the user skipped the tour, `step` is
    empty.
    """

    user: int
    game: str
    step: str
    at_table: int = 0
    at_seq: int = 0


class ResultRow(NamedTuple):
    """A finished game.

    `nth` says that it was the n-th game to be counted: None if it is not counted yet, 0 if its log cannot be read.
    `rated` is whether it counted for ratings. `sides` is the number of sides if players had partners, None otherwise.
    """

    table: int
    guild: int
    game: str
    seats: int
    ended_at: int
    nth: int | None = None
    rated: bool | None = None
    sides: int | None = None


class DurationRow(NamedTuple):
    """When a finished game began and ended, how it was played, and how many of its seats belonged to people."""

    began: int
    ended: int
    options: str
    clock: str
    seats: int
    people: int


class ScoreRow(NamedTuple):
    """What one player did in a finished game while they had a seat.

    The player is a user (None once they were deleted), or a computer player of the strength `player`.

    `stint` numbers the players of a seat. `final` is whether this player had the seat at the end. `place` and `points`
    are those of the seat. `marks` are sums that the game's statistics keep for the player. `left` is whether a user
    gave the seat up for good. `rating` has the change of their rating on the server and on all servers, by scope; None
    if the game counted for no rating.
    """

    table: int
    seat: int
    stint: int
    user: int | None
    player: str | None
    moves: int
    final: bool
    place: int
    points: int
    marks: Mapping[str, int]
    left: bool = False
    rating: Mapping[str, Sequence[float]] | None = None


class RatingRow(NamedTuple):
    """The rating of a user or a computer player (`user` 0) in games of one size.

    It is for one server, or for all servers (`guild` 0). `size` is the class of the games: the fewest seats in the
    class, or 4 if players have partners.
    """

    guild: int
    game: str
    size: int
    user: int
    player: str
    mu: float
    sigma: float
    games: int


class RecordRow(NamedTuple):
    """The best result in a game on a server.

    `table`, `seat` and `stint` name the score that set the record. `before` is the value of the previous record, None
    if this is the first.
    """

    guild: int
    game: str
    key: str
    value: int
    before: int | None
    table: int
    seat: int
    stint: int


class OrderRow(NamedTuple):
    """An order of the operator about a user or a server, stored until the bot has carried it out."""

    what: str
    id: int


class KeptSeat(NamedTuple):
    """A table where a user has a seat or had one, and what they did there.

    `seat` is None if they no longer have it. `messages` are their private messages: channel, id and time.
    """

    table: TableRow
    seat: int | None
    name: str
    steps: Sequence[StepRow]
    messages: Sequence[tuple[int, int | None, int]]


class PersonalData(NamedTuple):
    """Everything that is stored about a person.

    `opened` are tables that they opened and have left. `left` are running games in which they gave up a seat: table
    and seat. `out` are tables from which the host took them out. `away` is how many of their days away before a
    deletion still count. `toured` are the steps of tours that they were shown, `scores` what they did in finished
    games, and `blocked` whether the operator has blocked them. `quizzes` are their questions to everyone about finished
    games, `answers` their answers to the questions of others. `blocks` are the users whom they have blocked.
    `moderated` is what they did as a moderator, or reported. `concerned` is what moderators did to them. `kept_out` are
    the servers whose moderators keep them out, each with the end of the ban. `untold` are notices about acts of
    moderators that they have not received yet. What others blocked or reported is left out, because this person must
    not learn of it.
    """

    person: PersonRow | None
    seats: Sequence[KeptSeat]
    opened: Sequence[int] = ()
    left: Sequence[tuple[int, int]] = ()
    digest: DigestRow | None = None
    toured: Sequence[TourRow] = ()
    scores: Sequence[ScoreRow] = ()
    ratings: Sequence[RatingRow] = ()
    away: int = 0
    out: Sequence[int] = ()
    blocked: bool = False
    quizzes: Sequence[QuizRow] = ()
    answers: Sequence[QuizAnswerRow] = ()
    blocks: Sequence[BlockRow] = ()
    moderated: Sequence[ModerationRow] = ()
    concerned: Sequence[ModerationRow] = ()
    kept_out: Sequence[tuple[int, int | None]] = ()
    untold: Sequence[NoticeRow] = ()
