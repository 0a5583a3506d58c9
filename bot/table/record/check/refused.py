"""The refusal of a record, with a sentence about what is wrong."""

from __future__ import annotations

from engine.words import Message, Value, msg


class RecordRefused(Exception):
    """A record that is not right; `reason` says what is wrong and in which place."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


def at_step(seq: int, reason: str, **values: Value) -> RecordRefused:
    """Return the refusal of a record because of a step."""
    return RecordRefused(msg("Step {seq} {said}", seq=seq, said=msg(reason, **values)))
