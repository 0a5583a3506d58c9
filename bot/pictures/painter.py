"""Draws pictures outside the event loop.

They are drawn in a thread or, if there is more than one core, in separate processes. Hands are drawn before boards, and
people take turns (`bot/runtime/work.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

import structlog

from bot.hosting.meter import Meter
from bot.pictures import drawings
from bot.pictures.drawings import Drawing, Ending, Kit, View
from bot.pictures.studio import Studio
from bot.runtime.work import Outdated, Queue, Work
from bot.runtime.workers import WorkerFailed
from bot.service import Service
from bot.stats.server_bests import ServerBest
from bot.table.log.model import Seen
from bot.table.posts import LayoutRows, Notes
from bot.table.record.stepwise import Steps
from bot.table.refusals import Refusal
from bot.talk import result, server_records
from bot.talk.letter import Letter, Picture
from bot.talk.words import plain_names
from engine.words import lines, msg
from renderers.look import Layout, Look

MOST_DROPS = 3
"""The most times in a row that drawing a channel's board may be dropped.

It is dropped if its table has moved on meanwhile. After MOST_DROPS, the board is drawn even if it is outdated.
"""

WITHOUT_PICTURE = msg("I can't draw a picture right now, so here it is in words:")

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

log = structlog.get_logger()


class NotDrawn(Refusal):
    """A picture could not be drawn, even at a second attempt."""

    def __init__(self) -> None:
        super().__init__(msg("I can't draw that picture right now. Your game is safe."))


class _DrawingFailed(Exception):
    """A drawing raised an error. The error's text is not kept, since it could name a tile."""


