"""What an observation needs to have so that its line of play can be drawn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from engine.dominoes.line import Sign
from engine.dominoes.settings import LineOptions
from engine.game import Observation, Seat, Voice
from engine.tiles import Tile
from engine.words import Message


class Laid(Protocol):
    """A tile on the table."""

    @property
    def tile(self) -> Tile: ...
    @property
    def arm(self) -> str:
        """The letter of the arm it was laid on.

        It is "" for the opening tile, whose higher number faces A.
        """
        ...

    @property
    def seat(self) -> Seat: ...


class OpenEnd(Protocol):
    """An end on which a tile may be laid: its arm's letter, and the number that the tile must have."""

    @property
    def letter(self) -> str: ...
    @property
    def number(self) -> int: ...


class LineOfPlay(Protocol):
    """The tiles on the table.

    A and B are the two arms of the line. Two more arms go up and down from each spinner.
    """

    @property
    def highest(self) -> int:
        """The highest number of the set."""
        ...

    @property
    def laid(self) -> Sequence[Laid]:
        """The tiles in order of play."""
        ...

    @property
    def ends(self) -> Sequence[OpenEnd]: ...
    @property
    def signs(self) -> Sequence[Sign]:
        """What was done in this round without laying a tile, in order."""
        ...

    @property
    def spinner(self) -> int | None:
        """The place in `laid` of the first spinner, once it lies there."""
        ...

    @property
    def four_armed(self) -> bool:
        """Whether there is or will be a spinner."""
        ...

    @property
    def roots(self) -> Sequence[int]:
        """The places in `laid` of the doubles from which arms go up and down.

        Arms C and D leave the first of them, E and F the next …
        """
        ...

    @property
    def branching(self) -> bool:
        """Whether every double is a spinner."""
        ...


class Result(Protocol):
    """The round that was just scored."""

    @property
    def gains(self) -> Sequence[int]:
        """The points of this round, one number for each seat."""
        ...

    @property
    def confirmed(self) -> Sequence[Seat]:
        """The seats that confirmed that nobody can play, if that ended the round."""
        ...


class Table(LineOfPlay, Observation, Protocol):
    """The line of play with the players, their hands and what is left to draw."""

    @property
    def options(self) -> LineOptions: ...
    @property
    def hands(self) -> Sequence[Sequence[Tile] | None]:
        """A hand for each seat; None if the viewer may not see it."""
        ...

    @property
    def sizes(self) -> Sequence[int]:
        """The number of tiles in each hand."""
        ...

    @property
    def playable(self) -> Sequence[Tile]:
        """The viewer's tiles that can be played now."""
        ...

    @property
    def boneyard(self) -> int: ...
    @property
    def confirmed(self) -> Sequence[Seat]:
        """The seats that have confirmed so far that nobody can play."""
        ...

    @property
    def unseen(self) -> Sequence[Tile]:
        """The tiles left in the boneyard, face up, at a round's end."""
        ...

    @property
    def result(self) -> Result | None: ...


T = TypeVar("T", bound=Table)


def _nothing(_seen: Table) -> tuple[()]:
    return ()


def _no_need(_seen: Table) -> None:
    return None


def _no_points(_seen: Table, _tile: str, _end: str) -> int:
    return 0


def _round_gains(seen: Table) -> Sequence[int]:
    return seen.result.gains if seen.result else [0] * len(seen.sizes)


@dataclass(frozen=True, kw_only=True)
class Manner(Generic[T]):
    """What a game adds to the picture of a line of play."""

    game_name: Callable[[T], Message]
    """What people call the game when it is played with these options, such as Block."""
    voice: Voice[Any]
    notes: Callable[[T], Sequence[Message]] = _nothing
    """Other facts to show below the line, in a few words each."""
    need: Callable[[T], Message | None] = _no_need
    """What must be played first; only for the text of the board."""
    gains: Callable[[T], Sequence[int]] = _round_gains
    """The points that each seat just won, shown beside its total."""
    pins: Callable[[T], Collection[int]] = _nothing
    """The places in `laid` of tiles that are marked as spinners."""
    grey_ends: Callable[[T], Collection[str]] = _nothing
    """The letters of open ends that don't count yet; their discs are grey."""
    twice: Callable[[T], Collection[str]] = _nothing
    """The letters of open ends whose number counts twice."""
    worth: Callable[[T, str, str], int] = _no_points
    """What a play of the viewer would score, by tile and end."""
