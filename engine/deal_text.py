"""How a deal is told: what happened, then the hands that the teller knows."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Event, Public, Seat
from engine.words import Join, Message, Value, Who, join_items, lines, msg


class Begins:
    """An event with which a round begins: whoever is called reads that in the call."""

    __slots__ = ()


def with_hands(told: Message, hands: Sequence[Sequence[Value] | None]) -> Message:
    """Return a line about the deal, and one for each seat whose hand is known (None: it is not)."""
    known = [(seat, hand) for seat, hand in enumerate(hands) if hand is not None]
    rows = [msg("{who} is dealt {tiles}.", who=Who(seat), tiles=join_items(hand, Join.COMMA)) for seat, hand in known]
    return lines(told, *rows) if rows else told


class Comes:
    """An event that tells a seat what comes to it whatever was done before: a move that it follows can be taken back
    all the same. Nobody else is told anything."""

    __slots__ = ()
    seat: Seat


def redact_events(events: Sequence[Event], viewer: Seat | None) -> tuple[Event, ...]:
    """Return what a viewer is told of what happened."""
    return tuple(event.redact_for(viewer) for event in events if not isinstance(event, Comes) or event.seat == viewer)


class Brings(Public):
    """An event that the message of a result tells too: what a round brought, who wins."""

    __slots__ = ()

    def describe_ending(self) -> Message | None:
        """Describe what it is beside that message: what happened at the table, without what it brought."""
        return None
