"""What the people of a table have settled after a step beside the board: votes, and who is here. Values only."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from bot.table.model import ASKER_LEFT, Check, Company, RefusedVote, Vote
from bot.table.rows import StepRow
from bot.table.steps import Checked, Kind, Subject, Voted
from engine.game import Event


def gathered(company: Company, kind: Kind, row: StepRow) -> Company:
    """Who was here when, before the game begins. Whoever leaves ends a check; those who were here still are."""
    here, seat, check = list(company.here), row.seat, company.check
    if kind is Kind.LEAVE and seat is not None:
        here = [row.at if check and at >= check.since else at for at in here]
        return replace(company, here=(*here[:seat], *here[seat + 1 :]), check=None)
    if seat is not None and seat < len(here):
        here[seat] = row.at
    elif kind in (Kind.JOIN, Kind.SEAT):
        here.append(row.at)
    if kind is Kind.CHECK:
        asked = msgspec.json.decode(row.notation, type=Checked) if row.notation else None
        if asked is not None and asked.host is not None:
            here[asked.host] = 0
        check = Check(check.seq if check else row.seq, asked.since, asked.until) if asked else None
    return replace(company, here=tuple(here), check=check)


def refused(before: tuple[RefusedVote, ...], vote: Vote, at: int) -> tuple[RefusedVote, ...]:
    """What was asked in vain, after a step of a vote."""
    if vote.outcome is not False:
        return before
    others = tuple(row for row in before if (row.subject, row.to) != (vote.subject, vote.to))
    return (*others, RefusedVote(vote.subject, vote.to, at))


def answered(vote: Vote | None, row: StepRow, said: Voted, moves: tuple[Event, ...], *, again: bool) -> Vote:
    """The newest vote after somebody asked or answered. Raises ValueError where nothing is asked."""
    assert row.seat is not None
    if said.subject:
        moves = moves if said.to else ()
        return Vote(row.seq, said.subject, row.seat, (row.seat,), None, said.to, again=again, moves=moves)
    if vote is not None and vote.void == ASKER_LEFT:
        return vote  # once such a vote went on
    if vote is None or vote.outcome is not None:
        raise ValueError("there is nothing to vote about")
    return replace(vote, agreed=(*vote.agreed, row.seat)) if said.yes else replace(vote, outcome=False)


def decided(company: Company, subject: str) -> Company:
    """What was asked about is done now."""
    vote = company.vote
    if vote is None or vote.outcome is not None or vote.subject != subject:
        return company
    return replace(company, vote=replace(vote, outcome=True))


def void(company: Company, why: str) -> Company:
    """What was asked about cannot be done any more, if it is taking a move back."""
    vote = company.vote
    if vote is None or vote.outcome is not None or vote.subject != Subject.UNDO:
        return company
    return replace(company, vote=replace(vote, outcome=False, void=why))
