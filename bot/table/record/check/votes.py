"""The people at a table and what all of them agreed to.

It follows the section "Votes" of docs/DEALS.md.
"""

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
    r'{"yes":(true|false)(?:,"subject":"([a-z]{1,20})"(?:,"to":[1-9][0-9]{0,15})?(?:,"name":"(?:[^"\\]|\\.)*")?)?}'
)
_PLAYER = re.compile(r'{"player":(null|"[a-z]{1,20}")[,}]')
SILENCE: Final = '{"yes":true}'


@dataclass
class Voters:
    """The seats, as far as votes go."""

    there: list[bool] = field(default_factory=list)
    """For each seat whether a person plays it now."""
    subject: str = ""
    """The subject of the open vote; empty if there is no vote."""
    asker: int | None = None
    agreed: set[int] = field(default_factory=set)
    free: set[int] = field(default_factory=set)
    """Seats of a running game that a new person may take: those left, and those that all agreed to give."""

    def seat(self, step: RecordedStep, seat: int) -> None:
        """Note who plays a seat from now on. Raises RecordRefused."""
        said = _PLAYER.match(step.notation)
        if said is None:
            raise at_step(step.seq, "has a notation that can't be read.")
        self.there[seat] = said[1] == "null"
        self._let_in()

    def leave_seat(self, seat: int) -> None:
        """Let a person give up a seat of a running game: what they agreed to is void."""
        self.there[seat] = False
        self.agreed.discard(seat)
        self.free.add(seat)
        self._let_in()

    def take_seat(self, step: RecordedStep, seat: int) -> None:
        """Let a person take a seat of a running game.

        An open vote becomes void, since the new person was not asked. Raises RecordRefused if the seat is not free.
        """
        if seat not in self.free:
            raise at_step(step.seq, "takes a seat that nobody left, and not all agreed to that.")
        self.free.remove(seat)
        self.there[seat] = True
        self.subject = ""

    def vote(self, step: RecordedStep, *, waits: bool) -> None:
        """Take what a player asks or answers.

        `waits` is whether a deal waits for the beacon. Raises RecordRefused.
        """
        said = _VOTE.fullmatch(step.notation)
        if said is None or (said[2] and step.seat is None) or (said[2] != SEAT and said[2] and said[1] == "false"):
            raise at_step(step.seq, "has a notation that can't be read.")
        if step.seat is not None and step.seat >= len(self.there):
            raise at_step(step.seq, "names a seat that isn't there.")
        if said[2] and step.seat is not None:
            self._ask(step, step.seat, said[2], waits=waits, yes=said[1] == "true")
        else:
            self._answer(step, yes=said[1] == "true")
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
        """Take a question; a `no` is of one who asked for a seat and doesn't want it any more."""
        if subject == BEACON and not waits:
            raise at_step(step.seq, "asks about the beacon, for which no deal waits.")
        if yes:
            self.subject, self.asker, self.agreed = subject, seat, {seat}
        else:
            self.free.discard(seat)
            if (self.subject, self.asker) == (subject, seat):
                self.subject = ""

    def _let_in(self) -> None:
        """Let who asked for a seat take it once each person who plays has agreed."""
        if self.subject == SEAT and self.asker is not None and self._all_agree():
            self.free.add(self.asker)
            self.subject = ""

    def _all_agree(self) -> bool:
        return all(seat in self.agreed for seat, is_there in enumerate(self.there) if is_there)

    def _stay_silent(self, step: RecordedStep) -> None:
        if step.notation != SILENCE or self.subject == BEACON:
            raise at_step(step.seq, "takes silence for an answer, which it isn't.")
        self.agreed.update(range(len(self.there)))

    def note_deal(self, order: Sequence[int] | None) -> None:
        """Note that a deal was made, which ends a vote against the beacon.

        The first deal can draw the seats: `order` has for each seat the seat that its player had before.
        """
        if self.subject == BEACON:
            self.subject = ""
        if order is not None:
            self.there = [self.there[old] for old in order]
            self.asker = None if self.asker is None else order.index(self.asker)
            self.agreed = {seat for seat, old in enumerate(order) if old in self.agreed}
            self.free = {seat for seat, old in enumerate(order) if old in self.free}

    def require_agreement(self, step: RecordedStep, subject: str) -> None:
        """Refuse what not everybody who plays agreed to. Raises RecordRefused."""
        if self.subject != subject or not self._all_agree():
            raise at_step(step.seq, "does what not all who were there agreed to.")
        self.subject = ""
