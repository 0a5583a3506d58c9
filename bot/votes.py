"""Votes and taking moves back, as people meet them: a message with two buttons that everybody answers privately."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.caller import Caller
from bot.table.model import ANY, Table
from bot.table.refusals import Stale
from bot.table.steps import BY_SEATS, Kind
from bot.tables import Tables
from bot.talk.letter import Button, ControlId, Letter, Purpose, Style
from bot.talk.title import titled
from bot.talk.vote import NO, YES, standing
from bot.talk.words import Texts, mentions
from engine.game import Game
from engine.words import Message, Who, msg

GO_ON = "resume"
"""What `/vote` takes beside the subjects: it needs nobody else."""


class Votes:
    """The part of the desk for what needs everybody's consent."""

    def __init__(self, tables: Tables, games: Mapping[str, Game[Any, Any]], texts: Texts) -> None:
        self._tables = tables
        self._games = games
        self._texts = texts

    async def ask(self, caller: Caller, table: int, subject: str) -> Letter:
        """Ask everybody, or go on after a pause."""
        if subject == GO_ON:
            return await self.resume(caller, table)
        known = await self._tables.table(table, ANY)
        if subject in _ALONE and known.running and known.present == (known.seat_of(caller.person.user),):
            return self._ask_again(caller, known, subject)
        return await self._asked(caller, table, subject)

    async def _asked(self, caller: Caller, table: int, subject: str) -> Letter:
        asked = await self._tables.ask(table, caller.person.user, subject, interaction=caller.interaction)
        return self._letter(caller, asked, standing(asked))

    async def answer(self, caller: Caller, table: int, seq: int, answer: str) -> Letter:
        """Agree, or not; without a vote, to what somebody who plays alone was asked a second time."""
        if not seq:
            known = await self._tables.table(table, ANY)
            if answer not in _ALONE:
                return self._letter(caller, known, msg("The game goes on."))
            return await self._asked(caller, table, answer)
        user, interaction = caller.person.user, caller.interaction
        answered = await self._tables.answer(table, user, seq, yes=answer == YES, interaction=interaction)
        return self._letter(caller, answered, standing(answered))

    async def resume(self, caller: Caller, table: int) -> Letter:
        """Go on after a pause."""
        going_on = await self._tables.resume_game(table, caller.person.user, interaction=caller.interaction)
        title = titled(self._games[going_on.game], going_on)
        return self._letter(caller, going_on, msg("{title} goes on.", title=title))

    async def undo(self, caller: Caller, table: int, seq: int | None = None) -> Message | Letter:
        """Take one's newest move back: what to say above the hand, or that the others are asked."""
        try:
            after = await self._tables.undo(table, caller.person.user, seq, interaction=caller.interaction)
        except Stale:
            return await self._too_late(caller, table, seq or 0)
        vote = after.company.vote
        if vote is not None and vote.subject == "undo" and vote.outcome is None:
            return self._letter(caller, after, standing(after))
        return msg("Your move is taken back.")

    async def _too_late(self, caller: Caller, table: int, seq: int) -> Message:
        """Why a button cannot take a move back any more that could after step `seq`."""
        known = await self._tables.table(table, ANY)
        mine, happened = known.seat_of(caller.person.user), await self._tables.history(table, seq, None)
        others = [step.seat for step in happened if step.kind in BY_SEATS and step.seat not in (None, mine)]
        if others:
            return msg("Too late: {who} has moved since.", who=Who(others[0] or 0))
        if any(step.kind == Kind.UNDO.value for step in happened):
            return msg("That move is taken back already.")
        return msg("Too late: the game has gone on since.")

    def _ask_again(self, caller: Caller, table: Table, subject: str) -> Letter:
        words = self._texts.message_words(caller.locale, mentions(table.seats))
        label, question = _ALONE[subject]
        yes = Button(words.text(label), ControlId(Purpose.VOTE, table.id, 0, subject), Style.DANGER)
        no = Button(words.text(msg("Play on")), ControlId(Purpose.VOTE, table.id, 0, NO), Style.MAIN)
        return Letter(words.text(question), rows=((yes, no),))

    def _letter(self, caller: Caller, table: Table, text: Message) -> Letter:
        return Letter(self._texts.message_words(caller.locale, mentions(table.seats)).text(text))


_ALONE: Mapping[str, tuple[Message, Message]] = {
    "cancel": (
        msg("Yes, cancel it"),
        msg("Do you want to cancel this game, without a result? Nobody else has to agree, and nobody can undo it."),
    ),
    "finish": (
        msg("Yes, end it"),
        msg("Do you want to end this game now, as it stands? Nobody else has to agree, and nobody can undo it."),
    ),
}
"""What somebody who plays alone with computer players is asked a second time: the button, and the question."""
