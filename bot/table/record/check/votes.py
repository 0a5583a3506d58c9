"""The people at a table and what they agreed to, as the section "Votes" of docs/DEALS.md describes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.table.record.check.refused import at_step
from bot.table.record.record import RecordedStep

BEACON: Final = "beacon"
SEAT: Final = "seat"
UNDO: Final = "undo"
GIVE_UP: Final = "giveup"
PAUSE: Final = "pause"
ENDINGS: Final = ("cancel", "finish")
SILENT_YES: Final = (*ENDINGS, PAUSE, SEAT)
"""The subjects about which silence counts as a yes."""
REFUSED_SECONDS: Final = 24 * 3600
"""The seconds after a no in which silence doesn't count as a yes to the same question."""
_VOTE = re.compile(
    r'{"yes":(?P<yes>true|false)'
    r'(?:,"subject":"(?P<subject>[a-z]{1,20})"(?:,"to":(?P<to>[1-9][0-9]{0,15}))?'
    r'(?:,"name":"(?:[^"\\]|\\.)*")?)?}'
)
_PLAYER = re.compile(r'{"player":(?P<player>null|"[a-z]{1,20}")[,}]')
SILENCE: Final = '{"yes":true}'
"""The notation of the step by which silence counts as a yes. That step has no seat."""


