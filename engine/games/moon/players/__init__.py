"""Computer players of Moon."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Player
from engine.games.moon.observation import MoonObservation
from engine.games.moon.players.heuristic import BOLD, CAUTIOUS, Heuristic
from engine.games.moon.players.search import Budget, Search

PLAYERS: Mapping[str, Player[MoonObservation]] = {
    "easy": Heuristic(CAUTIOUS),
    "medium": Search(Budget(bidding=4, declaring=4, playing=4, plans=3)),
    "hard": Search(Budget()),
    "heuristic": Heuristic(BOLD),
}
