"""Descriptions of a game of Blockers once it is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Chapter, Seat
from engine.games.blockers.observation import BlockersObservation
from engine.games.blockers.tiles import Colour
from engine.games.blockers.words import counting_prisoners_text, prisoners_in_all
from engine.words import Join, Message, Who, count, join_items, msg

_LEAST_GROUP_SIZE, _LEAST_PRISONERS = 4, 2
"""A group of this many tiles, or a seat with this many prisoners, is worth a mention."""


def headline(seen: BlockersObservation) -> Message | None:
    """Say what the winners' points are made of, once the game is over."""
    if seen.outcome is None:
        return None
    return join_items([_parts_of_points(seen, seat) for seat in seen.outcome.winners], Join.SENTENCES)


def _parts_of_points(seen: BlockersObservation, seat: Seat) -> Message:
    score, who = seen.scores[seat], Who(seat)
    groups = count("{n} group", "{n} groups", score.groups)
    if seen.options.scoring == "uptown":
        return msg("{who}: {groups}.", who=who, groups=groups)
    prisoners = counting_prisoners_text(score)
    return msg("{who}: {groups} + {prisoners}.", who=who, groups=groups, prisoners=prisoners)


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
