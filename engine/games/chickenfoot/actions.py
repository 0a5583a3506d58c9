"""The actions of a seat: `play 9-3 C`, `play 9-9`, `draw`, `keep`, `cannot`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.game import Argument, Verb
from engine.tiles import Tile
from engine.words import Message, msg, term


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a tile on the end with this letter; for the opening double it is ""."""

    tile: Tile
    end: str = ""

    def __str__(self) -> str:
        return f"play {self.tile} {self.end}".rstrip()

    @property
    def label(self) -> Message:
        if not self.end:
            return msg("{tile}", tile=str(self.tile))
        return msg("{tile} {end}", tile=str(self.tile), end=self.end)

    @property
    def parts(self) -> tuple[str, ...]:
        return (str(self.tile), self.end) if self.end else (str(self.tile),)


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw from the yard: one tile, or until one fits, as the options say."""

    def __str__(self) -> str:
        return "draw"

    @property
    def label(self) -> Message:
        return term("Draw", "move")

    @property
    def parts(self) -> tuple[str, ...]:
        return ("draw",)


@dataclass(frozen=True, slots=True)
class Keep:
    """End the turn and keep the drawn tiles."""

    def __str__(self) -> str:
        return "keep"

    @property
    def label(self) -> Message:
        return msg("Keep and end turn")

    @property
    def parts(self) -> tuple[str, ...]:
        return ("keep",)


@dataclass(frozen=True, slots=True)
class Cannot:
    """Declare truthfully that the seat can't play or draw, which confirms a block."""

    def __str__(self) -> str:
        return "cannot"

    @property
    def label(self) -> Message:
        return msg("I can't play")

    @property
    def parts(self) -> tuple[str, ...]:
        return ("cannot",)


ChickenfootAction = Play | Draw | Keep | Cannot

DRAW, KEEP, CANNOT = Draw(), Keep(), Cannot()


@cache
def play(tile: Tile, end: str = "") -> Play:
    """Return a `Play` from a cache, because every turn lists many."""
    return Play(tile, end)


VERBS = (
    Verb("play", msg("Play a tile"), Argument("tile", msg("The tile and the end's letter, like 9-3 C"))),
    Verb("draw", msg("Draw from the boneyard")),
    Verb("keep", msg("Keep what you drew and end your turn")),
    Verb("cannot", msg("Say that you can't play")),
)
