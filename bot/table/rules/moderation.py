"""What moderators of the server may do at a table.

They never see a hand, and never act at a table where they play themselves.

Each act is a step that records the moderator and their press. The step after it does what the act says, with the same
effect as if players had agreed.
"""

from __future__ import annotations

from bot.table.log.draft import Draft
from bot.table.log.facts import Fact, needs
from bot.table.log.model import Cause, Status, User
from bot.table.log.settled.halt import RestoredFromCopy
from bot.table.log.settled.moderation import Act, encode_act
from bot.table.log.steps import MODERATOR, RESUMED, Kind
from bot.table.marks import find_departure_marks
from bot.table.refusals import Over, Refusal, Unknown
from bot.table.rules import ending, lobby, removal, seats
from engine.game import Seat
from engine.words import count, msg

MOST_PAUSES = 20
"""The most times that moderators can pause one game. Without a limit, its log could grow endlessly."""


@needs(Fact.DEPARTURES)
def close(draft: Draft, moderator: User) -> None:
    """Close a table that waits for players, or end a running game without a result."""
    _require_outsider(draft, moderator)
    _note_act(draft, Act.CLOSE)
    if draft.table.is_running:
        ending.close(draft, None, MODERATOR)
    else:
        lobby.close(draft)


@needs(Fact.DEPARTURES)
def pause(draft: Draft, moderator: User) -> None:
    """Pause a game until a moderator resumes it, even if its players have paused it already."""
    _require_outsider(draft, moderator)
    draft.require_running()
    if draft.table.standing.needs_moderator:
        raise Refusal(msg("A moderator has paused this game already."))
    _require_search_done(draft)
    if sum(entry.act is Act.PAUSE for entry in draft.table.standing.moderated) >= MOST_PAUSES:
        raise Refusal(
            count(
                "Moderators have paused this game {n} time, and that's the limit. You can still end it.",
                "Moderators have paused this game {n} times, and that's the limit. You can still end it.",
                MOST_PAUSES,
            )
        )
    _note_act(draft, Act.PAUSE)
    draft.step(Kind.PAUSE, caused=False)


@needs(Fact.DEPARTURES)
def resume(draft: Draft, moderator: User) -> None:
    """Resume a paused game. It doesn't matter who paused it."""
    _require_outsider(draft, moderator)
    draft.require_running()
    if not draft.table.standing.halt.paused:
        raise Refusal(msg("This game isn't paused."))
    _require_search_done(draft)
    _note_act(draft, Act.RESUME)
    draft.step(Kind.PAUSE, None, RESUMED, caused=False)


@needs(Fact.DEPARTURES)
def free(draft: Draft, moderator: User, key: str) -> None:
    """Free the seat of a person, named by their key (`Person.key`).

    Before the game, the seat is free for others. In a running game, a computer player goes on until a new player comes.
    """
    _require_outsider(draft, moderator)
    seat = removal.find_player(draft.table, key)
    person = draft.table.seats[seat]
    if person.computer:
        raise Refusal(msg("A computer player has this seat. Only a person's seat can be freed."))
    _note_act(draft, Act.FREE, seat)
    draft.cause = Cause(person.user)  # without the press, which was the moderator's
    if draft.table.is_running:
        seats.leave(draft, person.user)
    else:
        lobby.leave(draft, person.user)


def _require_search_done(draft: Draft) -> None:
    """Refuse while the channel must be searched for moves that are lost.

    Both a pause and its end would count the loss as resolved, so the game could go on from before the loss.
    """
    lost = draft.table.standing.halt.lost
    if lost is not None and lost.needs_search:
        raise Refusal(RestoredFromCopy(lost.copy).why())


def _note_act(draft: Draft, act: Act, seat: Seat | None = None) -> None:
    draft.step(Kind.MODERATION, None, encode_act(act, seat))


def _require_outsider(draft: Draft, moderator: User) -> None:
    """Refuse a moderator who plays or played at the table, and a table that is over.

    A moderator who has left a seat of the game has seen its tiles, and might lose by the result of the game.
    """
    table = draft.table
    if table.private:
        raise Unknown
    if table.status not in (Status.LOBBY, Status.RUNNING):
        raise Over
    has_seat = table.seat_of(moderator) is not None or table.requested_seat(moderator) is not None
    if has_seat or find_departure_marks(moderator, draft.facts.departures):
        raise Refusal(OWN_TABLE)


OWN_TABLE = msg("You play at this table, or did. Another moderator has to decide here.")
