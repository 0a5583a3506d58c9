"""The scores of each player in a finished game, from its log alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from bot.table.clock.pace import MINUTE, Preset
from bot.table.clock.timing import Absence
from bot.table.log.events import Claimed, SeatsDrawn
from bot.table.log.fold import ReplayedStep
from bot.table.log.model import Table
from bot.table.log.rows import ScoreRow, StepRow
from bot.table.log.seat_draw import reorder_by_draw
from bot.table.log.steps import SEAT_ACTIONS, SEAT_HANDOVERS, Kind
from engine.game import Event, Game, Outcome, Seat
from engine.sides import Sides, find_side
from engine.stats import Mark

SECONDS, TURNS, LATE = "_seconds", "_turns", "_late"
"""Marks that every game has and only their player can read.

They are the total seconds of the player's own turns, the number of these turns, and the number of late turns.
"""

COMEBACK, FASTEST = "_comeback", "_fastest"
"""Marks that the winner of any game can have: how many points they were behind, and how many minutes the game took."""


class StepResult(NamedTuple):
    """A step with its events, and the players of all seats before it.

    `players` has the strength of each computer player, and None for a person. `since` is when the position had last
    changed before the step.
    """

    row: StepRow
    events: tuple[Event, ...]
    players: tuple[str | None, ...]
    since: int
    record_marks: tuple[Mark, ...] = ()
    """More marks that can break a record of the server, if this step scored a round; else empty."""
    scored: bool = False
    """Whether this step scored a round."""

    @classmethod
    def of(cls, step: ReplayedStep, game: Game[Any, Any]) -> StepResult:
        """Return what the scores need of a replayed step."""
        state = step.after.state
        scored = state is not None and len(step.after.chapters) > len(step.before.chapters)
        record_marks = tuple(game.stats.find_more_marks(state.observe(None))) if state is not None and scored else ()
        standing = step.before.standing
        return cls(step.row, step.events, standing.players, standing.moved_at, record_marks, scored)


@dataclass
class _Stint:
    """One player of a seat, until another player plays it.

    A `segment` of a seat has all stints until its person leaves for good. Within a segment, a computer player may sit
    in for the person.
    """

    segment: int
    player: str | None
    user: int | None = None
    moves: int = 0
    marks: dict[str, int] = field(default_factory=dict)


def score_game(
    table: Table,
    game: Game[Any, Any],
    outcome: Outcome,
    steps: Iterable[StepResult],
    behind: tuple[Seat, int] | None = None,
) -> list[ScoreRow]:
    """Return the scores of a finished game, seat by seat.

    `table` is the table as it is now. `behind` is the game's only winner, and the most points they were ever behind.
    """
    book = _Book(len(table.seats), game)
    lasting_steps = _drop_undone_moves(steps)
    for mark in game.stats.marks(book.events(lasting_steps)):
        book.add(mark)
    for mark in common_marks(table, lasting_steps, outcome, behind):
        book.add(mark)
    places = rank_seats(outcome, table.options.sides(len(table.seats)))
    return [row for seat in range(len(table.seats)) for row in book.rows(table, seat, places[seat], outcome)]


def common_marks(
    table: Table, steps: Sequence[StepResult], outcome: Outcome, behind: tuple[Seat, int] | None
) -> Iterator[Mark]:
    """Yield the marks that every game can have: for a comeback, and if only people played, for the fastest game."""
    sides = table.options.sides(len(table.seats))
    if behind is not None and behind[1]:  # it is no comeback if the winner was never behind
        for seat in find_side(sides, behind[0]):
            yield Mark(seat, COMEBACK, behind[1])
    start = next((index for index, step in enumerate(steps) if step.row.kind == Kind.START), None)
    end = max((index for index, step in enumerate(steps) if step.scored), default=None)
    if not outcome.winners or start is None or end is None:
        return
    has_computers = any(any(step.players) for step in steps[start : end + 1])  # None in `players` is a person
    if len(table.seats) > 1 and not has_computers:
        minutes = -(-(steps[end].row.at - steps[start].row.at) // MINUTE)  # rounded up
        for seat in find_side(sides, outcome.winners[0]):
            yield Mark(seat, FASTEST, max(1, minutes))


class Unrated(StrEnum):
    """What a host has set so that a game counts for no rating."""

    NO_CLOCK = "no_clock"
    WAITS = "waits"
    """The table waits for late players."""
    HINTS = "hints"
    CHOICE = "choice"
    """The host turned ratings off."""


def why_unrated(table: Table) -> Unrated | None:
    """Return the setting of a table that keeps its game from counting for ratings, if any."""
    reasons = {
        Unrated.NO_CLOCK: table.timing.preset is Preset.OPEN,
        Unrated.WAITS: table.timing.absence is Absence.WAIT,
        Unrated.HINTS: bool(table.standing.hints),
        Unrated.CHOICE: table.standing.unrated,
    }
    return next((why for why, applies in reasons.items() if applies), None)


def may_be_rated(table: Table, steps: Iterable[StepResult]) -> bool:
    """Return whether a game may count for ratings.

    At least two people must have begun it, its turns must have a time limit, and its host must not have turned ratings
    off or hints on.

    A person who plays only with computer players could leave each game that they are losing, so that it has no result.
    If a table waits for its players for ever, a player who is losing could wait until all others leave.
    """
    # None in `players` is a person
    people = next((step.players.count(None) for step in steps if step.row.kind == Kind.START), 0)
    return people > 1 and why_unrated(table) is None


def rank_seats(outcome: Outcome, sides: Sides) -> Sequence[int]:
    """Return the place of each seat, from 1, by the game's own result.

    Tied seats share a place, and so do partners. The place is one more than the number of sides that are better.
    """
    tiebreak = outcome.tiebreak or (0,) * len(outcome.points)
    ranks = [(seat in outcome.winners, points, tiebreak[seat]) for seat, points in enumerate(outcome.points)]
    return [1 + sum(ranks[side[0]] > rank for side in sides) for rank in ranks]


def _drop_undone_moves(steps: Iterable[StepResult]) -> Sequence[StepResult]:
    """Return the steps without the moves that were taken back."""
    remaining_steps = list[StepResult]()
    for step in steps:
        if step.row.kind == Kind.UNDO:
            to = int(step.row.notation)
            remaining_steps = [
                earlier_step
                for earlier_step in remaining_steps
                if earlier_step.row.seq <= to or earlier_step.row.kind not in SEAT_ACTIONS
            ]
        remaining_steps.append(step)
    return remaining_steps


class _Book:
    """Collects the moves and marks of each stint, while the events of a game are read."""

    def __init__(self, seats: int, game: Game[Any, Any]) -> None:
        self._stats = game.stats
        self._stints: list[list[_Stint]] = [[] for _ in range(seats)]
        self._segments = [0] * seats
        self._begun = False

    def current_stint(self, seat: Seat) -> _Stint:
        """Return the newest stint of a seat."""
        return self._stints[seat][-1]

    def add(self, mark: Mark) -> None:
        """Add a mark to the newest stint of its seat."""
        key = mark.key if mark.other_seat is None else f"{mark.key}.{mark.other_seat}"
        marks = self.current_stint(mark.seat).marks
        marks.update(self._stats.add_marks(marks, {key: mark.amount}))

    def events(self, steps: Iterable[StepResult]) -> Iterator[Event]:
        """Yield the events of the game. Before the events of a step, note who took the step."""
        for step in steps:
            self._begun = self._begun or step.row.kind == Kind.START
            if not self._begun:
                continue
            self._begin_stints(self._apply_seat_draw(step))
            self._note_step(step)
            yield from step.events
            for mark in step.record_marks:
                self.add(mark)

    def _apply_seat_draw(self, step: StepResult) -> Sequence[str | None]:
        """Return the players of the seats before a step. If it draws the seats, first drop all stints."""
        for event in step.events:
            if isinstance(event, SeatsDrawn):
                self._stints = [[] for _ in event.order]
                self._segments = [0] * len(event.order)
                return reorder_by_draw(step.players, event.order)
        return step.players

    def _begin_stints(self, players: Sequence[str | None]) -> None:
        """Begin a stint at each seat whose player has changed. A person who comes back is the same user as before."""
        for seat, player in enumerate(players):
            stints, segment = self._stints[seat], self._segments[seat]
            if not stints or (stints[-1].segment, stints[-1].player) != (segment, player):
                is_back = player is None and stints and stints[-1].segment == segment
                stints.append(_Stint(segment, player, stints[-1].user if is_back else None))

    def _note_step(self, step: StepResult) -> None:
        """Note who moved or left, if the step is one of a seat."""
        row = step.row
        if row.seat is None or row.seat >= len(self._stints):
            return
        stint = self.current_stint(row.seat)
        if row.kind in SEAT_ACTIONS:
            stint.moves += 1
            _add_turn_time(stint, step)
            if stint.player is None and row.user:
                stint.user = row.user
        elif row.kind in SEAT_HANDOVERS:
            self._hand_over(row, stint, claimed=any(isinstance(event, Claimed) for event in step.events))

    def _hand_over(self, row: StepRow, stint: _Stint, *, claimed: bool) -> None:
        """End the segment of a seat, because its player left it or a new player takes it."""
        assert row.seat is not None
        self._segments[row.seat] += 1
        if row.kind == Kind.JOIN:
            self._stints[row.seat].append(_Stint(self._segments[row.seat], None, row.user))
        elif not claimed and stint.player is None:  # the step of a claim has the user who claimed the seat
            stint.user = stint.user or row.user

    def rows(self, table: Table, seat: Seat, place: int, outcome: Outcome) -> Iterator[ScoreRow]:
        """Yield the rows of a seat. The person of its last segment is the one who has the seat now."""
        stints = self._stints[seat]
        last = stints[-1]
        for stint in stints:
            if stint.segment == self._segments[seat] and stint.player is None:
                stint.user = table.seats[seat].user
        listed_stints = [stint for stint in stints if stint.moves or stint.marks or stint is last]
        for number, stint in enumerate(listed_stints):
            # whether the stint is of the person who has the seat at the end, or of a computer that sat in for them
            has_stayed = stint.segment == last.segment and last.player is None
            yield ScoreRow(
                table=table.id,
                seat=seat,
                stint=number,
                user=stint.user or None,
                player=stint.player,
                moves=stint.moves,
                final=stint is last,
                place=place,
                points=outcome.points[seat],
                marks=stint.marks,
                left=stint.player is None and not has_stayed,
            )


def _add_turn_time(stint: _Stint, step: StepResult) -> None:
    """Record how long a person took for a move, or that the time ran out."""
    marks: Mapping[str, int] = {}
    if step.row.kind == Kind.ACT and stint.player is None:
        marks = {SECONDS: max(0, step.row.at - step.since), TURNS: 1}
    elif step.row.kind == Kind.LATE and stint.player is None:
        marks = {LATE: 1}
    for key, amount in marks.items():
        stint.marks[key] = stint.marks.get(key, 0) + amount
