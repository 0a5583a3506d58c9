"""Pictures made away from the event loop, one at a time: hands before boards, and everybody in turn (`bot/work.py`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

from PIL.Image import Image

from bot.hosting.meter import Meter
from bot.service import Service
from bot.table.model import Moment, Seen
from bot.table.posts import Laid, Notes
from bot.table.records import Held
from bot.talk import records, result
from bot.talk.letter import ALT_LENGTH, Picture
from bot.talk.words import Texts, clipped, plain_names
from bot.work import Line, Outdated, Work
from engine.game import Game
from engine.words import Who, Words, lines, msg
from renderers.face_up import face_up
from renderers.fair import ALT as FAIR_ALT
from renderers.fair import fair
from renderers.finale import End, finale
from renderers.kit.picture import png, side_by_side, stacked
from renderers.look import Layout, Look
from renderers.replay import lapped
from renderers.turning import Option, turning

MOST_DROPPED = 3
"""How often in a row a board in the channel is left out because its table moved on; then it is drawn all the same."""

T = TypeVar("T")


class Painter:
    """Draws what a viewer has seen. What is for the channel raises Outdated where its table has moved on meanwhile."""

    def __init__(
        self,
        service: Service,
        games: Mapping[str, Game[Any, Any]],
        looks: Mapping[str, Look[Any]],
        texts: Texts,
        work: Work,
        meter: Meter | None = None,
    ) -> None:
        self._service = service
        self._games = games
        self._looks = looks
        self._texts = texts
        self._work = work
        self._meter = meter or Meter()
        self._dropped = Counter[int]()

    def look(self, seen: Seen) -> Look[Any]:
        """Return how the game of this table looks."""
        return self._looks[seen.table.game]

    async def layout(self, seen: Seen) -> Layout:
        """Return where the tiles lie; what was laid since the last look is added to the stored rows, which never
        change."""
        table, round_ = seen.table.id, seen.observation.round
        before = await self._service.outbox.layout(table, round_)
        layout = await self.arranged(seen, before)
        if len(layout) > len(before):
            laid = Laid(round_, len(before), layout[len(before) :], seen.table.seq)
            await self._service.outbox.note(table, Notes(laid=[laid]))
        return layout

    async def arranged(self, seen: Seen, before: Layout) -> Layout:
        """Return where the tiles lie, given the rows that are stored. Whoever draws them has to store the new ones."""
        look = self.look(seen)
        return await self._draw(seen, lambda: look.arrange(seen.observation, before), "layout", len(before))

    async def surveyed(self, seen: Seen, before: Layout) -> tuple[Layout, bool]:
        """Return the same, and whether there is more to see than the board shows."""
        look = self.look(seen)

        def survey() -> tuple[Layout, bool]:
            layout = look.arrange(seen.observation, before)
            return layout, look.more(seen.observation, layout)

        return await self._draw(seen, survey, "survey", len(before))

    async def board(self, seen: Seen, layout: Layout, locale: str) -> Picture:
        """Return the table as the viewer sees it."""
        words = self.words(seen, locale)
        look = self.look(seen)
        data = await self._draw(
            seen,
            lambda: png(look.board(seen.observation, layout, words, large=seen.large)),
            "board",
            locale,
        )
        self._dropped.pop(seen.table.id, None)
        return Picture("board.png", data, clipped(words.text(look.alt(seen.observation)), ALT_LENGTH))

    async def beside(self, boards: Sequence[Seen], locale: str) -> bytes:
        """Return the boards of tables that nobody plays at, drawn beside each other."""

        def draw() -> bytes:
            return png(side_by_side([self._board(seen, locale) for seen in boards]))

        return await self._work.do(Line.BOARD, "welcome", draw, key=("beside", locale))

    def _board(self, seen: Seen, locale: str) -> Image:
        look = self.look(seen)
        return look.board(seen.observation, look.arrange(seen.observation, ()), self.words(seen, locale))

    async def over(self, seen: Seen, layout: Layout, locale: str) -> Picture:
        """Return the table with the viewer's own hand below it, as one picture."""
        words, look, now = self.words(seen, locale), self.look(seen), seen.observation

        def draw() -> bytes:
            board = look.board(now, layout, words, large=seen.large)
            return png(stacked(board, look.hand(now, layout, words, large=seen.large, apart=seen.apart)))

        data = await self._draw(seen, draw, "over", locale)
        told = lines(look.hand_alt(now), look.alt(now))
        return Picture("table.png", data, clipped(words.text(told), ALT_LENGTH))

    async def fair(self, locale: str) -> Picture:
        """Return the picture of what a fair deal is made of."""
        words = self._texts.words(locale, ())
        data = await self._work.do(Line.BOARD, "rules", lambda: png(fair(words)), key=("fair", locale))
        return Picture("fair.png", data, words.text(FAIR_ALT))

    async def whole(self, seen: Seen, layout: Layout, locale: str) -> Picture | None:
        """Return the whole table, where the board shows only a part of it or all of it too small."""
        look = self.look(seen)
        return await self._optional(
            "whole.png", seen, locale, lambda words: look.whole(seen.observation, layout, words)
        )

    async def score(self, seen: Seen, locale: str, number: int = 0) -> Picture | None:
        """Return the account of a round that was just scored, if there is one; `number` tells an earlier round from the
        others."""
        look = self.look(seen)
        return await self._optional(
            "score.png", seen, locale, lambda words: look.score(seen.observation, words), number
        )

    async def lap(self, seen: Seen, locale: str, number: int) -> Picture | None:
        """Return the last lap of a round that was just scored as a film, where it ended by a block."""
        look, words = self.look(seen), self.words(seen, locale)
        key = ("lap", seen.table.id, number, plain_names(seen.table.seats), locale)
        film = await self._work.do_long(
            Line.REPLAY, seen.reader, lambda: lapped(look, seen.observation, words), key=key
        )
        return None if film is None else Picture("block.gif", film, self._account(seen, words))

    async def finale(self, seen: Seen, layout: Layout, locale: str, broken: Sequence[Held] = ()) -> Picture:
        """Return the picture of a game's end: the winner, the last round's table, how all stand, and the record that it
        has broken."""
        game, words = self._games[seen.table.game], self.words(seen, locale)
        title = result.end_title(game, seen)
        record = records.foot(seen.table, broken)
        end = End(self.look(seen), seen.observation, layout, seen.chapters, title, game.penalties, record)
        told = [words.text(line) for line in record]
        data = await self._draw(seen, lambda: png(finale(end, words)), "finale", locale, *told)
        return Picture("end.png", data, clipped(words.text(result.alt(game, seen, broken)), ALT_LENGTH))

    async def _optional(
        self, name: str, seen: Seen, locale: str, picture: Callable[[Words], Image | None], number: int = 0
    ) -> Picture | None:
        words = self.words(seen, locale)

        def draw() -> bytes | None:
            image = picture(words)
            return None if image is None else png(image)

        data = await self._draw(seen, draw, name, locale, number)
        if data is None:
            return None
        return Picture(name, data, self._account(seen, words))

    def _account(self, seen: Seen, words: Words) -> str:
        """Describe the account of a round."""
        told = self._games[seen.table.game].voice.tally(seen.observation) or self.look(seen).alt(seen.observation)
        return clipped(words.text(told), ALT_LENGTH)

    async def hand(self, seen: Seen, layout: Layout, locale: str, chosen: tuple[str, ...] = ()) -> Picture:
        """Return the viewer's own hand."""
        words = self.words(seen, locale)
        look = self.look(seen)
        data = await self._draw(
            seen,
            lambda: png(look.hand(seen.observation, layout, words, chosen, large=seen.large, apart=seen.apart)),
            "hand",
            locale,
            chosen,
        )
        return Picture("hand.png", data, clipped(words.text(look.hand_alt(seen.observation)), ALT_LENGTH))

    async def turning(self, seen: Seen, before: Layout, moment: Moment, locale: str) -> Picture:
        """Return what a player saw before a decision, with what they chose and what was better."""
        look, now, words = self.look(seen), seen.observation, self.words(seen, locale)
        options = [Option(each.notation, words.text(each.label)) for each in (moment.chosen, moment.better)]
        data = await self._draw(
            seen,
            lambda: png(turning(look, now, look.arrange(now, before), words, *options)),
            "turning",
            moment.decision.seq,
            locale,
        )
        told = lines(look.hand_alt(now), look.alt(now))
        return Picture("turning.png", data, clipped(words.text(told), ALT_LENGTH))

    async def face_up(self, seen: Seen, hands: Sequence[Any], before: Layout, step: int, locale: str) -> Picture:
        """Return the table after a step of a game that is over, with the hands of all below it."""
        look, now, words = self.look(seen), seen.observation, self.words(seen, locale)
        data = await self._draw(
            seen, lambda: png(face_up(look, now, hands, look.arrange(now, before), words)), "face up", step, locale
        )
        told = [msg("{who}: {hand}", who=Who(seat), hand=look.hand_alt(each)) for seat, each in enumerate(hands)]
        return Picture("table.png", data, clipped(words.text(lines(look.alt(now), *told)), ALT_LENGTH))

    def words(self, seen: Seen, locale: str) -> Words:
        """Return the words of pictures and of their descriptions: names, not mentions."""
        return self._texts.words(locale, plain_names(seen.table.seats))

    async def _draw(self, seen: Seen, work: Callable[[], T], *what: Hashable) -> T:
        """Have something drawn, once for all who want the same of what this seat sees in this position.

        What is drawn for a seat is its hand, or where the tiles lie that the hand is drawn beside.
        """
        table = seen.table
        line = Line.BOARD if seen.seat is None else Line.HAND
        asker = f"table {table.id}" if seen.reader is None else seen.reader
        key = (table.id, table.game, table.seq, seen.seat, seen.large, seen.apart, seen.reader is None, what)

        def measured() -> T:
            with self._meter.drawn():
                return work()

        try:
            return await self._work.do(line, asker, measured, key=key, wanted=lambda: self._wanted(seen))
        except Outdated:
            self._dropped[table.id] += 1
            raise

    def _wanted(self, seen: Seen) -> bool:
        """Return whether a picture is still to be drawn: a person gets what they asked for, the channel only what
        stands."""
        table = seen.table
        return (
            seen.reader is not None
            or self._dropped[table.id] >= MOST_DROPPED
            or not self._service.repository.moved_on(table)
        )
