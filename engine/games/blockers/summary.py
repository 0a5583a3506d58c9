"""Descriptions of a game of Blockers once it is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Chapter, Seat
from engine.games.blockers.observation import BlockersObservation
from engine.games.blockers.tiles import Colour
from engine.words import Join, Message, Who, count, join_items, msg

_LEAST_GROUP_SIZE, _LEAST_PRISONERS = 4, 2
"""A group of this many tiles, or a seat with this many prisoners, is worth a mention."""


def headline(seen: BlockersObservation) -> Message | None:
    """Describe the parts of the winners' points, once the game is over."""
    if seen.outcome is None:
        return None
    return join_items([_parts_of_points(seen, seat) for seat in seen.outcome.winners], Join.SENTENCES)


def _parts_of_points(seen: BlockersObservation, seat: Seat) -> Message:
    score, who = seen.scores[seat], Who(seat)
    if seen.options.scoring == "uptown":
        return msg("{who}: {groups}.", who=who, groups=count("{n} group", "{n} groups", score.groups))
    return msg("{who}: −{groups} for groups, −{prisoners} for prisoners.", who=who, groups=score.groups,
               prisoners=score.penalised)  # fmt: skip


def facts(seen: BlockersObservation, _chapters: Sequence[Chapter]) -> Iterator[Message]:
    """Yield facts about the largest group, the most prisoners, and a player without prisoners."""
    sizes = [max(map(len, groups), default=0) for groups in seen.groups]
    size = max(sizes)
    if size >= _LEAST_GROUP_SIZE:
        yield count(
            "Largest group: {who}, {n} tile.",
            "Largest group: {who}, {n} tiles.",
            size,
            who=Who(seen.owner(Colour(sizes.index(size)))),
        )
    prisoner_counts = [score.total for score in seen.scores]
    if max(prisoner_counts) >= _LEAST_PRISONERS:
        seat = prisoner_counts.index(max(prisoner_counts))
        yield msg("{who} takes the most tiles: {n}.", who=Who(seat), n=max(prisoner_counts))
    if 0 in prisoner_counts and max(prisoner_counts):
        yield msg("{who} takes no prisoner at all.", who=Who(prisoner_counts.index(0)))
