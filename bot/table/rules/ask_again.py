"""Repeats a vote that became void because a new player came who had not been asked."""

from __future__ import annotations

import msgspec

from bot.table.log.draft import Draft
from bot.table.log.settled.votes import CAME, Vote, Voted
from bot.table.log.steps import Kind
from engine.game import Seat


def repeat_vote(draft: Draft, before: Vote | None) -> None:
    """Repeat the vote `before` if it became void because a newcomer came.

    The newcomer is asked too. People who agreed to the old vote count as agreeing to the new one. If the player who
    asked has left or is away, the vote is not repeated.
    """
    table, vote = draft.table, draft.table.standing.vote
    if before is None or before.outcome is not None or vote is None or vote.void != CAME:
        return
    name = next((each.name for each in table.standing.seat_requests if each.seat == before.asker), "")
    if before.asker_left or (before.asker not in table.present_seats and not name):
        return
    _add_vote_step(draft, before.asker, Voted(yes=True, subject=before.subject, to=before.to, name=name))
    for seat in before.agreed:
        if seat != before.asker and seat in table.present_seats:
            _add_vote_step(draft, seat, Voted(yes=True))


def _add_vote_step(draft: Draft, seat: Seat, voted: Voted) -> None:
    draft.step(Kind.VOTE, seat, msgspec.json.encode(voted).decode(), caused=False)
