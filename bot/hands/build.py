"""Makes letters with a player's hand, as a picture and in text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.pictures.drawings import draw_board_at_end, draw_board_with_hand, draw_hand, draw_score
from bot.pictures.painter import Painter
from bot.service import Service
from bot.table.log.model import Seen, ShownStep
from bot.table.rules import votes
from bot.talk import hand, practice
from bot.talk.letter import Button, Letter, Picture
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

    async def build_letter(
        self,
        seen: Seen,
        locale: str,
        note: Message | None = None,
        chosen: tuple[str, ...] = (),
        *,
        happened: Sequence[ShownStep] = (),
        is_elsewhere: bool = True,
        hinted: tuple[str, ...] = (),
    ) -> Letter:
        """Return a letter with the hand of the seat that `seen` belongs to.

        `chosen` is what the player has chosen in the menu so far. `hinted` are the parts of the choice that a hint in
        the `note` names; the picture frames the hinted tile. The letter begins with the `note`, followed by the steps
        that `happened`. If the player reads the letter at the table (not `is_elsewhere`) and has not just taken the
        seat, the letter describes only what the channel can't show.
        """
        game = self._games[seen.table.game]
        words = self._texts.message_words(locale, mentions(seen.table.seats))
        if seen.table.private and practice.is_over(seen):
            return await self._practice_end_letter(seen, locale, words, note, happened)
        happened = practice.steps_of_round(happened) if seen.table.private else happened
        tip = None if seen.reader is None else await self._service.tours.tip(seen, seen.reader, game)
        side_buttons = await self._practice_buttons(seen, words, has_tour_tip=tip is not None)
        letter = hand.letter(
            game,
            seen,
            words,
            note,
            chosen,
            happened=happened,
            is_elsewhere=is_elsewhere,
            beside=side_buttons,
            tip=tip,
        )
        return await self._painter.illustrate(letter, seen, locale, self._draw_hand(seen, locale, chosen, hinted))

    async def letter_in(
        self,
        channel: int | None,
        seen: Seen,
        locale: str,
        note: Message | None = None,
        *,
        happened: Sequence[ShownStep],
    ) -> Letter:
        """Return a letter with a hand, for a private message in this channel.

        If the game is played in another place, the letter names that place and describes all steps that `happened`.
        """
        is_elsewhere = channel != seen.table.place
        if note is None and is_elsewhere:  # a note about what the player just did leaves no room for another
            note = hand.elsewhere_notice(seen.table)
        return await self.build_letter(seen, locale, note, happened=happened, is_elsewhere=is_elsewhere)

    async def _draw_hand(
        self, seen: Seen, locale: str, chosen: tuple[str, ...], hinted: tuple[str, ...]
    ) -> tuple[Picture, ...]:
        layout = await self._painter.layout(seen)
        if seen.table.private and not chosen:  # no channel shows the board of a practice game
            return (await self._painter.draw(draw_board_with_hand, seen, layout, locale, hinted),)
        return (await self._painter.draw(draw_hand, seen, layout, locale, chosen, hinted),)

    async def _practice_end_letter(
        self, seen: Seen, locale: str, words: Words, note: Message | None, happened: Sequence[ShownStep]
    ) -> Letter:
        """Return what the player of a practice game sees after a round or at the end."""
        letter = practice.result_letter(self._games[seen.table.game], seen, words, note, happened)
        letter = replace(letter, hand=hand.hand_state(seen))
        if not seen.observation.is_scored:  # the game was closed during a round
            return letter
        return await self._painter.illustrate(letter, seen, locale, self._end_pictures(seen, locale))

    async def _end_pictures(self, seen: Seen, locale: str) -> tuple[Picture, ...]:
        """Return the pictures of the end of a game, or of a round with its score."""
        layout = await self._painter.layout(seen)
        if chronicle.final_outcome(seen.observation) is not None:
            return (await self._painter.draw_finale(seen, layout, locale),)
        board = await self._painter.draw(draw_board_at_end, seen, layout, locale)
        no_layout = ()  # a score is drawn without one
        score = await self._painter.draw(draw_score, seen, no_layout, locale)
        return tuple(filter(None, (board, score)))

    async def _practice_buttons(self, seen: Seen, words: Words, *, has_tour_tip: bool) -> Sequence[Button]:
        """Return the buttons that a practice game has besides those of the moves."""
        if not seen.table.private or seen.reader is None:
            return ()
        has_move = await self._service.tables.read(seen.table.id, votes.has_move, seen.reader)
        return practice.side_buttons(seen.table, words, moved=has_move, rules=not has_tour_tip)
