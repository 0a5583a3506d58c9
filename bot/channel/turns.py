"""Whether a turn goes on, and whose it is: what decides if somebody is called, and which private hand is theirs."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.model import Happened
from bot.table.posts import HAND, Post
from bot.table.steps import HANDED, Kind
from engine.game import Seat


def alone(happened: Sequence[Happened], seat: Seat) -> bool:
    """Whether nothing but moves of this seat happened; after a deal everybody looks anew."""
    return all(_goes_on(step, seat) for step in happened)


def hand_of_this_turn(
    posts: Sequence[Post], happened: Sequence[Happened], seat: Seat, position_seq: int, *, goes_on: bool
) -> Post | None:
    """The private message that shows this seat's hand already: never one of an earlier turn, another seat, or of
    somebody who had the seat before."""
    theirs = max((step.seq for step in happened if _hands_over(step, seat)), default=0)
    mine = [post for post in posts if post.kind == HAND and not post.collapsed and post.pinged == seat]
    return next(
        (p for p in reversed(mine) if p.seq >= theirs and (goes_on or p.seq == position_seq)),
        None,
    )


def _goes_on(step: Happened, seat: Seat) -> bool:
    if step.kind is Kind.DEAL or _hands_over(step, seat):
        return False
    return step.seat == seat or not step.events or step.kind in HANDED or step.kind is Kind.SEAT


def _hands_over(step: Happened, seat: Seat) -> bool:
    """Whether somebody else has the seat since this step; what its last person was shown is not theirs."""
    return step.kind in HANDED and step.seat == seat