@dataclass
class Voters:
    """Who plays the seats, and the open vote."""

    played_by_person: list[bool] = field(default_factory=list)
    """For each seat, whether a person plays it now."""
    belongs_to_person: list[bool] = field(default_factory=list)
    """For each seat, whether it belongs to a person, who may be away while a computer player plays."""
    subject: str = ""
    """The subject of the open vote; empty if no vote is open."""
    asker: int | None = None
    to: str = ""
    """The step to which the open vote would go back; empty if it is about something else."""
    asked_at: int = 0
    was_refused_before: bool = False
    """Whether a player said no to the same question not long before."""
    refused: dict[tuple[str, str], int] = field(default_factory=dict)
    """When a player last said no to a question, by its subject and the step to go back to."""
    agreed: set[int] = field(default_factory=set)
    free_seats: set[int] = field(default_factory=set)
    """Seats of a running game that a new person may take: they were left, or all agreed to give them away."""
    vacant: set[int] = field(default_factory=set)
    """Seats that were left, and that a computer player plays until a new person comes."""
    silences: list[tuple[int, int]] = field(default_factory=list)
    """The steps at which silence counted as a yes, each with the seconds since the question."""

    def add_seat(self, *, person: bool) -> None:
        """Add a seat before the start."""
        self.played_by_person.append(person)
        self.belongs_to_person.append(person)

    def drop_seat(self, seat: int) -> None:
        """Take away a seat before the start."""
        del self.played_by_person[seat], self.belongs_to_person[seat]

    def seat(self, step: RecordedStep, seat: int) -> None:
        """Note who plays a seat from now on. Raises RecordRefused."""
        fields = _PLAYER.match(step.notation)
        if fields is None:
            raise at_step(step.seq, "has a notation that can't be read.")
        self.played_by_person[seat] = fields["player"] == "null"
        self._free_seat_if_agreed()

    def leave_seat(self, seat: int) -> None:
        """Let a person give up a seat of a running game. Their answer to the open vote no longer counts."""
        self.played_by_person[seat] = self.belongs_to_person[seat] = False
        self.agreed.discard(seat)
        self.free_seats.add(seat)
        self.vacant.add(seat)
        self._free_seat_if_agreed()

    def take_seat(self, step: RecordedStep, seat: int) -> None:
        """Let a person take a seat of a running game.

        An open vote becomes void, since the new person was not asked. Raises RecordRefused if the seat is not free.
        """
        if seat not in self.free_seats:
            raise at_step(step.seq, "takes a seat that nobody left, and not all agreed to that.")
        self.free_seats.remove(seat)
        self.vacant.discard(seat)
        self.played_by_person[seat] = self.belongs_to_person[seat] = True
        self.subject = ""

    def vote(self, step: RecordedStep, *, waits: bool) -> None:
        """Read a question or an answer; `waits` is whether a deal waits for the beacon. Raises RecordRefused."""
        fields = _VOTE.fullmatch(step.notation)
        if fields is None:
            raise at_step(step.seq, "has a notation that can't be read.")
        yes, subject = fields["yes"] == "true", fields["subject"]
        if subject and (step.seat is None or (subject != SEAT and not yes)):  # only requests for seats are withdrawn
            raise at_step(step.seq, "has a notation that can't be read.")
        if step.seat is not None and step.seat >= len(self.played_by_person):
            raise at_step(step.seq, "names a seat that isn't there.")
        if subject and step.seat is not None:
            self._read_question(step, step.seat, subject, fields["to"] or "", waits=waits, yes=yes)
        else:
            self._read_answer(step, yes=yes)
        self._free_seat_if_agreed()

    def _read_answer(self, step: RecordedStep, *, yes: bool) -> None:
        if not self.subject:
            raise at_step(step.seq, "answers, but nothing is asked.")
        if step.seat is None:
            self._count_silence(step)
        elif yes:
            self.agreed.add(step.seat)
        else:
            self.refused[self.subject, self.to] = step.at
            self.subject = ""

    def _read_question(self, step: RecordedStep, seat: int, subject: str, to: str, *, waits: bool, yes: bool) -> None:
        """Read a question. Without `yes`, a person who had asked for a seat no longer wants it."""
        if subject == BEACON and not waits:
            raise at_step(step.seq, "asks about the beacon, for which no deal waits.")
        if yes:
            self.subject = subject
            self.asker = seat
            self.agreed = {seat}
            self.to = to
            self.asked_at = step.at
            refused_at = self.refused.get((subject, to))
            self.was_refused_before = refused_at is not None and step.at < refused_at + REFUSED_SECONDS
        else:
            self.free_seats.discard(seat)
            if (self.subject, self.asker) == (subject, seat):
                self.subject = ""

    def _free_seat_if_agreed(self) -> None:
        """Free the seat that a new person asks for, if each person who plays has agreed."""
        if self.subject == SEAT and self.asker is not None and self._all_agree(self.played_by_person):
            self.free_seats.add(self.asker)
            self.subject = ""

    def _all_agree(self, asked: Sequence[bool]) -> bool:
        """Return whether each seat that is asked has agreed."""
        return all(seat in self.agreed for seat, is_asked in enumerate(asked) if is_asked)

    def _count_silence(self, step: RecordedStep) -> None:
        if step.notation != SILENCE or self.subject not in SILENT_YES or self.was_refused_before:
            raise at_step(step.seq, "takes silence for an answer, which it isn't.")
        self.agreed.update(range(len(self.played_by_person)))
        self.silences.append((step.seq, step.at - self.asked_at))

    def note_deal(self, order: Sequence[int] | None) -> None:
        """Note a deal, which ends votes against the beacon and about giving up.

        If this deal drew the seats, `order` has, for each seat, the old seat of its player.
        """
        if self.subject in (BEACON, GIVE_UP):
            self.subject = ""
        if order is not None:
            self.played_by_person = [self.played_by_person[old] for old in order]
            self.belongs_to_person = [self.belongs_to_person[old] for old in order]
            self.asker = None if self.asker is None else order.index(self.asker)
            self.agreed = {seat for seat, old in enumerate(order) if old in self.agreed}
            self.free_seats = {seat for seat, old in enumerate(order) if old in self.free_seats}
            self.vacant = {seat for seat, old in enumerate(order) if old in self.vacant}

    def can_be_asked(self, seat: int) -> bool:
        """Return whether a seat is a computer player's own, or its person plays it."""
        is_computers_own = not self.belongs_to_person[seat] and seat not in self.vacant
        return self.played_by_person[seat] or is_computers_own

    def note_move(self) -> None:
        """Note a move, or that a move was taken back. An open vote about taking a move back is void."""
        if self.subject == UNDO:
            self.subject = ""

    def pause(self, step: RecordedStep, *, moderated: bool) -> None:
        """Pause the game. Raises RecordRefused unless all have agreed or a moderator paused it."""
        if not moderated:
            self.require_agreement(step, PAUSE)
        elif self.subject == PAUSE:
            self.subject = ""

    def require_agreement(self, step: RecordedStep, subject: str) -> None:
        """Raise RecordRefused for a step that needs a vote, unless all have agreed.

        All people who play have to agree. If at most one person plays, people who are away have to agree to an end,
        too.
        """
        asks_absent_people = subject in ENDINGS and sum(self.played_by_person) < 2
        asked = self.belongs_to_person if asks_absent_people else self.played_by_person
        if self.subject != subject or not self._all_agree(asked):
            raise at_step(step.seq, "does what not all who were there agreed to.")
        self.subject = ""

    def require_surrender(self, step: RecordedStep, sides: Sequence[Sequence[int]] | None) -> Sequence[int]:
        """Return the seats of the people who give the game up.

        These are the player who asked and their partner. A partner who is away is asked too; a computer player with a
        seat of its own is not. `sides` is None for a game whose partners are unknown. Raises RecordRefused.
        """
        asker = self.asker
        if self.subject != GIVE_UP or asker is None:
            raise at_step(step.seq, "gives the game up, and nobody asked for that.")
        side: Sequence[int] = (asker,)
        if sides is not None:
            side = next((partners for partners in sides if asker in partners), ())
        if not side:
            raise at_step(step.seq, "gives the game up for a player who has no partner.")
        people = [seat for seat in side if self.belongs_to_person[seat]]
        if not people or not self.agreed.issuperset(people):
            raise at_step(step.seq, "gives the game up, and not both partners agreed to that.")
        self.subject = ""
        return people
