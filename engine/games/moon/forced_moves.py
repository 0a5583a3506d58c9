"""Forced moves of Moon that everybody can recognise once they are taken."""

from __future__ import annotations

from engine.games.moon.actions import MOON
from engine.games.moon.observation import MoonObservation, Phase
from engine.games.moon.suits import SET, suits
from engine.games.moon.unseen_tiles import Unseen
from engine.tiles import bits, tile


def is_forced_move(seen: MoonObservation, notation: str) -> bool:
    """Return whether no world that the channel holds possible allows another move.

    A tile of the suit that is asked for leaves no other if its seat can hold no other of that suit. A tile of another
    suit shows that the whole rest of the hand could have been played. The last tile of a hand is all there is.
    """
    if seen.phase is Phase.BIDDING:
        return notation == "pass" and seen.bid == MOON
    if seen.phase is not Phase.PLAY or seen.to_act is None or seen.trump is None:
        return False
    played = SET.index[tile(notation.split()[1])]
    if seen.trick is None and seen.options.lead_suit == "leader_choice" and len(suits(seen.trump).choices(played)) > 1:
        return False
    if seen.sizes[seen.to_act] == 1:
        return True
    asked = _tiles_to_follow(seen)
    if not asked >> played & 1:
        return False
    unseen = Unseen(seen)
    others = bits(unseen.tiles & asked & ~(1 << played))
    return not any(unseen.can_hold(seen.to_act, 1 << played | 1 << other) for other in others)


def _tiles_to_follow(seen: MoonObservation) -> int:
    """Return the tiles that a seat must play if it has one (moon.md §6), as a mask."""
    assert seen.trump is not None
    table = suits(seen.trump)
    if seen.trick is not None:
        return table.members[seen.trick.led]
    return table.trumps if seen.options.first_lead == "trump" and not seen.past else 0
