"""The message of a vote, with the question and two buttons, and later with the outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.table.log.events import moves_text
from bot.table.log.model import Person, ShownStep, Status, Table
from bot.table.log.settled.votes import ASKER_LEFT, CAME, MOVED, UNDONE, Vote
from bot.table.log.steps import SEAT_ACTIONS, Kind, Subject
from bot.talk.letter import Button, ControlId, Letter, Purpose, Row, Style
from bot.talk.seat import partner_of_newcomer
from bot.talk.title import AnyGame, table_title
from bot.talk.words import mentions
from engine.game import Seat
from engine.words import SOMEBODY, Message, Value, Who, Words, join_items, lines, msg, sentences, term

YES, NO = "yes", "no"
GO_ON = "resume"
"""The option of `/vote` that ends a pause. It needs no vote, since any player can end a pause."""
DONE: Mapping[str, Message] = {
    Subject.CANCEL: msg("All agree: the game is cancelled."),
    Subject.PAUSE: msg("All agree: the game is paused."),
    Subject.FINISH: msg("All agree: the game ends now."),
    Subject.GIVE_UP: msg("Both agree: they give up the game."),
    Subject.UNDO: msg("All agree: it is taken back."),
    Subject.BEACON: msg("All agree: this game continues without the public beacon."),
    Subject.SEAT: msg("All agree: the next round begins with them."),
}
"""The outcomes of a vote if all voters agreed."""
UNOPPOSED: Mapping[str, Message] = {
    Subject.CANCEL: msg("Nobody says no: the game is cancelled."),
    Subject.PAUSE: msg("Nobody says no: the game is paused."),
    Subject.FINISH: msg("Nobody says no: the game ends now."),
    Subject.SEAT: msg("Nobody says no: the next round begins with them."),
}
"""The outcomes of a vote if some voters didn't answer, which counts as a yes."""
ALONE_DONE: Mapping[str, Message] = {
    Subject.CANCEL: msg("The game is cancelled."),
    Subject.PAUSE: msg("The game is paused."),
    Subject.FINISH: msg("The game ends now."),
    Subject.GIVE_UP: msg("The game is given up."),
    Subject.UNDO: msg("It is taken back."),
    Subject.BEACON: msg("This game continues without the public beacon."),
    Subject.SEAT: msg("The next round begins with them."),
}
"""The outcomes of a vote if only the player who asked had a vote."""
_REFUSED = msg("Not all agree: nothing changes.")
_ENDED = msg("The game ended before all had answered.")
_VOID: Mapping[str, Message] = {
    MOVED: msg("The game went on, so nothing is taken back."),
    UNDONE: msg("Another move was taken back first. Ask again if you still want this."),
    ASKER_LEFT: msg("The player who asked has left, so nothing is taken back."),
    CAME: msg("A new player has come since, and the player who asked isn't here any more, so nothing changes."),
}
_AGAIN = msg("This was asked before, so I ping nobody for it again today. This time, not answering counts as a no.")
ALONE: Mapping[str, tuple[Message, Message]] = {
    Subject.CANCEL: (
        msg("Yes, cancel it"),
        msg("Cancel this game, without a result? You can't take that back."),
    ),
    Subject.FINISH: (
        msg("Yes, end it"),
        msg("End this game now and keep the scores? You can't take that back."),
    ),
    Subject.GIVE_UP: (
        msg("Yes, give up"),
        msg("Give up this game? The other pair wins it, and you can't take that back."),
    ),
}
"""The button and question of the confirmation, for a player who decides alone."""
PAST = msg("This vote is over.")
PAUSED_BY_MODERATOR = msg("A moderator has paused this game. You can still end it with `/vote`.")
PLAYED_ON = msg("The game continues.")
TAKEN_BACK = msg("Your move is taken back.")


def letter(game: AnyGame, table: Table, vote: Vote, words: Words) -> Letter:
    """Build the public message of a vote, which pings the players who have to answer.

    It pings them only once for the same question. Outside of a thread, it names its table, since the channel can have
    other games too.
    """
    pings = () if vote.was_refused_before else tuple(table.seats[seat].user for seat in pending_voters(table, vote))
    which = None if table.thread else table_title(game, table)
    return Letter(words.text(vote_text(table, vote, which)), rows=vote_rows(table, vote, words), pings=pings)


def vote_text(table: Table, vote: Vote, which: Message | None = None) -> Message:
    """Say the question, and the state or the outcome of the vote.

    `which` is the name of the table, if it has to be named.
    """
    question = state_question(table, vote, name_asker(table, vote))
    return lines(
        msg("{title} · {question}", title=which, question=question) if which else question, _state_text(table, vote)
    )


def _state_text(table: Table, vote: Vote) -> Message:
    """Say how many agree and who must still answer, or how the vote ended."""
    if vote.outcome is not None:
        if not vote.outcome:
            return _failure_line(vote)
        if vote.silent:
            return UNOPPOSED[vote.subject]
        return (DONE if len(vote.agreed) > 1 else ALONE_DONE)[vote.subject]
    if table.status is not Status.RUNNING:
        return _ENDED
    missing = pending_voters(table, vote)
    agreed = len(table.voters) - len(missing)
    names = join_items([Who(seat) for seat in missing])
    so_far = msg("{n} of {all} agree.", n=agreed, all=len(table.voters))
    still = msg("Waiting for {names}.", names=names) if missing else None
    return lines(sentences(so_far, still), _AGAIN if vote.was_refused_before else _silence_line(table))


