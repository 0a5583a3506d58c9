"""Draws the pictures of a table's messages on demand, from its layout of tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.channel.ledger import Ledger
from bot.channel.plan import PictureKind
from bot.pictures.drawings import draw_board, draw_board_at_end, draw_hand, draw_score, survey_layout
from bot.pictures.painter import NotDrawn, Painter
from bot.stats.server_bests import ServerBest
from bot.table.log.model import Seen
from bot.talk.letter import Letter, Picture
from renderers.look import Layout


class TablePictures:
    """The pictures of one snapshot. Drawing raises Outdated if the table has moved on since."""

    def __init__(self, painter: Painter, ledger: Ledger, records: Sequence[ServerBest] = ()) -> None:
        self._painter = painter
        self._ledger = ledger
        self._language = ledger.table.language
        self._records = records
        self._layout: Layout | None = None
        self.failed = False
        """Whether a picture could not be drawn."""

    async def is_board_cropped(self) -> bool:
        """Return whether the picture of the board leaves something out."""
        try:
            layout, is_cropped = await self._painter.draw(
                survey_layout, self._public_view, self._ledger.snapshot.layout, self._language
            )
        except NotDrawn:
            return False
        self._keep_layout(layout)
        return is_cropped

    async def add_pictures(self, letter: Letter, kinds: Sequence[PictureKind], language: str | None = None) -> Letter:
        """Return a letter with the pictures that its game has of these kinds.

        They are in `language`, or else in the table's. If any of them can't be drawn, the letter has no pictures, and
        describes their content in words.
        """
        try:
            pictures = [await self._draw_picture(kind, language or self._language) for kind in kinds]
        except NotDrawn:
            self.failed = True
            return self.in_words(letter, kinds, language)
        return replace(letter, pictures=tuple(picture for picture in pictures if picture))

    def in_words(self, letter: Letter, kinds: Sequence[PictureKind], language: str | None = None) -> Letter:
        """Return a letter without pictures that describes their content in words."""
        mover_view = self._ledger.snapshot.mover if PictureKind.HAND in kinds else None
        return self._painter.in_words(letter, mover_view or self._public_view, language or self._language)

    async def _draw_picture(self, kind: PictureKind, language: str) -> Picture | None:
        draw, seen = self._painter.draw, self._public_view
        match kind:
            case PictureKind.BOARD:
                return await draw(draw_board, seen, await self._arrange_tiles(), language)
            case PictureKind.END_BOARD:
                return await draw(draw_board_at_end, seen, await self._arrange_tiles(), language)
            case PictureKind.SCORE:
                no_layout = ()  # a score is drawn without one
                return await draw(draw_score, seen, no_layout, language)
            case PictureKind.FINALE:
                return await self._painter.draw_finale(seen, await self._arrange_tiles(), language, self._records)
            case PictureKind.HAND:
                mover_view = self._ledger.snapshot.mover
                if mover_view is None:
                    return None
                no_tile_chosen = ()
                return await draw(draw_hand, mover_view, await self._arrange_tiles(), language, no_tile_chosen)

    @property
    def _public_view(self) -> Seen:
        return self._ledger.snapshot.seen

    async def _arrange_tiles(self) -> Layout:
        """Return the layout of the tiles, arranging it only the first time."""
        if self._layout is None:
            return self._keep_layout(await self._painter.arrange_tiles(self._public_view, self._ledger.snapshot.layout))
        return self._layout

    def _keep_layout(self, layout: Layout) -> Layout:
        """Keep the layout of the tiles, and note its new rows in the ledger."""
        self._ledger.note_layout(self._ledger.snapshot.layout, layout)
        self._layout = layout
        return layout
