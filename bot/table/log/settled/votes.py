"""Votes: the newest question to everybody, who has agreed to it, and which questions were refused recently."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import msgspec

from bot.table.log.rows import StepRow
from bot.table.log.steps import ENDINGS, Subject
from engine.game import Event, Seat
from engine.sides import Sides, find_side

REFUSED_SECONDS = 24 * 3600
"""The time after a refusal in which the same question counts as repeated."""
MOVED, UNDONE, ASKER_LEFT = "moved", "undone", "left"
"""Reasons why a vote is void: a move was made, another move was taken back, or the asker has left."""
SILENT_YES = (*ENDINGS, Subject.PAUSE, Subject.SEAT)
"""The subjects about which silence counts as a yes."""
CAME = "came"
"""Another reason why a vote is void: a new player, who was not asked, has come."""


class Voted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of a vote's step, as JSON: an answer, or a question if it has a subject."""

    yes: bool
    subject: str = ""
    to: int = 0
    """For a question about an undo: the step before the move to take back."""
    name: str = ""
    """The name of the computer player whose seat is asked for."""


SILENCE = Voted(yes=True)
"""The notation of the step by which all who were silent agree. That step has no seat."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A question to everybody at a table, and who has agreed so far.

    `seq` is its first step. `outcome` is None while the vote is open, True once its subject was carried out, and False
    if it was refused or became void. For an undo, `to` is the step before the move to take back, and `moves` are the
    events that would be undone. `silent` are the seats that agreed by silence. `void` is the reason why the vote ended
    without a decision.
    """

    seq: int
    subject: str
    asker: Seat
    agreed: tuple[Seat, ...]
    outcome: bool | None = None
    to: int = 0
    silent: tuple[Seat, ...] = ()
    was_refused_before: bool = False
    """Whether the same question was refused recently. Then nobody is pinged, and silence doesn't count as a yes."""
    moves: tuple[Event, ...] = ()
    void: str = ""
    asker_left: bool = False
    """Whether the asker has left: their seat may belong to another player."""


class RefusedVote(NamedTuple):
    """A question that was refused: its subject, the step to go back `to`, and when it was refused."""

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
        """Return whether the same question was refused recently."""
        times = (refusal.at for refusal in self.refused if (refusal.subject, refusal.to) == (subject, to))
        return any(now < at + REFUSED_SECONDS for at in times)

    def apply_step(self, row: StepRow, voted: Voted, moves: tuple[Event, ...]) -> Votes:
        """Return the votes after a question or an answer; `moves` are the events that an undo would take back."""
        was_refused_before = self.is_recently_refused(voted.subject, voted.to, row.at)
        vote = _apply_vote_step(self.newest, row, voted, moves, was_refused_before=was_refused_before)
        if vote.outcome is not False or vote.void:
            return self._replace(newest=vote)
        question = (vote.subject, vote.to)
        others = tuple(refusal for refusal in self.refused if (refusal.subject, refusal.to) != question)
        return Votes(vote, (*others, RefusedVote(vote.subject, vote.to, row.at)))

    def after_silence(self, players: Sequence[str | None]) -> Votes:
        """Return the votes once the silence of all who were asked counts as a yes.

        Usually, people whose seats a computer player plays were not asked, so those seats don't agree. But if all other
        seats have agreed already, these people were asked, so their seats agree. Raises ValueError if silence can't
        decide an open vote.
        """
        vote = self.newest
        if vote is None or vote.outcome is not None or vote.subject not in SILENT_YES or vote.was_refused_before:
            raise ValueError("nobody said it")
        not_agreed = [seat for seat in range(len(players)) if seat not in vote.agreed]
        silent = tuple(seat for seat in not_agreed if players[seat] is None) or tuple(not_agreed)
        return self._replace(newest=replace(vote, agreed=(*vote.agreed, *silent), silent=silent))

    def agreed_subject(self, players: Sequence[str | None], owned: Sequence[bool], sides: Sides) -> str:
        """Return the subject to which all who are asked have agreed, or an empty text.

        All people who play are asked. If at most one person plays and the vote is about ending the game, people who are
        away are asked too. Partners alone decide whether they give up, even if one is away.
        """
        vote = self.newest
        if vote is None or vote.outcome is not None:
            return ""
        owners = {seat for seat, is_owned in enumerate(owned) if is_owned}
        asked = {seat for seat, player in enumerate(players) if player is None}
        if vote.subject == Subject.GIVE_UP:
            asked = owners & set(find_side(sides, vote.asker))
        elif vote.subject in ENDINGS and len(asked) < 2:
            asked = owners
        return vote.subject if asked <= set(vote.agreed) else ""

    def mark_vote_done(self, subject: str) -> Votes:
        """Return the votes after the subject of the open vote was carried out."""
        vote = self.open_about(subject)
        return self if vote is None else self._replace(newest=replace(vote, outcome=True))

    def void(self, why: str, subject: str = Subject.UNDO) -> Votes:
        """If the open vote is about `subject`, end it as void for the reason `why`. Return the votes."""
        vote = self.open_about(subject)
        return self if vote is None else self._replace(newest=replace(vote, outcome=False, void=why))

    def withdraw_seat_request(self, seat: Seat) -> Votes:
        """Return the votes after the player who asked for a computer player's seat withdrew the request."""
        vote = self.newest
        if vote is None or (vote.subject, vote.asker) != (Subject.SEAT, seat):
            return self
        return self._replace(newest=replace(vote, outcome=False, void=ASKER_LEFT, asker_left=True))

    def void_for_newcomer(self) -> Votes:
        """Return the votes after a new player came. They were not asked, so the open vote is void."""
        vote = self.newest
        return self if vote is None or vote.outcome is not None else self.void(CAME, vote.subject)

    def drop_seat(self, seat: Seat) -> Votes:
        """Return the votes after a player left a seat. Their answer to the open vote no longer counts."""
        vote = self.newest
        if vote is None:
            return self
        has_asked = vote.asker == seat
        votes = self
        if vote.outcome is None:
            agreed = tuple(other for other in vote.agreed if other != seat)
            votes = self._replace(newest=replace(vote, agreed=agreed, asker_left=vote.asker_left or has_asked))
        return votes.void(ASKER_LEFT) if has_asked else votes  # ends only an undo: others can go on without the asker

    def apply_seat_draw(self, new_seats: Mapping[Seat, Seat]) -> Votes:
        """Return the votes after the draw of seats; `new_seats` has the new seat for each old seat."""
        vote = self.newest
        if vote is None:
            return self
        agreed = tuple(new_seats[seat] for seat in vote.agreed)
        silent = tuple(new_seats[seat] for seat in vote.silent)
        return self._replace(newest=replace(vote, asker=new_seats[vote.asker], agreed=agreed, silent=silent))


def _apply_vote_step(
    vote: Vote | None, row: StepRow, voted: Voted, moves: tuple[Event, ...], *, was_refused_before: bool
) -> Vote:
    """Return the newest vote after a question or an answer. Raises ValueError if there is no open vote to answer."""
    if row.seat is None:
        raise ValueError("nobody said it")
    if voted.subject:
        return Vote(
            row.seq,
            voted.subject,
            asker=row.seat,
            agreed=(row.seat,),
            to=voted.to,
            was_refused_before=was_refused_before,
            moves=moves if voted.to else (),
        )
    if vote is None or vote.outcome is not None:
        raise ValueError("there is nothing to vote about")
    return replace(vote, agreed=(*vote.agreed, row.seat)) if voted.yes else replace(vote, outcome=False)
