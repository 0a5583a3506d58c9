"""Moves of Moon that everyone can recognise as forced once they are made."""

from __future__ import annotations

from engine.dominoes.tricks.forced_moves import is_forced_play
from engine.games.moon.actions import MOON
from engine.games.moon.observation import MoonObservation, Phase
from engine.games.moon.suits import SET, suits
from engine.games.moon.unseen_tiles import Unseen
from engine.tiles import tile


def is_forced_move(seen: MoonObservation, notation: str) -> bool:
    """Return whether everyone can see that this was the only legal move.

    A tile that follows suit is forced if its seat can hold no other tile of that suit. The last tile of a hand is
    always forced.
    """
    if seen.phase is Phase.BIDDING:
        return notation == "pass" and seen.bid == MOON
    if seen.phase is not Phase.PLAY or seen.to_act is None or seen.trump is None:
        return False
    played = SET.index[tile(notation.split()[1])]
    if seen.trick is None and seen.options.lead_suit == "leader_choice" and len(suits(seen.trump).choices(played)) > 1:
        return False  # the leader could also have called its other suit
    return is_forced_play(seen, notation, _required_tiles(seen), Unseen(seen))


def _required_tiles(seen: MoonObservation) -> int:
    """Return the mask of the tiles of which a seat must play one if it holds any (moon.md §6)."""
    assert seen.trump is not None
    suit_table = suits(seen.trump)
    if seen.trick is not None:
        return suit_table.members[seen.trick.led]
    return suit_table.trumps if seen.options.first_lead == "trump" and not seen.past else 0
