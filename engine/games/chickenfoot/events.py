"""The events at a table of Chickenfoot; only dealt and drawn tiles are hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Self

from engine.deal_text import RoundBegins, with_hands
from engine.dominoes.blocked import Cancelled, Confirmed
from engine.dominoes.events import Drew, GameEnded, Passed
from engine.dominoes.hands import hide_other_hands
from engine.game import Event, Public, Seat
from engine.games.chickenfoot.observation import DeadFoot, Ending, RoundResult, TileRole
from engine.tiles import Tile
from engine.words import Message, Value, Who, deed, msg, sentences


@dataclass(frozen=True, slots=True)
class Dealt(RoundBegins):
    """A round began; a hand that the viewer may not see is None."""

    round: int
    double: Tile
    hands: tuple[tuple[Tile, ...] | None, ...] = field(repr=False)

    def redact_for(self, viewer: Seat | None) -> Self:
        return replace(self, hands=hide_other_hands(viewer, self.hands))

    def describe(self) -> Message:
        line = msg("Round {round}: the double is {double}.", round=self.round, double=self.double)
        return with_hands(line, self.hands)


@dataclass(frozen=True, slots=True)
class Missed(Public):
    """Nobody holds the round's double; `seat` is the first to draw for it."""

    double: Tile
    seat: Seat

    def describe(self) -> Message:
        nobody = msg("No one has {double}.", double=self.double)
        return sentences(nobody, deed("{who} draws first.", "You draw first.", who=Who(self.seat)))


@dataclass(frozen=True, slots=True)
class Searched(Public):
    """All drew in search of the round's double, until one seat found it."""

    double: Tile
    finder: Seat | None

    def describe(self) -> Message:
        if self.finder is None:
            return msg("No one has {double}: everyone draws for it.", double=self.double)
        return deed(
            "No one has {double}: everyone draws until {who} finds it.",
            "No one has {double}: everyone draws until you find it.",
            double=self.double,
            who=Who(self.finder),
        )


@dataclass(frozen=True, slots=True)
class Played(Public):
    """A tile was laid; `end` is the letter of the end that it was laid on, "" for the opening double."""

    seat: Seat
    tile: Tile
    end: str
    role: TileRole
    missing: int
    """The arms or toes that the unfinished double still lacks; 0 if there is none."""

    def describe(self) -> Message:
        values: dict[str, Value] = {"who": Who(self.seat), "tile": self.tile, "end": self.end}
        match self.role:
            case TileRole.OPENING:
                return deed("{who} opens with {tile}.", "You open with {tile}.", **values)
            case TileRole.DOUBLE:
                return deed(
                    "{who} plays {tile} on {end}: chicken foot!", "You play {tile} on {end}: chicken foot!", **values
                )
            case TileRole.ARM if not self.missing:
                return deed(
                    "{who} plays {tile} on {end}, the last arm.", "You play {tile} on {end}, the last arm.", **values
                )
            case TileRole.TOE if not self.missing:
                return deed(
                    "{who} plays {tile} on {end}: the foot is complete.",
                    "You play {tile} on {end}: the foot is complete.",
                    **values,
                )
            case _:
                return deed("{who} plays {tile} on {end}.", "You play {tile} on {end}.", **values)


@dataclass(frozen=True, slots=True)
class FootDied(Public):
    """After a tile, a foot can't be finished, or no tile fits it any more."""

    foot: DeadFoot

    def describe(self) -> Message:
        return self.foot.describe()


@dataclass(frozen=True, slots=True)
class RoundEnded(Public):
    """A round was scored, and all tiles are shown; the yard is in drawing order."""

    result: RoundResult
    hands: tuple[tuple[Tile, ...], ...] = field(repr=False)
    yard: tuple[Tile, ...] = field(repr=False)

    def describe(self) -> Message:
        match self.result.ending:
            case Ending.OUT if self.result.out is not None:
                return deed("{who} goes out!", "You go out!", who=Who(self.result.out))
            case Ending.DEAD_FOOT:
                return msg("So the round is over.")
            case _:
                return msg("Blocked! Nobody can play.")


def condense_events(events: Sequence[Event]) -> Sequence[Event]:
    """Merge a search for a double into one event, followed by the viewer's draws.

    Other events stay as they are. If all events are draws of the viewer, they are merged.
    """
    if all(isinstance(event, Drew) and event.tiles is not None for event in events):
        return _merge_draws(events)
    start = next((place for place, event in enumerate(events) if isinstance(event, Missed)), None)
    if start is None:
        return events
    missed, following = events[start], events[start + 1 :]
    draws = list(takewhile(lambda event: isinstance(event, Drew), following))
    later_events = following[len(draws) :]
    if not draws or not isinstance(missed, Missed):
        return events
    opening = later_events[0] if later_events and isinstance(later_events[0], Played) else None
    finder = opening.seat if opening and opening.tile == missed.double else None
    return (*events[:start], Searched(missed.double, finder), *_merge_draws(draws), *later_events)


def _merge_draws(draws: Sequence[Event]) -> Sequence[Drew]:
    """Return one draw for each seat whose drawn tiles these events show."""
    tiles: dict[Seat, tuple[Tile, ...]] = {}
    for event in draws:
        if isinstance(event, Drew) and event.tiles is not None:
            tiles[event.seat] = (*tiles.get(event.seat, ()), *event.tiles)
    return [Drew(seat, len(drawn), drawn) for seat, drawn in tiles.items()]


ChickenfootEvent = Dealt | Missed | Drew | Played | FootDied | Passed | Confirmed | Cancelled | RoundEnded | GameEnded
