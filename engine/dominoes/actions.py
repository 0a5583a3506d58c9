"""The actions in games with a line of tiles and a boneyard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache

from engine.game import Argument, Verb
from engine.tiles import Tile
from engine.words import Message, msg, term


@dataclass(frozen=True, slots=True, eq=False)
class Play:
    """Lay a tile on an arm that shows `number`.

    The opening tile has neither arm nor number. There is one object for each play, made by `play`, so that
    comparisons are fast.
    """

    tile: Tile
    end: str
    number: int | None
    notation: str

    def __str__(self) -> str:
        return self.notation

    def __reduce__(self) -> tuple[Callable[..., Play], tuple[object, ...]]:
        return play, (self.tile, self.end, self.number)

    @property
    def label(self) -> Message:
        if self.number is None:
            return msg("{tile}", tile=str(self.tile))
        return msg("{tile} {end}", tile=str(self.tile), end=self.end)

    @property
    def parts(self) -> tuple[str, ...]:
        return (str(self.tile), self.end) if self.end else (str(self.tile),)


@cache
def play(tile: Tile, end: str, number: int | None) -> Play:
    """Return the cached object of this play."""
    return Play(tile, end, number, f"play {tile} {end}".rstrip())


class Call(Enum):
    """An action other than laying a tile."""

    DRAW = "draw"
    CANNOT = "cannot"
    CAN = "can"
    PASS = "pass"

    def __str__(self) -> str:
        return self.value

    @property
    def label(self) -> Message:
        match self:
            case Call.DRAW:
                return term("Draw", "move")
            case Call.CANNOT:
                return msg("I can't play")
            case Call.CAN:
                return msg("I can play")
            case Call.PASS:
                return term("Pass", "move")

    @property
    def parts(self) -> tuple[str, ...]:
        return (self.value,)


Move = Play | Call

VERBS = (
    Verb("play", msg("Play a tile"), Argument("tile", msg("Tile and end, for example 6-2 B"))),
    Verb("draw", msg("Draw from the boneyard")),
    Verb("cannot", msg("Say that you can't play")),
)
