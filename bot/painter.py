"""Pictures made away from the event loop, one at a time: every press is answered while something is drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from PIL.Image import Image

from bot.emojis import without_emojis
from bot.letters import Picture
from bot.tables import Laid, Notes, Seen, Tables
from bot.texts import Texts, plain_names
from engine.words import Words
from renderers.look import Layout, Look
from renderers.picture import png

ALT_LENGTH = 1024
"""Discord's limit."""

T = TypeVar("T")


class Painter:
    """Draws what a viewer has seen."""

    def __init__(self, tables: Tables, looks: Mapping[str, Look[Any]], texts: Texts) -> None:
        self._tables = tables
        self._looks = looks
        self._texts = texts
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="painter")

    def look(self, seen: Seen) -> Look[Any]:
        """How the game of this table looks."""
        return self._looks[seen.table.game]

    async def layout(self, seen: Seen) -> Layout:
        """Where the tiles lie; what was laid since the last look is added to the stored rows, which never change."""
        table, round_ = seen.table.id, seen.observation.round
        before = await self._tables.layout(table, round_)
        layout = await self.arranged(seen, before)
        if len(layout) > len(before):
            laid = Laid(round_, len(before), layout[len(before) :], seen.table.seq)
            await self._tables.note(table, Notes(laid=[laid]))
        return layout

    async def arranged(self, seen: Seen, before: Layout) -> Layout:
        """Where the tiles lie, given the rows that are stored. Whoever draws them has to store the new ones."""
        look = self.look(seen)
        return await self._draw(lambda: look.arrange(seen.observation, before))

    async def board(self, seen: Seen, layout: Layout, locale: str) -> Picture:
        """The table as the viewer sees it."""
        words = self.words(seen, locale)
        look = self.look(seen)
        data = await self._draw(lambda: png(look.board(seen.observation, layout, words, large=seen.large)))
        return Picture("board.png", data, clipped(words.text(look.alt(seen.observation)), ALT_LENGTH))

    async def whole(self, seen: Seen, layout: Layout, locale: str) -> Picture | None:
        """The whole table, where the board shows only a part of it or all of it too small."""
        look = self.look(seen)
        return await self._optional(
            "whole.png", seen, locale, lambda words: look.whole(seen.observation, layout, words)
        )

    async def has_whole(self, seen: Seen, layout: Layout, locale: str) -> bool:
        """Whether there is more to see than the board shows."""
        words = self.words(seen, locale)
        look = self.look(seen)
        return await self._draw(lambda: look.whole(seen.observation, layout, words) is not None)

    async def score(self, seen: Seen, locale: str) -> Picture | None:
        """The account of a round that was just scored, if there is one."""
        look = self.look(seen)
        return await self._optional("score.png", seen, locale, lambda words: look.score(seen.observation, words))

    async def _optional(
        self, name: str, seen: Seen, locale: str, picture: Callable[[Words], Image | None]
    ) -> Picture | None:
        words = self.words(seen, locale)

        def draw() -> bytes | None:
            image = picture(words)
            return None if image is None else png(image)

        data = await self._draw(draw)
        if data is None:
            return None
        told = seen.observation.tally or self.look(seen).alt(seen.observation)
        return Picture(name, data, clipped(words.text(told), ALT_LENGTH))

    async def hand(self, seen: Seen, layout: Layout, locale: str, chosen: tuple[str, ...] = ()) -> Picture:
        """The viewer's own hand."""
        words = self.words(seen, locale)
        look = self.look(seen)
        data = await self._draw(lambda: png(look.hand(seen.observation, layout, words, chosen, large=seen.large)))
        return Picture("hand.png", data, clipped(words.text(look.hand_alt(seen.observation)), ALT_LENGTH))

    def words(self, seen: Seen, locale: str) -> Words:
        """The words of pictures and of their descriptions: names, not mentions."""
        return self._texts.words(locale, plain_names(seen.table.seats))

    def close(self) -> None:
        """Finish the picture at hand and stop."""
        self._worker.shutdown(cancel_futures=True)

    async def _draw(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)


def clipped(text: str, length: int) -> str:
    """The text; where it is too long without emojis, and if need be cut at a line or word."""
    if len(text) > length:
        text = without_emojis(text)
    if len(text) <= length:
        return text
    head = text[: length - 1]
    return head[: max(head.rfind("\n"), head.rfind(" "), length // 2)] + "…"
