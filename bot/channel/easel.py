"""Draws the pictures of one table's messages when they are asked for, from where its tiles lie."""

from __future__ import annotations

from collections.abc import Sequence

from bot.channel.ledger import Ledger
from bot.channel.plan import Sketch
from bot.pictures.painter import Painter
from bot.table.model import Seen
from bot.table.records import Held
from bot.talk.letter import Picture
from renderers.look import Layout


class Easel:
    """The pictures of one snapshot. What is of the past by now raises Outdated."""

    def __init__(self, painter: Painter, ledger: Ledger, locale: str, broken: Sequence[Held] = ()) -> None:
        self._painter = painter
        self._ledger = ledger
        self._locale = locale
        self._broken = broken
        self._layout: Layout | None = None

    async def whole(self) -> bool:
        """Return whether there is more to see than the picture of the board shows."""
        layout, whole = await self._painter.surveyed(self._seen, self._ledger.snapshot.layout)
        self._lie(layout)
        return whole

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
            case Sketch.FINALE:
                return await self._painter.finale(self._seen, await self._arranged(), self._locale, self._broken)
            case Sketch.HAND:
                mover = self._ledger.snapshot.mover
                return None if mover is None else await self._painter.hand(mover, await self._arranged(), self._locale)

    @property
    def _seen(self) -> Seen:
        return self._ledger.snapshot.seen

    async def _arranged(self) -> Layout:
        """Return where the tiles lie, arranged once."""
        if self._layout is None:
            return self._lie(await self._painter.arranged(self._seen, self._ledger.snapshot.layout))
        return self._layout

    def _lie(self, layout: Layout) -> Layout:
        """Keep where the tiles lie, and note the rows that are new."""
        self._ledger.lay(self._ledger.snapshot.layout, layout)
        self._layout = layout
        return layout
