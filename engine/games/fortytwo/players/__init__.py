"""Computer players of Texas 42."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Player
from engine.games.fortytwo.observation import FortytwoObservation
from engine.games.fortytwo.players.heuristic import CAUTIOUS, Heuristic, Plain
from engine.games.fortytwo.players.search import Budget, Search

PLAYERS: Mapping[str, Player[FortytwoObservation]] = {
    "easy": Heuristic(CAUTIOUS, errors=3.0),
    "medium": Search(Budget(bidding=48, playing=12, plans=2)),
    "hard": Search(Budget(bidding=160, playing=140, plans=3, weighs_calls=True)),
    "plain": Plain(),
}
