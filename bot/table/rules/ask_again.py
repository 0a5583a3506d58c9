"""Repeats a vote that became void because a new player came who had not been asked."""

from __future__ import annotations

import msgspec

from bot.table.log.draft import Draft
from bot.table.log.settled.votes import CAME, Vote, Voted
from bot.table.log.steps import Kind
from engine.game import Seat


def repeat_vote(draft: Draft, old_vote: Vote | None) -> None:
    """Repeat the vote `old_vote` if it became void because a newcomer came.

    The newcomer is asked too. People who agreed to the old vote count as agreeing to the new one. If the player who
    asked has left or is away, the vote is not repeated.
    """
    table, vote = draft.table, draft.table.standing.vote
    if old_vote is None or old_vote.outcome is not None or vote is None or vote.void != CAME:
        return
    # if a newcomer asked for a computer player's seat: the name of that computer player
    requests = table.standing.seat_requests
    name = next((request.name for request in requests if request.seat == old_vote.asker), "")
    if old_vote.asker_left or (old_vote.asker not in table.present_seats and not name):
        return
    _add_vote_step(draft, old_vote.asker, Voted(yes=True, subject=old_vote.subject, to=old_vote.to, name=name))
    for seat in old_vote.agreed:
        if seat != old_vote.asker and seat in table.present_seats:
            _add_vote_step(draft, seat, Voted(yes=True))


def _add_vote_step(draft: Draft, seat: Seat, voted: Voted) -> None:
    draft.step(Kind.VOTE, seat, msgspec.json.encode(voted).decode(), caused=False)
