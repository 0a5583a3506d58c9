"""Descriptions of a game of Blockers once it is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Chapter, Seat
from engine.games.blockers.observation import BlockersObservation
from engine.games.blockers.tiles import Colour
from engine.games.blockers.words import prisoners_in_all
from engine.words import Message, Who, count, msg

_LEAST_GROUP_SIZE, _LEAST_PRISONERS = 4, 2
"""A group of this many tiles, or a seat with this many prisoners, is worth a mention."""


def prisoner_count_text(seen: BlockersObservation, seat: Seat) -> Message:
    """Describe a seat's prisoners and how many cost points: "7 of 14 prisoners count"."""
    score = seen.scores[seat]
    if seen.options.scoring == "uptown":
        return msg("{prisoners}, which only break ties", prisoners=prisoners_in_all(score.total))
    if score.penalised == score.total:
        return msg("{prisoners}, and all count", prisoners=prisoners_in_all(score.total))
    return msg("{most} of {prisoners} count", most=score.penalised, prisoners=prisoners_in_all(score.total))


def facts(seen: BlockersObservation, _chapters: Sequence[Chapter]) -> Iterator[Message]:
    """Yield the largest group, who took most prisoners, and who took none."""
    sizes = [max(map(len, groups), default=0) for groups in seen.groups]
    size = max(sizes)
    if size >= _LEAST_GROUP_SIZE:
        yield count(
            "Largest group: {who}, {n} tile.",
            "Largest group: {who}, {n} tiles.",
            size,
            who=Who(seen.owner(Colour(sizes.index(size)))),
        )
    taken = [score.total for score in seen.scores]
    if max(taken) >= _LEAST_PRISONERS:
        seat = taken.index(max(taken))
        yield msg("{who} takes the most tiles: {prisoners}.", who=Who(seat), prisoners=prisoner_count_text(seen, seat))
    if 0 in taken and max(taken):
        yield msg("{who} takes no prisoner at all.", who=Who(taken.index(0)))
