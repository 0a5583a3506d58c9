"""What is told of a game of Blockers once it is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Chapter
from engine.games.blockers.observation import BlockersObservation
from engine.games.blockers.tiles import Colour
from engine.words import Message, Who, msg

_GROUP, _TAKEN = 4, 2
"""From how many tiles on a group, or prisoners, are worth telling."""


def facts(seen: BlockersObservation, _chapters: Sequence[Chapter]) -> Iterator[Message]:
    """Yield the largest group, who took most prisoners, and whose tiles were taken most."""
    size, colour = max((len(group), -colour) for colour, groups in enumerate(seen.groups) for group in (*groups, ()))
    if size >= _GROUP:
        yield msg("Largest group: {n} tiles of {who}.", n=size, who=Who(seen.owner(Colour(-colour))))
    taken = [score.total for score in seen.scores]
    if max(taken) >= _TAKEN:
        yield msg("{who} takes the most tiles: {n} prisoners.", who=Who(taken.index(max(taken))), n=max(taken))
    if 0 in taken and max(taken):
        yield msg("{who} takes no prisoner at all.", who=Who(taken.index(0)))
