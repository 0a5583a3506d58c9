"""Descriptions of a deal: what happened, then the hands that the reader knows."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Event, Public, Seat
from engine.words import Join, Message, Value, Who, deed, join_items, lines


class RoundBegins:
    """An event that begins a round. Its text is left out of the message that calls a player to their turn."""

    __slots__ = ()


def with_hands(line: Message, hands: Sequence[Sequence[Value] | None]) -> Message:
    """Return a line about the deal, and one for each known hand (None if unknown)."""
    known_hands = [(seat, hand) for seat, hand in enumerate(hands) if hand is not None]
    rows = [
        deed("{who} is dealt {tiles}.", "You get {tiles}.", who=Who(seat), tiles=join_items(hand, Join.COMMA))
        for seat, hand in known_hands
    ]
    return lines(line, *rows) if rows else line


class IndependentDraw:
    """An event in which a seat gets tiles that don't depend on the previous move.

    For this reason, the previous move can still be taken back. Other viewers don't get the event at all.
    """

    __slots__ = ()
    seat: Seat


def redact_events(events: Sequence[Event], viewer: Seat | None) -> tuple[Event, ...]:
    """Return the events as a viewer may see them."""
    visible = (event for event in events if not isinstance(event, IndependentDraw) or event.seat == viewer)
    return tuple(event.redact_for(viewer) for event in visible)


class RepeatedByResult(Public):
    """An event that the message about a result repeats, such as the score of a round or the winner."""

    __slots__ = ()

    def describe_ending(self) -> Message | None:
        """Add nothing, because the message about the result says it already."""
        return None
