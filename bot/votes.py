"""Votes and taking moves back, as people meet them: a message with two buttons that everybody answers privately."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.caller import Caller
from bot.service import Service
from bot.table.model import ANY, By, Table
from bot.table.refusals import Stale
from bot.table.rules import votes
from bot.table.steps import Subject
from bot.talk.letter import Letter
from bot.talk.title import titled
from bot.talk.vote import ALONE, GO_ON, PLAYED_ON, TAKEN_BACK, YES, asks_again, goes_on, standing, too_late
from bot.talk.words import Texts, mentions
from engine.game import Game
from engine.words import Message


class Votes:
    """The part of the desk for what needs everybody's consent."""

    def __init__(self, service: Service, games: Mapping[str, Game[Any, Any]], texts: Texts) -> None:
        self._service = service
        self._games = games
        self._texts = texts

    async def ask(self, caller: Caller, table: int, subject: str) -> Letter:
        """Ask everybody, or go on after a pause."""
        if subject == GO_ON:
            return await self.resume(caller, table)
        known = await self._service.tables.table(table, ANY)
        if subject in ALONE and known.running and known.present == (known.seat_of(caller.person.user),):
            return asks_again(known, subject, self._texts.message_words(caller.locale, ()))
        return await self._asked(caller, table, subject)

    async def _asked(self, caller: Caller, table: int, subject: str) -> Letter:
        asked = await self._service.tables.do(table, caller.by, votes.ask, caller.person.user, subject)
        return self._letter(caller, asked, standing(asked))

    async def answer(self, caller: Caller, table: int, seq: int, answer: str) -> Letter:
        """Agree, or not; without a vote, to what somebody who plays alone was asked a second time."""
        if not seq:
            known = await self._service.tables.table(table, ANY)
            if answer not in ALONE:
                return self._letter(caller, known, PLAYED_ON)
            return await self._asked(caller, table, answer)
        user, interaction = caller.person.user, caller.interaction
        answered = await self._service.tables.do(
            table, By(user, interaction), votes.answer, user, seq, yes=answer == YES
        )
        return self._letter(caller, answered, standing(answered))

    async def resume(self, caller: Caller, table: int) -> Letter:
        """Go on after a pause."""
        going_on = await self._service.tables.do(table, caller.by, votes.resume, caller.person.user)
        title = titled(self._games[going_on.game], going_on)
        return self._letter(caller, going_on, goes_on(title))

    async def undo(self, caller: Caller, table: int, seq: int | None = None) -> Message | Letter:
        """Take one's newest move back: what to say above the hand, or that the others are asked."""
        try:
            after = await self._service.tables.do(table, caller.by, votes.undo, caller.person.user, seq)
        except Stale:
            return await self._too_late(caller, table, seq or 0)
        vote = after.standing.vote
        if vote is not None and vote.subject == Subject.UNDO and vote.outcome is None:
            return self._letter(caller, after, standing(after))
        return TAKEN_BACK

    async def _too_late(self, caller: Caller, table: int, seq: int) -> Message:
        """Why a button cannot take a move back any more that could after step `seq`."""
        known = await self._service.tables.table(table, ANY)
        happened = await self._service.tables.history(table, seq, None)
        return too_late(happened, known.seat_of(caller.person.user))

    def _letter(self, caller: Caller, table: Table, text: Message) -> Letter:
        return Letter(self._texts.message_words(caller.locale, mentions(table.seats)).text(text))