def _failure_line(vote: Vote) -> Message:
    """Say why the vote failed."""
    if vote.void == MOVED and vote.subject == Subject.BEACON:
        return msg("The public beacon has spoken, so this game keeps it.")
    if vote.void == MOVED and vote.subject == Subject.GIVE_UP:
        return msg("The next round has begun, so nobody gives up.")
    if vote.void == ASKER_LEFT and vote.subject == Subject.SEAT:
        return msg("The player who asked doesn't want the seat any more.")
    return _VOID.get(vote.void, _REFUSED)


def name_asker(table: Table, vote: Vote, to_names: Callable[[Sequence[Person]], Sequence[Value]] = mentions) -> Value:
    """Name the player who asked, who may have no seat yet."""
    # until a newcomer gets the seat that they asked for, `asker` is that seat
    if vote.subject == Subject.SEAT and vote.asker not in table.standing.newcomer_seats:
        newcomer = table.newcomers.get(vote.asker)
        return msg("A new player") if newcomer is None else to_names([newcomer])[0]
    return SOMEBODY if vote.asker_left else Who(vote.asker)


def state_question(table: Table, vote: Vote, who: Value) -> Message:
    """Say the question of the player `who`; name all moves that the vote would take back."""
    match vote.subject:
        case Subject.CANCEL:
            return msg("{who} asks to cancel this game, without a result.", who=who)
        case Subject.PAUSE:
            return msg("{who} asks to pause this game.", who=who)
        case Subject.FINISH:
            return msg("{who} asks to end this game now and keep the scores.", who=who)
        case Subject.GIVE_UP:
            return msg("{who} asks to give up this game. The other pair would win it.", who=who)
        case Subject.BEACON:
            return msg("{who} asks to deal without the public beacon from now on.", who=who)
        case Subject.SEAT:
            return _seat_question(table, vote, who)
    return msg("{who} asks to take this back: {moves}", who=who, moves=moves_text(vote.moves))


def _seat_question(table: Table, vote: Vote, who: Value) -> Message:
    """Say which computer player a newcomer asks to replace, and who would be their partner."""
    if vote.asker not in table.newcomers:
        return msg("{who} asks to replace a computer player from the next round on.", who=who)
    seat_asked_for = vote.asker
    asked = msg("{who} asks to replace {computer} from the next round on.", who=who, computer=Who(seat_asked_for))
    partner = partner_of_newcomer(table, seat_asked_for)
    return asked if partner is None else sentences(asked, partner)


def pending_voters(table: Table, vote: Vote) -> Sequence[Seat]:
    """Return the seats that have not answered yet."""
    return [seat for seat in table.voters if seat not in vote.agreed]


def _silence_line(table: Table) -> Message | None:
    """Say until when a player can say no, if silence counts as a yes."""
    at = table.timing.silence_at
    if at is None:
        return None
    return msg("If you don't answer by {at} ({left}), that's a yes.", at=f"<t:{at}:f>", left=f"<t:{at}:R>")


def vote_rows(table: Table, vote: Vote, words: Words) -> tuple[Row, ...]:
    """Build the buttons under a vote while it is open."""
    if vote.outcome is not None or table.status is not Status.RUNNING:
        return ()
    yes = ControlId(Purpose.VOTE, table.id, vote.seq, YES)
    no = ControlId(Purpose.VOTE, table.id, vote.seq, NO)
    return ((Button(words.text(msg("Agree")), yes, Style.GOOD), Button(words.text(term("No", "button")), no)),)


def resume_buttons(table: Table, words: Words) -> list[Button]:
    """Build the button that ends a pause."""
    if not table.standing.halt.paused or table.standing.needs_moderator:
        return []
    return [Button(words.text(msg("Resume")), ControlId(Purpose.RESUME, table.id), Style.MAIN)]


def asked_notice(table: Table) -> Message:
    """Answer a player who called a vote, whether others have to vote or not."""
    vote = table.standing.vote
    assert vote is not None
    return msg("✓ Asked. The others see your question.") if vote.outcome is None else _state_text(table, vote)


def answered_notice(*, yes: bool) -> Message:
    """Answer a player who has voted, without the state of the vote, which its message shows."""
    return msg("✓ You agree.") if yes else msg("✓ You said no.")


def confirmation_letter(table: Table, subject: str, words: Words) -> Letter:
    """Ask a player who decides alone to confirm.

    The second button continues the game, so that a press by mistake does no harm.
    """
    label, question = ALONE[subject]
    yes = Button(words.text(label), ControlId(Purpose.VOTE, table.id, data=subject), Style.DANGER)
    no = Button(words.text(msg("Play on")), ControlId(Purpose.VOTE, table.id, data=NO), Style.MAIN)
    return Letter(words.text(question), rows=((yes, no),))


def resume_notice(title: Message) -> Message:
    """Answer the player who ends a pause."""
    return msg("{title} is back on.", title=title)


def too_late_notice(happened: Sequence[ShownStep], mine: Seat | None) -> Message:
    """Say why a seat's move can't be taken back any more.

    `happened` has the steps after the move, and `mine` is the seat.
    """
    actions = (step for step in happened if step.kind in SEAT_ACTIONS)
    others = [step.seat for step in actions if step.seat is not None and step.seat != mine]
    if others:
        return msg("Too late: {who} has moved since.", who=Who(others[0]))
    if any(step.kind == Kind.UNDO for step in happened):
        return msg("That move is taken back already.")
    return msg("Too late: the game has gone on since.")
