"""The message of a vote: it asks with two buttons, and then says how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.table.events import retold
from bot.table.model import ASKER_LEFT, MOVED, UNDONE, Status, Table, Vote
from bot.talk.letter import Button, ControlId, Purpose, Row, Style
from engine.game import Seat
from engine.words import SOMEBODY, Message, Who, Words, lines, listed, msg, sentences

YES, NO = "yes", "no"
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


_REFUSED = msg("Not everybody agreed: it stays as it is.")
_ENDED = msg("The game ended before everybody had answered.")
_VOID: Mapping[str, Message] = {
    MOVED: msg("The game went on, so nothing is taken back by this."),
    UNDONE: msg("Another move was taken back meanwhile, so nothing is taken back by this."),
    ASKER_LEFT: msg("The player who asked has left, so nothing is taken back by this."),
}


def standing(table: Table) -> Message:
    """How the newest vote stands, for whoever has just asked or answered."""
    vote = table.company.vote
    assert vote is not None
    return vote_text(table, vote)
