"""The hands of players, as pictures and text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.pictures.drawings import draw_board, draw_board_with_hand, draw_hand, draw_score
from bot.pictures.painter import NotDrawn, Painter
from bot.service import Service
from bot.table.log.model import Happened, Seen
from bot.table.rules import votes
from bot.talk import hand, practice, story, tour
from bot.talk.letter import Button, Hand, Letter, Picture
from bot.talk.words import Texts, mentions
from engine import chronicle
from engine.game import Game
from engine.words import Message, Words


class Hands:
    """Makes letters that show a hand, for a private answer or a private message."""

    def __init__(self, service: Service, games: Mapping[str, Game[Any, Any]], painter: Painter, texts: Texts) -> None:
        self._service = service
        self._games = games
        self._painter = painter
        self._texts = texts

    async def letter(
        self,
        seen: Seen,
        locale: str,
        note: Message | None = None,
        chosen: tuple[str, ...] = (),
        *,
        happened: Sequence[Happened] = (),
        is_elsewhere: bool = True,
    ) -> Letter:
        """Return the letter with the hand of the seat that sees this.

        `chosen` holds what its owner has chosen in the menu so far. What `happened` is described above the hand, below
        a `note`. Unless the owner `is_elsewhere` or has just come, only what the channel may not show is described.
        """
        game, words = self._games[seen.table.game], self._texts.message_words(locale, mentions(seen.table.seats))
        if seen.table.private and (practice.is_over(seen)):
            return await self._practice_end_letter(seen, locale, words, note, happened)
        happened = practice.news(happened) if seen.table.private else happened
        forced = tour.BY_ITSELF if story.has_automatic_move(happened, seen.seat) else None
        tip = None if seen.reader is None else await self._service.tours.tip(seen, seen.reader, game, forced)
        beside = await self._side_buttons(seen, words, toured=tip is not None)
        letter = hand.letter(game, seen, words, note, chosen, happened=happened, is_elsewhere=is_elsewhere,
                             beside=beside, tip=tip)  # fmt: skip
        letter = replace(letter, hand=_hand(seen) or letter.hand)
        try:
            layout = await self._painter.layout(seen)
            if seen.table.private and not chosen:
                picture = await self._painter.draw(draw_board_with_hand, seen, layout, locale)
            else:
                picture = await self._painter.draw(draw_hand, seen, layout, locale, chosen)
        except NotDrawn:
            return self._painter.in_words(letter, seen, locale)
        return replace(letter, pictures=(picture,))

    async def _practice_end_letter(
        self, seen: Seen, locale: str, words: Words, note: Message | None, happened: Sequence[Happened]
    ) -> Letter:
        """Return what a player who practises sees after a round or a game."""
        letter = practice.result_letter(self._games[seen.table.game], seen, words, note, happened)
        letter = replace(letter, hand=_hand(seen))
        if not seen.observation.is_scored:
            return letter
        try:
            return replace(letter, pictures=await self._end_pictures(seen, locale))
        except NotDrawn:
            return self._painter.in_words(letter, seen, locale)

    async def _end_pictures(self, seen: Seen, locale: str) -> tuple[Picture, ...]:
        """Return the pictures of the end of a game, or of a round with its score."""
        layout = await self._painter.layout(seen)
        if chronicle.final_outcome(seen.observation) is not None:
            return (await self._painter.draw_finale(seen, layout, locale),)
        board = await self._painter.draw(draw_board, seen, layout, locale)
        score = await self._painter.draw(draw_score, seen, (), locale)
        return tuple(filter(None, (board, score)))

    async def _side_buttons(self, seen: Seen, words: Words, *, toured: bool) -> Sequence[Button]:
        """Return the buttons beside the moves.

        They are the button that ends the tour, and those of a practice game.
        """
        table, skip = seen.table, [tour.skip(seen.table, words)] if toured else []
        if not table.private or seen.reader is None:
            return skip
        moved = await self._service.tables.see(table.id, votes.has_move, seen.reader)
        return [*skip, *practice.side_buttons(table, words, moved=moved, rules=not toured)]


def _hand(seen: Seen) -> Hand | None:
    """Return the hand to renew at each change of a practice game; otherwise None."""
    return Hand(seen.table.id, seen.table.seq) if seen.table.private else None
