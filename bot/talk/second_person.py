"""The second person, for the player whom a sentence is about.

Both persons of a deed are written out in `engine.words.deed`; here one is chosen.
"""

from __future__ import annotations

from dataclasses import replace

from engine.game import Seat
from engine.words import Deeds, Listed, Message, Value, Who, address, msg

YOU = msg("You")
"""The first word of several deeds of the reader in a row."""


def to_you(message: Message, seat: Seat, *, own: bool = False) -> Message:
    """Return a message with all deeds of a seat's player in the second person.

    `own` is whether deeds in a row (`Deeds`) are the player's own. If not, a computer player may have done them, so
    they keep the name.
    """
    message = replace(message, values=tuple((name, _convert_value(value, seat, own)) for name, value in message.values))
    return address(message) if dict(message.values).get("who") == Who(seat) else message


def _convert_value(value: Value, seat: Seat, own: bool) -> Value:
    match value:
        case Message():
            return to_you(value, seat, own=own)
        case Listed(items, join):
            return Listed(tuple(_convert_value(item, seat, own) for item in items), join)
        case Deeds(who, deeds) if own or who != Who(seat):
            return Deeds(YOU if who == Who(seat) else who, tuple(to_you(deed, seat) for deed in deeds))
    return value
