"""Votes and taking moves back, as people meet them: a message with two buttons that everybody answers privately."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot import messages
from bot.caller import Caller
from bot.letters import Button, ControlId, Letter, Purpose, Row, Style
from bot.table.events import retold
from bot.table.model import ANY, ASKER_LEFT, MOVED, UNDONE, Status, Table, Vote
from bot.table.refusals import Stale
from bot.table.steps import BY_SEATS, Kind
from bot.tables import Tables
from bot.texts import Texts, mentions
from engine.game import Game, Seat
from engine.words import SOMEBODY, Message, Who, Words, lines, listed, msg, sentences

YES, NO = "yes", "no"
GO_ON = "resume"
"""What `/vote` takes beside the subjects: it needs nobody else."""

ASKED: Mapping[str, Message] = {
    "cancel": msg("cancel this game, without a result"),
    "pause": msg("pause this game"),
    "finish": msg("end this game now, as it stands"),
}
DONE: Mapping[str, Message] = {
    "cancel": msg("All agreed: this game is cancelled."),
    "pause": msg("All agreed: this game is paused."),
    "finish": msg("All agreed: this game ends now."),
    "undo": msg("All agreed: it is taken back."),
}


UNOPPOSED: Mapping[str, Message] = {
    "cancel": msg("Nobody said no in time: this game is cancelled."),
    "pause": msg("Nobody said no in time: this game is paused."),
    "finish": msg("Nobody said no in time: this game ends now."),
}


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
        return self._letter(caller, asked, _standing(asked))

    async def answer(self, caller: Caller, table: int, seq: int, answer: str) -> Letter:
        """Agree, or not; without a vote, to what somebody who plays alone was asked a second time."""
        if not seq:
            known = await self._tables.table(table, ANY)
            if answer not in _ALONE:
                return self._letter(caller, known, msg("The game goes on."))
            return await self._asked(caller, table, answer)
        user, interaction = caller.person.user, caller.interaction
        answered = await self._tables.answer(table, user, seq, yes=answer == YES, interaction=interaction)
        return self._letter(caller, answered, _standing(answered))

    async def resume(self, caller: Caller, table: int) -> Letter:
        """Go on after a pause."""
        going_on = await self._tables.resume_game(table, caller.person.user, interaction=caller.interaction)
        title = messages.title(self._games[going_on.game], going_on)
        return self._letter(caller, going_on, msg("{title} goes on.", title=title))

    async def undo(self, caller: Caller, table: int, seq: int | None = None) -> Message | Letter:
        """Take one's newest move back: what to say above the hand, or that the others are asked."""
        try:
            after = await self._tables.undo(table, caller.person.user, seq, interaction=caller.interaction)
        except Stale:
            return await self._too_late(caller, table, seq or 0)
        vote = after.company.vote
        if vote is not None and vote.subject == "undo" and vote.outcome is None:
            return self._letter(caller, after, _standing(after))
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


def vote_text(table: Table, vote: Vote) -> Message:
    """The public message of a vote: what is asked and how it stands, then how it ended."""
    asked = _question(vote)
    if vote.outcome is not None:
        done = UNOPPOSED if vote.silent else DONE
        return lines(asked, done[vote.subject] if vote.outcome else _VOID.get(vote.void, _REFUSED))
    if table.status is not Status.RUNNING:
        return lines(asked, _ENDED)
    missing = unanswered(table, vote)
    agreed, names = len(table.present) - len(missing), listed([Who(seat) for seat in missing])
    so_far = msg("All who play must agree: {n} of {all} so far.", n=agreed, all=len(table.present))
    still = msg("Still asked: {names}.", names=names) if missing else None
    return lines(asked, sentences(so_far, still), _AGAIN if vote.again else _silence(table))


_AGAIN = msg(
    "This was asked before, and not everybody agreed: I call nobody for it again today, and who says nothing does not "
    "agree."
)


def unanswered(table: Table, vote: Vote) -> Sequence[Seat]:
    """Who is asked and has not said anything yet."""
    return [seat for seat in table.present if seat not in vote.agreed]


def vote_rows(table: Table, vote: Vote, words: Words) -> tuple[Row, ...]:
    """The buttons under a vote while it is open."""
    if vote.outcome is not None or table.status is not Status.RUNNING:
        return ()
    yes = ControlId(Purpose.VOTE, table.id, vote.seq, YES)
    no = ControlId(Purpose.VOTE, table.id, vote.seq, NO)
    return ((Button(words.text(msg("Agree")), yes, Style.GOOD), Button(words.text(msg("No")), no)),)


def resume_buttons(table: Table, words: Words) -> list[Button]:
    """The button that ends a pause."""
    if not table.company.paused:
        return []
    return [Button(words.text(msg("Go on")), ControlId(Purpose.RESUME, table.id), Style.MAIN)]


def take_back_buttons(table: Table, words: Words, seq: int) -> list[Button]:
    """The button under a move that can be taken back without asking anybody, while it is fresh."""
    if table.undoable is None:
        return []
    return [Button(words.text(msg("Take back")), ControlId(Purpose.UNDO, table.id, seq))]


def _silence(table: Table) -> Message | None:
    """By when somebody who does not want it has to say so."""
    at = table.timing.silence_at
    if at is None:
        return None
    return msg("Whoever has not answered by {at} ({left}) agrees.", at=f"<t:{at}:f>", left=f"<t:{at}:R>")


def _question(vote: Vote) -> Message:
    """What is asked; where a move is to be taken back, each one that goes back by it."""
    who = SOMEBODY if vote.asker_left else Who(vote.asker)
    if vote.subject in ASKED:
        return msg("{who} asks to {what}.", who=who, what=ASKED[vote.subject])
    return msg("{who} asks to take this back: {moves}", who=who, moves=retold(vote.moves))


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
_REFUSED = msg("Not everybody agreed: it stays as it is.")
_ENDED = msg("The game ended before everybody had answered.")
_VOID: Mapping[str, Message] = {
    MOVED: msg("The game went on, so nothing is taken back by this."),
    UNDONE: msg("Another move was taken back meanwhile, so nothing is taken back by this."),
    ASKER_LEFT: msg("The player who asked has left, so nothing is taken back by this."),
}


def _standing(table: Table) -> Message:
    """How the newest vote stands, for whoever has just asked or answered."""
    vote = table.company.vote
    assert vote is not None
    return vote_text(table, vote)
