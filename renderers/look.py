"""How a game looks: the contract between a game's pictures and whoever posts them.

A look gets an observation and nothing else, so it cannot show what the viewer may not know. It first arranges
(numbers), then draws (pixels). Every method is pure and deterministic: the same arguments give the same bytes in every
process.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from PIL.Image import Image

from engine.game import Observation
from engine.words import Message, Words

Layout = tuple[tuple[float, ...], ...]
"""Where the tiles of a round lie, one row of numbers for each tile in order of play; rows once there never change.
The rows are stored with the table, so that a new version moves nothing on a running board."""

Obs_contra = TypeVar("Obs_contra", bound=Observation, contravariant=True)


class Look(Protocol[Obs_contra]):
    """The pictures and texts of one game."""

    def arrange(self, seen: Obs_contra, before: Layout) -> Layout:
        """The rows of `before` and one more for each tile laid since; () for games where nothing needs arranging."""
        ...

    def board(self, seen: Obs_contra, layout: Layout, words: Words, *, large: bool = False) -> Image:
        """The table, at most 1600 x 1200 pixels, with the seats, their scores and whose turn it is.

        In `large` print less lies beside each other, so that all is larger where the picture is as wide as a phone.
        """
        ...

    def whole(self, seen: Obs_contra, layout: Layout, words: Words) -> Image | None:
        """The whole table as large as it gets, where `board` shows only the part that matters or all of it too small
        for a phone; else None."""
        ...

    def score(self, seen: Obs_contra, words: Words) -> Image | None:
        """After a round that was scored: all hands and the arithmetic (a block's certificate). Else None."""
        ...

    def hand(
        self, seen: Obs_contra, layout: Layout, words: Words, chosen: tuple[str, ...] = (), *, large: bool = False
    ) -> Image:
        """The viewer's hand, at most 1600 x 1200 pixels; with `chosen` (the first parts of a choice) also where that
        can go. In `large` print fewer tiles stand in a row."""
        ...

    def alt(self, seen: Obs_contra) -> Message:
        """The board for somebody who cannot see it: at most 1,024 characters, enough to choose a move."""
        ...

    def hand_alt(self, seen: Obs_contra) -> Message:
        """The viewer's hand in words, at most 1,024 characters."""
        ...

    def text(self, seen: Obs_contra) -> Message:
        """The board as text in lines, at most 1,800 characters."""
        ...
