"""The users of a table's seats over time.

A step always names the people who played then, whoever has their seats now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from bot.table.log.events import Claimed, SeatsDrawn, TookOver
from bot.table.log.fold import Entry
from bot.table.log.model import Named, Person, Table
from bot.table.log.steps import BY_SEATS, HANDED, Kind, Seated
from engine.game import Seat
from engine.words import SOMEBODY, Who, msg


class Tenures:
    """What the seats of a table were called at each of some steps.

    The last of these steps is the newest there is.
    """

    def __init__(self, table: Table, entries: Iterable[Entry]) -> None:
        self._table = table
        self._entries: dict[Seat, list[Entry]] = {seat: [] for seat in range(len(table.seats))}
        self._handed: dict[Seat, list[Entry]] = {seat: [] for seat in self._entries}
        self._drawn, order = 0, tuple[Seat, ...]()
        entries = tuple(entries)
        for entry in entries:
            for event in entry.events:
                if isinstance(event, SeatsDrawn):
                    self._drawn, order = entry.row.seq, event.order
        self._since = {old: new for new, old in enumerate(order)}
        for entry in entries:
            seat = self._seat_now(entry.row.seat, entry.row.seq)
            if seat in self._entries:
                self._entries[seat].append(entry)
                if _is_seat_change(entry):
                    self._handed[seat].append(entry)

    def names(self, entry: Entry) -> Mapping[Who, Named]:
        """Return the names of seats at a step, if they are not the present names."""
        if entry.row.seq < self._drawn:
            return self._names_before_draw(entry)
        named = {Who(seat): self._name(seat, entry.row.seq) for seat in self._entries}
        named |= {Who(seat, before=True): self._name(seat, entry.row.seq - 1) or Who(seat) for seat in self._entries}
        if (seat := entry.row.seat) in self._entries and named.get(Who(seat)) is None:
            named[Who(seat)] = self._stand_in_name(entry, seat)
        return {who: name for who, name in named.items() if name is not None}

    def _names_before_draw(self, entry: Entry) -> Mapping[Who, Named]:
        """Return the names of seats at a step before the draw, by the seats of that time."""
        named: dict[Who, Named] = {}
        for old, new in self._since.items():
            named[Who(old)] = self._name(new, entry.row.seq) or Who(new)
            named[Who(old, before=True)] = self._name(new, entry.row.seq - 1) or Who(new)
        return named

    def _seat_now(self, seat: Seat | None, seq: int) -> Seat | None:
        """Return which seat, since the draw, corresponds to a seat in a step."""
        return seat if seat is None or seq >= self._drawn else self._since.get(seat, seat)

    def _name(self, seat: Seat, seq: int) -> Named | None:
        """Return the player who had a seat after a step; None if that player still has it."""
        handed = self._handed.get(seat, [])
        later = next((entry for entry in handed if entry.row.seq > seq), None)
        if later is None:
            return None
        before = [entry for entry in handed if entry.row.seq <= seq]
        if later.row.kind == Kind.JOIN:
            return _computer(before[-1] if before else None, later)
        users = _users(self._entries[seat], before[-1].row.seq if before else 0, later)
        return Person(users[-1], "") if users else SOMEBODY

    def _stand_in_name(self, entry: Entry, seat: Seat) -> Named | None:
        """Return the name of a person whose stand-in changed since a step, or None.

        This is so if a computer player sat in for them then and not now, or the other way round.
        """
        person, then = self._table.seats[seat], entry.player if entry.row.kind in BY_SEATS else None
        if not person.user or (then is None) == (person.player is None):
            return None
        return msg("🤖\u00a0for {who}", who=Who(seat)) if then else Person(person.user, "")


def _computer(left: Entry | None, taken: Entry) -> Named:
    """Return the computer player whose seat was taken: its own seat, or that of a player who left."""
    for event in taken.events:
        if isinstance(event, TookOver):
            return Person(0, event.name, event.player)
    if left is None:
        return msg("Computer\u00a0🤖")  # the computer player sat down before the first of these steps
    known = msgspec.json.decode(left.row.notation, type=Seated)
    return Person(0, known.name, known.player)


def _users(entries: Sequence[Entry], since: int, leaving: Entry) -> list[int]:
    """Return the users who took a seat's steps until its person left.

    The steps count from `since`. Users who are no longer known are left out.
    """
    claimed = any(isinstance(event, Claimed) for event in leaving.events)
    until = leaving.row.seq - claimed
    return [entry.row.user for entry in entries if since <= entry.row.seq <= until and entry.row.user]


def _is_seat_change(entry: Entry) -> bool:
    """Return whether a seat of a running game changed hands."""
    return entry.row.kind in HANDED and bool(entry.events)
