"""Settings with two values.

A switch is declared once; column, panel, command and export follow from that.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.words import Message


class Side(NamedTuple):
    """One of the two values of a switch.

    It has its names as a choice of the command, in the panel, and on the button that chooses it; None if only the
    command changes it.
    """

    choice: Message
    shown: Message
    button: Message | None = None


class Switch(NamedTuple):
    """A choice between two values.

    `name` is typed, `field` is a field of the row and its column, `about` is its description in the command. It is
    shown only if the field `needs` is on.
    """

    name: str
    field: str
    about: Message
    on: Side
    off: Side
    needs: str = ""

    def is_on(self, row: NamedTuple) -> bool:
        """Return which value a row has."""
        return bool(getattr(row, self.field))

    def is_shown(self, row: NamedTuple) -> bool:
        """Return whether the switch matters with the rest of a row."""
        return not self.needs or bool(getattr(row, self.needs))

    def describe_value(self, row: NamedTuple) -> Message:
        """Return which value a row has."""
        return (self.on if self.is_on(row) else self.off).shown

    def button(self, row: NamedTuple) -> Message | None:
        """Return the label of the button that chooses the other value."""
        return (self.off if self.is_on(row) else self.on).button

    @property
    def choices(self) -> list[tuple[Message, str | int]]:
        """The values as the command offers them."""
        return [(self.on.choice, 1), (self.off.choice, 0)]
