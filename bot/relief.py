"""What a reminder offers beside the hand: that the bot plays this turn, and an hour more."""

from __future__ import annotations

from bot.caller import Caller
from bot.computer.choice import choice
from bot.computer.pool import Pool
from bot.guide import waits_for
from bot.service import Service
from bot.table.model import By
from bot.table.rules import play as play_rules
from bot.table.rules import time
from bot.table.rules.seats import STRENGTH
from bot.talk import time as clocks
from bot.talk.letter import Letter
from bot.talk.words import Texts
from engine.words import Message


class Relief:
    """The part of the desk for who cannot move now. Raises Stale for an old button."""

    def __init__(self, service: Service, texts: Texts, pool: Pool) -> None:
        self._service = service
        self._texts = texts
        self._pool = pool

    async def play(self, caller: Caller, table: int, seq: int) -> Message:
        """Leave this turn to a computer player; what to say above the hand, which tells what it did."""
        user, chosen = caller.person.user, await self._chosen(caller, table)
        await self._service.tables.do(table, By(user, caller.interaction), time.play_my_turn, user, seq, chosen)
        return clocks.STOOD_IN

    async def _chosen(self, caller: Caller, table: int) -> str:
        """What a computer player would do now for the caller; empty where it is not their turn."""
        question = await self._service.tables.see(table, play_rules.question_now)
        if question is None or not waits_for(question.table, caller.person):
            return ""
        return await choice(self._pool, question, STRENGTH, caller.person.user)

    async def lend(self, caller: Caller, table: int, seq: int) -> Letter:
        """Take an hour more for this turn."""
        lent = await self._service.tables.do(table, caller.by, time.extend, caller.person.user, seq)
        return Letter(self._texts.words(caller.locale, ()).text(clocks.lent(lent.timing)))
