"""The highlight of a game of Blockers: a capture that makes a large group."""

from __future__ import annotations

from engine.games.blockers.observation import BlockersObservation
from engine.highlight import Highlight
from engine.words import Who, count, msg

_WEIGHT_PER_TILE, _MAX_WEIGHT = 8, 90


def highlight(seen: BlockersObservation) -> Highlight | None:
    """Return the highlight of the newest placement, if it took another player's tile.

    Its weight grows with the size of the group that the placed tile belongs to.
    """
    move = seen.last
    if move is None or move.captured is None or move.victim in (None, move.seat):
        return None
    size = next((len(group) for groups in seen.groups for group in groups if move.space in group), 1)
    who, victim = Who(move.seat), Who(move.victim or 0)  # there is a victim; `or 0` is for the type checker
    sentence = msg("{who} takes a tile from {victim}.", who=who, victim=victim)
    if size > 1:
        sentence = count(
            "{who} takes a tile from {victim} and joins {n} tile.",
            "{who} takes a tile from {victim} and joins {n} tiles.",
            size,
            who=who,
            victim=victim,
        )
    return Highlight(min(_WEIGHT_PER_TILE * size, _MAX_WEIGHT), sentence)
