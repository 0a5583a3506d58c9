"""The people at a table and what all of them agreed to, by the section "Votes" of docs/DEALS.md."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.table.record.check.refused import at_step
from bot.table.record.record import RecordedStep

BEACON: Final = "beacon"
SEAT: Final = "seat"
_VOTE = re.compile(
    r'{"yes":(?P<yes>true|false)'
    r'(?:,"subject":"(?P<subject>[a-z]{1,20})"(?:,"to":[1-9][0-9]{0,15})?(?:,"name":"(?:[^"\\]|\\.)*")?)?}'
)
_PLAYER = re.compile(r'{"player":(?P<player>null|"[a-z]{1,20}")[,}]')
SILENCE: Final = '{"yes":true}'
"""The notation of a step, without a seat, that counts silence as agreement."""


@dataclass
class Voters:
    """The seats with the open vote."""

    played_by_person: list[bool] = field(default_factory=list)
    """For each seat, whether a person plays it now."""
    subject: str = ""
    """The subject of the open vote; empty if there is no vote."""
    asker: int | None = None
    agreed: set[int] = field(default_factory=set)
    free_seats: set[int] = field(default_factory=set)
    """Seats of a running game that a new person may take: those that were left, and those that all agreed to give."""

    def seat(self, step: RecordedStep, seat: int) -> None:
        """Note who plays a seat from now on. Raises RecordRefused."""
        fields = _PLAYER.match(step.notation)
        if fields is None:
            raise at_step(step.seq, "has a notation that can't be read.")
        self.played_by_person[seat] = fields["player"] == "null"
        self._let_in()

    def leave_seat(self, seat: int) -> None:
        """Let a person give up a seat of a running game; what they agreed to no longer counts."""
        self.played_by_person[seat] = False
        self.agreed.discard(seat)
        self.free_seats.add(seat)
        self._let_in()

    def take_seat(self, step: RecordedStep, seat: int) -> None:
        """Let a person take a seat of a running game.

        An open vote becomes void, since the new person was not asked. Raises RecordRefused if the seat is not free.
        """
        if seat not in self.free_seats:
            raise at_step(step.seq, "takes a seat that nobody left, and not all agreed to that.")
        self.free_seats.remove(seat)
        self.played_by_person[seat] = True
        self.subject = ""

    def vote(self, step: RecordedStep, *, waits: bool) -> None:
        """Read a question or an answer; `waits` is whether a deal waits for the beacon. Raises RecordRefused."""
        fields = _VOTE.fullmatch(step.notation)
        if fields is None:
            raise at_step(step.seq, "has a notation that can't be read.")
        yes, subject = fields["yes"] == "true", fields["subject"]
        if subject and (step.seat is None or (subject != SEAT and not yes)):
            raise at_step(step.seq, "has a notation that can't be read.")
        if step.seat is not None and step.seat >= len(self.played_by_person):
            raise at_step(step.seq, "names a seat that isn't there.")
        if subject and step.seat is not None:
            self._ask(step, step.seat, subject, waits=waits, yes=yes)
        else:
            self._answer(step, yes=yes)
        self._let_in()

    def _answer(self, step: RecordedStep, *, yes: bool) -> None:
        if not self.subject:
            raise at_step(step.seq, "answers, but nothing is asked.")
        if step.seat is None:
            self._stay_silent(step)
        elif yes:
            self.agreed.add(step.seat)
        else:
            self.subject = ""

    def _ask(self, step: RecordedStep, seat: int, subject: str, *, waits: bool, yes: bool) -> None:
        """Read a question; without `yes`, a person who asked for a seat no longer wants it."""
        if subject == BEACON and not waits:
            raise at_step(step.seq, "asks about the beacon, for which no deal waits.")
        if yes:
            self.subject, self.asker, self.agreed = subject, seat, {seat}
        else:
            self.free_seats.discard(seat)
            if (self.subject, self.asker) == (subject, seat):
                self.subject = ""

    def _let_in(self) -> None:
        """Free the seat that a new person asks for, once each person who plays has agreed."""
        if self.subject == SEAT and self.asker is not None and self._all_agree():
            self.free_seats.add(self.asker)
            self.subject = ""

    def _all_agree(self) -> bool:
        return all(seat in self.agreed for seat, by_person in enumerate(self.played_by_person) if by_person)

    def _stay_silent(self, step: RecordedStep) -> None:
        if step.notation != SILENCE or self.subject == BEACON:
            raise at_step(step.seq, "takes silence for an answer, which it isn't.")
        self.agreed.update(range(len(self.played_by_person)))

    def note_deal(self, order: Sequence[int] | None) -> None:
        """Note that a deal was made, which ends a vote against the beacon.

        The first deal can draw the seats: `order` has for each seat the seat that its player had before.
        """
        if self.subject == BEACON:
            self.subject = ""
        if order is not None:
            self.played_by_person = [self.played_by_person[old] for old in order]
            self.asker = None if self.asker is None else order.index(self.asker)
            self.agreed = {seat for seat, old in enumerate(order) if old in self.agreed}
            self.free_seats = {seat for seat, old in enumerate(order) if old in self.free_seats}

    def require_agreement(self, step: RecordedStep, subject: str) -> None:
        """Refuse a step that not everybody who plays agreed to. Raises RecordRefused."""
        if self.subject != subject or not self._all_agree():
            raise at_step(step.seq, "does what not all who were there agreed to.")
        self.subject = ""
