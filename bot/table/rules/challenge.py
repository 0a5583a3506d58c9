"""A challenge: a table with a seat that is kept for one other user.

Functions change a draft or raise a Refusal. The step that keeps the seat records the user for whom it is kept. A step
has room for one user, so the host's press isn't in it. The first step of the table records that press.

If one of the two has blocked the other, these rules are the same, since the host must not notice. But the user isn't
pinged (`bot/service/challenges.py`), and can't take the seat.
"""

from __future__ import annotations

from bot.table.clock.pace import DAY
from bot.table.log.draft import Draft
from bot.table.log.facts import Fact, needs
from bot.table.log.model import Cause, Person, Status, User
from bot.table.log.settled.gathering import KeptUntil
from bot.table.log.steps import Kind, encode_notation
from bot.table.refusals import Over, Refusal
from bot.table.rules import lobby
from engine.words import count, msg

KEPT_SECONDS = DAY
"""How long a seat is kept."""
MOST_CHALLENGES = 5
"""How many users one user can challenge within a day. Each challenge pings."""
MOST_PINGS = 3
"""How many challenges ping one user within a day. Further challenges are only shown in the channel."""
SELF = msg("You can't challenge yourself. `/practice` begins a game against computers.")


@needs(*lobby.OPENING_FACTS, Fact.CHALLENGED)
def open_(draft: Draft, host: Person, challenged: User) -> None:
    """Open a table with its host, and keep a seat for the user who is challenged."""
    if host.user == challenged:
        raise Refusal(SELF)
    if challenged in draft.facts.challenged:
        raise Refusal(msg("You've challenged them within a day. `/new` opens a table that they can join."))
    if len(draft.facts.challenged) >= MOST_CHALLENGES:
        raise Refusal(
            count(
                "You've challenged {n} player within a day, and that's the limit. `/new` opens a table for all.",
                "You've challenged {n} players within a day, and that's the limit. `/new` opens a table for all.",
                MOST_CHALLENGES,
            )
        )
    lobby.open_(draft, host)
    draft.cause = Cause(challenged)
    draft.step(Kind.KEEP, None, encode_notation(KeptUntil(draft.now + KEPT_SECONDS)))


def decline(draft: Draft, user: User) -> None:
    """Give up the seat that is kept for a user. Anyone can take it then."""
    table = draft.table
    if table.is_running:
        raise Refusal(msg("The game has already started."))
    if table.status is not Status.LOBBY:
        raise Over
    if table.kept_seat is None:
        raise Refusal(msg("No seat is kept here any more."))
    if table.kept_seat.user != user:
        raise Refusal(msg("Only <@{user}> can say that: the seat is kept for them.", user=table.kept_seat.user))
    draft.step(Kind.RELEASE)


def release(draft: Draft, user: User) -> None:
    """Release the seat that is kept for a user, because they are deleted or blocked by the operator."""
    if draft.table.kept_seat is not None and draft.table.kept_seat.user == user:
        draft.step(Kind.RELEASE, caused=False)


def tick(draft: Draft) -> None:
    """Release a kept seat whose time is over. If only one person sits there, close the table."""
    kept_seat = draft.table.kept_seat
    if kept_seat is None or draft.now < kept_seat.until:
        return
    if len(draft.table.people) > 1:
        draft.step(Kind.RELEASE, caused=False)
    else:
        lobby.close(draft)


def compensate(draft: Draft, seconds: int) -> None:
    """Keep the seat longer, by the seconds in which nobody could answer."""
    if (kept_seat := draft.table.kept_seat) is not None:
        draft.step(Kind.KEEP, None, encode_notation(KeptUntil(kept_seat.until + seconds)), caused=False)
