"""Finds who had each seat at the time of a step, so that texts about the step name the players of that time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from bot.table.log.events import Claimed, SeatsDrawn, TookOver
from bot.table.log.fold import Entry
from bot.table.log.model import Person, SeatName, Table
from bot.table.log.steps import SEAT_ACTIONS, SEAT_HANDOVERS, Kind, Seated
from bot.table.refusals import FORMER
from engine.game import Seat
from engine.words import SOMEBODY, Who, msg


class Tenures:
    """The names of a table's players at the time of each of its newest steps."""

    def __init__(self, table: Table, entries: Iterable[Entry]) -> None:
        self._table = table
        self._entries: dict[Seat, list[Entry]] = {seat: [] for seat in range(len(table.seats))}
        self._seat_changes: dict[Seat, list[Entry]] = {seat: [] for seat in self._entries}
        self._drawn_at = 0
        order: tuple[Seat, ...] = ()
        entries = tuple(entries)
        for entry in entries:
            for event in entry.events:
                if isinstance(event, SeatsDrawn):
                    self._drawn_at, order = entry.row.seq, event.order
        self._seat_after_draw = {old: new for new, old in enumerate(order)}
        for entry in entries:
            seat = self._seat_now(entry.row.seat, entry.row.seq)
            if seat in self._entries:
                self._entries[seat].append(entry)
                if _is_seat_change(entry):
                    self._seat_changes[seat].append(entry)

    def names(self, entry: Entry) -> Mapping[Who, SeatName]:
        """Return the names at the time of a step, for all seats that have other names now."""
        if entry.row.seq < self._drawn_at:
            return self._names_before_draw(entry)
        names = {Who(seat): self._former_player(seat, entry.row.seq) for seat in self._entries}
        # with `before`, the player right before the step is named
        names |= {
            Who(seat, before=True): self._former_player(seat, entry.row.seq - 1) or Who(seat) for seat in self._entries
        }
        if (seat := entry.row.seat) in self._entries and names.get(Who(seat)) is None:
            names[Who(seat)] = self._stand_in_name(entry, seat)
        return {who: name for who, name in names.items() if name is not None}

    def list_players(self, seq: int) -> tuple[Person, ...]:
        """Return the players who had the seats after step `seq`."""
        names = [self._former_player(seat, seq) or person for seat, person in enumerate(self._table.seats)]
        return tuple(name if isinstance(name, Person) else Person(0, FORMER) for name in names)

    def _names_before_draw(self, entry: Entry) -> Mapping[Who, SeatName]:
        """Return all seats' names at the time of a step before the draw, by their numbers before the draw."""
        names: dict[Who, SeatName] = {}
        for old, new in self._seat_after_draw.items():
            names[Who(old)] = self._former_player(new, entry.row.seq) or Who(new)
            names[Who(old, before=True)] = self._former_player(new, entry.row.seq - 1) or Who(new)
        return names

    def _seat_now(self, seat: Seat | None, seq: int) -> Seat | None:
        """Return the present number of a seat that step `seq` names, since the draw of seats renumbers them."""
        return seat if seat is None or seq >= self._drawn_at else self._seat_after_draw.get(seat, seat)

    def _former_player(self, seat: Seat, seq: int) -> SeatName | None:
        """Return the player who had a seat right after step `seq`; None if that player still has it."""
        changes = self._seat_changes.get(seat, [])
        next_change = next((entry for entry in changes if entry.row.seq > seq), None)
        if next_change is None:
            return None
        earlier_changes = [entry for entry in changes if entry.row.seq <= seq]
        last_change = earlier_changes[-1] if earlier_changes else None
        if next_change.row.kind == Kind.JOIN:
            return _replaced_computer(last_change, next_change)
        users = _find_step_users(self._entries[seat], last_change.row.seq if last_change else 0, next_change)
        return Person(users[-1], "") if users else SOMEBODY

    def _stand_in_name(self, entry: Entry, seat: Seat) -> SeatName | None:
        """Return the name of a seat whose person had a stand-in at that step and has none now, or vice versa."""
        person = self._table.seats[seat]
        stand_in = entry.player if entry.row.kind in SEAT_ACTIONS else None
        is_unchanged = (stand_in is None) == (person.player is None)
        if not person.user or is_unchanged:
            return None
        return msg("🤖\u00a0for {who}", who=Who(seat)) if stand_in else Person(person.user, "")


def _replaced_computer(leaving: Entry | None, joining: Entry) -> SeatName:
    """Return the computer player that played a seat until a new player took it.

    `joining` is the step by which the new player took it, and `leaving` the step by which a player had left it to the
    computer player. `leaving` is None if the seat was the computer player's own, or if that step is not known.
    """
    for event in joining.events:
        if isinstance(event, TookOver):
            return Person(0, event.name, event.player)
    if leaving is None:
        return msg("Computer\u00a0🤖")  # the step is older than the known entries, so the name is unknown
    seated = msgspec.json.decode(leaving.row.notation, type=Seated)
    return Person(0, seated.name, seated.player)


def _find_step_users(entries: Sequence[Entry], since: int, leaving: Entry) -> list[int]:
    """Return the users, except deleted ones, who took a seat's steps from `since` until its player left."""
    was_claimed = any(isinstance(event, Claimed) for event in leaving.events)
    until = leaving.row.seq - 1 if was_claimed else leaving.row.seq  # another player takes the step of a claim
    return [entry.row.user for entry in entries if since <= entry.row.seq <= until and entry.row.user]


def _is_seat_change(entry: Entry) -> bool:
    """Return whether a seat of a running game changed hands."""
    return entry.row.kind in SEAT_HANDOVERS and bool(entry.events)
