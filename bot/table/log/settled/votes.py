"""Votes: what everybody is asked to agree to, who agreed so far, and what was refused. Values only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import msgspec

from bot.table.log.rows import StepRow
from bot.table.log.steps import Subject
from engine.game import Event, Seat

REFUSED_SECONDS = 24 * 3600
"""How long a question that was refused is the same question when it is asked again."""
MOVED, UNDONE, ASKER_LEFT = "moved", "undone", "left"
"""Why what was asked is not done: the game went on, another move was taken back, or the asker has left."""
CAME = "came"
"""Why nothing that was asked can be agreed to: a player has come since, who was not asked."""


class Voted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of a vote's step, as JSON: the subject where it is asked for, and the seat's answer."""

    yes: bool
    subject: str = ""
    to: int = 0
    name: str = ""
    """What the computer player is called whose seat is asked for."""


SILENCE = Voted(yes=True)
"""What all who said nothing in time say, in a step without a seat."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A question to everybody at a table, and who agreed so far.

    `seq` is its first step, `outcome` None while it is open, `to` the step before the move that an undo takes back, and
    `moves` all that goes back with it. `silent` agreed by saying nothing. `void` says why nobody can agree any more.
    """

    seq: int
    subject: str
    asker: Seat
    agreed: tuple[Seat, ...]
    outcome: bool | None = None
    to: int = 0
    silent: tuple[Seat, ...] = ()
    again: bool = False
    """Whether the same was asked lately and refused: nobody is called for it once more, and silence is no answer."""
    moves: tuple[Event, ...] = ()
    void: str = ""
    asker_left: bool = False
    """Whether the seat of the asker is another user's by now."""


class RefusedVote(NamedTuple):
    """A vote that not everybody agreed to: what was asked, back to which step, and when it was refused."""

    subject: str
    to: int
    at: int


class Votes(NamedTuple):
    """The newest vote of a game, and those that a player refused, the newest of each question."""

    newest: Vote | None = None
    refused: tuple[RefusedVote, ...] = ()

    def open_about(self, subject: str) -> Vote | None:
        """Return the vote under way if it asks this."""
        vote = self.newest
        return vote if vote is not None and vote.outcome is None and vote.subject == subject else None

    def is_recently_refused(self, subject: str, to: int, now: int) -> bool:
        """Return whether the same was asked lately and not everybody agreed."""
        return any((row.subject, row.to) == (subject, to) and now < row.at + REFUSED_SECONDS for row in self.refused)

    def after(self, row: StepRow, voted: Voted, moves: tuple[Event, ...]) -> Votes:
        """Return the same after a player asked or answered; `moves` are those that it would take back."""
        again = self.is_recently_refused(voted.subject, voted.to, row.at)
        vote = _apply_vote_step(self.newest, row, voted, moves, again=again)
        if vote.outcome is not False or vote.void:
            return self._replace(newest=vote)
        others = tuple(row for row in self.refused if (row.subject, row.to) != (vote.subject, vote.to))
        return Votes(vote, (*others, RefusedVote(vote.subject, vote.to, row.at)))

    def after_silence(self, players: Sequence[str | None]) -> Votes:
        """Let everybody agree but those whose seat a computer player plays: they were not asked. Where all others have
        agreed they were. Raises ValueError where nothing is asked."""
        vote = self.newest
        if vote is None or vote.outcome is not None or vote.subject == Subject.BEACON:
            raise ValueError("nobody said it")
        unsaid = [seat for seat in range(len(players)) if seat not in vote.agreed]
        silent = tuple(seat for seat in unsaid if players[seat] is None) or tuple(unsaid)
        return self._replace(newest=replace(vote, agreed=(*vote.agreed, *silent), silent=silent))

    def agreed_subject(self, players: Sequence[str | None]) -> str:
        """Return what all have agreed to whose seat no computer player plays; empty where there is nothing."""
        vote = self.newest
        there = {seat for seat, player in enumerate(players) if player is None}
        return vote.subject if vote is not None and vote.outcome is None and there <= set(vote.agreed) else ""

    def mark_vote_done(self, subject: str) -> Votes:
        """Note that what was asked about is done now."""
        vote = self.open_about(subject)
        return self if vote is None else self._replace(newest=replace(vote, outcome=True))

    def void(self, why: str, subject: str = Subject.UNDO) -> Votes:
        """Note that what was asked about cannot be done any more, if it is this: taking a move back, for one."""
        vote = self.open_about(subject)
        return self if vote is None else self._replace(newest=replace(vote, outcome=False, void=why))

    def withdraw_seat_request(self, seat: Seat) -> Votes:
        """Note that who asked for a computer player's seat does not want it any more."""
        vote = self.newest
        if vote is None or (vote.subject, vote.asker) != (Subject.SEAT, seat):
            return self
        return self._replace(newest=replace(vote, outcome=False, void=ASKER_LEFT, asker_left=True))

    def void_for_newcomer(self) -> Votes:
        """Note that a player has come: nobody called them to the vote under way, so their silence can be no yes."""
        vote = self.newest
        return self if vote is None or vote.outcome is not None else self.void(CAME, vote.subject)

    def without(self, seat: Seat) -> Votes:
        """Take back what the former player of a seat said in the vote under way."""
        vote = self.newest
        if vote is None:
            return self
        asked, votes = vote.asker == seat, self
        if vote.outcome is None:
            agreed = tuple(other for other in vote.agreed if other != seat)
            votes = self._replace(newest=replace(vote, agreed=agreed, asker_left=vote.asker_left or asked))
        return votes.void(ASKER_LEFT) if asked else votes

    def apply_seat_draw(self, new: Mapping[Seat, Seat]) -> Votes:
        """Return the same where everybody has the seat that was drawn."""
        vote = self.newest
        if vote is None:
            return self
        agreed, silent = tuple(new[seat] for seat in vote.agreed), tuple(new[seat] for seat in vote.silent)
        return self._replace(newest=replace(vote, asker=new[vote.asker], agreed=agreed, silent=silent))


def _apply_vote_step(vote: Vote | None, row: StepRow, said: Voted, moves: tuple[Event, ...], *, again: bool) -> Vote:
    """Return the newest vote after a player asked or answered. Raises ValueError where nothing is asked."""
    if row.seat is None:
        raise ValueError("nobody said it")
    if said.subject:
        moves = moves if said.to else ()
        return Vote(row.seq, said.subject, row.seat, (row.seat,), None, said.to, again=again, moves=moves)
    if vote is None or vote.outcome is not None:
        raise ValueError("there is nothing to vote about")
    return replace(vote, agreed=(*vote.agreed, row.seat)) if said.yes else replace(vote, outcome=False)
