"""What is wrong with a record, in a sentence."""

from __future__ import annotations

from engine.words import Message, Value, msg


class RecordRefused(Exception):
    """A record that does not agree; `said` describes what is wrong and in which place."""

    def __init__(self, said: Message) -> None:
        super().__init__(str(said))
        self.said = said


def at_step(seq: int, said: str, **values: Value) -> RecordRefused:
    """Return what is wrong with a step."""
    return RecordRefused(msg("Step {seq} {said}", seq=seq, said=msg(said, **values)))
