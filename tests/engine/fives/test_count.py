"""The count of Fives beside a second one that knows no ends: it looks at every side of every tile on the table."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from engine.dominoes.actions import play as lay
from engine.dominoes.layout import lay_tile, layout
from engine.dominoes.settings import Shape
from engine.tiles import Tile, tile_set

PLAYS = pytest.mark.parametrize("plays", [10_000, pytest.param(100_000, marks=pytest.mark.long)])
"""In all sets and lines together."""
HALVES, SIDES, TIPS = ("high", "low"), ("left", "right"), ("up", "down")


class Joint(NamedTuple):
    """A side of a tile."""

    place: int
    side: str


class Table:
    """Tiles, and which of their sides touch another; the letters stand for sides, as they were given."""

    def __init__(self, spinners: str) -> None:
        self.tiles: list[Tile] = []
        self.joined: set[Joint] = set()
        self.letters: dict[str, Joint] = {}
        self._spinners = spinners
        self._spare = iter("CDEFGHIJKLMNOPQRSTUVWXYZ")

    def lay(self, tile: Tile, letter: str) -> None:
        """Put a tile on the side that a letter stands for, or on the empty table."""
        place = len(self.tiles)
        self.tiles.append(tile)
        near, far = SIDES if tile.double else HALVES
        if not letter:
            self.letters = {"A": Joint(place, near), "B": Joint(place, far)}
            return
        under = self.letters[letter]
        if tile.high != self.number(under) and not tile.double:
            near, far = far, near
        self.joined |= {under, Joint(place, near)}
        self.letters[letter] = Joint(place, far)
        if under.side in SIDES and self.is_spinner(under.place) and self.is_flanked(under.place):
            self.letters |= {next(self._spare): Joint(under.place, tip) for tip in TIPS}

    def number(self, joint: Joint) -> int:
        tile = self.tiles[joint.place]
        return tile.low if joint.side == "low" else tile.high

    def is_spinner(self, place: int) -> bool:
        if self._spinners == "first":
            return place == [tile.double for tile in self.tiles].index(True)
        return self._spinners == "all"

    def is_flanked(self, place: int) -> bool:
        return all(Joint(place, side) in self.joined for side in SIDES)

    def count(self) -> int:
        """Free halves count their number; a double counts its pips unless both its long sides touch a tile."""
        total = 0
        for place, tile in enumerate(self.tiles):
            if tile.double:
                total += 0 if self.is_flanked(place) else tile.pips
            else:
                total += sum(
                    self.number(Joint(place, half)) for half in HALVES if Joint(place, half) not in self.joined
                )
        return total


def some_play(table: Table, left: list[Tile], rng: Random) -> tuple[Tile, str] | None:
    """Return a tile of those left on a side that it fits; None if none fits any."""
    for letter in rng.sample(list(table.letters), len(table.letters)):
        number = table.number(table.letters[letter])
        for tile in left:
            if tile.has(number):
                return tile, letter
    return None


@pytest.mark.parametrize("spinners", ["first", "none", "all"])
@pytest.mark.parametrize("highest", [6, 9, 12])
@PLAYS
def test_both_count_the_same_after_every_play(spinners: str, highest: int, plays: int) -> None:
    rng, played, scoring = Random(f"{spinners} {highest}"), 0, 0
    while played < plays / 9:
        line, table, left = (
            layout(Shape(highest, spinners, counted=True)),
            Table(spinners),
            rng.sample(tile_set(highest).tiles, 28),
        )
        play: tuple[Tile, str] | None = (left[0], "")
        while play is not None:
            number = table.number(table.letters[play[1]]) if play[1] else None
            line = lay_tile(line, lay(*play, number))
            table.lay(*play)
            left.remove(play[0])
            assert line.total == sum(line.parts) == table.count()
            assert [table.number(table.letters[end.letter]) for end in line.ends] == [end.number for end in line.ends]
            assert len(line.ends) == len(table.letters)
            played += 1
            scoring += line.total % 5 == 0
            play = some_play(table, left, rng)
    assert scoring > played // 10
