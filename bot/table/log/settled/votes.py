"""Votes: what everybody is asked, who has agreed so far, and what was refused.

This module has only values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import msgspec

from bot.table.log.rows import StepRow
from bot.table.log.steps import Subject
from engine.game import Event, Seat

REFUSED_SECONDS = 24 * 3600
"""How long after a refusal the same question counts as a repeated one."""
MOVED, UNDONE, ASKER_LEFT = "moved", "undone", "left"
"""Reasons why a vote is void: the game went on, another move was taken back, or the asker has left."""
CAME = "came"
"""A reason why a vote is void: a player has come since, who was not asked."""


class Voted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of a vote's step, as JSON.

    It has the subject, if the step asks for something, and the seat's answer.
    """

    yes: bool
    subject: str = ""
    to: int = 0
    name: str = ""
    """The name of the computer player whose seat is asked for."""


SILENCE = Voted(yes=True)
"""The answer of all who were silent; its step has no seat."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A question to everybody at a table, and who has agreed so far.

    `seq` is its first step; `outcome` is None while it is open. For an undo, `to` is the step before the move to take
    back, and `moves` are the events that are undone with it. `silent` are the seats that agreed by silence. `void` is
    why the vote can no longer be agreed to.
    """

    seq: int
    subject: str
    asker: Seat
    agreed: tuple[Seat, ...]
    outcome: bool | None = None
    to: int = 0
    silent: tuple[Seat, ...] = ()
    again: bool = False
    """Whether the same was refused recently: then no player is called to vote, and silence is no answer."""
    moves: tuple[Event, ...] = ()
    void: str = ""
    asker_left: bool = False
    """Whether the asker's seat belongs to another user by now."""


class RefusedVote(NamedTuple):
    """A vote that not everybody agreed to.

    It has what was asked, the step to go back to, and when the vote was refused.
    """

    subject: str
    to: int
    at: int


class Votes(NamedTuple):
    """The newest vote of a game, and the newest refused vote about each question."""

    newest: Vote | None = None
    refused: tuple[RefusedVote, ...] = ()

    def open_about(self, subject: str) -> Vote | None:
        """Return the open vote if it is about `subject`, else None."""
        vote = self.newest
        return vote if vote is not None and vote.outcome is None and vote.subject == subject else None

    def is_recently_refused(self, subject: str, to: int, now: int) -> bool:
        """Return whether the same was asked recently and not everybody agreed."""
        return any((row.subject, row.to) == (subject, to) and now < row.at + REFUSED_SECONDS for row in self.refused)

    def after(self, row: StepRow, voted: Voted, moves: tuple[Event, ...]) -> Votes:
        """Return the same after a player asked or answered; `moves` are what an undo would take back."""
        again = self.is_recently_refused(voted.subject, voted.to, row.at)
        vote = _apply_vote_step(self.newest, row, voted, moves, again=again)
        if vote.outcome is not False or vote.void:
            return self._replace(newest=vote)
        others = tuple(row for row in self.refused if (row.subject, row.to) != (vote.subject, vote.to))
        return Votes(vote, (*others, RefusedVote(vote.subject, vote.to, row.at)))

    def after_silence(self, players: Sequence[str | None]) -> Votes:
        """Return the same after all who were silent agree.

        Seats that computer players play don't agree, because their people were not asked. But if all other seats have
        agreed already, those people were asked, so their seats agree too. Raises ValueError if no open vote can be
        decided by silence.
        """
        vote = self.newest
        if vote is None or vote.outcome is not None or vote.subject in (Subject.BEACON, Subject.GIVE_UP):
            raise ValueError("nobody said it")
        unsaid = [seat for seat in range(len(players)) if seat not in vote.agreed]
        silent = tuple(seat for seat in unsaid if players[seat] is None) or tuple(unsaid)
        return self._replace(newest=replace(vote, agreed=(*vote.agreed, *silent), silent=silent))

    def agreed_subject(self, players: Sequence[str | None]) -> str:
        """Return the subject that all seats that people play have agreed to; empty if there is none."""
        vote = self.newest
        there = {seat for seat, player in enumerate(players) if player is None}
        return vote.subject if vote is not None and vote.outcome is None and there <= set(vote.agreed) else ""

    def mark_vote_done(self, subject: str) -> Votes:
        """Return the same after the subject of the open vote was done."""
        vote = self.open_about(subject)
        return self if vote is None else self._replace(newest=replace(vote, outcome=True))

    def void(self, why: str, subject: str = Subject.UNDO) -> Votes:
        """Return the same with the open vote void, if it is about `subject`.

        What was asked can no longer be done, because of `why`. By default, the subject is taking a move back.
        """
        vote = self.open_about(subject)
        return self if vote is None else self._replace(newest=replace(vote, outcome=False, void=why))

    def withdraw_seat_request(self, seat: Seat) -> Votes:
        """Return the same after the player who asked for a computer player's seat withdrew the request."""
        vote = self.newest
        if vote is None or (vote.subject, vote.asker) != (Subject.SEAT, seat):
            return self
        return self._replace(newest=replace(vote, outcome=False, void=ASKER_LEFT, asker_left=True))

    def void_for_newcomer(self) -> Votes:
        """Return the same after a new player came, which makes the open vote void.

        The new player was not called to that vote, so their silence can't be a yes.
        """
        vote = self.newest
        return self if vote is None or vote.outcome is not None else self.void(CAME, vote.subject)

    def without(self, seat: Seat) -> Votes:
        """Return the same without the answer of a seat's former player in the open vote."""
        vote = self.newest
        if vote is None:
            return self
        asked, votes = vote.asker == seat, self
        if vote.outcome is None:
            agreed = tuple(other for other in vote.agreed if other != seat)
            votes = self._replace(newest=replace(vote, agreed=agreed, asker_left=vote.asker_left or asked))
        return votes.void(ASKER_LEFT) if asked else votes

    def apply_seat_draw(self, new: Mapping[Seat, Seat]) -> Votes:
        """Return the same after everybody moved to the seat that was drawn."""
        vote = self.newest
        if vote is None:
            return self
        agreed, silent = tuple(new[seat] for seat in vote.agreed), tuple(new[seat] for seat in vote.silent)
        return self._replace(newest=replace(vote, asker=new[vote.asker], agreed=agreed, silent=silent))


def _apply_vote_step(vote: Vote | None, row: StepRow, said: Voted, moves: tuple[Event, ...], *, again: bool) -> Vote:
    """Return the newest vote after a player asked or answered.

    Raises ValueError if there is no open vote to answer.
    """
    if row.seat is None:
        raise ValueError("nobody said it")
    if said.subject:
        moves = moves if said.to else ()
        return Vote(row.seq, said.subject, row.seat, (row.seat,), None, said.to, again=again, moves=moves)
    if vote is None or vote.outcome is not None:
        raise ValueError("there is nothing to vote about")
    return replace(vote, agreed=(*vote.agreed, row.seat)) if said.yes else replace(vote, outcome=False)
