"""Hints during a game and the analysis after it, each for the asking person alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.caller import Caller
from bot.computer.analysis import Analyst
from bot.computer.pool import Pool
from bot.computer.worker import Failed
from bot.hands import Hands
from bot.service import Service
from bot.table.model import ANY, By, Hint, Question, User
from bot.table.refusals import Refusal, Stale
from bot.table.rules import hints
from bot.talk import hint
from bot.talk.letter import TEXT_LENGTH, Letter
from bot.talk.title import titled
from bot.talk.words import Texts, clipped, mentions
from bot.work import Line, Outdated, Work
from engine.game import Game
from engine.players import LEVELS, best
from engine.words import Message, lines, msg

STRONGEST, QUICK = "hard", "medium"
"""Who is asked; and who looks through a whole game first."""


class Advice:
    """The part of the desk that asks computer players for people."""

    def __init__(
        self, service: Service, games: Mapping[str, Game[Any, Any]], hands: Hands, texts: Texts, pool: Pool, work: Work
    ) -> None:
        self._service = service
        self._games = games
        self._hands = hands
        self._texts = texts
        self._pool = pool
        self.analyst = Analyst(service, pool, work)

    async def hint(self, caller: Caller, table: int) -> Letter:
        """The caller's hand, and what the strongest computer player would do with it."""
        user = caller.person.user
        question, hint = await self._service.tables.see(table, hints.asked, user)
        if hint is None:
            hint = await self._thought(question, user)
            await self._service.tables.do(table, By(user, caller.interaction), hints.give, user, hint)
        choices = question.observation.choices
        label = next(choice.label for choice in choices if choice.notation == hint.notation)
        note = msg("Hint: {strength} would choose “{action}”.", strength=LEVELS[STRONGEST], action=label)
        return await self._hands.letter(await self._service.tables.observe(table, user), caller.locale, note)

    async def analysis(self, caller: Caller, table: int) -> Letter:
        """The moments of a game that is over where another action of the caller would have been better."""
        known = await self._service.tables.table(table, ANY)
        moments = await self.analyst.moments(table, caller.person.user, QUICK, STRONGEST)
        game = self._games[known.game]
        told = [hint.better(game, moment.decision, moment.chosen, moment.better, STRONGEST) for moment in moments]
        title = titled(game, known)
        text = lines(
            msg("**{title}**, as {strength} sees it", title=title, strength=LEVELS[STRONGEST]), *(told or [_GOOD])
        )
        words = self._texts.message_words(caller.locale, mentions(known.seats))
        return Letter(clipped(words.text(text), TEXT_LENGTH))

    async def _thought(self, question: Question, user: User) -> Hint:
        """What the strongest computer player would do. Raises Stale where the table moves on before it is asked."""
        table = question.table
        try:
            worth = await self._pool.judge(
                question, STRONGEST, Line.HINT, user, lambda: not self._service.repository.moved_on(table)
            )
        except Outdated:
            raise Stale from None
        except Failed:
            raise Refusal(msg("I have no hint at this moment. Please try again.")) from None
        return Hint(table.position_seq, best(worth))


_GOOD: Message = msg("I found no move of yours where another one would clearly have been better.")
