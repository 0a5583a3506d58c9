"""The host's choice for whom a table is open, and whom they have invited.

No notation has the id of a user: as its user, the step has the person who is invited, so that a deletion takes the id
out of it. Hashes don't cover the user of a step.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import msgspec

from bot.table.log.rows import StepRow


class Door(StrEnum):
    """For whom a table is open."""

    ALL = "all"
    INVITED = "invited"
    CLOSED = "closed"


class Admitted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of what a host has chosen, as JSON: one of these.

    `door` is for whom the table is open, `invited` whether the user of the step is invited, and `role` the role of the
    server whose people are, or 0 for none.
    """

    door: Door | None = None
    invited: bool | None = None
    role: int | None = None


class Admission(NamedTuple):
    """For whom a table is open, and the people and the role that are invited."""

    door: Door = Door.ALL
    invited: tuple[int, ...] = ()
    role: int = 0

    def apply_step(self, row: StepRow) -> Admission:
        """Return the state after a step. An invitation of a user who was deleted since counts for nobody."""
        admitted = msgspec.json.decode(row.notation, type=Admitted)
        if admitted.door is not None:
            return self._replace(door=admitted.door)
        if admitted.role is not None:
            return self._replace(role=admitted.role)
        others = tuple(user for user in self.invited if user != row.user)
        return self._replace(invited=(*others, row.user) if admitted.invited and row.user else others)


def is_about_admission(row: StepRow) -> bool:
    """Return whether a host's choice is about who may join. All other choices are a name and a value."""
    return row.notation.startswith("{")
