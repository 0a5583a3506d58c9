"""What the picture at the end of a game shows, before it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from engine import chronicle
from engine.game import Chapter, Obs, Outcome, Seat
from engine.series import SeriesObservation
from engine.sides import Side, Sides
from engine.words import Message
from renderers.kit import sprites
from renderers.kit.palette import Colour
from renderers.kit.picture import Sprite
from renderers.look import Layout, Look


@dataclass(frozen=True, slots=True)
class End(Generic[Obs]):
    """A game that is over, as everybody sees it."""

    look: Look[Any]
    seen: Obs
    layout: Layout
    chapters: Sequence[Chapter]
    title: Message
    """The sentence that says who won, and how."""
    penalties: bool = False
    """Whether points count against a seat."""
    is_celebrated: bool = True
    """Whether a person has won; then there is confetti."""
    record: Sequence[Message] = ()
    """The server record that this game has broken: a title, and a description."""

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the series, or else of the game.

        None if the series or game was stopped early.
        """
        return self.seen.outcome or chronicle.final_outcome(self.seen)

    @property
    def sides(self) -> Sides:
        """The seats that win together."""
        return self.seen.options.sides(len(self.points))

    def badge(self, seat: Seat, size: int) -> Sprite:
        """Return the mark of a seat, `size` pixels high."""
        return self.look.badge(self.seen, seat, size)

    def side_badge(self, side: Side, size: int) -> Sprite:
        """Return the mark of a side: the badge of a player alone, or the sign of partners."""
        return self.badge(side[0], size) if len(side) == 1 else sprites.sign(self.sides.index(side), size)

    def shade(self, seat: Seat) -> Colour:
        """Return the colour of a seat."""
        return self.look.shade(self.seen, seat)

    def detail(self, seat: Seat) -> Message | None:
        """Return what the points of a seat are made of.

        None if they are from several games.
        """
        is_series_over = isinstance(self.seen, SeriesObservation) and self.seen.outcome is not None
        return None if is_series_over else self.look.detail(self.seen, seat)

    @property
    def points(self) -> Sequence[int]:
        """The final points of each seat."""
        return self.outcome.points if self.outcome is not None else self.seen.points

    @property
    def leading_seats(self) -> Sequence[Seat]:
        """The seats that won.

        If the game was stopped early, they are the leaders, unless all seats are level.
        """
        if self.outcome is not None:
            return self.outcome.winners
        best = max(self.points)
        leaders = [seat for seat, points in enumerate(self.points) if points == best]
        return leaders if len(leaders) < len(self.points) else ()

    @property
    def order(self) -> Sequence[Side]:
        """The sides, the best first."""
        leaders = self.leading_seats
        return sorted(self.sides, key=lambda side: (side[0] not in leaders, -self.points[side[0]], side))

    @property
    def scores(self) -> Sequence[tuple[int, ...]]:
        """The points of each seat after each round, or after each game of a series.

        It is empty if there are fewer than two.
        """
        scores = chronicle.list_scores(self.seen, self.chapters)
        return scores if len(scores) > 1 else ()

    def shown_points(self, points: int) -> int:
        """Return points as players read them: penalties are stored as negative numbers, but shown as positive ones."""
        return -points if self.penalties and self.counts_points else points

    @property
    def counts_points(self) -> bool:
        """Whether `points` are points, rather than games won in a finished match."""
        if not isinstance(self.seen, SeriesObservation) or not self.seen.outcome:
            return True
        return not self.seen.record.counts_games
