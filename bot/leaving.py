"""Leaving a running game and taking an open seat, as people meet it: asked twice, then nobody waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.caller import Caller
from bot.service import Service
from bot.table.model import ANY, By, Status, Table
from bot.table.refusals import NotSeated
from bot.table.rules import lobby, seats, time
from bot.talk.letter import Letter
from bot.talk.seat import CLAIMED, NO, TAKEN, YES, asks_to_claim, asks_to_leave, farewell, left_lobby, stays, waits_on
from bot.talk.title import titled
from bot.talk.words import Texts, mentions
from engine.game import Game, Seat
from engine.words import Message, Words


class Leaving:
    """The part of the desk for seats that change hands."""

    def __init__(self, service: Service, games: Mapping[str, Game[Any, Any]], texts: Texts) -> None:
        self._service = service
        self._games = games
        self._texts = texts

    async def leave(self, caller: Caller, table: int, answer: str = "") -> Letter:
        """Give a seat up: at once before the game begins, after a second question while it runs."""
        user, interaction = caller.person.user, caller.interaction
        known = await self._service.tables.table(table, ANY)
        title = titled(self._games[known.game], known)
        repeated = answer == YES and _left_before(known)
        if known.status is not Status.RUNNING and not repeated:
            left = await self._service.tables.do(table, By(user, interaction), lobby.leave, user)
            return self._letter(caller, left, left_lobby(title))
        if answer == YES:
            left = await self._service.tables.do(table, By(user, interaction), seats.leave, user)
            return self._letter(caller, left, farewell(left, title))
        if known.seat_of(user) is None:
            raise NotSeated
        if answer == NO:
            return self._letter(caller, known, stays(title))
        return asks_to_leave(known, title, self._words(caller, known))

    async def claim(self, caller: Caller, table: int, answer: str = "") -> Letter:
        """Give the seat that everybody waits for to a computer player, after a second question."""
        if answer == YES:
            known = await self._service.tables.do(table, caller.by, time.claim, caller.person.user)
            return self._letter(caller, known, CLAIMED)
        known = await self._service.tables.table(table, ANY)
        absent, mine = known.to_act, known.seat_of(caller.person.user)
        if mine is None:
            raise NotSeated
        if not known.timing.claimable or absent is None or answer == NO or mine == absent:
            return self._letter(caller, known, waits_on(known))
        return asks_to_claim(known, absent, self._words(caller, known))

    async def take(self, caller: Caller, table: int, seat: Seat | None = None) -> Message:
        """Take an open seat; what to say above the hand."""
        await self._service.tables.do(table, caller.by, seats.take, caller.person, seat)
        return TAKEN

    def _letter(self, caller: Caller, table: Table, text: Message) -> Letter:
        return Letter(self._words(caller, table).text(text))

    def _words(self, caller: Caller, table: Table) -> Words:
        return self._texts.message_words(caller.locale, mentions(table.seats))


def _left_before(table: Table) -> bool:
    """Whether the game was closed because its last person left: who repeats that press gets the same answer."""
    return table.status is Status.CLOSED and bool(table.standing.closed)
