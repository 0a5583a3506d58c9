"""How a host chooses, before the game, who can join their table and whom they invite."""

from __future__ import annotations

from bot.table.log.draft import Draft
from bot.table.log.model import Cause, Table, User
from bot.table.log.settled.admission import Admission, Admitted, Door
from bot.table.log.steps import Kind, encode_notation
from bot.table.refusals import Refusal
from bot.table.rules import lobby
from engine.words import count

MOST_INVITED = 10
"""How many people a host can invite by name; one message lists them all."""


def set_door(draft: Draft, user: User, door: Door) -> None:
    """Set who can join a table. Only the host may."""
    lobby.require_host_in_lobby(draft, user)
    _choose(draft, Admitted(door=door))


def invite(draft: Draft, user: User, other: User | None, role: int | None = None) -> None:
    """Invite a person, the people of a role, or both.

    From then on, only invited people can join. A new role replaces the role before, and role 0 removes it.
    """
    lobby.require_host_in_lobby(draft, user)
    if draft.table.standing.admission.door is not Door.INVITED:
        _choose(draft, Admitted(door=Door.INVITED))
    if role is not None and role != draft.table.standing.admission.role:
        _choose(draft, Admitted(role=role))
    invited = draft.table.standing.admission.invited
    if other is None or other in invited:
        return
    if len(invited) >= MOST_INVITED:
        raise Refusal(
            count(
                "You've invited {n} person by name, and that's the limit. Invite a role instead.",
                "You've invited {n} people by name, and that's the limit. Invite a role instead.",
                MOST_INVITED,
            )
        )
    _note_invitation(draft, other, invited=True)


def take_back(draft: Draft, user: User, other: User) -> None:
    """Take the invitation of a person back. If they sit at the table already, they stay."""
    lobby.require_host_in_lobby(draft, user)
    if other in draft.table.standing.admission.invited:
        _note_invitation(draft, other, invited=False)


def copy_admission(draft: Draft, finished: Table) -> None:
    """Open a rematch to the same people as its `finished` table."""
    admission = finished.standing.admission
    if admission == Admission():
        return
    for choice in (Admitted(door=admission.door), Admitted(role=admission.role)):
        # the host pressed nothing at the new table, so these steps have no cause
        draft.step(Kind.OPTION, draft.table.seat_of(draft.table.host), encode_notation(choice), caused=False)
    for other in admission.invited:
        _note_invitation(draft, other, invited=True)


def _choose(draft: Draft, choice: Admitted) -> None:
    draft.step(Kind.OPTION, draft.table.seat_of(draft.table.host), encode_notation(choice))


def _note_invitation(draft: Draft, other: User, *, invited: bool) -> None:
    """Add a step that names the invited person. A step has room for one user, so the host's press isn't in it."""
    draft.cause = Cause(other)
    seat = draft.table.seat_of(draft.table.host)
    draft.step(Kind.OPTION, seat, encode_notation(Admitted(invited=invited)))