class Painter:
    """Makes drawings, the most urgent first. A drawing that fails is tried once more."""

    def __init__(
        self, service: Service, kit: Kit, work: Work, meter: Meter | None = None, studio: Studio | None = None
    ) -> None:
        """Draw with the `kit`, or let a `studio` draw with a kit of its own."""
        self._service = service
        self._kit = kit
        self._work = work
        self._studio = studio
        self._meter = meter or Meter()
        self._drops = Counter[int]()
        """For each table, how many times in a row the drawing of its channel's board was dropped."""

    def look_of(self, seen: Seen) -> Look[Any]:
        """Return the look of this table's game."""
        return self._kit.looks[seen.table.game]

    async def layout(self, seen: Seen) -> Layout:
        """Return the layout of the tiles, and store its new rows. Stored rows never change."""
        table, round_ = seen.table.id, seen.observation.round
        stored = await self._service.outbox.layout(table, round_)
        layout = await self.arrange_tiles(seen, stored)
        if len(layout) > len(stored):
            new_rows = LayoutRows(round_, start=len(stored), rows=layout[len(stored) :], seq=seen.table.seq)
            await self._service.outbox.note(table, Notes(laid=[new_rows]))
        return layout

    async def arrange_tiles(self, seen: Seen, stored: Layout) -> Layout:
        """Return the layout of the tiles, given the `stored` rows.

        The caller has to store the new rows.
        """
        if len(stored) == self.look_of(seen).count_rows(seen.observation):
            return stored
        return await self.draw(drawings.arrange_tiles, seen, stored, "en")  # the result is the same in any language

    async def draw(
        self, kind: Callable[[Kit, View, *Ts], T], seen: Seen, layout: Layout, locale: str, *arguments: *Ts
    ) -> T:
        """Return a drawing of a table. If several callers want the same, it is made once.

        A drawing for a seat waits in the queue of hands, and one for the channel in the queue of boards. For the
        channel, raise Outdated if the table has moved on meanwhile. So viewers don't share the channel's drawing.
        """
        table = seen.table
        drawing = Drawing(kind, (view_of(seen, layout, locale), *arguments))
        queue = Queue.BOARD if seen.seat is None else Queue.HAND
        asker = f"table {table.id}" if seen.reader is None else seen.reader
        key = (table.id, table.seq, seen.seat, seen.reader is None, drawing)
        try:
            result = await self._draw_with_retry(drawing, queue, asker, key, lambda: self._is_wanted(seen))
        except Outdated:
            self._drops[table.id] += 1
            raise
        if kind is drawings.draw_board:
            self._drops.pop(table.id, None)
        return result

    async def draw_finale(self, seen: Seen, layout: Layout, locale: str, broken: Sequence[ServerBest] = ()) -> Picture:
        """Return the picture of a game's end; `broken` are the records of the server that the game has broken."""
        game = self._kit.games[seen.table.game]
        ending = Ending(
            chapters=tuple(seen.chapters),
            title=result.end_title(game, seen),
            is_celebrated=result.is_won_by_person(seen),
            record=tuple(server_records.picture_foot(seen.table, broken)),
            alt=result.alt(game, seen, broken),
        )
        return await self.draw(drawings.draw_finale, seen, layout, locale, ending)

    async def draw_without_table(self, asker: str, kind: Callable[[Kit, *Ts], T], *arguments: *Ts) -> T:
        """Return a drawing that belongs to no table."""
        drawing = Drawing(kind, arguments)
        return await self._draw_with_retry(drawing, Queue.BOARD, asker, drawing)

    async def draw_in_steps(self, kind: Callable[[Kit, View], Steps[T]], seen: Seen, layout: Layout, locale: str) -> T:
        """Return a drawing that takes seconds. It is made in a thread when no other work waits."""
        drawing = Drawing(kind, (view_of(seen, layout, locale),))
        return await self._work.do_long(
            Queue.REPLAY, seen.reader, lambda: drawing(self._kit), key=(seen.table.id, drawing)
        )

    async def illustrate(
        self, letter: Letter, seen: Seen, locale: str, pictures: Awaitable[tuple[Picture, ...]]
    ) -> Letter:
        """Return a letter with these pictures, or in words if one of them can't be drawn."""
        try:
            return replace(letter, pictures=await pictures)
        except NotDrawn:
            return self.in_words(letter, seen, locale)

    def in_words(self, letter: Letter, seen: Seen, locale: str) -> Letter:
        """Return a letter without pictures that describes in words what they would show."""
        look, words = self.look_of(seen), self._kit.texts.words(locale, plain_names(seen.participants))
        hand = None if seen.seat is None else look.hand_alt(seen.observation)
        description = words.text(lines(WITHOUT_PICTURE, hand, look.text(seen.observation)))
        return replace(letter, text=f"{letter.text}\n{description}".lstrip(), pictures=())

    async def _draw_with_retry(
        self,
        drawing: Drawing[T],
        queue: Queue,
        asker: Hashable,
        key: Hashable,
        wanted: Callable[[], bool] = lambda: True,
    ) -> T:
        """Return a drawing, after at most two attempts. Raises NotDrawn, and what `Work.do` raises."""
        work = self._work if self._studio is None else self._studio.work
        draw = partial(work.do, queue, asker, lambda: self._draw_measured(drawing), key=key, wanted=wanted)
        with suppress(_DrawingFailed):
            return await draw()
        try:
            return await draw()
        except _DrawingFailed as failed:
            log.exception("picture not drawn", reason=str(failed))
            raise NotDrawn from failed

    def _draw_measured(self, drawing: Drawing[T]) -> T:
        with self._meter.measure_drawing():
            try:
                return drawing(self._kit) if self._studio is None else self._studio.draw(drawing)
            except Exception as error:
                # the text of WorkerFailed names no tile
                raise _DrawingFailed(str(error) if isinstance(error, WorkerFailed) else type(error).__name__) from None

    def _is_wanted(self, seen: Seen) -> bool:
        """Return whether a picture still has to be drawn.

        A person always gets what they asked for. A channel's board is only drawn if it is up to date, or if it was
        dropped too often.
        """
        table = seen.table
        return (
            seen.reader is not None
            or self._drops[table.id] >= MOST_DROPS
            or not self._service.repository.has_moved_on(table)
        )


def view_of(seen: Seen, layout: Layout, locale: str) -> View:
    """Return the view of a table. `layout` has all rows of its tiles, or only the stored ones."""
    table = seen.table
    return View(table.game, seen.observation, layout, locale, plain_names(seen.participants), seen.large)
