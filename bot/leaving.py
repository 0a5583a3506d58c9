"""Leaving a running game and taking an open seat, as people meet it: asked twice, then nobody waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.caller import Caller
from bot.table.model import ANY, Status, Table
from bot.table.refusals import NotSeated
from bot.tables import Tables
from bot.talk import card
from bot.talk.letter import Button, ControlId, Letter, Purpose, Style
from bot.talk.title import titled
from bot.talk.words import Texts, mentions
from engine.game import Game, Seat
from engine.words import Message, Who, lines, msg

YES, NO = "yes", "no"


class Leaving:
    """The part of the desk for seats that change hands."""

    def __init__(self, tables: Tables, games: Mapping[str, Game[Any, Any]], texts: Texts) -> None:
        self._tables = tables
        self._games = games
        self._texts = texts

    async def leave(self, caller: Caller, table: int, answer: str = "") -> Letter:
        """Give a seat up: at once before the game begins, after a second question while it runs."""
        user, interaction = caller.person.user, caller.interaction
        known = await self._tables.table(table, ANY)
        title = titled(self._games[known.game], known)
        repeated = answer == YES and _left_before(known)
        if known.status is not Status.RUNNING and not repeated:
            left = await self._tables.leave(table, user, interaction=interaction)
            return self._letter(caller, left, msg("You left {title}.", title=title))
        if answer == YES:
            left = await self._tables.give_up(table, user, interaction=interaction)
            return self._letter(caller, left, _farewell(left, title))
        if known.seat_of(user) is None:
            raise NotSeated
        if answer == NO:
            return self._letter(caller, known, msg("You stay in {title}.", title=title))
        return self._question(caller, known, title)

    async def claim(self, caller: Caller, table: int, answer: str = "") -> Letter:
        """Give the seat that everybody waits for to a computer player, after a second question."""
        if answer == YES:
            known = await self._tables.claim(table, caller.person.user, interaction=caller.interaction)
            return self._letter(caller, known, msg("A computer player goes on, and anybody may take the seat."))
        known = await self._tables.table(table, ANY)
        absent, mine = known.to_act, known.seat_of(caller.person.user)
        if mine is None:
            raise NotSeated
        if not known.timing.claimable or absent is None or answer == NO or mine == absent:
            return self._letter(caller, known, card.waits_on(known))
        words = self._texts.message_words(caller.locale, mentions(known.seats))
        text = lines(
            msg("{who} has not come for three turns. Shall a computer player have the seat?", who=Who(absent)),
            msg("{who} can take it back as anybody can, while it is open.", who=Who(absent)),
        )
        yes = Button(words.text(msg("Yes, go on")), ControlId(Purpose.CLAIM, table, 0, YES), Style.DANGER)
        wait = Button(words.text(msg("Wait")), ControlId(Purpose.CLAIM, table, 0, NO), Style.MAIN)
        return Letter(words.text(text), rows=((yes, wait),))

    async def take(self, caller: Caller, table: int, seat: Seat | None = None) -> Message:
        """Take an open seat; what to say above the hand."""
        await self._tables.take_seat(table, caller.person, seat, interaction=caller.interaction)
        return msg("This seat is yours now. I call you when it is your turn.")

    def _question(self, caller: Caller, table: Table, title: Message) -> Letter:
        words = self._texts.message_words(caller.locale, mentions(table.seats))
        alone = sum(1 for person in table.seats if person.user) == 1
        follows = (
            msg("You are the last person here, so the game ends without a result.")
            if alone
            else msg("A computer player goes on for you, and somebody else may take your seat.")
        )
        yes = Button(words.text(msg("Yes, leave")), ControlId(Purpose.LEAVE, table.id, 0, YES), Style.DANGER)
        stay = Button(words.text(msg("Stay")), ControlId(Purpose.LEAVE, table.id, 0, NO), Style.MAIN)
        text = words.text(lines(msg("Do you want to leave {title} for good?", title=title), follows))
        return Letter(text, rows=((yes, stay),))

    def _letter(self, caller: Caller, table: Table, text: Message) -> Letter:
        return Letter(self._texts.message_words(caller.locale, mentions(table.seats)).text(text))


def _left_before(table: Table) -> bool:
    """Whether the game was closed because its last person left: who repeats that press gets the same answer."""
    return table.status is Status.CLOSED and bool(table.company.closed)


def _farewell(table: Table, title: Message) -> Message:
    if table.status is Status.CLOSED:
        return msg("You left {title}, and it is closed.", title=title)
    return msg("You left {title}. A computer player goes on for you.", title=title)
