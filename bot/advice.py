"""Hints during a game and the analysis after it, each for the asking person alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot import messages
from bot.caller import Caller
from bot.computer.analysis import Analyst
from bot.computer.pool import Pool
from bot.computer.worker import Asked, Failed
from bot.hands import Hands
from bot.letters import Letter
from bot.painter import clipped
from bot.refusals import Refusal
from bot.tables import ANY, Hint, Question, Table, Tables
from bot.texts import Texts, mentions
from engine.game import Game
from engine.players import LEVELS, best, levels
from engine.words import Message, lines, msg


class Advice:
    """The part of the desk that asks computer players for people."""

    def __init__(
        self, tables: Tables, games: Mapping[str, Game[Any, Any]], hands: Hands, texts: Texts, pool: Pool
    ) -> None:
        self._tables = tables
        self._games = games
        self._hands = hands
        self._texts = texts
        self._pool = pool
        self.analyst = Analyst(tables, pool)

    async def hint(self, caller: Caller, table: int) -> Letter:
        """The caller's hand, and what the strongest computer player would do with it."""
        user = caller.person.user
        player = self._strongest(await self._tables.table(table, ANY))
        question, hint = await self._tables.hint_about(table, user)
        if hint is None:
            hint = await self._thought(question, player)
            await self._tables.hint(table, user, hint)
        choices = question.observation.choices
        label = next(choice.label for choice in choices if choice.notation == hint.notation)
        note = msg("Hint: {strength} would choose “{action}”.", strength=LEVELS[player], action=label)
        return await self._hands.letter(await self._tables.observe(table, user), caller.locale, note)

    async def analysis(self, caller: Caller, table: int) -> Letter:
        """The moments of a game that is over where another action of the caller would have been better."""
        known = await self._tables.table(table, ANY)
        player = self._strongest(known)
        quick = levels(self._games[known.game])[-2:][0]
        moments = await self.analyst.moments(table, caller.person.user, quick, player)
        told = [messages.better(moment.decision, moment.chosen, moment.better, player) for moment in moments]
        title = messages.title(self._games[known.game], known)
        text = lines(
            msg("**{title}**, as {strength} sees it", title=title, strength=LEVELS[player]), *(told or [_GOOD])
        )
        words = self._texts.message_words(caller.locale, mentions(known.seats))
        return Letter(clipped(words.text(text), messages.TEXT_LENGTH))

    async def _thought(self, question: Question, player: str) -> Hint:
        asked = Asked(question.table.game, player, question.observation, question.seed)
        try:
            return Hint(question.table.position_seq, best(await self._pool.judge(asked)))
        except Failed:
            raise Refusal(msg("I have no hint at this moment. Please try again.")) from None

    def _strongest(self, table: Table) -> str:
        game = self._games[table.game]
        known = levels(game)
        if not known:
            raise Refusal(msg("{game} has no computer players yet.", game=game.name))
        return known[-1]


_GOOD: Message = msg("I found no move of yours where another one would clearly have been better.")
