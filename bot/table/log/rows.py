"""Rows as the database stores them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.table.preferences import PersonRow

Plain = str | int | bool | None
"""A value of an option."""


class TableRow(NamedTuple):
    """A row of `tables`: guild 0 means direct messages, options and clock are JSON, and times are UTC seconds."""

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
    """A seat with its user; `player` is the computer player that plays the seat, None if its person does."""

    user: int | None
    name: str
    player: str | None = None


class StepRow(NamedTuple):
    """One step of a table's log.

    `user` took the step; None if time caused it, or if the user was forgotten.
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
    """A message that the bot sends.

    `message` is Discord's id, once the message is known to be sent. `at` is when it was first to be sent. `user` is the
    recipient of a private message.
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
    """Times away of a user who was deleted.

    Only a reader who knows the user's id can recognize the mark as theirs.
    """

    mark: str
    key: str
    times: str
    until: int


class DepartureRow(NamedTuple):
    """A seat of a running game that a user left.

    Only a reader who knows the user's id can recognize the mark as theirs.
    """

    table: int
    mark: str
    key: str
    seat: int


class DigestRow(NamedTuple):
    """When a user gets a digest.

    `hour` is the hour of their day (None if they no longer get a digest), and `wake_at` the next time (None: it rests).
    Games that ended up to `since` were reported. `text` was written at `begun_at` and is being sent.
    """

    user: int
    hour: int | None
    wake_at: int | None
    since: int
    sent_at: int | None = None
    text: str | None = None
    begun_at: int | None = None


class QuizRow(NamedTuple):
    """What a user asks everyone about a game that is over.

    `user` is None once they were deleted. `choices` are the two buttons; the analysis prefers the one at `better`, by
    `points` (None: more than a round can bring). It is open `until` a time, in UTC seconds. Its message is to be edited
    at `wake_at` (None: that is done).
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
    """What a user answered to a quiz (0 or 1), and the press by which they did."""

    table: int
    user: int
    choice: int
    interaction: int


class TourRow(NamedTuple):
    """A step of a game's tour that a user was shown, at this position of a table.

    An empty `step` stands for all other steps.
    """

    user: int
    game: str
    step: str
    at_table: int = 0
    at_seq: int = 0


class ResultRow(NamedTuple):
    """A game that is over.

    `nth` is its place in the order in which games were counted: None while it is not yet counted, 0 if its log cannot
    be read. `sides` is how many sides there were if players had partners, who sat opposite; None if everyone played
    alone.
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
    """How long a game that is over took.

    It has when the game began and ended, how it was played, and how many of its seats belonged to people.
    """

    began: int
    ended: int
    options: str
    clock: str
    seats: int
    people: int


class ScoreRow(NamedTuple):
    """What one player did in a game that is over, from taking a seat to giving it up.

    The player is a user (None once they were forgotten), or the computer player that is named.

    `stint` counts the players of a seat. `final` is whether this player had the seat at the end; `place` and `points`
    belong to the seat. `marks` are the sums of what the game's events gave the player. `left` is whether a user gave
    the seat up for good. `rating` is how the game changed their rating on all servers and on this one, by scope; None
    if it changed nothing.
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
    """How strong a user or a computer player (`user` 0) is in games of one size.

    The rating is for one server, or for all servers (`guild` 0). `size` is the class of the games: their fewest seats,
    or 4 if players have partners.
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

    `table`, `seat` and `stint` name the part of a game that set the record; `before` is the previous record (None if
    this is the first).
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
    """A table with a user's seat, and what they did there.

    `seat` is None if the seat is no longer theirs. `messages` are their private messages: channel, id and time.
    """

    table: TableRow
    seat: int | None
    name: str
    steps: Sequence[StepRow]
    messages: Sequence[tuple[int, int | None, int]]


class PersonalData(NamedTuple):
    """Everything that is stored about a person.

    `opened` are tables that they opened and have left. `left` are running games in which they gave up a seat (table and
    seat). `out` are tables whose hosts took them out. `away` are the days away that still count although the person was
    deleted since. `toured` are the steps of tours that they were shown, `scores` what they did in games that are over,
    `ratings` how strong they are, and `blocked` whether the operator has blocked them. `quizzes` is what they
    asked everyone about finished games, and `answers` what they answered to others.
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
