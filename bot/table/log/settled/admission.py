"""For whom the host has opened a table, and whom they have invited.

No notation contains a user's id. The invited person is the user of the step, so that the id can be deleted: hashes
don't cover the user of a step.
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
    """The notation of a host's choice, as JSON. It has exactly one of these fields.

    `door` is for whom the table is open. `invited` is whether the user of the step is invited. `role` is the role of
    the server whose people are invited, or 0 for none.
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
        """Return the state after a step. The invitation of a deleted user has no effect."""
        admitted = msgspec.json.decode(row.notation, type=Admitted)
        if admitted.door is not None:
            return self._replace(door=admitted.door)
        if admitted.role is not None:
            return self._replace(role=admitted.role)
        others = tuple(user for user in self.invited if user != row.user)
        return self._replace(invited=(*others, row.user) if admitted.invited and row.user else others)


def is_about_admission(row: StepRow) -> bool:
    """Return whether a host's choice is about who may join. Only such notations are JSON objects."""
    return row.notation.startswith("{")
