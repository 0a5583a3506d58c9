"""The newest steps of a log that its database has lost: values."""

from __future__ import annotations

from typing import NamedTuple


class Loss(NamedTuple):
    """The newest steps of a log that the database has lost: it ended with step `seq`, and a message of ours named step
    `later`. Messages with ids up to `until` may name lost steps. `rests` until the host lets the game go on.

    Where the database is a restored copy, `copy` is when that was made (UTC seconds, else 0): then the game rests until
    the channel was looked through for newer messages, and is `paused` after that if it was before.
    """

    seq: int
    later: int
    until: int
    rests: bool = True
    at: int = 0
    copy: int = 0
    paused: bool = False

    @property
    def waits(self) -> bool:
        """Whether the channel is still to be looked through for messages newer than the copy."""
        return self.rests and bool(self.copy)

    def told_by(self, message: int, seq: int) -> bool:
        """Return whether a message that names this step is one of the time that is lost."""
        return message <= self.until and seq > self.seq
