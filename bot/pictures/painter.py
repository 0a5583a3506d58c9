"""Pictures, made away from the event loop.

Hands are drawn before boards, and people take turns (`bot/runtime/work.py`). Pictures are drawn in a thread of the
bot, or in separate processes if there are enough cores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import structlog

from bot.hosting.meter import Meter
from bot.pictures import drawings
from bot.pictures.drawings import Drawing, Kit, View
from bot.pictures.studio import Studio
from bot.runtime.work import Line, Outdated, Work
from bot.runtime.workers import WorkerFailed
from bot.service import Service
from bot.stats.server_bests import ServerBest
from bot.table.log.model import Moment, Seen
from bot.table.posts import LayoutRows, Notes
from bot.table.refusals import Refusal
from bot.talk import result, server_records
from bot.talk.letter import ALT_LENGTH, Letter, Picture
from bot.talk.words import plain_names, shorten_text
from engine.game import Game
from engine.words import Message, Who, Words, lines, msg
from renderers.fair_deal import ALT as FAIR_ALT
from renderers.look import Layout, Look
from renderers.replay import draw_last_lap
from renderers.turning_point import Option

MOST_DROPPED = 3
"""How often in a row a channel's board is left out because its table moved on.

After that, it is drawn even if it is outdated.
"""

WITHOUT_PICTURE = msg("I can't draw a picture right now, so here it is in words:")

T = TypeVar("T")

log = structlog.get_logger()


class NotDrawn(Refusal):
    """A picture could not be drawn, even at a second attempt."""

    def __init__(self) -> None:
        super().__init__(msg("I can't draw that picture right now. Your game is safe."))


class _DrawingFailed(Exception):
    """A drawing raised an error, whose own text is not kept: it could name a tile."""


class Painter:
    """Draws what a viewer has seen.

    For the channel it raises Outdated if the table has moved on meanwhile.
    """

    def __init__(
        self,
        service: Service,
        games: Mapping[str, Game[Any, Any]],
        kit: Kit,
        work: Work,
        meter: Meter | None = None,
        studio: Studio | None = None,
    ) -> None:
        """Draw with the `kit`, or let a `studio` draw with a kit of its own."""
        self._service = service
        self._games = games
        self._kit = kit
        self._work = work
        self._studio = studio
        self._meter = meter or Meter()
        self._dropped = Counter[int]()

    def look_of(self, seen: Seen) -> Look[Any]:
        """Return the look of this table's game."""
        return self._kit.looks[seen.table.game]

    async def layout(self, seen: Seen) -> Layout:
        """Return the layout of the tiles.

        Rows of newly laid tiles are added to the stored rows, which never change.
        """
        table, round_ = seen.table.id, seen.observation.round
        before = await self._service.outbox.layout(table, round_)
        layout = await self.arrange_tiles(seen, before)
        if len(layout) > len(before):
            laid = LayoutRows(round_, len(before), layout[len(before) :], seen.table.seq)
            await self._service.outbox.note(table, Notes(laid=[laid]))
        return layout

    async def arrange_tiles(self, seen: Seen, before: Layout) -> Layout:
        """Return the layout of the tiles, given the stored rows.

        The caller has to store the new rows.
        """
        if len(before) == self.look_of(seen).count_rows(seen.observation):
            return before
        return await self._draw(seen, partial(drawings.arrange_tiles, _view(seen, before)), "layout", len(before))

    async def survey_layout(self, seen: Seen, before: Layout) -> tuple[Layout, bool]:
        """Return the layout of the tiles, and whether the board leaves any of it out."""
        return await self._draw(seen, partial(drawings.survey_layout, _view(seen, before)), "survey", len(before))

    async def board(self, seen: Seen, layout: Layout, locale: str) -> Picture:
        """Return the table as the viewer sees it."""
        data = await self._draw(seen, partial(drawings.board, _view(seen, layout, locale)), "board", locale)
        self._dropped.pop(seen.table.id, None)
        return self._picture("board.png", data, seen, locale, self.look_of(seen).alt(seen.observation))

    async def boards_in_row(self, boards: Sequence[Seen], locale: str) -> bytes:
        """Return the boards of tables without players, drawn beside each other."""
        drawing = partial(drawings.boards_in_row, [_view(seen, (), locale) for seen in boards])
        return await self._draw_without_table("welcome", drawing, ("beside", locale))

    async def board_with_hand(self, seen: Seen, layout: Layout, locale: str) -> Picture:
        """Return the table with the viewer's own hand below it, as one picture."""
        data = await self._draw(seen, partial(drawings.board_with_hand, _view(seen, layout, locale)), "over", locale)
        return self._picture("table.png", data, seen, locale, self._alt_with_hand(seen))

    async def fair(self, locale: str) -> Picture:
        """Return the picture of the things that are mixed into a fair deal."""
        data = await self._draw_without_table("rules", partial(drawings.fair, locale), ("fair", locale))
        return Picture("fair.png", data, self._kit.texts.words(locale, ()).text(FAIR_ALT))

    async def whole(self, seen: Seen, layout: Layout, locale: str) -> Picture | None:
        """Return the whole table, or None if the board shows all of it large enough."""
        data = await self._draw(seen, partial(drawings.whole, _view(seen, layout, locale)), "whole", locale)
        return None if data is None else self._picture("whole.png", data, seen, locale, self._account(seen))

    async def score(self, seen: Seen, locale: str, number: int = 0) -> Picture | None:
        """Return the score of a round that was just counted, if there is one.

        `number` distinguishes an earlier round from the others.
        """
        data = await self._draw(seen, partial(drawings.score, _view(seen, (), locale)), "score", locale, number)
        return None if data is None else self._picture("score.png", data, seen, locale, self._account(seen))

    async def lap(self, seen: Seen, locale: str, number: int) -> Picture | None:
        """Return the last lap of a round that was just counted, as an animation.

        Return None if the round did not end by a block.
        """
        look, words = self.look_of(seen), self.words(seen, locale)
        key = ("lap", seen.table.id, number, plain_names(seen.table.seats), locale)
        film = await self._work.do_long(
            Line.REPLAY, seen.reader, lambda: draw_last_lap(look, seen.observation, words), key=key
        )
        return None if film is None else self._picture("block.gif", film, seen, locale, self._account(seen))

    async def finale(self, seen: Seen, layout: Layout, locale: str, broken: Sequence[ServerBest] = ()) -> Picture:
        """Return the picture of a game's end.

        It shows the winner, the last round's table, the standings, and any record that the game has broken.
        """
        game, words = self._games[seen.table.game], self.words(seen, locale)
        record = server_records.foot(seen.table, broken)
        drawing = partial(
            drawings.finale,
            _view(seen, layout, locale),
            chapters=seen.chapters,
            title=result.end_title(game, seen),
            penalties=game.penalties,
            record=record,
        )
        data = await self._draw(seen, drawing, "finale", locale, *(words.text(line) for line in record))
        return self._picture("end.png", data, seen, locale, result.alt(game, seen, broken))

    async def hand(self, seen: Seen, layout: Layout, locale: str, chosen: tuple[str, ...] = ()) -> Picture:
        """Return the viewer's own hand."""
        data = await self._draw(
            seen, partial(drawings.hand, _view(seen, layout, locale), chosen), "hand", locale, chosen
        )
        return self._picture("hand.png", data, seen, locale, self.look_of(seen).hand_alt(seen.observation))

    async def turning(self, seen: Seen, before: Layout, moment: Moment, locale: str) -> Picture:
        """Return a player's view before a decision, with their choice and the better one."""
        words = self.words(seen, locale)
        chosen, better = (Option(each.notation, words.text(each.label)) for each in (moment.chosen, moment.better))
        drawing = partial(drawings.turning, _view(seen, before, locale), chosen, better)
        data = await self._draw(seen, drawing, "turning", moment.decision.seq, locale)
        return self._picture("turning.png", data, seen, locale, self._alt_with_hand(seen))

    async def face_up(self, seen: Seen, hands: Sequence[Any], before: Layout, step: int, locale: str) -> Picture:
        """Return the table after a step of a finished game, with all hands below it."""
        look, drawing = self.look_of(seen), partial(drawings.face_up, _view(seen, before, locale), hands)
        data = await self._draw(seen, drawing, "face up", step, locale)
        alts = [msg("{who}: {hand}", who=Who(seat), hand=look.hand_alt(each)) for seat, each in enumerate(hands)]
        return self._picture("table.png", data, seen, locale, lines(look.alt(seen.observation), *alts))

    def in_words(self, letter: Letter, seen: Seen, locale: str) -> Letter:
        """Return a letter that says in words, without pictures, what its viewer has seen."""
        look, words = self.look_of(seen), self.words(seen, locale)
        hand = None if seen.seat is None else look.hand_alt(seen.observation)
        description = words.text(lines(WITHOUT_PICTURE, hand, look.text(seen.observation)))
        return replace(letter, text=f"{letter.text}\n{description}".lstrip(), pictures=())

    def _picture(self, name: str, data: bytes, seen: Seen, locale: str, alt: Message) -> Picture:
        return Picture(name, data, shorten_text(self.words(seen, locale).text(alt), ALT_LENGTH))

    def _account(self, seen: Seen) -> Message:
        """Return a description of the round's score, or else of the board."""
        return self._games[seen.table.game].voice.tally(seen.observation) or self.look_of(seen).alt(seen.observation)

    def _alt_with_hand(self, seen: Seen) -> Message:
        look = self.look_of(seen)
        return lines(look.hand_alt(seen.observation), look.alt(seen.observation))

    def words(self, seen: Seen, locale: str) -> Words:
        """Return the words of pictures and of their descriptions: names, not mentions."""
        return self._kit.texts.words(locale, plain_names(seen.table.seats))

    async def _draw(self, seen: Seen, drawing: Drawing[T], *what: Hashable) -> T:
        """Return a drawing, made once for all who want the same view of this position.

        For a seat it is the hand, or the layout of the tiles beside which the hand is drawn.
        """
        table = seen.table
        line = Line.BOARD if seen.seat is None else Line.HAND
        asker = f"table {table.id}" if seen.reader is None else seen.reader
        key = (table.id, table.game, table.seq, seen.seat, seen.large, seen.reader is None, what)
        try:
            return await self._retry_once(
                partial(
                    self._pictures.do,
                    line,
                    asker,
                    lambda: self._draw_measured(drawing),
                    key=key,
                    wanted=lambda: self._is_wanted(seen),
                )
            )
        except Outdated:
            self._dropped[table.id] += 1
            raise

    async def _draw_without_table(self, asker: str, drawing: Drawing[T], key: Hashable) -> T:
        """Return a drawing that belongs to no table."""
        return await self._retry_once(
            partial(self._pictures.do, Line.BOARD, asker, lambda: self._draw_measured(drawing), key=key)
        )

    async def _retry_once(self, draw: Callable[[], Awaitable[T]]) -> T:
        """Return the drawing, retried once. Raises NotDrawn and the queue's errors."""
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
                raise _DrawingFailed(str(error) if isinstance(error, WorkerFailed) else type(error).__name__) from None

    @property
    def _pictures(self) -> Work:
        return self._work if self._studio is None else self._studio.work

    def _is_wanted(self, seen: Seen) -> bool:
        """Return whether a picture is still to be drawn.

        A person always gets what they asked for. A channel's board has to be up to date, unless it was dropped too
        often.
        """
        table = seen.table
        return (
            seen.reader is not None
            or self._dropped[table.id] >= MOST_DROPPED
            or not self._service.repository.has_moved_on(table)
        )


def _view(seen: Seen, layout: Layout, locale: str = "en") -> View:
    table = seen.table
    return View(table.game, seen.observation, layout, locale, plain_names(table.seats), seen.large)
