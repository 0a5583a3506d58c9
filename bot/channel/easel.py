"""Draws the pictures of one table's messages when they are asked for, from where its tiles lie."""

from __future__ import annotations

from collections.abc import Sequence

from bot.channel.ledger import Ledger
from bot.channel.plan import Sketch
from bot.painter import Painter
from bot.table.model import Seen
from bot.talk.letter import Picture
from renderers.look import Layout


class Easel:
    """The pictures of one snapshot. What is of the past by now raises Outdated."""

    def __init__(self, painter: Painter, ledger: Ledger, locale: str) -> None:
        self._painter = painter
        self._ledger = ledger
        self._locale = locale
        self._layout: Layout | None = None

    async def whole(self) -> bool:
        """Return whether there is more to see than the picture of the board shows."""
        return await self._painter.has_whole(self._seen, await self._arranged(), self._locale)

    async def pictures(self, sketches: Sequence[Sketch]) -> tuple[Picture, ...]:
        """Return the pictures of a message, without those that this game does not have."""
        drawn = [await self._drawn(sketch) for sketch in sketches]
        return tuple(picture for picture in drawn if picture)

    async def _drawn(self, sketch: Sketch) -> Picture | None:
        match sketch:
            case Sketch.BOARD:
                return await self._painter.board(self._seen, await self._arranged(), self._locale)
            case Sketch.SCORE:
                return await self._painter.score(self._seen, self._locale)
            case Sketch.HAND:
                mover = self._ledger.snapshot.mover
                return None if mover is None else await self._painter.hand(mover, await self._arranged(), self._locale)

    @property
    def _seen(self) -> Seen:
        return self._ledger.snapshot.seen

    async def _arranged(self) -> Layout:
        """Return where the tiles lie, arranged once; rows that are new are noted."""
        if self._layout is None:
            before = self._ledger.snapshot.layout
            self._layout = await self._painter.arranged(self._seen, before)
            self._ledger.lay(before, self._layout)
        return self._layout
