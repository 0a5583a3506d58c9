"""Settings with two values.

A switch is declared once. Its column, panel, command and export follow from this declaration.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.words import Message


class SwitchValue(NamedTuple):
    """One of the two values of a switch."""

    choice: Message
    """Its name as a choice of the command."""
    shown: Message
    """Its name in the panel."""
    button: Message | None = None
    """The label of the button that chooses this value; None if only the command can choose it."""


class Switch(NamedTuple):
    """A choice between two values."""

    name: str
    """Its name in the command."""
    field: str
    """The field of the row that stores it. The column has the same name."""
    about: Message
    """Its description in the command."""
    on: SwitchValue
    off: SwitchValue
    needs: str = ""
    """Another field of the row. If that is off, the panel does not show the switch."""

    def is_on(self, row: NamedTuple) -> bool:
        """Return whether the switch is on in a row."""
        return bool(getattr(row, self.field))

    def is_shown(self, row: NamedTuple) -> bool:
        """Return whether the switch has an effect, given the other fields of a row."""
        return not self.needs or bool(getattr(row, self.needs))

    def describe_value(self, row: NamedTuple) -> Message:
        """Return the name of a row's value, as the panel shows it."""
        return (self.on if self.is_on(row) else self.off).shown

    def other_value_button(self, row: NamedTuple) -> Message | None:
        """Return the label of the button that chooses the other value."""
        return (self.off if self.is_on(row) else self.on).button

    @property
    def choices(self) -> list[tuple[Message, str | int]]:
        """The values as the command offers them: the name of each, with 1 for on and 0 for off."""
        return [(self.on.choice, 1), (self.off.choice, 0)]
